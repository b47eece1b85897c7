//! Standard output without a buffer.

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use std::io::{self, Write};

/// Writes to the descriptor of standard output itself. A duplicate would take one more descriptor, and a process may
/// have only four.
#[derive(Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stdout = rustix::stdio::stdout();
        loop {
            match rustix::io::write(stdout, bytes) {
                // Another process that shares the descriptor made it non-blocking.
                Err(Errno::AGAIN) => {
                    let mut fds = [PollFd::new(&stdout, PollFlags::OUT)];
                    match rustix::event::poll(&mut fds, None) {
                        Ok(_) | Err(Errno::INTR) => {}
                        Err(e) => return Err(e.into()),
                    }
                }
                result => return Ok(result?),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Makes a pipe that is standard output hold more: fewer switches between its two ends.
#[cfg(target_os = "linux")]
pub(super) fn widen_pipe() {
    let _ = rustix::pipe::fcntl_setpipe_size(rustix::stdio::stdout(), 1 << 20);
}
#[cfg(not(target_os = "linux"))]
pub(super) fn widen_pipe() {}
