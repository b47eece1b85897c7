//! `wythoff gen`: the same bytes for ever, however they are made, and true answers beside them.

use crate::support::*;
use std::fs;
use std::path::Path;

/// Arguments, how many bytes they give, and their hash. These never change.
#[rustfmt::skip]
const GOLDEN: &[(&str, usize, u64)] = &[
    ("", 16477, 0xab5a_5feb_b5d7_de87),
    ("--seed 2 --bytes 1M", 1_048_565, 0x4544_6f91_1489_3278),
    ("--seed 18446744073709551615 --bytes 1M --mix uniform", 1_048_575, 0x946a_c821_832c_da90),
    ("--seed 3 --bytes 1M --mix cold=3,near --max 1e18", 1_048_553, 0x7e93_193b_4118_3ded),
    ("--seed 4 --pairs 70000 --mix worst,swapped,edges=2 --max 18446744073709551615", 1_380_942, 0x87ac_5c0f_768b_e254),
    ("--seed 5 --pairs 5000 --max 10^100", 770_752, 0xdbb6_0e7b_cc43_1a05),
    ("--seed 6 --pairs 5000 --as hdu2177", 59_576, 0x7822_a34b_76f8_7d6b),
    ("--seed 6 --pairs 5000 --as haut1297", 272_509, 0xc623_7a1f_7711_c717),
    ("--seed 6 --pairs 5000 --as poj2975", 446_947, 0xb610_64d2_960b_fe38),
    ("--seed 6 --pairs 1000 --as uva11249", 341_952, 0xaae6_1d8c_712a_491e),
    ("--seed 7 --pairs 5000 --rule misere --in zero --max 3", 20_004, 0x0c7a_3926_1efe_20a8),
    ("--seed 7 --pairs 5000 --rule r=2 --in count --mix cold,near,worst,killers --max 1e18", 145_223, 0xd84a_1164_64af_618c),
    ("--seed 7 --pairs 5000 --rule r=3 --max 10^40", 315_857, 0x660c_4262_5d8c_297c),
];

/// `wythoff gen ARGS` to standard output.
fn made(args: &str) -> Vec<u8> {
    let args: Vec<_> = args.split_whitespace().collect();
    let run = run(wythoff(&["gen"]).args(args), Feed::Nothing).expect(0);
    assert_eq!(run.stderr, "", "nobody sees it");
    run.stdout
}

/// Arguments of a set, and the hash of its files by name. These don't change either.
#[rustfmt::skip]
const SETS: &[(&str, u64)] = &[
    ("--cases 7 --pairs 3000", 0xb2e6_fc3b_8bb9_e4e0),
    ("--as poj1067 --cases 3 --seed 2 --ans", 0x6df7_0731_3ffa_dee8),
    ("--as luogu-p2252 --cases 9 --mix cold,near", 0xbc01_8ee7_0607_2025),
    ("--as luogu-p2252", 0xf350_2388_fb36_d77f),
];

#[test]
fn the_bytes_of_sets_never_change() {
    let mut found = Vec::new();
    for &(args, _) in SETS {
        let folder = Folder::new();
        shell(&format!("\"$W\" gen --dir . {args}"), folder.path()).expect(0);
        let mut all = Vec::new();
        for name in folder.names() {
            all.extend(name.as_bytes());
            all.extend(fs::read(folder.path().join(name)).expect("a case"));
        }
        found.push((args, fnv1a(&all)));
    }
    for (args, hash) in found.iter().filter(|_| found != SETS) {
        eprintln!("    ({args:?}, 0x{hash:016x}),");
    }
    assert!(found == SETS, "the bytes changed");
}

