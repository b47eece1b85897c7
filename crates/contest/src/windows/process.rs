//! A program that runs: a process, and the job object that contains it and all processes that it starts. When the job is
//! closed, they end. The system closes it when this process ends, for any reason.
//!
//! The program is started suspended, and runs only after it was added to its job. So all its processes are in the job. The
//! memory limit counts resident memory, as judges do. It is checked every few milliseconds, and at the end with the maximum
//! that the system recorded. A limit of the job would also count memory that is only committed: Java commits many times the
//! memory that it uses.

#![allow(unsafe_code)]

use crate::limits::{End, RunLimits};
use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle as _, OwnedHandle};
use std::os::windows::process::CommandExt as _;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::{HANDLE, WAIT_OBJECT_0};
use windows_sys::Win32::System::Diagnostics::Debug::*;
use windows_sys::Win32::System::JobObjects::*;
use windows_sys::Win32::System::ProcessStatus::*;
use windows_sys::Win32::System::Threading::*;

/// An end that never occurs, because Windows does not limit the size of files.
pub(crate) const FILE_TOO_LARGE: End = End::Signal(0);

/// The longest time to wait for the end of the processes of a job.
const END: Duration = Duration::from_secs(10);

/// The number of processes whose memory is counted.
const PROCESSES: usize = 256;

// The standard library links ntdll, too.
#[link(name = "ntdll")]
unsafe extern "system" {
    /// Starts all threads of a suspended process. `std` keeps no handle of the first thread, which `ResumeThread` needs.
    fn NtResumeProcess(process: HANDLE) -> i32;
}

/// `JOBOBJECT_BASIC_PROCESS_ID_LIST` with room for more numbers.
#[repr(C)]
struct ProcessIds {
    assigned: u32,
    listed: u32,
    ids: [usize; PROCESSES],
}

/// A process and its job. All processes end when the job is dropped.
pub(crate) struct Process {
    child: Child,
    job: OwnedHandle,
    /// The largest memory of a process that a check saw.
    max_memory: u64,
}

