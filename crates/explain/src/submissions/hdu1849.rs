// HDU 1849: Nim; a case is n and n piles, until n is 0. Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
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
    while let Some(n) = numbers.next() {
        if n == 0 {
            break;
        }
        let nim_sum = numbers.by_ref().take(n).fold(0, |sum, pile| sum ^ pile);
        out += if nim_sum == 0 {
            "Grass Win!\n"
        } else {
            "Rabbit Win!\n"
        };
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
