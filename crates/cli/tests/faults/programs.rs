//! If the system refuses a resource to a program under test, this is an error, never a verdict. A busy machine changes no
//! verdict.

use crate::support::*;

/// Commands with a right program, and with a source file.
const COMMANDS: [&str; 3] = [
    "lint -- \"$W\" solve",
    "stress -j 2 -- \"$W\" solve",
    SOURCE,
];
const SOURCE: &str = "lint -q -- main.c";

/// Checks that each command, run by the shell `by` after `setup`, ends with an error whose message contains `says`, and saves
/// nothing. The folder `m` is for a mount.
#[track_caller]
fn refused(by: &str, setup: &str, commands: &[&str], says: &str) {
    let folder = Folder::new();
    folder.file("main.c", "int main(void) { return 0; }\n");
    shell("mkdir m; cp \"$W\" w; chmod 777 .", folder.path()).expect(0);
    for command in commands {
        let script = format!("W=$PWD/w; {by} sh -c '{setup}; exec \"$W\" {command}'");
        let run = shell(&script, folder.path()).expect(2);
        let is_one_line = run.stderr.lines().count() == 1 && run.stderr.starts_with("wythoff: ");
        let is_said = is_one_line && run.stderr.contains(says);
        assert!(is_said, "{script}: {run:?}");
        assert_eq!(run.text(), "", "{script}");
        assert_eq!(folder.names(), ["m", "main.c", "w"], "{script}");
    }
}

#[test]
#[ignore = "slow"]
fn the_folder_of_temporary_files() {
    let missing = "wythoff: /no/where: No such file or directory\n";
    refused("", "export TMPDIR=/no/where", &COMMANDS, missing);
    if !may_mount() || !has("gcc") {
        return;
    }
    for (options, bytes, says, commands) in [
        ("size=64k,ro", 0, "m: Read-only file system", &COMMANDS[..]),
        ("size=64k", 1 << 17, ": No space left on device", &COMMANDS),
        // There is room for small files, but not for the compiler's output.
        ("size=64k", 48 << 10, "gcc: ", &[SOURCE]),
        (
            "size=8M,noexec",
            0,
            "/program: Permission denied",
            &[SOURCE],
        ),
    ] {
        let setup = format!(
            "mount -t tmpfs -o {options} none m; head -c {bytes} /dev/zero 2> /dev/null > m/full; \
             export TMPDIR=$PWD/m"
        );
        refused("unshare -m", &setup, commands, says);
    }
}

#[test]
#[ignore = "slow"]
fn limits_of_the_user() {
    refused("", "ulimit -f 1", &COMMANDS, ": File too large");
    refused("", "ulimit -S -f 1", &COMMANDS, ": File too large");
    refused("", "ulimit -n 6", &COMMANDS, ": Too many open files");
    if !has("gcc") {
        return;
    }
    // A limit that is enough for this program, but not for the compiler.
    refused("", "ulimit -f 20", &[SOURCE], "gcc: File too large");
    refused("", "ulimit -n 10", &[SOURCE], ": Too many open files");
    let Some(as_another) = as_another_user() else {
        return;
    };
    for processes in [1, 3] {
        let limited = format!("{as_another} prlimit --nproc={processes}");
        refused(
            &limited,
            ":",
            &COMMANDS[..2],
            ": Resource temporarily unavailable",
        );
        refused(&limited, ":", &[SOURCE], "Resource temporarily unavailable");
    }
    // The program under test itself starts other programs.
    let forks = "lint -j 1 -- sh -c \": | (:); \\\"$W\\\" solve\"";
    let limited = format!("{as_another} prlimit --nproc=5");
    refused(&limited, ":", &[forks], "Cannot fork");
}

/// A program that exhausts a resource itself fails with a verdict, although its message is the same.
#[test]
fn a_program_that_asks_for_too_much() {
    for says in [
        "No space left on device",
        "Too many open files",
        "Cannot fork",
    ] {
        let script = format!("\"$W\" lint -q -- sh -c 'echo {says} >&2; exit 1'");
        let run = shell(&script, Folder::new().path()).expect(1);
        run.says("RE: ");
    }
}

/// Go needs a folder for its cache, which HOME names.
#[test]
fn a_home_that_can_not_be_used() {
    let folder = Folder::new();
    folder.file("main.c", "");
    folder.file("file", "");
    let compile = "sh -c 'mkdir -p \"$GOCACHE\" && cp \"$W\" \"$0\"' {program} {source}";
    folder.file("compile", compile);
    for home in [
        "unset HOME",
        "export HOME=file/below",
        "export HOME=/proc/1",
    ] {
        let script = format!(
            "{home}; unset GOCACHE XDG_CACHE_HOME; export W
             \"$W\" lint -q --env W --compile \"$(cat compile)\" -- main.c solve"
        );
        let run = shell(&script, folder.path()).expect(0);
        assert!(run.text().starts_with("AC: "), "{script}: {run:?}");
    }
}

/// The folder causes an error only if a file must be saved.
#[test]
fn a_current_folder_without_rights() {
    let Some(as_another) = as_another_user() else {
        return;
    };
    let folder = Folder::new();
    let run = |words: &str| {
        let script =
            format!("cp \"$W\" w; chmod 755 .; {as_another} ./w lint -- ./w solve {words}");
        shell(&script, folder.path())
    };
    assert!(run("").expect(0).text().starts_with("AC: "));
    let wrong = run("--words 0,1").expect(2);
    wrong.says("\nWA: ");
    assert_eq!(wrong.stderr, "wythoff: ./hack-000.in: Permission denied\n");
    assert_eq!(folder.names(), ["w"]);
}

/// Neither file of a failing input remains if there is no room for both.
#[test]
fn a_full_current_folder() {
    if !may_mount() {
        return;
    }
    let script = "mkdir m; mount -t tmpfs -o size=64k none m; cd m; head -c 100000 /dev/zero 2> /dev/null > full; \
                  \"$W\" lint -q -- echo 5; echo \"code $?\"; ls";
    let script = format!("unshare -m sh -c '{script}'");
    let run = shell(&script, Folder::new().path()).expect(0);
    assert!(run.text().ends_with("\ncode 2\nfull\n"), "{run:?}");
    assert_eq!(
        run.stderr,
        "wythoff: ./hack-000.in: No space left on device\n"
    );
}

/// The program needs 0.3 s of CPU time, and gets so little of the processor that the clock reaches its limit, five seconds.
#[test]
#[ignore = "slow"]
fn a_busy_machine() {
    if !has("python3") || !has("taskset") {
        return;
    }
    let folder = Folder::new();
    folder.file(
        "slow.py",
        "import os, sys, time\nwhile time.process_time() < 0.3: pass\nos.execv(sys.argv[1], [\"w\", \"solve\"])\n",
    );
    let script = "taskset -cp 0 $$ > /dev/null; for i in $(seq 20); do while :; do :; done & busy=\"$busy $!\"; done
        \"$W\" stress -j 3 -t 0.7 --batches 3 -- python3 slow.py \"$W\"; code=$?
        kill $busy; exit $code";
    let run = shell(script, folder.path()).expect(0);
    assert!(run.text().starts_with("AC: "), "{run:?}");
    // A program that waits gets much more time on the clock.
    let script = "\"$W\" stress -t 0.1 --batches 1 --env W -- sh -c 'sleep 0.5; \"$W\" solve'";
    shell(&format!("export W; {script}"), folder.path()).expect(0);
}