/// Where an input is one record, nearly every case is one that a usual wrong program fails.
#[test]
fn a_set_of_single_records_kills() {
    use wythoff::game::published::{double_int, double_plus_half};
    for seed in ["1", "2", "18446744073709551615"] {
        let folder = Folder::new();
        let script = format!("\"$W\" gen --dir . --as luogu-p2252 --seed {seed}");
        shell(&script, folder.path()).expect(0);
        let (mut int, mut half, mut cold) = (0, 0, 0);
        for i in 1..=20 {
            let read = |ending: &str| {
                let path = folder.path().join(format!("case-{i:02}.{ending}"));
                fs::read_to_string(path).expect("a case")
            };
            let (text, truth) = (read("in"), read("out"));
            let piles: Vec<u64> = text
                .split_whitespace()
                .map(|n| n.parse().unwrap())
                .collect();
            let is_cold = truth == "0\n";
            cold += usize::from(is_cold);
            int += usize::from(double_int(piles[0], piles[1]) != is_cold);
            half += usize::from(double_plus_half(piles[0], piles[1]) != is_cold);
        }
        assert!((8..=12).contains(&cold), "seed {seed}: {cold} cold");
        assert!(int >= 10 && half >= 10, "seed {seed}: {int}, {half} of 20");
    }
}

fn lines(text: &[u8]) -> usize {
    text.iter().filter(|&&c| c == b'\n').count()
}

#[test]
fn the_bytes_never_change() {
    let mut found = Vec::new();
    for args in [
        "",
        "--seed 2 --bytes 1M",
        "--seed 18446744073709551615 --bytes 1M --mix uniform",
        "--seed 3 --bytes 1M --mix cold=3,near --max 1e18",
        "--seed 4 --pairs 70000 --mix worst,swapped,edges=2 --max 18446744073709551615",
        "--seed 5 --pairs 5000 --max 10^100",
        "--seed 6 --pairs 5000 --as hdu2177",
        "--seed 6 --pairs 5000 --as haut1297",
        "--seed 6 --pairs 5000 --as poj2975",
        "--seed 6 --pairs 1000 --as uva11249",
        "--seed 7 --pairs 5000 --rule misere --in zero --max 3",
        "--seed 7 --pairs 5000 --rule r=2 --in count --mix cold,near,worst,killers --max 1e18",
        "--seed 7 --pairs 5000 --rule r=3 --max 10^40",
    ] {
        let text = made(args);
        found.push((args, text.len(), fnv1a(&text)));
    }
    for (args, len, hash) in found.iter().filter(|_| found != GOLDEN) {
        eprintln!("    ({args:?}, {len}, 0x{hash:016x}),");
    }
    assert!(found == GOLDEN, "the bytes changed");
}

/// Threads, a file, a pipe, a redirection, with and without answers: nothing changes a byte.
#[test]
fn slow_however_it_is_made() {
    let folder = Folder::new();
    let truth = |text: &[u8]| reference(text);
    for args in [
        "--seed 7 --bytes 3M",
        "--seed 7 --pairs 150001",
        "--seed 8 --bytes 5000000 --mix near,cold",
        "--pairs 1",
        "--pairs 4096 --mix worst",
    ] {
        let text = made(&format!("{args} --threads 1"));
        let answers = truth(&text);
        for threads in [1, 2, 5] {
            let args = format!("{args} --threads {threads}");
            assert_same(&made(&args), &text, &args);
            for script in [
                "\"$W\" gen ARGS -o x --answers y",
                "\"$W\" gen ARGS --answers y > x",
                "\"$W\" gen ARGS --answers y | cat > x",
                "\"$W\" gen ARGS --answers y -o /dev/stdout | cat > x",
                "\"$W\" gen ARGS --answers /dev/stdout -o x | cat > y",
            ] {
                let script = script.replace("ARGS", &args);
                let run = shell(&script, folder.path()).expect(0);
                assert_eq!(run.stderr, "", "{script}");
                let read = |name| fs::read(folder.path().join(name)).expect("an output");
                assert_same(&read("x"), &text, &script);
                assert_same(&read("y"), &answers, &script);
                fs::remove_file(folder.path().join("x")).expect("x goes");
                fs::remove_file(folder.path().join("y")).expect("y goes");
                assert_eq!(folder.names(), [""; 0], "{script}");
            }
        }
    }
}

/// What `solve` says, too, and beyond what the reference here can square.
#[test]
fn the_answers_are_those_of_solve() {
    let folder = Folder::new();
    for args in [
        "--pairs 100000",
        "--pairs 3000 --max 10^100",
        "--pairs 20000 --max 2^64",
    ] {
        let script = format!("\"$W\" gen {args} -o x --answers y && \"$W\" solve x | cmp - y");
        shell(&script, folder.path()).expect(0);
        let answers = fs::read(folder.path().join("y")).expect("the answers");
        let cold = answers.iter().filter(|&&c| c == b'0').count();
        assert!((lines(&answers) / 10..lines(&answers) / 3).contains(&cold));
    }
}

