//! Labels of answers, and marked lines.

use super::*;
use wythoff::game::NimRule;
use wythoff::{Game, OnInvalid, Rule};

/// With `--invalid mark` an invalid line has the answer `?`; without, it is an error.
#[test]
fn marked_lines_are_cases() {
    let folder = Folder::new();
    // The wrong cases are not in the first chunk of the input.
    let (mut input, mut answers) = (Vec::new(), Vec::new());
    for (i, line) in pairs(60_000, 5)
        .split_inclusive(|&c| c == b'\n')
        .enumerate()
    {
        if i % 1000 == 7 {
            input.extend_from_slice(b"3 x\r\n\n");
            answers.extend_from_slice(b"?\n");
        }
        input.extend_from_slice(line);
        answers.extend_from_slice(&reference(line));
    }
    let mark = ["--invalid", "mark"];
    let run = check(&folder, &mark, &input, &answers).expect(0);
    let right = "AC 60060 cases; 60 lines of the input are invalid\n";
    assert_eq!(run.text(), right);
    // The 60th mark, after 59 007 pairs, 59 marks and 59 empty lines.
    let mut wrong: Vec<_> = answers.split_inclusive(|&c| c == b'\n').collect();
    assert_eq!(wrong[59_066], b"?\n");
    wrong[59_066] = b"1\n";
    let run = check(&folder, &mark, &input, &wrong.concat()).expect(1);
    assert_eq!(
        run.text(),
        "case 59067, line 59126: `3 x`: expected `?`, found `1`\n\
         WA 1 of 60060 cases wrong; 60 lines of the input are invalid\n"
    );
}

/// A blank line is no case, but a blank line that is too long is an invalid line.
#[test]
fn blank_lines_that_are_too_long_are_cases() {
    let input = [b"3 4\n \n", &b" ".repeat((1 << 20) + 2)[..], b"\n8 4\n"].concat();
    for game in [Game::Wythoff(Rule::Normal), Game::Nim(NimRule::Normal)] {
        let mut problem = Problem::default();
        problem.game = game;
        let solver = Solver {
            on_invalid: OnInvalid::Mark,
            ..Solver::new(problem)
        };
        let report = compared_by(&solver, &input, b"1\n?\n7\n");
        assert_eq!((report.invalid, report.first.len()), (1, 1), "{report:?}");
        let wrong = &report.first[0];
        assert_eq!((wrong.case, wrong.line, &*wrong.input), (3, 4, "8 4"));
    }
}
