//! `wythoff stress` and `wythoff lint` against small programs that are wrong on purpose, in
//! tests/stress/, and against the submissions, which are right.
//!
//! A language whose compiler this machine lacks is skipped.

mod ends;
mod memory;
mod programs;
mod right_programs;
mod sources;

use crate::languages::{Program, has_tools};
use crate::support::{self, Feed, Folder, Run, command, has, reference_is_cold, run, wythoff};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use wythoff::internal::profiles_with_submissions;
use wythoff::profile;
use wythoff::{Language, submission};

/// Compiles tests/stress/NAME into `folder`; `None` if that can't be done here.
fn program(folder: &Folder, name: &str) -> Option<PathBuf> {
    let extension = name.rsplit('.').next().expect("an extension");
    let language: Language = extension.parse().expect("a language");
    if !has_tools(language) {
        return None;
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/stress")
        .join(name);
    let made = folder.path().join(name.replace('.', "_"));
    fs::create_dir(&made).expect("a folder for the program");
    let words = language.compile(&source, &made).expect("a compiler");
    run(command(&words[0]).args(&words[1..]), Feed::Nothing).expect(0);
    Some(PathBuf::from(&language.run(&source, &made)[0]))
}

/// Whether a line begins with `start`.
fn has_line(text: &str, start: &str) -> bool {
    text.lines().any(|line| line.starts_with(start))
}

/// Runs `wythoff ARGS --save FOLDER -- COMMAND`.
fn under_test(folder: &Folder, args: &[&str], command: &[&str]) -> Run {
    let mut test = wythoff(args);
    test.arg("--save").arg(folder.path().join("hacks"));
    test.arg("--").args(command).current_dir(folder.path());
    run(&mut test, Feed::Nothing)
}

/// The saved input and right answer.
fn saved(folder: &Folder) -> [String; 2] {
    ["in", "out"].map(|ending| {
        let path = folder.path().join("hacks/hack-000").with_extension(ending);
        fs::read_to_string(path).expect("a failing input was saved")
    })
}

/// Compiles the program, runs it under test, and compares the verdict and what is saved.
#[track_caller]
fn caught(name: &str, args: &[&str], letters: &str, input: &str, output: &str) {
    let folder = Folder::new();
    let Some(binary) = program(&folder, name) else {
        return;
    };
    let binary = binary.to_str().expect("UTF-8");
    let test = under_test(&folder, args, &[binary]).expect(1);
    let text = test.text();
    assert!(has_line(text, &format!("{letters}: ")), "{name}: {text}");
    assert_eq!(saved(&folder), [input, output], "{name}: {text}");
    // The replay command shows the same failure.
    let replay = text.lines().rfind(|line| line.contains("wythoff "));
    let replay = replay.expect("a line to replay").trim();
    let replay = replay.replacen("wythoff", "\"$W\"", 1);
    let script = replay.replacen(" -- ", " --save again -- ", 1);
    let again = support::shell(&script, folder.path()).expect(1);
    let same = |text: &str| has_line(text, &format!("{letters}: "));
    assert!(same(again.text()), "{name}, {script}: {}", again.text());
    if letters == "WA" {
        let script = format!(
            "{binary} < hacks/hack-000.in | head -n 1000 > found; ! cmp -s found hacks/hack-000.out"
        );
        support::shell(&script, folder.path()).expect(0);
    }
}

const POJ: &[&str] = &["stress", "--as", "poj1067"];

const V2: &[&str] = &["stress", "--as", "51nod1185"];

#[test]
#[ignore = "slow"]
fn the_double_formula() {
    caught("double_int.cpp", POJ, "WA", "165580140 267914295\n", "0\n");
    caught(
        "double_int.cpp",
        &["lint"],
        "WA",
        "165580140 267914295\n",
        "0\n",
    );
}

/// The fastest of some runs, as other tests run at the same time.
#[test]
#[ignore = "slow"]
fn the_double_formula_within_two_seconds() {
    let folder = Folder::new();
    let Some(binary) = program(&folder, "double_int.cpp") else {
        return;
    };
    for command in ["stress", "lint"] {
        let times = (0..5).map(|_| {
            let start = Instant::now();
            under_test(&folder, &[command], &[binary.to_str().expect("UTF-8")]).expect(1);
            start.elapsed()
        });
        let best = times.min().expect("five runs");
        assert!(best < Duration::from_secs(2), "{command}: {best:?}");
    }
}

#[test]
fn float() {
    caught("float.cpp", POJ, "WA", "4180 6764\n", "0\n");
}

#[test]
#[ignore = "slow"]
fn a_misprinted_rounding() {
    caught("plus_half.cpp", POJ, "WA", "1 2\n", "0\n");
    caught("plus_half.cpp", &["lint"], "WA", "1 2\n", "0\n");
}

/// Other machines have another `long double`.
#[cfg(target_arch = "x86_64")]
#[test]
#[ignore = "slow"]
fn x87_long_double() {
    let input = "1\n7778742048 12586269024\n";
    caught("long_double.cpp", V2, "WA", input, "B\n");
    let lint = &["lint", "--as", "51nod1185"];
    caught("long_double.cpp", lint, "WA", input, "B\n");
}

#[test]
#[ignore = "slow"]
fn decimals_of_phi() {
    let input = "1\n72723460248140 117669030460993\n";
    caught("split27.cpp", V2, "WA", input, "A\n");
    let lint = &["lint", "--as", "51nod1185"];
    caught("split27.cpp", lint, "WA", input, "A\n");
}

#[test]
fn piles_in_the_other_order() {
    caught("swapped.rs", POJ, "WA", "2 1\n", "0\n");
}

#[test]
fn piles_beyond_an_int() {
    let folder = Folder::new();
    let Some(binary) = program(&folder, "overflow.cpp") else {
        return;
    };
    let test = under_test(&folder, V2, &[binary.to_str().expect("UTF-8")]).expect(1);
    let [input, output] = saved(&folder);
    let numbers: Vec<u128> = input
        .split_whitespace()
        .map(|number| number.parse().expect("a number"))
        .collect();
    let [1, a, b] = numbers[..] else {
        panic!("one pair: {input}");
    };
    // Just above 2^31.
    let largest = a.max(b);
    assert!(
        (1 << 31..5 << 29).contains(&largest),
        "{input}{}",
        test.text()
    );
    let word = if reference_is_cold(a, b) {
        "B\n"
    } else {
        "A\n"
    };
    assert_eq!(output, word);
}

#[test]
fn nothing_in_both_piles() {
    caught("no_zero.rs", POJ, "WA", "0 0\n", "0\n");
}

#[test]
#[ignore = "slow"]
fn framings_off_by_one() {
    let counted = &["stress", "--as", "51nod1072"];
    caught("framing.rs", counted, "WA", "1\n0 0\n", "B\n");
    caught("extra.cpp", POJ, "WA", "0 0\n", "0\n");
}

#[test]
#[ignore = "slow"]
fn crashes() {
    caught("crash.cpp", POJ, "RE", "0 1001\n", "1\n");
    caught("panic.rs", POJ, "RE", "0 46341\n", "1\n");
}

#[test]
#[ignore = "slow"]
fn endless_loops() {
    let args = &["stress", "--as", "poj1067", "-t", "0.7"];
    caught("endless.cpp", args, "TLE", "1 1\n", "1\n");
}

#[test]
#[ignore = "slow"]
fn too_much_output() {
    let args = &["stress", "-t", "50"];
    caught("chatty.rs", args, "OLE", "0 0\n", "0\n");
}

/// The program prints many times the length of the right answers, but not without end.
#[test]
fn more_output_than_answers_is_wrong() {
    let folder = Folder::new();
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let script = format!("'{solve}' solve; yes 1 | head -n 1000000");
    let test = under_test(&folder, &["lint"], &["sh", "-c", &script]).expect(1);
    let text = test.text();
    assert!(text.contains("\nWA: after the last of "), "{text}");
}

#[test]
fn a_missing_last_newline_is_noted() {
    let note =
        "note: the output does not end with a newline; some judges, such as UVa, reject that\n";
    let solve = env!("CARGO_BIN_EXE_wythoff");
    for (profile, has_newline) in [
        ("luogu-p2252", false),
        ("luogu-p2252", true),
        ("poj1067", false),
        ("poj1067", true),
    ] {
        let solve = format!("'{solve}' solve --as {profile}");
        let script = if has_newline {
            solve
        } else {
            format!("printf %s \"$({solve})\"")
        };
        let folder = Folder::new();
        let args = ["stress", "--as", profile, "--batches", "2"];
        let test = under_test(&folder, &args, &["sh", "-c", &script]).expect(0);
        let text = test.text();
        assert_eq!(text.ends_with(note), !has_newline, "{script}: {text}");
        assert!(has_line(text, "AC: "), "{script}: {text}");
    }
}

#[test]
#[ignore = "slow"]
fn memory_hogs() {
    for (name, limit) in [("hog.cpp", "64"), ("hog_static.cpp", "256")] {
        let folder = Folder::new();
        let Some(binary) = program(&folder, name) else {
            return;
        };
        let args = &["stress", "--memory", limit, "-t", "1"];
        let test = under_test(&folder, args, &[binary.to_str().expect("UTF-8")]).expect(1);
        assert!(test.text().contains("\nMLE: "), "{name}: {}", test.text());
        let [input, _] = saved(&folder);
        assert_eq!(input.lines().count(), 1, "{name}: {input}");
        let largest = input.split_whitespace().map(|n| n.parse::<u64>().unwrap());
        let largest = largest.max().expect("two piles") >> 20;
        let limit: u64 = limit.parse().expect("a number");
        // The program also has memory besides its table.
        assert!(
            (limit - 8..limit + 64).contains(&largest),
            "{name}: {input}"
        );
    }
}

/// Room for 1000 of 10 000 piles, and tables and formulas that end before the limit.
#[test]
#[ignore = "slow"]
fn faults_at_the_limits() {
    for (name, profile, letters) in [
        ("few_piles.cpp", "luogu-p2197", "RE"),
        ("short_table.cpp", "51nod1072", "WA"),
        ("no_last_pair.cpp", "poj1067", "WA"),
    ] {
        let folder = Folder::new();
        let Some(binary) = program(&folder, name) else {
            return;
        };
        let binary = binary.to_str().expect("UTF-8");
        for command in ["lint", "stress"] {
            let args = [command, "--as", profile];
            let test = under_test(&folder, &args, &[binary]).expect(1);
            let verdict = format!("\n{letters}: ");
            assert!(test.text().contains(&verdict), "{name}: {}", test.text());
            assert!(test.text().contains(" limits: "), "{name}: {}", test.text());
        }
    }
}

#[test]
fn nothing_printed_is_never_right() {
    caught("silent.rs", POJ, "WA", "0 0\n", "0\n");
    let folder = Folder::new();
    for profile in wythoff::PROFILES {
        let args = ["lint", "--as", profile.name];
        let test = under_test(&folder, &args, &["true"]).expect(1);
        let nothing = "WA: it printed nothing";
        assert!(test.text().contains(nothing), "{}", test.text());
    }
}

/// A failure that is found again is saved once.
#[test]
fn a_failure_is_saved_once() {
    let folder = Folder::new();
    let hacks = || {
        let entries = fs::read_dir(folder.path().join("hacks")).expect("the folder of hacks");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    };
    let stress = |profile: &str| {
        let run = under_test(&folder, &["stress", "--as", profile], &["true"]).expect(1);
        let saved = run.text().lines().find(|line| line.starts_with("saved: "));
        let path = saved.expect("where").rsplit('/').next().expect("a name");
        // The path is quoted if the folder's name has blanks.
        path.trim_end_matches('\'').to_owned()
    };
    let pair = |n: u32| ["in", "out"].map(|ending| format!("hack-{n:03}.{ending}"));
    for _ in 0..3 {
        assert_eq!(stress("poj1067"), "hack-000.out");
        assert_eq!(hacks(), pair(0));
    }
    for _ in 0..2 {
        assert_eq!(stress("51nod1072"), "hack-001.out");
        assert_eq!(hacks(), [pair(0), pair(1)].concat());
    }
    // The failure is saved once, even if a lower number is free, or if the other file of a pair is missing or different.
    for name in pair(0) {
        fs::remove_file(folder.path().join("hacks").join(name)).expect("it goes");
    }
    assert_eq!(stress("51nod1072"), "hack-001.out");
    assert_eq!(hacks(), pair(1));
    fs::write(folder.path().join("hacks/hack-001.out"), "?\n").expect("another answer");
    assert_eq!(stress("51nod1072"), "hack-000.out");
    fs::remove_file(folder.path().join("hacks/hack-000.out")).expect("it goes");
    assert_eq!(stress("51nod1072"), "hack-002.out");
}

#[test]
fn one_position_for_each_run() {
    let args = &["stress", "--as", "luogu-p2252"];
    let input = "165580140 267914295\n";
    caught("one_double.cpp", args, "WA", input, "0\n");
}

#[test]
fn a_failure_that_needs_several_cases() {
    let folder = Folder::new();
    let Some(binary) = program(&folder, "stateful.cpp") else {
        return;
    };
    let test = under_test(&folder, POJ, &[binary.to_str().expect("UTF-8")]).expect(1);
    let [input, output] = saved(&folder);
    assert_eq!(input.lines().count(), 20, "{}", test.text());
    assert_eq!(output, "0\n".repeat(20));
}

#[test]
fn other_games() {
    let args = &["stress", "--as", "hdu2177"];
    caught("no_moves.rs", args, "WA", "1 1\n0 0\n", "1\n0 0\n");
    let args = &["stress", "--as", "hdu1849"];
    caught("nim_or.cpp", args, "WA", "2\n1 1\n0\n", "Grass Win!\n");
}

/// Known cases are tried first, then mixes for about five seconds. The last line tells how to continue.
#[test]
#[ignore = "slow"]
fn a_run_without_options() {
    let folder = Folder::new();
    let solve = [
        env!("CARGO_BIN_EXE_wythoff"),
        "solve",
        "--as",
        "luogu-p2197",
    ];
    let start = Instant::now();
    let test = under_test(&folder, &["stress", "-v", "--as", "luogu-p2197"], &solve).expect(0);
    assert!(start.elapsed() >= Duration::from_secs(5));
    let lines: Vec<_> = test.text().lines().collect();
    let is_mix = |line: &&&str| line.contains(" mix ");
    let mixes = lines.iter().filter(is_mix).count();
    assert!(mixes > 20, "{mixes} mixes");
    let first_mix = lines.iter().position(|line| is_mix(&line)).expect("a mix");
    for known in [" edges: ", " worst: ", " limits: ", " full: "] {
        assert!(lines[..first_mix].iter().any(|line| line.contains(known)));
    }
    let [.., verdict, longer] = lines[..] else {
        panic!("{lines:?}");
    };
    assert!(verdict.starts_with("AC: "), "{verdict}");
    assert_eq!(
        longer,
        "to try longer: --time SECONDS; to try other cases: --seed random"
    );
}

/// A right program: only the verdict is printed. A wrong program: the batch that fails is printed too.
#[test]
fn batches_that_pass_are_not_printed() {
    let folder = Folder::new();
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let args = ["stress", "-j", "1", "--batches", "3"];
    let test = under_test(&folder, &args, &[solve, "solve"]).expect(0);
    assert!(test.text().starts_with("AC: "), "{}", test.text());
    let wrong = [solve, "solve", "--words", "0,1"];
    let test = under_test(&folder, &args, &wrong).expect(1);
    let batches = test
        .text()
        .lines()
        .filter(|line| line.starts_with("batch "));
    assert_eq!(batches.count(), 1, "{}", test.text());
}

#[test]
fn random_seeds_are_printed() {
    let folder = Folder::new();
    let args = ["stress", "-v", "--seed", "random", "--batches", "18"];
    let seed = || {
        let solve = [env!("CARGO_BIN_EXE_wythoff"), "solve"];
        let test = under_test(&folder, &args, &solve).expect(0);
        let verdict = test.text().lines().last().expect("a verdict").to_owned();
        let seed = verdict.split(", seed ").nth(1).expect("the seed");
        let seed = seed.split(',').next().expect("the seed").to_owned();
        assert!(test.text().contains(&format!("mix seed {seed}: ")));
        seed
    };
    assert_ne!(seed(), seed());
}

/// Other combinations of options: `solve` with the same arguments passes, and with one argument changed it fails. The
/// replay command shows the same failure.
#[test]
#[ignore = "slow"]
fn problems_without_a_profile() {
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let split = |args: &str| -> Vec<String> {
        let words = args.split(' ').filter(|word| !word.is_empty());
        words.map(|word| word.replace('_', " ")).collect()
    };
    for (format, other, max) in [
        (
            "--in count --words Yes,Not_at_all",
            "--in eof --words Yes,Not_at_all",
            "1e18",
        ),
        ("--in count --rule r=2", "--in count --rule r=3", "1e30"),
        (
            "--in zero --rule misere --words A,B",
            "--in zero --rule normal --words A,B",
            "9",
        ),
        ("--in one --rule r=5", "--in one --rule r=4", "1000"),
        (
            "--as hdu2177 --in eof --rule r=2",
            "--as hdu2177 --in eof",
            "99",
        ),
        ("--as hdu1849 --in count", "--as hdu1849", "1000"),
        (
            "--as uva11249 --in zero --words a_b,c_d",
            "--as uva11249 --in zero",
            "1e9",
        ),
        ("--rule r=2", "--rule r=1", "18446744073709551615"),
    ] {
        let folder = Folder::new();
        for command in ["stress --batches 4", "lint"] {
            let args = split(&format!("{command} {format} --max {max} -t 20"));
            let args: Vec<_> = args.iter().map(String::as_str).collect();
            let program =
                |format: &str| [vec![solve.to_owned(), "solve".to_owned()], split(format)].concat();
            let right = program(format);
            let right: Vec<_> = right.iter().map(String::as_str).collect();
            let test = under_test(&folder, &args, &right).expect(0);
            let named = format!(
                ", {} --max {max}, seed 1",
                format.trim_start_matches("--as ")
            );
            let named = named.replace("Yes,Not_at_all", "'Yes,Not at all'");
            let named = named.replace("a_b,c_d", "'a b,c d'");
            assert!(has_line(test.text(), "AC: "), "{format}: {}", test.text());
            assert!(test.text().contains(&named), "{named}: {}", test.text());
            let wrong = program(other);
            let wrong: Vec<_> = wrong.iter().map(String::as_str).collect();
            let test = under_test(&folder, &args, &wrong).expect(1);
            let text = test.text();
            let replay = text.lines().rfind(|line| line.contains("wythoff "));
            let replay = replay.expect("a line to replay").trim();
            let replay = replay.replacen("wythoff", "\"$W\"", 1);
            let script = replay.replacen(" -- ", " --save again -- ", 1);
            support::shell(&script, folder.path()).expect(1);
            // The saved input has that format, and the saved answer is right.
            let script = format!(
                "\"$W\" check {} hacks/hack-000.in hacks/hack-000.out && rm hacks/*",
                right[2..]
                    .iter()
                    .map(|word| format!("'{word}' "))
                    .collect::<String>()
            );
            support::shell(&script, folder.path()).expect(0);
        }
    }
    for (args, says) in [
        (
            "--as poj1067 --max 1e10",
            "the largest pile must be at most 1000000000, the limit of poj1067",
        ),
        ("--max 0", "at least 1"),
        (
            "--as hdu1849 --rule misere",
            "--rule applies only to problems with two piles",
        ),
        ("--as poj2975 --words a,b", "numbers of moves"),
        ("--as hdu2177 --words a_b,c", "a label has no blanks"),
        ("--words a", "two words"),
    ] {
        let folder = Folder::new();
        for command in ["stress", "lint"] {
            let args = split(&format!("{command} {args}"));
            let args: Vec<_> = args.iter().map(String::as_str).collect();
            let test = under_test(&folder, &args, &["true"]).expect(2);
            assert!(test.stderr.contains(says), "{args:?}: {}", test.stderr);
        }
    }
}
