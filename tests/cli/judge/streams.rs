//! Pipes, outputs, and inputs of millions of bytes.

use super::*;

/// A stream gets every answer before an error. A file appears when it is complete, or not at all.
#[test]
fn answers_before_an_error() {
    let folder = Folder::new();
    let mut random = SplitMix(4);
    let (mut input, mut answers) = (String::new(), String::new());
    for _ in 0..120_000 {
        let (a, b) = (1 + random.below(1_000_000), random.below(1_000_000));
        let _ = writeln!(input, "{a} {b}");
        answers += if reference_is_cold(a.into(), b.into()) {
            "0\n"
        } else {
            "1\n"
        };
    }
    let text = format!("{input}7 1000000001\n1 2\n");
    let path = folder.file("in.txt", &text);
    for way in [Way::Mapped, Way::Read, Way::Ragged] {
        for threads in ["1", "3"] {
            let args = ["--as", "poj1067", "--strict", "--threads", threads];
            let run = way.solve(&args, &path, text.as_bytes()).expect(2);
            assert_same(
                &run.stdout,
                answers.as_bytes(),
                &format!("{way:?} x{threads}"),
            );
            let place = format!(
                "wythoff: {}:120001:3: `1000000001` is larger than 1000000000, the limit of poj1067\n",
                way.name(&path)
            );
            assert_eq!(run.stderr, place);
        }
    }
    let out = folder.file("out.txt", "as it was");
    let mut command = wythoff_solve(&["--as", "poj1067", "--strict", "-o"]);
    run(command.arg(&out).arg(&path), Feed::Nothing).expect(2);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "as it was");
    let mut command = wythoff_solve(&["--as", "poj1067", "-o"]);
    let done = run(command.arg(&out).arg(&path), Feed::Nothing).expect(0);
    assert_eq!(done.text(), "");
    let whole = answers + "1\n0\n";
    assert_same(&std::fs::read(&out).unwrap(), whole.as_bytes(), "the file");
}

/// Appending to the input would never end; replacing it would lose it.
#[cfg(unix)]
#[test]
fn the_output_is_not_the_input() {
    let folder = Folder::new();
    for (profile, text) in [
        ("poj1067", "1 2\n"),
        ("hdu1850", "1 1\n0\n"),
        ("51nod1072", "1\n1 2\n"),
    ] {
        for io in ["mmap", "read"] {
            folder.file("a", text);
            for output in ["a >> a", "a -o a", "-o link a", "link -o a", "- -o a < a"] {
                let script = format!(
                    "ln -sf a link; $W solve --as {profile} --io {io} {output}; code=$?; rm link; exit $code"
                );
                let run = shell(&script, folder.path());
                assert_eq!(run.code, Some(2), "{script}: {run:?}");
                assert!(
                    run.stderr.contains("the output is also the input"),
                    "{run:?}"
                );
                assert_eq!(
                    std::fs::read_to_string(folder.path().join("a")).unwrap(),
                    text
                );
                assert_eq!(folder.names(), ["a"]);
            }
        }
    }
}

/// The run ends after the last record, even if the other end of the pipe stays open.
#[test]
fn an_answer_does_not_wait_for_the_end_of_a_pipe() {
    for (profile, text, answer) in [
        ("luogu-p2252", "8 4\n", "1\n"),
        ("51nod1072", "1\n1 2\n", "B\n"),
        ("hdu2177", "1 2\n0 0\n", "0\n"),
        ("hdu1850", "1\n1\n0\n", "1\n"),
    ] {
        let mut child = wythoff_solve(&["--as", profile])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the child starts");
        let mut open = child.stdin.take().expect("a pipe");
        open.write_all(text.as_bytes()).expect("it is read");
        let out = drain(child.stdout.take().expect("a pipe"));
        let err = drain(child.stderr.take().expect("a pipe"));
        let run = finish(&mut child, out, err, Instant::now() + TIME_LIMIT);
        let run = run
            .unwrap_or_else(|what| panic!("{profile} {what}"))
            .expect(0);
        assert_eq!(run.text(), answer, "{profile}");
        drop(open);
    }
}

