//! Gives a program its input through a pipe, without a thread.

use super::super::runner::stopped;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::Duration;
use wythoff::Result;

/// An input, and the pipe that it is written to.
pub(super) struct Feed<'i> {
    /// `None` when everything is written, or when no process reads the pipe any more.
    pipe: Option<io::PipeWriter>,
    rest: &'i [u8],
    cancel: BorrowedFd<'i>,
}

impl<'i> Feed<'i> {
    /// The size of the pipe's buffer, if the kernel allows it. It is larger than most inputs.
    const CAPACITY: usize = 1 << 20;

    pub(super) fn new(
        input: &'i [u8],
        cancel: BorrowedFd<'i>,
    ) -> io::Result<(io::PipeReader, Self)> {
        let (reader, writer) = io::pipe()?;
        // If this fails, there are only more waits.
        widen(&writer, Self::CAPACITY);
        rustix::io::ioctl_fionbio(&writer, true)?;
        let feed = Self {
            pipe: Some(writer),
            rest: input,
            cancel,
        };
        Ok((reader, feed))
    }

    /// A feed without input, for a program that reads from a file.
    pub(super) fn nothing(cancel: BorrowedFd<'i>) -> Self {
        Self {
            pipe: None,
            rest: &[],
            cancel,
        }
    }

    /// Writes as much as the pipe takes now.
    pub(super) fn write(&mut self) {
        while let Some(pipe) = &mut self.pipe {
            match pipe.write(self.rest) {
                Ok(count) if count < self.rest.len() => self.rest = &self.rest[count..],
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // The end of the input, or the program reads no more.
                Ok(_) | Err(_) => self.pipe = None,
            }
        }
    }

    /// Waits for `time`, or until the pipe takes more or `ended` becomes readable.
    ///
    /// Errors: cancelled.
    pub(super) fn wait(&self, time: Duration, ended: Option<&OwnedFd>) -> Result<()> {
        let cancel = PollFd::from_borrowed_fd(self.cancel, PollFlags::IN);
        let pipe = self.pipe.as_ref();
        let pipe = pipe.map(|pipe| PollFd::new(pipe, PollFlags::OUT));
        let ended = ended.map(|ended| PollFd::new(ended, PollFlags::IN));
        let mut ready: Vec<_> = [cancel].into_iter().chain(pipe).chain(ended).collect();
        let _ = poll(&mut ready, Timespec::try_from(time).ok().as_ref());
        if ready[0].revents().is_empty() {
            Ok(())
        } else {
            Err(stopped())
        }
    }
}

/// Enlarges the buffer of the pipe, if the kernel allows it.
#[cfg(target_os = "linux")]
fn widen(pipe: &io::PipeWriter, bytes: usize) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, bytes);
}
#[cfg(not(target_os = "linux"))]
fn widen(_pipe: &io::PipeWriter, _bytes: usize) {}
