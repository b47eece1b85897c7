//! Standard streams, signals and helper processes of this process. Each system has a file that defines the same names.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

use super::options::Watch;
use super::report;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
pub(crate) use system::{
    NULL_DEVICE, path_of, prepare_signals, run_if_helper, signal_name, user_locale,
};
use wythoff::{Error, descriptor_of};
use wythoff_contest::Children;

/// The tasks that run before a signal ends the process. One thread runs all of them, because the first thread to finish would
/// end the process.
static CLEANERS: Mutex<Vec<Cleaner>> = Mutex::new(Vec::new());

type Cleaner = Box<dyn FnOnce() + Send>;

/// Runs `clean` before SIGINT or a similar signal, or Ctrl-C on Windows, ends the process.
pub(crate) fn on_signals(clean: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    cleaners().push(Box::new(clean));
    if cleaners().len() > 1 {
        return Ok(());
    }
    system::handle_signals().map_err(|e| Error::from(e).about("preparing for signals"))
}

/// Called before a signal ends the process.
fn clean_up() {
    cleaners().drain(..).for_each(|clean| clean());
}

fn cleaners() -> MutexGuard<'static, Vec<Cleaner>> {
    CLEANERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The processes that run programs under test. They end when this value is dropped, or when this process ends.
pub(crate) struct Runners {
    pub(crate) children: Arc<Children>,
}

impl Runners {
    /// `env`: names of variables that programs get beside the judge's variables. With `None` they get the environment of this
    /// process.
    pub(crate) fn new(env: Option<Vec<OsString>>) -> Result<Self, Error> {
        let mut children = Children::new(system::helper);
        children.env = env;
        let children = Arc::new(children);
        let stopped = Arc::clone(&children);
        on_signals(move || stop(&stopped))?;
        Ok(Self { children })
    }
}

impl Drop for Runners {
    fn drop(&mut self) {
        if self.children.are_stopped() {
            // A signal stopped them, and is about to end this process.
            thread::sleep(Duration::from_secs(5));
        }
        stop(&self.children);
    }
}

/// Ends the programs under test. Reports files that can't be removed.
fn stop(children: &Children) {
    if let Err(error) = children.stop() {
        report::line(&error);
    }
}

/// Errors: `path` names a closed standard stream. (Opening it would open the runtime's /dev/null.)
pub(crate) fn require_open(path: &Path) -> Result<(), Error> {
    match descriptor_of(path) {
        Some(fd @ 0..=2) => system::require_open(fd as usize).map_err(Error::about_path(path)),
        _ => Ok(()),
    }
}

/// Called before standard input is read. If it is a terminal, a note says why the program waits.
///
/// Errors: standard input is closed.
pub(crate) fn stdin(watch: Watch) -> Result<(), Error> {
    system::require_open(0).map_err(|e| Error::from(e).about("<stdin>"))?;
    if !watch.quiet && io::stdin().is_terminal() {
        report::line(&"reading standard input from the terminal; Ctrl-D ends the input");
    }
    Ok(())
}

/// Errors: standard output is closed.
pub(crate) fn stdout() -> Result<(), Error> {
    system::require_open(1).map_err(|e| Error::from(e).about("<stdout>"))
}
