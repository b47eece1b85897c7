// UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by up to K. The number of
// cases; each has K, Q and Q pairs. Prints LOSING if whoever is to move loses, else WINNING, and an empty line after each case.
//
// With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
// where t = s - r + 1 and s = (r + sqrt(r * r + 4)) / 2 (Fraenkel). As s = r + 1 / s, a whole x > 0
// has x > n * s exactly if x > n * r and not n > (x - n * r) * s. That takes no number above 2^64.
use std::io::{self, Read, Write};

/// Whether `x > n * s`.
fn exceeds(r: u64, x: u64, n: u64) -> bool {
    n <= x / r && x > n * r && !exceeds(r, n, x - n * r)
}

/// Whether `x > n * t`, which is `x + (r - 1) * n > n * s`.
fn above(r: u64, x: u64, n: u64) -> bool {
    x > n && !exceeds(r, n, x - n)
}

fn cold(k: u64, a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    // Less than `r`, so `n` is 0.
    if b - a <= k {
        return b == 0;
    }
    let r = k + 1;
    let n = (b - a) / r;
    (b - a) % r == 0 && !above(r, a, n) && above(r, a + 1, n)
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input
        .split_whitespace()
        .map(|number| number.parse::<u64>().unwrap());

    let mut out = String::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        let (k, q) = (numbers.next().unwrap(), numbers.next().unwrap());
        for _ in 0..q {
            let (a, b) = (numbers.next().unwrap(), numbers.next().unwrap());
            let lost = cold(k, a, b);
            out += if lost { "LOSING\n" } else { "WINNING\n" };
        }
        out += "\n";
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
