//! A pseudoterminal, and what a person sees on it.

use super::*;

/// What was seen on the terminal, while the child runs.
#[derive(Clone, Default)]
pub(super) struct Screen(pub(super) Arc<Mutex<Vec<u8>>>);

impl Screen {
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("a screen")).into_owned()
    }

    /// Waits until it shows `what`.
    #[track_caller]
    pub(super) fn until(&self, what: &str) {
        let start = Instant::now();
        while !self.text().contains(what) {
            assert!(
                start.elapsed() < TIME_LIMIT,
                "no {what:?} in {:?}",
                self.text()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// What stands on its last line.
    pub(super) fn last_line(&self) -> String {
        self.lines().pop().unwrap_or_default()
    }

    /// What stands there: a terminal of a hundred columns, and the few sequences that a progress line
    /// needs.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let shown = |line: &[char]| line.iter().collect::<String>().trim_end().to_owned();
        let (mut line, mut at) = (Vec::<char>::new(), 0);
        let text = self.text();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\r' => at = 0,
                '\n' => {
                    lines.push(shown(&line));
                    line.clear();
                }
                '\x1b' => {
                    assert_eq!(chars.next(), Some('['), "{text:?}");
                    let mut number = String::new();
                    let end = loop {
                        match chars.next() {
                            Some(c) if c.is_ascii_digit() || c == '?' => number.push(c),
                            Some(c) => break c,
                            None => panic!("a sequence without end: {text:?}"),
                        }
                    };
                    match (end, number.as_str()) {
                        ('K', "2") => line.clear(),
                        ('K', "" | "0") => line.truncate(at),
                        // Up, which on one line is nowhere.
                        ('A', _) => {}
                        other => panic!("unknown sequence {other:?}: {text:?}"),
                    }
                }
                c => {
                    if line.len() <= at {
                        line.resize(at + 1, ' ');
                    }
                    line[at] = c;
                    at += 1;
                }
            }
        }
        lines.push(shown(&line));
        lines
    }
}

/// A terminal: its other side, and what is seen there.
pub(super) fn terminal() -> (File, Screen) {
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
    let seen = screen.clone();
    let mut other = File::from(other);
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        // At the end, when nobody has the terminal any more, it is an error.
        while let Ok(got @ 1..) = other.read(&mut bytes) {
            seen.0.lock().expect("a screen").extend(&bytes[..got]);
        }
    });
    (this, screen)
}
