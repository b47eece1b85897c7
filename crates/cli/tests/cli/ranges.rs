//! `wythoff solve --range` and `--part`: the lines that start in some bytes of a file.

use crate::support::*;
use serde_json::Value;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
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

/// Only the range is mapped or read: to read a tebibyte takes too long, and to map it is not possible here.
#[cfg(target_os = "linux")]
#[test]
fn bytes_outside_the_range_are_not_touched() {
    let folder = Folder::new();
    let text = pairs(100_000);
    let path = folder.file("pairs", "");
    let file = File::options().write(true).open(path).expect("a file");
    // The rest is holes, which take no space.
    file.set_len(1 << 40).expect("a file of any length");
    let start = 1 << 39;
    let lines = format!("\n{text}");
    file.write_all_at(lines.as_bytes(), start).expect("it fits");
    let range = format!("{}..{}", start + 1, start + lines.len() as u64);
    for io in ["mmap", "read"] {
        let script =
            format!("ulimit -v 1000000; \"$W\" solve --io {io} --range {range} --stats=json pairs");
        let run = shell(&script, folder.path()).expect(0);
        assert_same(&run.stdout, &reference(text.as_bytes()), io);
        let stats: Value = serde_json::from_str(&run.stderr).expect("JSON");
        assert_eq!(stats["input"], serde_json::json!([io]));
    }
}
