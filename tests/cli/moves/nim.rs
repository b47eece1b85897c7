//! `wythoff nim --moves`.

use super::*;

#[test]
fn nim_of_every_small_position() {
    for last_taker in [LastTaker::Wins, LastTaker::Loses] {
        let mut game = NimSearch::new(last_taker);
        let mut input = String::new();
        let (mut words, mut counts, mut moves) = (String::new(), String::new(), String::new());
        let mut json = String::new();
        for (number, piles) in positions_of_nim().into_iter().enumerate().skip(1) {
            let listed: Vec<_> = piles.iter().map(u64::to_string).collect();
            // Blanks anywhere; a position a line.
            let space = [" ", "\t", "  ", " \x0b"][number % 4];
            let end = ["\n", "\r\n", " \n", "\n\n \t\n"][number / 4 % 4];
            input += &(listed.join(space) + end);
            let cold = game.is_cold(&piles);
            let winning = game.winning_moves(&piles);
            let _ = writeln!(words, "{}", u8::from(!cold));
            let _ = writeln!(counts, "{}", winning.len());
            let parts = winning
                .iter()
                .map(|&(i, to)| format!("{} -> {to}", piles[i]));
            // A position without objects has no move, whoever wins.
            let parts: Vec<_> = parts.collect();
            moves += &match parts.is_empty() {
                true => "-\n".to_owned(),
                false => parts.join(", ") + "\n",
            };
            let parts = winning
                .iter()
                .map(|&(i, to)| format!("{{\"pile\":{i},\"from\":{},\"to\":{to}}}", piles[i]));
            let parts: Vec<_> = parts.collect();
            let _ = writeln!(
                json,
                "{{\"piles\":[{}],\"cold\":{cold},\"moves\":[{}]}}",
                listed.join(","),
                parts.join(",")
            );
        }
        let misere: &[&str] = match last_taker {
            LastTaker::Wins => &[],
            LastTaker::Loses => &["--misere"],
        };
        for (form, expected) in [
            (&[][..], &words),
            (&["--count"], &counts),
            (&["--moves"], &moves),
            (&["--json"], &json),
        ] {
            let listed = output(&[&["nim"], form, misere].concat(), &input);
            let what = format!("{form:?} {misere:?}");
            assert_same(listed.as_bytes(), expected.as_bytes(), &what);
        }
        for line in json.lines() {
            serde_json::from_str::<Value>(line).expect("JSON");
        }
    }
}

#[test]
fn a_fault_in_a_position_of_nim() {
    let folder = Folder::new();
    for (input, answers, place) in [
        (
            "1 2\n3 x\n",
            "1\n",
            "2:3: expected a number (decimal digits), found `x`",
        ),
        (
            "1 1\n\n 18446744073709551616",
            "0\n",
            "3:2: expected a pile up to",
        ),
        ("1 1\n2 2 -", "0\n", "2:5: expected a number"),
    ] {
        let path = folder.file("in.txt", input);
        let run = run(wythoff(&["nim"]).arg(&path), Feed::Nothing).expect(2);
        assert_eq!(run.text(), answers);
        let start = format!("wythoff: {}:{place}", path.display());
        assert!(run.stderr.starts_with(&start), "{}", run.stderr);
    }
}

#[test]
fn nim_sums_in_binary_columns() {
    let hot = "\
In Nim the position is hot: the player to move wins.
The nim-sum has a 1 in each binary column with an odd number of ones:
        3 = 0011
        6 = 0110
        9 = 1001
  nim-sum = 1100 = 12
A position is cold if its nim-sum is 0.
One move wins:
  from pile 3 take 4: 5 is left
";
    assert_eq!(
        ran(&["nim", "--explain", "3", "6", "9"]).expect(0).text(),
        hot
    );
    assert_eq!(ran(&["explain", "3", "6", "9"]).expect(0).text(), hot);
    for (args, expected) in [
        (&["nim", "--explain", "3", "3"][..], "  nim-sum = 00 = 0\n"),
        (
            &["nim", "--explain", "3", "3"],
            "cold if its nim-sum is 0.\nNo move wins.\n",
        ),
        (
            &["nim", "--explain", "--misere", "1", "1", "1"],
            "nim-sum is 1.\nNo move wins.\n",
        ),
        (
            &["explain", "--rule", "misere", "2", "1", "1"],
            "\n  from pile 1 take 1: 1 is left\n",
        ),
        (&["explain", "0", "0", "0"], "\nNo move is left.\n"),
        (
            &["nim", "--explain", "18446744073709551615"],
            &format!("= {}\n", "1".repeat(64)),
        ),
    ] {
        let run = ran(args).expect(0);
        assert!(run.text().contains(expected), "{}", run.text());
        assert!(run.text().lines().count() < 12);
    }
    // The outcome is that of the answer, and each listed move is one of `--moves`.
    for piles in positions_of_nim()
        .into_iter()
        .filter(|piles| !piles.is_empty())
        .step_by(601)
    {
        let piles: Vec<String> = piles.iter().map(u64::to_string).collect();
        let piles: Vec<&str> = piles.iter().map(String::as_str).collect();
        for rule in [&[][..], &["--misere"]] {
            let text = ran(&[&["nim", "--explain"], rule, &piles].concat()).expect(0);
            let answer = ran(&[&["nim"], rule, &piles].concat()).expect(0);
            let is_hot = text.text().starts_with("In Nim the position is hot");
            assert_eq!(is_hot, answer.text() == "1\n", "{piles:?}");
            let moves = ran(&[&["nim", "--moves"], rule, &piles].concat()).expect(0);
            let listed = text.text().matches(" is left\n").count();
            assert_eq!(listed.min(20), moves.text().matches("->").count().min(20));
        }
    }
    for (args, what) in [
        (
            &["nim", "--explain"][..],
            "--explain requires piles as arguments",
        ),
        (
            &["nim", "--explain", "file"],
            "--explain requires piles as arguments",
        ),
        (
            &["explain", "1", "2", "18446744073709551616"],
            "a pile of Nim is at most",
        ),
        (
            &["explain", "--rule", "r=2", "1", "2", "3"],
            "applies only to two piles",
        ),
    ] {
        let run = ran(args).expect(2);
        assert!(run.stderr.contains(what), "{}", run.stderr);
    }
}
