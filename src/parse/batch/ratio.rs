//! Constants for comparing the ratio of two piles with a given ratio, from the first six digits of the piles.
//!
//! A pile's six digits are two 16-bit words, h and l: x = 1000 h + l. For the ratio r and a factor t, t r x is about
//! (1000 t r) h + (t r) l: one dot product of words with rounded constants. t y is another one. So each order of the two
//! piles takes two dot products, and h and l need not be joined to x.
//!
//! Let u be the power of ten such that x is the pile a in units of u, rounded down; u is at least 1. Let y be the pile b in
//! units of g u, rounded down. Here g is 1 if both piles have the same number of digits, and 10 if b has one digit more. If
//! r a and b differ by less than 1, then r x - g y lies between -1 - r and g + 1.

use crate::parse::Decide;
use std::marker::PhantomData;

/// The weight of a pile's first word, h: x = 1000 h + l.
const THOUSAND: u64 = 1000;

/// The constants for the factor `TIMES`. A larger factor makes the error of rounding smaller, but every factor of a dot
/// product must fit 16 bits.
pub(in crate::parse) struct RatioConstants<D, const TIMES: u64>(PhantomData<D>);

/// For piles with the same number of digits. 18 and 18000 times the golden ratio are nearly whole numbers, so the error of a
/// product is at most 28 units of x. With 3 and 3000 it is up to 82.
pub(in crate::parse) type Ratio18<D> = RatioConstants<D, 18>;
/// For piles whose lengths may differ by one digit. The factor is smaller, because ten times the product must fit 16 bits.
pub(in crate::parse) type Ratio3<D> = RatioConstants<D, 3>;

impl<D: Decide, const TIMES: u64> RatioConstants<D, TIMES> {
    /// The ratio in units of 2^-32.
    const RATIO: u64 = match D::RATIO {
        Some(ratio) => {
            assert!(ratio >> 32 >= 1 && THOUSAND * TIMES * ratio < 0x7fff << 32);
            ratio
        }
        // Never read.
        None => 0,
    };
    /// The factor of h.
    pub(in crate::parse) const H: u64 = (THOUSAND * TIMES * Self::RATIO + (1 << 31)) >> 32;
    /// The factor of l.
    pub(in crate::parse) const L: u64 = (TIMES * Self::RATIO + (1 << 31)) >> 32;
    /// The largest error of (1000 t r) h + (t r) l with the rounded factors.
    const ERROR: u64 = {
        let h = 999 * (THOUSAND * TIMES * Self::RATIO).abs_diff(Self::H << 32);
        let l = (THOUSAND - 1) * (TIMES * Self::RATIO).abs_diff(Self::L << 32);
        // The ratio itself is rounded as well.
        ((h + l) >> 32) + 2
    };
    /// Added to t r x - t g y. It makes every difference of a line that is not rejected positive.
    pub(in crate::parse) const OFFSET: u64 = TIMES + Self::L + 1 + Self::ERROR;
    /// A line is rejected if its difference, with [`Self::OFFSET`] added, is at least this.
    pub(in crate::parse) const LIMIT: u64 = Self::OFFSET + TIMES * 11 + Self::ERROR + 1;
    /// The largest value of [`Self::H`] h + [`Self::L`] l of a pile that begins with a zero.
    pub(in crate::parse) const ZERO_FIRST: u64 = 99 * Self::H + (THOUSAND - 1) * Self::L;
    /// The factors of the other pile, whose product is subtracted: minus t for l in the upper word, minus 1000 t for h.
    pub(in crate::parse) const MINUS_OTHER: i32 =
        ((THOUSAND * TIMES).wrapping_neg() & 0xffff | TIMES.wrapping_neg() << 16) as i32;
}

/// The factors of h and l of the other pile, whose product is compared with the product of [`Ratio3`]. Both piles have the
/// same number of digits.
pub(in crate::parse) const OTHER_SAME: u32 = 3000 | 3 << 16;
/// As [`OTHER_SAME`], but the other pile has one digit more.
pub(in crate::parse) const OTHER_LONGER: u32 = 30_000 | 30 << 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::decide::IsCold;

    fn check_constants<const TIMES: u64>(h: u64, l: u64) {
        type Phi<const TIMES: u64> = RatioConstants<IsCold, TIMES>;
        let (error, offset) = (Phi::<TIMES>::ERROR, Phi::<TIMES>::OFFSET);
        let (limit, zero) = (Phi::<TIMES>::LIMIT, Phi::<TIMES>::ZERO_FIRST);
        assert_eq!((Phi::<TIMES>::H, Phi::<TIMES>::L), (h, l));
        let phi = (1.0 + 5.0f64.sqrt()) / 2.0;
        for x in 0..1000 * THOUSAND {
            let product = x / THOUSAND * h + x % THOUSAND * l;
            let exact = TIMES as f64 * phi * x as f64;
            assert!((product as f64 - exact).abs() < error as f64 - 0.5);
            assert!(x >= 100 * THOUSAND || product <= zero);
        }
        assert!((offset - error) as f64 > TIMES as f64 * (1.0 + phi));
        assert_eq!(limit - offset - error, TIMES * 11 + 1);
        // A pile that begins without a zero, compared with 0, is rejected.
        assert!(limit < zero);
    }

    #[test]
    fn constants_are_those_of_the_golden_ratio() {
        check_constants::<18>(29125, 29);
        check_constants::<3>(4854, 5);
    }
}
