//! Tests the ends of runs of `stress`: no process of a program remains.

use super::*;
use crate::support::until;

/// The program has no room for long inputs, so a late batch fails.
#[test]
fn batches_do_not_depend_on_jobs() {
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let script = format!(
        "cat > in; test $(wc -c < in) -lt 9999 && exec '{solve}' solve --as luogu-p2197 in"
    );
    let lines = |jobs: &str| {
        let folder = Folder::new();
        let args = ["lint", "--as", "luogu-p2197", "-v", "-j", jobs];
        let test = under_test(&folder, &args, &["sh", "-c", &script]).expect(1);
        // Compares the outputs without the times.
        let batches = test
            .text()
            .lines()
            .filter_map(|line| line.split_once(" AC "));
        batches
            .map(|(batch, _)| batch.to_owned())
            .collect::<Vec<_>>()
    };
    let both = ["1", "4"].map(lines);
    assert!(both[0].len() > 9, "{both:?}");
    assert_eq!(both[0], both[1]);
}

/// Whether a process runs. A zombie does not.
pub(super) fn is_alive(process: &str) -> bool {
    let process: u32 = process.parse().expect("its number");
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

/// A folder with an empty file `all`. A file that programs under test made would be removed.
pub(super) fn folder_of_processes() -> Folder {
    let folder = Folder::new();
    folder.file("all", "");
    folder
}

/// The processes that wrote their ids into the file `all`. Several programs under test may write to it.
pub(super) fn all_processes(folder: &Folder) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join("all")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// The children of a process.
fn children(process: &str) -> Vec<String> {
    let mut children = Vec::new();
    for task in fs::read_dir(format!("/proc/{process}/task")).expect("it runs") {
        let list = task.expect("a task").path().join("children");
        let list = fs::read_to_string(list).unwrap_or_default();
        children.extend(list.split_whitespace().map(str::to_owned));
    }
    children
}

/// A process can't handle SIGKILL: other processes end the programs that it started.
#[test]
fn a_kill_leaves_no_process_behind() {
    for (group, removed) in [(false, false), (true, false), (false, true)] {
        let folder = folder_of_processes();
        // One of them leaves its group.
        let script = "sleep 1000 & echo $! >> all; setsid sleep 1000 & echo $! >> all;
            echo $$ >> all; sleep 1000";
        let args = ["stress", "-j", "2", "-t", "900", "--", "sh", "-c", script];
        let mut test = wythoff(&args);
        if removed {
            // As after an update: the program's file is removed while it runs.
            // Not by this process: a child of another test could hold the copy open for writing when it is started.
            support::shell("cp \"$W\" wythoff", folder.path()).expect(0);
            let begin = r#"exec 9< wythoff && rm wythoff && exec /proc/self/fd/9 "$@""#;
            test = command("sh");
            test.args(["-c", begin, "sh"]).args(args);
        }
        test.current_dir(folder.path());
        test.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut test = test.process_group(0).spawn().expect("it starts");
        until("six processes", || all_processes(&folder).len() >= 6);
        // A helper for each program.
        let helpers = children(&test.id().to_string());
        assert_eq!(helpers.len(), 2);
        let processes = [all_processes(&folder), helpers].concat();
        assert!(processes.len() >= 8 && processes.iter().all(|process| is_alive(process)));
        // Kills the process alone, or its group.
        let of = if group { "-" } else { "" };
        let kill = format!("kill -9 {of}{}", test.id());
        support::shell(&kill, folder.path()).expect(0);
        test.wait().expect("it was killed");
        until("no process runs", || !processes.iter().any(|p| is_alive(p)));
        let mut rest = String::new();
        let mut stdout = test.stdout.take().expect("a pipe");
        std::io::Read::read_to_string(&mut stdout, &mut rest).expect("it ends");
    }
}

/// The attack of a hostile program in C, and how its parent, the helper, ends.
const HOSTILE: &[(&str, &str)] = &[
    ("kill(getppid(), SIGKILL);", "has ended unexpectedly"),
    ("kill(getppid(), SIGSTOP);", "was stopped unexpectedly"),
    ("ptrace(PTRACE_ATTACH, getppid(), 0, 0);", "was stopped unexpectedly"),
    // A process outside of the group traces the helper, and stops it once more when it ends.
    (
        "int parent = getppid(); if (fork()) pause(); setsid(); note(getpid());
         ptrace(PTRACE_SEIZE, parent, 0, PTRACE_O_TRACEEXIT); ptrace(PTRACE_INTERRUPT, parent, 0, 0);",
        "was stopped unexpectedly",
    ),
    (
        "struct rlimit few = {3, 3}; prlimit(getppid(), RLIMIT_NOFILE, &few, 0);
         if (!fork()) { daemon(1, 1); note(getpid()); sleep(1000); } sleep(1); return 0;",
        "has ended unexpectedly",
    ),
    // It traces the helper of another program.
    (
        "for (int helper, program;; usleep(10000)) {
             FILE *all = fopen(\"all\", \"r\");
             while (fscanf(all, \"%d%d\", &helper, &program) == 2)
                 if (helper != getppid()) ptrace(PTRACE_ATTACH, helper, 0, 0);
             fclose(all);
         }",
        "was stopped unexpectedly",
    ),
];

/// Compiles a program in C that notes its helper and itself, and then does `attack`.
fn hostile(attack: &str) -> Program {
    let source = format!(
        "#define _GNU_SOURCE
         #include <signal.h>
         #include <stdio.h>
         #include <sys/ptrace.h>
         #include <sys/resource.h>
         #include <unistd.h>
         void note(int process) {{ FILE *all = fopen(\"all\", \"a\"); fprintf(all, \"%d\\n\", process); fclose(all); }}
         int main(void) {{ note(getppid()); note(getpid()); {attack} sleep(1000); }}"
    );
    Program::new(language("c"), &source, &["-w"])
}

/// Neither the program nor its helper remains, even if one was stopped.
#[test]
#[ignore = "slow"]
fn a_program_that_attacks_its_parent() {
    if !has_tools(language("c")) {
        return;
    }
    HOSTILE.par_iter().for_each(|(attack, how)| {
        let program = hostile(attack);
        let folder = folder_of_processes();
        let args = ["stress", "-j", "2", "-t", "900"];
        let run = under_test(&folder, &args, &[&program.path()]).expect(2);
        let says = format!(
            "wythoff: {}: the process that starts it {how}\n",
            program.path()
        );
        assert_eq!(run.stderr, says, "{attack}");
        let processes = all_processes(&folder);
        assert!(processes.len() >= 2);
        assert!(
            !processes.iter().any(|process| is_alive(process)),
            "{attack}"
        );
        assert_eq!(folder.names(), ["all"]);
    });
}

/// The CPU time of processes that nobody waits for, and of which each uses less than the kernel shows while it runs.
#[test]
#[ignore = "slow"]
fn detached_processes_use_time() {
    if !has_tools(language("c")) {
        return;
    }
    let source = "#include <sys/wait.h>
        #include <time.h>
        #include <unistd.h>
        int main(void) {
            for (int i = 0; i < 200; i++) {
                if (!fork()) {
                    if (fork()) _exit(0);
                    while (clock() < 8 * CLOCKS_PER_SEC / 1000);
                    _exit(0);
                }
                wait(0);
                usleep(8000);
            }
            sleep(1);
        }";
    let program = Program::new(language("c"), source, &[]);
    let run = under_test(&Folder::new(), &["lint", "-t", "0.5"], &[&program.path()]).expect(1);
    assert!(has_line(run.text(), "TLE: "), "{run:?}");
    // The CPU time reached the limit, not only the time on the clock.
    let cpu = run.text().split(" s of CPU time").next();
    let cpu = cpu.and_then(|text| text.rsplit(' ').next()?.parse::<f64>().ok());
    assert!(cpu > Some(0.1), "{run:?}");
}

/// The parent of this process may ignore the end of its children.
#[test]
fn sigchld_may_be_ignored() {
    let script = "trap '' CHLD; exec \"$W\" lint -- \"$W\" solve";
    let run = shell(script, Folder::new().path()).expect(0);
    assert!(run.text().starts_with("AC: "), "{run:?}");
}

/// If standard output is closed early, the exit code is never 0. A failure keeps its exit code.
#[test]
fn a_reader_that_leaves_before_the_end() {
    let folder = Folder::new();
    folder.file("in", "1 2\n".repeat(50_000));
    folder.file("out", "1\n".repeat(50_000));
    for (command, reader, codes) in [
        ("stress -v -- \"$W\" solve", "head -n 1", &["2\n"][..]),
        ("lint -- \"$W\" solve --words 0,1", ":", &["1\n", "2\n"]),
        ("check in out", ":", &["1\n"]),
    ] {
        let script = format!("{{ \"$W\" {command}; echo $? > code; }} | {reader}; cat code >&2");
        let run = shell(&script, folder.path()).expect(0);
        assert!(codes.contains(&&*run.stderr), "{command}: {run:?}");
        assert!(
            reader == ":" || run.text().starts_with("batch 0 "),
            "{run:?}"
        );
    }
}

/// A failing input is saved before it is made smaller.
#[test]
fn a_signal_keeps_the_failing_input() {
    let folder = Folder::new();
    folder.file("all", "");
    // The first run prints wrong answers; the next one takes long.
    let script = "if test -s all; then sleep 1000; fi; echo >> all; echo 7";
    let mut test = wythoff(&["stress", "-j", "1", "-t", "900", "--", "sh", "-c", script]);
    test.current_dir(folder.path()).stdout(Stdio::piped());
    let mut test = test.spawn().expect("it starts");
    until("a file", || {
        folder.names().contains(&"hack-000.out".to_owned())
    });
    thread::sleep(Duration::from_millis(100));
    support::shell(&format!("kill -INT {}", test.id()), folder.path()).expect(0);
    let mut text = String::new();
    let mut stdout = test.stdout.take().expect("a pipe");
    std::io::Read::read_to_string(&mut stdout, &mut text).expect("it ends");
    assert!(test.wait().expect("it ends").code().is_none());
    let line = "The failing input is saved as ./hack-000.in until a smaller one is found.\n";
    assert!(text.ends_with(line), "{text}");
    let lines = |name: &str| {
        let text = fs::read_to_string(folder.path().join(name)).expect("it was saved");
        text.lines().count()
    };
    assert!(lines("hack-000.in") > 1000);
    assert_eq!(lines("hack-000.in"), lines("hack-000.out"));
}

/// A program with random answers is not shrunk: thousands of runs on smaller inputs would show nothing.
#[test]
fn a_program_with_random_answers() {
    if !has("shuf") {
        return;
    }
    let folder = Folder::new();
    let random = "shuf -r -i 0-999 -n $(wc -l)";
    let test = under_test(&folder, &["stress"], &["sh", "-c", random]).expect(1);
    let text = test.text();
    let same = "the program does not always ";
    assert!(text.contains(same), "{text}");
    assert!(runs_until_found(text) < 40, "{text}");
}

/// The number of runs until the failing input was found.
fn runs_until_found(text: &str) -> u32 {
    let runs = text.split("found, in ").nth(1);
    let runs = runs.and_then(|rest| rest.split(' ').next());
    runs.expect("a number").parse().expect("a number")
}

#[test]
#[ignore = "slow"]
fn a_slow_program_says_how_far_it_came() {
    let folder = Folder::new();
    // The program is fast, except for the 813th case.
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let script = format!("'{solve}' solve | {{ head -n 812; sleep 1000; }}");
    // `lint` looks for a smaller input only for a second.
    let args = ["lint", "-t", "0.1", "-j", "1"];
    let test = under_test(&folder, &args, &["sh", "-c", &script]).expect(1);
    let text = test.text();
    let first = text.lines().next().expect("a batch");
    for part in [
        " TLE ",
        ": it answered 812 of ",
        " in 0.0",
        " s of CPU time, 5.0",
        " s on the clock",
    ] {
        assert!(first.contains(part), "{part}: {text}");
    }
    assert!(text.contains("\nTLE: it answered "), "{text}");
}

/// Cases are tried alone before the input is halved again and again.
#[test]
#[ignore = "slow"]
fn the_slow_case_is_found_soon() {
    let folder = Folder::new();
    let Some(program) = program("endless.cpp") else {
        return;
    };
    let args = ["stress", "-t", "0.2"];
    let test = under_test(&folder, &args, &[&program.path()]).expect(1);
    assert!(has_line(test.text(), "TLE: "), "{}", test.text());
    assert_eq!(saved(&folder), ["1 1\n", "1\n"]);
    assert!(runs_until_found(test.text()) < 120, "{}", test.text());
}

#[test]
fn the_verdict_as_json() {
    let folder = Folder::new();
    let judged = |command: &str, solution: &[&str], code| {
        let run = under_test(&folder, &[command, "--json"], solution).expect(code);
        assert_eq!(run.stderr, "");
        serde_json::from_str::<serde_json::Value>(run.text()).expect("one object")
    };
    let right = judged("lint", &[env!("CARGO_BIN_EXE_wythoff"), "solve"], 0);
    assert_eq!(right["verdict"], "AC");
    assert_eq!(right["problem"], "--as poj1067");
    assert!(right["cases"].as_u64() > right["batches"].as_u64());
    assert!(right["seconds"].is_number() && right["compile"].is_null());
    assert!(right.get("failure").is_none());
    for command in ["lint", "stress"] {
        let wrong = judged(command, &["sh", "-c", "echo no >&2; sed s/.*/1/"], 1);
        assert_eq!(wrong["verdict"], "WA");
        let failure = &wrong["failure"];
        let [input, output] = saved(&folder);
        let files =
            ["in", "out"].map(|name| folder.path().join("hacks/hack-000").with_extension(name));
        for (key, value) in [
            ("input", serde_json::json!(input)),
            ("expected", output.into()),
            ("found", "1\n".into()),
            ("message", "answer 1 is `1`".into()),
            ("last_message", "no".into()),
            ("stderr", "no\n".into()),
            ("complete", true.into()),
            ("saved", serde_json::json!(files)),
        ] {
            assert_eq!(failure[key], value, "{key}");
        }
        let replay = failure["replay"].as_str().expect("a command");
        let start = format!("wythoff {command} --as poj1067 ");
        assert!(replay.starts_with(&start), "{replay}");
    }
}

/// A folder of very many files does not slow down the runs: only the files that the command names get links.
#[test]
fn links_in_a_folder_of_many_files() {
    let folder = Folder::new();
    for number in 0..1000 {
        folder.file(&format!("case-{number}.in"), "");
    }
    folder.file("count.sh", "ls | wc -l\n");
    folder.file("data.txt", "");
    let mut command = wythoff(&["lint", "--json", "--"]);
    command.args(["sh", "./count.sh", "--data=data.txt"]);
    let run = run(command.current_dir(folder.path()), Feed::Nothing).expect(1);
    let object: serde_json::Value = serde_json::from_str(run.text()).expect("JSON");
    let found = object["failure"]["found"].as_str().expect("an output");
    assert_eq!(found.trim(), "2");
}
