//! The reports of `wythoff check` on right, wrong, malformed, missing and extra answers, and on other layouts, compared with
//! the report of a simple comparison here, case by case.
//!
//! The library's tests show which answers are right; these tests show what the program prints.

mod inputs;

use crate::support::{self, Feed, Folder, Run, SplitMix, reference, rows, run, shell, wythoff};
use wythoff::game::NimRule;
use wythoff::{CheckReport, Game, Input, OnInvalid, Output, Problem, Rule, Solver, WrongCase};

/// The library's report on these answers.
#[track_caller]
pub(crate) fn compared(problem: &Problem, input: &[u8], answers: &[u8]) -> CheckReport {
    compared_by(&Solver::new(problem.clone()), input, answers)
}

#[track_caller]
fn compared_by(solver: &Solver, input: &[u8], answers: &[u8]) -> CheckReport {
    let open = || Ok(Input::reader(input, "input"));
    wythoff::check(open, Box::new(answers), "answers", solver).expect("a report")
}

/// The right answers, by the library.
#[track_caller]
pub(crate) fn solved(problem: &Problem, input: &[u8]) -> Vec<u8> {
    let mut answers = Vec::new();
    let inputs = vec![Input::reader(input, "input")];
    let solver = Solver::new(problem.clone());
    let summary = solver.solve(inputs, Output::stream(&mut answers, "answers"));
    summary.expect("the input is valid");
    answers
}

/// A text of pairs; every eighth pair is cold.
fn pairs(count: u64, seed: u64) -> Vec<u8> {
    let mut random = SplitMix(seed);
    let cold = support::pairs_by_mex(2000);
    let mut text = String::new();
    for _ in 0..count {
        let (mut a, mut b) = (random.below(1000), random.below(1000));
        if random.below(8) == 0 {
            let (lower, upper) = cold[random.below(cold.len() as u64) as usize];
            (a, b) = (lower, upper);
        }
        text += &format!("{a} {b}\n");
    }
    text.into_bytes()
}

fn check(folder: &Folder, args: &[&str], input: &[u8], answers: &[u8]) -> Run {
    let input = folder.file("input", input);
    let answers = folder.file("answers", answers);
    let mut all = vec!["check"];
    all.extend_from_slice(args);
    all.extend([input.to_str().unwrap(), answers.to_str().unwrap()]);
    run(&mut wythoff(&all), Feed::Nothing)
}

#[test]
fn each_kind_of_fault_is_counted_and_reported() {
    let mut random = SplitMix(7);
    for round in 0..40 {
        let count = 1 + random.below(if round < 36 { 30 } else { 300_000 });
        let input = pairs(count, round);
        let lines: Vec<&str> = std::str::from_utf8(&input).unwrap().lines().collect();
        let right = String::from_utf8(reference(&input)).unwrap();
        let right: Vec<&str> = right.lines().collect();
        let mut expected = CheckReport::default();
        expected.cases = count;
        expected.cold = right.iter().filter(|&&label| label == "0").count() as u64;
        expected.hot = count - expected.cold;
        if random.below(3) == 0 {
            expected.missing = random.below(count + 1);
        } else if random.below(2) == 0 {
            expected.extra = 1 + random.below(5);
        }
        let kept = (count - expected.missing) as usize;
        let mut answers = right[..kept].to_vec();
        for _ in 0..random.below(25).min(10 * kept as u64) {
            let case = random.below(kept as u64) as usize;
            if answers[case] != right[case] {
                continue;
            }
            if random.below(3) == 0 {
                answers[case] = ["2", "11", "x", "yes", "-1", "0.0"][random.below(6) as usize];
                expected.malformed += 1;
            } else {
                answers[case] = if right[case] == "0" { "1" } else { "0" };
                expected.wrong += 1;
            }
        }
        let differ = (0..kept).filter(|&case| answers[case] != right[case]);
        let cases = differ.take(10).chain((kept < lines.len()).then_some(kept));
        let quoted = |text: &str| format!("`{text}`");
        let first = cases.map(|case| WrongCase {
            case: case as u64 + 1,
            line: case as u64 + 1,
            input: lines[case].to_owned(),
            expected: quoted(right[case]),
            found: answers.get(case).map(|found| quoted(found)),
        });
        expected.first = first.collect();
        answers.resize(kept + expected.extra as usize, "1");
        expected.first_extra = (expected.extra > 0).then(|| quoted("1"));
        expected.first_extra_line = (expected.extra > 0).then_some(kept as u64 + 1);
        let answers = answers.join("\n") + "\n";
        let report = compared(&Problem::default(), &input, answers.as_bytes());
        assert_eq!(report, expected);
    }
}

