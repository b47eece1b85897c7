//! Questions, sinks and tests that the tests of every [`Batch`] share.

use super::dialect::Dialect;
use super::driver::Driver;
use super::normalise::SLACK;
use super::{Batch, LINES, ROUND};
use crate::parse::{AnswerSink, Decide, Kernel};

/// Answers 0 to every line. The tests look at how far a kernel gets.
pub(in crate::parse) struct Never;

impl Decide for Never {
    fn pair(_: u64, _: u64) -> bool {
        false
    }
    fn digits(_: &[u8], _: &[u8]) -> bool {
        false
    }
}

/// A question that panics if the scalar parser asks it.
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

/// Gives the answer 1 for every line that a kernel asks about. So the answer 0 shows a rejected line.
pub(in crate::parse) struct Asked;

impl Decide for Asked {
    /// 8/5.
    const RATIO: Option<u64> = Some(6_871_947_674);
    /// Those of the golden ratio.
    const FOUR_DIGITS: Option<[u16; 2]> = <crate::pipeline::decide::IsCold as Decide>::FOUR_DIGITS;
    fn pair(_: u64, _: u64) -> bool {
        true
    }
    fn digits(_: &[u8], _: &[u8]) -> bool {
        true
    }
}

/// Random numbers, the same in every run.
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

/// Keeps the answers of whole batches.
#[derive(Default)]
pub(in crate::parse) struct Answers(pub(in crate::parse) Vec<u64>);

impl AnswerSink for Answers {
    fn push(&mut self, answers: u64, _: u32) {
        self.0.push(answers);
    }
}

/// Keeps answers one by one.
#[derive(Default)]
pub(in crate::parse) struct Bits(pub(in crate::parse) Vec<bool>);

impl AnswerSink for Bits {
    fn push(&mut self, answers: u64, count: u32) {
        self.0.extend((0..count).map(|i| answers >> i & 1 == 1));
    }
}

/// A number of `digits` digits.
pub(in crate::parse) fn number(draw: &mut Draw, digits: usize) -> String {
    let first = (b'1' + draw.below(9) as u8) as char;
    let rest = (1..digits).map(|_| (b'0' + draw.below(10) as u8) as char);
    std::iter::once(first).chain(rest).collect()
}

/// The tests of every kernel of batches. `digits_cr_lf` is the largest number of digits that it takes in lines that end with CR LF.
/// At the end of a text it leaves less than a batch and `left` bytes.
pub(in crate::parse) fn a_kernel_of_batches<T>(new: impl Fn() -> T, digits_cr_lf: u32, left: usize)
where
    T: Batch<Never> + Batch<Asked>,
{
    lines_are_taken_to_the_last_batch(&new, digits_cr_lf, left);
    few_lines_are_candidates(&new);
    lines_must_start_after_a_line_feed(&new);
    pieces_in_any_form_are_taken_whole(&new);
    a_normalisation(|piece, out| Batch::<Never>::normalise(&mut new(), piece, out));
}

/// The tests of every normalisation.
pub(in crate::parse) fn a_normalisation(
    normalise: impl Fn(&[u8], &mut [u8]) -> Option<usize> + Copy,
) {
    normalisation_makes_strict_lines(normalise);
    normalisation_deletes_only_whitespace(normalise);
    normalisation_refuses_lone_carriage_returns(normalise);
}

/// The other tests would pass if every line were left to the driver.
fn lines_are_taken_to_the_last_batch<T: Batch<Never>>(
    new: impl Fn() -> T,
    digits_cr_lf: u32,
    left: usize,
) {
    for (dialect, end) in dialects() {
        // The fallback answers a line with more digits. If lines end with CR LF, such a batch is refused.
        for digits in 1..=if end == "\n" { 31 } else { digits_cr_lf } {
            for oversized in [false, true] {
                let mut text = end.repeat(<T as Batch<Never>>::BYTES_BEFORE);
                let at = text.len();
                for i in 0..2000 {
                    // One pile has `digits` digits, the other pile at most that number.
                    let a = 10u128.pow(digits - 1) + i % 9;
                    let b = 10u128.pow(i as u32 / 2 % digits);
                    let (a, b) = if i % 2 == 0 { (a, b) } else { (b, a) };
                    // A pile longer than any window. The batch has the widest windows anyway.
                    let more = if oversized && digits > 24 && i % 500 == 3 {
                        "0".repeat(60 - digits as usize)
                    } else {
                        String::new()
                    };
                    text += &format!("{a} {more}{b}{end}");
                }
                let (mut kernel, mut count) = (Driver::new(new()), Count(0));
                let text = text.as_bytes();
                let stop = kernel.run::<Never, _>(dialect, text, at, &mut count).at;
                let lines = text[at..stop].iter().filter(|&&c| c == b'\n').count();
                assert_eq!(count.0, lines);
                let least = 2000 - LINES - left / (digits as usize + 2 + end.len());
                let enough = lines >= least;
                assert!(enough, "{digits} digits, {dialect:?}: {lines} lines");
            }
        }
    }
}

