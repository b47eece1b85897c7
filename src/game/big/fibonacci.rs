//! Fibonacci digits of numbers of any size.
//!
//! Owns what [`mod@super::super::zeckendorf`] does for `u64`, as digits only. Invariant: no two digits 1
//! are neighbours.

use super::BigUint;

/// The Zeckendorf representation of `n`: one digit for each Fibonacci number from the largest in the
/// sum down to `F(2) = 1`; "0" for 0. Takes time quadratic in the number of digits.
///
/// ```
/// use wythoff::game::big::zeckendorf_digits_big;
/// assert_eq!(zeckendorf_digits_big(&18_u32.into()), "101000"); // 13 + 5
/// ```
#[must_use]
pub fn zeckendorf_digits_big(n: &BigUint) -> String {
    let mut places = vec![BigUint::from(1_u32)];
    let mut next = BigUint::from(2_u32);
    while next <= *n {
        let after = &places[places.len() - 1] + &next;
        places.push(std::mem::replace(&mut next, after));
    }
    let mut rest = n.clone();
    let digit = |place: &BigUint| {
        // What is left is less than the Fibonacci number before the one taken, so never two neighbours.
        let taken = rest >= *place;
        if taken {
            rest -= place;
        }
        if taken { '1' } else { '0' }
    };
    places.iter().rev().map(digit).collect()
}
