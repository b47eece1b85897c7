//! Batches of positions.

use super::*;

/// An invalid line is marked in every format; the other lines have the answers that they have without it.
#[test]
fn marks_stand_in_their_places() {
    for args in [
        &["moves"][..],
        &["moves", "--positions"],
        &["moves", "--json"],
        &["moves", "--rule", "misere"],
        &["nim"],
        &["nim", "--moves"],
        &["nim", "--count"],
        &["nim", "--json"],
    ] {
        let mark = match args.contains(&"--json") {
            true => "{\"invalid\":true}",
            false => "?",
        };
        let alone = output(args, "5 8\n3 3\n");
        let (first, last) = alone.split_once('\n').expect("two lines");
        let input = Feed::Pipe(b"5 8\n5 -\n3 3\n");
        let marking = [args, &["--invalid", "mark"]].concat();
        let marked = run(&mut wythoff(&marking), input).expect(1);
        assert_eq!(marked.text(), format!("{first}\n{mark}\n{last}"));
        let name = if mark == "?" { mark } else { "invalid" };
        let end = format!("wythoff: 1 invalid line, marked {name}\n");
        assert!(marked.stderr.ends_with(&end), "{}", marked.stderr);
        let stopped = run(&mut wythoff(args), input).expect(2);
        let place = "wythoff: <stdin>:2:3:";
        assert!(stopped.stderr.starts_with(place), "{}", stopped.stderr);
        assert_eq!(stopped.text(), format!("{first}\n"));
    }
    // `nim` takes no pile beyond u64; `moves` does.
    for (command, answers, code) in [("nim", "?\n0\n", 1), ("moves", "larger", 0)] {
        let mut command = wythoff(&[command, "--invalid", "mark"]);
        let input = Feed::Pipe(b"1 18446744073709551616\n3 3\n");
        let run = run(&mut command, input).expect(code);
        assert!(run.text().starts_with(answers), "{}", run.text());
    }
}

/// The output in the help texts is the real output.
#[test]
fn output_is_as_the_help_shows_it() {
    for (command, args) in [
        ("moves", &["1", "2", "--json"][..]),
        ("nim", &["1", "3", "--json"]),
    ] {
        let help = run(&mut wythoff(&[command, "--help"]), Feed::Nothing).expect(0);
        let line = run(wythoff(&[command]).args(args), Feed::Nothing).expect(0);
        let shown = format!("\n  {}", line.text());
        assert!(
            help.text().contains(&shown),
            "{command} --help lacks {shown}"
        );
    }
    let help = run(&mut wythoff(&["moves", "--help"]), Feed::Nothing).expect(0);
    for (args, shown) in [
        (&["5", "8"][..], &["both 1 -> 4 7", "larger 5 -> 3 5"][..]),
        (&["--rule", "r=2", "8", "5"], &["uneven 4 5 -> 1 3"]),
    ] {
        let line = run(wythoff(&["moves"]).args(args), Feed::Nothing).expect(0);
        for shown in shown {
            assert!(line.text().contains(shown), "{}", line.text());
            let shown = format!("`{shown}`");
            assert!(help.text().contains(&shown), "moves --help lacks {shown}");
        }
    }
}