impl Process {
    pub(crate) fn start(mut command: Command, _limits: RunLimits) -> io::Result<Self> {
        // A process ends when the system would otherwise show a message and wait for a click.
        let quiet = SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX;
        // SAFETY: reads and sets the mode of this process, in which any bits may be set.
        unsafe { SetErrorMode(GetErrorMode() | quiet) };
        let job = new_job()?;
        // Without a window the program has a console of its own, so Ctrl+C reaches only this process.
        command.creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW);
        let mut process = Self {
            child: command.spawn()?,
            job,
            max_memory: 0,
        };
        if let Err(error) = process.run_in_job() {
            // The process may not be in the job yet, so the job would not end it.
            let _ = process.child.kill();
            return Err(error);
        }
        Ok(process)
    }

    /// Adds the process, which was started suspended, to the job, and lets it run.
    fn run_in_job(&self) -> io::Result<()> {
        let (job, process) = (self.job.as_raw_handle(), self.child.as_raw_handle());
        // SAFETY: the handles are a job's and a process's, which `self` keeps open.
        succeeded(unsafe { AssignProcessToJobObject(job, process) })?;
        // SAFETY: the handle is a process's with all rights, as `std` opened it.
        match unsafe { NtResumeProcess(process) } {
            0.. => Ok(()),
            _ => Err(io::Error::other("the process can't be resumed")),
        }
    }

    /// Waits until the first process ends, but at most `time`. Returns whether it has ended.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let milliseconds = time.as_micros().div_ceil(1000).min(1000) as u32;
        // SAFETY: the handle is a process's, which `self` keeps open.
        unsafe { WaitForSingleObject(self.child.as_raw_handle(), milliseconds) == WAIT_OBJECT_0 }
    }

    /// The CPU time of all processes so far, and their resident bytes: the sum, or the maximum that one of them ever had if that
    /// is more. If there are many processes, the memory of the first ones counts.
    pub(crate) fn usage(&mut self, _limit: u64) -> (Duration, u64) {
        let mut list = ProcessIds {
            assigned: 0,
            listed: 0,
            ids: [0; PROCESSES],
        };
        // SAFETY: `ProcessIds` is the structure of this class, of plain numbers, with room for more of them. An error that
        // says there are more leaves the first in the list.
        let _ = unsafe { self.query(JobObjectBasicProcessIdList, &mut list) };
        let mut sum = 0;
        for id in list.ids.into_iter().take(list.listed as usize) {
            // SAFETY: any number may be given; the call fails if no process has it.
            let process = unsafe { OpenProcess(PROCESS_QUERY_INFORMATION, 0, id as u32) };
            if process.is_null() {
                continue;
            }
            // SAFETY: the handle was just opened, and nothing else closes it.
            let process = unsafe { OwnedHandle::from_raw_handle(process) };
            let memory = memory(&process);
            sum += memory.WorkingSetSize as u64;
            self.max_memory = self.max_memory.max(memory.PeakWorkingSetSize as u64);
        }
        (self.cpu_time(), sum.max(self.max_memory))
    }

    /// Always `false`, because it is not known.
    pub(crate) fn is_runnable(&self) -> bool {
        false
    }

    pub(crate) fn finish(mut self) -> io::Result<(End, Duration, u64)> {
        // SAFETY: the handle is a job's with all rights.
        unsafe { TerminateJobObject(self.job.as_raw_handle(), 1) };
        let start = Instant::now();
        while self.counts().ActiveProcesses > 0 && start.elapsed() < END {
            thread::sleep(Duration::from_millis(1));
        }
        let code = self.child.wait()?.code().unwrap_or(0);
        let peak = memory(&self.child).PeakWorkingSetSize as u64;
        let end = match code as u32 {
            // The range of the system's error codes, which does not include -1, an exit code of programs.
            exception @ 0xC000_0000..=0xCFFF_FFFF => End::Exception(exception),
            _ => End::Exit(code),
        };
        Ok((end, self.cpu_time(), peak.max(self.max_memory)))
    }

    /// The CPU time of all processes that are or were in the job.
    fn cpu_time(&self) -> Duration {
        let counts = self.counts();
        let time = (counts.TotalUserTime + counts.TotalKernelTime).max(0) as u64;
        // The system counts in units of 100 ns.
        Duration::from_micros(time / 10)
    }

    /// The counts of the job; all zeros if they are not known.
    fn counts(&self) -> JOBOBJECT_BASIC_ACCOUNTING_INFORMATION {
        let mut counts = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        // SAFETY: `counts` is the structure of this class, of plain numbers.
        let _ = unsafe { self.query(JobObjectBasicAccountingInformation, &mut counts) };
        counts
    }

    /// # Safety
    ///
    /// `T` is the structure of `class`, and any bytes are a valid `T`.
    unsafe fn query<T>(&self, class: JOBOBJECTINFOCLASS, to: &mut T) -> io::Result<()> {
        let (to, size) = ((&raw mut *to).cast(), size_of::<T>() as u32);
        let job = self.job.as_raw_handle();
        // SAFETY: the handle is a job's. `to` is valid for writes of `size` bytes, and the caller guarantees that its type is
        // the structure of `class`.
        succeeded(unsafe { QueryInformationJobObject(job, class, to, size, std::ptr::null_mut()) })
    }
}

/// A job whose processes end when it is closed.
fn new_job() -> io::Result<OwnedHandle> {
    // SAFETY: both arguments may be null.
    let job = unsafe { CreateJobObjectW(std::ptr::null(), std::ptr::null()) };
    if job.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was just made, and nothing else closes it.
    let job = unsafe { OwnedHandle::from_raw_handle(job) };
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    // After a crash, no message must wait for a click.
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    // SAFETY: the handle is a job's; `limits` is the structure of this class, and its size is given.
    let is_set = unsafe {
        SetInformationJobObject(
            job.as_raw_handle(),
            JobObjectExtendedLimitInformation,
            (&raw const limits).cast(),
            size_of_val(&limits) as u32,
        )
    };
    succeeded(is_set)?;
    Ok(job)
}

/// The memory of a process, even after it has ended; all zeros if it is not known.
fn memory(process: &impl AsRawHandle) -> PROCESS_MEMORY_COUNTERS {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of_val(&counters) as u32;
    // SAFETY: the handle is a process's, which `process` keeps open; `counters` is valid for writes of `size` bytes.
    // If the call fails, the numbers stay 0.
    unsafe { K32GetProcessMemoryInfo(process.as_raw_handle(), &mut counters, size) };
    counters
}

fn succeeded(result: i32) -> io::Result<()> {
    match result {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
