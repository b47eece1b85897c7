//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.
//!
//! Each output format is compared with the moves of the library, whose own tests search for them.

mod batches;
mod nim;

use crate::support::*;
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use wythoff::game::{Move, Moves, NimRule, Take};
use wythoff::{AnswerFormat, Game, Input, OnInvalid, Output, Problem, Rule, Solver};

/// The name of a winning move, and the amounts that it takes.
fn taken(take: Take) -> (&'static str, Vec<u64>) {
    match take {
        Take::Both(n) => ("both", vec![n]),
        Take::Larger(n) => ("larger", vec![n]),
        Take::Smaller(n) => ("smaller", vec![n]),
        Take::Uneven { smaller, larger } => ("uneven", vec![smaller, larger]),
        other => panic!("{other:?}"),
    }
}

fn as_moves(moves: &Moves) -> String {
    let one = |step: &Move| {
        let (name, amounts) = taken(step.take);
        let amounts: Vec<_> = amounts.iter().map(u64::to_string).collect();
        let (x, y) = step.to;
        format!("{name} {} -> {x} {y}", amounts.join(" "))
    };
    or_dash(moves.iter().map(one).collect())
}

fn as_positions(moves: &Moves) -> String {
    or_dash(moves.positions().map(|(a, b)| format!("{a} {b}")).collect())
}

fn as_json(moves: &Moves) -> Vec<Value> {
    let one = |step: &Move| {
        let (name, amounts) = taken(step.take);
        json!({"take": name, "amounts": amounts, "to": [step.to.0, step.to.1]})
    };
    moves.iter().map(one).collect()
}

fn or_dash(parts: Vec<String>) -> String {
    match parts.is_empty() {
        true => "-\n".to_owned(),
        false => parts.join(", ") + "\n",
    }
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
        let mut objects = Vec::new();
        for (a, b) in (0..=LIMIT).flat_map(|a| (0..=LIMIT).map(move |b| (a, b))) {
            let found = parsed.winning_moves(a, b);
            let _ = writeln!(input, "{a} {b}");
            moves += &as_moves(&found);
            positions += &as_positions(&found);
            let (cold, moves) = (parsed.is_cold(a, b), as_json(&found));
            objects.push(json!({"piles": [a, b], "cold": cold, "moves": moves}));
        }
        let rule = ["--rule", rule];
        let listed = output(&[&["moves"], &rule[..]].concat(), &input);
        assert_same(listed.as_bytes(), moves.as_bytes(), rule[1]);
        let listed = output(&[&["moves", "--positions"], &rule[..]].concat(), &input);
        assert_same(listed.as_bytes(), positions.as_bytes(), rule[1]);
        let listed = output(&[&["moves", "--json"], &rule[..]].concat(), &input);
        let lines = listed.lines();
        let listed: Vec<Value> = lines
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(listed, objects);
    }
}

/// Arguments of `moves`, and the answer.
const POSITIONS: &str = r#"
5 8 | both 1 -> 4 7, larger 5 -> 3 5
8 5 | both 1 -> 4 7, larger 5 -> 3 5
00 000 | -
2 2 --positions | 0 0, 1 2
2 3 --positions | 1 2
4 7 --json | {"piles":[4,7],"cold":true,"moves":[]}
# In the order of the arguments. Numbers in JSON have no leading zeros.
007 04 --json | {"piles":[7,4],"cold":true,"moves":[]}
0 1 --json | {"piles":[0,1],"cold":false,"moves":[{"take":"larger","amounts":[1],"to":[0,0]}]}
# Under the misere rule the player to move at 0 0 has won, and has no move.
0 0 --rule misere | -
0 0 --rule misere --json | {"piles":[0,0],"cold":false,"moves":[]}
1 2 --rule r=2 | uneven 1 2 -> 0 0
"#;

