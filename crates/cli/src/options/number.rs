//! Numbers as arguments: in decimal digits, or as powers.

use std::str::FromStr;
use wythoff::game::BigUint;

/// The digits of the largest number that [`parse_number`] reads without a power, and of the largest `--max`.
pub(crate) const MAX_DIGITS: u32 = 1000;

/// A number in decimal digits or as a power: `1000`, `1e18`, `10^100`, `2^64-1`. `None` for other texts, and for numbers
/// with more than a few thousand digits.
pub(crate) fn parse_number(text: &str) -> Option<BigUint> {
    match text.split_once('-') {
        // A number may be subtracted from a power only.
        Some((from, less)) => {
            let (from, less) = parse_power(from).zip(parse_digits(less))?;
            (from >= less).then(|| from - less)
        }
        None => parse_digits(text).or_else(|| parse_power(text)),
    }
}

fn parse_digits(text: &str) -> Option<BigUint> {
    digits(text).filter(|_| text.len() <= MAX_DIGITS as usize)
}

/// A number in decimal digits only: `parse` alone would accept a plus sign.
pub(super) fn digits<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| is_digits(text))
}

pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

fn parse_power(text: &str) -> Option<BigUint> {
    if let Some((factor, exponent)) = text.split_once(['e', 'E']) {
        let (factor, exponent) = parse_digits(factor).zip(parse_exponent(exponent))?;
        return Some(factor * BigUint::from(10_u32).pow(exponent));
    }
    let (base, exponent) = text.split_once('^')?;
    // A base of more than four digits is refused: its powers must be written as digits.
    let base = parse_digits(base).filter(|_| base.len() <= 4)?;
    Some(base.pow(parse_exponent(exponent)?))
}

fn parse_exponent(text: &str) -> Option<u32> {
    let exponent = parse_digits(text)?.try_into().ok();
    exponent.filter(|&exponent| exponent <= 4 * MAX_DIGITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_powers() {
        let invalid =
            "-1 1.5 1e e9 ^ 2^ x 1e-1 0^0x 99999^4000 +1 1e+5 1e9- 2^3-9 9-1 2^3-1-1 2^3-1e0";
        for text in invalid.split(' ').chain([""]) {
            assert_eq!(parse_number(text), None, "{text}");
        }
        for (text, value) in [
            ("1e9", "1000000000"),
            ("2^10", "1024"),
            ("007", "7"),
            ("12E2", "1200"),
            ("10^0", "1"),
            ("2^64-1", "18446744073709551615"),
            ("1e2-99", "1"),
        ] {
            assert_eq!(parse_number(text).unwrap().to_string(), value);
        }
        let long = parse_number("1e999").unwrap();
        assert_eq!(long.to_string().len(), 1000);
    }
}
