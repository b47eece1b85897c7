//! Standard streams, pipes, and other descriptors.
#![allow(unsafe_code)]

use super::super::FileIdentity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::FileType;
use rustix::io::{Errno, retry_on_intr};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

pub(crate) fn stdin_file() -> io::Result<File> {
    let copy = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    Ok(File::from(copy))
}

/// Waits until a read returns at once.
pub(crate) fn wait_until_readable(file: &File) -> io::Result<()> {
    retry_on_intr(|| poll(&mut [PollFd::new(file, PollFlags::IN)], None))?;
    Ok(())
}

pub(crate) fn is_readable_now(file: &File) -> bool {
    let mut fds = [PollFd::new(file, PollFlags::IN)];
    poll(&mut fds, Some(&Timespec::default())).is_ok_and(|count| count > 0)
}

pub(crate) fn stdout_identity() -> io::Result<Option<FileIdentity>> {
    let stat = rustix::fs::fstat(rustix::stdio::stdout())?;
    // Some systems (macOS) have a smaller type for device numbers. It is converted as in `Metadata::dev`.
    #[allow(clippy::unnecessary_cast)]
    let identity = (stat.st_dev as u64, stat.st_ino);
    let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
    Ok(is_file.then_some(identity))
}

/// Writes directly to the descriptor of standard output. A duplicate would need one more descriptor, and a process may be
/// limited to four.
pub(crate) fn write_stdout(bytes: &[u8]) -> io::Result<usize> {
    write_stream(rustix::stdio::stdout(), bytes)
}

/// Writes to a descriptor that other processes may share.
pub(crate) fn write_stream(stream: impl AsFd, bytes: &[u8]) -> io::Result<usize> {
    loop {
        match rustix::io::write(&stream, bytes) {
            // Another process that shares the descriptor made it non-blocking.
            Err(Errno::AGAIN) => {
                retry_on_intr(|| poll(&mut [PollFd::new(&stream, PollFlags::OUT)], None))?;
            }
            result => return Ok(result?),
        }
    }
}

pub(crate) fn duplicate(descriptor: u32) -> io::Result<File> {
    let descriptor = i32::try_from(descriptor).map_err(|_| Errno::BADF)?;
    // SAFETY: the number is not -1. The borrowed descriptor is used only to duplicate it, which fails if it is not open.
    let borrowed = unsafe { BorrowedFd::borrow_raw(descriptor) };
    Ok(File::from(rustix::io::fcntl_dupfd_cloexec(borrowed, 3)?))
}
