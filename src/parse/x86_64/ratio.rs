//! By which six digits of each pile settle a line.
//!
//! Owns the constants by which these are compared. A question whose answer is 1 only where one
//! pile is about a certain ratio of the other ([`Decide::RATIO`]) needs no more of nearly all lines.
//!
//! # Design
//!
//! A pile's digits are two words, h and l: x = 1000 h + l. With the ratio r, 18 r x is about (18000 r) h + (18 r) l, one
//! dot product of words, and 18 y another one. So a line takes two for either order of its piles, without a whole number of it.
//!
//! Let x be the pile a in units of u, rounded down, and y the pile b in units of g u. If r a and b
//! differ by less than 1 (so by less than a unit, or by 1), r x - g y is between -1 - r and g + 1. Here g is 1 or 10, and u the
//! power of ten, at least 1, that the digits not looked at make.

use crate::parse::Decide;
use std::marker::PhantomData;

/// A pile is a word, so many times as much, and another.
const UNIT: u64 = 1000;

/// The constants by which six digits of piles are compared, `TIMES` as large as they are.
pub(super) struct By<D, const TIMES: u64>(PhantomData<D>);

/// 18 and 18000 times the golden ratio are nearly whole numbers, so that by them products are off by 28 units at most; by 3 they would be by 82.
pub(super) type Sixes<D> = By<D, 18>;
/// Where ten times as much must be words, too.
pub(super) type Tens<D> = By<D, 3>;

impl<D: Decide, const TIMES: u64> By<D, TIMES> {
    /// In units of 2^-32.
    const RATIO: u64 = match D::RATIO {
        Some(ratio) => {
            // So that what is written above is true, and products are words.
            assert!(ratio >> 32 >= 1 && UNIT * TIMES * ratio < 0x7fff << 32);
            ratio
        }
        // Nobody asks.
        None => 0,
    };
    pub(super) const H: u64 = (UNIT * TIMES * Self::RATIO + (1 << 31)) >> 32;
    pub(super) const L: u64 = (TIMES * Self::RATIO + (1 << 31)) >> 32;
    /// What both words with each are off by, at most.
    pub(super) const OFF: u64 = {
        let h = 999 * (UNIT * TIMES * Self::RATIO).abs_diff(Self::H << 32);
        let l = (UNIT - 1) * (TIMES * Self::RATIO).abs_diff(Self::L << 32);
        // And the ratio itself is rounded.
        ((h + l) >> 32) + 2
    };
    /// Below that it is less than any that counts, from there on `ABOUT` are about the same.
    pub(super) const LESS: u64 = TIMES + Self::L + 1 + Self::OFF;
    pub(super) const ABOUT: u64 = Self::LESS + TIMES * 11 + Self::OFF + 1;
    /// What begins with a zero is no more than that.
    pub(super) const ZERO: u64 = 99 * Self::H + (UNIT - 1) * Self::L;
    /// The other pile's.
    pub(super) const OTHER: i32 =
        ((UNIT * TIMES).wrapping_neg() & 0xffff | TIMES.wrapping_neg() << 16) as i32;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::IsCold;

    fn of_the_ratio<const TIMES: u64>(h: u64, l: u64) {
        type Phi<const TIMES: u64> = By<IsCold, TIMES>;
        let (off, less) = (Phi::<TIMES>::OFF, Phi::<TIMES>::LESS);
        let (about, zero) = (Phi::<TIMES>::ABOUT, Phi::<TIMES>::ZERO);
        assert_eq!((Phi::<TIMES>::H, Phi::<TIMES>::L), (h, l));
        let phi = (1.0 + 5.0f64.sqrt()) / 2.0;
        for x in 0..1000 * UNIT {
            let product = x / UNIT * h + x % UNIT * l;
            let exact = TIMES as f64 * phi * x as f64;
            assert!((product as f64 - exact).abs() < off as f64 - 0.5);
            assert!(x >= 100 * UNIT || product <= zero);
        }
        assert!((less - off) as f64 > TIMES as f64 * (1.0 + phi));
        assert_eq!(about - less - off, TIMES * 11 + 1);
        // What begins without a zero, and has nothing to be compared with, is not about the same.
        assert!(about < zero);
    }

    #[test]
    fn constants_are_those_of_the_ratio() {
        of_the_ratio::<18>(29125, 29);
        of_the_ratio::<3>(4854, 5);
    }
}