/// As many whole lines as fit, and not one less.
#[test]
fn bytes_bound_whole_lines() {
    let stream = made("--pairs 6000");
    let ends: Vec<_> = (1..=stream.len())
        .filter(|&i| stream[i - 1] == b'\n')
        .collect();
    let check = |size: usize| {
        let fit = ends
            .iter()
            .copied()
            .take_while(|&end| end <= size)
            .last()
            .unwrap_or(0);
        let text = made(&format!("--bytes {size}"));
        assert_same(&text, &stream[..fit], &format!("--bytes {size}"));
    };
    (1..40).for_each(check);
    // About the end of the first block, where another generator begins.
    for end in [
        ends[0], ends[1], ends[4094], ends[4095], ends[4096], ends[5000],
    ] {
        [end - 1, end, end + 1].into_iter().for_each(check);
    }
}

#[test]
fn pairs_are_counted() {
    let stream = made("--pairs 10000");
    for pairs in [0, 1, 63, 64, 65, 4095, 4096, 4097, 8192, 10_000] {
        let text = made(&format!("--pairs {pairs}"));
        assert_eq!(lines(&text), pairs);
        assert!(stream.starts_with(&text), "--pairs {pairs}");
    }
}

#[test]
fn seeds_differ() {
    let texts: Vec<_> = (0..20)
        .map(|seed| made(&format!("--seed {seed} --pairs 5")))
        .collect();
    for (i, text) in texts.iter().enumerate() {
        assert!(!texts[..i].contains(text), "seed {i}");
    }
    assert_eq!(made("--pairs 5"), texts[1], "1 is the default");
}

#[test]
fn a_full_disk() {
    let folder = Folder::new();
    for command in [
        "\"$W\" gen > /dev/full",
        "\"$W\" gen -o /dev/full",
        "\"$W\" gen -o x --answers /dev/full",
        "\"$W\" gen --bytes 4M --threads 1 > /dev/full",
        "\"$W\" gen --bytes 4M --threads 3 > /dev/full",
        "\"$W\" gen --bytes 4M --threads 3 -o x --answers /dev/full",
        "\"$W\" gen --bytes 4M --threads 3 -o /dev/full --answers y",
    ] {
        for _ in 0..5 {
            let run = shell(command, folder.path()).expect(2);
            assert_eq!(run.stderr.lines().count(), 1, "{command}: {run:?}");
            assert!(
                run.stderr.contains("No space left on device"),
                "{command}: {run:?}"
            );
            assert_eq!(folder.names(), [""; 0], "{command}");
        }
    }
    let run = shell(
        "ulimit -f 64; \"$W\" gen --bytes 4M -o x --answers y",
        folder.path(),
    );
    assert!(run.expect(2).stderr.contains("File too large"));
    let run = shell("\"$W\" gen --dir /dev/null/x", folder.path()).expect(2);
    assert!(run.stderr.contains("Not a directory"), "{run:?}");
    assert_eq!(folder.names(), [""; 0]);
}

/// Silent, and at once, also where there would be no end.
#[test]
fn a_reader_that_leaves() {
    let folder = Folder::new();
    for args in [
        "--pairs 100000",
        "--bytes 1000000G",
        "--pairs 18446744073709551615 --threads 3",
    ] {
        let script = format!("{{ \"$W\" gen {args} --answers y; echo $? >&2; }} | head -n 1");
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.stderr, "0\n", "{args}");
        assert_eq!(run.stdout, made("--pairs 1"), "{args}");
        assert_eq!(folder.names(), [""; 0], "{args}: half an answer is none");
    }
}

