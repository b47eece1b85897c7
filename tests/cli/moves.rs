//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.
//!
//! What is listed is compared with a search over positions, in each of the forms, and the forms with
//! each other.

use crate::support::*;
use num_bigint::BigUint;
use serde_json::Value;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use wythoff::game::NimRule;
use wythoff::{AnswerFormat, Game, Input, Output, Problem, Rule, Solver};

// ------------------------------------------------------------------------------- the searches

/// A winning move: what it is called, how much it takes, and to where it leads.
type Step = (&'static str, Vec<usize>, (usize, usize));

/// All of them, in the order that the help promises: from both (what leaves less first), from the
/// larger pile, from the smaller one. Equal piles mirror each other: what takes from one is told once.
fn steps_by_search(cold: &[Vec<bool>], apart: usize, a: usize, b: usize) -> Vec<Step> {
    let (x, y) = (a.min(b), a.max(b));
    let mut both: Vec<Step> = Vec::new();
    for from_x in 1..=x {
        for from_y in 1..=y {
            let (p, q) = (x - from_x, y - from_y);
            if is_move(from_x, from_y, apart) && cold[p][q] {
                // Mirror images of each other among equal piles are one.
                let to = (p.min(q), p.max(q));
                if x == y && p > q {
                    continue;
                }
                both.push(if from_x == from_y {
                    ("both", vec![from_x], to)
                } else {
                    ("uneven", vec![from_x, from_y], to)
                });
            }
        }
    }
    both.sort_by_key(|step| step.2);
    let larger = (1..=y).filter(|&take| cold[x][y - take]);
    let larger = larger.map(|take| ("larger", vec![take], (x.min(y - take), x.max(y - take))));
    let smaller = (1..=x).filter(|&take| x < y && cold[x - take][y]);
    let smaller = smaller.map(|take| ("smaller", vec![take], (x - take, y)));
    let single: Vec<Step> = larger.chain(smaller).collect();
    both.extend(single);
    both
}

fn as_moves(steps: &[Step]) -> String {
    let one = |(name, amounts, to): &Step| {
        let amounts: Vec<_> = amounts.iter().map(usize::to_string).collect();
        format!("{name} {} -> {} {}", amounts.join(" "), to.0, to.1)
    };
    or_dash(steps.iter().map(one).collect())
}

fn as_positions(steps: &[Step]) -> String {
    let mut found = Vec::new();
    for step in steps {
        let to = format!("{} {}", step.2.0, step.2.1);
        if !found.contains(&to) {
            found.push(to);
        }
    }
    or_dash(found)
}

fn or_dash(parts: Vec<String>) -> String {
    match parts.is_empty() {
        true => "-\n".to_owned(),
        false => parts.join(", ") + "\n",
    }
}

/// What the plain form says, from the JSON one; and the position that it says it of, as a line.
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

// ---------------------------------------------------------------------------------- two piles

#[test]
fn moves_of_every_small_position() {
    const LIMIT: usize = 40;
    let rules = (1..=6).map(|r| (format!("r={r}"), r - 1, false));
    let named = [
        ("misere".to_owned(), 0, true),
        ("normal".to_owned(), 0, false),
    ];
    for (rule, apart, last_loses) in rules.chain(named) {
        let cold = cold_by_search(LIMIT, apart, last_loses);
        let mut input = String::new();
        let (mut moves, mut positions) = (String::new(), String::new());
        let mut outcomes = Vec::new();
        for a in 0..=LIMIT {
            for b in 0..=LIMIT {
                let steps = steps_by_search(&cold, apart, a, b);
                let _ = writeln!(input, "{a} {b}");
                moves += &as_moves(&steps);
                positions += &as_positions(&steps);
                outcomes.push(cold[a][b]);
            }
        }
        let rule = ["--rule", &rule];
        let listed = output(&[&["moves"], &rule[..]].concat(), &input);
        assert_same(listed.as_bytes(), moves.as_bytes(), rule[1]);
        let listed = output(&[&["moves", "--positions"], &rule[..]].concat(), &input);
        assert_same(listed.as_bytes(), positions.as_bytes(), rule[1]);
        let listed = output(&[&["moves", "--json"], &rule[..]].concat(), &input);
        let (mut again, mut piles) = (String::new(), String::new());
        for (line, cold) in listed.lines().zip(&outcomes) {
            let (said, plain, of) = plain_of(line);
            assert_eq!(said, *cold, "{line}");
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
        // In the order in which they stand, as numbers: JSON has no zeros before them.
        (
            &["007", "04", "--json"],
            "{\"piles\":[7,4],\"cold\":true,\"moves\":[]}\n",
        ),
        (
            &["0", "1", "--json"],
            "{\"piles\":[0,1],\"cold\":false,\"moves\":[{\"take\":\"larger\",\"amounts\":[1],\"to\":[0,0]}]}\n",
        ),
        // Under misere play nothing is left to do at 0 0, and that wins.
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
            "a position is two piles, not 1: wythoff moves 5 8",
        ),
        (
            &["moves", "1", "2", "3"],
            "a position is two piles, not 3: wythoff moves 5 8",
        ),
        (&["moves", "-1", "2"], "-1 is no pile"),
        (&["nim", "-1"], "-1 is no pile"),
        (&["nim", "3,5,7"], "one beside the other: wythoff nim 3 5 7"),
        (&["nim", "1e9.gz"], "No such file"),
        (
            &["moves", "1", "x"],
            "1 is a pile, but x is none: wythoff moves 5 8; for a file of such a name write ./1",
        ),
        (&["moves", "1.5", "2"], "1.5 is none"),
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
    // Of which none is there, the number is taken at its word.
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

/// Cold pairs of any size, by the root; from one more on both piles, the way back is a move.
#[test]
fn moves_of_piles_of_any_size() {
    let pair = |k: &BigUint| {
        let lower: BigUint = (k + (k * k * 5u32).sqrt()) >> 1u32;
        (lower.clone(), lower + k)
    };
    for digits in [10u32, 19, 20, 21, 40, 100, 1000] {
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
        // What is listed is cold, by the same root.
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

// ---------------------------------------------------------------------------------------- Nim

#[test]
fn nim_of_every_small_position() {
    for last_loses in [false, true] {
        let mut game = NimSearch::new(last_loses);
        let mut input = String::new();
        let (mut words, mut counts, mut moves) = (String::new(), String::new(), String::new());
        let mut json = String::new();
        for count in 1..=4u32 {
            for code in 0..8u64.pow(count) {
                let piles: Vec<u64> = (0..count).map(|i| code >> (3 * i) & 7).collect();
                let listed: Vec<_> = piles.iter().map(u64::to_string).collect();
                // Blanks anywhere, but a position a line.
                let space = [" ", "\t", "  ", " \x0b"][code as usize % 4];
                let end = ["\n", "\r\n", " \n", "\n\n \t\n"][code as usize / 4 % 4];
                input += &(listed.join(space) + end);
                let cold = game.is_cold(&piles);
                let winning = game.winning_moves(&piles);
                let _ = writeln!(words, "{}", u8::from(!cold));
                let _ = writeln!(counts, "{}", winning.len());
                let parts = winning
                    .iter()
                    .map(|&(i, to)| format!("{} -> {to}", piles[i]));
                // Nothing is left to do, and that wins or loses: no move either way.
                let parts: Vec<_> = parts.collect();
                moves += &match parts.is_empty() {
                    true => "-\n".to_owned(),
                    false => parts.join(", ") + "\n",
                };
                let parts = winning
                    .iter()
                    .map(|&(i, to)| format!("{{\"pile\":{i},\"from\":{},\"to\":{to}}}", piles[i]));
                let parts: Vec<_> = parts.collect();
                let _ = writeln!(
                    json,
                    "{{\"piles\":[{}],\"cold\":{cold},\"moves\":[{}]}}",
                    listed.join(","),
                    parts.join(",")
                );
            }
        }
        let misere: &[&str] = if last_loses { &["--misere"] } else { &[] };
        for (form, expected) in [
            (&[][..], &words),
            (&["--count"], &counts),
            (&["--moves"], &moves),
            (&["--json"], &json),
        ] {
            let listed = output(&[&["nim"], form, misere].concat(), &input);
            let what = format!("{form:?} {misere:?}");
            assert_same(listed.as_bytes(), expected.as_bytes(), &what);
        }
        for line in json.lines() {
            serde_json::from_str::<Value>(line).expect("JSON");
        }
    }
}

#[test]
fn a_fault_in_a_position_of_nim() {
    let folder = Folder::new();
    for (input, answers, place) in [
        (
            "1 2\n3 x\n",
            "1\n",
            "2:3: expected a number (decimal digits), found `x`",
        ),
        (
            "1 1\n\n 18446744073709551616",
            "0\n",
            "3:2: expected a pile up to",
        ),
        ("1 1\n2 2 -", "0\n", "2:5: expected a number"),
    ] {
        let path = folder.file("in.txt", input);
        let run = run(wythoff(&["nim"]).arg(&path), Feed::Nothing).expect(2);
        assert_eq!(run.text(), answers);
        let start = format!("wythoff: {}:{place}", path.display());
        assert!(run.stderr.starts_with(&start), "{}", run.stderr);
    }
}

// -------------------------------------------------------------------------------- the batches

/// The same lines in the same order, whatever the chunks, the threads and the way.
#[test]
fn slow_batches_are_in_order() {
    let mut random = SplitMix(8);
    let mut input = String::new();
    for _ in 0..60_000 {
        let piles = [random.any_length(), random.any_length()];
        let _ = writeln!(input, "{} {}", piles[0], piles[1]);
        if random.below(9) == 0 {
            input += " \t\r\n\n";
        }
    }
    assert!(input.len() > 1 << 20);
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), &input).expect("it is written");
    for nim in [false, true] {
        for answers in [
            AnswerFormat::Moves,
            AnswerFormat::Json,
            AnswerFormat::MoveCount,
            AnswerFormat::Positions,
        ] {
            let solve = |rule, input: Input<'_>, chunk: usize, threads: usize| {
                let game = match (nim, rule) {
                    (true, Rule::Normal) => Game::Nim(NimRule::Normal),
                    (true, _) => Game::Nim(NimRule::Misere),
                    (false, rule) => Game::Wythoff(rule),
                };
                let problem = Problem::default().with_game(game).with_answers(answers);
                let solver = Solver::new(problem)
                    .chunk_size(NonZeroUsize::new(chunk))
                    .threads(NonZeroUsize::new(threads));
                let mut out = Vec::new();
                let output = Output::stream(&mut out, "out");
                solver.solve(vec![input], output).expect("no fault");
                out
            };
            let rules: &[Rule] = match nim {
                true => &[Rule::Normal, Rule::Misere],
                false => &[Rule::Normal, "r=3".parse().expect("a rule")],
            };
            for &rule in rules {
                // Line by line: what each position is answered alone.
                let mut expected = Vec::new();
                for line in input.lines().take(300) {
                    let alone = Input::Reader(Box::new(line.as_bytes()), "line".into());
                    expected.extend(solve(rule, alone, 1 << 16, 1));
                }
                let whole = || Input::Reader(Box::new(input.as_bytes()), "in".into());
                let first = solve(rule, whole(), 1 << 18, 1);
                assert!(first.starts_with(&expected), "{answers:?} {rule:?}");
                for (chunk, threads) in [(4096, 1), (4095, 3), (100_000, 3), (1 << 20, 3)] {
                    let what = format!("{answers:?} {rule:?} chunk {chunk} x{threads}");
                    assert_same(&solve(rule, whole(), chunk, threads), &first, &what);
                    let path = Input::Path(file.path().to_owned());
                    assert_same(&solve(rule, path, chunk, threads), &first, &what);
                }
            }
        }
    }
}

/// What is no position is marked at its place, in every form, and everything else is answered as it is alone.
#[test]
fn marks_stand_in_their_places() {
    let mut random = SplitMix(11);
    for command in ["moves", "nim"] {
        let forms: &[&[&str]] = match command {
            "moves" => &[&[], &["--positions"], &["--json"], &["--rule", "misere"]],
            _ => &[&[], &["--moves"], &["--count"], &["--json"]],
        };
        let (mut input, mut right, mut faults) = (String::new(), String::new(), Vec::new());
        for line in 1..=30_000 {
            if random.below(500) == 0 {
                let fault = ["x", "5 -", "1 2.5"][random.below(3) as usize];
                let _ = writeln!(input, "{fault}");
                faults.push(line);
            } else {
                let piles = [random.below(100), random.below(100)];
                let _ = writeln!(input, "{} {}", piles[0], piles[1]);
                let _ = writeln!(right, "{} {}", piles[0], piles[1]);
            }
        }
        for form in forms {
            let args = [&[command], *form].concat();
            let mark = match form.contains(&"--json") {
                true => "{\"invalid\":true}",
                false => "?",
            };
            let alone = output(&args, &right);
            let mut alone = alone.lines();
            let mut expected = String::new();
            for line in 1..=30_000 {
                let marked = faults.binary_search(&line).is_ok();
                expected += if marked { mark } else { alone.next().unwrap() };
                expected.push('\n');
            }
            for threads in ["1", "3"] {
                let args = [&args[..], &["--invalid", "mark", "--threads", threads]].concat();
                let run = run(&mut wythoff(&args), Feed::Pipe(input.as_bytes())).expect(1);
                assert_same(&run.stdout, expected.as_bytes(), &format!("{args:?}"));
                let said: Vec<_> = run.stderr.lines().collect();
                assert_eq!(said.len(), 12, "{}", run.stderr);
                for (said, line) in said[..10].iter().zip(&faults) {
                    let place = format!("wythoff: <stdin>:{line}:");
                    assert!(said.starts_with(&place), "{said}");
                }
                let count = faults.len();
                let marked = if mark == "?" { mark } else { "invalid" };
                assert_eq!(
                    said[11],
                    format!("wythoff: {count} invalid lines, marked {marked}")
                );
            }
            let stopped = run(&mut wythoff(&args), Feed::Pipe(input.as_bytes())).expect(2);
            let place = format!("wythoff: <stdin>:{}:", faults[0]);
            assert!(stopped.stderr.starts_with(&place), "{}", stopped.stderr);
        }
    }
    // To Nim a pile beyond u64 is none; to moves it is.
    for (command, answers, code) in [("nim", "?\n0\n", 1), ("moves", "larger", 0)] {
        let mut command = wythoff(&[command, "--invalid", "mark"]);
        let input = Feed::Pipe(b"1 18446744073709551616\n3 3\n");
        let run = run(&mut command, input).expect(code);
        assert!(run.text().starts_with(answers), "{}", run.text());
    }
}

/// What the helps show of the output is the output.
#[test]
fn as_the_helps_show_it() {
    for (command, args) in [
        ("moves", &["1", "2", "--json"][..]),
        ("nim", &["1", "3", "--json"]),
    ] {
        let help = run(&mut wythoff(&[command, "--help"]), Feed::Nothing).expect(0);
        let line = run(wythoff(&[command]).args(args), Feed::Nothing).expect(0);
        let shown = format!("\n  {}", line.text());
        assert!(
            help.text().contains(&shown),
            "{command} --help lacks {shown}"
        );
    }
    let help = run(&mut wythoff(&["moves", "--help"]), Feed::Nothing).expect(0);
    let line = output(&["moves", "1", "3", "--json"], "");
    let step = line.split_once("\"moves\":[").expect("moves").1;
    let step = step.strip_suffix("]}\n").expect("the end");
    let shown = format!("\n  {step}\n");
    assert!(help.text().contains(&shown), "moves --help lacks {shown}");
    for (args, shown) in [
        (&["5", "8"][..], &["both 1 -> 4 7", "larger 5 -> 3 5"][..]),
        (&["--rule", "r=2", "8", "5"], &["uneven 4 5 -> 1 3"]),
    ] {
        let line = run(wythoff(&["moves"]).args(args), Feed::Nothing).expect(0);
        for shown in shown {
            assert!(line.text().contains(shown), "{}", line.text());
            let shown = format!("`{shown}`");
            assert!(help.text().contains(&shown), "moves --help lacks {shown}");
        }
    }
}
