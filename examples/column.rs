//! Decides a column of positions in memory, and compares the answers with the usual formula in double precision.
//!
//! ```text
//! cargo run --example column
//! ```

use wythoff::{is_cold, is_cold_column, winning_moves};

pub(crate) fn main() {
    // Two cold positions, then two hot ones. The third position is the second one with one more object on each pile.
    let lower = [2_584, 165_580_140, 165_580_141, 1_293_530_146_158_671_551];
    let upper = [4_181, 267_914_295, 267_914_296, 2_092_975_740_985_321_489];
    let mut cold = [false; 4];
    is_cold_column(&lower, &upper, &mut cold);
    for ((&a, &b), &cold) in lower.iter().zip(&upper).zip(&cold) {
        assert_eq!(cold, is_cold(a, b));
        let formula = ((b - a) as f64 * (5_f64.sqrt() + 1.0) / 2.0) as u64 == a;
        let note = if formula == cold {
            ""
        } else {
            "  (the formula in double is wrong)"
        };
        println!("{a} {b}: {}{note}", if cold { "cold" } else { "hot" });
        for step in winning_moves(a, b).iter() {
            println!("    a winning move leads to {:?}", step.to);
        }
    }
    assert_eq!(cold[1..3], [true, false]);
}
