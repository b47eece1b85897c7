//! Which memory counts, and the folder in which programs run.

use super::*;

/// Copies tests/stress/NAME into `folder`.
fn copy(folder: &Folder, name: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stress");
    fs::copy(source.join(name), folder.path().join(name)).expect("it is copied");
}

/// Runs `lint` on a command in `folder`, with an empty folder for temporary files that has to be empty again.
#[track_caller]
pub(super) fn lint_in(folder: &Folder, command: &[&str], letters: &str) -> Run {
    let temporary = Folder::new();
    let mut test = wythoff(&["lint", "-t", "50", "-j", "2", "--save"]);
    test.arg(temporary.path().join("hacks"));
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

/// Runtimes reserve far more memory than they use.
#[test]
#[ignore = "slow"]
fn resident_memory_counts() {
    for (name, tools, command) in [
        ("Main.java", &["javac", "java"][..], &["java", "Main"][..]),
        ("main.js", &["node"], &["node", "main.js"]),
        ("main.py", &["python3"], &["python3", "main.py"]),
    ] {
        if !tools.iter().all(|tool| has(tool)) {
            continue;
        }
        let folder = Folder::new();
        copy(&folder, name);
        if name == "Main.java" {
            support::shell("javac Main.java", folder.path()).expect(0);
        }
        lint_in(&folder, command, "AC");
        lint_in(&folder, &[command, &["500"]].concat(), "MLE");
    }
}

#[test]
fn an_array_that_is_not_touched() {
    let folder = Folder::new();
    let Some(binary) = program(&folder, "untouched.cpp") else {
        return;
    };
    lint_in(&folder, &[binary.to_str().expect("UTF-8")], "AC");
}

/// The memory of all processes counts together, even if none of them alone exceeds the limit.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow"]
fn the_memory_of_several_processes() {
    if !has("python3") {
        return;
    }
    let folder = Folder::new();
    let fills = "filled = bytes([1]) * (100 << 20); __import__('time').sleep(1000)";
    for (count, letters) in [(1, "TLE"), (4, "MLE")] {
        let fill = format!("python3 -c \"{fills}\" & ");
        let script = fill.repeat(count) + "wait";
        let args = ["lint", "-t", "4", "-j", "1"];
        let test = under_test(&folder, &args, &["sh", "-c", &script]).expect(1);
        let text = test.text();
        assert!(has_line(text, &format!("{letters}: ")), "{count}: {text}");
    }
}

/// Relative paths mean what they mean in the caller's folder; what the program writes is removed.
#[test]
#[ignore = "slow"]
fn a_program_runs_in_a_folder_of_its_own() {
    let folder = Folder::new();
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let script = |place: &str| {
        let text = format!(
            "#!/bin/sh\necho left > left && mkdir below && cat {place} > copy\nexec '{solve}' solve\n"
        );
        let path = folder.path().join(place);
        fs::write(&path, text).expect("a script");
        support::shell(&format!("chmod +x '{}'", path.display()), folder.path()).expect(0);
    };
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    fs::create_dir(folder.path().join("other")).expect("a folder");
    script("run.sh");
    script("sub/run.sh");
    for command in [
        &["./run.sh"][..],
        &["sub/run.sh"],
        &["sh", "run.sh"],
        &["sh", "./sub/run.sh"],
        &["sh", "-c", "./run.sh | cat"],
    ] {
        lint_in(&folder, command, "AC");
    }
    let mut test = wythoff(&["lint", "--", "../run.sh"]);
    test.current_dir(folder.path().join("other"));
    // Its `cat run.sh` finds no file there.
    run(&mut test, Feed::Nothing).expect(0);
    assert_eq!(folder.names(), ["other", "run.sh", "sub"]);
    assert!(
        fs::read_dir(folder.path().join("other"))
            .expect("a folder")
            .next()
            .is_none()
    );
    // The folder is also removed if a signal ends the run.
    let temporary = Folder::new();
    let mut test = wythoff(&[
        "lint",
        "-t",
        "900",
        "--",
        "sh",
        "-c",
        "touch left; sleep 1000",
    ]);
    test.env("TMPDIR", temporary.path()).stdout(Stdio::null());
    let mut test = test.current_dir(folder.path()).spawn().expect("it starts");
    while temporary.names().is_empty() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(100));
    support::shell(&format!("kill -INT {}", test.id()), folder.path()).expect(0);
    test.wait().expect("it ends");
    let deadline = Instant::now() + Duration::from_secs(20);
    while !temporary.names().is_empty() {
        assert!(Instant::now() < deadline, "{:?}", temporary.names());
        thread::sleep(Duration::from_millis(5));
    }
}
