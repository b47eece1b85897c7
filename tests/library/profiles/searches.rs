//! Answers compared with searches over small positions.

use super::*;
use std::collections::HashMap;
use wythoff::{Limits, Profile};

/// A search below must have the name of each profile.
#[test]
fn every_profile_is_searched() {
    for Profile { name, .. } in PROFILES.iter() {
        let is_searched = include_str!("searches.rs").contains(&format!("\"{name}\""));
        assert!(is_searched, "no search answers {name}");
    }
}

/// The positions after winning moves in the order of hdu2177: from both piles, from the larger pile, from the smaller pile;
/// smaller pile first, each once.
fn winning_positions(cold: &[Vec<bool>], a: usize, b: usize) -> Vec<(usize, usize)> {
    let (x, y) = (a.min(b), a.max(b));
    let mut found = Vec::new();
    let both = (1..=x).map(|take| (x - take, y - take));
    let larger = (1..=y).map(|take| (x, y - take));
    let smaller = (1..=x).map(|take| (x - take, y));
    for (p, q) in both.chain(larger).chain(smaller) {
        let to = (p.min(q), p.max(q));
        if cold[p][q] && !found.contains(&to) {
            found.push(to);
        }
    }
    found
}

fn text_of(piles: &[u64]) -> String {
    let piles: Vec<_> = piles.iter().map(u64::to_string).collect();
    format!("{}\n{}\n", piles.len(), piles.join(" "))
}

#[test]
fn pairs_against_a_search() {
    const LIMIT: usize = 60;
    let game = cold_by_search(LIMIT, 0, LastTaker::Wins);
    let mut input = String::new();
    let (mut digits, mut names) = (String::new(), String::new());
    let (mut moves, mut before_zero) = (String::new(), String::new());
    let mut records = 0;
    for a in 0..=LIMIT {
        for b in 0..=LIMIT {
            let cold = game[a][b];
            let _ = writeln!(input, "{a} {b}");
            let _ = writeln!(digits, "{}", u8::from(!cold));
            let _ = writeln!(names, "{}", if cold { "B" } else { "A" });
            records += 1;
            if (a, b) != (0, 0) {
                let _ = writeln!(before_zero, "{a} {b}");
                let _ = writeln!(moves, "{}", u8::from(!cold));
                for (x, y) in winning_positions(&game, a, b) {
                    let _ = writeln!(moves, "{x} {y}");
                }
            }
        }
    }
    for backend in Backend::list_available() {
        for name in ["poj1067", "hdu1527", "hdu5973"] {
            let got = answers(name, backend, &input);
            assert_same(got.as_bytes(), digits.as_bytes(), name);
        }
        for name in ["51nod1072", "51nod1185"] {
            let got = answers(name, backend, &format!("{records}\n{input}99 ignored"));
            assert_same(got.as_bytes(), names.as_bytes(), name);
        }
        let name = "hdu2177";
        let problem = &profile(name).expect("a profile").problem;
        let input = format!("{before_zero}0 0\n5 8\n");
        let (got, warnings) = answered(problem, backend, &input);
        assert_same(got.as_bytes(), moves.as_bytes(), name);
        assert!(
            warnings[0].contains("the smaller pile first"),
            "{warnings:?}"
        );
    }
    for (a, b, answer) in [(8, 4, "1\n"), (4, 7, "0\n"), (0, 0, "0\n"), (0, 5, "1\n")] {
        let name = "luogu-p2252";
        let got = answers(name, Backend::detect(), &format!("{a} {b}"));
        assert_eq!(got, answer);
        assert_eq!(!game[a][b], answer == "1\n");
    }
}

