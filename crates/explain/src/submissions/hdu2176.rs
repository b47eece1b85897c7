// HDU 2176: Nim; a case is n and n piles (n up to 200000), until n is 0. Prints No if whoever is to move loses; else Yes, and
// for each pile with a winning move a line: the pile, and what to leave of it.
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
        out += if nim_sum == 0 { "No\n" } else { "Yes\n" };
        for pile in piles {
            if pile ^ nim_sum < pile {
                out += &format!("{} {}\n", pile, pile ^ nim_sum);
            }
        }
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
