//! Tests that AVX2 and NEON share.

use super::index::separators;
use super::{BYTES_BEFORE, Vector32};
use crate::game::big::pair_big;
use crate::parse::batch::Batch;
use crate::parse::batch::dialect::{Dialect, Strict};
use crate::parse::batch::driver::Driver;
use crate::parse::batch::tests::{Answers, Asked, Draw};
use crate::pipeline::decide::IsCold;
use num_bigint::BigUint;
use std::num::NonZeroU64;

/// A number of `digits` digits.
fn number(draw: &mut Draw, digits: usize) -> String {
    let first = (b'1' + draw.below(9) as u8) as char;
    let rest = (1..digits).map(|_| (b'0' + draw.below(10) as u8) as char);
    std::iter::once(first).chain(rest).collect()
}

/// The cold positions of each batch, in any place, with leading zeros or without, are answered 1. For another ratio
/// hardly any line is a candidate.
pub(in crate::parse) fn cold_positions_are_candidates_and_few_others<T>(new: impl Fn() -> T)
where
    T: Batch<IsCold> + Batch<Asked>,
{
    let mut draw = Draw(1);
    for digits in [6, 7, 9, 12, 13, 16, 18, 19, 20, 24, 31, 40, 57] {
        let mut text = "\n".repeat(BYTES_BEFORE);
        let mut expected = Vec::new();
        for i in 0..64 * 128 {
            // Some cold positions have many digits, and some have few.
            let few = i % 64 == 62;
            let cold = i % 64 == i / 64 % 64 || few;
            let (a, b) = if cold {
                let digits = if few {
                    1 + draw.below(4) as usize
                } else {
                    digits
                };
                let rank = BigUint::parse_bytes(number(&mut draw, digits).as_bytes(), 10);
                let (a, b) = pair_big(&rank.unwrap(), NonZeroU64::MIN);
                let zeros = if draw.below(4) == 0 { "00" } else { "" };
                (format!("{zeros}{a}"), b.to_string())
            } else if i % 64 == 63 {
                ("9".repeat(digits), number(&mut draw, 3))
            } else {
                let others = digits + draw.below(3) as usize;
                (number(&mut draw, digits.max(7)), number(&mut draw, others))
            };
            let (a, b) = if draw.below(2) == 0 { (a, b) } else { (b, a) };
            text += &format!("{a} {b}\n");
            expected.push(cold);
        }
        let mut kernel = Driver::new(new());
        let mut seen = [Answers::default(), Answers::default()];
        let text = text.as_bytes();
        kernel.run::<IsCold, _>(Dialect::Strict, text, BYTES_BEFORE, &mut seen[0]);
        kernel.run::<Asked, _>(Dialect::Strict, text, BYTES_BEFORE, &mut seen[1]);
        let [answers, asked] = seen.map(|seen| seen.0);
        assert!(answers.len() > 120 && asked.len() == answers.len());
        let mut more = 0;
        for (i, &cold) in expected.iter().enumerate().take(64 * answers.len()) {
            let bit = |answers: &[u64]| answers[i / 64] >> (i % 64) & 1 == 1;
            assert_eq!(bit(&answers), cold, "line {i} of {digits} digits");
            // The first batch makes the filter wanted; too little text may stand after the last one.
            more += usize::from(bit(&asked) && !cold && (128..64 * 120).contains(&i));
        }
        if digits > 9 {
            assert!(Batch::<IsCold>::is_filtering(&kernel.batch));
            assert!(more < 20, "{more} of {digits} digits");
        }
    }
}

