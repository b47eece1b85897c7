//! Runs programs by helpers, as the program `wythoff` does.

use crate::children::{Children, Program};
use crate::limits::{End, RunLimits, RunResult, Stream};
use crate::run::KEPT;
use std::ffi::OsString;
use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The environment variable that makes a process of this binary a helper.
const ROLE: &str = "WYTHOFF_TEST_HELPER";

/// A helper is this binary with only this test.
#[test]
fn a_process_of_the_tests() {
    if std::env::var_os(ROLE).is_some() {
        crate::serve_stdin().unwrap();
    }
}

pub(crate) fn children() -> Children {
    Children::new(|| {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--exact", "unix::tests::a_process_of_the_tests"]);
        command.env(ROLE, "");
        Ok(command)
    })
}

/// A program, whose helpers end with it.
struct Tested(Program);

impl Drop for Tested {
    fn drop(&mut self) {
        self.0.children.stop().unwrap();
    }
}

fn program(seconds: f64, command: &[&str]) -> Tested {
    let time = Duration::from_secs_f64(seconds);
    Tested(Program {
        command: command.iter().map(OsString::from).collect(),
        limits: RunLimits {
            clock: Duration::from_secs(100),
            ..RunLimits::of_judge(time, 256 << 20)
        },
        named_files: None,
        children: Arc::new(children()),
    })
}

fn run_script(seconds: f64, script: &str) -> RunResult {
    let program = program(seconds, &["sh", "-c", script]);
    program.0.run(b"1 2\n").unwrap()
}

fn is_alive(process: &str) -> bool {
    // A zombie has ended.
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.trim()));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

/// Input and output are files of the caller, and an output that was longer is made empty first.
#[test]
fn a_run_on_files() {
    let folder = tempfile::tempdir().unwrap();
    let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
    fs::write(&input, "1 2\n").unwrap();
    fs::write(&output, "something longer\n").unwrap();
    let program = program(20.0, &["sh", "-c", "cat; sleep 0.1"]);
    let ran = program.0.run_on_files(&input, &output).unwrap();
    assert_eq!((ran.end, ran.stdout.len()), (End::Exit(0), 0));
    assert_eq!(fs::read_to_string(&output).unwrap(), "1 2\n");
    assert!(!cfg!(target_os = "linux") || (1 << 16..1 << 26).contains(&ran.memory));
    let missing = folder.path().join("missing");
    let error = program.0.run_on_files(&missing, &output).unwrap_err();
    assert!(error.to_string().contains("missing: "), "{error}");
}

