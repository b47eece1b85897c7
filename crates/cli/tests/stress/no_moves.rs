// hdu2177 by a program that forgets the move along the diagonal.
use std::io::Read;

fn cold(a: i128, b: i128) -> bool {
    let (a, d) = (a.min(b), (a - b).abs());
    a * a - a * d - d * d <= 0 && (a + 1) * (a + 1 - d) > d * d
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let piles: Vec<i128> = text.split_whitespace().map(|n| n.parse().unwrap()).collect();
    for pair in piles.chunks(2).take_while(|pair| pair != &[0, 0]) {
        let (a, b) = (pair[0], pair[1]);
        if cold(a, b) {
            println!("0");
            continue;
        }
        println!("1");
        // The cold partner of a pile is near `pile * phi` or near `pile / phi`.
        for pile in [a, b] {
            for near in [pile * 1_618_034 / 1_000_000, pile * 618_034 / 1_000_000] {
                for other in (near - 3).max(0)..near + 4 {
                    let whole = if pile == a { b } else { a };
                    if other < whole && cold(pile, other) {
                        println!("{} {}", pile.min(other), pile.max(other));
                    }
                }
            }
        }
    }
}
