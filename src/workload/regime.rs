//! Regimes: inputs of valid lines that differ in the work for the parser or for the decision.

use super::positions::in_random_order;
use super::{Block, Draws};
use crate::game::pile::Pile;
use crate::game::wythoff_pair;
use crate::problem::Problem;
use num_bigint::BigUint;

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
    Regime { name: "1e9", about: "uniform up to 10^9", piles: Piles::UpTo(E9), format: LineFormat::Plain },
    Regime { name: "1e18", about: "uniform up to 10^18", piles: Piles::UpTo(E18), format: LineFormat::Plain },
    Regime { name: "mixed", about: "1 to 19 digits, each length equally often", piles: Piles::AnyLength, format: LineFormat::Plain },
    Regime { name: "2e6", about: "uniform up to 2 * 10^6", piles: Piles::UpTo(2_000_000), format: LineFormat::Plain },
    Regime { name: "100", about: "uniform up to 100", piles: Piles::UpTo(100), format: LineFormat::Plain },
    Regime { name: "padded", about: "up to 10^9, zero-padded to 12 digits", piles: Piles::UpTo(E9), format: LineFormat::Padded },
    Regime { name: "beyond", about: "up to 10^18, one line in 1000 above 2^64 - 1", piles: Piles::Beyond(E18), format: LineFormat::Plain },
    Regime { name: "beyond-1e9", about: "up to 10^9, one line in 1000 above 2^64 - 1", piles: Piles::Beyond(E9), format: LineFormat::Plain },
    Regime { name: "cold", about: "up to 10^9, one line in 8 cold or off by one", piles: Piles::Cold(E9, 8), format: LineFormat::Plain },
    Regime { name: "cold-1e18", about: "up to 10^18, one line in 8 cold or off by one", piles: Piles::Cold(E18, 8), format: LineFormat::Plain },
    Regime { name: "half-cold", about: "up to 10^9, half of the lines cold or off by one", piles: Piles::Cold(E9, 2), format: LineFormat::Plain },
    Regime { name: "crlf", about: "up to 10^9, lines end with CRLF", piles: Piles::UpTo(E9), format: LineFormat::Crlf },
    Regime { name: "blanks", about: "up to 10^9, runs of blanks and tabs", piles: Piles::UpTo(E9), format: LineFormat::Blanks },
    Regime { name: "changing", about: "a different one of these every 4096 lines", piles: Piles::Changing, format: LineFormat::Plain },
];

const E9: u64 = 1_000_000_000;
const E18: u64 = E9 * E9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piles {
    UpTo(u64),
    /// The number of digits is uniform from 1 to 19, and each number of that length is equally likely.
    AnyLength,
    /// Uniform from 0 to this number. But one line in 1000 has two numbers of the same length of 20 to 39 digits, all of which
    /// exceed `u64` (2 * 10^19 or more). The lengths are equal because different lengths alone would decide the position.
    Beyond(u64),
    /// `Cold(max, n)`: uniform from 0 to `max`. But one line in `n` has a cold position, with a uniform index and its piles in
    /// random order. In a quarter of these lines the first pile is one more.
    Cold(u64, u64),
    Changing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineFormat {
    Plain,
    Padded,
    Crlf,
    /// 0 to 3 blanks at the start and at the end of the line, and 1 to 4 between the numbers. Each blank is a space or a tab.
    Blanks,
}

impl Regime {
    /// The regime whose lines block number `block` has.
    pub(super) fn of_block(&self, block: u64) -> &Self {
        if self.piles == Piles::Changing {
            let others = REGIMES.len() as u64 - 1;
            return &REGIMES[(block % others) as usize];
        }
        self
    }

    /// Draws a line of a problem of pairs.
    #[inline]
    pub(super) fn draw_line(&self, problem: &Problem, draws: &mut Draws, out: &mut Block) {
        let (a, b) = match self.piles {
            Piles::Beyond(_) if draws.one_in(1000) => {
                let digits = 20 + draws.below(20);
                let [a, b] = [(); 2].map(|()| random_number(digits, draws));
                self.write_line([&a, &b], draws, &mut out.text);
                return out.end_pair(problem, [&a, &b]);
            }
            Piles::Cold(max, share) if draws.one_in(share) => cold_or_one_off(max, draws),
            Piles::UpTo(max) | Piles::Beyond(max) | Piles::Cold(max, _) => {
                (draws.up_to(&max), draws.up_to(&max))
            }
            Piles::AnyLength => (any_length(draws), any_length(draws)),
            Piles::Changing => unreachable!("`of_block` replaces this regime by another one"),
        };
        self.write_line([&a, &b], draws, &mut out.text);
        out.end_pair(problem, [&a, &b]);
    }

    #[inline]
    fn write_line<P: Pile>(&self, [a, b]: [&P; 2], draws: &mut Draws, text: &mut Vec<u8>) {
        let mut blanks = |least, text: &mut Vec<u8>| match self.format {
            LineFormat::Blanks => push_blanks(least, draws, text),
            _ => text.extend((0..least).map(|_| b' ')),
        };
        blanks(0, text);
        self.write_pile(a, text);
        blanks(1, text);
        self.write_pile(b, text);
        blanks(0, text);
        if self.format == LineFormat::Crlf {
            text.push(b'\r');
        }
        text.push(b'\n');
    }

    #[inline]
    fn write_pile<P: Pile>(&self, pile: &P, text: &mut Vec<u8>) {
        const WIDTH: usize = 12;
        let start = text.len();
        pile.write_decimal(text);
        if self.format == LineFormat::Padded {
            let digits = text.len() - start;
            let zeros = [b'0'; WIDTH].into_iter().skip(digits);
            text.splice(start..start, zeros);
        }
    }
}

fn any_length(draws: &mut Draws) -> u64 {
    let digits = draws.below(19) as u32;
    let least = if digits == 0 { 0 } else { 10u64.pow(digits) };
    least + draws.below(10u64.pow(digits + 1) - least)
}

fn cold_or_one_off(max: u64, draws: &mut Draws) -> (u64, u64) {
    // 1 / phi^2 = 0.381966..., so the piles of a pair with a smaller index, and the piles plus one, are at most `max`.
    let indices = (u128::from(max) * 381_966 / 1_000_000) as u64;
    let pair = wythoff_pair(draws.below(indices)).expect("the piles are far below 2^64");
    let (a, b) = in_random_order(pair, draws);
    (a + u64::from(draws.one_in(4)), b)
}

/// A number of `digits` digits. The first digit is 2 to 9, so a number of 20 digits or more exceeds `u64`.
fn random_number(digits: u64, draws: &mut Draws) -> BigUint {
    let mut number = vec![2 + draws.below(8) as u8];
    number.extend((1..digits).map(|_| draws.below(10) as u8));
    BigUint::from_radix_be(&number, 10).expect("every digit is below 10")
}

/// Appends `least` blanks and up to three more. One draw decides the number and all blanks.
fn push_blanks(least: u64, draws: &mut Draws, text: &mut Vec<u8>) {
    let draw = draws.below(4 << 4);
    let count = least + (draw >> 4);
    text.extend((0..count).map(|i| if draw >> i & 1 == 0 { b' ' } else { b'\t' }));
}
