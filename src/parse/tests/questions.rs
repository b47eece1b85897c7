//! Questions, sinks and random numbers for the tests of kernels.

use crate::game::ratio::{FOUR_DIGITS_LONGER, FOUR_DIGITS_SAME, SIX_DIGITS};
use crate::parse::{AnswerSink, Decide};

/// A question with the answer 0 for every pair, for tests of where a kernel stops.
pub(in crate::parse) struct Never;

impl Decide for Never {
    fn pair(_: u64, _: u64) -> bool {
        false
    }
    fn digits(_: &[u8], _: &[u8]) -> bool {
        false
    }
}

/// As `Never`, but panics if the scalar parser asks it.
pub(in crate::parse) struct NeverSlowly;

impl Decide for NeverSlowly {
    fn pair(a: u64, b: u64) -> bool {
        Never::pair(a, b)
    }
    fn reference(a: u64, b: u64) -> bool {
        panic!("{a} {b} was left to the scalar parser");
    }
    fn digits(a: &[u8], b: &[u8]) -> bool {
        panic!("{a:?} {b:?} was left to the scalar parser");
    }
}

/// A question with the answer 1 for every pair that a kernel asks about. So the answer 0 shows a line that a filter rejected.
pub(in crate::parse) struct Asked;

impl Decide for Asked {
    const SIX_DIGITS: Option<([i16; 4], i32)> = Some(SIX_DIGITS);
    const FOUR_DIGITS: Option<[u16; 2]> = Some([FOUR_DIGITS_SAME, FOUR_DIGITS_LONGER]);
    fn pair(_: u64, _: u64) -> bool {
        true
    }
    fn digits(_: &[u8], _: &[u8]) -> bool {
        true
    }
}

/// A generator of random numbers, which are the same in every run.
pub(in crate::parse) struct Draw(pub(in crate::parse) u64);

impl Draw {
    pub(in crate::parse) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        self.0.rotate_left(32)
    }

    pub(in crate::parse) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }
}

/// Keeps the answers of whole tiles.
#[derive(Default)]
pub(in crate::parse) struct Answers(pub(in crate::parse) Vec<u64>);

impl AnswerSink for Answers {
    fn push(&mut self, answers: u64, _: u32) {
        self.0.push(answers);
    }
}

/// Keeps the answers one by one.
#[derive(Default)]
pub(in crate::parse) struct Bits(pub(in crate::parse) Vec<bool>);

impl AnswerSink for Bits {
    fn push(&mut self, answers: u64, count: u32) {
        self.0.extend((0..count).map(|i| answers >> i & 1 == 1));
    }
}

/// A random number of `digits` digits.
pub(in crate::parse) fn number(draw: &mut Draw, digits: usize) -> String {
    let first = (b'1' + draw.below(9) as u8) as char;
    let rest = (1..digits).map(|_| (b'0' + draw.below(10) as u8) as char);
    std::iter::once(first).chain(rest).collect()
}

/// Counts answers.
pub(in crate::parse) struct Count(pub(in crate::parse) usize);

impl AnswerSink for Count {
    fn push(&mut self, _: u64, count: u32) {
        self.0 += count as usize;
    }
}
