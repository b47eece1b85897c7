//! What the tests of the vector kernels share, and those of what they all do.

use super::form::Form;
use super::pieces::Tiled;
use super::tiles::Tiles;
use super::*;
use crate::parse::{Bits, Leading};
use core::arch::x86_64::{_mm256_cmpeq_epi16, _mm256_xor_si256};

/// Answers nothing: what counts is how far a kernel gets.
pub(super) struct Never;

impl Decide for Never {
    fn pair(_: u64, _: u64) -> bool {
        false
    }
    fn digits(_: &[u8], _: &[u8]) -> bool {
        false
    }
}

/// The same, if the scalar parser has no part in it.
pub(super) struct NeverSlowly;

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

// SAFETY: as for `Never`.
unsafe impl Lanes256 for NeverSlowly {
    unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i {
        // SAFETY: the caller's.
        unsafe { <Never as Lanes256>::three_digits(x, y) }
    }
    unsafe fn u31_x8(x: __m256i, y: __m256i) -> u32 {
        // SAFETY: the caller's.
        unsafe { Never::u31_x8(x, y) }
    }
    unsafe fn u64_x4(x: __m256i, y: __m256i) -> (u32, u32) {
        // SAFETY: the caller's.
        unsafe { Never::u64_x4(x, y) }
    }
}

// SAFETY: no instruction beyond AVX2.
unsafe impl Lanes256 for Never {
    unsafe fn three_digits(x: __m256i, _: __m256i) -> __m256i {
        // SAFETY: the caller has the instructions.
        unsafe { _mm256_xor_si256(x, x) }
    }
    unsafe fn u31_x8(_: __m256i, _: __m256i) -> u32 {
        0
    }
    unsafe fn u64_x4(_: __m256i, _: __m256i) -> (u32, u32) {
        (0, 0b1111)
    }
}

// SAFETY: no instruction at all.
unsafe impl Lanes512 for Never {
    unsafe fn three_digits(_: __m512i, _: __m512i) -> __mmask32 {
        0
    }
    unsafe fn seven_digits(_: __m512i, _: __m512i) -> __mmask16 {
        0
    }
    unsafe fn nine_digits(_: __m512i, _: __m512i, _: bool) -> __mmask16 {
        0
    }
    unsafe fn twelve_digits(_: __m512i, _: __m512i) -> __mmask8 {
        0
    }
    unsafe fn any(_: __m512i, _: __m512i, _: bool) -> __mmask8 {
        0
    }
}

/// Answers 1 to every line of which it is asked.
pub(super) struct Asked;

impl Decide for Asked {
    /// Of piles with as many digits, those that begin with 5 and 8.
    const LEADING: Option<Leading> = {
        let mut leading = [[0; 16]; 3];
        leading[1][5] = 1 << 8;
        Some(leading)
    };
    /// 8/5. Where these are looked at beginnings aren't, but for those of piles beyond `u64`.
    const RATIO: Option<u64> = Some(6_871_947_674);
    fn pair(_: u64, _: u64) -> bool {
        true
    }
    fn digits(_: &[u8], _: &[u8]) -> bool {
        true
    }
}

// SAFETY: no instruction beyond AVX2.
unsafe impl Lanes256 for Asked {
    unsafe fn three_digits(x: __m256i, _: __m256i) -> __m256i {
        // SAFETY: the caller has the instructions.
        unsafe { _mm256_cmpeq_epi16(x, x) }
    }
    unsafe fn u31_x8(_: __m256i, _: __m256i) -> u32 {
        0xff
    }
    unsafe fn u64_x4(_: __m256i, _: __m256i) -> (u32, u32) {
        (0b1111, 0)
    }
}

// SAFETY: no instruction at all.
unsafe impl Lanes512 for Asked {
    unsafe fn three_digits(_: __m512i, _: __m512i) -> __mmask32 {
        !0
    }
    unsafe fn seven_digits(_: __m512i, _: __m512i) -> __mmask16 {
        !0
    }
    unsafe fn nine_digits(_: __m512i, _: __m512i, _: bool) -> __mmask16 {
        !0
    }
    unsafe fn twelve_digits(_: __m512i, _: __m512i) -> __mmask8 {
        !0
    }
    unsafe fn any(_: __m512i, _: __m512i, _: bool) -> __mmask8 {
        !0
    }
}

/// Numbers by chance, the same in every run.
pub(super) struct Draw(pub(super) u64);

impl Draw {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        self.0.rotate_left(32)
    }

    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }
}

/// The answers of tiles.
#[derive(Default)]
pub(super) struct Answers(pub(super) Vec<u64>);

impl Bits for Answers {
    fn push(&mut self, answers: u64, _: u32) {
        self.0.push(answers);
    }
}

