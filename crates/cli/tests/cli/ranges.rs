//! `wythoff solve --range` and `--part`: the lines that start in some bytes of a file.

use crate::support::*;
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
    // Slurm sets these variables for each task. Tasks run in any order.
    run_block(
        "SLURM_ARRAY_TASK_ID",
        "for i in 3 12 1 $(seq 4 11) 2; do
            SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=12 bash script || exit 1
        done; cat answers.* > answers.txt",
    );
}
