//! Random text of many shapes, and faults in it.

use crate::game;
use num_bigint::BigUint;
use std::num::NonZeroU64;

/// A small random generator. The seed that a failure prints gives the same text again.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
    pub(super) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// How piles look for a stretch of lines.
#[derive(Clone, Copy)]
pub(super) struct Regime {
    /// The largest number of digits of a usual pile.
    pub(super) digits: u32,
    /// Whether the number of digits is drawn first. Otherwise all values have the same probability.
    pub(super) by_digits: bool,
    pub(super) padded: bool,
    cold: bool,
    /// The blank between the piles.
    blank: u8,
    end: &'static [u8],
    /// Whether runs of spaces and tabs occur.
    blanks: bool,
    /// One line in this number of lines has a much longer pile; 0 for none.
    oversized: u64,
}

pub(super) fn regime(r: &mut Random) -> Regime {
    let usual = [1, 2, 3, 6, 7, 8, 9, 10, 12, 13, 18, 19, 20, 24, 25];
    let long = [30, 40, 100, 253, 254, 255, 256, 257, 300];
    let digits: &[u32] = if r.one_in(6) { &long } else { &usual };
    Regime {
        digits: digits[r.below(digits.len() as u64) as usize],
        by_digits: r.one_in(2),
        padded: r.one_in(5),
        cold: r.one_in(3),
        blank: if r.one_in(5) { b'\t' } else { b' ' },
        end: [
            b"\n" as &[u8],
            b"\n",
            b"\n",
            b"\n",
            b"\r\n",
            b" \n",
            b"\t\n",
        ][r.below(7) as usize],
        blanks: r.one_in(6),
        oversized: if r.one_in(4) { 1 + r.below(200) } else { 0 },
    }
}

pub(super) fn pile(r: &mut Random, how: Regime) -> String {
    let digits = if how.by_digits {
        1 + r.below(how.digits.into()) as u32
    } else {
        how.digits
    };
    let words = digits / 19 + 2;
    let value = (0..words).fold(BigUint::ZERO, |n, _| (n << 64) + r.next());
    let value = value % BigUint::from(10u32).pow(digits);
    if how.padded {
        format!("{value:0width$}", width = how.digits as usize)
    } else {
        value.to_string()
    }
}

fn line(r: &mut Random, how: Regime, out: &mut Vec<u8>) {
    let blank = |r: &mut Random, most: u64, out: &mut Vec<u8>| {
        for _ in 0..r.below(most) {
            out.push(if r.one_in(4) { b'\t' } else { b' ' });
        }
    };
    let (mut a, mut b) = (pile(r, how), pile(r, how));
    if how.cold && r.one_in(2) {
        let n = a.parse::<BigUint>().unwrap() / 3u32;
        let (lower, upper) = game::big::pair_big(&n, NonZeroU64::MIN);
        (a, b) = ((lower + r.below(3) / 2).to_string(), upper.to_string());
        if r.one_in(2) {
            std::mem::swap(&mut a, &mut b);
        }
    }
    if how.oversized > 0 && r.one_in(how.oversized) {
        let more = "0123456789".repeat(1 + r.below(30) as usize);
        if r.one_in(2) {
            a = format!("{a}{more}")
        } else {
            b = format!("{more}{b}")
        }
    }
    if how.blanks {
        blank(r, 3, out);
        if r.one_in(8) {
            out.extend_from_slice(b"\r\n \n");
        }
    }
    out.extend_from_slice(a.as_bytes());
    out.push(how.blank);
    if how.blanks {
        blank(r, 5, out);
    }
    out.extend_from_slice(b.as_bytes());
    if how.blanks {
        blank(r, 3, out);
    }
    out.extend_from_slice(how.end);
}

pub(super) fn text(r: &mut Random, lines: u64) -> Vec<u8> {
    let mut out = vec![b'\n'];
    let mut how = regime(r);
    let stretch = [3, 70, 1000, u64::MAX][r.below(4) as usize];
    for i in 0..lines {
        if i % stretch == stretch - 1 {
            how = regime(r);
        }
        line(r, how, &mut out);
    }
    out
}

/// Changes a few bytes, or runs of bytes, to bytes that a kernel could mistake.
pub(super) fn corrupt(r: &mut Random, text: &mut Vec<u8>) {
    for _ in 0..1 + r.below(3) {
        let at = 1 + r.below(text.len() as u64 - 1) as usize;
        let byte = match r.below(12) {
            0 => b' ',
            1 => b'\n',
            2 => b'\r',
            3 => b'\t',
            4 => b'/',
            5 => b':',
            6 => 0,
            7 => 0x80 | b'0',
            8 => b'-',
            9 | 10 => b'0' + r.below(10) as u8,
            _ => r.next() as u8,
        };
        match r.below(6) {
            // Runs of many lengths, also about 64 and 256: these wrap around in a kernel that counts modulo 64 or 256.
            0 => {
                let run = [
                    1, 2, 16, 63, 64, 65, 128, 254, 255, 256, 257, 258, 512, 700, 20_000,
                ];
                let run = run[r.below(run.len() as u64) as usize];
                text.splice(at..at, std::iter::repeat_n(byte, run));
            }
            1 => {
                text.remove(at);
            }
            2 => text.insert(at, byte),
            3 => text.truncate(at + 1),
            _ => text[at] = byte,
        }
        if text.len() < 2 {
            text.push(b'\n');
        }
    }
}
