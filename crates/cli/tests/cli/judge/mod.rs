//! `wythoff solve --as` and `wythoff judges`. `profiles` in tests/library compares the answers of every profile with searches,
//! in every layout and way of reading.

mod messages;
mod streams;

use crate::support::*;
use std::io::Write as _;
use std::process::Stdio;
use std::time::Instant;
use wythoff::PROFILES;

#[test]
fn the_list_and_its_samples() {
    let list = ran(&["judges", "--json"]).expect(0);
    let list: serde_json::Value = serde_json::from_str(list.text()).expect("JSON");
    for (listed, profile) in list.as_array().expect("a list").iter().zip(PROFILES.iter()) {
        let name = profile.name;
        assert_eq!(listed["name"], name);
        assert_eq!(listed["smaller_first"], name == "hdu2177");
        let (input, answers) = profile.sample;
        assert_eq!(listed["sample"]["input"], input);
        assert_eq!(listed["sample"]["output"], answers);
        assert_eq!(solve(&["--as", name], input), answers, "{name}");
    }
    let names = profiles();
    assert_eq!(names, PROFILES.iter().map(|p| p.name).collect::<Vec<_>>());
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
        (&["--in", "count"], "1 0 0 5 6", "0\n"),
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
