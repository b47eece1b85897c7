//! Checks every `floor_alpha` of the crate at every difference below `2^32`.
//!
//! ```text
//! cargo run --release --example exhaustive -- [--threads N] [--end D]
//! ```
//!
//! The oracle does not use the golden ratio. `N(x) = x^2 - x*d - d^2` changes sign at `d * phi`, so
//! `a` is `floor(d * phi)` exactly if `N(a) < 0 < N(a + 1)`. From `d` to `d + 1` the floor grows by 1
//! or 2, and the form changes by linear terms, so only additions are needed. The signs are checked at
//! every `d`. At the end of every chunk the form is computed again from the start.
//!
//! The functions are private, so their files are included here.
//!
//! Prints one line, exits with 1 at the first difference, and shows progress on standard error.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

#[path = "../src/game/tests/limbs.rs"]
mod limbs;
#[allow(dead_code)]
#[path = "../src/game/phi.rs"]
mod phi;

use limbs::{floor_alpha_limb_1, floor_alpha_limbs_12, floor_alpha_limbs_12_up};
use phi::{D_MAX_LIMB_1_UP, D_MAX_LIMBS_12, floor_alpha, floor_alpha_32};

/// The number of differences in a chunk: about a tenth of a second of work, so that the progress is visible.
const CHUNK: u64 = 1 << 25;

/// By default differences below this number are checked.
const END: u64 = 1 << 32;

// The two-limb constants are exact for every d, so they are always compared.
const _: () = assert!(END <= D_MAX_LIMBS_12);

const USAGE: &str =
    "usage: exhaustive [--threads N] [--end D]  (D at most 4294967296, the default)";

fn main() -> ExitCode {
    let Some((threads, end)) = arguments() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let work = || -> Result<(), String> {
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= end {
                return Ok(());
            }
            check(first, end.min(first + CHUNK))?;
            let percent = 100 * first.min(end) / end;
            eprint!("\r{percent:3} %  {:.0} s", start.elapsed().as_secs_f64());
        }
    };
    let result = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut results = workers.into_iter().map(|worker| worker.join());
        results
            .try_for_each(|result| result.unwrap_or_else(|_| Err("a worker panicked".to_owned())))
    });
    eprintln!();
    match result {
        Ok(()) => {
            let seconds = start.elapsed().as_secs_f64();
            println!("all {end} differences agree, {seconds:.1} s on {threads} threads");
            ExitCode::SUCCESS
        }
        Err(disagreement) => {
            println!("{disagreement}");
            ExitCode::FAILURE
        }
    }
}

/// The number of threads and the end; `None` if the arguments are invalid.
fn arguments() -> Option<(u64, u64)> {
    let mut threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let mut end = END;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next()?.parse().ok()?;
        match (word.as_str(), value) {
            ("--threads", 1..) => threads = value,
            ("--end", 1..=END) => end = value,
            _ => return None,
        }
    }
    Some((threads, end))
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

/// Checks every difference in `first..end`. The error describes the first difference with a wrong result.
fn check(first: u64, end: u64) -> Result<(), String> {
    let mut a = floor_phi(first);
    // |form(a, d)| is at most 2.24 * d at the floor, so it fits 64 bits. `form` itself needs more bits.
    let mut form_at_a = form(a, first) as i64;
    for d in first..end {
        let form_after = form_at_a + 2 * a as i64 + 1 - d as i64;
        // At d = 0 the root is the whole number a = 0, and the form is 0 there.
        let is_floor = (form_at_a < 0 || d == 0) && form_after > 0;
        let alpha = a - d;
        let agree = floor_alpha(d) == alpha
            && u64::from(floor_alpha_32(d as u32)) == alpha
            && floor_alpha_limbs_12(d) == alpha
            && floor_alpha_limbs_12_up(d) == alpha
            && (d > D_MAX_LIMB_1_UP || floor_alpha_limb_1(d) == alpha);
        if !is_floor || !agree {
            return Err(format!(
                "disagreement at d = {d}: oracle {alpha}, {}",
                all(d)
            ));
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
    if a != floor_phi(end) || i128::from(form_at_a) != form(a, end) {
        return Err(format!("the oracle lost its way between {first} and {end}"));
    }
    Ok(())
}

/// The result of every variant, for the message about a wrong result.
fn all(d: u64) -> String {
    format!(
        "floor_alpha {}, 32 bits {}, limb 1 {}, limbs 1 and 2 {}, rounded up {}",
        floor_alpha(d),
        floor_alpha_32(d as u32),
        floor_alpha_limb_1(d),
        floor_alpha_limbs_12(d),
        floor_alpha_limbs_12_up(d),
    )
}
