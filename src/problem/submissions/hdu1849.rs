// HDU 1849: Nim, n and n piles until n is 0.
// Prints "Grass Win!" if whoever is to move loses, else "Rabbit Win!".
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton).
use std::io::{self, Read, Write};

fn main() {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input).unwrap();
    let mut numbers = input
        .split(|c| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.iter().fold(0, |n, c| n * 10 + u64::from(c - b'0')));

    let mut out = String::new();
    while let Some(n) = numbers.next().filter(|&n| n > 0) {
        let nim_sum = numbers
            .by_ref()
            .take(n as usize)
            .fold(0, |sum, pile| sum ^ pile);
        out += if nim_sum == 0 {
            "Grass Win!\n"
        } else {
            "Rabbit Win!\n"
        };
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
