//! `wythoff gen`: the same arguments always give the same bytes, with the right answers.

mod problems;
mod sets;

use crate::support::*;
use std::fs;
use std::path::Path;

/// Arguments, the number of bytes that they give, and the hash of these bytes. They never change.
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

/// Each input has another seed, which is printed with the command that makes the input again. A tool that makes inputs
/// until a wrong program fails (`oj generate-input --hack-actual`) ends.
#[test]
fn random_seeds() {
    let folder = Folder::new();
    let script = "\"$W\" gen --seed random --pairs 5 2> note; sed -n 's/.*to repeat: wythoff/\"$W\"/p' note > again
        . ./again > second; grep -q '^wythoff: seed [0-9]*; to repeat: wythoff gen --seed [0-9]* ' note; cat second";
    let twice = shell(script, folder.path()).expect(0);
    let text = twice.text();
    let (first, second) = text.split_at(text.len() / 2);
    assert!(!first.is_empty() && first == second, "{text}");
    let other = shell(script, folder.path()).expect(0);
    assert_ne!(other.text(), text);
    let run = shell(
        "\"$W\" gen --seed random --dir d --cases 2 --pairs 3",
        folder.path(),
    )
    .expect(0);
    let seed = run
        .stderr
        .strip_prefix("wythoff: seed ")
        .expect("the seed")
        .trim_end();
    let again = format!("\"$W\" gen --seed {seed} --dir e --cases 2 --pairs 3 > x; diff -r d e");
    shell(&again, folder.path()).expect(0);
    let hack = (0..200).any(|_| {
        let text = made("-q --seed random --as luogu-p2252 --mix killers");
        let text = String::from_utf8(text).expect("digits");
        let piles: Vec<u64> = text
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();
        wythoff::game::published::double_int(piles[0], piles[1])
            != wythoff::is_cold(piles[0], piles[1])
    });
    assert!(hack, "no input of 200 breaks it");
    let run = shell("\"$W\" gen --seed rando", folder.path()).expect(2);
    assert!(run.stderr.contains("or `random`"), "{run:?}");
}

/// Threads, a file, a pipe, a redirection, with and without answers: the bytes are the same.
#[test]
#[ignore = "slow"]
fn the_same_bytes_in_every_way() {
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

/// The answers are those of `solve`, also for numbers beyond the reference.
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

/// With `--bytes`, the output has as many whole lines as fit.
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
    // Around the end of the first block.
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

/// If the reader closes the output, the run ends at once and without a message, even if it would never end otherwise.
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

/// A pipe that is not read stops the run in the middle. A signal then leaves the old files unchanged.
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
fn bad_arguments_are_refused() {
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

/// On a terminal the command that makes the same bytes again is printed. `script` is a terminal.
#[test]
fn the_seed_is_printed_on_a_terminal() {
    let folder = Folder::new();
    if !has("script") {
        return;
    }
    let script =
        "script -qec '\"$W\" gen --seed 99 --pairs 7 --mix cold,near=2 -o x' seen > /dev/null";
    shell(script, folder.path()).expect(0);
    let seen = fs::read_to_string(folder.path().join("seen")).expect("what was seen");
    let line = seen
        .lines()
        .find(|line| line.starts_with("wythoff: seed 99; to repeat: "))
        .expect("the seed");
    let again = line
        .split_once("to repeat: wythoff ")
        .expect("a command")
        .1
        .trim();
    assert_eq!(
        again,
        "gen --seed 99 --pairs 7 --max 1000000000 --mix cold=1,near=2 -o x"
    );
}

/// An output that is larger than the disk is refused at once. If the free space is unknown, the limit on the size of files
/// ends the run.
#[cfg(target_os = "linux")]
#[test]
fn more_than_the_disk_holds() {
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
        let expected = if plain {
            "x: there is not enough disk space: "
        } else {
            "x: "
        };
        assert!(run.stderr.contains(expected), "{run:?}");
    }
    // The free space is not compared with the size here: that of a compressed output is unknown, and a stream needs none.
    let script = "ulimit -f 1000; \"$W\" gen --bytes 900000G -o x.zst";
    let run = shell(script, folder.path()).expect(2);
    assert!(!run.stderr.contains("disk space"), "{run:?}");
    let script = "\"$W\" gen --bytes 900000G | head -c 10000000 | wc -c";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!(run.text().trim(), "10000000", "{run:?}");
}
