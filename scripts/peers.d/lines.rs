//! Rust's standard library as its documentation suggests: lines, split, parse.
use std::io::{self, BufRead, BufWriter, Write};

fn is_hot(a: u64, b: u64) -> bool {
    const HI: u64 = 0x9e37_79b9_7f4a_7c15;
    const LO: u64 = 0xf39c_c060_5ced_c834;
    let (m, d) = (a.min(b), a.abs_diff(b));
    let carry = (u128::from(d) * u128::from(LO)) >> 64;
    let h = ((u128::from(d) * u128::from(HI) + carry) >> 64) as u64;
    !(m >= d && m - d == h)
}

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut piles = line.split(' ').map(|word| word.parse::<u64>().unwrap());
        let (a, b) = (piles.next().unwrap(), piles.next().unwrap());
        writeln!(out, "{}", u8::from(is_hot(a, b)))?;
    }
    out.flush()
}
