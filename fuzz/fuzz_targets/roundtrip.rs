//! Writes numbers as text, solves the text, and converts the answers back to bits. The bits must be the outcomes that were
//! known before.
//!
//! The text is a block of a [workload](wythoff::workload) regime, and pairs and layouts that the fuzzer chooses. The right
//! answers come from the oracles, which use no text and no constant.
#![no_main]
use libfuzzer_sys::fuzz_target;
use num_bigint::BigUint;
use oracle::{cold_by_quadratic_form, pair_by_sqrt};
use std::num::NonZeroUsize;
use wythoff::game::wythoff_pair;
use wythoff::workload::{REGIMES, Workload};
use wythoff::{AnswerLabels, Backend, Input, Output, Problem, Solver};

#[allow(dead_code)]
#[path = "../../src/game/tests/oracle.rs"]
mod oracle;

/// Labels for hot and cold. No label is the beginning of the line of the other one.
const WORDS: [[&str; 2]; 5] = [
    ["1", "0"],
    ["A", "B"],
    ["hot", "cold"],
    ["x", "yz"],
    ["an answer of thirty-one bytes..", "先手必胜"],
];

fn is_cold(line: &str) -> bool {
    let mut piles = line.split_ascii_whitespace();
    let mut pile = || piles.next().expect("two piles").parse::<BigUint>().expect("digits");
    let (a, b) = (pile(), pile());
    match (u64::try_from(&a), u64::try_from(&b)) {
        (Ok(a), Ok(b)) => cold_by_quadratic_form(a, b),
        _ => {
            let (m, most) = if a < b { (a, b) } else { (b, a) };
            pair_by_sqrt(&(&most - &m)) == (m, most)
        }
    }
}

type Case = (u8, u64, u64, [u8; 3], Vec<(u64, u64, u8)>);

fuzz_target!(|case: Case| {
    let (regime, seed, block, [words, chunk, layout], own) = case;
    // A sixth of a block is enough for every kernel to answer whole tiles. A whole block takes too long.
    let mut text = Vec::new();
    let regime = REGIMES[usize::from(regime) % REGIMES.len()];
    let workload = Workload::of_regime(seed, regime, &Problem::default()).expect("a pair on each line");
    workload.append_block(block, &mut text);
    let cut = text.iter().enumerate().filter(|(_, c)| **c == b'\n').map(|(i, _)| i + 1);
    text.truncate(cut.take(700).last().unwrap_or(0));
    let mut known: Vec<bool> = String::from_utf8_lossy(&text).lines().map(is_cold).collect();
    for (a, b, how) in own {
        let (a, b) = match (how & 1, wythoff_pair(a >> (how >> 2))) {
            (1, Some((lower, upper))) => (lower.saturating_add(b & 1), upper),
            _ => (a >> (how >> 2), b >> (how >> 2)),
        };
        let (a, b) = if how & 2 == 0 { (a, b) } else { (b, a) };
        known.push(cold_by_quadratic_form(a, b));
        let zeros = usize::from(layout >> 4);
        let end = if layout & 1 == 0 { "\n" } else { "\r\n" };
        let gap = [" ", "\t", "   "][usize::from(layout >> 1) % 3];
        text.extend_from_slice(format!("{a:0zeros$}{gap}{b:0zeros$}{end}").as_bytes());
    }
    let words = WORDS[usize::from(words) % WORDS.len()];
    for backend in Backend::list_available() {
        let mut problem = Problem::default();
        problem.labels = AnswerLabels::new(words[0], words[1]).expect("short labels");
        let solver = Solver {
            backend,
            threads: NonZeroUsize::new(1 + usize::from(chunk & 1)),
            chunk_size: NonZeroUsize::new(1 + 64 * usize::from(chunk)),
            ..Solver::new(problem)
        };
        let mut out = Vec::new();
        let input = Input::reader(&text[..], "fuzz");
        let summary = solver
            .solve(vec![input], Output::stream(&mut out, "out"))
            .expect("every line is a record");
        let out = String::from_utf8(out).expect("the words are UTF-8");
        let answers: Vec<bool> = out
            .split_terminator('\n')
            .map(|word| words.iter().position(|w| *w == word).expect("a word") == 1)
            .collect();
        assert!(answers == known, "{backend}");
        let cold = known.iter().filter(|&&cold| cold).count() as u64;
        assert_eq!((summary.cold, summary.records()), (cold, known.len() as u64), "{backend}");
    }
});
