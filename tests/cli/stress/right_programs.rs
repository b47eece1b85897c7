//! `wythoff stress` finds no fault in right programs.

use super::*;

/// The number of cases; scripts/stress-submissions tries ten million.
const CASES: u64 = 100_000;

/// The number of cases if a process takes one case.
const FEW: u64 = 100;

#[test]
#[ignore = "slow"]
fn submissions_in_rust_are_right() {
    submissions_are_right(Language::Rust);
}

#[test]
#[ignore = "slow"]
fn submissions_in_cpp_are_right() {
    submissions_are_right(Language::Cpp);
}

#[test]
#[ignore = "slow"]
fn submissions_in_python_are_right() {
    submissions_are_right(Language::Python);
}

fn submissions_are_right(language: Language) {
    if !has_tools(language) {
        return;
    }
    let folder = Folder::new();
    for name in profiles_with_submissions() {
        let source = submission(name, language).expect("a solution");
        let program = Program::new(language, source, &[]);
        let words = program.words();
        let command: Vec<_> = words
            .iter()
            .map(|word| word.to_str().expect("UTF-8"))
            .collect();
        let problem = &profile(name).expect("a profile").problem;
        let few = problem.is_single() || problem.max_records().is_some_and(|max| max < 100);
        let cases = if few { FEW } else { CASES };
        let cases_text = cases.to_string();
        let args = ["stress", "--as", name, "--cases", &cases_text, "-t", "50"];
        let test = under_test(&folder, &args, &command).expect(0);
        let last = test.text().lines().last().expect("a summary");
        let tried: u64 = last
            .strip_prefix("AC: ")
            .and_then(|rest| rest.split(' ').next()?.parse().ok())
            .unwrap_or_else(|| panic!("{name}: {last}"));
        assert!(tried >= cases, "{name}: {last}");
    }
}
