//! Solves a file that the caller reads, and writes the answers to the caller.

use crate::{INPUT, problem, put};
use std::io::{Read, Result, Write};
use wythoff::{Input, Output, Solver};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Writes at most `length` bytes of the file to `buffer`, and returns their number; 0 is the end.
    fn read(buffer: *mut u8, length: usize) -> usize;
    /// Takes `length` bytes of answers.
    fn write(buffer: *const u8, length: usize);
}

struct File;

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        // SAFETY: the caller writes at most the length of the buffer.
        let count = unsafe { read(buffer.as_mut_ptr(), buffer.len()) };
        Ok(count.min(buffer.len()))
    }
}

struct Answers;

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        // SAFETY: the caller only reads the bytes.
        unsafe { write(bytes.as_ptr(), bytes.len()) };
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Solves a file. The request is the name of a profile, or empty. The answer is the number of hot positions and of cold ones; or
/// the error, as the program prints it.
#[unsafe(no_mangle)]
extern "C" fn solve() -> i32 {
    let name = std::mem::take(&mut *INPUT.lock().expect("no thread panicked"));
    let solved = problem(&String::from_utf8_lossy(&name)).and_then(|problem| {
        let input = Input::reader(File, "file");
        let output = Output::stream(Answers, "answers");
        let solved = Solver::new(problem).solve(vec![input], output);
        solved.map_err(|error| error.to_string())
    });
    put(solved.map(|summary| format!("{} {}", summary.hot, summary.cold)))
}
