//! Every profile answers as its problem wants it, in any layout of the input, and says what is odd.
//!
//! The answers come from searches over positions that know the rules and nothing else: no formula, and
//! nothing of the crate.

use crate::support::*;
use num_bigint::BigUint;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;
use std::time::Instant;

// ------------------------------------------------------------------------------- the problems

/// Profile, input and answers, as the problems print them (uva11249 has no published sample: by hand).
const SAMPLES: &[(&str, &str, &str)] = &[
    ("poj1067", "2 1\n8 4\n4 7\n", "0\n1\n0\n"),
    ("hdu1527", "2 1\n8 4\n4 7\n", "0\n1\n0\n"),
    ("luogu-p2252", "8 4\n", "1\n"),
    ("51nod1072", "3\n3 5\n3 4\n1 9\n", "B\nA\nA\n"),
    ("51nod1185", "3\n3 5\n3 4\n1 9\n", "B\nA\nA\n"),
    ("hdu5973", "2 1\n8 4\n4 7\n", "0\n1\n0\n"),
    (
        "hdu2177",
        "1 2\n5 8\n4 7\n2 2\n0 0\n",
        "0\n1\n4 7\n3 5\n0\n1\n0 0\n1 2\n",
    ),
    ("luogu-p2197", "2\n2\n1 1\n2\n1 0\n", "No\nYes\n"),
    (
        "hdu1849",
        "2\n3 5\n3\n3 5 6\n0\n",
        "Rabbit Win!\nGrass Win!\n",
    ),
    ("hdu1850", "3\n5 7 9\n0\n", "1\n"),
    (
        "hdu2176",
        "2\n45 45\n3\n3 6 9\n5\n5 7 8 9 10\n0\n",
        "No\nYes\n9 5\nYes\n8 1\n9 0\n10 3\n",
    ),
    ("poj2975", "3\n7 11 13\n0\n", "3\n"),
    (
        "uva11249",
        "2\n0 3\n1 2\n3 3\n5 3\n1 2\n1 2\n3 1\n",
        "LOSING\nWINNING\nLOSING\n\nWINNING\nLOSING\n\n",
    ),
    ("haut1297", "2\n3\n2 3 2\n2\n2 1\n", "Sherlock\nWatson\n"),
];

/// The ways in which a contest's file may be laid out.
fn layouts(input: &str) -> Vec<(&'static str, String)> {
    let numbers: Vec<&str> = input.split_whitespace().collect();
    vec![
        ("as it is", input.to_owned()),
        ("one line", numbers.join(" ") + "\n"),
        ("a number a line", numbers.join("\n") + "\n"),
        ("carriage returns", input.replace('\n', "\r\n")),
        ("carriage returns alone", input.replace('\n', "\r")),
        ("tabs", input.replace(' ', "\t \t")),
        ("vertical tabs", numbers.join("\x0b")),
        ("form feeds", input.replace([' ', '\n'], "\x0c")),
        (
            "blanks around",
            format!("\n \t\n  {}  \n\n \t", input.replace('\n', "  \n ")),
        ),
        ("no last newline", input.trim_end().to_owned()),
        ("a byte order mark", format!("\u{feff}{input}")),
        ("leading zeros", {
            let zeros = |number: &&str| format!("000{number}");
            numbers.iter().map(zeros).collect::<Vec<_>>().join(" \n")
        }),
        ("two numbers off the lines", {
            let mut text = String::new();
            for (i, number) in numbers.iter().enumerate() {
                text += number;
                text += if i % 3 == 1 { " " } else { "\n" };
            }
            text
        }),
    ]
}

