//! Panics of code that the caller gives to the library and that runs in a worker: readers and writers.
//!
//! The panic must reach the caller, after all workers have ended: no hang, no output file, no temporary file, and no
//! answer after a gap on a stream.

use crate::support::Folder;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use wythoff::{Input, Output, Solver};

const MESSAGE: &str = "on purpose";
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Pairs whose first pile is the number of the line.
fn text(lines: u64) -> Vec<u8> {
    let line = |i| format!("{i} {}\n", 2 * i).into_bytes();
    (0..lines).flat_map(line).collect()
}

/// Runs `f`, which must panic with [`MESSAGE`], with a time limit.
fn panics(what: &str, f: impl FnOnce() + Send + 'static) {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || send.send(catch_unwind(AssertUnwindSafe(f)).err()));
    let panic = receive
        .recv_timeout(TIME_LIMIT)
        .unwrap_or_else(|_| panic!("{what} still runs after {TIME_LIMIT:?}"))
        .unwrap_or_else(|| panic!("{what}: the panic was lost"));
    assert_eq!(panic.downcast_ref::<&str>(), Some(&MESSAGE), "{what}");
}

fn solver(threads: usize) -> Solver {
    Solver {
        threads: NonZeroUsize::new(threads),
        chunk_size: NonZeroUsize::new(16 << 10),
        ..Solver::default()
    }
}

/// Panics if this is the last call of `left`. Later calls by other workers don't panic, so without a stop these workers would
/// wait forever for the missing chunk.
fn count_down(left: &mut u32) {
    if *left > 0 {
        *left -= 1;
        if *left == 0 {
            std::panic::panic_any(MESSAGE)
        }
    }
}

/// Reads a text in small pieces, and keeps what is written. Panics at the `left`-th call.
struct Panicking {
    text: io::Cursor<Vec<u8>>,
    seen: Option<mpsc::Sender<Vec<u8>>>,
    left: u32,
}

impl Read for Panicking {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        count_down(&mut self.left);
        let some = into.len().min(8_000);
        self.text.read(&mut into[..some])
    }
}

impl Write for Panicking {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        count_down(&mut self.left);
        let _ = self
            .seen
            .iter()
            .try_for_each(|seen| seen.send(bytes.to_vec()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Enough lines for several threads, and for more chunks than may wait for a missing chunk. Small pieces make many chunks.
fn input(left: u32) -> Input<'static> {
    let text = io::Cursor::new(text(120_000));
    let seen = None;
    Input::reader(Panicking { text, seen, left }, "text")
}

#[test]
fn a_reader_that_panics() {
    for threads in [1, 2, 4] {
        for left in [1, 2, 100, 120] {
            for old in [None, Some("old\n")] {
                let folder = Folder::new();
                let out = folder.path().join("out");
                if let Some(old) = old {
                    folder.file("out", old);
                }
                let path = out.clone();
                panics(&format!("read {left} of {threads} threads"), move || {
                    let output = Output::path(&path).expect("an output");
                    let _ = solver(threads).solve(vec![input(left)], output);
                });
                assert_eq!(folder.names().len(), usize::from(old.is_some()));
                assert_eq!(std::fs::read_to_string(&out).ok().as_deref(), old);
            }
        }
    }
}

#[test]
fn a_writer_that_panics() {
    let mut right = Vec::new();
    let output = Output::stream(&mut right, "out");
    let summary = solver(1).solve(vec![input(0)], output);
    summary.expect("it is solved");
    for threads in [1, 2, 4] {
        for left in [1, 2, 60, 80] {
            let (seen, written) = mpsc::channel();
            panics(&format!("write {left} of {threads} threads"), move || {
                let (text, seen) = (io::Cursor::default(), Some(seen));
                let output = Output::stream(Panicking { text, seen, left }, "out");
                let _ = solver(threads).solve(vec![input(0)], output);
            });
            let written: Vec<u8> = written.iter().flatten().collect();
            assert!(right.starts_with(&written), "answers after a gap");
            assert_eq!(written.is_empty(), left == 1);
        }
    }
}
