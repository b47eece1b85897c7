//! `wythoff explain`.

use super::*;

const OF_A_COLD_PAIR: &str = "\
(165580140, 267914295) is cold: the player to move loses.
The piles differ by d = 102334155. One cold position has that difference:
  floor(d * phi) = floor(165580140.999999995629...) = 165580140, and d more:
    (165580140, 267914295).
  phi = (1 + sqrt(5)) / 2 = 1.6180339887...
These are the two piles: cold.
Every move keeps one of the piles or their difference. No other cold position
  has the same pile or the same difference, so no move wins.
In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together):
  165580140 =  101010101010101010101010101010101010101
  267914295 = 1010101010101010101010101010101010101010
  165580140 ends in 0 zeros, an even number: it is the lower number of a pair.
    One more zero makes 267914295: cold.
In doubles d * (sqrt(5) + 1) / 2 is 165580141.00000000, cut to 165580141: hot.
  That is wrong. d * phi is 4.4e-9 below the whole number 165580141. Doubles of
    its size are 3.0e-8 apart, so rounding moves the result across that number.
";

#[test]
fn an_explanation_word_by_word() {
    assert_eq!(printed("explain 165580140 267914295", ""), OF_A_COLD_PAIR);
}

/// The text of an explanation without its line breaks.
fn sentences(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Positions, and parts of their explanations with sentences that do not occur above. 514229 * phi is 832040.00000086...
const SENTENCES: &str = "
0 0 | One cold position has that difference: (0, 0). These are the two piles: cold. No move is left: the other player took the last object, and has won. In doubles 0 * phi is 0 as well: cold, which is right.
11400714819323198485 18446744073709551615 | In Fibonacci digits (places worth ... 8, 5, 3, 2, 1; no two ones together): 11400714819323198485 ends in 0 zeros, an even number: it is the lower number of a pair. One more zero makes 18446744073709551615: cold.
11400714819323198485 18446744073709551615 | cut to 11400714819323199488 (as unsigned long long; undefined as long long): hot. That is wrong. Doubles of this size are 2048 apart, so not every whole number of this size is a double.
1 2 --rule misere | (1, 2) is hot: the player to move wins. By this rule, whoever takes the last object loses. The cold positions are the same as in the normal game, except that (0, 1) and (2, 2) replace (0, 0) and (1, 2). These moves win, as they leave a cold position: 1 from both piles, leaving (0, 1) 2 from the second pile, leaving (1, 0)
4 5 --rule r=2 | By this rule, the amounts taken from both piles may differ by less than 2. Pair n is floor(n * alpha) and 2 * n more, alpha = (2 - r + sqrt(r^2 + 4)) / 2 = 1.4142135623..., r = 2. The piles differ by 1. The piles of a pair differ by a multiple of 2, so this is not a pair: hot.
4 5 --rule r=2 | 4 from the first pile, 5 from the second, leaving (0, 0) 3 from the first pile, 2 from the second, leaving (1, 3)
832040 1346269 | cut to 832040: cold. That is right here. d * phi is 8.7e-7 above the whole number 832040.
165580139 267914294 | cut to 165580141: hot. That is the wrong number, though hot is right.
0 18446744073709551615 | is 29847458893032751104. No 64-bit integer is that large, so in C the conversion is undefined.
18446744073709551616 1 | The usual formula in doubles does not apply: the piles exceed 64 bits.
5 8 | The piles differ by d = 3. One cold position has that difference: floor(d * phi) = floor(4.8541...) = 4, and d more: (4, 7).
5 8 | 1 more than 4: hot. These moves win, as they leave a cold position: 1 from both piles, leaving (4, 7) 5 from the second pile, leaving (5, 3)
5 8 | 5 = 1000 8 = 10000 5 ends in 3 zeros, an odd number: it is not the lower number of a pair, so the position is hot.
5 8 | is 4.8541019662496847, cut to 4: hot. That is right here. d * phi is 0.15 below the whole number 5. Doubles of its size are 8.9e-16 apart.
6 11 | The smaller pile, 6, is 2 less than 8: hot. One move wins,
4 3 | 3 ends in 2 zeros, an even number: it is the lower number of a pair. But one more zero makes 5, not 4: hot.
";

#[test]
fn other_sentences() {
    for [piles, sentence] in rows(SENTENCES) {
        let text = printed(&format!("explain {piles}"), "");
        assert!(sentences(&text).contains(sentence), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}

/// The explanation of a difference of 65533 digits prints 65536 decimals. The largest width in `format!` is 65535.
#[test]
#[ignore = "slow"]
fn explanations_of_very_long_piles() {
    let digits = 65_533;
    let pile = "1".repeat(digits);
    let run = ran(&format!("explain {pile} 0")).expect(0);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    let flat = sentences(run.text());
    let start = format!("({pile}, 0) is hot: the player to move wins.");
    assert!(flat.starts_with(&start));
    // d = 11...1 is nearly 10^n / 9, so floor(d * phi) begins with the digits of phi / 9.
    let (_, shown) = flat.split_once("= floor(").expect("a number");
    let (whole, rest) = shown.split_once('.').expect("a point");
    assert!(whole.starts_with("17978155430554") && whole.len() == digits);
    assert_eq!(rest.find("...)"), Some(digits + 3));
}
