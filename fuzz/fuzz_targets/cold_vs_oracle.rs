//! Compares the cold test with the quadratic form. Compares the cold test for decimal digits with the
//! quadratic form, and with itself on digits with leading zeros.
#![no_main]
use libfuzzer_sys::fuzz_target;
use oracle::{cold_by_quadratic_form, cold_generalised_by_numeration};
use std::num::NonZeroU64;
use wythoff::game::wythoff_pair;
use wythoff::{Rule, is_cold};

#[allow(dead_code)]
#[path = "../../src/game/tests/oracle.rs"]
mod oracle;

fuzz_target!(|input: (u64, u64, i8, Vec<u8>, Vec<u8>)| {
    let (a, b, off, x, y) = input;
    let check = |a: u64, b: u64| {
        let cold = is_cold(a, b);
        assert_eq!(cold, is_cold(b, a));
        assert_eq!(cold, cold_by_quadratic_form(a, b));
        assert_eq!(cold, cold_generalised_by_numeration(a, b, NonZeroU64::MIN));
        let zeros = "0".repeat(usize::from(off.unsigned_abs()));
        let (a, b) = (format!("{zeros}{a}"), b.to_string());
        assert_eq!(cold, Rule::Normal.is_cold_decimal(a.as_bytes(), b.as_bytes()));
    };
    check(a, b);
    if let Some((lower, upper)) = wythoff_pair(a) {
        check(lower, upper);
        check(lower.saturating_add_signed(off.into()), upper);
    }
    // Numbers of any size, whose digits are made from the bytes.
    let digits = |v: &[u8]| v.iter().map(|c| b'0' + c % 10).collect::<Vec<u8>>();
    let (x, y) = (digits(&x), digits(&y));
    if !x.is_empty() && !y.is_empty() {
        let big = |v: &[u8]| std::str::from_utf8(v).expect("digits").parse().expect("digits");
        let rule = Rule::Normal;
        assert_eq!(rule.is_cold_decimal(&x, &y), rule.is_cold_big(&big(&x), &big(&y)));
    }
});
