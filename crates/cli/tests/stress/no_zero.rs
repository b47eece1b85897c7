// poj1067 by a program that forgets that 0 0 is cold.
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let piles: Vec<i128> = text.split_whitespace().map(|n| n.parse().unwrap()).collect();
    for pair in piles.chunks(2) {
        let (a, d) = (pair[0].min(pair[1]), (pair[0] - pair[1]).abs());
        let cold = d > 0 && a * a - a * d - d * d < 0 && (a + 1) * (a + 1 - d) > d * d;
        println!("{}", if cold { 0 } else { 1 });
    }
}
