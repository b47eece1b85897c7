//! Tests that AVX2 and NEON share.

use super::index::separators;
use super::{Asks, BYTES_BEFORE, Batches32, Vector32};
use crate::game::big::pair_big;
use crate::parse::Kernel;
use crate::parse::batch::dialect::{Dialect, Strict};
use crate::parse::batch::driver::Driver;
use crate::parse::batch::tests::{
    Answers, Asked, Count, Draw, Never, NeverSlowly, a_kernel_of_batches, dialects,
};
use crate::parse::batch::{Batch, LINES};
use crate::pipeline::decide::{Ascending, IsCold};
use num_bigint::BigUint;
use std::num::NonZeroU64;

/// A vector of which every question of these tests can be asked.
pub(in crate::parse) trait Asks32:
    Asks<Never> + Asks<NeverSlowly> + Asks<Asked> + Asks<Ascending> + Asks<IsCold>
{
}
impl<V> Asks32 for V where
    V: Asks<Never> + Asks<NeverSlowly> + Asks<Asked> + Asks<Ascending> + Asks<IsCold>
{
}

/// The tests of every kernel for vectors of 32 bytes.
pub(in crate::parse) fn a_kernel_for_32_bytes<V: Asks32>(token: V::Token) {
    a_kernel_of_batches(|| Batches32::<V>::new(token), 18, 64);
    nineteen_digits_need_no_fallback::<V>(token);
    numbers_are_read::<V>(token);
    cold_positions_are_found::<V>(token);
    mixed_lengths_are_filtered::<V>(token);
    a_line_ends_where_batches_may_begin::<V>(token);
    cold_positions_are_candidates_and_few_others(|| Batches32::<V>::new(token));
    no_batch_ends_within_a_token(|| Batches32::<V>::new(token));
    positions_are_those_of_the_separators::<V>(token);
    bytes_that_are_no_digits_are_found::<V>(token);
}

/// Lines of at most 19 digits a pile need no fallback, with or without leading zeros.
fn nineteen_digits_need_no_fallback<V: Asks32>(token: V::Token) {
    for digits in [1, 7, 8, 9, 10, 15, 16, 17, 18, 19] {
        let line = format!("{:0digits$} {:0digits$}\n7 {:0digits$}\n", 0, 7, 3);
        let text = "\n".repeat(BYTES_BEFORE) + &line.repeat(3000);
        let (mut kernel, mut count) = (Driver::new(Batches32::<V>::new(token)), Count(0));
        let progress = kernel.run::<NeverSlowly, _>(
            Dialect::Strict,
            text.as_bytes(),
            BYTES_BEFORE,
            &mut count,
        );
        assert!(count.0 > 6000 - LINES - 16, "{}", count.0);
        assert!(
            (digits..=19).contains(&progress.max_digits),
            "{}",
            progress.max_digits
        );
    }
}

/// Numbers of each length, in each place of a batch, are read rightly.
fn numbers_are_read<V: Asks32>(token: V::Token) {
    let mut draw = Draw(1);
    for digits in 1..=19 {
        for (dialect, end) in dialects() {
            let (mut text, mut expected) = (end.repeat(BYTES_BEFORE), Vec::new());
            let at = text.len();
            for _ in 0..64 * 60 {
                let pile = |draw: &mut Draw| {
                    let digits = if draw.below(4) == 0 {
                        1 + draw.below(digits)
                    } else {
                        digits
                    };
                    let most = 10u64.pow(digits as u32);
                    match draw.below(8) {
                        0 => most - 1,
                        1 => most / 10,
                        // Groups of nines beside zeros, to test carries between groups.
                        2 => most / 10 * 9 / 1_000_000 * 1_000_000,
                        3 => most / 10 / 1_000_000 * 1_000_000 + most / 10 % 999_999,
                        _ => draw.below(most),
                    }
                };
                let a = pile(&mut draw);
                // Half of the second piles differ by at most one.
                let b = if draw.below(2) == 0 {
                    pile(&mut draw)
                } else {
                    a - u64::from(a > 0 && draw.below(2) == 0)
                };
                let (a, b) = if draw.below(2) == 0 { (a, b) } else { (b, a) };
                text += &format!("{a} {b}{end}");
                expected.push((a, b));
            }
            let mut kernel = Driver::new(Batches32::<V>::new(token));
            let mut seen = [Answers::default(), Answers::default()];
            kernel.run::<Ascending, _>(dialect, text.as_bytes(), at, &mut seen[0]);
            kernel.run::<IsCold, _>(dialect, text.as_bytes(), at, &mut seen[1]);
            let [ascending, cold] = seen.map(|seen| seen.0);
            assert!(ascending.len() >= 58 && cold.len() == ascending.len());
            for (i, &(a, b)) in expected.iter().enumerate().take(64 * cold.len()) {
                let bit = |answers: &[u64]| answers[i / 64] >> (i % 64) & 1 == 1;
                assert_eq!(bit(&ascending), a < b, "line {i}: {a} {b}");
                assert_eq!(bit(&cold), crate::game::is_cold(a, b), "line {i}: {a} {b}");
            }
        }
    }
}

