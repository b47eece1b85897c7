//! The process that runs programs under test, one after another.
//!
//! It is the parent of the program that it runs, and adopts the [descendants](super::descendants) of the program. After each
//! run it kills its children until it has none. It ends when the other end of its socket is closed. The kernel closes it in
//! whatever way the process at that end ends.

use super::super::runner::{Request, RunResult};
use super::super::scratch::Scratch;
use super::descendants::adopt_descendants;
use super::folder::remove_folder;
use super::messages::{Answer, SentError, receive, send};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, BufReader};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use wythoff::Result;

/// The environment variable with the path of the temporary folder. A helper removes this folder when it ends.
pub(super) const FOLDER: &str = "WYTHOFF_HELPER_FOLDER";

/// The work of a helper: runs the programs that are requested through its standard input, which is a socket. Kills all
/// children of this process.
pub fn serve_stdin() -> io::Result<()> {
    let folder = std::env::var_os(FOLDER).ok_or(io::ErrorKind::NotFound)?;
    let folder = PathBuf::from(folder);
    adopt_descendants();
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut scratch = None;
    while let Ok((request, input)) = receive::<Request<'_>>(BufReader::new(&socket)) {
        let input = input.into();
        let request = Request { input, ..request };
        let (answer, stdout) = match run_in(&mut scratch, &folder, &request, &socket) {
            Ok(mut ran) => {
                let stdout = std::mem::take(&mut ran.stdout);
                (Answer::Ok(ran), stdout)
            }
            Err(error) => (Answer::Err(SentError::from(error)), Vec::new()),
        };
        if send(&socket, &answer, &stdout).is_err() {
            break;
        }
    }
    remove_folder(&folder)
}

/// Runs a program in `scratch`. After an error, the next run makes another folder.
fn run_in(
    scratch: &mut Option<Scratch>,
    folder: &Path,
    request: &Request<'_>,
    socket: &UnixStream,
) -> Result<RunResult> {
    let mut used = match scratch.take() {
        Some(scratch) => scratch,
        None => Scratch::new(folder)?,
    };
    // The other end sends nothing during a run.
    let is_stopped = || {
        let now = Timespec::default();
        poll(&mut [PollFd::new(socket, PollFlags::IN)], Some(&now)) != Ok(0)
    };
    let ran = used.run(request, is_stopped)?;
    *scratch = Some(used);
    Ok(ran)
}
