// 51Nod 1072: Wythoff's game, piles up to 2 * 10^6, a number T and then T pairs.
// Prints B if whoever is to move loses, else A.
//
// A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
// the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
// x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
//     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
// The products stay below 2^64.
// Floating point would do for piles this small, but needs an argument; this needs none.
use std::io::{self, Read, Write};

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

    let mut out = String::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        match (numbers.next(), numbers.next()) {
            (Some(a), Some(b)) => out += if cold(a, b) { "B\n" } else { "A\n" },
            _ => break,
        }
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
