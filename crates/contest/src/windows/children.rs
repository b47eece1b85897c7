//! The programs under test that run now, and their folders.

use super::super::runner::{Ran, Request, stopped};
use super::process;
use super::scratch::Scratch;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use wythoff::Result;

/// Runs programs. They end when this process ends, in whatever way that happens.
#[derive(Debug, Default)]
pub struct Children {
    folders: OnceLock<Folders>,
    runs: Mutex<Runs>,
    /// Notified when a run has ended.
    ended: Condvar,
    /// Set once, while `runs` is locked.
    is_stopped: AtomicBool,
}

#[derive(Debug)]
struct Folders {
    /// The folder that contains all other folders.
    root: TempDir,
    programs: PathBuf,
}

#[derive(Debug, Default)]
struct Runs {
    active: usize,
    /// Folders that no run uses.
    idle: Vec<Scratch>,
}

/// The longest time to wait for the end of the programs.
const END: Duration = Duration::from_secs(1);

impl Children {
    /// A folder for programs. It is removed by [`stop`](Self::stop).
    pub(crate) fn folder(&self) -> io::Result<&Path> {
        Ok(&self.folders()?.programs)
    }

    fn folders(&self) -> io::Result<&Folders> {
        if self.folders.get().is_none() {
            let root = tempfile::tempdir()?;
            let programs = root.path().join("programs");
            fs::create_dir(&programs)?;
            let _ = self.folders.set(Folders { root, programs });
        }
        self.folders
            .get()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Ends every program, prevents new ones from starting, and removes the folders. Can be called from any thread. A run in
    /// another thread returns an error.
    pub fn stop(&self) {
        let mut runs = self.lock();
        if self.is_stopped.swap(true, Ordering::Relaxed) {
            return;
        }
        runs.idle.clear();
        let all_ended = self
            .ended
            .wait_timeout_while(runs, END, |runs| runs.active > 0);
        drop(all_ended);
        let Some(folders) = self.folders.get() else {
            return;
        };
        // A file of a process that has just ended may be in use for a moment.
        let start = Instant::now();
        while fs::remove_dir_all(folders.root.path())
            .is_err_and(|e| e.kind() != io::ErrorKind::NotFound)
            && start.elapsed() < END
        {
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn run(&self, request: &Request<'_>) -> Result<Ran> {
        let scratch = {
            let mut runs = self.lock();
            if self.is_stopped.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            runs.active += 1;
            runs.idle.pop()
        };
        let (scratch, ran) = match self.scratch(scratch) {
            Ok(scratch) => {
                let ran = process::run(request, scratch.path(), &self.is_stopped);
                // If the folder isn't clean, the next run creates another one.
                (scratch.is_clean().then_some(scratch), ran)
            }
            Err(error) => (None, Err(error.into())),
        };
        let mut runs = self.lock();
        runs.active -= 1;
        self.ended.notify_all();
        if self.is_stopped.load(Ordering::Relaxed) {
            return Err(stopped());
        }
        runs.idle.extend(scratch);
        ran
    }

    fn scratch(&self, idle: Option<Scratch>) -> io::Result<Scratch> {
        match idle {
            Some(scratch) => Ok(scratch),
            None => Scratch::new(self.folders()?.root.path()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Runs> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::program::Program;
    use super::super::super::runner::{End, Limits};
    use super::super::process::tests::{await_held, command, is_held};
    use super::*;
    use std::sync::Arc;

    fn program(args: &[&str]) -> Program {
        Program {
            command: command(args),
            limits: Limits {
                time: Duration::from_secs(100),
                memory: 256 << 20,
            },
            children: Arc::default(),
        }
    }

    #[test]
    fn a_stop_ends_all_and_lets_none_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("held");
        let program = program(&["wait below", path.to_str().unwrap()]);
        let root = program.children.folders().unwrap().root.path().to_owned();
        assert!(program.children.folder().unwrap().exists());
        let start = Instant::now();
        thread::scope(|scope| {
            let run = scope.spawn(|| program.run(b"", 0));
            await_held(&path);
            program.children.stop();
            assert!(run.join().unwrap().is_err());
        });
        assert!(!is_held(&path) && program.run(b"", 0).is_err());
        assert!(!root.exists());
        assert!(start.elapsed() < Duration::from_secs(50));
    }

    /// A folder is used again if the run left nothing in it.
    #[test]
    fn one_folder_after_another() {
        let echo = program(&["echo"]);
        let folders = || {
            let runs = echo.children.lock();
            runs.idle
                .iter()
                .map(|idle| idle.path().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(echo.run(b"x", 2).unwrap().end, End::Exit(0));
        let first = folders();
        assert_eq!(first.len(), 1);
        assert_eq!(echo.run(b"x", 2).unwrap().end, End::Exit(0));
        assert_eq!(folders(), first);
        fs::write(first[0].join("left"), "").unwrap();
        assert_eq!(echo.run(b"x", 2).unwrap().end, End::Exit(0));
        assert!(folders().is_empty() && !first[0].exists());
    }
}
