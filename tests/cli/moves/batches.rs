//! Batches of positions.

use super::*;

/// The same lines in the same order, with all chunks, threads and ways of reading.
#[test]
fn batches_are_in_order() {
    let mut random = SplitMix(8);
    let mut input = String::new();
    for _ in 0..20_000 {
        let piles = [random.any_length(), random.any_length()];
        let _ = writeln!(input, "{} {}", piles[0], piles[1]);
        if random.below(9) == 0 {
            input += " \t\r\n\n";
        }
    }
    let folder = Folder::new();
    let path = folder.file("in", &input);
    for game in [
        Game::Wythoff(Rule::Normal),
        Game::Wythoff("r=3".parse().expect("a rule")),
        Game::Nim(NimRule::Misere),
    ] {
        for answers in [AnswerFormat::Moves, AnswerFormat::Json] {
            let solve = |input: Input<'_>, chunk: usize, threads: usize| {
                let problem = Problem::default().with_game(game).with_answers(answers);
                let solver = Solver::new(problem)
                    .chunk_size(NonZeroUsize::new(chunk))
                    .threads(NonZeroUsize::new(threads));
                let mut out = Vec::new();
                let output = Output::stream(&mut out, "out");
                solver.solve(vec![input], output).expect("no fault");
                out
            };
            let whole = || Input::reader(input.as_bytes(), "in");
            let first = solve(whole(), 1 << 20, 1);
            for (chunk, threads) in [(4096, 1), (4095, 3), (100_000, 3)] {
                let what = format!("{answers:?} {game:?} chunk {chunk} x{threads}");
                assert_same(&solve(whole(), chunk, threads), &first, &what);
                let path = Input::path(path.clone());
                assert_same(&solve(path, chunk, threads), &first, &what);
            }
        }
    }
}

/// Invalid lines are marked in place, in every format; all other lines have the answer that they have alone.
#[test]
fn marks_stand_in_their_places() {
    let mut random = SplitMix(11);
    for command in ["moves", "nim"] {
        let forms: &[&[&str]] = match command {
            "moves" => &[&[], &["--positions"], &["--json"], &["--rule", "misere"]],
            _ => &[&[], &["--moves"], &["--count"], &["--json"]],
        };
        let (mut input, mut right, mut faults) = (String::new(), String::new(), Vec::new());
        for line in 1..=30_000 {
            if random.below(500) == 0 {
                let fault = ["x", "5 -", "1 2.5"][random.below(3) as usize];
                let _ = writeln!(input, "{fault}");
                faults.push(line);
            } else {
                let piles = [random.below(100), random.below(100)];
                let _ = writeln!(input, "{} {}", piles[0], piles[1]);
                let _ = writeln!(right, "{} {}", piles[0], piles[1]);
            }
        }
        for form in forms {
            let args = [&[command], *form].concat();
            let mark = match form.contains(&"--json") {
                true => "{\"invalid\":true}",
                false => "?",
            };
            let alone = output(&args, &right);
            let mut alone = alone.lines();
            let mut expected = String::new();
            for line in 1..=30_000 {
                let marked = faults.binary_search(&line).is_ok();
                expected += if marked { mark } else { alone.next().unwrap() };
                expected.push('\n');
            }
            let args = [&args[..], &["--invalid", "mark", "--threads", "3"]].concat();
            let run = run(&mut wythoff(&args), Feed::Pipe(input.as_bytes())).expect(1);
            assert_same(&run.stdout, expected.as_bytes(), &format!("{args:?}"));
            let reported: Vec<_> = run.stderr.lines().collect();
            assert_eq!(reported.len(), 12, "{}", run.stderr);
            for (message, line) in reported[..10].iter().zip(&faults) {
                let place = format!("wythoff: <stdin>:{line}:");
                assert!(message.starts_with(&place), "{message}");
            }
            let count = faults.len();
            let marked = if mark == "?" { mark } else { "invalid" };
            assert_eq!(
                reported[11],
                format!("wythoff: {count} invalid lines, marked {marked}")
            );
        }
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
    let line = output(&["moves", "1", "3", "--json"], "");
    let step = line.split_once("\"moves\":[").expect("moves").1;
    let step = step.strip_suffix("]}\n").expect("the end");
    let shown = format!("\n  {step}\n");
    assert!(help.text().contains(&shown), "moves --help lacks {shown}");
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
