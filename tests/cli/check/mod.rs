//! `wythoff check`: its reports on right, wrong, malformed, missing and extra answers, and on other layouts, compared with
//! a comparison made here, case by case.

mod agreement;
mod inputs;
mod words;

use crate::support::{self, Feed, Folder, Run, SplitMix, reference, run, shell, wythoff};
use wythoff::check as compare;

/// A text of pairs, every eighth one cold.
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

/// The last line.
fn verdict(run: &Run) -> &str {
    run.text().lines().next_back().unwrap_or("")
}

#[test]
fn right_answers_in_any_layout() {
    let folder = Folder::new();
    let input = pairs(5000, 1);
    let right = String::from_utf8(reference(&input)).unwrap();
    for answers in [
        right.clone(),
        right.replace('\n', "\r\n"),
        right.replace('\n', " "),
        right.replace('\n', "\n\n"),
        right.trim_end().to_owned(),
        format!("\n  {right}\n\t"),
    ] {
        let run = check(&folder, &[], &input, answers.as_bytes()).expect(0);
        assert_eq!(run.text(), "AC 5000 cases\n");
    }
}

#[test]
fn each_kind_of_fault_is_counted_and_reported() {
    let folder = Folder::new();
    let mut random = SplitMix(7);
    for round in 0..40 {
        let count = 1 + random.below(if round < 20 { 30 } else { 300_000 });
        let input = pairs(count, round);
        let lines: Vec<&str> = std::str::from_utf8(&input).unwrap().lines().collect();
        let right = String::from_utf8(reference(&input)).unwrap();
        let mut answers: Vec<String> = right.lines().map(str::to_owned).collect();
        let (mut wrong, mut malformed) = (Vec::new(), Vec::new());
        for _ in 0..random.below(25) {
            let case = random.below(count) as usize;
            if wrong.contains(&case) || malformed.contains(&case) {
                continue;
            }
            if random.below(3) == 0 {
                answers[case] =
                    ["2", "11", "x", "yes", "-1", "0.0"][random.below(6) as usize].into();
                malformed.push(case);
            } else {
                answers[case] = if answers[case] == "0" { "1" } else { "0" }.into();
                wrong.push(case);
            }
        }
        let missing = match random.below(3) {
            0 => random.below(count),
            _ => 0,
        };
        let kept = count - missing;
        answers.truncate(kept as usize);
        wrong.retain(|&case| case < kept as usize);
        malformed.retain(|&case| case < kept as usize);
        let extra = if missing == 0 && random.below(3) == 0 {
            1 + random.below(5)
        } else {
            0
        };
        answers.extend((0..extra).map(|_| "1".to_owned()));
        let run = check(&folder, &[], &input, (answers.join("\n") + "\n").as_bytes());
        let bad = wrong.len() + malformed.len() + missing as usize;
        if bad == 0 && extra == 0 {
            assert_eq!(run.expect(0).text(), format!("AC {count} cases\n"));
            continue;
        }
        let run = run.expect(1);
        let mut ways = Vec::new();
        for (n, what, behind) in [
            (wrong.len(), "wrong answer", ""),
            (malformed.len(), "malformed answer", ""),
            (missing as usize, "missing answer", ""),
            (extra as usize, "answer", " too many"),
        ] {
            let s = if n == 1 { "" } else { "s" };
            if n > 0 {
                ways.push(format!("{n} {what}{s}{behind}"));
            }
        }
        let are = if bad == 1 { "is" } else { "are" };
        let expected = match bad {
            0 => format!("WA {}, after {count} right cases", ways[0]),
            _ if bad == wrong.len() && extra == 0 => {
                format!("WA {bad} of {count} cases {are} wrong")
            }
            _ => format!("WA {bad} of {count} cases {are} wrong: {}", ways.join(", ")),
        };
        assert_eq!(verdict(&run), expected);
        // The first ten wrong cases, with the found answer or the end of the answers.
        let mut expected: Vec<usize> = wrong.iter().chain(&malformed).copied().collect();
        expected.sort_unstable();
        expected.truncate(10);
        let mut report: Vec<String> = expected
            .into_iter()
            .map(|case| {
                let right = right.lines().nth(case).unwrap();
                let (n, pair, found) = (case + 1, lines[case], &answers[case]);
                format!("case {n}, line {n}: {pair}: expected `{right}`, found `{found}`")
            })
            .collect();
        if missing > 0 {
            let case = kept as usize;
            let right = right.lines().nth(case).unwrap();
            report.push(format!(
                "case {0}, line {0}: {1}: expected `{right}`, found the end of the answers",
                case + 1,
                lines[case]
            ));
        }
        let got: Vec<&str> = run.text().lines().collect();
        assert_eq!(got[..got.len() - 1], report);
    }
}

