// HAUT 1297, Return of the Nim: T, and for each of T cases n, a prime, and n piles. A move takes from
// one pile, or the same number from all. Prints Watson if whoever is to move loses, else Sherlock.
//
// With an odd n whoever is to move loses exactly if the xor of the piles is 0, as in Nim (Bouton):
// taking k from all flips the lowest 1 bit of k in each pile, so in the xor, too. Two piles are
// Wythoff's game, lost exactly if the smaller one is floor(d * phi), d the difference of the piles,
// phi the golden ratio. As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly if x > d and
// not d > (x - d) * phi. That takes subtractions only.
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
    for _ in 0..numbers.next().unwrap_or(0) {
        let n = numbers.next().unwrap();
        let piles: Vec<_> = numbers.by_ref().take(n as usize).collect();
        let lost = if n == 2 {
            cold(piles[0], piles[1])
        } else {
            piles.iter().fold(0, |sum, pile| sum ^ pile) == 0
        };
        out += if lost { "Watson\n" } else { "Sherlock\n" };
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