#[test]
fn four_hundred_thousand_piles_on_a_line() {
    let mut random = SplitMix(6);
    let mut piles: Vec<u64> = (0..399_999).map(|_| random.below(1 << 30)).collect();
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    piles.push(sum);
    let listed = |piles: &[u64]| {
        let piles: Vec<_> = piles.iter().map(u64::to_string).collect();
        piles.join(" ")
    };
    // First a cold position, then the same without its last pile.
    let input = format!(
        "400000 {} 399999 {} 0",
        listed(&piles),
        listed(&piles[..399_999])
    );
    assert!(input.len() > 7 << 20);
    let folder = Folder::new();
    let path = folder.file("in.txt", &input);
    let winning = piles[..399_999].iter().filter(|&&pile| pile ^ sum < pile);
    let moves: String = winning
        .clone()
        .map(|pile| format!("{pile} {}\n", pile ^ sum))
        .collect();
    for way in [Way::Mapped, Way::Read, Way::Ragged] {
        let run = way
            .solve(&["--as", "hdu2176"], &path, input.as_bytes())
            .expect(0);
        assert_same(
            &run.stdout,
            format!("No\nYes\n{moves}").as_bytes(),
            "hdu2176",
        );
        assert_eq!(
            run.stderr,
            format!(
                "wythoff: warning: {}:1:1: 400000 piles are more than 200000, the limit of hdu2176\n",
                way.name(&path)
            )
        );
        let run = way
            .solve(&["--as", "hdu1850"], &path, input.as_bytes())
            .expect(0);
        assert_eq!(run.text(), format!("0\n{}\n", winning.clone().count()));
    }
    // The same with one pile a line, and with vertical tabs as separators.
    for space in ["\n", "\x0b"] {
        let input = input.replace(' ', space);
        let run = Way::Ragged
            .solve(&["--as", "hdu2176"], &path, input.as_bytes())
            .expect(0);
        assert_same(&run.stdout, format!("No\nYes\n{moves}").as_bytes(), space);
    }
}

/// A fault, and an early end, many chunks after the start.
#[test]
#[ignore = "slow"]
fn far_faults_in_cases() {
    let folder = Folder::new();
    let mut random = SplitMix(12);
    for (layout, space, between) in [
        ("a case a line", " ", "\n"),
        ("a number a line", "\r\n", "\n"),
        ("one line", " ", "\t"),
        ("one line without blanks", "\x0b", "\x0c"),
    ] {
        let mut input = String::from("\u{feff}200000\n");
        let mut answers = String::new();
        for _ in 0..150_000 {
            let piles = [random.below(9), random.below(9), random.below(1000)];
            let sum = piles[0] ^ piles[1] ^ piles[2];
            let [a, b, c] = piles;
            input += &format!("3{space}{a}{space}{b}{space}{c}{between}");
            answers += if sum == 0 { "Watson\n" } else { "Sherlock\n" };
        }
        for (end, message) in [
            ("3 1 x", "expected a number (decimal digits), found `x`"),
            (
                "3 1 ",
                "the input ends without 2 of the last case's 3 piles",
            ),
        ] {
            let text = input.clone() + end;
            let at = text.find('x').unwrap_or(text.len());
            let line = 1 + text[..at].matches('\n').count();
            let column = text[..at].rsplit('\n').next().expect("a line").len() + 1;
            let path = folder.file("in.txt", &text);
            for way in [Way::Mapped, Way::Read, Way::Ragged] {
                let run = way
                    .solve(&["--as", "haut1297"], &path, text.as_bytes())
                    .expect(2);
                let what = format!("{layout} {way:?}");
                assert_same(&run.stdout, answers.as_bytes(), &what);
                let expected = format!("wythoff: {}:{line}:{column}: {message}\n", way.name(&path));
                assert_eq!(run.stderr, expected, "{what}");
            }
        }
    }
}

#[test]
fn a_number_of_two_million_digits() {
    let folder = Folder::new();
    let long = "7".repeat(2_000_000);
    for profile in ["hdu5973", "hdu1850", "51nod1072"] {
        for before in ["1 ", "1\n"] {
            let input = format!("{before}{long} 1\n");
            let path = folder.file("in.txt", &input);
            for way in [Way::Mapped, Way::Read, Way::Piped] {
                let run = way
                    .solve(&["--as", profile], &path, input.as_bytes())
                    .expect(2);
                assert_eq!(run.text(), "");
                let place = if before == "1 " { "1:3" } else { "2:1" };
                assert_eq!(
                    run.stderr,
                    format!(
                        "wythoff: {}:{place}: expected a number of at most 1048576 digits, \
                         found `77777777777777777777777777777777...`\n",
                        way.name(&path)
                    )
                );
            }
        }
    }
}
