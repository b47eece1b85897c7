//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.
//!
//! Each output format is compared with the moves of the library, whose own tests search for them.

mod batches;
mod nim;

use crate::support::*;
use num_bigint::BigUint;
use serde_json::Value;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use wythoff::game::{Move, Moves, NimRule, Take};
use wythoff::{AnswerFormat, Game, Input, Output, Problem, Rule, Solver};

/// The winning moves, as the help describes them.
fn as_moves(moves: &Moves) -> String {
    let one = |step: &Move| {
        let taken = match step.take {
            Take::Both(n) => format!("both {n}"),
            Take::Larger(n) => format!("larger {n}"),
            Take::Smaller(n) => format!("smaller {n}"),
            Take::Uneven { smaller, larger } => format!("uneven {smaller} {larger}"),
            other => panic!("{other:?}"),
        };
        format!("{taken} -> {} {}", step.to.0, step.to.1)
    };
    or_dash(moves.iter().map(one).collect())
}

fn as_positions(moves: &Moves) -> String {
    or_dash(moves.positions().map(|(a, b)| format!("{a} {b}")).collect())
}

fn or_dash(parts: Vec<String>) -> String {
    match parts.is_empty() {
        true => "-\n".to_owned(),
        false => parts.join(", ") + "\n",
    }
}

/// From a line of JSON: the outcome, the line of the plain format, and the position as a line.
fn plain_of(line: &str) -> (bool, String, String) {
    let json: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    let object = json.as_object().expect("an object");
    assert_eq!(object.len(), 3, "{line}");
    let number = |value: &Value| value.to_string();
    let parts = json["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|step| {
            assert_eq!(step.as_object().expect("an object").len(), 3);
            let amounts: Vec<_> = step["amounts"]
                .as_array()
                .unwrap()
                .iter()
                .map(number)
                .collect();
            let to: Vec<_> = step["to"].as_array().unwrap().iter().map(number).collect();
            assert_eq!(to.len(), 2);
            let name = step["take"].as_str().unwrap();
            format!("{name} {} -> {}", amounts.join(" "), to.join(" "))
        });
    let parts = parts.collect();
    let piles = json["piles"].as_array().expect("a list").iter();
    let piles: Vec<_> = piles.map(number).collect();
    (
        json["cold"].as_bool().expect("cold or not"),
        or_dash(parts),
        piles.join(" ") + "\n",
    )
}

#[track_caller]
fn output(command: &[&str], input: &str) -> String {
    let run = run(&mut wythoff(command), Feed::Pipe(input.as_bytes())).expect(0);
    assert_eq!(run.stderr, "", "{command:?}");
    run.text().to_owned()
}

#[test]
fn moves_of_every_small_position() {
    const LIMIT: u64 = 40;
    for rule in ["normal", "misere", "r=3"] {
        let parsed: Rule = rule.parse().expect("a rule");
        let mut input = String::new();
        let (mut moves, mut positions) = (String::new(), String::new());
        let mut outcomes = Vec::new();
        for (a, b) in (0..=LIMIT).flat_map(|a| (0..=LIMIT).map(move |b| (a, b))) {
            let found = parsed.winning_moves(a, b);
            let _ = writeln!(input, "{a} {b}");
            moves += &as_moves(&found);
            positions += &as_positions(&found);
            outcomes.push(parsed.is_cold(a, b));
        }
        let rule = ["--rule", rule];
        let listed = output(&[&["moves"], &rule[..]].concat(), &input);
        assert_same(listed.as_bytes(), moves.as_bytes(), rule[1]);
        let listed = output(&[&["moves", "--positions"], &rule[..]].concat(), &input);
        assert_same(listed.as_bytes(), positions.as_bytes(), rule[1]);
        let listed = output(&[&["moves", "--json"], &rule[..]].concat(), &input);
        let (mut again, mut piles) = (String::new(), String::new());
        for (line, cold) in listed.lines().zip(&outcomes) {
            let (found, plain, of) = plain_of(line);
            assert_eq!(found, *cold, "{line}");
            again += &plain;
            piles += &of;
        }
        assert_same(again.as_bytes(), moves.as_bytes(), "JSON");
        assert_same(piles.as_bytes(), input.as_bytes(), "the piles in JSON");
        assert_eq!(listed.lines().count(), outcomes.len());
    }
}

#[test]
fn a_position_as_arguments() {
    for (args, answer) in [
        (&["5", "8"][..], "both 1 -> 4 7, larger 5 -> 3 5\n"),
        (&["8", "5"], "both 1 -> 4 7, larger 5 -> 3 5\n"),
        (&["4", "7"], "-\n"),
        (&["0", "0"], "-\n"),
        (&["00", "000"], "-\n"),
        (&["0", "5"], "larger 5 -> 0 0\n"),
        (&["2", "2"], "both 2 -> 0 0, larger 1 -> 1 2\n"),
        (&["2", "2", "--positions"], "0 0, 1 2\n"),
        (&["2", "3"], "both 1 -> 1 2, larger 2 -> 1 2\n"),
        (&["2", "3", "--positions"], "1 2\n"),
        (
            &["4", "7", "--json"],
            "{\"piles\":[4,7],\"cold\":true,\"moves\":[]}\n",
        ),
        // In the order of the arguments. Numbers in JSON have no leading zeros.
        (
            &["007", "04", "--json"],
            "{\"piles\":[7,4],\"cold\":true,\"moves\":[]}\n",
        ),
        (
            &["0", "1", "--json"],
            "{\"piles\":[0,1],\"cold\":false,\"moves\":[{\"take\":\"larger\",\"amounts\":[1],\"to\":[0,0]}]}\n",
        ),
        // Under the misere rule the player to move at 0 0 has won, and has no move.
        (&["0", "0", "--rule", "misere"], "-\n"),
        (
            &["0", "0", "--rule", "misere", "--json"],
            "{\"piles\":[0,0],\"cold\":false,\"moves\":[]}\n",
        ),
        (&["1", "2", "--rule", "r=2"], "uneven 1 2 -> 0 0\n"),
    ] {
        let args = [&["moves"], args].concat();
        assert_eq!(output(&args, ""), answer, "{args:?}");
    }
}

