//! The programs with testlib that `submission` prints, compared with `validate` and `check`: the validator with damaged
//! inputs, the checker with damaged outputs, the generator by its inputs.
//!
//! They are compiled with the stand-in of `tests/testlib/`, or with the real header in the folder that
//! `WYTHOFF_TEST_TESTLIB` names.

use crate::support::{
    Feed, Folder, Run, SplitMix, command, has, profiles, ran, run, shell, wythoff,
};
use crate::validate::damaged;
use std::path::{Path, PathBuf};

/// The three programs of a profile.
struct Programs {
    checker: PathBuf,
    validator: PathBuf,
    generator: PathBuf,
}

impl Programs {
    fn new(profile: &str, folder: &Folder) -> Self {
        let compiled = |name: &str| {
            let source = ran(&["submission", "--as", profile, "--lang", name]).expect(0);
            let source = folder.file(&format!("{name}.cpp"), source.stdout);
            let program = folder.path().join(name);
            let stand_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/testlib");
            let header = std::env::var_os("WYTHOFF_TEST_TESTLIB").map_or(stand_in, PathBuf::from);
            let mut compiler = command("g++");
            compiler.args(["-std=c++11", "-Wall", "-Wextra", "-Werror", "-isystem"]);
            compiler.arg(header).arg("-o").arg(&program).arg(source);
            run(&mut compiler, Feed::Nothing).expect(0);
            program
        };
        Self {
            checker: compiled("testlib-checker"),
            validator: compiled("testlib-validator"),
            generator: compiled("testlib-generator"),
        }
    }
}

#[test]
#[ignore = "slow"]
fn programs_for_testlib() {
    if !has("g++") {
        return;
    }
    for profile in profiles() {
        let folder = Folder::new();
        let programs = Programs::new(&profile, &folder);
        let mut random = SplitMix(1);
        let mut valid = [0, 0];
        let mut right = [0, 0];
        for seed in 0..12 {
            let input = generated(&programs, &profile, seed);
            valid[usize::from(compare_validators(&programs, &profile, &input))] += 1;
            for _ in 0..4 {
                let input = damaged(&input, &mut random);
                valid[usize::from(compare_validators(&programs, &profile, &input))] += 1;
            }
            folder.file("in", &input);
            let answers = solved(&profile, &folder);
            for round in 0..5 {
                let output = match round {
                    0 => answers.clone(),
                    1 => rearranged(&answers, &mut random),
                    _ => damaged(&answers, &mut random),
                };
                folder.file("out", output);
                right[usize::from(compare_checkers(&programs, &profile, &folder))] += 1;
            }
        }
        assert!(valid[0] >= 10 && valid[1] >= 12, "{profile}: {valid:?}");
        assert!(right[0] >= 10 && right[1] >= 12, "{profile}: {right:?}");
    }
}

/// An input that the generator makes, and that both validators accept.
fn generated(programs: &Programs, profile: &str, seed: u64) -> Vec<u8> {
    let mut generator = command(&programs.generator);
    // Small piles give more cold positions, and moves that lead to one position.
    let max = ["-max=1", "-max=2", "-max=20", "-max=1000000"][seed as usize % 4];
    generator.arg(max);
    let framing = wythoff::profile(profile)
        .expect("a profile")
        .problem
        .framing();
    // testlib refuses an option that the generator does not ask for.
    if framing != wythoff::Framing::One {
        generator.arg(format!("-records={}", 1 + seed % 5));
    }
    generator.arg(seed.to_string());
    let input = run(&mut generator, Feed::Nothing).expect(0).stdout;
    let found = run(
        &mut wythoff(&["validate", "--as", profile]),
        Feed::Pipe(&input),
    );
    assert_eq!(found.code, Some(0), "{profile} {max} {seed}: {found:?}");
    input
}

fn solved(profile: &str, folder: &Folder) -> Vec<u8> {
    let script = format!("\"$W\" solve --as {profile} in > answer");
    shell(&script, folder.path()).expect(0);
    std::fs::read(folder.path().join("answer")).expect("the answers")
}

/// Whether both validators accept `input`.
#[track_caller]
fn compare_validators(programs: &Programs, profile: &str, input: &[u8]) -> bool {
    let args = ["validate", "--convention", "testlib", "--as", profile];
    let ours = run(&mut wythoff(&args), Feed::Pipe(input));
    let theirs = run(&mut command(&programs.validator), Feed::Pipe(input));
    same_code(profile, input, &ours, &theirs)
}

/// Whether both checkers accept the output.
#[track_caller]
fn compare_checkers(programs: &Programs, profile: &str, folder: &Folder) -> bool {
    let files = ["in", "out", "answer"];
    let args = ["check", "--convention", "testlib", "--as", profile];
    let mut ours = wythoff(&args);
    let ours = run(ours.args(files).current_dir(folder.path()), Feed::Nothing);
    let mut theirs = command(&programs.checker);
    let theirs = run(theirs.args(files).current_dir(folder.path()), Feed::Nothing);
    // The checkers differ in which faults are presentation errors. testlib's own checkers differ in this, too.
    let verdict = |run: Run| Run {
        code: run.code.map(|code| if code == 2 { 1 } else { code }),
        ..run
    };
    let output = std::fs::read(folder.path().join("out")).expect("the output");
    same_code(profile, &output, &verdict(ours), &verdict(theirs))
}

/// Compares the exit codes. Returns whether they are 0.
#[track_caller]
fn same_code(profile: &str, text: &[u8], ours: &Run, theirs: &Run) -> bool {
    let text = text.escape_ascii();
    assert_eq!(
        ours.code, theirs.code,
        "{profile}: {text}: {ours:?} {theirs:?}"
    );
    ours.code == Some(0)
}

/// The same lines in another order, or one of them twice.
fn rearranged(answers: &[u8], random: &mut SplitMix) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = answers.split_inclusive(|&c| c == b'\n').collect();
    let [from, to] = [0, 1].map(|_| random.below(lines.len() as u64) as usize);
    match random.below(3) {
        0 => lines.swap(from, to),
        1 => lines.insert(to, lines[from]),
        _ => lines.rotate_left(from),
    }
    lines.concat()
}

/// The generator's cold positions are cold, and it makes them often.
#[test]
#[ignore = "slow"]
fn generators_for_testlib_know_cold_positions() {
    if !has("g++") {
        return;
    }
    for (profile, cold) in [
        ("poj1067", "0"),
        ("hdu5973", "0"),
        ("uva11249", "LOSING"),
        ("hdu1849", "Grass Win!"),
    ] {
        let folder = Folder::new();
        let programs = Programs::new(profile, &folder);
        let mut generator = command(&programs.generator);
        let input = run(generator.args(["-records=300", "7"]), Feed::Nothing).expect(0);
        folder.file("in", input.stdout);
        let answers = solved(profile, &folder);
        let answers = String::from_utf8(answers).expect("labels");
        let labels = answers.lines().filter(|line| !line.is_empty());
        let count = labels.clone().filter(|&label| label == cold).count();
        assert!(4 * count > labels.count(), "{profile}: {count} are cold");
    }
}
