//! `wythoff stress` and `wythoff lint` against small programs that are wrong on purpose, in
//! tests/stress/.
//!
//! A language whose compiler this machine lacks is skipped.

mod ends;
mod judges;
mod memory;
mod messages;
mod programs;
mod sources;

use crate::languages::{Program, has_tools, language};
use crate::support::{
    self, Feed, Folder, Run, command, has, rows, run, shell, under_test, wythoff,
};
use rayon::prelude::*;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use wythoff_contest::Language;
use wythoff_explain::submission;

/// The text of tests/stress/NAME.
fn source(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stress");
    fs::read_to_string(folder.join(name)).expect("a program")
}

/// Compiles tests/stress/NAME; `None` if that can't be done here.
fn program(name: &str) -> Option<Program> {
    let language = Language::of_file(Path::new(name)).expect("a language");
    has_tools(language).then(|| Program::new(language, &source(name), &[]))
}

/// Whether a line begins with `start`.
fn has_line(text: &str, start: &str) -> bool {
    text.lines().any(|line| line.starts_with(start))
}

/// The right solution of poj1067 in a language.
fn right(language: &'static Language) -> &'static str {
    submission("poj1067", language.extensions[0]).expect("a solution")
}

/// The saved input and right answer.
fn saved(folder: &Folder) -> [String; 2] {
    ["in", "out"].map(|ending| {
        let path = folder.path().join("hacks/hack-000").with_extension(ending);
        fs::read_to_string(path).expect("a failing input was saved")
    })
}

/// With one case in each run, a batch has many runs. After a failure in an earlier batch the remaining runs are not made.
#[test]
fn a_failure_ends_later_batches() {
    let folder = Folder::new();
    let script = "\"$W\" lint -q -j 2 --as luogu-p2252 -- sh -c 'echo >> \"$1\"; read a b
        if [ $a$b = 00 ]; then echo 9; else sleep 0.1; echo $a $b | \"$0\" solve --as luogu-p2252; fi' \"$W\" \"$PWD/runs\"";
    shell(script, folder.path()).expect(1);
    let runs = std::fs::read(folder.path().join("runs")).expect("the program ran");
    assert!(runs.len() < 40, "{} runs", runs.len());
}

/// The 20th cold position is wrong, so a smaller input than 20 cold positions does not fail. Of that input only the wrong case is shown.
#[test]
#[ignore = "slow"]
fn a_failure_that_needs_several_cases() {
    let folder = Folder::new();
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let script = format!("'{solve}' solve | awk '{{ print ($1 == 0 && ++cold >= 20) ? 1 : $1 }}'");
    let test = under_test(&folder, &["stress"], &["sh", "-c", &script]).expect(1);
    let [input, output] = saved(&folder);
    assert_eq!(input.lines().count(), 20, "{}", test.text());
    assert_eq!(output, "0\n".repeat(20));
    let last = input.lines().last().expect("a case");
    for text in [
        &format!("\n  ... case 20:\n  {last}\nWA: answer 20 is "),
        "\nexpected:\n  0\n",
    ] {
        test.says(text);
    }
}

/// Known cases are tried first, then mixes for about five seconds. The last line tells how to continue.
#[test]
#[ignore = "slow"]
fn a_run_without_options() {
    let folder = Folder::new();
    let as_judge = ["--as", "luogu-p2197"];
    let solve = [&[env!("CARGO_BIN_EXE_wythoff"), "solve"], &as_judge[..]].concat();
    let start = Instant::now();
    let args = [&["stress", "-v"], &as_judge[..]].concat();
    let test = under_test(&folder, &args, &solve).expect(0);
    assert!(start.elapsed() >= Duration::from_secs(5));
    let text = test.text();
    let (known, mixes) = text.split_once(" mix ").expect("a mix");
    for part in [" known: ", " limits: ", " full: "] {
        assert!(known.contains(part) && !mixes.contains(part), "{text}");
    }
    assert!(mixes.matches(" mix ").count() > 20, "{text}");
    let end = "\nto try longer: --time SECONDS; to try other cases: --seed random\n";
    assert!(has_line(text, "AC: ") && text.ends_with(end), "{text}");
}

/// A format, another format, the largest pile, and the command.
const FORMATS: &str = "
--in count --words 'Yes,Not at all' | --in eof --words 'Yes,Not at all' | 1e18 | stress --batches 2
--in count --rule r=2 | --in count --rule r=3 | 1e30 | lint
--in count --prefix 'Case #{}: ' | --in count --prefix 'Case #{}:' | 1e18 | lint
--in one --rule r=5 | --in one --rule r=4 | 1000 | stress --batches 2
--as uva11249 --in zero --words 'a b,c d' | --as uva11249 --in zero | 1e5 | lint
--rule r=2 | --rule r=1 | 18446744073709551615 | stress --batches 2
";

/// `solve` with the same format passes, and with the other one it fails. The replay command shows the same failure.
#[test]
#[ignore = "slow"]
fn problems_without_a_profile() {
    for [format, other, max, command] in rows(FORMATS) {
        let folder = Folder::new();
        let shell = |script: &str| support::shell(script, folder.path());
        let test = |solved: &str| {
            let of_solve = format!("-- \"$W\" solve {solved}");
            shell(&format!(
                "\"$W\" {command} {format} --max {max} -t 20 --save hacks {of_solve}"
            ))
        };
        let right = test(format).expect(0);
        let named = format.trim_start_matches("--as ");
        let named = format!(", {named} --max {max}, seed 1");
        let is_named = has_line(right.text(), "AC: ") && right.text().contains(&named);
        assert!(is_named, "{format}: {}", right.text());
        let wrong = test(other).expect(1);
        let replay = wrong.text().lines().rfind(|line| line.contains("wythoff "));
        let replay = replay.expect("a line to replay").trim();
        let replay = replay.replacen("wythoff", "\"$W\"", 1);
        shell(&replay.replacen(" -- ", " --save again -- ", 1)).expect(1);
        // The saved input has the format, and the saved answer is right.
        let check = format!("$W check {format} hacks/hack-000.in hacks/hack-000.out");
        shell(&check).expect(0);
    }
}
