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
            // Without objects no move is left, whoever wins.
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
