//! A job object: a process and all processes that it starts, with their limits, their memory and their end.
#![allow(unsafe_code)]

use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle as _, OwnedHandle};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::{HANDLE, WAIT_OBJECT_0};
use windows_sys::Win32::System::Diagnostics::Debug::{
    GetErrorMode, SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SEM_NOOPENFILEERRORBOX,
    SetErrorMode,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS, JobObjectBasicAccountingInformation,
    JobObjectBasicProcessIdList, JobObjectExtendedLimitInformation, QueryInformationJobObject,
    SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    OpenProcess, PROCESS_QUERY_INFORMATION, WaitForSingleObject,
};

pub(super) use windows_sys::Win32::System::Threading::{CREATE_NO_WINDOW, CREATE_SUSPENDED};

const END: Duration = Duration::from_secs(10);

/// The number of processes whose memory is counted.
const PROCESSES: usize = 256;

// The standard library links ntdll, too.
#[link(name = "ntdll")]
unsafe extern "system" {
    /// Starts all threads of a suspended process. `std` keeps no handle of the first thread, which `ResumeThread` needs.
    fn NtResumeProcess(process: HANDLE) -> i32;
}

/// Processes that end when this value is dropped, or when this process ends, in whatever way.
#[derive(Debug)]
pub(super) struct Job(OwnedHandle);

/// `JOBOBJECT_BASIC_PROCESS_ID_LIST` with room for more numbers.
#[repr(C)]
struct ProcessIds {
    assigned: u32,
    listed: u32,
    ids: [usize; PROCESSES],
}

impl Job {
    pub(super) fn new() -> io::Result<Self> {
        // SAFETY: both arguments may be null.
        let handle = unsafe { CreateJobObjectW(std::ptr::null(), std::ptr::null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the handle was just made, and nothing else closes it.
        let job = Self(unsafe { OwnedHandle::from_raw_handle(handle) });
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        // After a crash, no message must wait for a click.
        limits.BasicLimitInformation.LimitFlags =
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        // SAFETY: the handle is a job's; `limits` is the structure of this class, and its size is given.
        let is_set = unsafe {
            SetInformationJobObject(
                job.handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size_of_val(&limits) as u32,
            )
        };
        succeeded(is_set)?;
        Ok(job)
    }

    fn handle(&self) -> HANDLE {
        self.0.as_raw_handle()
    }

    /// Adds a process, which was started suspended, to this job, and lets it run.
    pub(super) fn run(&self, process: &Child) -> io::Result<()> {
        let process = process.as_raw_handle();
        // SAFETY: the handles are a job's and a process's, which their owners keep open.
        succeeded(unsafe { AssignProcessToJobObject(self.handle(), process) })?;
        // SAFETY: the handle is a process's with all rights, as `std` opened it.
        match unsafe { NtResumeProcess(process) } {
            0.. => Ok(()),
            _ => Err(io::Error::other("the process can't be resumed")),
        }
    }

    pub(super) fn end(&self) {
        // SAFETY: the handle is a job's with all rights.
        unsafe { TerminateJobObject(self.handle(), 1) };
        let start = Instant::now();
        while self.counts().ActiveProcesses > 0 && start.elapsed() < END {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The CPU time of all processes that are or were in the job.
    pub(super) fn cpu_time(&self) -> Duration {
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

    /// The memory of the processes of the job: the current sum, and the maximum of one process. If there are many processes, only
    /// the first ones count.
    pub(super) fn memory(&self) -> (u64, u64) {
        let mut list = ProcessIds {
            assigned: 0,
            listed: 0,
            ids: [0; PROCESSES],
        };
        // SAFETY: `ProcessIds` is the structure of this class, of plain numbers, with room for more of them. An error that
        // says there are more leaves the first in the list.
        let _ = unsafe { self.query(JobObjectBasicProcessIdList, &mut list) };
        let (mut sum, mut max) = (0, 0);
        for id in list.ids.into_iter().take(list.listed as usize) {
            // SAFETY: any number may be given; the call fails if no process has it.
            let process = unsafe { OpenProcess(PROCESS_QUERY_INFORMATION, 0, id as u32) };
            if process.is_null() {
                continue;
            }
            // SAFETY: the handle was just opened, and nothing else closes it.
            let process = unsafe { OwnedHandle::from_raw_handle(process) };
            let (now, peak) = memory(&process);
            (sum, max) = (sum + now, peak.max(max));
        }
        (sum, max)
    }

    /// # Safety
    ///
    /// `T` is the structure of `class`, and any bytes are a valid `T`.
    unsafe fn query<T>(&self, class: JOBOBJECTINFOCLASS, to: &mut T) -> io::Result<()> {
        let (to, size) = ((&raw mut *to).cast(), size_of::<T>() as u32);
        // SAFETY: the handle is that of a job. `to` is valid for writes of `size` bytes, and the caller guarantees that its
        // type is the structure of `class`.
        succeeded(unsafe {
            QueryInformationJobObject(self.handle(), class, to, size, std::ptr::null_mut())
        })
    }
}

/// Waits until the process ends, but at most `time`. Returns whether it has ended.
pub(super) fn wait(process: &Child, time: Duration) -> bool {
    let milliseconds = time.as_micros().div_ceil(1000).min(1000) as u32;
    // SAFETY: the handle is a process's, which `process` keeps open.
    unsafe { WaitForSingleObject(process.as_raw_handle(), milliseconds) == WAIT_OBJECT_0 }
}

/// The resident bytes of a process, even after it has ended: now, and the maximum so far.
pub(super) fn memory(process: &impl AsRawHandle) -> (u64, u64) {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of_val(&counters) as u32;
    // SAFETY: the handle is a process's, which `process` keeps open; `counters` is valid for writes of `size` bytes.
    // If the call fails, the numbers stay 0.
    unsafe { K32GetProcessMemoryInfo(process.as_raw_handle(), &mut counters, size) };
    (
        counters.WorkingSetSize as u64,
        counters.PeakWorkingSetSize as u64,
    )
}

/// From now on, a started process ends when the system would otherwise show a message and wait for a click.
pub(super) fn show_no_messages() {
    let quiet = SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX;
    // SAFETY: reads and sets the mode of this process, in which any bits may be set.
    unsafe { SetErrorMode(GetErrorMode() | quiet) };
}

fn succeeded(result: i32) -> io::Result<()> {
    match result {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