/// Held in the midst of it by a pipe that nobody reads. (SIGINT may be ignored where tests run.)
#[test]
fn a_signal_leaves_what_was_there() {
    let folder = Folder::new();
    folder.file("x", "old\n");
    for signal in ["TERM", "HUP", "KILL"] {
        let script = format!(
            "mkfifo full; exec 9<>full; \"$W\" gen --bytes 64M -o x --answers full & \
             sleep 0.3; kill -{signal} $!; wait $!; code=$?; rm full; [ $code -gt 128 ]"
        );
        shell(&script, folder.path()).expect(0);
        assert_eq!(folder.names(), ["x"], "{signal}");
        assert_eq!(fs::read(folder.path().join("x")).expect("x"), b"old\n");
    }
}

#[test]
fn a_set_of_cases() {
    let folder = Folder::new();
    let at = |path: &str| fs::read(folder.path().join(path)).expect("a case");
    let run = shell("\"$W\" gen --dir a --cases 20 --pairs 5000", folder.path()).expect(0);
    let replay = run.text().to_owned();
    assert_eq!(replay.lines().count(), 20);
    let mut names: Vec<_> = (1..=20)
        .flat_map(|i| [format!("case-{i:02}.in"), format!("case-{i:02}.out")])
        .collect();
    names.sort();
    let names_in = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("UTF-8")
            })
            .collect();
        names.sort();
        names
    };
    assert_eq!(names_in(&folder.path().join("a")), names);
    let (mut texts, mut sizes) = (Vec::new(), Vec::new());
    for i in 1..=20 {
        let text = at(&format!("a/case-{i:02}.in"));
        assert_same(
            &at(&format!("a/case-{i:02}.out")),
            &reference(&text),
            &format!("case {i}"),
        );
        sizes.push(lines(&text));
        assert!(!texts.contains(&text), "case {i} is new");
        texts.push(text);
    }
    assert_eq!(sizes[0], 100);
    assert!(sizes[1..].is_sorted() && sizes[19] == 5000, "{sizes:?}");
    assert!(
        texts[0].windows(11).any(|w| w == b"1000000000 "),
        "the edges come first"
    );
    // The lines it wrote are a program that makes the same again.
    let replay = replay
        .replace("wythoff gen", "\"$W\" gen")
        .replace(" a/", " b/");
    shell(&format!("mkdir b\n{replay}"), folder.path()).expect(0);
    for name in &names {
        assert_same(&at(&format!("b/{name}")), &at(&format!("a/{name}")), name);
    }
    // The layout of ICPC; three digits where there are so many.
    let script =
        "\"$W\" gen --dir \"it's/c d\" --cases 101 --name x --ans --pairs 2 --seed 5 > replay";
    shell(script, folder.path()).expect(0);
    let names = names_in(&folder.path().join("it's/c d"));
    assert_eq!(names.len(), 202);
    assert_eq!(names[..3], ["x-001.ans", "x-001.in", "x-002.ans"]);
    let before = at("it's/c d/x-101.in");
    shell(
        "rm -r it*/*; mkdir \"it's/c d\"; sed 's/^wythoff/\"$W\"/' replay > again; . ./again",
        folder.path(),
    )
    .expect(0);
    assert_eq!(names_in(&folder.path().join("it's/c d")), names);
    assert_eq!(at("it's/c d/x-101.in"), before);
}

/// A set of fewer cases, or with the other ending, beside an older one would be a mixture of both.
#[test]
fn a_set_where_another_one_is() {
    let folder = Folder::new();
    let files = || {
        let mut names: Vec<_> = fs::read_dir(folder.path().join("d"))
            .expect("the folder of the set")
            .map(|entry| entry.expect("an entry").path())
            .map(|path| (fs::read(&path).expect("a file"), path))
            .collect();
        names.sort();
        names
    };
    shell("\"$W\" gen --dir d --cases 12 --pairs 20", folder.path()).expect(0);
    // What is no case of that name is nobody's business; nor are others' cases.
    for name in [
        "case-x.in",
        "case-01.txt",
        "case-.in",
        "cases-13.in",
        "other-99.in",
        "case-1",
    ] {
        fs::write(folder.path().join("d").join(name), "").expect("a file");
    }
    let before = files();
    for (args, says) in [
        ("--cases 3", "d/case-04.in: a case of another set"),
        ("--cases 12 --ans", "d/case-01.out: a case of another set"),
        ("--cases 100", "d/case-01.in: a case of another set"),
    ] {
        let script = format!("\"$W\" gen --dir d --pairs 20 --seed 2 {args}");
        let run = shell(&script, folder.path()).expect(2);
        assert!(
            run.stderr.contains(says) && run.stdout.is_empty(),
            "{run:?}"
        );
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        assert!(files() == before, "{args}");
    }
    for args in ["--cases 12 --seed 2", "--cases 20", "--cases 3 --name more"] {
        let script = format!("\"$W\" gen --dir d --pairs 20 {args}");
        shell(&script, folder.path()).expect(0);
    }
}

