//! Limits of memory, threads, descriptors and processors.

use crate::running::*;
use crate::support::*;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// Checks that a run is right, or fails with a clear error or by Rust's abort for lack of memory, and leaves no files.
#[track_caller]
fn right_or_clear(run: &Run, folder: &Folder, answers: &[u8], what: &str) {
    let out = folder.path().join("out");
    match run.code {
        Some(0) => assert_same(&fs::read(&out).expect("the output"), answers, what),
        Some(2) => {
            assert!(run.stderr.starts_with("wythoff: "), "{what}: {run:?}");
            assert_eq!(run.stderr.lines().count(), 1, "{what}: {run:?}");
        }
        // SIGABRT, as a shell reports it.
        Some(134) if run.stderr.contains("memory allocation of") => {}
        // The program did not start: there is no memory for it or for its libraries.
        Some(126 | 127 | 137 | 139) if !run.stderr.starts_with("wythoff: ") => {}
        _ => panic!("{what}: {run:?}"),
    }
    if run.code != Some(0) {
        assert!(!out.exists(), "{what}");
    }
    let _ = fs::remove_file(out);
    assert_eq!(folder.names(), ["in"], "{what}");
}

/// Limits of address space down to less than the program and its libraries need. (With less than the program alone needs, it is
/// killed within `exec`.) 1 GB must be enough for 3 MiB of pairs; the allocator reserves large parts and uses little.
#[test]
fn little_memory() {
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    let program = fs::metadata(env!("CARGO_BIN_EXE_wythoff")).expect("it is there");
    let least = (program.len() as usize).div_ceil(1 << 20) * 1000 + 1000;
    for threads in ["1", "8"] {
        for input in ["in", "- < in"] {
            for kib in [least, 8_000, 12_000, 16_000, 24_000, 64_000, 1_000_000] {
                let script =
                    format!("ulimit -v {kib}; \"$W\" solve --threads {threads} -o out {input}");
                let run = shell(&script, folder.path());
                right_or_clear(&run, &folder, answers, &script);
                assert!(
                    kib < 1_000_000 || threads == "8" || run.code == Some(0),
                    "{script}: {run:?}"
                );
            }
        }
    }
}

/// No more threads start than the work and the memory allow, however many are requested.
#[test]
fn thousands_of_threads() {
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    let small = text[..600 << 10].iter().rposition(|&c| c == b'\n');
    folder.file("small", &text[..=small.expect("a line")]);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    for (input, max) in [
        // A chunk has 64 KiB or more, so few threads get one.
        ("small", 10),
        ("in", text.len().div_ceil(64 << 10)),
        ("- < in", 8 * processors),
        ("small in small", text.len().div_ceil(64 << 10)),
    ] {
        let script = format!("\"$W\" solve --threads 2000 --stats=json --count {input}");
        let start = Instant::now();
        let run = shell(&script, folder.path()).expect(0);
        let time = start.elapsed();
        assert!(time < Duration::from_secs(10), "{script}: {time:?}");
        let stats: serde_json::Value = serde_json::from_str(&run.stderr).expect("JSON");
        let threads = stats["threads"].as_u64().expect("a number") as usize;
        let max = max.min(8 * processors);
        assert!((2..=max).contains(&threads), "{script}: {threads}");
    }
    for command in ["solve in", "solve - < in", "moves in", "gen --bytes 9M"] {
        let script = |before: &str, threads: u32| {
            let (name, rest) = command.split_once(' ').expect("two words");
            let script = format!("{before} \"$W\" {name} --threads {threads} {rest}");
            shell(&script, folder.path()).expect(0).stdout
        };
        let alone = script("", 1);
        assert!(!command.starts_with("solve") || alone == *answers);
        for kib in [600_000, 3_000_000] {
            let many = script(&format!("ulimit -v {kib};"), 2000);
            assert_same(&many, &alone, command);
        }
    }
}

/// A mapping that does not fit the address space is read instead.
#[test]
#[ignore = "slow"]
fn a_mapping_that_does_not_fit() {
    let folder = Folder::new();
    let (text, answers) = huge();
    let mut twice = text.repeat(8);
    twice.extend_from_slice(b"1 2\n");
    folder.file("in", &twice);
    let mut answers = answers.repeat(8);
    answers.extend_from_slice(b"0\n");
    for threads in ["1", "2"] {
        let script = format!("ulimit -v 190000; \"$W\" solve --threads {threads} in");
        let run = shell(&script, folder.path()).expect(0);
        assert_same(&run.stdout, &answers, &script);
    }
}

/// Solving a file needs four descriptors for standard output, and five for an output file.
#[test]
fn few_descriptors() {
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    for threads in ["1", "2"] {
        for n in 3..=5 {
            for (before, input) in [("", "in"), ("", "--io=read in"), ("exec < in;", "")] {
                let script =
                    format!("{before} ulimit -n {n}; exec $W solve --threads {threads} {input}");
                let run = shell(&script, folder.path());
                assert_eq!(run.code == Some(0), n >= 4, "{script}: {run:?}");
                if n >= 4 {
                    assert_same(&run.stdout, answers, &script);
                    let script = script.replace("solve", "solve -o out");
                    let run = shell(&script, folder.path());
                    assert!(n < 5 || run.code == Some(0), "{script}: {run:?}");
                    right_or_clear(&run, &folder, answers, &script);
                }
            }
        }
    }
}

/// The system refuses more threads to a user who is not root: the run uses fewer.
#[test]
fn no_threads() {
    let Some(as_another) = as_another_user() else {
        return;
    };
    let folder = Folder::new();
    let (text, answers) = large();
    folder.file("in", text);
    shell("chmod 755 .; cp \"$W\" w", folder.path()).expect(0);
    for limit in [1, 2, 3] {
        for threads in [2, 8, 64] {
            let script =
                format!("{as_another} prlimit --nproc={limit} ./w solve --threads {threads} in");
            let run = shell(&script, folder.path()).expect(0);
            assert_same(&run.stdout, answers, &script);
        }
    }
}

/// With `umask 0777` a new folder can't be used.
#[test]
fn folders_that_nobody_may_use() {
    let Some(as_another) = as_another_user() else {
        return;
    };
    let folder = Folder::new();
    shell("chmod 777 .; cp \"$W\" w; chmod 755 w", folder.path()).expect(0);
    for command in ["gen --dir d --cases 2", "bench --size 1M", "lint -- true"] {
        let script = format!("TMPDIR=. {as_another} sh -c 'umask 0777; ./w {command}'");
        let run = shell(&script, folder.path()).expect(2);
        assert!(run.stderr.ends_with(": Permission denied\n"), "{run:?}");
        assert_eq!(folder.names(), ["w"], "{command}");
    }
}
