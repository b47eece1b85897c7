//! Independent reference implementations, slow but simple.
//!
//! Computes the same answers by other methods, for the tests that check the fast functions. Nothing here uses the fixed-point
//! constants of `game::phi`. On the range in the table each method is exact.
//! `r = 1` is Wythoff's game.
//!
//! | oracle | method | range |
//! |---|---|---|
//! | [`cold_by_quadratic_form`] | the signs of a polynomial on both sides of `d * phi` | `u64` |
//! | [`pair_generalised_by_sqrt`] | `floor(n * (2 - r + sqrt(r^2 + 4)) / 2)`, by an integer root | any size |
//! | [`cold_generalised_by_numeration`] | Fraenkel's numeration system for `r` | `u64` |

use std::num::NonZeroU64;

use num_bigint::BigUint;

/// Whether `(a, b)` is cold, from the signs of `N(x) = x^2 - x*d - d^2`, where `d` is the difference: the test uses no
/// approximation of phi.
#[must_use]
pub(crate) fn cold_by_quadratic_form(a: u64, b: u64) -> bool {
    let (m, d) = (u128::from(a.min(b)), u128::from(a.abs_diff(b)));
    if d == 0 {
        return m == 0;
    }
    // With d >= 1 both products are at most 2^64 * (2^64 - 1).
    m >= d && m * (m - d) < d * d && (m + 1) * (m + 1 - d) > d * d
}

/// The k-th Wythoff pair, of any size, by [`pair_generalised_by_sqrt`].
#[must_use]
pub(crate) fn pair_by_sqrt(k: &BigUint) -> (BigUint, BigUint) {
    pair_generalised_by_sqrt(k, &BigUint::from(1_u32))
}

/// The n-th cold pair of the generalised game, of any size, by the published formula: the lower number is
/// `floor(n * (2 - r + sqrt(r^2 + 4)) / 2)`, and the upper number is `r * n` more. The root may be rounded down first: halving
/// a whole number and rounding down gives the same result.
#[must_use]
pub(crate) fn pair_generalised_by_sqrt(n: &BigUint, r: &BigUint) -> (BigUint, BigUint) {
    let root = (n * n * (r * r + 4_u32)).sqrt();
    let lower = (root + n * 2_u32 - n * r) >> 1_u32;
    let upper = &lower + n * r;
    (lower, upper)
}

/// Whether `(a, b)` is cold in the generalised game, by [`pair_generalised_by_sqrt`].
#[must_use]
pub(crate) fn cold_generalised_by_sqrt(a: u64, b: u64, r: NonZeroU64) -> bool {
    let n = BigUint::from(a.abs_diff(b) / r);
    // If r does not divide the difference, no pair has that difference, so the comparison fails.
    pair_generalised_by_sqrt(&n, &r.get().into()) == (a.min(b).into(), a.max(b).into())
}

/// Whether `(a, b)` is cold in the generalised game, from the digits of the piles in Fraenkel's numeration system.
///
/// The place values are 1, `r + 1`, and then always `r` times the last value plus the value before it. Each whole number has
/// exactly one representation with digits up to `r` in which a digit `r` is followed by 0. A number is the lower number of a
/// cold pair exactly if its digits end in an even number of zeros. The digits of its partner are then the same digits with one
/// more zero (A. S. Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, 1982). With `r = 1` these are the
/// Zeckendorf digits.
#[must_use]
pub(crate) fn cold_generalised_by_numeration(a: u64, b: u64, r: NonZeroU64) -> bool {
    let r = u128::from(r.get());
    let (lower, upper) = (u128::from(a.min(b)), u128::from(a.max(b)));
    if lower == 0 {
        return upper == 0;
    }
    let mut places = vec![1, r + 1];
    // The loop ends with the first place value above both piles. All earlier ones are below 2^64, so nothing overflows.
    while places[places.len() - 1] <= upper {
        places.push(r * places[places.len() - 1] + places[places.len() - 2]);
    }
    let digits = |mut rest: u128| {
        let digit = |&place: &u128| {
            let digit = rest / place;
            rest %= place;
            digit
        };
        let mut digits: Vec<_> = places.iter().rev().map(digit).collect();
        digits.reverse();
        digits
    };
    let (mut lower, upper) = (digits(lower), digits(upper));
    let zeros = lower.iter().take_while(|&&digit| digit == 0).count();
    lower.rotate_right(1);
    // The digit that moved to the lowest place is the highest digit, which is 0.
    zeros.is_multiple_of(2) && lower == upper
}

/// The differences at which `d * phi` is nearest to a whole number, each with `floor(d * phi)`.
///
/// Returns `(floor(d * phi), d)`, ascending by `d`, for every `d` in `1..2^64` for which some whole `x >= 0` has
/// `|x^2 - x*d - d^2| <= bound`. That form is `(x - d*phi) * (x + d/phi)`. So a small value means that `d * phi` is within
/// about `bound / (2.24 * d)` of a whole number. An approximation of phi fails first at one of these `d`. With a bound of 1 the
/// differences are the Fibonacci numbers.
///
/// The step `(x, d) -> (x + d, x)` only changes the sign of the form, and can be reversed while `x >= d`. So each solution
/// descends from exactly one with `x < d`. For `x < d` the absolute value of the form is at least `d^2`, so only
/// `d <= sqrt(bound)` has to be searched. Takes time and memory linear in `bound`.
#[must_use]
pub(crate) fn worst_cases(bound: u64) -> Vec<(u128, u64)> {
    let bound = u128::from(bound);
    let mut solutions = Vec::new();
    for first_d in 1..=bound.isqrt() {
        for first_x in 0..first_d {
            // The form is -(d^2 + x*d - x^2), and d^2 + x*d - x^2 > 0 as x < d.
            if first_d * first_d + first_x * (first_d - first_x) > bound {
                continue;
            }
            let (mut x, mut d) = (first_x, first_d);
            while let Ok(difference) = u64::try_from(d) {
                // The step from (0, d) leads to (d, 0). A difference of 0 is no result.
                if difference > 0 {
                    solutions.push((floor_from_near(x, difference), difference));
                }
                (x, d) = (x + d, x);
            }
        }
    }
    solutions.sort_unstable_by_key(|&(_, d)| d);
    // For one d, both floor(d * phi) and floor(d * phi) + 1 may be solutions; keep one entry.
    solutions.dedup();
    solutions
}

/// `floor(d * phi)`, found by steps of 1 from `x`.
fn floor_from_near(mut x: u128, d: u64) -> u128 {
    let d = u128::from(d);
    // Whether x < d * phi, for x >= 0 and d > 0. A product that exceeds u128 also exceeds d * d.
    let below = |x: u128| x <= d || x.checked_mul(x - d).is_some_and(|product| product < d * d);
    while !below(x) {
        x -= 1;
    }
    while below(x + 1) {
        x += 1;
    }
    x
}
