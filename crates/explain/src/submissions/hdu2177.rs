// HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
// Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
// move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
// smaller. A position that two moves reach is printed once.
//
// Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
// (partner), and each difference k has one pair (lower), whose smaller number is the least that no
// pair before it has. So two tables answer everything, and no golden ratio is rounded.
use std::io::{self, Read, Write};

fn main() {
    const LIMIT: usize = 1_000_000;
    // The larger pile of the last pair is below 2.7 * LIMIT.
    let (mut partner, mut lower) = (vec![0; LIMIT / 10 * 27], vec![0; LIMIT + 1]);
    let mut least = 1;
    for k in 1..LIMIT + 1 {
        while partner[least] > 0 {
            least += 1;
        }
        lower[k] = least;
        partner[least] = least + k;
        partner[least + k] = least;
    }

    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input
        .split_whitespace()
        .map(|number| number.parse::<usize>().unwrap());

    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if b == 0 {
            break;
        }
        let (p, low) = (partner[a], lower[b - a]);
        out += if p == b { "0\n" } else { "1\n" };
        if low < a {
            out += &format!("{} {}\n", low, low + b - a);
        }
        if p < b && !(p == low && a == low + b - a) {
            out += &format!("{} {}\n", a.min(p), a.max(p));
        }
        if partner[b] < a && a < b {
            out += &format!("{} {}\n", partner[b], b);
        }
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
