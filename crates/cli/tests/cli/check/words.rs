//! Labels of answers, and marked lines.

use super::*;
use wythoff::game::NimRule;
use wythoff::{Game, OnInvalid, Rule};

#[test]
fn labels_that_are_the_same() {
    let folder = Folder::new();
    folder.file("in", "1 2\n");
    folder.file("out", "0\n");
    let run = shell("\"$W\" check in out", folder.path()).expect(0);
    assert_eq!(run.text(), "AC 1 case\n");
    let run = shell(
        "\"$W\" check --convention testlib in out out",
        folder.path(),
    )
    .expect(0);
    assert_eq!(run.stderr, "ok 1 case\n");
    for command in ["check in out", "solve in"] {
        // Blanks in an answer make no difference.
        for words in ["A,A", "Yes,Yes ", "\tA,A", "a b,a  b"] {
            let script = format!("\"$W\" {command} --words '{words}'");
            let run = shell(&script, folder.path()).expect(2);
            assert!(
                run.stderr.contains("words of --words must differ"),
                "{run:?}"
            );
            assert_eq!(run.text(), "");
        }
        // The mark of an invalid line can't be a label.
        for words in ["?,B", "A,?", "A, ? "] {
            let script = format!("\"$W\" {command} --invalid mark --words '{words}'");
            let run = shell(&script, folder.path()).expect(2);
            assert!(
                run.stderr.contains("so ? can't be a word of --words"),
                "{run:?}"
            );
            assert_eq!(run.text(), "");
        }
        let script = format!("\"$W\" {command} --words 'ab,a b' 2> /dev/null");
        assert_ne!(shell(&script, folder.path()).code, Some(2));
        for words in [",B", "A,", " ,B", "A,\t"] {
            let script = format!("\"$W\" {command} --words '{words}'");
            let run = shell(&script, folder.path()).expect(2);
            assert!(
                run.stderr.contains("two words that are not empty"),
                "{run:?}"
            );
            assert_eq!(run.text(), "");
        }
        let script = format!("\"$W\" {command} --as hdu1850 --words A,B");
        let run = shell(&script, folder.path()).expect(2);
        assert!(
            run.stderr.contains("--words does not apply here"),
            "{run:?}"
        );
    }
}

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
    for layout in ["\n", " ", "\r\n\n"] {
        let answers = String::from_utf8(answers.clone()).unwrap();
        let answers = answers.replace('\n', layout);
        let run = check(&folder, &mark, &input, answers.as_bytes()).expect(0);
        assert_eq!(
            run.text(),
            "AC 60060 cases; 60 lines of the input are invalid\n"
        );
        assert_eq!(run.stderr, "");
    }
    let stopped = check(&folder, &[], &input, &answers).expect(2);
    let place = format!("{}:8:3: expected a second pile", written.display());
    assert!(stopped.stderr.contains(&place), "{}", stopped.stderr);

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

/// A blank line is no case, but a line that is too long is an invalid one.
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

#[test]
fn a_mark_is_an_answer_only_where_lines_are_marked() {
    let folder = Folder::new();
    let mark = ["--invalid", "mark"];
    let input = b"1 2\nx\n3 4\n";
    let checked = |args: &[&str], answers: &[u8]| {
        let run = check(&folder, &[&mark[..], args].concat(), input, answers);
        (run.code.unwrap(), verdict(&run).to_owned())
    };
    let one = |words: &str| words.to_owned() + "; 1 line of the input is invalid";
    assert_eq!(checked(&[], b"0\n?\n1\n"), (0, one("AC 3 cases")));
    assert_eq!(
        checked(&[], b"?\n?\n1\n"),
        (1, one("WA 1 of 3 cases wrong"))
    );
    assert_eq!(
        checked(&[], b"0\n!\n1\n"),
        (1, one("WA 1 of 3 cases wrong: 1 malformed"))
    );
    assert_eq!(
        checked(&[], b"0\n1\n"),
        (1, one("WA 2 of 3 cases wrong: 1 missing"))
    );
    let words = ["--words", "first wins,second wins"];
    let answers = b"second wins\n?\nfirst wins\n";
    assert_eq!(checked(&words, answers), (0, one("AC 3 cases")));
    assert_eq!(
        checked(&["--rule", "misere"], b"1\n?\n1\n"),
        (0, one("AC 3 cases"))
    );
    let plain = check(&folder, &[], b"1 2\n3 4\n", b"0\n?\n").expect(1);
    assert_eq!(verdict(&plain), "WA 1 of 2 cases wrong: 1 malformed");
    // No invalid line, no message.
    let none = check(&folder, &mark, b"1 2\n", b"0\n").expect(0);
    assert_eq!(none.text(), "AC 1 case\n");
    for layout in [["--as", "poj1067"], ["--in", "eof"]] {
        let run = check(&folder, &[mark, layout].concat(), input, b"").expect(2);
        let refused = "--invalid mark requires one record on each line, so it can't be used with --as or --in";
        assert!(run.stderr.contains(refused), "{}", run.stderr);
    }
}

/// The library refuses labels that have the same tokens, as the command line does.
#[test]
fn labels_that_cannot_be_told_apart() {
    let refused = |words: [&str; 2], on_invalid| {
        let labels = wythoff::AnswerLabels::new(words[0], words[1]).unwrap();
        let mut problem = wythoff::Problem::default();
        problem.labels = labels;
        let solver = Solver {
            on_invalid,
            ..Solver::new(problem)
        };
        let input = || Ok(wythoff::Input::reader(&b"1 2\n"[..], "input"));
        let answers = Box::new(&b"A\n"[..]);
        wythoff::check(input, answers, "answers", &solver)
            .err()
            .map(|e| e.to_string())
    };
    let (stop, mark) = (wythoff::OnInvalid::Stop, wythoff::OnInvalid::Mark);
    assert_eq!(refused(["B", "A"], mark), None);
    assert_eq!(refused(["?", "A"], stop), None);
    assert!(refused(["A", "A "], stop).unwrap().contains("must differ"));
    assert!(
        refused(["? ", "A"], mark)
            .unwrap()
            .contains("lines are marked")
    );
}
