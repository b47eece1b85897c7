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
    let written = folder.file("input", &input);
    let solved = run(
        wythoff(&["solve", "--invalid", "mark"]).arg(&written),
        Feed::Nothing,
    );
    assert_eq!(solved.expect(1).stdout, answers);
    let run = check(&folder, &mark, &input, &answers).expect(0);
    let right = "AC 60060 cases; 60 lines of the input are invalid\n";
    assert_eq!(run.text(), right);
    let stopped = check(&folder, &[], &input, &answers).expect(2);
    let place = format!("{}:8:3: expected a second pile", written.display());
    assert!(stopped.stderr.contains(&place), "{}", stopped.stderr);

    // Changes the 60th mark, which follows 59 007 pairs, 59 marks and 59 empty lines.
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

/// Options of `check --invalid mark`, answers to a pair, an invalid line and a pair, and the verdict. A slash is the end of a
/// line.
const MARKED: &str = "
 | 0/?/1/ | AC 3 cases
 | ?/?/1/ | WA 1 of 3 cases wrong
 | 0/!/1/ | WA 1 of 3 cases wrong: 1 malformed
 | 0/1/ | WA 2 of 3 cases wrong: 1 missing
--words first,second | second/?/first/ | AC 3 cases
--rule misere | 1/?/1/ | AC 3 cases
";

#[test]
fn a_mark_is_an_answer_only_where_lines_are_marked() {
    let folder = Folder::new();
    let mark = ["--invalid", "mark"];
    let input = b"1 2\nx\n3 4\n";
    for [options, answers, expected] in rows(MARKED) {
        let args: Vec<_> = mark.into_iter().chain(options.split_whitespace()).collect();
        let answers = answers.replace('/', "\n");
        let run = check(&folder, &args, input, answers.as_bytes());
        let expected = expected.to_owned() + "; 1 line of the input is invalid";
        assert_eq!(verdict(&run), expected, "{options} {answers:?}");
        assert_eq!(run.code, Some(i32::from(expected.starts_with("WA"))));
    }
    let plain = check(&folder, &[], b"1 2\n3 4\n", b"0\n?\n").expect(1);
    assert_eq!(verdict(&plain), "WA 1 of 2 cases wrong: 1 malformed");
    // Without invalid lines there is no message about them.
    let none = check(&folder, &mark, b"1 2\n", b"0\n").expect(0);
    assert_eq!(none.text(), "AC 1 case\n");
}