/// Cold positions of every size, and positions beside them.
fn cold_positions_are_found<V: Asks32>(token: V::Token) {
    let mut draw = Draw(2);
    for digits in 1..=19 {
        let (mut text, mut expected) = ("\n".repeat(BYTES_BEFORE), Vec::new());
        for _ in 0..64 * 60 {
            let least = 10u64.pow(digits - 1);
            let (a, b) = loop {
                let rank = (u128::from(least) * u128::from(draw.below(1000)) / 250) as u64;
                // The larger pile may have 20 digits. A pile of 19 digits stays below the largest number of 19 digits.
                let Some((a, b)) = crate::game::wythoff_pair(rank) else {
                    continue;
                };
                if b < 9_999_999_999_999_999_999 {
                    break (a + draw.below(3) / 2, b);
                }
            };
            let (a, b) = if draw.below(2) == 0 { (a, b) } else { (b, a) };
            text += &format!("{a} {b}\n");
            expected.push(crate::game::is_cold(a, b));
        }
        let (mut kernel, mut seen) = (Driver::new(Batches32::<V>::new(token)), Answers::default());
        kernel.run::<IsCold, _>(Dialect::Strict, text.as_bytes(), BYTES_BEFORE, &mut seen);
        assert!(seen.0.len() >= 58);
        let mut cold = 0;
        for (i, &expected) in expected.iter().enumerate().take(64 * seen.0.len()) {
            let answer = seen.0[i / 64] >> (i % 64) & 1 == 1;
            assert_eq!(answer, expected, "line {i} of {digits} digits");
            cold += usize::from(answer);
        }
        assert!(cold > 1000, "{cold}");
    }
}

/// For mixed lengths the walk uses the filter after the first batch. A byte that is no digit, or a wrong separator, anywhere in a batch stops the walk there.
fn mixed_lengths_are_filtered<V: Asks32>(token: V::Token) {
    let mut draw = Draw(3);
    let mut lines = Vec::new();
    for _ in 0..64 * 40 {
        let [a, b] = [0, 1].map(|_| {
            let digits = 1 + draw.below(19) as u32;
            draw.below(10u64.pow(digits)).max(10u64.pow(digits - 1))
        });
        // A cold position now and then.
        let (a, b) = match draw.below(16) {
            0 => crate::game::wythoff_pair(a / 16).expect("below 2^64"),
            _ => (a, b),
        };
        lines.push((a, b));
    }
    let text = |lines: &[(u64, u64)]| {
        let lines = lines.iter().map(|(a, b)| format!("{a} {b}\n"));
        "\n".repeat(BYTES_BEFORE) + &lines.collect::<String>()
    };
    let good = text(&lines);
    let run = |text: &[u8], at| {
        let (mut batches, mut seen) = (Batches32::<V>::new(token), Answers::default());
        let progress = Batch::<IsCold>::run::<_, Strict>(&mut batches, text, at, &mut seen);
        assert!(seen.0.is_empty() || Batch::<IsCold>::is_filtering(&batches));
        (progress, seen.0)
    };
    // No more than three batches in a row were left to windows, so the walk did not stop.
    let (_, answers) = run(good.as_bytes(), BYTES_BEFORE);
    assert!(answers.len() >= 38);
    let mut cold = 0;
    for (i, &(a, b)) in lines.iter().enumerate().take(64 * answers.len()) {
        let answer = answers[i / 64] >> (i % 64) & 1 == 1;
        assert_eq!(answer, crate::game::is_cold(a, b), "line {i}: {a} {b}");
        cold += usize::from(answer);
    }
    assert!(cold > 100, "{cold}");
    // Each byte of some lines becomes another one.
    let ends: Vec<_> = memchr::memchr_iter(b'\n', good.as_bytes()).collect();
    for at in ends[BYTES_BEFORE - 1 + 200]..ends[BYTES_BEFORE - 1 + 230] {
        for bad in [b'x', b':', b'/', b'\t', b' ', b'\n', b'\r', 0x80, 0] {
            let mut text = good.clone().into_bytes();
            if std::mem::replace(&mut text[at], bad) == bad {
                continue;
            }
            // Each line that was answered is valid, and has the answer of the scalar parser.
            let (progress, answers) = run(&text, BYTES_BEFORE);
            let mut start = BYTES_BEFORE;
            for (i, line) in text[BYTES_BEFORE..progress.at]
                .split_inclusive(|&c| c == b'\n')
                .enumerate()
            {
                let record = crate::parse::scalar::record(&line[..line.len() - 1]);
                let record = record.expect("a valid line").expect("a record");
                let answer = answers[i / 64] >> (i % 64) & 1 == 1;
                assert_eq!(answer, record.decide::<IsCold>(), "{bad} at {at}, line {i}");
                start += line.len();
            }
            assert_eq!(start, progress.at);
        }
    }
}

/// The lines before the first batch end where batches may begin.
fn a_line_ends_where_batches_may_begin<V: Asks32>(token: V::Token) {
    let text = format!("{:>width$} 7\n", 3, width = BYTES_BEFORE - 3) + &"12 3\n".repeat(1000);
    let (mut kernel, mut count) = (Driver::new(Batches32::<V>::new(token)), Count(0));
    let stop = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), 0, &mut count);
    // The last lines are left to the scalar parser.
    let rest = (text.len() - stop) / 5;
    assert!(rest < 4 && count.0 + rest == 1001, "{stop} {}", count.0);
}

/// A number of `digits` digits.
fn number(draw: &mut Draw, digits: usize) -> String {
    let first = (b'1' + draw.below(9) as u8) as char;
    let rest = (1..digits).map(|_| (b'0' + draw.below(10) as u8) as char);
    std::iter::once(first).chain(rest).collect()
}

/// The cold positions of each batch, in any place, with leading zeros or without, are answered 1. For another ratio
/// hardly any line is a candidate.
fn cold_positions_are_candidates_and_few_others<T>(new: impl Fn() -> T)
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
fn no_batch_ends_within_a_token<T: Batch<IsCold>>(new: impl Fn() -> T) {
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
fn positions_are_those_of_the_separators<V: Vector32>(token: V::Token) {
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
fn bytes_that_are_no_digits_are_found<V: Vector32>(token: V::Token) {
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
