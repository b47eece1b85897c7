//! Regimes: kinds of input that differ in the work that the parser or the decision has to do.
//!
//! Defines the list of regimes and generates their text, one block at a time. Every line is a valid record.

use super::positions::in_random_order;
use super::{Draws, RECORDS_PER_BLOCK};
use crate::decimal;
use crate::game::wythoff_pair;

/// One of the [`REGIMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regime {
    /// The name.
    pub name: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    piles: Piles,
    format: LineFormat,
}

/// All regimes, in the order in which they are listed to users.
#[rustfmt::skip]
pub const REGIMES: &[Regime] = &[
    regime("1e9", "uniform up to 10^9", Piles::UpTo(E9), LineFormat::Plain),
    regime("1e18", "uniform up to 10^18", Piles::UpTo(E18), LineFormat::Plain),
    regime("mixed", "1 to 19 digits, each length equally often", Piles::AnyLength, LineFormat::Plain),
    regime("2e6", "uniform up to 2 * 10^6", Piles::UpTo(2_000_000), LineFormat::Plain),
    regime("100", "uniform up to 100", Piles::UpTo(100), LineFormat::Plain),
    regime("padded", "up to 10^9, zero-padded to 12 digits", Piles::UpTo(E9), LineFormat::Padded),
    regime("beyond", "up to 10^18, one line in 1000 above 2^64 - 1", Piles::Beyond(E18), LineFormat::Plain),
    regime("beyond-1e9", "up to 10^9, one line in 1000 above 2^64 - 1", Piles::Beyond(E9), LineFormat::Plain),
    regime("cold", "up to 10^9, one line in 8 cold or off by one", Piles::Cold(E9, 8), LineFormat::Plain),
    regime("cold-1e18", "up to 10^18, one line in 8 cold or off by one", Piles::Cold(E18, 8), LineFormat::Plain),
    regime("half-cold", "up to 10^9, half of the lines cold or off by one", Piles::Cold(E9, 2), LineFormat::Plain),
    regime("crlf", "up to 10^9, lines end with CRLF", Piles::UpTo(E9), LineFormat::Crlf),
    regime("blanks", "up to 10^9, runs of blanks and tabs", Piles::UpTo(E9), LineFormat::Blanks),
    regime("changing", "a different one of these every 4096 lines", Piles::Changing, LineFormat::Plain),
];

const E9: u64 = 1_000_000_000;
const E18: u64 = E9 * E9;

/// The distribution of the piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piles {
    /// Uniform from 0 to this number.
    UpTo(u64),
    /// The number of digits is uniform from 1 to 19, and the number is uniform among those of that length.
    AnyLength,
    /// Uniform from 0 to this number. But one line in 1000 has two numbers of the same length of 20 to 39 digits, all of
    /// which exceed `u64` (2 * 10^19 or more). The lengths are equal because different lengths alone would decide the
    /// position.
    Beyond(u64),
    /// `Cold(max, n)`: uniform from 0 to `max`. But one line in `n` has a cold position, with a uniform index and its piles
    /// in random order. In a quarter of these lines the first pile is one more.
    Cold(u64, u64),
    /// The lines of another regime in each block.
    Changing,
}

/// How the numbers of a line are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineFormat {
    /// One space between the numbers.
    Plain,
    /// Each number is padded with zeros to 12 digits.
    Padded,
    /// A carriage return before the newline.
    Crlf,
    /// 0 to 3 blanks at the start and at the end of the line, and 1 to 4 between the numbers. Each blank is a space or a
    /// tab.
    Blanks,
}

const fn regime(
    name: &'static str,
    about: &'static str,
    piles: Piles,
    format: LineFormat,
) -> Regime {
    Regime {
        name,
        about,
        piles,
        format,
    }
}