/// A kernel asks about few lines of mixed lengths, and about all lines that may have the ratio. Other tests would not notice
/// a kernel that asks about more lines: it is only slower.
fn few_lines_are_candidates<T: Batch<Asked>>(new: impl Fn() -> T) {
    let mut kernel = Driver::new(new());
    let mut seen = Answers::default();
    let mut text = "\n".repeat(T::BYTES_BEFORE);
    for i in 0..10_000u64 {
        let pile = |seed: u64| {
            let bits = (i * 64 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let digits = (bits >> 59) % 19 + 1;
            let zeros = if bits >> 40 & 0x1ff == 0 { "0" } else { "" };
            format!("{zeros}{}", bits % 10u64.pow(digits as u32))
        };
        let (mut a, mut b) = (pile(1), pile(7));
        // A pile beyond u64: the line is a candidate only if the other pile may have the ratio to it.
        if let 200 | 203 = i % 1000 {
            a = format!("5{:019}", 5 * i);
            b = if i % 1000 == 200 {
                format!("8{:019}", 8 * i)
            } else {
                b
            };
        }
        text += &format!("{a} {b}\n");
    }
    let progress =
        kernel.run::<Asked, _>(Dialect::Strict, text.as_bytes(), T::BYTES_BEFORE, &mut seen);
    assert!(progress.at > text.len() - 2 * ROUND);
    let lines = text[T::BYTES_BEFORE..].lines().enumerate();
    let (mut near_lines, mut candidates) = (0, 0);
    for (i, line) in lines.take(64 * seen.0.len()) {
        let (a, b) = line.split_once(' ').unwrap();
        let near = a.len().abs_diff(b.len()) < 2;
        let padded = [a, b].iter().any(|a| a.len() > 1 && a.starts_with('0'));
        let asked = seen.0[i / 64] >> (i % 64) & 1 == 1;
        // Such a pile may make a candidate as if it began with a zero.
        let hundred = [a, b].iter().any(|a| a.starts_with("100"));
        assert!(!asked || near || padded || hundred, "{line}");
        assert!(asked || !(padded || i % 1000 == 200), "{line}");
        let is_other = !padded && i % 1000 != 200;
        near_lines += usize::from(near && is_other);
        candidates += usize::from(asked && is_other);
    }
    assert!(20 * candidates < near_lines, "{candidates} of {near_lines}");
}

/// A mapped file may change while it is read, so that the byte before the first line is no line feed. Then the kernel
/// answers nothing, and does not panic.
fn lines_must_start_after_a_line_feed<T: Batch<Never>>(new: impl Fn() -> T) {
    for (dialect, end) in dialects() {
        let line = format!("12 34{end}");
        let mut text = [
            end.repeat(T::BYTES_BEFORE).as_bytes(),
            line.repeat(2000).as_bytes(),
        ]
        .concat();
        let at = end.len() * T::BYTES_BEFORE;
        let mut count = Count(0);
        let run = |text: &[u8], count: &mut Count| {
            Driver::new(new())
                .run::<Never, _>(dialect, text, at, count)
                .at
        };
        assert!(run(&text, &mut count) > at && count.0 > 0);
        for before in *b"\0 7" {
            text[at - 1] = before;
            let mut count = Count(0);
            assert_eq!(run(&text, &mut count), at);
            assert_eq!(count.0, 0);
        }
    }
}

/// Every dialect that batches take, and how its lines end.
pub(in crate::parse) fn dialects() -> [(Dialect, &'static str); 2] {
    [(Dialect::Strict, "\n"), (Dialect::CrLf, "\r\n")]
}

/// Reading such text line by line would give the same answers in more time, so no other test needs this.
fn pieces_in_any_form_are_taken_whole<T: Batch<Never>>(new: impl Fn() -> T) {
    const LINE: &str = " 12  \t 3\r\n\n";
    let loose = LINE.repeat(200);
    for lines in 1..200 {
        let mut count = Count(0);
        let piece = &loose.as_bytes()[..lines * LINE.len()];
        assert!(Driver::new(new()).piece::<Never, _>(piece, &mut count));
        assert_eq!(count.0, lines);
    }
    let text = "\n".repeat(T::BYTES_BEFORE) + &LINE.repeat(5000);
    let (mut kernel, mut count) = (Driver::new(new()), Count(0));
    let stop = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), T::BYTES_BEFORE, &mut count);
    assert_eq!((stop, count.0), (text.len(), 5000));
}

