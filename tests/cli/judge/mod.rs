//! Every profile answers in the format of its problem, in any layout of the input, and warns about breaches of the limits.
//!
//! The expected answers come from searches by the rules of the game, without a formula and without the crate.

mod messages;
mod searches;
mod streams;

use crate::support::*;
use num_bigint::BigUint;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;
use std::time::Instant;

// ------------------------------------------------------------------------------- the problems

/// Profile, input and answers of the published samples (that of uva11249 was made by hand).
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

/// Layouts of an input file.
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
#[ignore = "slow"]
fn samples_in_every_layout_and_way() {
    let folder = Folder::new();
    for &(profile, input, answers) in SAMPLES {
        for (layout, text) in layouts(input) {
            let path = folder.file("in.txt", &text);
            for &backend in backends() {
                // The file is small, so the number of threads changes only how many are started. The ways of reading are
                // taken in turn.
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
fn samples_are_those_of_the_list() {
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
    assert!(one.text().contains("\norder      the smaller pile first\n"));
    assert!(one.text().contains("\nlanguages  c, cpp, java, pascal\n"));
    let table = run(&mut wythoff(&["judges"]), Feed::Nothing).expect(0);
    let mut lines = table.text().lines();
    let header = lines.next().expect("a header");
    // The columns are aligned.
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
        .filter(|line| !line.starts_with("Details"))
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

/// The answers to `input`. Standard error must be empty.
#[track_caller]
fn solve(args: &[&str], input: &str) -> String {
    let run = run(wythoff(&["solve"]).args(args), Feed::Pipe(input.as_bytes())).expect(0);
    assert_eq!(run.stderr, "", "{args:?}");
    run.text().to_owned()
}

fn wythoff_solve(args: &[&str]) -> std::process::Command {
    let mut command = wythoff(&["solve"]);
    command.args(args);
    command
}

// ------------------------------------------------------------------------ combined options

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
        // Another framing than that of the profile.
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
        // Only counts.
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
