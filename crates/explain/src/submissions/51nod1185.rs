// 51Nod 1185: Wythoff's game, piles up to 10^18, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// Double fails from 165580140 267914295 on, the x87 long double from 7778742048 12586269024 on,
// and 27 decimals of phi from 72723460248141 117669030460994 on; all are cold.
use std::io::{self, Read, Write};

/// Whether `x > d * phi`.
fn exceeds(x: u64, d: u64) -> bool {
    x > d && !exceeds(d, x - d)
}

fn cold(a: u64, b: u64) -> bool {
    let (a, d) = (a.min(b), a.max(b) - a.min(b));
    !exceeds(a, d) && exceeds(a + 1, d)
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input
        .split_whitespace()
        .map(|number| number.parse::<u64>().unwrap());

    let mut out = String::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        let (a, b) = (numbers.next().unwrap(), numbers.next().unwrap());
        out += if cold(a, b) { "B\n" } else { "A\n" };
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
