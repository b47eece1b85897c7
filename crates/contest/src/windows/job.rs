//! A job object: a process and all processes that it starts, with their limits, their memory and their end.
#![allow(unsafe_code)]

use std::io;
use std::mem::{offset_of, size_of};
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::{HANDLE, WAIT_OBJECT_0};
use windows_sys::Win32::System::Diagnostics::Debug::{
    GetErrorMode, SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SEM_NOOPENFILEERRORBOX,
    SetErrorMode,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, IsProcessInJob,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_BASIC_PROCESS_ID_LIST,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS, JobObjectBasicAccountingInformation,
    JobObjectBasicProcessIdList, JobObjectExtendedLimitInformation, QueryInformationJobObject,
    SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    OpenProcess, PROCESS_QUERY_INFORMATION, WaitForSingleObject,
};

pub(super) use windows_sys::Win32::System::Threading::{CREATE_NO_WINDOW, CREATE_SUSPENDED};

/// The longest time to wait for the end of the processes.
const END: Duration = Duration::from_secs(10);

/// The number of processes whose memory is counted.
const PROCESSES: usize = 256;

// The standard library links ntdll, too.
#[link(name = "ntdll")]
unsafe extern "system" {
    /// Starts all threads of a suspended process. `std` keeps no handle of the first thread, which `ResumeThread` needs.
    fn NtResumeProcess(process: HANDLE) -> i32;
}

/// Processes that end together: when this value is dropped, or when this process ends, in whatever way.
#[derive(Debug)]
pub(super) struct Job(OwnedHandle);

/// Resident bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    pub(super) now: u64,
    pub(super) max: u64,
}

/// The structure that the system fills in: the numbers of processes.
#[repr(C)]
struct List {
    first: JOBOBJECT_BASIC_PROCESS_ID_LIST,
    others: [usize; PROCESSES - 1],
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

    /// Adds a process to this job and lets it run. It was started suspended.
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

    /// Ends all processes, and waits for their end.
    pub(super) fn end(&self) {
        // SAFETY: the handle is a job's with all rights.
        unsafe { TerminateJobObject(self.handle(), 1) };
        let start = Instant::now();
        while self.is_active() && start.elapsed() < END {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn is_active(&self) -> bool {
        self.counts().ActiveProcesses > 0
    }

    /// The CPU time of all processes that are or were in the job.
    pub(super) fn cpu_time(&self) -> Duration {
        let counts = self.counts();
        let time = (counts.TotalUserTime + counts.TotalKernelTime).max(0) as u64;
        // The system counts in units of 100 ns.
        Duration::from_micros(time / 10)
    }

    /// All zeros if they are not known.
    fn counts(&self) -> JOBOBJECT_BASIC_ACCOUNTING_INFORMATION {
        let mut counts = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        // SAFETY: `counts` is the structure of this class, of plain numbers.
        let _ = unsafe { self.query(JobObjectBasicAccountingInformation, &mut counts) };
        counts
    }

    /// The memory of the processes of the job: the current sum, and the maximum of one process.
    pub(super) fn memory(&self) -> Memory {
        let mut sum = Memory::default();
        for id in self.processes() {
            // SAFETY: any number may be given.
            let process = unsafe { OpenProcess(PROCESS_QUERY_INFORMATION, 0, id as u32) };
            if process.is_null() {
                continue;
            }
            // SAFETY: the handle was just opened, and nothing else closes it.
            let process = unsafe { OwnedHandle::from_raw_handle(process) };
            let mut is_in = 0;
            // SAFETY: the handles are a process's and a job's; `is_in` is valid for writes.
            unsafe { IsProcessInJob(process.as_raw_handle(), self.handle(), &mut is_in) };
            // Another process may have this number by now.
            if is_in != 0 {
                let memory = memory_of(process.as_raw_handle());
                sum.now += memory.now;
                sum.max = sum.max.max(memory.max);
            }
        }
        sum
    }

    /// The numbers of the processes of the job; only the first ones if there are many.
    fn processes(&self) -> Vec<usize> {
        let mut list = List {
            first: JOBOBJECT_BASIC_PROCESS_ID_LIST::default(),
            others: [0; PROCESSES - 1],
        };
        // SAFETY: `List` is the structure of this class, of plain numbers, with room for more of them. An error that
        // says there are more leaves the first in the list.
        let _ = unsafe { self.query(JobObjectBasicProcessIdList, &mut list) };
        let count = list.first.NumberOfProcessIdsInList as usize;
        let all = list.first.ProcessIdList.into_iter().chain(list.others);
        all.take(count).collect()
    }

    /// # Safety
    ///
    /// `T` is the structure of `class`, and any bytes are a valid `T`.
    unsafe fn query<T>(&self, class: JOBOBJECTINFOCLASS, to: &mut T) -> io::Result<()> {
        let (to, size) = ((&raw mut *to).cast(), size_of::<T>() as u32);
        // SAFETY: the handle is a job's. `to` is valid for writes of `size` bytes, and the caller promises that its type
        // is the one of `class`.
        succeeded(unsafe {
            QueryInformationJobObject(self.handle(), class, to, size, std::ptr::null_mut())
        })
    }
}

// The list of numbers continues after the structure's first number.
const _: () = assert!(
    offset_of!(JOBOBJECT_BASIC_PROCESS_ID_LIST, ProcessIdList) + size_of::<usize>()
        == offset_of!(List, others)
);

/// Waits until the process ends, but at most `time`. Returns whether it has ended.
pub(super) fn wait(process: &Child, time: Duration) -> bool {
    let milliseconds = time.as_micros().div_ceil(1000).min(1000) as u32;
    // SAFETY: the handle is a process's, which `process` keeps open.
    unsafe { WaitForSingleObject(process.as_raw_handle(), milliseconds) == WAIT_OBJECT_0 }
}

/// The memory of a process, even after it has ended.
pub(super) fn memory(process: &Child) -> Memory {
    memory_of(process.as_raw_handle())
}

fn memory_of(process: HANDLE) -> Memory {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of_val(&counters) as u32;
    // SAFETY: the handle is a process's that its owner keeps open; `counters` is valid for writes of `size` bytes.
    // If the call fails, the numbers stay 0.
    unsafe { K32GetProcessMemoryInfo(process, &mut counters, size) };
    Memory {
        now: counters.WorkingSetSize as u64,
        max: counters.PeakWorkingSetSize as u64,
    }
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
