//! `wythoff cold`, `wythoff explain` and `wythoff grundy`, compared with the rules of the game for small numbers, and with
//! exact square roots for large ones.

mod cold;
mod explain;
mod grundy;

use crate::support::*;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// Standard output of `wythoff ARGS`. Blanks separate the arguments.
#[track_caller]
fn printed(args: &str) -> String {
    let args: Vec<_> = args.split(' ').collect();
    let run = ran(&args).expect(0);
    assert_eq!(run.stderr, "", "{args:?}");
    run.text().to_owned()
}

/// Pair `n` of the game in which the amounts taken from both piles may differ by less than `r`: the lower number is
/// `floor(n * (2 - r + sqrt(r^2 + 4)) / 2)`, the upper number is `r * n` more.
fn pair(n: &BigUint, r: u64) -> (BigUint, BigUint) {
    let wide = BigUint::from(r);
    let root = (n * n * (&wide * &wide + 4_u32)).sqrt();
    let lower = (root + n * 2_u32 - n * r) / 2_u32;
    (lower.clone(), lower + n * r)
}

fn line((lower, upper): &(BigUint, BigUint)) -> String {
    format!("{lower} {upper}\n")
}

/// Numbers may be written as powers.
#[test]
fn numbers_as_powers() {
    for (short, long) in [
        ("cold --nth 1e3", "cold --nth 1000"),
        ("cold --range 1e3..=2^10", "cold --range 1000..=1024"),
        ("explain 1e3 1618", "explain 1000 1618"),
        ("grundy 1e1 2^4", "grundy 10 16"),
    ] {
        let [short, long] = [short, long].map(|line| {
            let args: Vec<_> = line.split(' ').collect();
            run(&mut wythoff(&args), Feed::Nothing).expect(0).stdout
        });
        assert!(!short.is_empty() && short == long);
    }
}
