// poj1067 by a program that reads past the end of its input and answers for ever.
use std::io::{Read, Write};

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_whitespace().map(|n| n.parse::<i128>().unwrap());
    let mut out = std::io::BufWriter::new(std::io::stdout());
    loop {
        let (x, y) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(1));
        let (a, d) = (x.min(y), (x - y).abs());
        let cold = a * a - a * d - d * d <= 0 && (a + 1) * (a + 1 - d) > d * d;
        if writeln!(out, "{}", if cold { 0 } else { 1 }).is_err() {
            return;
        }
    }
}
