//! Tests which memory counts, and the folder in which programs run.

use super::*;
use crate::support::{as_another_user, shell};

/// Tries a command in `folder`, with an empty folder for temporary files that has to be empty again.
#[track_caller]
pub(super) fn tried_in(folder: &Folder, command: &[&str], letters: &str) -> Run {
    let temporary = Folder::new();
    // One batch for a right program; otherwise `lint`, which looks for a smaller failing input only for a second.
    let mut test = match letters {
        "AC" => wythoff(&["stress", "--batches", "1"]),
        _ => wythoff(&["lint"]),
    };
    test.args(["-t", "50", "--save"])
        .arg(temporary.path().join("hacks"));
    test.env("TMPDIR", temporary.path());
    test.arg("--").args(command).current_dir(folder.path());
    let before = folder.names();
    let code = i32::from(letters != "AC");
    let test = run(&mut test, Feed::Nothing).expect(code);
    assert!(
        has_line(test.text(), &format!("{letters}: ")),
        "{command:?}: {}",
        test.text()
    );
    assert_eq!(folder.names(), before, "{command:?}");
    let left: &[&str] = if code == 0 { &[] } else { &["hacks"] };
    assert_eq!(temporary.names(), left, "{command:?}");
    test
}

/// Runtimes reserve far more memory than they use: without an argument these programs pass in
/// [`right_and_wrong_programs`](super::programs). With an argument they fill that memory.
#[test]
#[ignore = "slow"]
fn resident_memory_counts() {
    for (language, name) in [
        (language("java"), "Main.java"),
        (language("javascript"), "main.js"),
        (language("python"), "main.py"),
    ] {
        if !has_tools(language) {
            continue;
        }
        let folder = Folder::new();
        folder.file(name, source(name));
        let test = tried_in(&folder, &[name, "500"], "MLE");
        if language.name == "java" {
            let text = test.text();
            assert!(
                text.contains("java -Xmx256m ") && text.contains("OutOfMemoryError"),
                "{text}"
            );
            // If the user compiled the class, the heap has no limit.
            shell("javac Main.java", folder.path()).expect(0);
            let test = tried_in(&folder, &["java", "Main", "500"], "MLE");
            test.says(" java -Xmx200m Main\n");
        }
    }
}

/// Relative paths mean what they mean in the caller's folder; what the program writes is removed.
#[test]
fn a_program_runs_in_a_folder_of_its_own() {
    let folder = Folder::new();
    let solve = env!("CARGO_BIN_EXE_wythoff");
    shell("mkdir sub other", folder.path()).expect(0);
    for place in ["run.sh", "sub/run.sh"] {
        let text = format!(
            "#!/bin/sh\necho left > left && mkdir below && cat {place} > copy\nexec '{solve}' solve\n"
        );
        folder.file(place, text);
    }
    for (caller, command) in [
        (".", "./run.sh"),
        (".", "sub/run.sh"),
        (".", "sh run.sh"),
        (".", "sh ./sub/run.sh"),
        (".", "sh -c './run.sh | cat'"),
        // The program's `cat run.sh` finds no file in this folder.
        ("other", "../run.sh"),
    ] {
        let script =
            format!("chmod +x run.sh sub/run.sh; cd {caller}; $W stress --batches 1 -- {command}");
        shell(&script, folder.path()).expect(0);
        let left = shell("ls; ls other sub", folder.path()).expect(0);
        assert_eq!(
            left.text(),
            "other\nrun.sh\nsub\nother:\n\nsub:\nrun.sh\n",
            "{command}"
        );
    }
}

/// The folder is removed whatever the program did in it, even by a user who is not root.
#[test]
fn folders_that_are_hard_to_remove() {
    let Some(as_another) = as_another_user() else {
        return;
    };
    let folder = Folder::new();
    shell("cp \"$W\" w; mkdir -m 777 tmp", folder.path()).expect(0);
    for left in [
        "mkdir -p d/e; touch d/f; chmod 0 d/e d .",
        "mkdir d; i=0; while test $i -lt 100; do mkdir o; mv d o; mv o d; i=$((i + 1)); done; chmod 500 .",
        "chmod 0 \"$TMPDIR\"",
    ] {
        let script = format!(
            "ulimit -n 40; TMPDIR=$PWD/tmp {as_another} ./w stress -j 1 --batches 2 -- sh -c '{left}; exec ../w solve'"
        );
        let script = script.replace("../w", &format!("\"{}/w\"", folder.path().display()));
        let run = shell(&script, folder.path()).expect(0);
        assert!(
            run.stderr.is_empty() && run.text().starts_with("AC: "),
            "{left}: {run:?}"
        );
        let left_there = fs::read_dir(folder.path().join("tmp"))
            .expect("a folder")
            .count();
        assert_eq!(left_there, 0, "{left}");
    }
}
