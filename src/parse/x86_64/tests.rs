//! The questions of the shared tests, over vectors; and tests of normalisation by both instruction sets.

use super::avx2::by_shuffles;
use super::avx512::by_compression;
use super::*;
use crate::parse::batch::runs::SLACK;
use crate::parse::batch::tests::{Asked, Never, NeverSlowly};
use crate::parse::batch::{LeadingZeros, Method};
use core::arch::x86_64::{_mm256_cmpeq_epi16, _mm256_xor_si256};

// SAFETY: as for `Never`.
unsafe impl Decide256 for NeverSlowly {
    unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i {
        // SAFETY: the caller has the instructions.
        unsafe { <Never as Decide256>::three_digits(x, y) }
    }
    unsafe fn u31_x8(x: __m256i, y: __m256i) -> u32 {
        // SAFETY: the caller has the instructions.
        unsafe { Never::u31_x8(x, y) }
    }
    unsafe fn u64_x4(x: __m256i, y: __m256i) -> (u32, u32) {
        // SAFETY: the caller has the instructions.
        unsafe { Never::u64_x4(x, y) }
    }
}

// SAFETY: no instruction beyond AVX2.
unsafe impl Decide256 for Never {
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
unsafe impl Decide512 for Never {
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

// SAFETY: no instruction beyond AVX2.
unsafe impl Decide256 for Asked {
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
unsafe impl Decide512 for Asked {
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

type Normalise = fn(&[u8], &mut [u8]) -> Option<usize>;

/// Every way in which this machine normalises text.
fn methods() -> Vec<(Method, LeadingZeros, Normalise)> {
    let mut methods: Vec<(Method, LeadingZeros, Normalise)> = Vec::new();
    if Avx2::detect().is_some() {
        methods.push((Method::Rewrite, LeadingZeros::Keep, |piece, out| {
            by_shuffles(Avx2::detect()?, Method::Rewrite, piece, out)
        }));
        methods.push((Method::Shorten, LeadingZeros::Keep, |piece, out| {
            by_shuffles(Avx2::detect()?, Method::Shorten, piece, out)
        }));
    }
    if Avx512::detect().is_some() {
        macro_rules! push {
            ($method:expr) => {
                methods.push(($method, LeadingZeros::Keep, |piece, out| {
                    by_compression::<false>(Avx512::detect()?, $method, piece, out)
                }));
                methods.push(($method, LeadingZeros::Strip, |piece, out| {
                    by_compression::<true>(Avx512::detect()?, $method, piece, out)
                }));
            };
        }
        push!(Method::Rewrite);
        push!(Method::Shorten);
    }
    methods
}

/// The strict form of `text`, from the fields of each line.
fn slow(text: &str, zeros: LeadingZeros) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines = lines.map(|line| {
        let fields = line.split_whitespace().map(|field| {
            let short = field.trim_start_matches('0');
            match (zeros, short) {
                (LeadingZeros::Keep, _) => field,
                (LeadingZeros::Strip, "") => "0",
                (LeadingZeros::Strip, _) => short,
            }
        });
        fields.collect::<Vec<_>>().join(" ") + "\n"
    });
    format!("\n{}", lines.collect::<String>())
}

/// Whether [`Method::Shorten`] fits a text of valid lines.
fn is_shortened(text: &str) -> bool {
    let text = format!("\n{text}");
    let mut pairs = text.as_bytes().windows(2);
    !pairs.any(|pair| match pair {
        [b' ', _] | [_, b'\n' | b'0'..=b'9'] | [b'0'..=b'9', _] => false,
        [_, _] => true,
        _ => unreachable!(),
    })
}

#[test]
fn valid_lines_become_strict_ones() {
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
    let mut shortened = 0;
    for text in texts {
        for (method, zeros, normalise) in methods() {
            let mut out = vec![0; text.len() + SLACK];
            let written = normalise(text.as_bytes(), &mut out);
            if method == Method::Shorten && !is_shortened(&text) {
                assert_eq!(written, None, "{text:?}");
                continue;
            }
            shortened += usize::from(method == Method::Shorten);
            let strict = &out[..written.expect("valid lines")];
            let expected = slow(&text, zeros);
            assert_eq!(String::from_utf8_lossy(strict), expected);
        }
    }
    // Each backend that this machine runs shortens some.
    let backends = methods()
        .iter()
        .filter(|(method, ..)| *method == Method::Shorten)
        .count();
    assert!(shortened > 250 * backends || backends == 0, "{shortened}");
}

/// Normalisation deletes whitespace only, so a malformed line stays malformed.
#[test]
fn only_whitespace_is_deleted() {
    let digits = "1234567890".repeat(20);
    for (method, _, normalise) in methods() {
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
                    "{method:?} {bad:?} at {place}"
                );
            }
        }
    }
}

#[test]
fn a_carriage_return_that_no_newline_follows() {
    for shift in 0..130 {
        let before = "1 2\n".repeat(shift / 4) + &" ".repeat(shift % 4);
        for bad in ["1\r2\n", "1 \r2\n", "1 2\r \n", "1 2\r\r\n", "\r1 2\n"] {
            for (method, _, normalise) in methods() {
                let text = format!("{before}{bad}");
                let mut out = vec![0; text.len() + SLACK];
                let written = normalise(text.as_bytes(), &mut out);
                let good = text.replace('\r', " ");
                if method == Method::Rewrite {
                    assert_eq!(written, None, "{text:?}");
                    assert!(normalise(good.as_bytes(), &mut out).is_some(), "{good:?}");
                } else if let Some(written) = written {
                    // The kernel that reads the result finds it.
                    assert!(out[..written].contains(&b'\r'), "{text:?}");
                }
            }
        }
    }
}
