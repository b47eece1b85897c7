//! Inputs in the formats of problems, and answers that are more than a label.

use super::*;

/// Every kind of input has the framing, the limits (`--strict`) and the answers of its problem.
#[test]
#[ignore = "slow"]
fn inputs_of_every_profile() {
    let folder = Folder::new();
    let read = |name| fs::read(folder.path().join(name)).expect("an output");
    for name in profiles() {
        let solved = |made: &str| {
            let script = format!(
                "set -e; \"$W\" gen --as {name} {made} -o x --answers y; \"$W\" solve --as {name} --strict x > z; cmp y z"
            );
            let run = shell(&script, folder.path()).expect(0);
            assert_eq!(run.stderr, "", "{script}");
            (read("x"), read("y"))
        };
        let (text, answers) = solved("");
        assert!(!text.is_empty() && !answers.is_empty());
        for kind in [
            "uniform", "digits", "cold", "near", "worst", "swapped", "edges",
        ] {
            solved(&format!("--seed 3 --mix {kind}"));
        }
        solved("--max 1");
        solved("--max 2 --mix worst,near,edges");
        for bytes in [50, 1000, 1004, 30_000] {
            let (text, _) = solved(&format!("--bytes {bytes}"));
            assert!(
                text.len() <= bytes,
                "{name} --bytes {bytes}: {}",
                text.len()
            );
        }
        for threads in [2, 5] {
            let again = solved(&format!("--threads {threads}"));
            assert_eq!(again, (text.clone(), answers.clone()), "{name}");
        }
        // So does a set of cases.
        let script = format!(
            "\"$W\" gen --as {name} --dir d --cases 7 --seed 2 > replay; for i in 1 4 7; do \"$W\" solve --as {name} --strict d/case-0$i.in | cmp - d/case-0$i.out || exit 1; done; cp d/case-07.in 7; sed -n 's/^wythoff/\"$W\"/; 7p' replay > again; rm d/*; . ./again; cmp d/case-07.in 7"
        );
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.stderr, "", "{name}");
    }
}

/// Other combinations of framing, rule and labels: `solve` with the same arguments reads the input without a warning and
/// gives the same answers. The same holds for a set of `gen --dir`, and a command that it prints writes its input again.
#[test]
#[ignore = "slow"]
fn problems_without_a_profile() {
    let folder = Folder::new();
    let framings = ["", "--in eof", "--in count", "--in zero", "--in one"];
    let rules = ["", "--rule misere", "--rule r=2", "--rule r=100"];
    let words = ["", "--words Yes,No", "--words 'first wins,second'"];
    let mut formats = Vec::new();
    for (i, framing) in framings.into_iter().enumerate() {
        for (j, rule) in rules.into_iter().enumerate() {
            formats.push(format!("{framing} {rule} {}", words[(i + j) % 3]));
        }
    }
    for name in profiles() {
        for framing in framings {
            formats.push(format!("--as {name} {framing}"));
        }
    }
    formats.push("--as hdu2177 --rule r=3 --words Y,N --in zero".to_owned());
    formats.push("--as hdu5973 --rule r=3 --in count".to_owned());
    for format in &formats {
        for made in ["", "--mix cold,near,worst=2 --seed 5", "--max 2"] {
            let script = format!(
                "set -e; \"$W\" gen {format} {made} -o x --answers y; \
                 \"$W\" solve {format} x > z; cmp y z; \"$W\" check {format} x y"
            );
            let run = shell(&script, folder.path()).expect(0);
            assert_eq!(run.stderr, "", "{script}");
            assert!(run.text().starts_with("AC "), "{script}: {}", run.text());
        }
        let script = format!(
            "set -e; \"$W\" gen {format} --dir d --cases 6 > replay; \"$W\" solve {format} d/case-06.in | cmp - d/case-06.out; \
             cp d/case-06.in 6; sed -n 's/^wythoff/\"$W\"/; 6p' replay > again; rm d/*; . ./again; cmp d/case-06.in 6"
        );
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.stderr, "", "{script}");
    }
    // With `--mix cold`, all positions are cold by this rule and get the second label.
    for rule in ["misere", "r=2", "r=100"] {
        let args = format!("gen --rule {rule} --words H,C --mix cold --max 1e18 -o x --answers -");
        let script = format!("\"$W\" {args} | sort | uniq -c");
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.text().trim(), "1000 C", "{rule}");
    }
}

/// The limit of bytes includes the number of records, even if that number gets one more digit.
#[test]
#[ignore = "slow"]
fn a_count_within_bytes() {
    for name in ["51nod1185", "haut1297", "uva11249"] {
        for bytes in (2..120).chain([990, 1000, 1010, 60_000]) {
            let args = format!("--as {name} --bytes {bytes}");
            let text = made(&args);
            assert!(text.len() <= bytes, "{args}");
            let end = text.iter().position(|&c| c == b'\n').expect("a line");
            let count: usize = std::str::from_utf8(&text[..end])
                .expect("digits")
                .parse()
                .expect("a number");
            let more = made(&format!("--as {name} --pairs {}", count + 1));
            let grown = more.len() > bytes;
            assert!(grown || count == 10_000, "{args}: {count}");
            assert_eq!(made(&format!("--as {name} --pairs {count}")), text);
        }
        let run = run(
            &mut wythoff(&["gen", "--as", name, "--bytes", "1"]),
            Feed::Nothing,
        )
        .expect(2);
        assert!(run.stderr.contains("1 bytes are too few"), "{run:?}");
    }
}

#[test]
fn beyond_what_a_problem_allows() {
    for (args, says) in [
        (
            "--as luogu-p2252 --pairs 2",
            "luogu-p2252 has at most 1 case, not 2; use --pairs 1",
        ),
        (
            "--as 51nod1072 --pairs 10001",
            "51nod1072 has at most 10000 cases, not 10001; use --pairs 10000",
        ),
        (
            "--as hdu2177 --in one --pairs 2",
            "an input of --in one has at most 1 case, not 2; use --pairs 1",
        ),
        (
            "--as poj1067 --max 1000000001",
            "the largest pile must be at most 1000000000, the limit of poj1067",
        ),
        (
            "--as hdu5973 --max 10^101",
            "the largest pile must be at most 10000000000000",
        ),
        ("--as hdu2177 --bytes 3", "3 bytes are too few"),
        ("--as no-such", "no-such"),
    ] {
        let args: Vec<_> = args.split(' ').collect();
        let run = run(wythoff(&["gen"]).args(&args), Feed::Nothing).expect(2);
        assert!(
            run.stderr.contains(says) && run.stdout.is_empty(),
            "{args:?}: {run:?}"
        );
    }
}

/// The progress counts the written bytes. This also holds if the answers of the problem have moves, and are not written.
#[test]
fn progress_counts_the_bytes_that_were_written() {
    use wythoff::workload::{Mix, Workload};
    use wythoff::{Amount, generate};
    let profile = wythoff::profile("hdu2177").unwrap();
    let problem = profile.problem.clone().with_max_pile(1000.into()).unwrap();
    let workload = Workload::new(1, Mix::default(), &problem).unwrap();
    let mut text = Vec::new();
    let output = wythoff::Output::stream(&mut text, "text");
    let produced = generate(&workload, Amount::records(10), output, None, None, None).unwrap();
    assert_eq!((produced.bytes, produced.records), (text.len() as u64, 10));
}
