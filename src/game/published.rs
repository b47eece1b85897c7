//! Wrong on purpose: the formulas in double precision that are published as solutions.
//!
//! Owns what such programs answer, for those who compare with them, generate cases that break them or
//! explain the difference. It is the one place with floating point, and nothing that decides may use
//! it; for the right answer ask [`super::is_cold`]. Invariant: each function computes what the C
//! expression in its comment does with IEEE 754 doubles, on every machine.
//!
//! Dividing by 2 never rounds, so `d * (sqrt(5.0) + 1) / 2`, `d * ((1 + sqrt(5.0)) / 2)` and
//! `d * (0.5 + sqrt(5.0) / 2)` are one and the same, and [`double_int`] stands for all of them.

/// `a == (long long)(d * (sqrt(5.0) + 1) / 2)`, `a` the smaller pile and `d` the difference.
///
/// The first difference it gets wrong is 102334155:
///
/// ```
/// use wythoff::game::{is_cold, published::double_int};
/// assert!(is_cold(165_580_140, 267_914_295) && !double_int(165_580_140, 267_914_295));
/// assert!(!is_cold(165_580_141, 267_914_296) && double_int(165_580_141, 267_914_296));
/// ```
#[must_use]
pub fn double_int(a: u64, b: u64) -> bool {
    claims(a, b, double_lower)
}

/// `d * (sqrt(5.0) + 1) / 2`: what [`double_int`] takes for `d * phi`, before it is cut to a whole number.
#[must_use]
pub fn double_lower(d: f64) -> f64 {
    d * (5_f64.sqrt() + 1.0) / 2.0
}

/// `a == (long long)(d * sqrt(5.0) / 2 + d * 0.5)`: the same number, rounded in other places.
///
/// The first difference it gets wrong is 102334155 as well, but up to 381966011 there are 16 such ones,
/// and 14 for [`double_int`].
#[must_use]
pub fn double_plus_half(a: u64, b: u64) -> bool {
    claims(a, b, |d| d * 5_f64.sqrt() / 2.0 + d * 0.5)
}

fn claims(a: u64, b: u64, lower: impl Fn(f64) -> f64) -> bool {
    // A difference above 2^53 is rounded here, as it is in C. A product beyond u64 becomes u64::MAX,
    // where C promises nothing.
    lower(a.abs_diff(b) as f64) as u64 == a.min(b)
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{MexTable, worst_cases};
    use super::*;

    /// The differences at which `published` denies the pair, in order. A double's relative error of
    /// about 2^-52 moves `d * phi` across a whole number only where `|x^2 - x*d - d^2|` is below
    /// `d^2 / 10^15`, so up to `d = 4 * 10^8` a bound of 1000 misses none.
    fn wrong_at(published: fn(u64, u64) -> bool) -> Vec<u64> {
        let small = worst_cases(1000).into_iter();
        let small = small.take_while(|&(_, d)| d <= 381_966_011);
        let wrong = small.filter(|&(a, d)| !published(a as u64, a as u64 + d));
        wrong.map(|(_, d)| d).collect()
    }

    #[test]
    fn wrong_where_it_is_said() {
        let int = wrong_at(double_int);
        assert_eq!((int.len(), int[0]), (14, 102_334_155));
        let half = wrong_at(double_plus_half);
        assert_eq!((half.len(), half[0]), (16, 102_334_155));
    }

    /// As long as numbers are small, nobody sees it.
    #[test]
    fn right_where_numbers_are_small() {
        let mex = MexTable::new(700);
        for a in 0..=700 {
            for b in 0..=700 {
                let expected = mex.is_cold(a, b);
                assert_eq!(Some(double_int(a as u64, b as u64)), expected);
                assert_eq!(Some(double_plus_half(b as u64, a as u64)), expected);
            }
        }
    }
}
