// HDU 5973: Wythoff's game, piles up to 10^100, pairs to the end of the input.
// Prints 0 if whoever is to move loses, else 1.
//
// A position is cold (whoever moves next loses) exactly if its smaller pile a is floor(d * phi), d
// the difference, phi the golden ratio (Wythoff). As phi * phi = phi + 1, a whole x >= 0 has
// x <= d * phi exactly if x * x <= d * (x + d). So with b = a + d it is that floor if
//     a * a <= d * b  and  (a + 1) * (a + 1) > d * (b + 1).
// No digits of phi are needed, of which it takes twice as many as the piles have.
//
// A number is kept in base 10^8, the lowest limb first. Both comparisons are the sign of a sum of
// products: d * b - a * a, and then the same with d - 2 * a - 1 added to it. The products are added up
// in columns of 64 bits, wide enough for 900 limbs, and carried once.
use std::io::{self, Read, Write};

const BASE: i64 = 100_000_000;

fn limbs(digits: &[u8]) -> Vec<i64> {
    digits
        .rchunks(8)
        .map(|eight| eight.iter().fold(0, |n, c| n * 10 + i64::from(c - b'0')))
        .collect()
}

/// Whether the sum of `columns[i] * BASE^i` is below 0.
fn negative(columns: &[i64]) -> bool {
    columns
        .iter()
        .fold(0, |carry, column| (column + carry).div_euclid(BASE))
        < 0
}

fn cold(mut a: Vec<i64>, mut b: Vec<i64>) -> bool {
    let size = a.len().max(b.len());
    a.resize(size, 0);
    b.resize(size, 0);
    if a.iter().rev().gt(b.iter().rev()) {
        std::mem::swap(&mut a, &mut b);
    }

    let mut borrow = 0;
    let mut d = vec![0; size];
    for i in 0..size {
        let limb = b[i] - a[i] + borrow;
        d[i] = limb.rem_euclid(BASE);
        borrow = limb.div_euclid(BASE);
    }
    let mut columns = vec![0; 2 * size];
    for i in 0..size {
        for j in 0..size {
            columns[i + j] += d[i] * b[j] - a[i] * a[j];
        }
    }
    if negative(&columns) {
        return false;
    }
    for i in 0..size {
        columns[i] += d[i] - 2 * a[i];
    }
    columns[0] -= 1;
    negative(&columns)
}

fn main() {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input).unwrap();
    let mut numbers = input
        .split(|c| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(limbs);

    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        out += if cold(a, b) { "0\n" } else { "1\n" };
    }
    io::stdout().write_all(out.as_bytes()).unwrap();
}
