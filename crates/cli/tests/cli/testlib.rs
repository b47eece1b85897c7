//! Compares the programs for testlib that `submission` prints with `validate` and `check`: the validator by damaged inputs, the
//! checker by damaged outputs, the generator by its inputs.
//!
//! They are compiled with the replacement for testlib in `tests/testlib/`, or with the real header in the folder that
//! `WYTHOFF_TEST_TESTLIB` names.

use crate::check::{compared, solved};
use crate::support::{Feed, Folder, SplitMix, command, has, run};
use crate::validate::damaged;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use wythoff::{Framing, Input, PROFILES, Profile};
use wythoff_contest::{TESTLIB_PROGRAMS, testlib_source, validate};

/// The three programs of a profile.
struct Programs {
    profile: &'static Profile,
    folder: Folder,
}

impl Programs {
    fn new(profile: &'static Profile) -> Self {
        let folder = Folder::new();
        let stand_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/testlib");
        let header = std::env::var_os("WYTHOFF_TEST_TESTLIB").map_or(stand_in, PathBuf::from);
        for program in TESTLIB_PROGRAMS {
            let name = program.name.trim_start_matches("testlib-");
            let source = folder.file(&format!("{name}.cpp"), testlib_source(profile, program));
            let mut compiler = command("g++");
            compiler.args(["-std=c++11", "-Wall", "-Wextra", "-Werror", "-isystem"]);
            compiler
                .arg(&header)
                .arg("-o")
                .arg(folder.path().join(name))
                .arg(source);
            run(&mut compiler, Feed::Nothing).expect(0);
        }
        Self { profile, folder }
    }

    fn generated(&self, args: &[&str]) -> Vec<u8> {
        let mut generator = command(self.folder.path().join("generator"));
        run(generator.args(args), Feed::Nothing).expect(0).stdout
    }

    /// Whether the validator accepts `input`, as `validate` does.
    #[track_caller]
    fn is_valid(&self, input: &[u8]) -> bool {
        let ours = Input::reader(input, "input");
        let ours = validate(&self.profile.problem, ours, None).expect("it is read");
        let mut validator = command(self.folder.path().join("validator"));
        let theirs = run(&mut validator, Feed::Pipe(input));
        let expected = if ours.is_ok() { 0 } else { 3 };
        let shown = input.escape_ascii();
        let name = self.profile.name;
        assert_eq!(theirs.code, Some(expected), "{name}: {shown}: {theirs:?}");
        ours.is_ok()
    }

    /// Whether the checker accepts `output`, as `check` does.
    #[track_caller]
    fn is_right(&self, input: &[u8], output: &[u8], answers: &[u8]) -> bool {
        let ours = compared(&self.profile.problem, input, output);
        let mut checker = command(self.folder.path().join("checker"));
        for (name, text) in [("in", input), ("out", output), ("answer", answers)] {
            checker.arg(self.folder.file(name, text));
        }
        let theirs = run(&mut checker, Feed::Nothing);
        // The checkers do not agree on which faults are presentation errors. testlib's own checkers do not, either.
        let expected: &[i32] = if ours.is_right() { &[0] } else { &[1, 2] };
        let is_same = theirs.code.is_some_and(|code| expected.contains(&code));
        let shown = output.escape_ascii();
        let name = self.profile.name;
        assert!(is_same, "{name}: {shown}: {ours:?} {theirs:?}");
        ours.is_right()
    }
}

#[test]
#[ignore = "slow"]
fn programs_for_testlib() {
    if !has("g++") {
        return;
    }
    PROFILES.par_iter().for_each(|profile| {
        let programs = Programs::new(profile);
        agree_with_validate_and_check(&programs);
    });
}

/// Tries the validator and the checker on damaged inputs and damaged outputs.
fn agree_with_validate_and_check(programs: &Programs) {
    let Profile { name, problem, .. } = programs.profile;
    let mut random = SplitMix(1);
    let mut valid = [0, 0];
    let mut right = [0, 0];
    for seed in 0..12 {
        // Small piles give more cold positions, and moves that lead to one position.
        let max = ["-max=1", "-max=2", "-max=20", "-max=1000"][seed % 4];
        let records = format!("-records={}", 1 + seed % 5);
        let seed = seed.to_string();
        let mut args = vec![max, &records, &seed];
        // testlib refuses an option that the generator does not read.
        args.retain(|&arg| arg != records || problem.framing != Framing::One);
        let input = programs.generated(&args);
        assert!(programs.is_valid(&input), "{name} {max} {seed}");
        valid[1] += 1;
        for _ in 0..4 {
            let input = damaged(&input, &mut random);
            valid[usize::from(programs.is_valid(&input))] += 1;
        }
        let answers = solved(problem, &input);
        for round in 0..5 {
            let output = match round {
                0 => answers.clone(),
                1 => rearranged(&answers, &mut random),
                _ => damaged(&answers, &mut random),
            };
            right[usize::from(programs.is_right(&input, &output, &answers))] += 1;
        }
    }
    assert!(valid[0] >= 10 && valid[1] >= 12, "{name}: {valid:?}");
    assert!(right[0] >= 10 && right[1] >= 12, "{name}: {right:?}");
}

/// Puts the lines of `answers` into another order, or repeats one of them.
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