#[test]
fn slow_samples_in_every_layout_and_way() {
    let folder = Folder::new();
    for &(profile, input, answers) in SAMPLES {
        for (layout, text) in layouts(input) {
            let path = folder.file("in.txt", &text);
            for &backend in backends() {
                // A thread or three: the file is small, so only what is started differs. The ways
                // that differ in what they read are taken in turn.
                for threads in ["1", "3"] {
                    for way in [Way::Mapped, Way::Piped, Way::Read] {
                        if (threads == "3") == (way == Way::Read) && backend != "scalar" {
                            continue;
                        }
                        let args = ["--as", profile, "--backend", backend, "--threads", threads];
                        let run = way.solve(&args, &path, text.as_bytes()).expect(0);
                        let what = format!("{profile} {layout} {backend} x{threads} {way:?}");
                        assert_same(&run.stdout, answers.as_bytes(), &what);
                        assert_eq!(run.stderr, "", "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn samples_are_those_that_are_listed() {
    for &(profile, input, answers) in SAMPLES {
        let run = run(&mut wythoff(&["judges", profile, "--json"]), Feed::Nothing).expect(0);
        let json: serde_json::Value = serde_json::from_str(run.text()).expect("JSON");
        let listed = &json[0];
        assert_eq!(listed["name"], profile);
        assert_eq!(listed["smaller_first"], profile == "hdu2177");
        let sample = |key: &str| listed["sample"][key].as_str().expect("text").to_owned();
        if profile != "uva11249" {
            assert_eq!(sample("input"), input);
            assert_eq!(sample("output"), answers);
        }
        let (input, answers) = (sample("input"), sample("output"));
        assert_eq!(solve(&["--as", profile], &input), answers, "{profile}");
    }
    let names = profiles();
    assert_eq!(names, SAMPLES.iter().map(|s| s.0).collect::<Vec<_>>());
    let one = run(&mut wythoff(&["judges", "hdu2177"]), Feed::Nothing).expect(0);
    assert!(one.text().contains("\norder    the smaller pile first\n"));
    let table = run(&mut wythoff(&["judges"]), Feed::Nothing).expect(0);
    let mut lines = table.text().lines();
    let header = lines.next().expect("a header");
    // Each column is as wide as what stands in it.
    let columns = ["game", "input", "answer", "piles up to"];
    // On a terminal a Chinese character is as wide as two others.
    let width = |line: &str| {
        line.chars()
            .map(|c| 1 + usize::from(!c.is_ascii()))
            .sum::<usize>()
    };
    for line in table
        .text()
        .lines()
        .filter(|line| !line.starts_with("All about"))
    {
        assert!(width(line) <= 80, "{line}");
    }
    for (line, name) in lines.filter(|line| !line.starts_with(' ')).zip(names) {
        assert!(line.starts_with(&name), "{line}");
        for column in columns {
            let at = header.find(column).expect("that column");
            assert!(
                line.as_bytes()[at - 1] == b' ' && line.as_bytes()[at] != b' ',
                "{column}: {line}"
            );
        }
    }
}

/// The answers to `input`, without a word on standard error.
#[track_caller]
fn solve(args: &[&str], input: &str) -> String {
    let run = run(wythoff(&["solve"]).args(args), Feed::Pipe(input.as_bytes())).expect(0);
    assert_eq!(run.stderr, "", "{args:?}");
    run.text().to_owned()
}

// ------------------------------------------------------------------------------- the searches

/// Outcomes of positions of two piles, up to `limit`, by search: takes from both may differ by at most
/// `apart`. `last_loses`: who takes the last object loses.
struct Two {
    cold: Vec<Vec<bool>>,
}

impl Two {
    fn search(limit: usize, apart: usize, last_loses: bool) -> Self {
        let cold = cold_by_search(limit, apart, last_loses);
        Self { cold }
    }

    /// Winning moves of Wythoff's game as hdu2177 is answered: the same from both, from the larger pile,
    /// from the smaller one; what they lead to, the smaller pile first, each once.
    fn winning_positions(&self, a: usize, b: usize) -> Vec<(usize, usize)> {
        let (x, y) = (a.min(b), a.max(b));
        let mut found = Vec::new();
        let mut add = |(p, q): (usize, usize)| {
            let to = (p.min(q), p.max(q));
            if self.cold[p][q] && !found.contains(&to) {
                found.push(to);
            }
        };
        (1..=x).for_each(|take| add((x - take, y - take)));
        (1..=y).for_each(|take| add((x, y - take)));
        (1..=x).for_each(|take| add((x - take, y)));
        found
    }
}

/// Up to four piles of up to seven, and none.
fn positions_of_nim() -> Vec<Vec<u64>> {
    let mut positions = vec![Vec::new()];
    for count in 1..=4u32 {
        for code in 0..8u64.pow(count) {
            positions.push((0..count).map(|i| code >> (3 * i) & 7).collect());
        }
    }
    positions
}

fn text_of(piles: &[u64]) -> String {
    let piles: Vec<_> = piles.iter().map(u64::to_string).collect();
    format!("{}\n{}\n", piles.len(), piles.join(" "))
}

#[test]
fn pairs_against_a_search() {
    const LIMIT: usize = 60;
    let game = Two::search(LIMIT, 0, false);
    let mut input = String::new();
    let (mut digits, mut names) = (String::new(), String::new());
    let (mut moves, mut before_zero) = (String::new(), String::new());
    let mut records = 0;
    for a in 0..=LIMIT {
        for b in 0..=LIMIT {
            let cold = game.cold[a][b];
            let _ = writeln!(input, "{a} {b}");
            let _ = writeln!(digits, "{}", u8::from(!cold));
            let _ = writeln!(names, "{}", if cold { "B" } else { "A" });
            records += 1;
            if (a, b) != (0, 0) {
                let _ = writeln!(before_zero, "{a} {b}");
                let _ = writeln!(moves, "{}", u8::from(!cold));
                for (x, y) in game.winning_positions(a, b) {
                    let _ = writeln!(moves, "{x} {y}");
                }
            }
        }
    }
    for &backend in backends() {
        for profile in ["poj1067", "hdu1527", "hdu5973"] {
            let args = ["--as", profile, "--backend", backend];
            assert_same(solve(&args, &input).as_bytes(), digits.as_bytes(), profile);
        }
        for profile in ["51nod1072", "51nod1185"] {
            let args = ["--as", profile, "--backend", backend];
            let input = format!("{records}\n{input}99 ignored");
            assert_same(solve(&args, &input).as_bytes(), names.as_bytes(), profile);
        }
        let args = ["--as", "hdu2177", "--backend", backend];
        let input = format!("{before_zero}0 0\n5 8\n");
        // Pairs that the problem doesn't promise are among them.
        let feed = Feed::Pipe(input.as_bytes());
        let run = run(wythoff(&["solve"]).args(args), feed).expect(0);
        assert_same(&run.stdout, moves.as_bytes(), "hdu2177");
        assert!(run.stderr.contains("the smaller pile first"), "{run:?}");
    }
    for (a, b, answer) in [(8, 4, "1\n"), (4, 7, "0\n"), (0, 0, "0\n"), (0, 5, "1\n")] {
        assert_eq!(solve(&["--as", "luogu-p2252"], &format!("{a} {b}")), answer);
        assert_eq!(!game.cold[a][b], answer == "1\n");
    }
}

#[test]
fn nim_against_a_search() {
    let mut game = NimSearch::default();
    let positions = positions_of_nim();
    let (mut cases, mut zero_ends) = (String::new(), String::new());
    let (mut yes, mut rabbit, mut counts, mut moves) =
        (String::new(), String::new(), String::new(), String::new());
    let mut both = String::new();
    let wythoff = Two::search(7, 0, false);
    for piles in &positions {
        let cold = game.is_cold(piles);
        let winning = game.winning_moves(piles);
        assert_eq!(winning.is_empty(), cold);
        cases += &text_of(piles);
        let _ = writeln!(yes, "{}", if cold { "No" } else { "Yes" });
        let cold_here = match piles[..] {
            [a, b] => wythoff.cold[a as usize][b as usize],
            _ => cold,
        };
        let _ = writeln!(both, "{}", if cold_here { "Watson" } else { "Sherlock" });
        if piles.is_empty() {
            // Under this framing it is the end.
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
    for (profile, input, answers) in [
        ("hdu1849", &zero_ends, &rabbit),
        ("hdu1850", &zero_ends, &counts),
        ("poj2975", &zero_ends, &counts),
        ("hdu2176", &zero_ends, &moves),
        ("haut1297", &cases, &both),
    ] {
        let answered = solve(&["--as", profile], input);
        assert_same(answered.as_bytes(), answers.as_bytes(), profile);
    }
    // More cases than this problem promises: told once, and answered all the same.
    let run = run(
        &mut wythoff_solve(&["--as", "luogu-p2197"]),
        Feed::Pipe(cases.as_bytes()),
    )
    .expect(0);
    assert_same(&run.stdout, yes.as_bytes(), "luogu-p2197");
    assert_eq!(
        run.stderr,
        format!(
            "wythoff: warning: <stdin>:1:1: {} cases are more than the 10 of luogu-p2197\n",
            positions.len()
        )
    );
}

fn wythoff_solve(args: &[&str]) -> std::process::Command {
    let mut command = wythoff(&["solve"]);
    command.args(args);
    command
}

#[test]
fn takes_that_differ_against_a_search() {
    const LIMIT: usize = 30;
    let mut input = String::from("8\n");
    let mut answers = String::new();
    for apart in 0..=5 {
        let game = Two::search(LIMIT, apart, false);
        let _ = writeln!(input, "{apart} {}", (LIMIT + 1) * (LIMIT + 1));
        for a in 0..=LIMIT {
            for b in 0..=LIMIT {
                let _ = writeln!(input, "{a} {b}");
                answers += if game.cold[a][b] {
                    "LOSING\n"
                } else {
                    "WINNING\n"
                };
            }
        }
        answers.push('\n');
    }
    // A case of no pairs is a case; and with no bound on the difference, any two piles go at once.
    input += "3 0\n18446744073709551615 3\n1 18446744073709551615\n7 7\n0 0\n";
    answers += "\nWINNING\nWINNING\nLOSING\n\n";
    let answered = solve(&["--as", "uva11249"], &input);
    assert_same(answered.as_bytes(), answers.as_bytes(), "uva11249");
}

#[test]
fn rules_against_a_search() {
    const LIMIT: usize = 30;
    let mut input = String::new();
    for a in 0..=LIMIT {
        for b in 0..=LIMIT {
            let _ = writeln!(input, "{a} {b}");
        }
    }
    let rules = (1..=6).map(|r| (format!("r={r}"), r - 1, false));
    for (rule, apart, last_loses) in rules.chain([
        ("misere".to_owned(), 0, true),
        ("normal".to_owned(), 0, false),
    ]) {
        let game = Two::search(LIMIT, apart, last_loses);
        let all = game.cold.iter().flatten();
        let answers: String = all.map(|cold| if *cold { "0\n" } else { "1\n" }).collect();
        for &backend in backends() {
            // A record a line, and in any layout.
            let args = ["--rule", &rule, "--backend", backend];
            assert_same(solve(&args, &input).as_bytes(), answers.as_bytes(), &rule);
            let args = ["--rule", &rule, "--backend", backend, "--in", "eof"];
            let off = format!(
                "0\n0 {}",
                input[4..].replacen(' ', "\n", 1).replace('\n', " \n")
            );
            assert_same(solve(&args, &off).as_bytes(), answers.as_bytes(), &rule);
            // 0 0 is the end of the input, whatever the rules say of it; the first record is one.
            let behind = &input[4..];
            let args = ["--rule", &rule, "--backend", backend, "--in", "zero"];
            let answered = solve(&args, &format!("{behind}0 0\n1 1\n"));
            assert_same(answered.as_bytes(), &answers.as_bytes()[2..], &rule);
        }
    }
}

/// Numbers beyond the search: the signs of a polynomial, and for r digits of their own.
#[test]
fn rules_on_numbers_of_any_size() {
    use wythoff::game::oracle;
    let mut random = SplitMix(3);
    for r in [1u64, 2, 3, 7, 100, 1 << 20, 1 << 40, u64::MAX] {
        let r = std::num::NonZeroU64::new(r).expect("not 0");
        let (mut input, mut answers) = (String::new(), String::new());
        let mut colds = 0;
        for _ in 0..2000 {
            let bits = random.below(62);
            let n = random.next() >> (2 + bits);
            let (lower, upper) = oracle::pair_generalised_by_sqrt(&n.into(), &r.get().into());
            let pair = (u64::try_from(lower), u64::try_from(upper));
            let (Ok(a), Ok(b)) = pair else { continue };
            for (a, b) in [
                (a, b),
                (b, a),
                (a.saturating_add(1), b),
                (a, b.saturating_add(1)),
            ] {
                let cold = oracle::cold_generalised_by_numeration(a, b, r);
                colds += u32::from(cold);
                let _ = writeln!(input, "{a} {b}");
                answers += if cold { "0\n" } else { "1\n" };
            }
        }
        for _ in 0..1000 {
            let (a, b) = (random.any_length(), random.any_length());
            let _ = writeln!(input, "{a} {b}");
            let cold = oracle::cold_generalised_by_numeration(a, b, r);
            answers += if cold { "0\n" } else { "1\n" };
        }
        assert!(colds > 20, "r={r} has cold ones here: {colds}");
        let rule = format!("r={r}");
        let answered = solve(&["--rule", &rule], &input);
        assert_same(answered.as_bytes(), answers.as_bytes(), &rule);
    }
}

#[test]
fn piles_of_a_hundred_digits() {
    let mut random = SplitMix(9);
    let ten = BigUint::from(10u32).pow(100);
    let (mut input, mut answers) = (String::new(), String::new());
    let mut add = |a: &BigUint, b: &BigUint, answer: &str| {
        assert!(*a <= ten && *b <= ten);
        let _ = writeln!(input, "{a}\n{b}");
        answers += answer;
    };
    let one = BigUint::from(1u32);
    for i in 0..400u32 {
        let mut words = [0u32; 11];
        words.fill_with(|| random.next() as u32);
        // The larger number of pair k is about 2.618 k.
        let top = (&ten * 38u32 / 100u32) >> (i % 7 * 40);
        let k = (BigUint::new(words.to_vec()) % top) + &one;
        let lower: BigUint = (&k + (&k * &k * 5u32).sqrt()) >> 1u32;
        let upper = &lower + &k;
        add(&lower, &upper, "0\n");
        add(&upper, &lower, "0\n");
        // One off on either pile, or on both: then the difference has its pair elsewhere.
        add(&(&lower + &one), &upper, "1\n");
        add(&lower, &(&upper + &one), "1\n");
        add(&(&lower - &one), &upper, "1\n");
        add(&(&lower - &one), &(&upper - &one), "1\n");
        add(&(&lower + &one), &(&upper + &one), "1\n");
    }
    // The largest cold pair within the limit, and the limit itself.
    add(&ten, &ten, "1\n");
    let mut k = &ten * 381_966u32 / 1_000_000u32;
    let pair = |k: &BigUint| {
        let lower: BigUint = (k + (k * k * 5u32).sqrt()) >> 1u32;
        (lower.clone(), lower + k)
    };
    while pair(&(&k + &one)).1 <= ten {
        let step = (&ten - &pair(&k).1) / 3u32;
        k += step.max(one.clone());
    }
    let (lower, upper) = pair(&k);
    add(&lower, &upper, "0\n");
    add(&lower, &(&upper - &one), "1\n");
    for &backend in backends() {
        let answered = solve(&["--as", "hdu5973", "--backend", backend], &input);
        assert_same(answered.as_bytes(), answers.as_bytes(), backend);
    }
    // Beyond the limit: as exact, with a word about it.
    let (lower, upper) = pair(&(&ten * 10u32));
    let input = format!("1 2\n{lower} {upper}\n{upper} {upper}\n");
    let run = run(
        &mut wythoff_solve(&["--as", "hdu5973"]),
        Feed::Pipe(input.as_bytes()),
    )
    .expect(0);
    assert_eq!(run.text(), "0\n0\n1\n");
    let start = "wythoff: warning: <stdin>:2:1: `";
    assert!(run.stderr.starts_with(start), "{}", run.stderr);
    assert!(run.stderr.ends_with(", the limit of hdu5973\n"));
    assert_eq!(run.stderr.lines().count(), 1);
}

/// Where any approximation of phi would fail first.
#[test]
fn worst_cases_of_51nod1185() {
    use wythoff::game::oracle;
    const LIMIT: u128 = 1_000_000_000_000_000_000;
    let (mut pairs, mut answers) = (String::new(), String::new());
    let (mut records, mut colds) = (0, 0);
    for (lower, d) in oracle::worst_cases(2000) {
        for lower in [lower.saturating_sub(1), lower, lower + 1] {
            let upper = lower + u128::from(d);
            if upper <= LIMIT {
                let (a, b) = (lower as u64, upper as u64);
                let cold = oracle::cold_by_quadratic_form(a, b);
                let (a, b) = if records % 2 == 0 { (a, b) } else { (b, a) };
                let _ = writeln!(pairs, "{a} {b}");
                answers += if cold { "B\n" } else { "A\n" };
                records += 1;
                colds += u32::from(cold);
            }
        }
    }
    assert!(colds > 10_000, "{colds} cold of {records}");
    let input = format!("{records} {pairs}");
    for &backend in backends() {
        let run = run(
            &mut wythoff_solve(&["--as", "51nod1185", "--backend", backend]),
            Feed::Pipe(input.as_bytes()),
        )
        .expect(0);
        assert_same(&run.stdout, answers.as_bytes(), backend);
        let warning = format!("{records} records are more than the 10000 of 51nod1185\n");
        assert!(run.stderr.ends_with(&warning), "{}", run.stderr);
    }
}

// -------------------------------------------------------------------------- what else there is

#[test]
fn words_and_framings_compose() {
    for (args, input, answers) in [
        (
            &["--as", "poj1067", "--words", "W,L"][..],
            "1 2 3 4",
            "L\nW\n",
        ),
        (&["--as", "51nod1072", "--words", "yes,no"], "1 1 2", "no\n"),
        (
            &["--as", "hdu2177", "--words", "hot,cold"],
            "1 2 2 2 0 0",
            "cold\nhot\n0 0\n1 2\n",
        ),
        (
            &["--as", "hdu2176", "--words", "H,C"],
            "1 3 2 5 5 0",
            "H\n3 0\nC\n",
        ),
        (
            &["--as", "uva11249", "--words", "H,C"],
            "1 0 1 1 2",
            "C\n\n",
        ),
        (
            &["--as", "luogu-p2252", "--words", "先手,后手"],
            "1 2",
            "后手\n",
        ),
        (&["--in", "one"], "1\n2\n3", "0\n"),
        (&["--in", "zero"], "1 2 0 1 0 0 3 5", "0\n1\n"),
        (&["--in", "count"], "1 0 0 5 6", "0\n"),
        (&["--in", "eof"], "1 2\n\n3\n5\n0 0", "0\n0\n0\n"),
        // The framing of a profile may be another.
        (&["--as", "51nod1072", "--in", "eof"], "1 2 2 2", "B\nA\n"),
        (&["--as", "poj1067", "--in", "count"], "1 1 2 2 2", "0\n"),
        (
            &["--as", "hdu2177", "--in", "count"],
            "2 2 2 0 0 9 9",
            "1\n0 0\n1 2\n0\n",
        ),
        (
            &["--as", "hdu2177", "--in", "one"],
            "2 2\n5 8",
            "1\n0 0\n1 2\n",
        ),
        (
            &["--as", "hdu1850", "--in", "eof"],
            "1 3 0 2 5 5",
            "1\n0\n0\n",
        ),
        (&["--as", "hdu1850", "--in", "one"], "3 5 7 9 0 8 x", "1\n"),
        (&["--as", "luogu-p2197", "--in", "zero"], "1 3 0 x", "Yes\n"),
        (
            &["--as", "poj1067", "--rule", "misere"],
            "1 2 2 2 0 0 0 1",
            "1\n0\n1\n0\n",
        ),
        (
            &["--as", "hdu2177", "--rule", "r=2"],
            "1 3 1 2 0 0",
            "0\n1\n0 0\n",
        ),
        (&["--in", "count", "--rule", "r=2"], "2 1 3 1 2", "0\n1\n"),
        // Counted only.
        (
            &["--as", "51nod1072", "--count"],
            "3 1 2 3 4 3 5",
            "hot 1\ncold 2\n",
        ),
        (
            &["--as", "hdu2177", "--count"],
            "1 2 3 4 0 0 9",
            "hot 1\ncold 1\n",
        ),
        (
            &["--as", "hdu2176", "--count"],
            "1 3 2 5 5 0",
            "hot 1\ncold 1\n",
        ),
        (
            &["--as", "uva11249", "--count"],
            "1 0 3 1 2 3 4 5 6",
            "hot 2\ncold 1\n",
        ),
    ] {
        assert_eq!(solve(args, input), answers, "{args:?} {input:?}");
    }
    // Each input is framed on its own.
    let folder = Folder::new();
    let a = folder.file("a", "1 1 2 x");
    let b = folder.file("b", "2 3 5 4 5");
    for profile in ["51nod1072", "51nod1185"] {
        let mut command = wythoff_solve(&["--as", profile]);
        let run = run(command.args([&a, &b]), Feed::Nothing).expect(0);
        assert_eq!(run.text(), "B\nB\nA\n");
    }
    let a = folder.file("a", "1 3 0 junk");
    let b = folder.file("b", "2 5 5 0 0");
    let mut command = wythoff_solve(&["--as", "hdu1850"]);
    let run = run(command.args([&a, &b]), Feed::Nothing).expect(0);
    assert_eq!(run.text(), "1\n0\n");
}

/// What is told, where, and with what exit code: `{}` stands for the name of the input.
#[test]
fn messages() {
    let hundred = "1".repeat(101);
    let folder = Folder::new();
    let args_of = |args: &'static str| args.split(' ').collect::<Vec<_>>();
    for (args, input, code, answers, message) in [
        // Less than was promised.
        (
            "--as 51nod1072",
            "3\n1 2\n3 5\n",
            2,
            "B\nB\n",
            "{}:4:1: the input ends without 3 records, as the first number says; here are 2",
        ),
        (
            "--as 51nod1072",
            "3\n1 2\n3",
            2,
            "B\n",
            "{}:3:2: the input ends without the second pile of the last record",
        ),
        (
            "--as poj1067",
            "1 2\n3 ",
            2,
            "0\n",
            "{}:2:3: the input ends without the second pile of the last record",
        ),
        (
            "--as luogu-p2252",
            "1",
            2,
            "",
            "{}:1:2: the input ends without the second pile of the last record",
        ),
        (
            "--as luogu-p2197",
            "2\n2\n1 1\n",
            2,
            "No\n",
            "{}:4:1: the input ends without 2 cases, as the first number says; here are 1",
        ),
        (
            "--as luogu-p2197",
            "1\n3\n1 1",
            2,
            "",
            "{}:3:4: the input ends without 1 of the last case's 3 piles",
        ),
        (
            "--as hdu1849",
            "3\n1 1\n",
            2,
            "",
            "{}:3:1: the input ends without 1 of the last case's 3 piles",
        ),
        (
            "--as uva11249",
            "1 0",
            2,
            "",
            "{}:1:4: the input ends without the last case's number of pairs",
        ),
        (
            "--as uva11249",
            "1 0 2 1 2 1",
            2,
            "LOSING\n",
            "{}:1:12: the input ends without the second pile of a pair",
        ),
        (
            "--as uva11249",
            "1 0 2 1 2",
            2,
            "LOSING\n",
            "{}:1:10: the input ends without 1 of the last case's pairs",
        ),
        (
            "--in count",
            "18446744073709551615 1 2",
            2,
            "0\n",
            "{}:1:25: the input ends without 18446744073709551615 records, as the first number says; here are 1",
        ),
        // No end.
        (
            "--as hdu2177",
            "1 2\n",
            0,
            "0\n",
            "warning: {}:2:1: the input ends without the closing 0 0",
        ),
        (
            "--as hdu2177 --strict",
            "1 2\n",
            2,
            "0\n",
            "{}:2:1: the input ends without the closing 0 0",
        ),
        (
            "--as hdu1850",
            "1 3",
            0,
            "1\n",
            "warning: {}:1:4: the input ends without the closing 0",
        ),
        (
            "--as hdu1850 --strict",
            "1 3",
            2,
            "1\n",
            "{}:1:4: the input ends without the closing 0",
        ),
        // Nothing at all.
        (
            "--as 51nod1072",
            "",
            2,
            "",
            "{}:1:1: the input ends without the number of records",
        ),
        (
            "--as luogu-p2252",
            " \n\n ",
            2,
            "",
            "{}:3:2: the input ends without a record of two piles",
        ),
        ("--as poj1067", "", 0, "", ""),
        ("--as poj1067 --strict", " \n", 0, "", ""),
        (
            "--as hdu2177",
            "",
            0,
            "",
            "warning: {}:1:1: the input ends without the closing 0 0",
        ),
        (
            "--as luogu-p2197",
            "\n",
            2,
            "",
            "{}:2:1: the input ends without the number of cases",
        ),
        (
            "--as hdu2176",
            "",
            0,
            "",
            "warning: {}:1:1: the input ends without the closing 0",
        ),
        (
            "--as hdu2176 --in one",
            "",
            2,
            "",
            "{}:1:1: the input ends without a case",
        ),
        ("--as hdu2176 --in eof --strict", "", 0, "", ""),
        // What the limits don't promise.
        (
            "--as 51nod1072",
            "2\n3000000 1\n3000001 2\n",
            0,
            "A\nA\n",
            "warning: {}:2:1: `3000000` is beyond 2000000, the limit of 51nod1072",
        ),
        (
            "--as 51nod1072 --strict",
            "2\n1 2\n3 3000001\n",
            2,
            "B\n",
            "{}:3:3: `3000001` is beyond 2000000, the limit of 51nod1072",
        ),
        ("--as 51nod1072", "1\n1 2\n3000001 1\n", 0, "B\n", ""),
        (
            "--as 51nod1072 --strict",
            "1\n1 2 3000001 1\n",
            0,
            "B\n",
            "",
        ),
        (
            "--as poj1067 --strict",
            "1 2\n1000000000 1000000000",
            0,
            "0\n1\n",
            "",
        ),
        (
            "--as poj1067",
            "1 2\n\t1000000001 4",
            0,
            "0\n1\n",
            "warning: {}:2:2: `1000000001` is beyond 1000000000, the limit of poj1067",
        ),
        (
            "--as hdu2177 --strict",
            "1 2\n3\n5 1 1000001 0 0",
            2,
            "0\n0\n",
            "{}:3:5: `1000001` is beyond 1000000, the limit of hdu2177",
        ),
        ("--as hdu2177 --strict", "1 2 0 0 1 1000001", 0, "0\n", ""),
        (
            "--as hdu2177",
            "1 2\n2 1 7 4 0 0",
            0,
            "0\n0\n0\n",
            "warning: {}:2:3: `1` is behind `2`: hdu2177 has the smaller pile first",
        ),
        (
            "--as hdu2177 --strict",
            "1 2\n7\n4 0 0",
            2,
            "0\n",
            "{}:3:1: `4` is behind `7`: hdu2177 has the smaller pile first",
        ),
        (
            "--as hdu2177 --count --strict",
            "1 2\n4 04 4 3\n0 0",
            2,
            "",
            "{}:2:8: `3` is behind `4`: hdu2177 has the smaller pile first",
        ),
        ("--as hdu2177 --strict", "3 3 0 0 2 1", 0, "1\n0 0\n", ""),
        (
            "--as hdu5973 --strict",
            &format!("1 2\n{hundred} 1"),
            2,
            "0\n",
            "{}:2:1: `11111111111111111111111111111111...` is beyond 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000, the limit of hdu5973",
        ),
        (
            "--as poj2975",
            "1 1000000001 0",
            0,
            "1\n",
            "warning: {}:1:3: 1000000001 is beyond 1000000000, the limit of poj2975",
        ),
        (
            "--as poj2975 --strict",
            "1 1\n1 1000000001 0",
            2,
            "1\n",
            "{}:2:3: 1000000001 is beyond 1000000000, the limit of poj2975",
        ),
        (
            "--as luogu-p2197 --strict",
            "11 0",
            2,
            "",
            "{}:1:1: 11 cases are more than the 10 of luogu-p2197",
        ),
        (
            "--as hdu1849 --strict",
            "1 1\n1001 1",
            2,
            "Rabbit Win!\n",
            "{}:2:1: 1001 piles are more than the 1000 of hdu1849",
        ),
        (
            "--as 51nod1072 --strict",
            "\n10001 1 2",
            2,
            "",
            "{}:2:1: 10001 records are more than the 10000 of 51nod1072",
        ),
        // No numbers.
        (
            "--as poj1067",
            "1 2\n3 x4\n",
            2,
            "0\n",
            "{}:2:3: expected a number (decimal digits), found `x4`",
        ),
        (
            "--as poj1067",
            "1 2\n3 -4\n",
            2,
            "0\n",
            "{}:2:3: expected a number (decimal digits), found `-4`",
        ),
        (
            "--as poj1067",
            "1 2\n3 4.0\n",
            2,
            "0\n",
            "{}:2:4: expected a digit or whitespace, found `.0`",
        ),
        (
            "--as 51nod1072",
            "T\n1 2",
            2,
            "",
            "{}:1:1: expected a number (decimal digits), found `T`",
        ),
        (
            "--as hdu1850",
            "2 1\n\x1b 0",
            2,
            "",
            "{}:2:1: expected a number (decimal digits), found `\\x1b`",
        ),
        (
            "--as hdu1850",
            "\u{feff}2 1 1x 0",
            2,
            "",
            "{}:1:6: expected a digit or whitespace, found `x`",
        ),
        (
            "--as hdu1850",
            "1 1\n2 1\n 18446744073709551616 0",
            2,
            "1\n",
            "{}:3:2: expected a number up to 18446744073709551615, found `18446744073709551616`",
        ),
        (
            "--as hdu1850",
            "1 18446744073709551615 0",
            0,
            "1\n",
            "warning: {}:1:3: 18446744073709551615 is beyond 2147483647, the limit of hdu1850",
        ),
        (
            "--in count",
            "18446744073709551616 1 2",
            2,
            "",
            "{}:1:1: expected a number of records up to 18446744073709551615, found `18446744073709551616`",
        ),
    ] {
        let path = folder.file("in.txt", input);
        for way in [
            Way::Mapped,
            Way::Read,
            Way::Piped,
            Way::Bytewise,
            Way::Redirected,
        ] {
            let run = way.solve(&args_of(args), &path, input.as_bytes());
            let what = format!("{args} {input:?} {way:?}");
            assert_eq!(run.code, Some(code), "{what}: {run:?}");
            assert_eq!(run.text(), answers, "{what}");
            let expected = match message {
                "" => String::new(),
                _ => format!("wythoff: {}\n", message.replace("{}", &way.name(&path))),
            };
            assert_eq!(run.stderr, expected, "{what}");
        }
    }
}

#[test]
fn arguments_that_make_no_sense() {
    for (args, message) in [
        (
            &["--as", "poj1067", "--invalid", "mark"][..],
            "--invalid mark is for a record a line",
        ),
        (
            &["--in", "eof", "--invalid", "mark"],
            "--invalid mark is for a record a line",
        ),
        (&["--as", "poj106"], "poj1067"),
        (&["--as", "hdu"], "hdu"),
        (&["--as", ""], "--as"),
        (&["--strict"], "--strict goes with --as or --in"),
        (
            &["--as", "hdu1849", "--rule", "misere"],
            "--rule is for records of two piles",
        ),
        (&["--rule", "r=0"], "r="),
        (&["--rule", "r=-1"], "r="),
        (&["--rule", "r=18446744073709551616"], "r="),
        (&["--rule", "mise"], "misere"),
        (&["--in", "nul"], "count"),
        (&["--as", "poj1067", "--words", "A"], "two words"),
        (&["--as", "poj1067", "--words", "A,B,C"], "two words"),
        (&["--as", "hdu1849", "--words", "A\n,B"], "no line's end"),
        (&["--as", "poj1067", "--words", "A,B", "--count"], "--count"),
        (
            &["--as", "hdu1850", "--words", "a,b"],
            "--words is for answers that are words",
        ),
        (
            &["--as", "poj2975", "--words", "a,b"],
            "--words is for answers that are words",
        ),
    ] {
        let run = run(&mut wythoff_solve(args), Feed::Pipe(b"1 2\n")).expect(2);
        assert_eq!(run.text(), "", "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    let run = run(&mut wythoff(&["judges", "poj1076"]), Feed::Nothing).expect(2);
    assert!(run.stderr.contains("poj1067"), "{}", run.stderr);
}

/// On a stream each answer before an error is there; a file is whole or not at all.
#[test]
fn answers_before_an_error() {
    let folder = Folder::new();
    let mut random = SplitMix(4);
    let (mut input, mut answers) = (String::new(), String::new());
    for _ in 0..120_000 {
        let (a, b) = (1 + random.below(1_000_000), random.below(1_000_000));
        let _ = writeln!(input, "{a} {b}");
        answers += if reference_is_cold(a.into(), b.into()) {
            "0\n"
        } else {
            "1\n"
        };
    }
    let text = format!("{input}7 1000000001\n1 2\n");
    let path = folder.file("in.txt", &text);
    for way in [Way::Mapped, Way::Read, Way::Ragged] {
        for threads in ["1", "3"] {
            let args = ["--as", "poj1067", "--strict", "--threads", threads];
            let run = way.solve(&args, &path, text.as_bytes()).expect(2);
            assert_same(
                &run.stdout,
                answers.as_bytes(),
                &format!("{way:?} x{threads}"),
            );
            let place = format!(
                "wythoff: {}:120001:3: `1000000001` is beyond 1000000000, the limit of poj1067\n",
                way.name(&path)
            );
            assert_eq!(run.stderr, place);
        }
    }
    let out = folder.file("out.txt", "as it was");
    let mut command = wythoff_solve(&["--as", "poj1067", "--strict", "-o"]);
    run(command.arg(&out).arg(&path), Feed::Nothing).expect(2);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "as it was");
    let mut command = wythoff_solve(&["--as", "poj1067", "-o"]);
    let done = run(command.arg(&out).arg(&path), Feed::Nothing).expect(0);
    assert_eq!(done.text(), "");
    let whole = answers + "1\n0\n";
    assert_same(&std::fs::read(&out).unwrap(), whole.as_bytes(), "the file");
}

/// An output that is the input would be read as it is written, for ever; and replaced, the input would be gone.
#[test]
fn the_output_is_not_the_input() {
    let folder = Folder::new();
    for (profile, text) in [
        ("poj1067", "1 2\n"),
        ("hdu1850", "1 1\n0\n"),
        ("51nod1072", "1\n1 2\n"),
    ] {
        for io in ["mmap", "read"] {
            folder.file("a", text);
            for output in ["a >> a", "a -o a", "-o link a", "link -o a", "- -o a < a"] {
                let script = format!(
                    "ln -sf a link; $W solve --as {profile} --io {io} {output}; code=$?; rm link; exit $code"
                );
                let run = shell(&script, folder.path());
                assert_eq!(run.code, Some(2), "{script}: {run:?}");
                assert!(
                    run.stderr.contains("the output is also the input"),
                    "{run:?}"
                );
                assert_eq!(
                    std::fs::read_to_string(folder.path().join("a")).unwrap(),
                    text
                );
                assert_eq!(folder.names(), ["a"]);
            }
        }
    }
}

/// Behind the last record nothing is waited for: the other end of a pipe need not close.
#[test]
fn an_answer_does_not_wait_for_the_end_of_a_pipe() {
    for (profile, text, answer) in [
        ("luogu-p2252", "8 4\n", "1\n"),
        ("51nod1072", "1\n1 2\n", "B\n"),
        ("hdu2177", "1 2\n0 0\n", "0\n"),
        ("hdu1850", "1\n1\n0\n", "1\n"),
    ] {
        let mut child = wythoff_solve(&["--as", profile])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the child starts");
        let mut open = child.stdin.take().expect("a pipe");
        open.write_all(text.as_bytes()).expect("it is read");
        let out = drain(child.stdout.take().expect("a pipe"));
        let err = drain(child.stderr.take().expect("a pipe"));
        let run = finish(&mut child, out, err, Instant::now() + TIME_LIMIT);
        let run = run
            .unwrap_or_else(|what| panic!("{profile} {what}"))
            .expect(0);
        assert_eq!(run.text(), answer, "{profile}");
        drop(open);
    }
}

#[test]
fn four_hundred_thousand_piles_on_a_line() {
    let mut random = SplitMix(6);
    let mut piles: Vec<u64> = (0..399_999).map(|_| random.below(1 << 30)).collect();
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    piles.push(sum);
    let listed = |piles: &[u64]| {
        let piles: Vec<_> = piles.iter().map(u64::to_string).collect();
        piles.join(" ")
    };
    // First a cold position, then the same without its last pile.
    let input = format!(
        "400000 {} 399999 {} 0",
        listed(&piles),
        listed(&piles[..399_999])
    );
    assert!(input.len() > 7 << 20);
    let folder = Folder::new();
    let path = folder.file("in.txt", &input);
    let winning = piles[..399_999].iter().filter(|&&pile| pile ^ sum < pile);
    let moves: String = winning
        .clone()
        .map(|pile| format!("{pile} {}\n", pile ^ sum))
        .collect();
    for way in [Way::Mapped, Way::Read, Way::Ragged] {
        let run = way
            .solve(&["--as", "hdu2176"], &path, input.as_bytes())
            .expect(0);
        assert_same(
            &run.stdout,
            format!("No\nYes\n{moves}").as_bytes(),
            "hdu2176",
        );
        assert_eq!(
            run.stderr,
            format!(
                "wythoff: warning: {}:1:1: 400000 piles are more than the 200000 of hdu2176\n",
                way.name(&path)
            )
        );
        let run = way
            .solve(&["--as", "hdu1850"], &path, input.as_bytes())
            .expect(0);
        assert_eq!(run.text(), format!("0\n{}\n", winning.clone().count()));
    }
    // The same, a pile a line, and cut by a vertical tab only.
    for space in ["\n", "\x0b"] {
        let input = input.replace(' ', space);
        let run = Way::Ragged
            .solve(&["--as", "hdu2176"], &path, input.as_bytes())
            .expect(0);
        assert_same(&run.stdout, format!("No\nYes\n{moves}").as_bytes(), space);
    }
}

/// A fault, and an end too early, chunks away from the start.
#[test]
fn slow_far_faults_in_cases() {
    let folder = Folder::new();
    let mut random = SplitMix(12);
    for (layout, space, between) in [
        ("a case a line", " ", "\n"),
        ("a number a line", "\r\n", "\n"),
        ("one line", " ", "\t"),
        ("one line without blanks", "\x0b", "\x0c"),
    ] {
        let mut input = String::from("\u{feff}200000\n");
        let mut answers = String::new();
        for _ in 0..150_000 {
            let piles = [random.below(9), random.below(9), random.below(1000)];
            let sum = piles[0] ^ piles[1] ^ piles[2];
            let [a, b, c] = piles;
            input += &format!("3{space}{a}{space}{b}{space}{c}{between}");
            answers += if sum == 0 { "Watson\n" } else { "Sherlock\n" };
        }
        for (end, told) in [
            ("3 1 x", "expected a number (decimal digits), found `x`"),
            (
                "3 1 ",
                "the input ends without 2 of the last case's 3 piles",
            ),
        ] {
            let text = input.clone() + end;
            let at = text.find('x').unwrap_or(text.len());
            let line = 1 + text[..at].matches('\n').count();
            let column = text[..at].rsplit('\n').next().expect("a line").len() + 1;
            let path = folder.file("in.txt", &text);
            for way in [Way::Mapped, Way::Read, Way::Ragged] {
                let run = way
                    .solve(&["--as", "haut1297"], &path, text.as_bytes())
                    .expect(2);
                let what = format!("{layout} {way:?}");
                assert_same(&run.stdout, answers.as_bytes(), &what);
                let message = format!("wythoff: {}:{line}:{column}: {told}\n", way.name(&path));
                assert_eq!(run.stderr, message, "{what}");
            }
        }
    }
}

#[test]
fn a_number_of_two_million_digits() {
    let folder = Folder::new();
    let long = "7".repeat(2_000_000);
    for profile in ["hdu5973", "hdu1850", "51nod1072"] {
        for before in ["1 ", "1\n"] {
            let input = format!("{before}{long} 1\n");
            let path = folder.file("in.txt", &input);
            for way in [Way::Mapped, Way::Read, Way::Piped] {
                let run = way
                    .solve(&["--as", profile], &path, input.as_bytes())
                    .expect(2);
                assert_eq!(run.text(), "");
                let place = if before == "1 " { "1:3" } else { "2:1" };
                assert_eq!(
                    run.stderr,
                    format!(
                        "wythoff: {}:{place}: expected a number of at most 1048576 digits, \
                         found `77777777777777777777777777777777...`\n",
                        way.name(&path)
                    )
                );
            }
        }
    }
}