#[test]
fn lines_without_a_record_have_no_case_but_count_as_lines() {
    let folder = Folder::new();
    let run = check(&folder, &[], b"\n1 2\n\n\n8 4\r\n", b"0\n0\n").expect(1);
    assert_eq!(
        run.text(),
        "case 2, line 5: 8 4: expected `1`, found `0`\nWA 1 of 2 cases is wrong\n"
    );
}

/// HDU 2177 fixes only the place of the move that takes from both piles. HDU 2176 fixes the order of the piles.
#[test]
fn the_order_of_moves_is_that_of_the_problem() {
    let folder = Folder::new();
    let input = b"1 2\n5 8\n4 7\n10 13\n0 0\n";
    let args = ["--as", "hdu2177"];
    for (answers, code, verdict_) in [
        ("0\n1\n4 7\n3 5\n0\n1\n4 7\n8 13\n6 10\n", 0, "AC 4 cases"),
        ("0\n1\n4 7\n3 5\n0\n1\n4 7\n6 10\n8 13\n", 0, "AC 4 cases"),
        (
            "0\n1\n4 7\n4 7\n3 5\n0\n1\n4 7\n6 10\n8 13\n6 10\n",
            0,
            "AC 4 cases",
        ),
        (
            "0\n1\n3 5\n4 7\n0\n1\n4 7\n6 10\n8 13\n",
            1,
            "WA 1 of 4 cases is wrong",
        ),
        (
            "0\n1\n4 7\n0\n1\n4 7\n6 10\n8 13\n",
            1,
            "WA 1 of 4 cases is wrong",
        ),
        (
            "0\n1\n4 7\n3 5\n1 2\n0\n1\n4 7\n6 10\n8 13\n",
            1,
            "WA 1 of 4 cases is wrong",
        ),
        (
            "0\n1\n4 7\n3 5\n0\n1\n4 7\n6 10\n8 13\n2 3\n",
            1,
            "WA 1 of 4 cases is wrong",
        ),
        (
            "0\n1\n4 7\n3 5\n0\n",
            1,
            "WA 1 of 4 cases is wrong: 1 missing answer",
        ),
        (
            "0\n0\n0\n1\n4 7\n6 10\n8 13\n",
            1,
            "WA 1 of 4 cases is wrong",
        ),
        (
            "0\nx\n0\n1\n4 7\n6 10\n8 13\n",
            1,
            "WA 1 of 4 cases is wrong: 1 malformed answer",
        ),
        (
            "0\n1\n4 7\n3 5\n0\n1\n4 7\n6 10\n8 13\n1\n",
            1,
            "WA 1 answer too many, after 4 right cases",
        ),
    ] {
        let run = check(&folder, &args, input, answers.as_bytes()).expect(code);
        assert_eq!(verdict(&run), verdict_, "{answers:?}");
    }
    let input = b"2\n45 45\n3\n3 6 9\n5\n5 7 8 9 10\n0\n";
    for (answers, code, verdict_) in [
        (&b"No\nYes\n9 5\nYes\n8 1\n9 0\n10 3\n"[..], 0, "AC 3 cases"),
        (
            b"No\nYes\n9 5\nYes\n10 3\n9 0\n8 1\n",
            1,
            "WA 1 of 3 cases is wrong",
        ),
        (
            b"No\nYes\n9 5\n9 5\nYes\n8 1\n9 0\n10 3\n",
            1,
            "WA 1 of 3 cases is wrong",
        ),
    ] {
        let run = check(&folder, &["--as", "hdu2176"], input, answers).expect(code);
        assert_eq!(verdict(&run), verdict_);
    }
}

