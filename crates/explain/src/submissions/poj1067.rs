// POJ 1067 and HDU 1527: Wythoff's game, piles up to 10^9, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
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
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        out += if cold(a, b) { "0\n" } else { "1\n" };
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
