//! Compares six digits of two piles with a ratio, to reject lines. [`ratio`](crate::parse::batch::ratio) has the constants.

use crate::parse::Decide;
use crate::parse::batch::ratio::Ratio18;
use core::arch::x86_64::*;

/// A bit for each pile: 1 if the pile times the ratio is about the other pile. A pile is two words of three digits.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
pub(super) fn is_near_ratio<D: Decide>(piles: __m512i, others: __m512i) -> u32 {
    let all = |n: u64| _mm512_set1_epi32(n as i32);
    let factors = all(Ratio18::<D>::H | Ratio18::<D>::L << 16);
    let difference = _mm512_dpwssd_epi32(all(Ratio18::<D>::OFFSET), piles, factors);
    let minus_other = _mm512_set1_epi32(Ratio18::<D>::MINUS_OTHER);
    let difference = _mm512_dpwssd_epi32(difference, others, minus_other);
    _mm512_cmplt_epu32_mask(difference, all(Ratio18::<D>::LIMIT)).into()
}

#[cfg(test)]
mod tests {
    use crate::backend::skipped;
    use crate::game::{is_cold, wythoff_pair};
    use crate::parse::batch::dialect::Dialect;
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{Answers, Asked, Draw};
    use crate::parse::x86_64::Avx512;
    use crate::parse::x86_64::avx512::Batches512;
    use crate::pipeline::decide::IsCold;

    /// A cold position among 127 other positions is found in every place and with every length of piles. (The tile after a
    /// tile with a cold position is not filtered.)
    #[test]
    fn no_cold_position_is_lost() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let mut draw = Draw(1);
        // Tiles whose piles have twelve digits only because of leading zeros, after tiles without leading zeros.
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
                        // A difference for which the smaller pile has `digits` digits.
                        let d = least / 17 * 11 + 1 + draw.below(least * 5);
                        wythoff_pair(d).unwrap()
                    } else if line % 64 == 127 - at {
                        (least, 9 * least)
                    } else {
                        (least + draw.below(9 * least), draw.below(9 * least))
                    };
                    let (a, b) = if draw.below(2) == 0 { (b, a) } else { (a, b) };
                    let zeros = if width > digits { width as usize } else { 0 };
                    text.extend(format!("{a:0zeros$} {b:0zeros$}\n").bytes());
                    expected.push(is_cold(a, b));
                }
            }
            let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
            kernel.run::<IsCold, _>(Dialect::Strict, &text, 1, &mut seen);
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

    /// Positions that do not have the ratio are rejected. Only the time depends on it.
    #[test]
    fn other_positions_are_rejected() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        for digits in [6, 7, 8, 9, 13, 18] {
            let mut text = vec![b'\n'];
            for i in 0..5000 {
                let a = 3 * 10u64.pow(digits - 1) + i;
                text.extend(format!("{a} {}\n", a + i % 7 * (a / 20)).bytes());
            }
            let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
            kernel.run::<Asked, _>(Dialect::Strict, &text, 1, &mut seen);
            assert!(seen.0.len() > 70);
            assert!(seen.0.iter().all(|&asked| asked == 0), "{digits} digits");
        }
    }
}
