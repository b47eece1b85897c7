//! Lines that are settled by six digits of each pile.
//!
//! Owns the constants by which these are compared, and when that is worth trying. A question whose answer is 1 only where one
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
use core::arch::x86_64::*;
use std::marker::PhantomData;

/// Tiles in a row of which too many lines were left, after which [`PAUSE`] are not tried.
const IN_VAIN: u32 = 2;
const PAUSE: u32 = 32;

/// Whether tiles are tried so.
#[derive(Default)]
pub(super) struct Tried {
    in_vain: u32,
    pause: u32,
    /// Of piles to twelve digits not by the first six, as before these stand three zeros.
    pub(super) second: bool,
}

impl Tried {
    /// One more tile could be.
    pub(super) fn next(&mut self) -> bool {
        let now = self.pause == 0;
        self.pause = self.pause.saturating_sub(1);
        now
    }

    /// It was, and few enough of its lines were left, or not.
    pub(super) fn was(&mut self, of_use: bool) {
        self.in_vain = if of_use { 0 } else { self.in_vain + 1 };
        if self.in_vain >= IN_VAIN {
            self.pause = PAUSE;
        }
    }
}

/// A pile is a word, so many times as much, and another.
const UNIT: u64 = 1000;

/// The constants by which six digits of piles are compared, `TIMES` as large as they are.
pub(super) struct By<D, const TIMES: u64>(PhantomData<D>);

/// So often the golden ratio and a thousand of it are nearly whole numbers: these are then off by 28 units, and not by 82 as with 3.
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
    const OTHER: i32 = ((UNIT * TIMES).wrapping_neg() & 0xffff | TIMES.wrapping_neg() << 16) as i32;

    with_features! {
    /// Bits of the numbers whose ratio times is about the other one.
    #[inline]
    pub(super) unsafe fn about(piles: __m512i, others: __m512i) -> u32 {
        let all = |n: u64| _mm512_set1_epi32(n as i32);
        let difference = _mm512_dpwssd_epi32(all(Self::LESS), piles, all(Self::H | Self::L << 16));
        let difference = _mm512_dpwssd_epi32(difference, others, _mm512_set1_epi32(Self::OTHER));
        _mm512_cmplt_epu32_mask(difference, all(Self::ABOUT)).into()
    }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{is_cold, wythoff_pair};
    use crate::parse::x86_64::Avx512;
    use crate::parse::x86_64::avx512::Kernel512;
    use crate::parse::x86_64::form::STRICT;
    use crate::parse::x86_64::tests::{Answers, Asked};
    use crate::parse::x86_64::tiles::Tiles;
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

    /// A cold position among a hundred and twenty-seven others, wherever it stands and however long the piles are. (The tile
    /// behind a cold one is asked about by its numbers.)
    #[test]
    fn no_cold_position_is_lost() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        let mut bits = 1u64;
        let mut draw = |below: u64| {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            ((u128::from(bits.rotate_left(32)) * u128::from(below)) >> 64) as u64
        };
        // Those that have twelve only by zeros before them, and others behind them.
        let padded = [1, 5, 7, 9, 10].map(|digits| (digits, 12));
        for (digits, width) in (1..=19).map(|digits| (digits, digits)).chain(padded) {
            let (mut text, mut expected) = (vec![b'\n'], Vec::new());
            for at in 64..128 {
                for line in 0..128 {
                    let digits = if at % 2 == 0 && line >= 64 {
                        width
                    } else {
                        digits
                    };
                    let least = 10u64.pow(digits - 1);
                    let (a, b) = if line == at {
                        // Of the differences whose smaller piles have so many digits.
                        let d = least / 17 * 11 + 1 + draw(least * 5);
                        wythoff_pair(d).unwrap()
                    } else if line % 64 == 127 - at {
                        (least, 9 * least)
                    } else {
                        (least + draw(9 * least), draw(9 * least))
                    };
                    let (a, b) = if draw(2) == 0 { (b, a) } else { (a, b) };
                    let zeros = if width > digits { width as usize } else { 0 };
                    text.extend(format!("{a:0zeros$} {b:0zeros$}\n").bytes());
                    expected.push(is_cold(a, b));
                }
            }
            let (mut kernel, mut seen) = (Kernel512::new(token), Answers::default());
            Tiles::<IsCold>::tiles(&mut kernel.tiles, STRICT, &text, 1, &mut seen);
            assert!(64 * seen.0.len() + 1000 > expected.len());
            let mut cold = 0;
            for (i, &expected) in expected.iter().enumerate().take(64 * seen.0.len()) {
                let answer = seen.0[i / 64] >> (i % 64) & 1 == 1;
                assert_eq!(answer, expected, "line {i} of {digits} digits, {width}");
                cold += usize::from(answer);
            }
            assert!(cold > 50, "{cold}");
        }
    }

    /// Of others only time hangs on it.
    #[test]
    fn few_others_are_asked_about() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        for digits in [6, 7, 8, 9, 13, 18] {
            let mut text = vec![b'\n'];
            for i in 0..5000 {
                let a = 3 * 10u64.pow(digits - 1) + i;
                text.extend(format!("{a} {}\n", a + i % 7 * (a / 20)).bytes());
            }
            let (mut kernel, mut seen) = (Kernel512::new(token), Answers::default());
            Tiles::<Asked>::tiles(&mut kernel.tiles, STRICT, &text, 1, &mut seen);
            assert!(seen.0.len() > 70);
            assert!(seen.0.iter().all(|&asked| asked == 0), "{digits} digits");
        }
    }

    #[test]
    fn what_is_tried_in_vain_pauses() {
        let mut tried = Tried::default();
        for _ in 0..3 {
            assert!(tried.next());
            tried.was(false);
            assert!(tried.next());
            tried.was(true);
        }
        for _ in 0..IN_VAIN {
            assert!(tried.next());
            tried.was(false);
        }
        assert_eq!((0..100).position(|_| tried.next()), Some(PAUSE as usize));
        tried.was(false);
        assert!(!tried.next());
    }
}