/// A program gets the variables that toolchains need, the requested variables, and the variables of judges.
#[test]
fn the_environment_of_a_judge() {
    let names = |env: Option<&str>| {
        let mut program = program(20.0, &["env"]);
        let children = Arc::get_mut(&mut program.0.children).unwrap();
        children.env = env.map(|name| vec![name.into()]);
        let printed = String::from_utf8(program.0.run(b"").unwrap().stdout).unwrap();
        let names = printed.lines().filter_map(|line| line.split_once('='));
        names.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    // cargo sets this variable for tests.
    let has = |names: &[String], name: &str| names.iter().any(|other| other == name);
    assert!(has(&names(None), "CARGO_PKG_NAME"));
    let judged = names(Some("CARGO_PKG_VERSION"));
    assert!(!has(&judged, "CARGO_PKG_NAME") && !has(&judged, ROLE));
    for name in [
        "PATH",
        "LANG",
        "TMPDIR",
        "ONLINE_JUDGE",
        "CARGO_PKG_VERSION",
    ] {
        assert!(has(&judged, name), "{name}: {judged:?}");
    }
}

#[test]
fn the_limit_of_the_stack() {
    let stack = |stack: Option<u64>| {
        let mut program = program(20.0, &["sh", "-c", "ulimit -s"]);
        program.0.limits.stack = stack;
        String::from_utf8(program.0.run(b"").unwrap().stdout).unwrap()
    };
    // More than a hard limit allows is cut.
    assert_eq!(stack(Some(3 << 20)), "3072\n");
    assert_ne!(stack(None), "3072\n");
    assert_ne!(stack(Some(1 << 60)), stack(Some(3 << 20)));
}

#[test]
fn how_runs_end() {
    // More than a pipe holds.
    let much = b"1 2\n".repeat(1 << 20);
    let ran = program(20.0, &["cat"]).0.run(&much);
    assert!(ran.is_ok_and(|ran| ran.end == End::Exit(0) && ran.stdout == much));
    let ran = program(20.0, &["head", "-c", "4"]).0.run(&much).unwrap();
    assert_eq!((ran.end, ran.stdout.len()), (End::Exit(0), 4));
    let ran = run_script(20.0, "cat; echo no >&2");
    assert_eq!(
        (ran.end, ran.stdout.as_slice()),
        (End::Exit(0), &b"1 2\n"[..])
    );
    assert_eq!(ran.stderr, "no\n");
    assert_eq!(run_script(20.0, "exit 3").end, End::Exit(3));
    assert_eq!(run_script(20.0, "kill -SEGV $$").end, End::Signal(11));
    assert_eq!(
        run_script(20.0, "echo std::bad_alloc >&2; exit 1").end,
        End::MemoryLimit
    );
    let ran = run_script(50.0, "yes");
    let limit = End::OutputLimit(Stream::Stdout);
    assert_eq!((ran.end, ran.stdout.len()), (limit, KEPT));
    // First as many bytes as are kept of an output that is too long.
    let mebibyte = format!("head -c {KEPT} /dev/zero; ");
    for (script, stream) in [("yes >&2", Stream::Stderr), ("yes > file", Stream::File)] {
        let ran = run_script(50.0, &(mebibyte.clone() + script));
        assert_eq!(ran.end, End::OutputLimit(stream), "{script}");
    }
    let ran = run_script(50.0, "yes | head -c 60000000");
    assert_eq!((ran.end, ran.stdout.len()), (End::Exit(0), 60_000_000));
}

/// The CPU time of all processes counts, whether they run or have ended, whoever is their parent.
#[cfg(target_os = "linux")]
#[test]
fn the_time_limit_is_cpu_time() {
    let burn = "i=0; while test $i -lt 400000; do i=$((i + 1)); done";
    for script in [
        "while :; do :; done",
        "(while :; do :; done) & sleep 99",
        "setsid sh -c 'while :; do :; done' & sleep 99",
        &format!("while :; do ({burn}); done"),
        &format!("while :; do setsid sh -c '{burn}' & wait; done"),
    ] {
        let ran = run_script(0.3, script);
        assert_eq!(ran.end, End::TimeLimit, "{script}");
        assert!(ran.cpu >= Duration::from_millis(290), "{script}: {ran:?}");
        assert!(ran.time < Duration::from_secs(60), "{script}: {ran:?}");
    }
    let ran = run_script(0.3, "sleep 0.6");
    assert_eq!(ran.end, End::Exit(0));
    assert!(ran.cpu < Duration::from_millis(100) && ran.time >= Duration::from_millis(600));
    // The program ends by itself, but its CPU time is over the limit; its time on the clock is far from the limit.
    let ran = run_script(0.05, &format!("({burn}) & ({burn}) & wait"));
    assert_eq!(ran.end, End::TimeLimit);
}

/// The peak memory counts even if no check saw it. It is the program's memory, not the helper's.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_run() {
    for (megabytes, end) in [(1, End::Exit(0)), (400, End::MemoryLimit)] {
        let script = format!("head -c {megabytes}m /dev/zero | tail -c {megabytes}m > /dev/null");
        assert_eq!(run_script(20.0, &script).end, end, "{megabytes}");
    }
}

#[test]
fn a_program_that_is_not_there() {
    let error = program(1.0, &["/nowhere/at/all"]).0.run(b"");
    assert_eq!(
        error.unwrap_err().to_string(),
        "/nowhere/at/all: No such file or directory"
    );
}

/// Runs a program that sleeps in another thread, until `stop` was called with the number of its process.
fn while_another_sleeps(tested: &Tested, stop: impl FnOnce(&str)) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("process");
    let script = format!("echo $$ > '{}'; sleep 1000", file.display());
    let sleeper = Program {
        command: ["sh", "-c", &script].map(OsString::from).to_vec(),
        ..tested.0.clone()
    };
    thread::scope(|scope| {
        let run = scope.spawn(|| sleeper.run(b""));
        let process = loop {
            let process = fs::read_to_string(&file).unwrap_or_default();
            if process.ends_with('\n') || run.is_finished() {
                break process;
            }
            thread::sleep(Duration::from_millis(1));
        };
        assert!(is_alive(&process));
        stop(&process);
        tested.0.children.stop().unwrap();
        assert!(run.join().unwrap().is_err());
        assert!(!is_alive(&process));
    });
}

#[test]
fn a_stop_ends_all_and_lets_none_start() {
    let tested = program(100.0, &["true"]);
    let start = Instant::now();
    while_another_sleeps(&tested, |_| {});
    assert!(tested.0.run(b"").is_err());
    assert!(tested.0.children.folder().is_err());
    assert!(start.elapsed() < Duration::from_secs(50));
}

#[test]
fn the_same_helper_runs_one_program_after_another() {
    let tested = program(100.0, &["sh", "-c", "cat; echo $PPID"]);
    let mut helpers = Vec::new();
    for _ in 0..3 {
        let ran = tested.0.run(b"x").unwrap();
        assert_eq!(ran.end, End::Exit(0));
        let printed = String::from_utf8(ran.stdout).unwrap();
        helpers.push(printed.strip_prefix('x').unwrap().to_owned());
    }
    helpers.dedup();
    assert_eq!(helpers.len(), 1);
    tested.0.children.stop().unwrap();
    assert!(!is_alive(&helpers[0]));
}