/// Of lines with piles of mixed lengths it asks about few, and of others about all. Only time hangs on it: for
/// any other question the answers would be the same.
pub(super) fn few_lines_are_left<T: Tiles<Asked>>(new: impl Fn() -> T) {
    for blank in [b' ', b'\t'] {
        let mut kernel = new();
        let (form, mut seen) = (Form { blank, last: None }, Answers::default());
        let blank = char::from(blank);
        let mut text = "\n".repeat(T::LEAD);
        for i in 0..10_000u64 {
            let pile = |seed: u64| {
                let bits = (i * 64 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let digits = (bits >> 59) % 19 + 1;
                let zeros = if bits >> 40 & 0x1ff == 0 { "0" } else { "" };
                format!("{zeros}{}", bits % 10u64.pow(digits as u32))
            };
            let (mut a, mut b) = (pile(1), pile(7));
            // Beyond u64: left only where the other one is alike.
            if let 200 | 203 = i % 1000 {
                a = format!("5{:019}", 5 * i);
                b = if i % 1000 == 200 {
                    format!("8{:019}", 8 * i)
                } else {
                    b
                };
            }
            text += &format!("{a}{blank}{b}\n");
        }
        let stop = kernel.tiles(form, text.as_bytes(), T::LEAD, &mut seen);
        assert!(kernel.notes() && stop > text.len() - 2 * tiles::ROUND);
        // The first tile tells what they are like, the second begins in a block that nobody took notes of.
        let lines = text[T::LEAD..].lines().enumerate();
        for (i, line) in lines.take(64 * seen.0.len()).skip(128) {
            let (a, b) = line.split_once(blank).unwrap();
            let alike = a.len() == b.len() && a.starts_with('5') && b.starts_with('8');
            let padded = [a, b].iter().any(|a| a.len() > 1 && a.starts_with('0'));
            let asked = seen.0[i / 64] >> (i % 64) & 1 == 1;
            assert_eq!(asked, alike || padded, "{line}");
        }
        // Of these neither lengths nor six digits tell.
        let line = format!("5234567890123456{blank}8375308624197530\n");
        let text = "\n".repeat(T::LEAD) + &line.repeat(2000);
        kernel.tiles(form, text.as_bytes(), T::LEAD, &mut seen);
        assert!(!kernel.notes());
    }
}

/// As of a mapped file that is cut short: no panic, and nothing is taken.
pub(super) fn lines_that_begin_nowhere_are_left<T: Tiles<Never>>(new: impl Fn() -> T) {
    for (form, end) in forms() {
        let line = format!("12{}34{end}", char::from(form.blank));
        let mut text = [end.repeat(T::LEAD).as_bytes(), line.repeat(2000).as_bytes()].concat();
        let at = end.len() * T::LEAD;
        let mut count = Count(0);
        assert!(new().tiles(form, &text, at, &mut count) > at && count.0 > 0);
        for before in *b"\0 7" {
            text[at - 1] = before;
            let mut count = Count(0);
            assert_eq!(new().tiles(form, &text, at, &mut count), at);
            assert_eq!(count.0, 0);
        }
    }
}

/// Every form that tiles take, and how its lines end.
pub(super) fn forms() -> [(Form, &'static str); 5] {
    [
        (b' ', "\n"),
        (b'\t', "\n"),
        (b' ', "\r\n"),
        (b' ', " \n"),
        (b'\t', "\t\n"),
    ]
    .map(|(blank, end)| {
        let last = (end.len() == 2).then(|| end.as_bytes()[0]);
        (Form { blank, last }, end)
    })
}

/// Line by line the answers would be the same, only later.
pub(super) fn pieces_in_any_form_are_taken_whole<T: Tiles<Never>>(new: impl Fn() -> Tiled<T>) {
    const LINE: &str = " 12  \t 3\r\n\n";
    let loose = LINE.repeat(200);
    for lines in 1..200 {
        let mut count = Count(0);
        let piece = &loose.as_bytes()[..lines * LINE.len()];
        assert!(new().piece::<Never, _>(true, piece, &mut count));
        assert_eq!(count.0, lines);
    }
}

#[test]
fn lines_that_only_zeros_make_long() {
    let first = "0012 3\n";
    let second = "12 003\n";
    let neither = "100 2000\n";
    // Of these lines, over and over, those with a bit.
    let guess = |lines: &[&str], doubtful| {
        let lines: Vec<_> = lines.iter().cycle().take(64).copied().collect();
        let steps: Vec<u32> = lines.iter().map(|line| line.len() as u32).collect();
        let text = format!("7 7\n{}", lines.concat());
        mostly_padded(&steps.try_into().unwrap(), 4, text.as_bytes(), doubtful)
    };
    const ALL: u64 = u64::MAX;
    let tabs = "12\t003\n";
    for lines in [&[first][..], &[second], &[tabs], &[first, second, neither]] {
        assert!(guess(lines, ALL), "{lines:?}");
    }
    for lines in [
        &[neither][..],
        &[neither, second],
        &[neither, neither, first],
    ] {
        assert!(!guess(lines, ALL), "{lines:?}");
    }
    // Only the doubtful ones count, and fewer than eight don't.
    assert!(guess(&[neither, second], 0xaaaa_aaaa_aaaa_aaaa));
    assert!(!guess(&[neither, second], 0x5555_5555_5555_5555));
    assert!(guess(&[first], 0x8000_0000_0000_007f));
    assert!(!guess(&[first], 0x8000_0000_0000_003f));
}

pub(super) struct Count(pub(super) usize);

impl Bits for Count {
    fn push(&mut self, _: u64, count: u32) {
        self.0 += count as usize;
    }
}