#[test]
fn arguments_that_are_no_position() {
    for (args, message) in [
        (
            &["moves", "5"][..],
            "expected two piles, found 1; for example: wythoff moves 5 8",
        ),
        (
            &["moves", "1", "2", "3"],
            "expected two piles, found 3; for example: wythoff moves 5 8",
        ),
        (&["moves", "-1", "2"], "-1 is not a pile"),
        (&["nim", "-1"], "-1 is not a pile"),
        (
            &["nim", "3,5,7"],
            "in decimal digits, for example: wythoff nim 3 5 7",
        ),
        (&["nim", "1e9.gz"], "No such file"),
        (
            &["moves", "1", "x"],
            "expected only piles or only files, found the pile 1 and x; for piles write for example: wythoff moves 5 8; for a file named 1 write ./1",
        ),
        (&["moves", "1.5", "2"], "found the pile 2 and 1.5"),
        (&["moves", "1 2"], "1 2 is neither a file nor a pile"),
        (&["moves", "", ""], "a value is required"),
        (&["moves", "1", "2", "--rule", "nim"], "misere"),
        (
            &["moves", "1", "2", "--positions", "--json"],
            "cannot be used with",
        ),
        (&["nim", "--count", "--moves", "1"], "cannot be used with"),
        (
            &["nim", "1", "18446744073709551616"],
            "<arguments>:1:3: expected a pile up to 18446744073709551615",
        ),
    ] {
        let run = run(&mut wythoff(args), Feed::Nothing).expect(2);
        assert_eq!(run.text(), "", "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn files_with_the_names_of_numbers() {
    let folder = Folder::new();
    folder.file("5", "1 2\n5 8\n");
    folder.file("8", "2 2\n");
    // Without such a file it is a number.
    let run = shell("$W moves 7 ./8", folder.path()).expect(2);
    assert!(run.stderr.contains("write ./7"), "{}", run.stderr);
    for (args, answer) in [
        ("moves ./5", "-\nboth 1 -> 4 7, larger 5 -> 3 5\n"),
        (
            "moves ./5 8",
            "-\nboth 1 -> 4 7, larger 5 -> 3 5\nboth 2 -> 0 0, larger 1 -> 1 2\n",
        ),
        ("moves 5 8", "both 1 -> 4 7, larger 5 -> 3 5\n"),
        ("moves - < 8", "both 2 -> 0 0, larger 1 -> 1 2\n"),
        ("moves < 8", "both 2 -> 0 0, larger 1 -> 1 2\n"),
        (
            "moves -o out ./8 && cat out",
            "both 2 -> 0 0, larger 1 -> 1 2\n",
        ),
        ("nim ./5", "1\n1\n"),
        ("nim 5 8", "1\n"),
        ("nim 5 5", "0\n"),
        ("nim --count ./8 ./5", "0\n1\n1\n"),
    ] {
        let run = shell(&format!("$W {args}"), folder.path()).expect(0);
        assert_eq!(run.text(), answer, "{args}");
    }
}

/// Cold pairs of any size, computed with a square root. From a position with one object more on both piles, a move leads to
/// the pair.
#[test]
fn moves_of_piles_of_any_size() {
    let pair = |k: &BigUint| {
        let lower: BigUint = (k + (k * k * 5u32).sqrt()) >> 1u32;
        (lower.clone(), lower + k)
    };
    for digits in [19u32, 20, 1000] {
        let k = BigUint::from(10u32).pow(digits) / 3u32;
        let (lower, upper) = pair(&k);
        let (a, b) = (lower.to_string(), upper.to_string());
        for command in [["moves", &a, &b], ["moves", &b, &a]] {
            assert_eq!(output(&command, ""), "-\n");
        }
        let (c, d) = ((&lower + 5u32).to_string(), (&upper + 5u32).to_string());
        let listed = output(&["moves", &d, &c], "");
        assert!(
            listed.starts_with(&format!("both 5 -> {a} {b}")),
            "{listed}"
        );
        let positions = output(&["moves", &d, &c, "--positions"], "");
        assert!(positions.starts_with(&format!("{a} {b}")), "{positions}");
        // The listed positions are cold, by the same square root.
        for to in positions.trim().split(", ") {
            let (x, y) = to.split_once(' ').expect("two piles");
            let (x, y): (BigUint, BigUint) = (x.parse().unwrap(), y.parse().unwrap());
            assert_eq!(pair(&(&y - &x)), (x, y));
        }
        let input = format!("{d} {c}\n00{a} {b}\n");
        let json = output(&["moves", "--json"], &input);
        let mut lines = json.lines();
        let first = lines.next().expect("two lines");
        assert!(
            first.contains(&format!("\"amounts\":[5],\"to\":[{a},{b}]")),
            "{first}"
        );
        let of = format!("{{\"piles\":[{d},{c}],");
        assert!(first.starts_with(&of), "{first}");
        let cold = format!("{{\"piles\":[{a},{b}],\"cold\":true,\"moves\":[]}}");
        assert_eq!(lines.next(), Some(cold.as_str()));
    }
}