impl Regime {
    /// Appends the 4096 lines of block number `block` to `out`.
    ///
    /// ```
    /// let mut text = Vec::new();
    /// wythoff::workload::REGIMES[0].fill(1, 0, &mut text);
    /// assert!(text.starts_with(b"438558627 308342934\n"));
    /// ```
    pub fn fill(&self, seed: u64, block: u64, out: &mut Vec<u8>) {
        if self.piles == Piles::Changing {
            let others = REGIMES.len() as u64 - 1;
            return REGIMES[(block % others) as usize].fill(seed, block, out);
        }
        let mut draws = Draws::new(seed, block);
        for _ in 0..RECORDS_PER_BLOCK {
            self.line(&mut draws, out);
        }
    }

    #[inline]
    fn line(&self, draws: &mut Draws, out: &mut Vec<u8>) {
        let (a, b) = match self.piles {
            Piles::UpTo(max) => uniform(max, draws),
            Piles::AnyLength => (any_length(draws), any_length(draws)),
            Piles::Cold(max, share) => {
                if draws.one_in(share) {
                    cold_or_one_off(max, draws)
                } else {
                    uniform(max, draws)
                }
            }
            Piles::Beyond(max) => {
                if draws.one_in(1000) {
                    let digits = 20 + draws.below(20);
                    push_random_number(digits, draws, out);
                    out.push(b' ');
                    push_random_number(digits, draws, out);
                    out.push(b'\n');
                    return;
                }
                uniform(max, draws)
            }
            Piles::Changing => unreachable!("`fill` replaces this regime by another one"),
        };
        let blanks = |least, draws: &mut Draws, out: &mut Vec<u8>| match self.format {
            LineFormat::Blanks => push_blanks(least, draws, out),
            _ => out.extend((0..least).map(|_| b' ')),
        };
        blanks(0, draws, out);
        self.number(a, out);
        blanks(1, draws, out);
        self.number(b, out);
        blanks(0, draws, out);
        if self.format == LineFormat::Crlf {
            out.push(b'\r');
        }
        out.push(b'\n');
    }

    fn number(&self, number: u64, out: &mut Vec<u8>) {
        const WIDTH: usize = 12;
        if self.format == LineFormat::Padded {
            let digits = number.checked_ilog10().unwrap_or(0) as usize + 1;
            out.extend_from_slice(&[b'0'; WIDTH][digits.min(WIDTH)..]);
        }
        decimal::push(number, out);
    }
}

fn uniform(max: u64, draws: &mut Draws) -> (u64, u64) {
    (draws.up_to(max), draws.up_to(max))
}

fn any_length(draws: &mut Draws) -> u64 {
    let digits = draws.below(19) as u32;
    let least = if digits == 0 { 0 } else { 10u64.pow(digits) };
    least + draws.below(10u64.pow(digits + 1) - least)
}

fn cold_or_one_off(max: u64, draws: &mut Draws) -> (u64, u64) {
    // 1 / phi^2 = 0.381966..., so the piles of a pair with an index below this, and one more, are at most `max`.
    let indices = (u128::from(max) * 381_966 / 1_000_000) as u64;
    let pair = wythoff_pair(draws.below(indices)).expect("the piles are far below 2^64");
    let (a, b) = in_random_order(pair, draws);
    (a + u64::from(draws.one_in(4)), b)
}

/// Appends a number with that many digits. The first digit is 2 to 9, so a number of 20 digits or more exceeds `u64`.
fn push_random_number(digits: u64, draws: &mut Draws, out: &mut Vec<u8>) {
    out.push(b'2' + draws.below(8) as u8);
    out.extend((1..digits).map(|_| b'0' + draws.below(10) as u8));
}

/// Appends `least` blanks and up to three more. One draw decides the number and all blanks.
fn push_blanks(least: u64, draws: &mut Draws, out: &mut Vec<u8>) {
    let draw = draws.below(4 << 4);
    let count = least + (draw >> 4);
    out.extend((0..count).map(|i| if draw >> i & 1 == 0 { b' ' } else { b'\t' }));
}
