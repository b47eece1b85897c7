// poj1067 by a program that multiplies beyond its type, and checks that.
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let piles: Vec<i32> = text.split_whitespace().map(|n| n.parse().unwrap()).collect();
    for pair in piles.chunks(2) {
        let (a, d) = (pair[0].min(pair[1]), (pair[0] - pair[1]).abs());
        let square = d.checked_mul(d).expect("the square fits");
        let (a, d, square) = (a as i128, d as i128, square as i128);
        let cold = a * (a - d) <= square && (a + 1) * (a + 1 - d) > square;
        println!("{}", if cold { 0 } else { 1 });
    }
}
