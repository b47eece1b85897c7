// HAUT 1297, Return of the Nim: a number T and then T times n and n piles. Two piles are Wythoff's
// game, any other number of them is Nim. Prints Watson if whoever is to move loses, else Sherlock.
//
// Nim is lost by whoever is to move exactly if the xor of the piles is 0 (Bouton), Wythoff's game
// exactly if the smaller pile a is floor(d * phi), d the difference, phi the golden ratio. As
// phi * phi = phi + 1, a whole x >= 0 has x <= d * phi exactly if x * x <= d * (x + d). So with
// b = a + d it is that floor if
//     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
// The products have 128 bits: any 64-bit piles will do.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
use std::io::{self, Read, Write};

fn cold(a: u64, b: u64) -> bool {
    let (a, b) = (u128::from(a.min(b)), u128::from(a.max(b)));
    let d = b - a;
    a * a <= d * b && (a + 1) * (a + 1) > d * (b + 1)
}

fn main() {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input).unwrap();
    let mut numbers = input
        .split(|c| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.iter().fold(0, |n, c| n * 10 + u64::from(c - b'0')));

    let mut out = String::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        let n = match numbers.next() {
            Some(n) => n as usize,
            None => break,
        };
        let piles: Vec<u64> = numbers.by_ref().take(n).collect();
        let lost = if piles.len() == 2 {
            cold(piles[0], piles[1])
        } else {
            piles.iter().fold(0, |sum, pile| sum ^ pile) == 0
        };
        out += if lost { "Watson\n" } else { "Sherlock\n" };
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
