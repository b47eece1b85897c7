//! Panics in the binary, on any of its threads.
//!
//! The program trusts the results of system calls. So strace falsifies them: the n-th read or write returns a larger
//! count than was requested, and slicing with that count panics. Then the program must print one line, exit with code 2,
//! keep the old file, leave no new file, and not hang. If the false count does no harm, all answers must be right.

use crate::support::{Feed, Folder, SplitMix, command, may_trace, reference, run};
use std::fs;

/// The arguments, where IN is a file and OUT the output, and the system call that is falsified.
const WAYS: [(&str, &str); 11] = [
    ("solve --threads 1 IN", "write"),
    ("solve --threads 2 IN", "write"),
    ("solve --threads 1 --io read IN", "pread64"),
    ("solve --threads 2 --io read -o OUT IN", "pread64"),
    ("solve --threads 1 -o OUT IN", "pwrite64"),
    ("solve --threads 4 -o OUT IN", "pwrite64"),
    ("solve --threads 2 --progress always -o OUT IN", "pwrite64"),
    ("gen --pairs 200000 --threads 2 -o OUT", "pwrite64"),
    ("gen --pairs 200000 --threads 2", "write"),
    ("cold --list 100000", "write"),
    ("cold --list 100000 -o OUT", "pwrite64"),
];

#[test]
#[ignore = "slow"]
fn false_results_of_system_calls() {
    let mut numbers = SplitMix(11);
    let mut pairs = || (numbers.below(1_000_000), numbers.below(1_000_000));
    // Several chunks.
    let text: String = (0..400_000)
        .map(|_| pairs())
        .map(|(a, b)| format!("{a} {b}\n"))
        .collect();
    let folder = Folder::new();
    let source = folder.file("in", &text);
    let source = source.to_str().expect("UTF-8");
    if !may_trace() {
        return;
    }
    let outputs = Folder::new();
    let out = outputs.path().join("out");
    let log = folder.path().join("log");
    let binary = env!("CARGO_BIN_EXE_wythoff");
    let (mut tries, mut all_panics) = (0, 0);
    for (way, call) in WAYS {
        let to_file = way.contains("OUT");
        let args: Vec<&str> = way
            .split(' ')
            .map(|arg| match arg {
                "IN" => source,
                "OUT" => out.to_str().expect("UTF-8"),
                other => other,
            })
            .collect();
        // Without a fault.
        let whole = run(command(binary).args(&args), Feed::Nothing).expect(0);
        let right = if to_file {
            fs::read(&out).expect("the output")
        } else {
            whole.stdout
        };
        if way.starts_with("solve") {
            assert!(right == reference(text.as_bytes()), "{way}");
        }
        let mut panics = 0;
        for n in 1.. {
            assert!(n < 1000, "{way}: no end");
            let old = (to_file && n % 2 == 0).then_some(&b"old\n"[..]);
            let _ = fs::remove_file(&out);
            if let Some(old) = old {
                outputs.file("out", old);
            }
            let mut strace = command("strace");
            strace.args(["-f", "-qq", "-o"]).arg(&log);
            strace.args(["-e", &format!("trace={call},fcntl")]);
            strace.args(["-e", &format!("inject={call}:retval=1073741824:when={n}")]);
            // This variable would make the runtime add a backtrace to the message of a panic.
            strace.env("RUST_BACKTRACE", "full");
            let run = run(strace.arg(binary).args(&args), Feed::Nothing);
            let trace = fs::read(&log).expect("what strace saw");
            let trace = String::from_utf8_lossy(&trace);
            if !trace.contains("(INJECTED)") {
                break;
            }
            // The first call of the program itself. Before it, the result was falsified for the dynamic loader.
            if !trace.contains("fcntl(0, F_GETFD)") {
                continue;
            }
            tries += 1;
            let now = fs::read(&out).ok();
            let what = format!("{way}, {call} {n}: {run:?}");
            if run.code == Some(0) {
                let answers = if to_file {
                    now.as_deref()
                } else {
                    Some(&run.stdout[..])
                };
                assert!(
                    answers == Some(&right[..]),
                    "{way}, {call} {n}: not all answers"
                );
                continue;
            }
            panics += 1;
            assert_eq!(run.code, Some(2), "{what}");
            let reported: Vec<&str> = run
                .stderr
                .lines()
                .filter(|line| !line.contains("B/s"))
                .collect();
            assert_eq!(reported.len(), 1, "{what}");
            assert!(
                reported[0].starts_with("wythoff: internal error at "),
                "{what}"
            );
            assert!(reported[0].ends_with("; please report it"), "{what}");
            assert!(
                now.as_deref() == old,
                "{way}, {call} {n}: the final name was touched"
            );
            assert_eq!(outputs.names().len(), usize::from(old.is_some()), "{what}");
            assert!(
                right.starts_with(&run.stdout),
                "{way}, {call} {n}: wrong answers"
            );
        }
        println!("{way}: {panics} panics");
        assert!(panics >= 2, "{way}: only {panics} panics");
        all_panics += panics;
    }
    println!("false results: {tries} runs, {all_panics} panics");
}