/// The last token has 64 digits more than its length says. Only the byte at the computed end of the batch shows this.
pub(in crate::parse) fn no_batch_ends_within_a_token<T: Batch<IsCold>>(new: impl Fn() -> T) {
    let mut draw = Draw(2);
    for digits in [7, 12, 20, 40] {
        let mut text = "\n".repeat(BYTES_BEFORE);
        for i in 0..64 * 20 {
            let more = if i == 64 * 10 - 1 { 64 } else { 0 };
            text += &format!(
                "{} {}\n",
                number(&mut draw, 20),
                number(&mut draw, digits + more)
            );
        }
        let (mut kernel, mut seen) = (Driver::new(new()), Answers::default());
        kernel.run::<IsCold, _>(Dialect::Strict, text.as_bytes(), BYTES_BEFORE, &mut seen);
        assert!(kernel.batch.is_filtering());
        assert_eq!(seen.0.len(), 9);
    }
}

/// A block of 64 bytes at a multiple of 64.
#[repr(align(64))]
struct Block([u8; 64]);

/// Both ways to write positions give those of the separators.
pub(in crate::parse) fn positions_are_those_of_the_separators<V: Vector32>(token: V::Token) {
    let mut draw = Draw(1);
    for round in 0..20_000 {
        // A half, a quarter or an eighth of the bits is set. Some masks have no two neighbouring bits.
        let mut found = (0..=round % 3).fold(!0, |found, _| found & draw.next());
        if round % 2 == 0 {
            found &= !(found << 1);
        }
        let byte = |i: usize| [b'0' + (i % 10) as u8, b" \n/\t"[i % 4]][(found >> i & 1) as usize];
        let block = Block(std::array::from_fn(byte));
        let block = block.0.as_ptr();
        let weights = V::weights(token);
        let mut largest = V::splat(token, 0);
        // SAFETY: 64 bytes.
        let seen = unsafe { separators::<V, Strict, false>(token, block, &mut largest) };
        assert_eq!(V::bits_of_bytes(seen, weights), found);
        // All positions differ before the call. So if two of them are equal after it, the call wrote them.
        let [mut table, mut one]: [[u8; 64]; 2] = [std::array::from_fn(|i| 64 + i as u8); 2];
        let positions = table.as_mut_ptr();
        // SAFETY: both are 64 bytes.
        let end = unsafe { V::write_by_table(seen, positions, weights) };
        let count = found.count_ones() as usize;
        assert_eq!(end.addr() - positions.addr(), count);
        // SAFETY: 64 bytes.
        let end = unsafe { V::write_one_by_one(one.as_mut_ptr(), found) };
        assert_eq!(end.addr() - one.as_ptr().addr(), count);
        let expected = (0..64).filter(|i| found >> i & 1 == 1);
        assert!(one[..count].iter().copied().eq(expected), "{found:x}");
        // Two equal neighbours are refused, but only two neighbouring separators may cause them.
        let mut pairs = table[..count].windows(2);
        assert!(
            table[..count] == one[..count]
                || found & found << 1 != 0 && pairs.any(|pair| pair[0] == pair[1]),
            "{found:x}"
        );
    }
}

/// Separators are bytes below the digits; bytes above the digits are found if they are looked for.
pub(in crate::parse) fn bytes_that_are_no_digits_are_found<V: Vector32>(token: V::Token) {
    use crate::parse::batch::dialect::CrLf;
    for byte in 0..=255u8 {
        for at in 0..64 {
            let mut block = Block([b'5'; 64]);
            block.0[at] = byte;
            let (block, weights) = (block.0.as_ptr(), V::weights(token));
            let mut largest = V::splat(token, 0);
            // SAFETY: 64 bytes.
            let strict = unsafe { separators::<V, Strict, true>(token, block, &mut largest) };
            // SAFETY: 64 bytes.
            let cr_lf = unsafe { separators::<V, CrLf, false>(token, block, &mut largest) };
            let [strict, cr_lf] = [strict, cr_lf].map(|found| V::bits_of_bytes(found, weights));
            assert_eq!(largest.any_above(b'9'), byte > b'9');
            if byte < 128 {
                assert_eq!(strict, u64::from(byte < b'0') << at);
                assert_eq!(cr_lf, u64::from(byte < b'0' && byte != b'\n') << at);
            }
        }
    }
}