#[test]
fn what_makes_no_sense() {
    let folder = Folder::new();
    folder.file("there", "");
    for command in [
        "gen --pairs 1 --bytes 1",
        "gen --pairs x",
        "gen --bytes 0",
        "gen --max 0",
        "gen --max -1",
        "gen --mix cold:1",
        "gen --mix cold=0",
        "gen --seed x",
        "gen --cases 3",
        "gen --dir d --cases 0",
        "gen --dir d --name a/b",
        "gen --dir d --name ''",
        "gen --dir d -o x",
        "gen --dir d --bytes 1M",
        "gen --words A,B",
        "gen --words A,A --answers y",
        "gen --in two",
        "gen --in one --pairs 2",
        "gen --as hdu1849 --rule misere",
        "gen --as hdu1850 --words A,B --answers y",
        "gen -o x --answers x",
        "gen -o x --answers ./x",
        "gen -o there --answers there",
        "gen --answers there >> there",
        "gen -o /none/such",
        "gen -o .",
        "gen >&-",
    ] {
        let run = shell(&format!("\"$W\" {command}"), folder.path()).expect(2);
        assert!(
            !run.stderr.is_empty() && run.stdout.is_empty(),
            "{command}: {run:?}"
        );
        assert_eq!(folder.names(), ["there"], "{command}");
    }
}

/// On a terminal it says how to get the same again; `script` is one.
#[test]
fn a_person_is_told_the_seed() {
    let folder = Folder::new();
    let there = shell("command -v script", folder.path());
    if there.code != Some(0) {
        eprintln!("no `script` here: whether a terminal is told the seed was NOT tested");
        return;
    }
    let script =
        "script -qec '\"$W\" gen --seed 99 --pairs 7 --mix cold,near=2 -o x' seen > /dev/null";
    shell(script, folder.path()).expect(0);
    let seen = fs::read_to_string(folder.path().join("seen")).expect("what was seen");
    let line = seen
        .lines()
        .find(|line| line.starts_with("wythoff: seed 99; again: "))
        .expect("the seed");
    let again = line
        .split_once("again: wythoff ")
        .expect("a command")
        .1
        .trim();
    assert_eq!(
        again,
        "gen --seed 99 --pairs 7 --max 1000000000 --mix cold=1,near=2 -o x"
    );
}

/// Each problem's framing, within its limits (`--strict`), with its answers, for every kind.
#[test]
fn slow_as_each_judge_has_it() {
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
        // A set of cases is one too.
        let script = format!(
            "\"$W\" gen --as {name} --dir d --cases 7 --seed 2 > replay; for i in 1 4 7; do \"$W\" solve --as {name} --strict d/case-0$i.in | cmp - d/case-0$i.out || exit 1; done; cp d/case-07.in 7; sed -n 's/^wythoff/\"$W\"/; 7p' replay > again; rm d/*; . ./again; cmp d/case-07.in 7"
        );
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.stderr, "", "{name}");
    }
}

/// What no profile names, or another word on what one does: `solve` with the same arguments reads it, promises what it
/// promises, and says what the answers say; and so do the commands of a set.
#[test]
fn slow_what_no_profile_names() {
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
    // The kinds are those of the game that is played, and both words are there.
    for rule in ["misere", "r=2", "r=100"] {
        let args = format!("gen --rule {rule} --words H,C --mix cold --max 1e18 -o x --answers -");
        let script = format!("\"$W\" {args} | sort | uniq -c");
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.text().trim(), "1000 C", "{rule}");
    }
}

/// The number before the records grows a digit where they do, and counts to the bound.
#[test]
fn slow_a_count_within_bytes() {
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
        assert!(run.stderr.contains("1 bytes don't hold"), "{run:?}");
    }
}