/// Damage to the answer to one case: a function that changes the lines of the answer.
type Damage = fn(&mut Vec<&str>);

/// A damaged answer makes only its own case wrong, with every number of threads.
#[test]
#[ignore = "slow"]
fn answers_with_moves_stay_in_step() {
    let damages: [(&str, Damage, &str); 7] = [
        (
            "no label",
            |lines| {
                lines.remove(0);
            },
            ": 1 malformed answer",
        ),
        ("other label", |lines| lines[0] = "0", ""),
        ("no answer", |lines| lines[0] = "x", ": 1 malformed answer"),
        (
            "label and move on one line",
            |lines| {
                lines.remove(0);
                lines[0] = "1 98 99";
            },
            ": 1 malformed answer",
        ),
        (
            "a move less",
            |lines| {
                lines.remove(1);
            },
            "",
        ),
        ("a move more", |lines| lines.push("99 99"), ""),
        ("another move", |lines| lines[1] = "98 99", ""),
    ];
    let folder = Folder::new();
    let args = ["gen", "--as", "hdu2177", "--pairs", "60000", "--max", "60"];
    let input = run(&mut wythoff(&args), Feed::Nothing).expect(0).stdout;
    let args = ["solve", "--as", "hdu2177"];
    let right = run(&mut wythoff(&args), Feed::Pipe(&input)).expect(0);
    let mut cases: Vec<Vec<&str>> = Vec::new();
    for line in right.text().lines() {
        match line.contains(' ') {
            true => cases.last_mut().unwrap().push(line),
            false => cases.push(vec![line]),
        }
    }
    let mut random = SplitMix(3);
    for (what, damage, counts) in damages {
        for round in 0..4 {
            let mut cases = cases.clone();
            // The last case, and others that have moves.
            let hot = |case: &Vec<&str>| case.len() > 1;
            let damaged = match round {
                0 => cases.iter().rposition(hot).unwrap(),
                _ => loop {
                    let case = random.below(cases.len() as u64) as usize;
                    if hot(&cases[case]) {
                        break case;
                    }
                },
            };
            damage(&mut cases[damaged]);
            let answers = cases.concat().join("\n") + "\n";
            let runs = ["1", "2"].map(|threads| {
                let args = ["--as", "hdu2177", "--threads", threads];
                check(&folder, &args, &input, answers.as_bytes()).expect(1)
            });
            assert_eq!(runs[0].text(), runs[1].text());
            let expected = format!("WA 1 of {} cases is wrong{counts}", cases.len());
            assert_eq!(verdict(&runs[0]), expected, "{what}, case {damaged}");
            let start = format!("case {}, ", damaged + 1);
            assert!(runs[0].text().starts_with(&start), "{}", runs[0].text());
        }
    }
}

#[test]
fn every_profile_takes_its_sample_and_refuses_another() {
    let folder = Folder::new();
    let judges = run(&mut wythoff(&["judges", "--json"]), Feed::Nothing).expect(0);
    let judges: serde_json::Value = serde_json::from_slice(&judges.stdout).unwrap();
    for judge in judges.as_array().unwrap() {
        let name = judge["name"].as_str().unwrap();
        let (input, output) = (&judge["sample"]["input"], &judge["sample"]["output"]);
        let (input, output) = (input.as_str().unwrap(), output.as_str().unwrap());
        let args = ["--as", name];
        let right = check(&folder, &args, input.as_bytes(), output.as_bytes()).expect(0);
        assert!(right.text().starts_with("AC "), "{name}");
        // Every token of the answers matters.
        let tokens: Vec<&str> = output.split_inclusive([' ', '\n']).collect();
        for i in (0..tokens.len()).filter(|&i| !tokens[i].trim().is_empty()) {
            let mut other = tokens.clone();
            let changed = tokens[i].replacen(tokens[i].trim(), "77", 1);
            other[i] = &changed;
            let run = check(&folder, &args, input.as_bytes(), other.concat().as_bytes()).expect(1);
            assert!(verdict(&run).starts_with("WA "), "{name} {:?}", run.text());
        }
        // The same with other layouts: there the number of the case is reported.
        let folded = input.replace('\n', "  ");
        check(&folder, &args, folded.as_bytes(), output.as_bytes()).expect(0);
    }
}

