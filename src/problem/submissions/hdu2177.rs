// HDU 2177: Wythoff's game, a pair a <= b (up to 10^6) a record, until 0 0.
// Prints 0 if whoever is to move loses; else 1, and then the piles of each position that a winning
// move leaves, the smaller first: by the diagonal move, by taking from the larger pile, from the
// smaller. A position that two moves reach is printed once.
//
// Those positions are the cold ones, whose piles are a Wythoff pair. Each number is in one pair
// (partner[]), and each difference k has one pair (lower[]), whose smaller number is the least that no
// pair before it has. So two tables answer everything, and no golden ratio is rounded.
use std::io::{self, Read, Write};

fn main() {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input).unwrap();
    let mut numbers = input
        .split(|c| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.iter().fold(0, |n, c| n * 10 + usize::from(c - b'0')));

    let mut pairs = Vec::new();
    let mut limit = 0;
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if (a, b) == (0, 0) {
            break;
        }
        pairs.push((a.min(b), a.max(b)));
        limit = limit.max(a).max(b);
    }

    // 0 stands for no pair yet, limit + 1 for more than any pile.
    let mut partner = vec![0; limit + 1];
    let mut lower = vec![limit + 1; limit + 1];
    lower[0] = 0;
    let (mut k, mut least) = (1, 1);
    while least <= limit {
        lower[k] = least;
        partner[least] = least + k;
        if least + k <= limit {
            partner[least + k] = least;
        }
        while least <= limit && partner[least] != 0 {
            least += 1;
        }
        k += 1;
    }

    let mut out = String::new();
    for (a, b) in pairs {
        let (p, d) = (partner[a], b - a);
        let diagonal = lower[d];
        out += if p == b { "0\n" } else { "1\n" };
        if diagonal < a {
            out += &format!("{} {}\n", diagonal, diagonal + d);
        }
        if p < b && (diagonal, diagonal + d) != (p, a) {
            out += &format!("{} {}\n", a.min(p), a.max(p));
        }
        if partner[b] < a && a != b {
            out += &format!("{} {}\n", partner[b], b);
        }
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
