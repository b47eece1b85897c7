//! Every `floor_alpha` of the crate at every difference, against an oracle that does not use the golden ratio.
//!
//! `N(x) = x^2 - x*d - d^2` changes sign at `d * phi`, so `a` is `floor(d * phi)` exactly if `N(a) < 0 < N(a + 1)`. From `d` to
//! `d + 1` the floor grows by 1 or 2, and the form changes by linear terms, so only additions are needed. The signs are checked
//! at every `d`. At the end of every chunk the form is computed again from the start.

use super::super::phi::{D_MAX_LIMB_1_UP, D_MAX_LIMBS_12, floor_alpha, floor_alpha_32};
use super::limbs::{floor_alpha_limb_1, floor_alpha_limbs_12, floor_alpha_limbs_12_up};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The number of differences in a chunk.
const CHUNK: u64 = 1 << 22;

// The two-limb constants are exact for every d, so they are always compared.
const _: () = assert!(1 << 32 <= D_MAX_LIMBS_12);

/// `WYTHOFF_TEST_DIFFERENCES` is the number of differences, at most 2^32; `scripts/long-checks` tries all of them.
#[test]
#[ignore = "slow"]
fn every_difference() {
    let number = std::env::var("WYTHOFF_TEST_DIFFERENCES").ok();
    let end: u64 = number.map_or(1 << 24, |number| number.parse().expect("a number"));
    let next = AtomicU64::new(0);
    let work = || {
        let first = || next.fetch_add(CHUNK, Ordering::Relaxed);
        let chunks = std::iter::from_fn(|| Some(first()).filter(|&first| first < end));
        chunks.for_each(|first| check(first, end.min(first + CHUNK)));
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
}

/// `a^2 - a*d - d^2`, computed directly.
fn form(a: u64, d: u64) -> i128 {
    let (a, d) = (i128::from(a), i128::from(d));
    a * a - a * d - d * d
}

/// `floor(d * phi)`, computed with an integer square root, for `d` below `2^32`.
fn floor_phi(d: u64) -> u64 {
    ((u128::from(d) + (5 * u128::from(d) * u128::from(d)).isqrt()) / 2) as u64
}

/// Checks every difference in `first..end`.
fn check(first: u64, end: u64) {
    let mut a = floor_phi(first);
    // |form(a, d)| is at most 2.24 * d at the floor, so it fits 64 bits. `form` itself needs more bits.
    let mut form_at_a = form(a, first) as i64;
    for d in first..end {
        let form_after = form_at_a + 2 * a as i64 + 1 - d as i64;
        // At d = 0 the root is the whole number a = 0, and the form is 0 there.
        assert!(
            (form_at_a < 0 || d == 0) && form_after > 0,
            "the oracle at {d}"
        );
        let alpha = a - d;
        assert_eq!(floor_alpha(d), alpha, "at {d}");
        assert_eq!(u64::from(floor_alpha_32(d as u32)), alpha, "32 bits at {d}");
        assert_eq!(floor_alpha_limbs_12(d), alpha, "limbs 1 and 2 at {d}");
        assert_eq!(floor_alpha_limbs_12_up(d), alpha, "rounded up at {d}");
        if d <= D_MAX_LIMB_1_UP {
            assert_eq!(floor_alpha_limb_1(d), alpha, "limb 1 at {d}");
        }
        // When d grows by 1, the form decreases by a + 2d + 1. The floor then grows by 1, or by 2 if it is still too small.
        form_at_a -= (a + 2 * d + 1) as i64;
        for _ in 0..2 {
            let form_after = form_at_a + 2 * a as i64 - d as i64;
            if form_after < 0 {
                form_at_a = form_after;
                a += 1;
            }
        }
    }
    assert_eq!((a, i128::from(form_at_a)), (floor_phi(end), form(a, end)));
}
