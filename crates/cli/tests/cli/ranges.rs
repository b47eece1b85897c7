//! `wythoff solve --range` and `--part`: the lines that start in some bytes of a file.

use crate::support::*;
use serde_json::Value;
use std::path::Path;

/// Lines of many lengths, some with CR LF.
fn pairs(lines: usize) -> String {
    let mut random = SplitMix(281);
    let mut line = || format!("{} {}", random.any_length(), random.any_length());
    (0..lines)
        .map(|i| line() + if i % 5 == 0 { "\r\n" } else { "\n" })
        .collect()
}

/// The commands of docs/scale.md, with several processes that each answer a part.
#[test]
fn parts_of_xargs_parallel_and_job_arrays_join() {
    let folder = Folder::new();
    let text = pairs(3000);
    folder.file("pairs.txt", &text);
    let whole = reference(text.as_bytes());
    let page = std::fs::read_to_string(repository().join("docs/scale.md")).expect("docs/scale.md");
    let blocks: Vec<_> = page.split("```sh\n").skip(1).collect();
    let run_block = |has: &str, before: &str| {
        let found = blocks.iter().find(|block| block.contains(has));
        let code = found.expect(has).split("```").next().expect("code");
        folder.file("script", code.replace("/shared/", ""));
        // The scripts call `wythoff` by its name, so the folder of the tested program comes first in PATH.
        let bin = Path::new(env!("CARGO_BIN_EXE_wythoff")).parent();
        let bin = bin.expect("a folder").display();
        shell(&format!("PATH={bin}:$PATH; {before}"), folder.path()).expect(0);
        let answers = std::fs::read(folder.path().join("answers.txt"));
        assert_same(&answers.expect("answers.txt"), &whole, has);
        shell("rm answers*", folder.path()).expect(0);
    };
    run_block("xargs", "bash script");
    if has("parallel") {
        run_block("parallel", "bash script");
    }
    // Slurm sets these for each task, in any order.
    run_block(
        "SLURM_ARRAY_TASK_ID",
        "for i in 3 12 1 $(seq 4 11) 2; do
            SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=12 bash script || exit 1
        done; cat answers.* > answers.txt",
    );
}

#[test]
fn statistics_tell_the_range() {
    let folder = Folder::new();
    let path = folder.file("pairs", "1 2\n3 5\n4 7\n");
    let path = path.to_str().expect("UTF-8");
    for (args, range, lines) in [
        (["--range", "1..5"], [1, 5], 1),
        (["--range", "5..1000"], [5, 12], 1),
        (["--range", "4.."], [4, 12], 2),
        (["--part", "2/3"], [4, 8], 1),
    ] {
        let run = ran(&["solve", args[0], args[1], "--stats=json", path]).expect(0);
        let stats: Value = serde_json::from_str(&run.stderr).expect("JSON");
        assert_eq!(stats["range"], serde_json::json!(range), "{args:?}");
        assert_eq!(stats["pairs"], lines, "{args:?}");
    }
    let run = ran(&["solve", "--range", "1..5", "--stats", path]).expect(0);
    assert!(run.stderr.contains("range         1,5\n"), "{}", run.stderr);
    let run = ran(&["solve", "--stats=json", path]).expect(0);
    assert!(!run.stderr.contains("range"), "{}", run.stderr);
}

/// Arguments of `solve` after `--range` or `--part`, and a part of the message.
const REFUSED: &str = "
--range 3..2 pairs | the start, 3, is after the end, 2
--range ..2 pairs | expected START..END
--range 1-2 pairs | expected START..END
--range -1..2 pairs | expected START..END
--part 0/2 pairs | expected I/N
--part 3/2 pairs | expected I/N
--part 1 pairs | expected I/N
--part 1/2 --range 0..1 pairs | cannot be used with
--part 1/2 | require exactly one file
--part 1/2 - | require exactly one file
--part 1/2 pairs pairs | require exactly one file
--part 1/2 none-such | No such file
--part 1/2 --in eof pairs | '--part <I/N>' cannot be used with '--in <FRAMING>'
--part 1/2 --as poj1067 pairs | '--part <I/N>' cannot be used with '--as <PROFILE>'
";

#[test]
fn what_has_no_ranges_is_refused() {
    let folder = Folder::new();
    folder.file("pairs", "1 2\n");
    for [args, reason] in rows(REFUSED) {
        let run = shell(&format!("\"$W\" solve {args}"), folder.path()).expect(2);
        let is_refused = run.stdout.is_empty() && run.stderr.contains(reason);
        assert!(is_refused, "{args:?}: {}", run.stderr);
    }
}

/// Only the range and the rest of its last line are mapped or read.
#[cfg(target_os = "linux")]
#[test]
fn bytes_outside_the_range_are_not_touched() {
    // The longest line, a byte order mark and a line end.
    const LONGEST: u64 = (1 << 20) + 69;
    const PAGE: u64 = 64 << 10;
    if !may_trace() {
        return;
    }
    let folder = Folder::new();
    let text = pairs(300_000);
    let path = folder.file("pairs", &text);
    let log = folder.path().join("log");
    let (start, end) = (2_000_000, 3_000_000);
    assert!(text.len() as u64 > end + 2 * LONGEST);
    for io in ["mmap", "read"] {
        let mut strace = command("strace");
        strace
            .args(["-f", "-qq", "-y", "-e", "trace=mmap,pread64,read", "-o"])
            .arg(&log);
        strace.arg(env!("CARGO_BIN_EXE_wythoff"));
        strace.args(["solve", "--io", io, "--threads", "1"]);
        strace
            .args(["--range", &format!("{start}..{end}")])
            .arg(&path);
        let got = run(&mut strace, Feed::Nothing).expect(0);
        let (first, last) = (line_from(&text, start), line_from(&text, end));
        assert_same(&got.stdout, &reference(&text.as_bytes()[first..last]), io);
        let trace = std::fs::read_to_string(&log).expect("what strace saw");
        let calls: Vec<_> = trace
            .lines()
            .filter(|line| line.contains("pairs>"))
            .collect();
        let mut touched = 0;
        for call in calls {
            // `mmap(NULL, LEN, ..., OFFSET) = ADDRESS` or `pread64(FD, "...", LEN, OFFSET) = LEN`.
            let (arguments, result) = call.rsplit_once(" = ").expect("a call");
            let mut arguments = arguments.trim_end().trim_end_matches(')').rsplit(", ");
            let offset = arguments.next().map(number).expect("an offset");
            let len = match call.contains("mmap(") {
                true => number(call.split(", ").nth(1).expect("a length")),
                false => number(result),
            };
            // The first bytes tell whether the file is compressed.
            if offset == 0 && len < 10 {
                continue;
            }
            assert!(
                offset + PAGE >= start && offset + len <= end + LONGEST,
                "{io}: {call}"
            );
            touched += len;
        }
        assert!(touched >= end - start, "{io}: {trace}");
    }
}

/// A number in the format of strace.
fn number(text: &str) -> u64 {
    let digits = text
        .strip_prefix("0x")
        .map(|hex| u64::from_str_radix(hex, 16));
    digits.unwrap_or_else(|| text.parse()).expect("a number")
}

/// The start of the first line that starts at or after `at`.
fn line_from(text: &str, at: u64) -> usize {
    let at = at as usize;
    at + text[at - 1..].find('\n').expect("a line end")
}
