// HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// Whoever is to move loses exactly if the smaller pile is floor(d * phi), d the difference of the
// piles, phi the golden ratio (Wythoff). As phi = 1 + 1 / phi, a whole x > 0 has x > d * phi exactly
// if x > d and not d > (x - d) * phi. That takes subtractions only.
use std::io::{self, Read, Write};

const SIZE: usize = 12;
const BASE: i32 = 1_000_000_000;

/// In base 10^9, the highest limb first, so that arrays compare as the numbers do: room for 108 digits.
type Number = [i32; SIZE];

fn number(digits: &str) -> Number {
    let mut x = [0; SIZE];
    for (limb, nine) in x.iter_mut().rev().zip(digits.as_bytes().rchunks(9)) {
        *limb = nine.iter().fold(0, |n, c| n * 10 + i32::from(c - b'0'));
    }
    x
}

fn subtract(mut x: Number, y: &Number) -> Number {
    for i in (0..SIZE).rev() {
        x[i] -= y[i];
        if x[i] < 0 {
            x[i] += BASE;
            x[i - 1] -= 1;
        }
    }
    x
}

/// Whether `x > d * phi`.
fn exceeds(x: &Number, d: &Number) -> bool {
    x > d && !exceeds(d, &subtract(*x, d))
}

fn cold(a: Number, b: Number) -> bool {
    let (mut a, b) = (a.min(b), a.max(b));
    let d = subtract(b, &a);
    if exceeds(&a, &d) {
        return false;
    }
    let mut i = SIZE - 1;
    while a[i] == BASE - 1 {
        a[i] = 0;
        i -= 1;
    }
    a[i] += 1;
    exceeds(&a, &d)
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input.split_whitespace().map(number);

    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        out += if cold(a, b) { "0\n" } else { "1\n" };
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
