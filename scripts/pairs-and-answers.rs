//! Uniform pairs and their answers, by the plainest means: one file, no crates, no constants of the
//! golden ratio. `scripts/verify-25m` compiles it; by hand:
//!
//!     rustc -O scripts/pairs-and-answers.rs -o /tmp/pairs-and-answers
//!     /tmp/pairs-and-answers COUNT MOST SEED PAIRS ANSWERS
//!
//! writes COUNT pairs of numbers from 0 to MOST (at most 2^63) to the file PAIRS, and 0 or 1 for each
//! to ANSWERS: 0 iff the smaller pile a and the difference d have a (a - d) < d d < (a + 1) (a + 1 - d).
//! One pair in 64 is a true cold pair or beside one: among uniform pairs nearly none is cold.

use std::fs::File;
use std::io::{BufWriter, Write};

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Uniform on 0..=most, exactly: what would be too frequent is drawn again.
fn uniform(state: &mut u64, most: u64) -> u64 {
    let size = most + 1;
    let fair = u64::MAX - u64::MAX % size;
    loop {
        let x = next(state);
        if x < fair {
            return x % size;
        }
    }
}

fn is_cold(a: u64, b: u64) -> bool {
    let (a, b) = (i128::from(a.min(b)), i128::from(a.max(b)));
    let d = b - a;
    if d == 0 {
        return a == 0;
    }
    a * (a - d) < d * d && d * d < (a + 1) * (a + 1 - d)
}

/// The lower pile of the pair of difference `d`: the largest a with a (a - d) < d d, by halving.
fn lower(d: u64) -> u64 {
    let d = i128::from(d);
    let (mut low, mut high) = (d, 2 * d + 1);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle * (middle - d) < d * d {
            low = middle;
        } else {
            high = middle;
        }
    }
    low as u64
}

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let [_, count, most, seed, pairs, answers] = &args[..] else {
        eprintln!("usage: pairs-and-answers COUNT MOST SEED PAIRS ANSWERS");
        std::process::exit(2);
    };
    let number = |text: &String| text.parse::<u64>().expect("a whole number");
    let (count, most, mut state) = (number(count), number(most), number(seed));
    let mut pairs = BufWriter::with_capacity(1 << 20, File::create(pairs)?);
    let mut answers = BufWriter::with_capacity(1 << 20, File::create(answers)?);
    for i in 0..count {
        let (mut a, mut b) = (uniform(&mut state, most), uniform(&mut state, most));
        if i % 64 == 63 {
            // d up to most / 2.7 keeps the upper pile, 2.618 d, below most.
            let d = uniform(&mut state, most / 27 * 10);
            a = lower(d) + [0, 0, 0, 1][(i / 64 % 4) as usize];
            b = lower(d) + d;
            if i / 256 % 2 == 1 {
                (a, b) = (b, a);
            }
        }
        writeln!(pairs, "{a} {b}")?;
        answers.write_all(if is_cold(a, b) { b"0\n" } else { b"1\n" })?;
    }
    pairs.flush()?;
    answers.flush()
}