#[test]
fn no_helper() {
    let mut tested = program(1.0, &["true"]);
    tested.0.children = Arc::new(Children::new(|| Ok(Command::new("/nowhere/at/all"))));
    let error = tested.0.run(b"").unwrap_err().to_string();
    assert_eq!(
        error,
        "starting a process for programs under test: No such file or directory"
    );
}

/// The time on the clock is limited even if the helper does nothing.
#[test]
#[ignore = "slow"]
fn a_helper_that_does_not_answer() {
    let mut tested = program(1.0, &["true"]);
    tested.0.limits.clock = Duration::ZERO;
    tested.0.children = Arc::new(Children::new(|| {
        let mut command = Command::new("sleep");
        command.arg("1000");
        Ok(command)
    }));
    let error = tested.0.run(b"").unwrap_err().to_string();
    assert_eq!(error, "true: the process that starts it does not answer");
}

/// Processes of the program are killed whether they are in its group or left it. A program that another helper runs continues.
#[cfg(target_os = "linux")]
#[test]
fn what_is_left_after_a_run_is_killed() {
    let script = "setsid sh -c 'echo $$; sleep 1000 & echo $!; setsid sleep 1000 & echo $!; wait' &
         sleep 1000 & echo $!; sleep 0.2; setsid sleep 1000 & echo $!";
    let tested = program(100.0, &["sh", "-c", script]);
    while_another_sleeps(&tested, |other| {
        let printed = String::from_utf8(tested.0.run(b"").unwrap().stdout).unwrap();
        let processes: Vec<_> = printed.lines().collect();
        assert_eq!(processes.len(), 5, "{printed}");
        assert!(!processes.iter().any(|process| is_alive(process)));
        assert!(is_alive(other));
    });
}

/// The user's own file of that name, to which the folder of a run has a link, is not changed.
#[test]
fn a_run_on_named_files() {
    let own = fs::read("Cargo.toml").unwrap();
    let script = "cat Cargo.toml; cat Cargo.toml > out; echo more >> Cargo.toml";
    let mut tested = program(100.0, &["sh", "-c", script]);
    tested.0.named_files = Some(["Cargo.toml", "out"].map(str::to_owned));
    for input in ["1 2\n", "3 4\n"] {
        let ran = tested.0.run(input.as_bytes()).unwrap();
        assert_eq!(ran.stdout, input.as_bytes());
    }
    tested.0.command[2] = "cat out".into();
    let ran = tested.0.run(b"1 2\n").unwrap();
    assert_eq!((ran.end, ran.stdout), (End::Exit(1), Vec::new()));
    assert_eq!(fs::read("Cargo.toml").unwrap(), own);
}

/// A program finds nothing of an earlier run.
#[test]
fn what_a_run_leaves_in_its_folders_is_removed() {
    let script = "find . \"$TMPDIR\" -type f; touch left \"$TMPDIR/left\"; chmod 0 \"$TMPDIR\"";
    let tested = program(100.0, &["sh", "-c", script]);
    for _ in 0..2 {
        let ran = tested.0.run(b"").unwrap();
        assert_eq!((ran.end, ran.stdout), (End::Exit(0), Vec::new()));
    }
}

#[test]
fn the_cpu_time_of_a_process_of_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("a) S 1 (b");
    std::os::unix::fs::symlink("/bin/sh", &name).unwrap();
    let mut child = Command::new(name)
        .args(["-c", "while :; do :; done"])
        .spawn()
        .unwrap();
    let process = rustix::process::Pid::from_child(&child);
    let start = Instant::now();
    while super::descendants::cpu_time(process) < Duration::from_millis(50) {
        assert!(start.elapsed() < Duration::from_secs(60));
    }
    assert!(super::descendants::cpu_time(process) <= start.elapsed() + Duration::from_millis(20));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Whatever the program did in it, the folder is removed. (`stress::ends` has the folders without rights.)
#[test]
fn a_folder_that_is_nested_deeply() {
    let root = tempfile::tempdir().unwrap();
    let [folder, outer, inner] = ["d", "outer", "outer/d"].map(|name| root.path().join(name));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("file"), "").unwrap();
    // More folders than a process has descriptors, and more than fit in a path.
    for _ in 0..3000 {
        fs::create_dir(&outer).unwrap();
        fs::rename(&folder, &inner).unwrap();
        fs::rename(&outer, &folder).unwrap();
    }
    super::remove_folder(&folder).unwrap();
    assert!(!folder.exists());
}
