//! Ends the programs under test, also when the process that started them is killed.
//!
//! A server ([`serve_stdin`]) is the parent of the program that it runs. A reaper ([`watch_server`]) is the parent of the
//! server. On Linux both are subreapers: a process becomes their child when its own parent ends, whatever its group or
//! session. After each run the server kills its children until it has none. When the server has ended, the reaper does
//! the same.
//!
//! The server ends when the other end of its socket is closed. The kernel closes it in whatever way the process at that end
//! ends. The server and the reaper are two processes, because a program can kill its parent. Only children are killed, and
//! both processes start without children. A process that changed its user can't be killed.
//!
//! Other systems have no subreapers. On those only the process group of the program is killed.

use super::super::runner::{Ran, Request};
use super::messages::{read_request, send_answer};
use super::process::run;
use super::scratch::Scratch;
use std::io::{self, BufReader};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::time::Duration;
use wythoff::Result;

/// The environment variable with the path of a folder. Each reaper removes this folder when it ends.
pub(super) const FOLDER: &str = "WYTHOFF_REAPER_FOLDER";

/// The maximum time for killing the processes that a run left. It is limited, because processes may start others faster than
/// they are killed.
const AFTER_RUN: Duration = Duration::from_secs(1);

/// The maximum time for killing the processes that a server left.
const AFTER_SERVER: Duration = Duration::from_secs(10);

/// The work of a reaper: starts `server`, waits for its end, and kills the processes that it left. `server` calls
/// [`serve_stdin`], and gets the standard input of this process. Kills all children of this process. Removes the temporary
/// files of all of them, and the folder that `FOLDER` names.
pub fn watch_server(server: &mut Command) -> io::Result<()> {
    become_subreaper();
    let folder = tempfile::tempdir();
    if let Ok(folder) = &folder {
        server.env("TMPDIR", folder.path());
    }
    let ended = server
        .env_remove(FOLDER)
        .spawn()
        .and_then(|mut server| server.wait());
    kill_children(AFTER_SERVER);
    if let Some(folder) = std::env::var_os(FOLDER) {
        let _ = std::fs::remove_dir_all(folder);
    }
    ended.map(drop)
}

/// The work of a server: runs the programs that are requested through its standard input, which is a socket. Kills all
/// children of this process.
pub fn serve_stdin() -> io::Result<()> {
    become_subreaper();
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    serve(&socket, || kill_children(AFTER_RUN));
    Ok(())
}

/// Runs the programs that are requested through `socket`, until its other end is closed. When a program has ended, calls
/// `after_run` before the answer is sent.
pub(super) fn serve(socket: &UnixStream, after_run: impl Fn()) {
    let mut folder = None;
    while let Ok(request) = read_request(BufReader::new(socket)) {
        let answer = run_in(&mut folder, &request, socket, &after_run);
        if send_answer(socket, &answer).is_err() {
            return;
        }
    }
}

/// Runs a program in `scratch`, calls `after_run`, and removes the files that the run left in the folder.
fn run_in(
    scratch: &mut Option<Scratch>,
    request: &Request<'_>,
    socket: &UnixStream,
    after_run: &impl Fn(),
) -> Result<Ran> {
    let folder = match scratch.take() {
        Some(folder) => folder,
        None => Scratch::new()?,
    };
    let ran = run(request, folder.path(), socket.as_fd());
    after_run();
    // If this fails, the next run creates a new folder, or reports why it can't.
    *scratch = folder.cleaned().ok();
    ran
}

#[cfg(target_os = "linux")]
fn become_subreaper() {
    // Linux has subreapers since 3.4.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}
#[cfg(not(target_os = "linux"))]
fn become_subreaper() {}

/// Kills the children of this process, and the processes that become its children because of this, until there are none or
/// `time` is over.
#[cfg(target_os = "linux")]
fn kill_children(time: Duration) {
    use rustix::io::Errno;
    use rustix::process::{WaitOptions, wait};
    let start = std::time::Instant::now();
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) if start.elapsed() < time && kill_each_child() => {
                // The kernel needs a moment to end them.
                std::thread::sleep(Duration::from_micros(50));
            }
            Ok(None) | Err(_) => return,
        }
    }
}
#[cfg(not(target_os = "linux"))]
fn kill_children(_time: Duration) {}

/// Kills each child once. Returns whether there was a child that could be killed.
#[cfg(target_os = "linux")]
fn kill_each_child() -> bool {
    use rustix::process::{Pid, PidfdFlags, Signal, getpid, pidfd_open, pidfd_send_signal};
    let mut killed = false;
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.parse().ok());
        let Some(process) = number.and_then(Pid::from_raw) else {
            continue;
        };
        // The handle is opened before the parent is read, because later another process could have the same number.
        let Ok(handle) = pidfd_open(process, PidfdFlags::empty()) else {
            continue;
        };
        if parent(process) == Some(getpid()) {
            killed |= pidfd_send_signal(handle, Signal::KILL).is_ok();
        }
    }
    killed
}

#[cfg(target_os = "linux")]
fn parent(process: rustix::process::Pid) -> Option<rustix::process::Pid> {
    let stat = std::fs::read(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
    // "7 (name) S 1 ...", where the name can be anything.
    let behind_name = stat.iter().rposition(|&c| c == b')')? + 1;
    let fields = std::str::from_utf8(&stat[behind_name..]).ok()?;
    let parent = fields.split_ascii_whitespace().nth(1)?.parse().ok()?;
    rustix::process::Pid::from_raw(parent)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_parent_of_a_process_of_any_name() {
        use rustix::process::{Pid, getpid};
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("a) S 1 (b");
        std::os::unix::fs::symlink("/bin/sleep", &name).unwrap();
        let mut child = Command::new(name).arg("1000").spawn().unwrap();
        assert_eq!(parent(Pid::from_child(&child)), Some(getpid()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(parent(Pid::from_raw(i32::MAX).unwrap()), None);
    }
}
