// 51nod1072 by a program that counts its cases from 1 and stops one too early.
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<i128> = text.split_whitespace().map(|n| n.parse().unwrap()).collect();
    let pairs: Vec<_> = numbers[1..].chunks(2).collect();
    let mut case = 1;
    while case < numbers[0] {
        let pair = pairs[case as usize - 1];
        let (a, d) = (pair[0].min(pair[1]), (pair[0] - pair[1]).abs());
        let cold = a * a - a * d - d * d <= 0 && (a + 1) * (a + 1 - d) > d * d;
        println!("{}", if cold { "B" } else { "A" });
        case += 1;
    }
}
