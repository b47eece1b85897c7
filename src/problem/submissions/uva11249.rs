// UVa 11249, Game: Wythoff's game, except that the two numbers taken from both piles may differ by
// up to K. A number of cases, each K, Q and Q pairs of piles. Prints LOSING if whoever is to move
// loses, else WINNING, and an empty line after each case.
//
// With r = K + 1, whoever is to move loses exactly at a = floor(n * t), b = a + r * n, n = 0, 1, ...,
// where t = (2 - r + sqrt(r * r + 4)) / 2 (Fraenkel). As t * t = (2 - r) * t + r, a whole x >= 0 with
// y = x + r * n has x <= n * t exactly if x * y <= n * (x + y). So a is that floor if
//     a * b <= n * (a + b)  and  (a + 1) * (b + 1) > n * (a + b + 2).
// The products have 128 bits: any 64-bit numbers will do.
// With K = 0, double fails at 165580140 267914295, where whoever is to move loses.
use std::io::{self, Read, Write};

fn cold(k: u64, a: u64, b: u64) -> bool {
    let (r, a, b) = (
        u128::from(k) + 1,
        u128::from(a.min(b)),
        u128::from(a.max(b)),
    );
    if (b - a) % r != 0 {
        return false;
    }
    let n = (b - a) / r;
    a * b <= n * (a + b) && (a + 1) * (b + 1) > n * (a + b + 2)
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
        let (k, q) = match (numbers.next(), numbers.next()) {
            (Some(k), Some(q)) => (k, q),
            _ => break,
        };
        for _ in 0..q {
            match (numbers.next(), numbers.next()) {
                (Some(a), Some(b)) => {
                    out += if cold(k, a, b) {
                        "LOSING\n"
                    } else {
                        "WINNING\n"
                    }
                }
                _ => break,
            }
        }
        out += "\n";
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