#[test]
fn nim_against_a_search() {
    let mut game = NimSearch::default();
    let positions = positions_of_nim();
    let (mut cases, mut zero_ends) = (String::new(), String::new());
    let (mut yes, mut rabbit, mut counts, mut moves) =
        (String::new(), String::new(), String::new(), String::new());
    for piles in &positions {
        let cold = game.is_cold(piles);
        let winning = game.winning_moves(piles);
        assert_eq!(winning.is_empty(), cold);
        cases += &text_of(piles);
        let _ = writeln!(yes, "{}", if cold { "No" } else { "Yes" });
        if piles.is_empty() {
            // If a 0 ends the input, a case without piles would end it.
            continue;
        }
        zero_ends += &text_of(piles);
        let _ = writeln!(rabbit, "{} Win!", if cold { "Grass" } else { "Rabbit" });
        let _ = writeln!(counts, "{}", winning.len());
        let _ = writeln!(moves, "{}", if cold { "No" } else { "Yes" });
        for (i, to) in winning {
            let _ = writeln!(moves, "{} {to}", piles[i]);
        }
    }
    zero_ends += "0\n3\n1 1 1\nnobody reads this";
    let cases = format!("{}\n{cases}nor this", positions.len());
    for (name, expected) in [
        ("hdu1849", &rabbit),
        ("hdu1850", &counts),
        ("hdu2176", &moves),
        ("poj2975", &counts),
    ] {
        let got = answers(name, Backend::detect(), &zero_ends);
        assert_same(got.as_bytes(), expected.as_bytes(), name);
    }
    // More cases than the problem allows cause one warning, and all are answered.
    let name = "luogu-p2197";
    let problem = &profile(name).expect("a profile").problem;
    let (got, warnings) = answered(problem, Backend::detect(), &cases);
    assert_same(got.as_bytes(), yes.as_bytes(), name);
    let count = positions.len();
    let warning = format!("in:1:1: {count} cases are more than 10, the limit of {name}");
    assert_eq!(warnings, [warning]);
}

/// Whether no move from `piles`, which are sorted, leads to a cold position, if a move takes from one pile or the same number
/// from all. `known` has the positions searched so far.
fn is_cold_with_all(piles: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&cold) = known.get(piles) {
        return cold;
    }
    let mut next: Vec<Vec<u64>> = Vec::new();
    for (i, &pile) in piles.iter().enumerate() {
        next.extend((0..pile).map(|left| [&piles[..i], &[left], &piles[i + 1..]].concat()));
    }
    next.extend((1..=piles[0]).map(|k| piles.iter().map(|pile| pile - k).collect()));
    let cold = next.into_iter().all(|mut position| {
        position.sort_unstable();
        !is_cold_with_all(&position, known)
    });
    known.insert(piles.to_vec(), cold);
    cold
}

#[test]
fn moves_from_all_piles_against_a_search() {
    let (mut input, mut expected, mut cases) = (String::new(), String::new(), 0);
    for (count, max) in [(2_u32, 12_u64), (3, 7), (5, 4), (7, 2)] {
        let mut known = HashMap::new();
        for code in 0..(max + 1).pow(count) {
            let digit = |i| code / (max + 1).pow(i) % (max + 1);
            let mut piles: Vec<u64> = (0..count).map(digit).collect();
            input += &text_of(&piles);
            piles.sort_unstable();
            let cold = is_cold_with_all(&piles, &mut known);
            expected += if cold { "Watson\n" } else { "Sherlock\n" };
            cases += 1;
        }
    }
    let name = "haut1297";
    let mut problem = profile(name).expect("a profile").problem.clone();
    problem.limits = Limits::default();
    let input = format!("{cases}\n{input}");
    let (got, warnings) = answered(&problem, Backend::detect(), &input);
    assert_eq!(warnings, [""; 0], "{name}");
    assert_same(got.as_bytes(), expected.as_bytes(), name);
}

#[test]
fn takes_that_differ_against_a_search() {
    const LIMIT: usize = 30;
    let mut input = String::from("8\n");
    let mut expected = String::new();
    for apart in 0..=5 {
        let game = cold_by_search(LIMIT, apart, LastTaker::Wins);
        let _ = writeln!(input, "{apart} {}", (LIMIT + 1) * (LIMIT + 1));
        for (a, row) in game.iter().enumerate() {
            for (b, &cold) in row.iter().enumerate() {
                let _ = writeln!(input, "{a} {b}");
                expected += if cold { "LOSING\n" } else { "WINNING\n" };
            }
        }
        expected.push('\n');
    }
    // A case may have no pairs. If the bound is as large as the piles, one move takes everything.
    input += "3 0\n18446744073709551615 3\n1 18446744073709551615\n7 7\n0 0\n";
    expected += "\nWINNING\nWINNING\nLOSING\n\n";
    let name = "uva11249";
    let mut problem = profile(name).expect("a profile").problem.clone();
    problem.limits = Limits::default();
    let (got, warnings) = answered(&problem, Backend::detect(), &input);
    assert_eq!(warnings, [""; 0], "{name}");
    assert_same(got.as_bytes(), expected.as_bytes(), name);
}