/// Options, an input, answers, and the report. A slash is the end of a line. Lines without a record have no case, but count as lines. A
/// case without pairs has no answer, and is not part of the next case.
const REPORTS: &str = "
-- | /1 2///8 4\r/3 5/ | 0 1 0 | AC 3 cases/
-- | /1 2///8 4\r/3 5/ | 0 0 0 | case 2, line 5: 8 4: expected `1`, found `0`/WA 1 of 3 cases wrong/
-- | /1 2///8 4\r/3 5/ | 1 0 0 | case 1, line 2: 1 2: expected `0`, found `1`/case 2, line 5: 8 4: expected `1`, found `0`/WA 2 of 3 cases wrong/
-- | /1 2///8 4\r/3 5/ | x 1 | case 1, line 2: 1 2: expected `0`, found `x`/case 3, line 6: 3 5: expected `0`, found the end of the answers/WA 2 of 3 cases wrong: 1 malformed, 1 missing/
-- | /1 2///8 4\r/3 5/ | 0 0 x 1 1 | case 2, line 5: 8 4: expected `1`, found `0`/case 3, line 6: 3 5: expected `0`, found `x`/WA 2 of 3 cases wrong: 1 malformed; answers after the last case: 2, the first is `1` in line 1/
-- | /1 2///8 4\r/3 5/ | 0 1 0 \0 | WA 0 of 3 cases wrong; answers after the last case: 1, the first is `\\x00` in line 1/
--as=51nod1072 | 3/3 5 3/4/1 9/ | B B A | case 2, line 2: 3 4: expected `A`, found `B`/WA 1 of 3 cases wrong/
--as=hdu1850 | 3/5 7 9/1/4/0/ | 1/2/ | case 2, line 3: 1 4: expected `1`, found `2`/WA 1 of 2 cases wrong/
--as=uva11249 | 2/5 0/3 1/1 2/ | LOSING/ | case 1, line 3: 3 1 1 2: expected `WINNING`, found `LOSING`/WA 1 of 1 cases wrong/
--words=Win,Lose it | 1 2/1 1/ | Lose  it/Lose it/ | case 2, line 2: 1 1: expected `Win`, found `Lose it`/WA 1 of 2 cases wrong/
# Marked lines are cases: with `--invalid mark` an invalid line has the answer `?`.
--invalid=mark | 1 2/x/3 4/ | 0/?/1/ | AC 3 cases; 1 line of the input is invalid/
--invalid=mark | 1 2/x/3 4/ | ?/?/1/ | case 1, line 1: 1 2: expected `0`, found `?`/WA 1 of 3 cases wrong; 1 line of the input is invalid/
--invalid=mark | 1 2/x/3 4/ | 0/!/1/ | case 2, line 2: `x`: expected `?`, found `!`/WA 1 of 3 cases wrong: 1 malformed; 1 line of the input is invalid/
--invalid=mark | 1 2/3 4/ | 0/1/ | AC 2 cases/
-- | 1 2/3 4/ | 0/?/ | case 2, line 2: 3 4: expected `1`, found `?`/WA 1 of 2 cases wrong: 1 malformed/
";

