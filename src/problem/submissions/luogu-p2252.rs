// Luogu P2252: Wythoff's game, one pair, piles up to 10^9.
// Prints 0 if whoever is to move loses, else 1.
//
// A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
// the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
// x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
//     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
// The products stay below 2^64.
// The usual (int)(d * (sqrt(5.0) + 1) / 2) calls 165580140 267914295 hot; it is cold.
use std::io::{self, Read};

fn cold(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
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

    if let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        println!("{}", if cold(a, b) { 0 } else { 1 });
    }
}