/// Counts answers.
pub(in crate::parse) struct Count(pub(in crate::parse) usize);

impl AnswerSink for Count {
    fn push(&mut self, _: u64, count: u32) {
        self.0 += count as usize;
    }
}

/// The strict form of `text`, from the fields of each line.
fn slow(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n");
    format!("\n{}", lines.collect::<String>())
}

/// Valid lines become strict lines.
fn normalisation_makes_strict_lines(normalise: impl Fn(&[u8], &mut [u8]) -> Option<usize>) {
    let mut texts = vec![
        "1 2\r\n3 4\r\n".to_owned(),
        "\n\n \r\n\t\n00 000\n0 0012\n".to_owned(),
        "\n".to_owned(),
        " \n".repeat(200),
    ];
    for shift in 0..130 {
        let blanks = " \t".repeat(shift / 2) + &" ".repeat(shift % 2);
        let zeros = "0".repeat(shift);
        let ones = "1".repeat(shift + 1);
        texts.push(format!("{blanks}12 {blanks}{zeros}34{blanks}\r\n").repeat(9));
        texts.push(format!("{}\n5 6{blanks}\n{zeros}0 {zeros}70\n", "\n".repeat(shift)).repeat(9));
        texts.push(format!("{blanks}{ones} {zeros}{ones}\n{zeros}0 0\n").repeat(9));
        texts.push(format!("{} {ones}\n", "1 2\n".repeat(shift)));
        let blanks = " ".repeat(shift);
        texts.push(format!("{zeros}12{blanks} {zeros}34{blanks}\r\n").repeat(9));
        texts.push(format!("{zeros}5 {blanks}6{blanks}\n\n").repeat(9));
    }
    for text in texts {
        let mut out = vec![0; text.len() + SLACK];
        let written = normalise(text.as_bytes(), &mut out);
        let strict = &out[..written.expect("valid lines")];
        assert_eq!(String::from_utf8_lossy(strict), slow(&text));
    }
}

/// Normalisation deletes whitespace only, so a malformed line stays malformed.
fn normalisation_deletes_only_whitespace(normalise: impl Fn(&[u8], &mut [u8]) -> Option<usize>) {
    let digits = "1234567890".repeat(20);
    for place in 0..150 {
        for bad in [
            "\r ",
            "\r\r\n",
            "x ",
            "x\n",
            " x",
            "\0 ",
            "-\n",
            "\u{b}\n",
            "\n\u{c}\n",
            "*\n",
            "\u{1a}\n",
        ] {
            let text = format!("{}{bad}{digits}\n", &digits[..place]);
            let mut out = vec![0; text.len() + SLACK];
            let Some(written) = normalise(text.as_bytes(), &mut out) else {
                continue;
            };
            let is_malformed = |c: &u8| !b"0123456789 \n".contains(c);
            assert!(
                out[..written].iter().any(is_malformed),
                "{bad:?} at {place}"
            );
        }
    }
}

/// Text with a carriage return that no line feed follows is refused.
fn normalisation_refuses_lone_carriage_returns(
    normalise: impl Fn(&[u8], &mut [u8]) -> Option<usize>,
) {
    for shift in 0..130 {
        let before = "1 2\n".repeat(shift / 4) + &" ".repeat(shift % 4);
        for bad in ["1\r2\n", "1 \r2\n", "1 2\r \n", "1 2\r\r\n", "\r1 2\n"] {
            let text = format!("{before}{bad}");
            let mut out = vec![0; text.len() + SLACK];
            let written = normalise(text.as_bytes(), &mut out);
            let good = text.replace('\r', " ");
            assert_eq!(written, None, "{text:?}");
            assert!(normalise(good.as_bytes(), &mut out).is_some(), "{good:?}");
        }
    }
}