#[test]
fn the_words_of_a_verdict() {
    let folder = Folder::new();
    for [option, rest @ ..] in rows::<4>(REPORTS) {
        let [input, answers, report] = rest.map(|text| text.replace('/', "\n"));
        let run = check(&folder, &[option], input.as_bytes(), answers.as_bytes());
        let code = i32::from(!report.starts_with("AC"));
        assert_eq!(run.expect(code).text(), report);
    }
}

/// Arguments of `check --convention`, the exit code, and a part of what is printed.
const CONVENTIONS: &str = "
oj in right right | 0 | AC 2 cases
oj in wrong right | 1 | WA 1 of 2
oj in odd right | 1 | WA 1 of 2
testlib in right right | 0 | ok 2 cases
testlib in wrong right | 1 | wrong answer 1 of 2
testlib in odd right | 2 | wrong output format 1 of 2
icpc in right feedback < right | 42 | 2 cases right
icpc in right feedback < wrong | 43 | 1 of 2 cases wrong
icpc in right feedback < odd | 43 | 1 of 2 cases wrong
# A failure has its own exit code.
plain in missing | 2 | missing
oj bad right right | 2 | bad:2:3
testlib bad right right | 3 | FAIL bad:2:3
icpc in right missing < right | 2 | missing
# If the number of arguments were wrong, another file would be judged.
plain in right right | 2 | INPUT ANSWERS
oj in right | 2 | INPUT OUTPUT EXPECTED
testlib in right | 3 | INPUT OUTPUT ANSWER [REPORT [-appes]]
icpc in right < right | 2 | INPUT ANSWER FEEDBACK_DIR
testlib in right right --json | 3 | cannot be used with
# oj passes an empty argument for a case without answers.
oj in right '' | 0 | AC 2 cases
";

/// A folder with an input and with right, wrong and malformed answers to it.
fn folder_of_answers() -> Folder {
    let folder = Folder::new();
    for (name, text) in [
        ("in", "1 2\n8 4\n"),
        ("right", "0\n1\n"),
        ("wrong", "0\n0\n"),
        ("odd", "0\n<&>\n"),
    ] {
        folder.file(name, text);
    }
    folder
}

#[test]
fn conventions() {
    let folder = folder_of_answers();
    folder.file("bad", "1 2\n8 x\n");
    let message = folder.path().join("feedback/judgemessage.txt");
    std::fs::create_dir(folder.path().join("feedback")).unwrap();
    for [args, code, says] in rows(CONVENTIONS) {
        let script = format!("$W check --convention {args}");
        let run = shell(&script, folder.path()).expect(code.parse().unwrap());
        let is_said = run.text().contains(says) || run.stderr.contains(says);
        assert!(is_said, "{args}: {run:?}");
        // These two speak on standard error.
        let is_silent = args.starts_with("testlib") || args.starts_with("icpc");
        assert!(!is_silent || run.stdout.is_empty(), "{args}: {run:?}");
        if ["42", "43"].contains(&code) {
            let written = std::fs::read_to_string(&message).unwrap();
            assert_eq!(written, run.stderr, "{args}");
        }
    }
}

/// Arguments after `check --convention testlib`, the exit code, a part of standard error, and the whole report; a slash is the
/// end of a line. The fourth argument is a file for the verdict; with a fifth one it is XML. Options may be anywhere before that.
const TESTLIB: &str = r#"
in right right report | 0 | See file to check exit message | 2 cases
in wrong right report | 1 | See file to check exit message | 1 of 2 cases wrong/case 2, line 2: 8 4: expected `1`, found `0`
in odd right report | 2 | See file to check exit message | 1 of 2 cases wrong: 1 malformed/case 2, line 2: 8 4: expected `1`, found `<&>`
in none right report | 3 | See file to check exit message | none: No such file or directory
in right right report --as 1067 -appes | 0 | See file to check exit message | XML"accepted">2 casesEND
in right right report --as 1067 -APPES | 0 | See file to check exit message | XML"accepted">2 casesEND
in wrong right report -appes | 1 | See file to check exit message | XML"wrong-answer">1 of 2 cases wrong.case 2, line 2: 8 4: expected `1`, found `0`END
in odd right report -appes | 2 | See file to check exit message | XML"presentation-error">1 of 2 cases wrong: 1 malformed.case 2, line 2: 8 4: expected `1`, found `&lt;&amp;&gt;`END
in none right report -appes | 3 | See file to check exit message | XML"fail">none: No such file or directoryEND
# An empty name is no file.
in right right '' | 0 | 2 cases |
in none right '' | 3 | none: No such file or directory |
in right right report -other | 3 | FAIL unexpected argument '-o' |
in right right report other | 3 | FAIL expected these arguments |
in right right report a -appes | 3 | FAIL expected these arguments |
in right right -appes | 3 | FAIL expected these arguments |
in right right none/report | 3 | FAIL none/report: No such file |
"#;