#[test]
fn framed_cases_are_reported_by_number() {
    let folder = Folder::new();
    let run = check(
        &folder,
        &["--as", "51nod1072"],
        b"3\n3 5 3\n4\n1 9\n",
        b"B B A",
    )
    .expect(1);
    assert_eq!(
        run.text(),
        "case 2, line 3: 3 4: expected `A`, found `B`\nWA 1 of 3 cases is wrong\n"
    );
    let run = check(
        &folder,
        &["--as", "hdu1850"],
        b"3\n5 7 9\n1\n4\n0\n",
        b"1\n2\n",
    )
    .expect(1);
    assert_eq!(
        run.text(),
        "case 2, line 4: 1 4: expected `1`, found `2`\nWA 1 of 2 cases is wrong\n"
    );
    let run = check(
        &folder,
        &["--words", "Win,Lose it"],
        b"1 2\n1 1\n",
        b"Lose  it\nLose it\n",
    );
    assert_eq!(
        run.expect(1).text(),
        "case 2, line 2: 1 1: expected `Win`, found `Lose it`\nWA 1 of 2 cases is wrong\n"
    );
}

#[test]
fn conventions() {
    let folder = Folder::new();
    let input = folder.file("in", "1 2\n8 4\n");
    let right = folder.file("right", "0\n1\n");
    let wrong = folder.file("wrong", "1\n1\n");
    let odd = folder.file("odd", "0\nmaybe\n");
    let feedback = folder.path().join("feedback");
    std::fs::create_dir(&feedback).unwrap();
    let text = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let judge = |convention: &str, args: &[String], feed: Feed<'_>| {
        let mut all = vec!["check".to_owned(), "--convention".into(), convention.into()];
        all.extend_from_slice(args);
        run(&mut wythoff(&all), feed)
    };
    let (i, r, w, o) = (text(&input), text(&right), text(&wrong), text(&odd));
    for (output, oj, testlib, icpc) in [(&r, 0, 0, 42), (&w, 1, 1, 43), (&o, 1, 2, 43)] {
        let three = [i.clone(), output.clone(), r.clone()];
        judge("oj", &three, Feed::Nothing).expect(oj);
        let run = judge("testlib", &three, Feed::Nothing).expect(testlib);
        assert!(run.stdout.is_empty(), "testlib speaks on standard error");
        let start = [
            "ok 2 cases",
            "wrong answer 1 of 2",
            "wrong output format 1 of 2",
        ];
        assert!(
            run.stderr.starts_with(start[testlib as usize]),
            "{}",
            run.stderr
        );
        let args = [i.clone(), r.clone(), text(&feedback)];
        judge("icpc", &args, Feed::File(output.as_ref())).expect(icpc);
        let message = std::fs::read_to_string(feedback.join("judgemessage.txt")).unwrap();
        assert_eq!(
            message.contains("2 cases are right"),
            icpc == 42,
            "{message}"
        );
    }
    // A failure has its own exit code.
    let bad = folder.file("bad", "1 2\n8 x\n");
    let missing = text(&folder.path().join("missing"));
    judge("plain", &[i.clone(), missing.clone()], Feed::Nothing).expect(2);
    let none = judge("oj", &[text(&bad), r.clone(), r.clone()], Feed::Nothing).expect(2);
    assert!(none.stderr.contains("bad:2:3"), "{none:?}");
    let run = judge(
        "testlib",
        &[text(&bad), r.clone(), r.clone()],
        Feed::Nothing,
    )
    .expect(3);
    assert!(run.stderr.starts_with("FAIL "), "{}", run.stderr);
    judge("icpc", &[i.clone(), r.clone(), missing], Feed::File(&right)).expect(2);
    judge("plain", &[i.clone(), r.clone(), r.clone()], Feed::Nothing).expect(2);
    // If one argument is missing, another file would be judged. An empty argument is accepted, because oj passes it for
    // a case without answers.
    for (convention, code, files) in [
        ("oj", 2, "INPUT OUTPUT EXPECTED"),
        ("testlib", 3, "INPUT OUTPUT ANSWER [REPORT [-appes]]"),
        ("icpc", 2, "INPUT ANSWER FEEDBACK_DIR"),
    ] {
        let run = judge(convention, &[i.clone(), r.clone()], Feed::File(&right)).expect(code);
        assert!(run.stderr.contains("too few"), "{}", run.stderr);
        assert!(run.stderr.contains(files), "{}", run.stderr);
    }
    let run = judge("oj", &[i, r, String::new()], Feed::Nothing).expect(0);
    assert_eq!(run.text(), "AC 2 cases\n");
}