#[test]
fn a_position_as_arguments() {
    for [args, answer] in rows(POSITIONS) {
        let args: Vec<_> = ["moves"].into_iter().chain(args.split(' ')).collect();
        assert_eq!(output(&args, ""), answer.to_owned() + "\n", "{args:?}");
    }
}

/// Arguments, and a part of the message.
const NO_POSITIONS: &str = "
moves 5 | expected two piles, found 1; for example: wythoff moves 5 8
moves -1 2 | -1 is neither a file nor a pile
nim 3,5,7 | 3,5,7 is neither a file nor a pile
moves 1 x | 1: No such file
moves 1 2 --rule nim | misere
moves 1 2 --positions --json | cannot be used with
nim --count --moves 1 | cannot be used with
nim 1 18446744073709551616 | <arguments>:1:3: expected a pile up to 18446744073709551615
nim --explain | --explain requires piles as arguments
nim --explain file | --explain requires piles as arguments
explain 1 2 18446744073709551616 | a pile of Nim is at most
explain --rule r=2 1 2 3 | applies only to two piles
";

#[test]
fn arguments_that_are_no_position() {
    for [args, message] in rows(NO_POSITIONS) {
        let run = ran(&args.split(' ').collect::<Vec<_>>()).expect(2);
        assert_eq!(run.text(), "", "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
}

/// Arguments, and the answers. A slash is the end of a line.
const FILES: &str = "
moves ./5 | -/both 1 -> 4 7, larger 5 -> 3 5/
moves ./5 8 | -/both 1 -> 4 7, larger 5 -> 3 5/both 2 -> 0 0, larger 1 -> 1 2/
moves 5 8 | both 1 -> 4 7, larger 5 -> 3 5/
moves - < 8 | both 2 -> 0 0, larger 1 -> 1 2/
moves < 8 | both 2 -> 0 0, larger 1 -> 1 2/
moves -o out ./8 && cat out | both 2 -> 0 0, larger 1 -> 1 2/
nim ./5 | 1/1/
nim 5 8 | 1/
nim 5 5 | 0/
nim --count ./8 ./5 | 0/1/1/
";

#[test]
fn files_with_the_names_of_numbers() {
    let folder = Folder::new();
    folder.file("5", "1 2\n5 8\n");
    folder.file("8", "2 2\n");
    for [args, answers] in rows(FILES) {
        let run = shell(&format!("$W {args}"), folder.path()).expect(0);
        assert_eq!(run.text(), answers.replace('/', "\n"), "{args}");
    }
}

/// Cold pairs of any size, computed with a square root. From a position with five objects more on both piles, a move leads
/// to the pair.
#[test]
fn moves_of_piles_of_any_size() {
    for digits in [19u32, 20, 1000] {
        let k = BigUint::from(10u32).pow(digits) / 3u32;
        let a: BigUint = (&k + (&k * &k * 5u32).sqrt()) >> 1u32;
        let b = &a + k;
        let (c, d) = (&a + 5u32, &b + 5u32);
        assert_eq!(
            output(&["moves", &b.to_string(), &a.to_string()], ""),
            "-\n"
        );
        let input = format!("{d} {c}\n00{a} {b}\n");
        let listed = output(&["moves"], &input);
        let start = format!("both 5 -> {a} {b}");
        assert!(listed.starts_with(&start), "{listed}");
        let positions = output(&["moves", "--positions"], &input);
        assert!(positions.starts_with(&format!("{a} {b}")), "{positions}");
        let json = output(&["moves", "--json"], &input);
        let (first, last) = json.split_once('\n').expect("two lines");
        let start = format!(
            "{{\"piles\":[{d},{c}],\"cold\":false,\"moves\":[{{\"take\":\"both\",\"amounts\":[5],\"to\":[{a},{b}]}}"
        );
        assert!(first.starts_with(&start), "{first}");
        let cold = format!("{{\"piles\":[{a},{b}],\"cold\":true,\"moves\":[]}}\n");
        assert_eq!(last, cold);
    }
}