#[test]
fn beyond_what_a_problem_allows() {
    for (args, says) in [
        (
            "--as luogu-p2252 --pairs 2",
            "luogu-p2252 has 1 case at most, not 2: --pairs 1",
        ),
        (
            "--as 51nod1072 --pairs 10001",
            "51nod1072 has 10000 cases at most, not 10001: --pairs 10000",
        ),
        (
            "--as hdu2177 --in one --pairs 2",
            "an input of --in one has 1 case at most, not 2: --pairs 1",
        ),
        (
            "--as poj1067 --max 1000000001",
            "poj1067 has no pile beyond 1000000000",
        ),
        (
            "--as hdu5973 --max 10^101",
            "hdu5973 has no pile beyond 1000",
        ),
        ("--as hdu2177 --bytes 3", "3 bytes don't hold"),
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

/// The reader of the commands went away before the first: the cases are all there.
#[test]
fn a_set_whose_commands_nobody_reads() {
    let folder = Folder::new();
    let mut expected = Vec::new();
    for (name, heard) in [("a", true), ("b", false)] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let reader = heard.then_some(reader);
        let mut command = wythoff(&["gen", "--dir", name, "--cases", "5", "--pairs", "40"]);
        let command = command.current_dir(folder.path()).stdout(writer);
        let status = command.status().expect("it runs");
        assert_eq!(status.code(), Some(0), "{name}");
        drop(reader);
        let dir = folder.path().join(name);
        let mut files: Vec<_> = fs::read_dir(&dir)
            .expect("the folder of the set")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        files.sort();
        let files: Vec<_> = files
            .into_iter()
            .map(|name| (fs::read(dir.join(&name)).expect("a case"), name))
            .collect();
        assert_eq!(files.len(), 10, "{name}");
        match heard {
            true => expected = files,
            false => assert!(files == expected),
        }
    }
}

/// What no disk holds isn't begun. Where the file system doesn't say what is free, or compresses, the
/// limit on files ends it.
#[cfg(target_os = "linux")]
#[test]
fn more_than_there_is_room_for() {
    let folder = Folder::new();
    let kind = rustix::fs::statfs(folder.path())
        .expect("a file system")
        .f_type;
    let plain = [0xEF53, 0x5846_5342, 0x0102_1994].contains(&(kind as u64 & 0xFFFF_FFFF));
    for args in [
        "--bytes 900000G -o x",
        "--pairs 100000000000000 -o x",
        "--pairs 18446744073709551615 -o x",
        "--as uva11249 --bytes 900000G -o x",
        "--as hdu2176 --pairs 100000000000000 -o x",
        "--pairs 100000000000000 -o x --answers y",
    ] {
        let script = format!("ulimit -f 1000; \"$W\" gen {args}");
        let run = shell(&script, folder.path()).expect(2);
        assert!(!folder.path().join("x").exists(), "{args}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        let says = if plain {
            "x: there is not enough disk space: "
        } else {
            "x: "
        };
        assert!(run.stderr.contains(says), "{run:?}");
    }
    // Of what is compressed nobody knows, and streams have no end.
    let script = "ulimit -f 1000; \"$W\" gen --bytes 900000G -o x.zst";
    let run = shell(script, folder.path()).expect(2);
    assert!(!run.stderr.contains("room"), "{run:?}");
    let script = "\"$W\" gen --bytes 900000G | head -c 10000000 | wc -c";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!(run.text().trim(), "10000000", "{run:?}");
}

/// Also where a problem's answers say more than a word, and nobody wants them.
#[test]
fn as_many_bytes_are_told_as_were_written() {
    use wythoff::internal::{Amount, generate};
    use wythoff::workload::{Mix, Workload};
    let profile = wythoff::profile("hdu2177").unwrap();
    let problem = profile.problem.clone().with_max_pile(1000.into()).unwrap();
    let workload = Workload::new(1, Mix::default(), &problem).unwrap();
    let mut text = Vec::new();
    let output = wythoff::Output::stream(&mut text, "text");
    let produced = generate(&workload, Amount::records(10), output, None, None, None).unwrap();
    assert_eq!((produced.bytes, produced.records), (text.len() as u64, 10));
}