#[test]
fn reports_of_testlib() {
    let folder = folder_of_answers();
    let head = r#"<?xml version="1.0" encoding="utf-8"?><result outcome = "#;
    for [args, code, says, report] in rows(TESTLIB) {
        let script = format!("$W check --convention testlib {args}");
        let run = shell(&script, folder.path()).expect(code.parse().unwrap());
        let is_said = run.stdout.is_empty() && run.stderr.contains(says);
        assert!(is_said, "{args}: {run:?}");
        let (text, tail) = match report.strip_prefix("XML") {
            Some(text) => (format!("{head}{text}"), "</result>\n"),
            None => (report.replace('/', "\n"), ""),
        };
        let written = shell("cat report; rm -f report", folder.path());
        assert_eq!(written.text(), text.replace("END", tail), "{args}");
    }
}

/// Options, an input, answers, the exit code, and the note. If all answers are the same, a program that always prints this
/// label passes. A slash is the end of a line.
const LITTLE: &str = "
-- | 3 4/8 4/ | 1 1 | 0 | no cold position in 2 cases: a program that always prints `1` passes
--words=W,L | 1 2/2 1/ | L L | 0 | no hot position in 2 cases: a program that always prints `L` passes
-- | 1 2/8 4/ | 0 1 | 0 |
-- | 8 4/ | 1 | 0 |
-- | 3 4/8 4/ | 1 0 | 1 |
-q | 3 4/8 4/ | 1 1 | 0 |
";

#[test]
fn an_input_that_tells_little() {
    let folder = Folder::new();
    for [option, input, answers, code, note] in rows(LITTLE) {
        let input = input.replace('/', "\n");
        let run = check(&folder, &[option], input.as_bytes(), answers.as_bytes());
        let run = run.expect(code.parse().unwrap());
        let expected = format!("wythoff: note: {note}\n");
        let expected = if note.is_empty() { "" } else { &expected };
        assert_eq!(run.stderr, expected, "{input:?}");
    }
}

#[test]
fn the_verdict_as_json() {
    let folder = Folder::new();
    let input = b"1 2\n8 4\n3 5\n";
    let object = |answers: &[u8], code| {
        let run = check(&folder, &["--json"], input, answers).expect(code);
        assert_eq!(run.stderr, "");
        serde_json::from_str::<serde_json::Value>(run.text()).expect("one object")
    };
    let mut expected = serde_json::json!({
        "verdict": "AC", "cases": 3, "hot": 1, "cold": 2, "wrong": 0, "malformed": 0, "missing": 0, "extra": 0,
        "first_extra": null, "first_extra_line": null, "invalid": 0, "first": [],
    });
    assert_eq!(object(b"0 1 0", 0), expected);
    expected["verdict"] = "WA".into();
    (expected["wrong"], expected["missing"]) = (1.into(), 1.into());
    expected["first"] = serde_json::json!([
        {"case": 2, "line": 2, "input": "8 4", "expected": "`1`", "found": "`0`"},
        {"case": 3, "line": 3, "input": "3 5", "expected": "`0`", "found": null},
    ]);
    assert_eq!(object(b"0 0", 1), expected);
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
