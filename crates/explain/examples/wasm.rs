//! Answers, an explanation and a picture on WebAssembly, through functions without pointers: the caller pushes the bytes of an
//! input and takes the bytes of the output, one by one. `wasm.mjs` is a caller.
#![allow(unsafe_code)] // An exported function has a name that no other may have.

use std::sync::Mutex;
use wythoff::{Input, Output, Problem, Rule, Solver};
use wythoff_explain::{Lang, explain, plot};

static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUTPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Appends a byte to the input.
#[unsafe(no_mangle)]
extern "C" fn push(byte: u8) {
    INPUT.lock().expect("no call panics").push(byte);
}

/// The byte of the output at `index`.
#[unsafe(no_mangle)]
extern "C" fn byte(index: usize) -> u8 {
    OUTPUT.lock().expect("no call panics")[index]
}

/// Solves the input, a pair on each line. Returns the number of bytes of the output, or -1 if a line is invalid.
#[unsafe(no_mangle)]
extern "C" fn solve() -> i32 {
    let pairs = std::mem::take(&mut *INPUT.lock().expect("no call panics"));
    let mut answers = Vec::new();
    let output = Output::stream(&mut answers, "answers");
    let input = Input::reader(&pairs[..], "pairs");
    match Solver::new(Problem::default()).solve(vec![input], output) {
        Ok(_) => put(answers),
        Err(_) => -1,
    }
}

/// Explains a position. Returns the number of bytes of the text.
#[unsafe(no_mangle)]
extern "C" fn explained(a: u64, b: u64, is_chinese: bool) -> i32 {
    put(explain(&a.into(), &b.into(), Rule::Normal, lang(is_chinese)).into_bytes())
}

/// Draws the winning moves from a position. Returns the number of bytes of the SVG.
#[unsafe(no_mangle)]
extern "C" fn drawn(a: u64, b: u64, is_chinese: bool) -> i32 {
    let picture = plot::moves(a, b, Rule::Normal, lang(is_chinese));
    put(picture.svg().into_bytes())
}

fn lang(is_chinese: bool) -> Lang {
    if is_chinese { Lang::Zh } else { Lang::En }
}

fn put(bytes: Vec<u8>) -> i32 {
    let mut output = OUTPUT.lock().expect("no call panics");
    *output = bytes;
    output.len() as i32
}
