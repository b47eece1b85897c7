// 51nod1185 by a program that panics at a pile beyond i32.
use std::io::{self, BufRead};

fn main() {
    for line in io::stdin().lock().lines().skip(1) {
        let line = line.unwrap();
        let mut piles: Vec<i32> = line.split(' ').map(|pile| pile.parse().unwrap()).collect();
        piles.sort();
        let (a, d) = (piles[0] as i64, (piles[1] - piles[0]) as i64);
        let cold = a * (a - d) <= d * d && (a + 1) * (a + 1 - d) > d * d;
        println!("{}", if cold { "B" } else { "A" });
    }
}