/// testlib's fourth argument is a file for the verdict; with a fifth one it is XML.
#[test]
fn reports_of_testlib() {
    let folder = Folder::new();
    folder.file("in", "1 2\n8 4\n");
    folder.file("right", "0\n1\n");
    folder.file("wrong", "0\n0\n");
    folder.file("odd", "0\n<&>\n");
    let judge = |rest: &str, code| {
        let script = format!("rm -f report; \"$W\" check --convention testlib {rest}");
        let run = shell(&script, folder.path()).expect(code);
        assert!(run.stdout.is_empty(), "{rest}");
        let report = std::fs::read_to_string(folder.path().join("report"));
        (run.stderr, report.ok())
    };
    let head = r#"<?xml version="1.0" encoding="utf-8"?><result outcome = "#;
    let seen = "See file to check exit message\n";
    for (output, code, outcome, text) in [
        ("right", 0, "accepted", "2 cases"),
        (
            "wrong",
            1,
            "wrong-answer",
            "1 of 2 cases is wrong\ncase 2, line 2: 8 4: expected `1`, found `0`",
        ),
        (
            "odd",
            2,
            "presentation-error",
            "1 of 2 cases is wrong: 1 malformed answer\ncase 2, line 2: 8 4: expected `1`, found `<&>`",
        ),
        ("none", 3, "fail", "none: No such file or directory"),
    ] {
        let (stderr, report) = judge(&format!("in {output} right report"), code);
        assert_eq!((stderr.as_str(), report.as_deref()), (seen, Some(text)));
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
        let escaped = escaped.replace('>', "&gt;").replace('\n', ".");
        let xml = format!("{head}\"{outcome}\">{escaped}</result>\n");
        for flag in ["-appes", "-APPES"] {
            // Options may stand in any place before it.
            let args = format!("in {output} right report --as 1067 {flag}");
            let (stderr, report) = judge(&args, code);
            assert_eq!((stderr.as_str(), report), (seen, Some(xml.clone())));
        }
        let (stderr, report) = judge(&format!("in {output} right ''"), code);
        assert!(stderr.contains(text) && report.is_none(), "{stderr}");
    }
    for (rest, says) in [
        ("in right right report -other", "unexpected argument '-o'"),
        (
            "in right right report other",
            "expected -appes after REPORT",
        ),
        (
            "in right right report -appes more",
            "unexpected argument '-a'",
        ),
        ("in right right report a -appes", "too many arguments"),
        ("in right right none/report", "none/report: No such file"),
    ] {
        let (stderr, report) = judge(rest, 3);
        assert!(
            stderr.starts_with("FAIL ") && stderr.contains(says),
            "{stderr}"
        );
        assert_eq!(report, None, "{rest}");
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
        "verdict": "AC", "cases": 3, "wrong": 0, "malformed": 0, "missing": 0, "extra": 0,
        "invalid": 0, "first": [],
    });
    assert_eq!(object(b"0 1 0", 0), expected);
    expected["verdict"] = "WA".into();
    (expected["wrong"], expected["missing"]) = (1.into(), 1.into());
    expected["first"] = serde_json::json!([
        {"case": 2, "line": 2, "input": "8 4", "expected": "`1`", "found": "`0`"},
        {"case": 3, "line": 3, "input": "3 5", "expected": "`0`", "found": null},
    ]);
    assert_eq!(object(b"0 0", 1), expected);
    let args = ["check", "--json", "--convention", "testlib", "a", "b", "c"];
    run(&mut wythoff(&args), Feed::Nothing).expect(3);
}
