// Luogu P2197: Nim. The input is T, and for each of T cases n and n piles. Prints No if whoever is to move loses, else Yes.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
use std::io::{self, Read, Write};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input
        .split_whitespace()
        .map(|number| number.parse::<usize>().unwrap());

    let mut out = String::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        let n = numbers.next().unwrap();
        let nim_sum = numbers.by_ref().take(n).fold(0, |sum, pile| sum ^ pile);
        out += if nim_sum == 0 { "No\n" } else { "Yes\n" };
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
