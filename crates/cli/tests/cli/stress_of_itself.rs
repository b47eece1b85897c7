//! `wythoff stress` and `wythoff lint` with `wythoff solve` as the program under test. This needs no shell and no compiler.

use crate::support::{Folder, under_test};
use std::fs;

const SOLVE: &str = env!("CARGO_BIN_EXE_wythoff");

#[test]
fn wrong_answers_and_errors_are_found() {
    for (args, verdict) in [
        (&["solve", "--words", "0,1"][..], "\nWA: answer 1 is `1`\n"),
        (
            &["solve", "--no-such-option"],
            "\nRE: its exit code was 2\n",
        ),
        (&["help"], "\nWA: answer 1 is "),
    ] {
        let folder = Folder::new();
        // `stress` is used, because `lint` shrinks only for a second, too short for wine on a loaded machine.
        let test = under_test(&folder, &["stress"], &[&[SOLVE], args].concat()).expect(1);
        test.says(verdict);
        let saved = fs::read_to_string(folder.path().join("hacks/hack-000.in"));
        assert_eq!(saved.expect("a failing input"), "0 0\n");
    }
}

/// A program that reads one case is told how to name its problem.
#[test]
fn one_case_only() {
    let folder = Folder::new();
    let one_case = [SOLVE, "solve", "--as", "luogu-p2252"];
    let hint = "Does it read one case only? Then name its problem, such as --as luogu-p2252.\n";
    let test = under_test(&folder, &["lint"], &one_case).expect(1);
    let text = test.text();
    assert!(
        text.contains("it printed only 1 of ") && text.contains(hint),
        "{text}"
    );
    let test = under_test(&folder, &["lint", "--as", "p2252"], &one_case).expect(0);
    assert!(!test.text().contains(hint), "{}", test.text());
}

/// The source is a program, and the compiler copies it.
#[test]
fn a_compiler_makes_a_program() {
    let folder = Folder::new();
    fs::copy(SOLVE, folder.path().join("main.c")).expect("a copy");
    let copy = if cfg!(windows) { "cmd /c copy" } else { "cp" };
    let compiler = format!("{copy} {{source}} {{program}}");
    let args = ["lint", "--compile", &compiler];
    let test = under_test(&folder, &args, &["main.c", "solve"]).expect(0);
    test.says("AC: ");
    let args = [
        "lint",
        "--compile",
        &compiler.replace("{source}", "{source}.no"),
    ];
    let test = under_test(&folder, &args, &["main.c", "solve"]).expect(2);
    let refused = "CE: the compiler's exit code was 1: ";
    test.says(refused);
}
