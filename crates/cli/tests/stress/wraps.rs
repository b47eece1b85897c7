// poj1067, subtracting the first pile from the second one without a sign.
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<u64> = text.split_whitespace().map(|n| n.parse().unwrap()).collect();
    for pair in numbers.chunks(2) {
        let d = pair[1].wrapping_sub(pair[0]) as u128;
        let a = pair[0] as u128;
        let cold = a * a <= d * d + a * d && (a + 1) * (a + 1) > d * d + (a + 1) * d;
        println!("{}", u8::from(!cold));
    }
}
