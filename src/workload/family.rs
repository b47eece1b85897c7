//! The differences at which an approximation of phi fails first, of any size, for
//! [`Kind::Worst`](super::Kind::Worst).
//!
//! The list contains every difference of that family up to a limit, once and ascending. A test
//! compares it with the oracle's list.

use num_bigint::BigUint;

/// Returns every `d >= 0` with `allowed(d)` for which some whole `x >= 0` has
/// `|x^2 - x*d - d^2| <= bound`, ascending. `allowed` must be true up to some number and false
/// above it.
///
/// The step `(x, d) -> (x + d, x)` only changes the sign of the form. Its inverse,
/// `(x, d) -> (d, x - d)`, is possible while `x >= d`. So each solution descends from one with
/// `x < d`, where the absolute value of the form is at least `d^2`.
pub(super) fn differences(bound: u32, allowed: impl Fn(&BigUint) -> bool) -> Vec<BigUint> {
    // d = 0 is a solution with x = 0. The sequences below do not contain it.
    let mut found = vec![BigUint::ZERO];
    for first_d in 1..=bound.isqrt() {
        for first_x in 0..first_d {
            // As x < d, the form x^2 - x*d - d^2 is negative. This is its absolute value.
            if first_d * first_d + first_x * (first_d - first_x) > bound {
                continue;
            }
            let (mut x, mut d) = (BigUint::from(first_x), BigUint::from(first_d));
            // The second difference of a sequence, x, is below the first one, d. From there on the
            // differences grow.
            while x < d || allowed(&d) {
                let next = &x + &d;
                found.push(std::mem::replace(&mut d, std::mem::replace(&mut x, next)));
            }
        }
    }
    found.retain(&allowed);
    found.sort_unstable();
    found.dedup();
    found
}
