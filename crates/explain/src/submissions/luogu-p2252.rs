// Luogu P2252: Wythoff's game, one pair, piles up to 10^9.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
use std::io::{self, Read};

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

    let (a, b) = (numbers.next().unwrap(), numbers.next().unwrap());
    println!("{}", if cold(a, b) { 0 } else { 1 });
}
