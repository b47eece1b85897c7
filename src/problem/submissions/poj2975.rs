// POJ 2975 and HDU 1850: Nim, n and n piles until n is 0.
// Prints the number of winning first moves.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
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
        let piles: Vec<u64> = numbers.by_ref().take(n as usize).collect();
        let nim_sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
        let count = piles.iter().filter(|&pile| pile ^ nim_sum < *pile).count();
        out += &count.to_string();
        out += "\n";
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
