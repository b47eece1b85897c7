// POJ 2975 and HDU 1850: Nim; a case is n (up to 1000) and n piles, until n is 0. Prints the number of winning first moves.
//
// Whoever is to move loses exactly if the xor of the piles is 0 (Bouton). So a winning move in a pile
// must leave the xor of the others there, pile ^ nim_sum, and that must be less than the pile.
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
        let piles: Vec<_> = numbers.by_ref().take(n).collect();
        let nim_sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
        let wins = piles.iter().filter(|&pile| pile ^ nim_sum < *pile);
        out += &format!("{}\n", wins.count());
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
