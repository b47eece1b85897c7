//! A pseudoterminal and the screen that a user sees.

use crate::support::TIME_LIMIT;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Everything that the child wrote to the terminal so far.
#[derive(Clone, Default)]
pub(crate) struct Screen {
    seen: Arc<Mutex<Vec<u8>>>,
    is_closed: Arc<AtomicBool>,
}

impl Screen {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().expect("a screen")).into_owned()
    }

    /// Waits until the screen shows `what`.
    #[track_caller]
    pub(crate) fn until(&self, what: &str) {
        self.wait(what, || self.text().contains(what));
    }

    /// Waits until every process has closed the terminal, so that the screen is complete.
    #[track_caller]
    pub(crate) fn until_closed(&self) {
        self.wait("end", || self.is_closed.load(Ordering::Acquire));
    }

    #[track_caller]
    fn wait(&self, what: &str, is_there: impl Fn() -> bool) {
        let start = Instant::now();
        while !is_there() {
            let text = self.text();
            assert!(start.elapsed() < TIME_LIMIT, "no {what:?} in {text:?}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The lines on the screen.
    pub(crate) fn lines(&self) -> Vec<String> {
        lines(&self.text())
    }
}

/// The lines, up to the cursor, that a terminal with 100 columns shows after it received `text`.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let mut terminal = vt100::Parser::new(30, 100, 0);
    terminal.process(text.as_bytes());
    let screen = terminal.screen();
    let shown = usize::from(screen.cursor_position().0) + 1;
    screen.rows(0, 100).take(shown).collect()
}

/// A new terminal: the side for the child, and its screen.
pub(crate) fn terminal() -> (File, Screen) {
    let (terminal, screen, _) = with_keyboard();
    (terminal, screen)
}

/// A new terminal: the side for the child, its screen, and its keyboard.
fn with_keyboard() -> (File, Screen, File) {
    let other = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudoterminal");
    grantpt(&other).expect("granted");
    unlockpt(&other).expect("unlocked");
    let name = ptsname(&other, Vec::new()).expect("a name");
    let name = name.to_str().expect("UTF-8");
    let this = File::options()
        .read(true)
        .write(true)
        .open(name)
        .expect("it opens");
    let size = rustix::termios::Winsize {
        ws_row: 30,
        ws_col: 100,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    rustix::termios::tcsetwinsize(&this, size).expect("a size");
    let screen = Screen::default();
    let reader = screen.clone();
    let mut other = File::from(other);
    let keyboard = other.try_clone().expect("one more");
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        // A read fails when the last process has closed the terminal.
        while let Ok(got @ 1..) = other.read(&mut bytes) {
            reader.seen.lock().expect("a screen").extend(&bytes[..got]);
        }
        reader.is_closed.store(true, Ordering::Release);
    });
    (this, screen, keyboard)
}

/// Runs `command` with a terminal as all three streams, and types `typed`. Returns the final screen.
pub(crate) fn on_terminal(command: &mut Command, typed: &str) -> (ExitStatus, Screen) {
    let (terminal, screen, mut keyboard) = with_keyboard();
    keyboard.write_all(typed.as_bytes()).expect("typed");
    let streams = [(); 2].map(|()| terminal.try_clone().expect("one more"));
    let [stdin, stdout] = streams.map(Stdio::from);
    let child = command.stdin(stdin).stdout(stdout).stderr(terminal);
    let status = child.status().expect("the child runs");
    // The command holds the terminal open.
    child.stdin(Stdio::null());
    child.stdout(Stdio::null()).stderr(Stdio::null());
    screen.until_closed();
    (status, screen)
}
