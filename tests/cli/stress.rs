//! `wythoff stress` and `wythoff lint` against small programs that are wrong on purpose, in
//! tests/stress/, and against the submissions, which are right.
//!
//! A language whose compiler this machine lacks is skipped, and says so on standard error; where
//! `CI` is set that is a failure.

use crate::support::{self, Feed, Folder, Run, has, not_tested, reference_is_cold, run, wythoff};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use wythoff::internal::profiles_with_submissions;
use wythoff::profile;
use wythoff::{Language, submission};

/// A compiler, unless there is none.
fn compiler(language: Language) -> Option<Command> {
    let (tool, args): (_, &[&str]) = match language {
        Language::Rust => ("rustc", &["-O", "--crate-name", "program"]),
        Language::Cpp => ("g++", &["-O2", "-w"]),
        Language::Python => ("python3", &[]),
    };
    if !has(tool) {
        not_tested(&format!("programs in {language} (needs {tool})"));
        return None;
    }
    let mut compiler = Command::new(tool);
    compiler.args(args);
    Some(compiler)
}

/// Compiles tests/stress/NAME into `folder`; `None` if that can't be done here.
fn program(folder: &Folder, name: &str) -> Option<PathBuf> {
    let language = match name.rsplit('.').next() {
        Some("rs") => Language::Rust,
        _ => Language::Cpp,
    };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stress");
    let binary = folder.path().join(name.replace('.', "_"));
    let mut compiler = compiler(language)?;
    compiler.arg(source.join(name)).arg("-o").arg(&binary);
    run(&mut compiler, Feed::Nothing).expect(0);
    Some(binary)
}

/// Runs `wythoff ARGS --save FOLDER -- COMMAND`.
fn under_test(folder: &Folder, args: &[&str], command: &[&str]) -> Run {
    let mut test = wythoff(args);
    test.arg("--save").arg(folder.path().join("hacks"));
    test.arg("--").args(command).current_dir(folder.path());
    run(&mut test, Feed::Nothing)
}

/// What was saved: the input and the right answer.
fn saved(folder: &Folder) -> [String; 2] {
    ["in", "out"].map(|ending| {
        let path = folder.path().join("hacks/hack-000").with_extension(ending);
        fs::read_to_string(path).expect("a failing input was saved")
    })
}

/// Compiles the program, runs it under test, and compares the verdict and what is saved.
#[track_caller]
fn caught(name: &str, args: &[&str], letters: &str, input: &str, output: &str) {
    let folder = Folder::new();
    let Some(binary) = program(&folder, name) else {
        return;
    };
    let binary = binary.to_str().expect("UTF-8");
    let test = under_test(&folder, args, &[binary]).expect(1);
    let text = test.text();
    assert!(text.contains(&format!("\n{letters}: ")), "{name}: {text}");
    assert_eq!(saved(&folder), [input, output], "{name}: {text}");
    // The line that shows it again does.
    let replay = text.lines().rfind(|line| line.contains("wythoff "));
    let replay = replay.expect("a line to replay").trim();
    let replay = replay.replacen("wythoff", "\"$W\"", 1);
    let script = replay.replacen(" -- ", " --save again -- ", 1);
    let again = support::shell(&script, folder.path()).expect(1);
    let same = |text: &str| text.contains(&format!("\n{letters}: "));
    assert!(same(again.text()), "{name}, {script}: {}", again.text());
    if letters == "WA" {
        let script = format!(
            "{binary} < hacks/hack-000.in | head -n 1000 > found; ! cmp -s found hacks/hack-000.out"
        );
        support::shell(&script, folder.path()).expect(0);
    }
}

const POJ: &[&str] = &["stress", "--as", "poj1067"];
const V2: &[&str] = &["stress", "--as", "51nod1185"];

#[test]
fn the_double_formula() {
    caught("double_int.cpp", POJ, "WA", "165580140 267914295\n", "0\n");
    caught(
        "double_int.cpp",
        &["lint"],
        "WA",
        "165580140 267914295\n",
        "0\n",
    );
}

/// The best of some runs, as other tests run at the same time.
#[test]
fn the_double_formula_within_two_seconds() {
    let folder = Folder::new();
    let Some(binary) = program(&folder, "double_int.cpp") else {
        return;
    };
    for command in ["stress", "lint"] {
        let times = (0..5).map(|_| {
            let start = Instant::now();
            under_test(&folder, &[command], &[binary.to_str().expect("UTF-8")]).expect(1);
            start.elapsed()
        });
        let best = times.min().expect("five runs");
        assert!(best < Duration::from_secs(2), "{command}: {best:?}");
    }
}

#[test]
fn float() {
    caught("float.cpp", POJ, "WA", "4180 6764\n", "0\n");
}

#[test]
fn a_misprinted_rounding() {
    caught("plus_half.cpp", POJ, "WA", "1 2\n", "0\n");
    caught("plus_half.cpp", &["lint"], "WA", "1 2\n", "0\n");
}

/// Other machines have another `long double`.
#[cfg(target_arch = "x86_64")]
#[test]
fn x87_long_double() {
    let input = "1\n7778742048 12586269024\n";
    caught("long_double.cpp", V2, "WA", input, "B\n");
    let lint = &["lint", "--as", "51nod1185"];
    caught("long_double.cpp", lint, "WA", input, "B\n");
}

#[test]
fn decimals_of_phi() {
    let input = "1\n72723460248140 117669030460993\n";
    caught("split27.cpp", V2, "WA", input, "A\n");
    let lint = &["lint", "--as", "51nod1185"];
    caught("split27.cpp", lint, "WA", input, "A\n");
}

#[test]
fn piles_in_the_other_order() {
    caught("swapped.rs", POJ, "WA", "2 1\n", "0\n");
}

#[test]
fn piles_beyond_an_int() {
    let folder = Folder::new();
    let Some(binary) = program(&folder, "overflow.cpp") else {
        return;
    };
    let test = under_test(&folder, V2, &[binary.to_str().expect("UTF-8")]).expect(1);
    let [input, output] = saved(&folder);
    let numbers: Vec<u128> = input
        .split_whitespace()
        .map(|number| number.parse().expect("a number"))
        .collect();
    let [1, a, b] = numbers[..] else {
        panic!("one pair: {input}");
    };
    // Beyond 2^31, and not by much.
    let largest = a.max(b);
    assert!(
        (1 << 31..5 << 29).contains(&largest),
        "{input}{}",
        test.text()
    );
    let word = if reference_is_cold(a, b) {
        "B\n"
    } else {
        "A\n"
    };
    assert_eq!(output, word);
}

#[test]
fn nothing_in_both_piles() {
    caught("no_zero.rs", POJ, "WA", "0 0\n", "0\n");
}

#[test]
fn framings_off_by_one() {
    let counted = &["stress", "--as", "51nod1072"];
    caught("framing.rs", counted, "WA", "1\n0 0\n", "B\n");
    caught("extra.cpp", POJ, "WA", "0 0\n", "0\n");
}

#[test]
fn crashes() {
    caught("crash.cpp", POJ, "RE", "0 1001\n", "1\n");
    caught("panic.rs", POJ, "RE", "0 46341\n", "1\n");
}

#[test]
fn endless_loops() {
    let args = &["stress", "--as", "poj1067", "-t", "0.7"];
    caught("endless.cpp", args, "TLE", "1 1\n", "1\n");
    // Whichever comes first, the time's end or far too much output.
    let args = &["stress", "-t", "10"];
    caught("chatty.rs", args, "WA", "0 0\n", "0\n");
}

#[test]
fn memory_hogs() {
    for (name, limit) in [("hog.cpp", "64"), ("hog_static.cpp", "256")] {
        let folder = Folder::new();
        let Some(binary) = program(&folder, name) else {
            return;
        };
        let args = &["stress", "--memory", limit, "-t", "1"];
        let test = under_test(&folder, args, &[binary.to_str().expect("UTF-8")]).expect(1);
        assert!(test.text().contains("\nMLE: "), "{name}: {}", test.text());
        let [input, _] = saved(&folder);
        assert_eq!(input.lines().count(), 1, "{name}: {input}");
        let largest = input.split_whitespace().map(|n| n.parse::<u64>().unwrap());
        let largest = largest.max().expect("two piles") >> 20;
        let limit: u64 = limit.parse().expect("a number");
        // The program has some memory without its table, too.
        assert!(
            (limit - 8..limit + 64).contains(&largest),
            "{name}: {input}"
        );
    }
}

#[test]
fn nothing_printed_is_never_right() {
    caught("silent.rs", POJ, "WA", "0 0\n", "0\n");
    let folder = Folder::new();
    for profile in wythoff::PROFILES {
        let args = ["lint", "--as", profile.name];
        let test = under_test(&folder, &args, &["true"]).expect(1);
        let nothing = "WA: it printed nothing";
        assert!(test.text().contains(nothing), "{}", test.text());
    }
}

/// A failure that is found again is saved once.
#[test]
fn a_failure_is_saved_once() {
    let folder = Folder::new();
    let hacks = || {
        let entries = fs::read_dir(folder.path().join("hacks")).expect("the folder of hacks");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    };
    let stress = |profile: &str| {
        let run = under_test(&folder, &["stress", "--as", profile], &["true"]).expect(1);
        let saved = run.text().lines().find(|line| line.starts_with("saved: "));
        let path = saved.expect("where").rsplit('/').next().expect("a name");
        path.to_owned()
    };
    let pair = |n: u32| ["in", "out"].map(|ending| format!("hack-{n:03}.{ending}"));
    for _ in 0..3 {
        assert_eq!(stress("poj1067"), "hack-000.out");
        assert_eq!(hacks(), pair(0));
    }
    for _ in 0..2 {
        assert_eq!(stress("51nod1072"), "hack-001.out");
        assert_eq!(hacks(), [pair(0), pair(1)].concat());
    }
    // Also where a number before it is free, and where the other file isn't there or another.
    for name in pair(0) {
        fs::remove_file(folder.path().join("hacks").join(name)).expect("it goes");
    }
    assert_eq!(stress("51nod1072"), "hack-001.out");
    assert_eq!(hacks(), pair(1));
    fs::write(folder.path().join("hacks/hack-001.out"), "?\n").expect("another answer");
    assert_eq!(stress("51nod1072"), "hack-000.out");
    fs::remove_file(folder.path().join("hacks/hack-000.out")).expect("it goes");
    assert_eq!(stress("51nod1072"), "hack-002.out");
}

#[test]
fn a_position_a_run() {
    let args = &["stress", "--as", "luogu-p2252"];
    let input = "165580140 267914295\n";
    caught("one_double.cpp", args, "WA", input, "0\n");
}

#[test]
fn what_needs_several_cases() {
    let folder = Folder::new();
    let Some(binary) = program(&folder, "stateful.cpp") else {
        return;
    };
    let test = under_test(&folder, POJ, &[binary.to_str().expect("UTF-8")]).expect(1);
    let [input, output] = saved(&folder);
    assert_eq!(input.lines().count(), 20, "{}", test.text());
    assert_eq!(output, "0\n".repeat(20));
}

#[test]
fn other_games() {
    let args = &["stress", "--as", "hdu2177"];
    caught("no_moves.rs", args, "WA", "1 1\n0 0\n", "1\n0 0\n");
    let args = &["stress", "--as", "hdu1849"];
    caught("nim_or.cpp", args, "WA", "2\n1 1\n0\n", "Grass Win!\n");
}

/// Formats that no profile names: `solve` with the same arguments is a right program, and with one of them changed a
/// wrong one, of which the line that shows it again shows it again.
#[test]
fn what_no_profile_names() {
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let split = |args: &str| -> Vec<String> {
        let words = args.split(' ').filter(|word| !word.is_empty());
        words.map(|word| word.replace('_', " ")).collect()
    };
    for (format, other, max) in [
        (
            "--in count --words Yes,Not_at_all",
            "--in eof --words Yes,Not_at_all",
            "1e18",
        ),
        ("--in count --rule r=2", "--in count --rule r=3", "1e30"),
        (
            "--in zero --rule misere --words A,B",
            "--in zero --rule normal --words A,B",
            "9",
        ),
        ("--in one --rule r=5", "--in one --rule r=4", "1000"),
        (
            "--as hdu2177 --in eof --rule r=2",
            "--as hdu2177 --in eof",
            "99",
        ),
        ("--as hdu1849 --in count", "--as hdu1849", "1000"),
        (
            "--as uva11249 --in zero --words a_b,c_d",
            "--as uva11249 --in zero",
            "1e9",
        ),
        ("--rule r=2", "--rule r=1", "18446744073709551615"),
    ] {
        let folder = Folder::new();
        for command in ["stress --batches 4", "lint"] {
            let args = split(&format!("{command} {format} --max {max} -t 20"));
            let args: Vec<_> = args.iter().map(String::as_str).collect();
            let program =
                |format: &str| [vec![solve.to_owned(), "solve".to_owned()], split(format)].concat();
            let right = program(format);
            let right: Vec<_> = right.iter().map(String::as_str).collect();
            let test = under_test(&folder, &args, &right).expect(0);
            let named = format!(
                ", {} --max {max}, seed 1",
                format.trim_start_matches("--as ")
            );
            let named = named.replace("Yes,Not_at_all", "'Yes,Not at all'");
            let named = named.replace("a_b,c_d", "'a b,c d'");
            assert!(test.text().contains("\nAC: "), "{format}: {}", test.text());
            assert!(test.text().contains(&named), "{named}: {}", test.text());
            let wrong = program(other);
            let wrong: Vec<_> = wrong.iter().map(String::as_str).collect();
            let test = under_test(&folder, &args, &wrong).expect(1);
            let text = test.text();
            let replay = text.lines().rfind(|line| line.contains("wythoff "));
            let replay = replay.expect("a line to replay").trim();
            let replay = replay.replacen("wythoff", "\"$W\"", 1);
            let script = replay.replacen(" -- ", " --save again -- ", 1);
            support::shell(&script, folder.path()).expect(1);
            // What was saved is an input of that format, with its answer.
            let script = format!(
                "\"$W\" check {} hacks/hack-000.in hacks/hack-000.out && rm hacks/*",
                right[2..]
                    .iter()
                    .map(|word| format!("'{word}' "))
                    .collect::<String>()
            );
            support::shell(&script, folder.path()).expect(0);
        }
    }
    for (args, says) in [
        (
            "--as poj1067 --max 1e10",
            "poj1067 has no pile beyond 1000000000",
        ),
        ("--max 0", "from 1 up"),
        (
            "--as hdu1849 --rule misere",
            "--rule is for records of two piles",
        ),
        ("--as poj2975 --words a,b", "numbers of moves"),
        ("--as hdu2177 --words a_b,c", "a word has no blanks"),
        ("--words a", "two words"),
    ] {
        let folder = Folder::new();
        for command in ["stress", "lint"] {
            let args = split(&format!("{command} {args}"));
            let args: Vec<_> = args.iter().map(String::as_str).collect();
            let test = under_test(&folder, &args, &["true"]).expect(2);
            assert!(test.stderr.contains(says), "{args:?}: {}", test.stderr);
        }
    }
}

// --------------------------------------------------------------------------------- right programs

/// As many as a suite has time for; scripts/stress-submissions goes on to ten million.
const CASES: u64 = 100_000;

/// Where a process takes few of them.
const FEW: u64 = 100;

#[test]
fn submissions_in_rust_are_right() {
    submissions_are_right(Language::Rust);
}

#[test]
fn submissions_in_cpp_are_right() {
    submissions_are_right(Language::Cpp);
}

#[test]
fn submissions_in_python_are_right() {
    submissions_are_right(Language::Python);
}

fn submissions_are_right(language: Language) {
    let folder = Folder::new();
    for name in profiles_with_submissions() {
        let Some(mut compiler) = compiler(language) else {
            return;
        };
        let source = submission(name, language).expect("a solution");
        let source = folder.file(&format!("{name}.{}", language.extension()), source);
        let source = source.to_str().expect("UTF-8");
        let binary = folder.path().join(name);
        let command = if language == Language::Python {
            vec!["python3", source]
        } else {
            run(compiler.arg(source).arg("-o").arg(&binary), Feed::Nothing).expect(0);
            vec![binary.to_str().expect("UTF-8")]
        };
        let problem = &profile(name).expect("a profile").problem;
        let few = problem.is_single() || problem.max_records().is_some_and(|max| max < 100);
        let cases = if few { FEW } else { CASES };
        let cases_text = cases.to_string();
        let args = ["stress", "--as", name, "--cases", &cases_text, "-t", "50"];
        let test = under_test(&folder, &args, &command).expect(0);
        let last = test.text().lines().last().expect("a summary");
        let tried: u64 = last
            .strip_prefix("AC: ")
            .and_then(|rest| rest.split(' ').next()?.parse().ok())
            .unwrap_or_else(|| panic!("{name}: {last}"));
        assert!(tried >= cases, "{name}: {last}");
    }
}

// -------------------------------------------------------------------------------------- the ends

#[test]
fn what_can_not_be_done() {
    let folder = Folder::new();
    let run = under_test(&folder, POJ, &["./nowhere"]).expect(2);
    assert_eq!(
        run.stderr,
        "wythoff: ./nowhere: No such file or directory\n"
    );
    assert_eq!(run.text(), "");
    under_test(&folder, &["stress", "-t", "0"], &["true"]).expect(2);
    // Where a failing input can't be saved is said before any was tried.
    folder.file("file", "");
    for (place, named) in [("file", "file"), ("file/below/it", "file")] {
        for name in ["stress", "lint"] {
            let mut test = wythoff(&[name, "--save", place, "--", "sh", "-c", "touch tried"]);
            let run = support::run(test.current_dir(folder.path()), Feed::Nothing).expect(2);
            let words = format!("wythoff: --save {named}: Not a directory\n");
            assert_eq!(run.stderr, words, "{place}");
            assert_eq!(run.text(), "");
        }
    }
    assert_eq!(folder.names(), ["file"]);
    let run = wythoff(&["stress"]);
    let run = support::run(&mut { run }, Feed::Nothing).expect(2);
    assert!(run.stderr.contains("COMMAND"), "{}", run.stderr);
}

#[test]
fn batches_do_not_depend_on_jobs() {
    let folder = Folder::new();
    let Some(binary) = program(&folder, "float.cpp") else {
        return;
    };
    let binary = binary.to_str().expect("UTF-8");
    let lines = |jobs: &str, seed: &str| {
        let args = ["stress", "-j", jobs, "--seed", seed];
        let test = under_test(&folder, &args, &[binary]).expect(1);
        // Without the times.
        let lines = test.text().lines().take_while(|line| !line.is_empty());
        let lines = lines.map(|line| line.split(" AC ").next().expect("a part").to_owned());
        let batches = lines.filter(|line| line.starts_with("batch") && !line.contains("WA"));
        batches.collect::<Vec<_>>()
    };
    let one = lines("1", "5");
    assert!(!one.is_empty());
    assert_eq!(one, lines("4", "5"));
}

/// Whether a process runs; a zombie doesn't.
fn is_alive(process: &str) -> bool {
    let process: u32 = process.parse().expect("its number");
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

/// The processes that wrote their numbers into the file `all`: several programs under test may, each at its own time.
fn all_processes(folder: &Folder) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join("all")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_signal_leaves_no_process_behind() {
    for signal in ["INT", "TERM"] {
        let folder = Folder::new();
        let script = "sleep 1000 & echo $! >> all; echo $$ >> all; sleep 1000";
        let mut test = wythoff(&["stress", "-t", "900", "--", "sh", "-c", script]);
        test.current_dir(folder.path()).stdout(Stdio::null());
        // A shell that starts it in the background would have it ignore SIGINT.
        test.process_group(0);
        let mut test = test.spawn().expect("it starts");
        let deadline = Instant::now() + Duration::from_secs(50);
        while all_processes(&folder).len() < 2 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        let processes = all_processes(&folder);
        assert!(processes.len() >= 2 && processes.iter().all(|process| is_alive(process)));
        let kill = format!("kill -{signal} {}", test.id());
        support::shell(&kill, folder.path()).expect(0);
        let status = loop {
            match test.try_wait().expect("it is waited for") {
                Some(status) => break status,
                None if Instant::now() > deadline => {
                    let _ = test.kill();
                    panic!("it still runs after SIG{signal}");
                }
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        assert!(status.code().is_none(), "{signal}: {status}");
        while all_processes(&folder)
            .iter()
            .any(|process| is_alive(process))
        {
            assert!(Instant::now() < deadline, "{signal}: one runs");
            thread::sleep(Duration::from_millis(5));
        }
    }
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

/// A process can't act on this signal: others have to end what it started.
#[test]
fn a_kill_leaves_no_process_behind() {
    for (group, removed) in [(false, false), (true, false), (false, true)] {
        let folder = Folder::new();
        // One of them leaves its group.
        let script = "sleep 1000 & echo $! >> all; setsid sleep 1000 & echo $! >> all;
            echo $$ >> all; sleep 1000";
        let args = ["stress", "-j", "2", "-t", "900", "--", "sh", "-c", script];
        let mut test = wythoff(&args);
        if removed {
            // As after an update: the program's file is gone before it begins.
            fs::copy(env!("CARGO_BIN_EXE_wythoff"), folder.path().join("wythoff")).unwrap();
            let begin = r#"exec 9< wythoff && rm wythoff && exec /proc/self/fd/9 "$@""#;
            test = Command::new("sh");
            test.args(["-c", begin, "sh"]).args(args);
        }
        test.current_dir(folder.path());
        test.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut test = test.process_group(0).spawn().expect("it starts");
        let deadline = Instant::now() + Duration::from_secs(50);
        while all_processes(&folder).len() < 6 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        // A reaper and a server for each program.
        let reapers = children(&test.id().to_string());
        let servers: Vec<_> = reapers.iter().flat_map(|reaper| children(reaper)).collect();
        assert_eq!((reapers.len(), servers.len()), (2, 2));
        let processes = [all_processes(&folder), reapers, servers].concat();
        assert!(processes.len() >= 10 && processes.iter().all(|process| is_alive(process)));
        // By its own number, or with its group.
        let of = if group { "-" } else { "" };
        let kill = format!("kill -9 {of}{}", test.id());
        support::shell(&kill, folder.path()).expect(0);
        test.wait().expect("it was killed");
        while processes.iter().any(|process| is_alive(process)) {
            assert!(Instant::now() < deadline, "{group} {removed}: one runs");
            thread::sleep(Duration::from_millis(5));
        }
        let mut rest = String::new();
        let mut stdout = test.stdout.take().expect("a pipe");
        std::io::Read::read_to_string(&mut stdout, &mut rest).expect("it ends");
    }
}

/// The living processes that have `entry` in their environment.
fn with_environment(entry: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("Linux").flatten();
    let has_it = processes.filter(|process| {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        environment
            .split(|&c| c == 0)
            .any(|own| own == entry.as_bytes())
    });
    has_it.count()
}

/// While processes start, run and end.
#[test]
fn a_kill_at_any_moment_leaves_no_process_behind() {
    let script = "echo >> all; setsid sleep 1000 & (sleep 1000 & setsid setsid sleep 1000 &);
        cat > /dev/null";
    for round in 0..30 {
        let folder = Folder::new();
        let mut test = wythoff(&["stress", "-j", "3", "-t", "900", "--", "sh", "-c", script]);
        // Every process below it inherits this.
        let name = format!("WYTHOFF_TEST_{}", std::process::id());
        test.env(&name, round.to_string());
        test.current_dir(folder.path());
        test.stdout(Stdio::null()).stderr(Stdio::null());
        let mut test = test.spawn().expect("it starts");
        let deadline = Instant::now() + Duration::from_secs(50);
        let entry = format!("{name}={round}");
        if round % 2 == 0 {
            while all_processes(&folder).is_empty() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
            // Also a reaper and a server.
            assert!(with_environment(&entry) >= 3);
        }
        thread::sleep(Duration::from_micros(1500 * round));
        test.kill().expect("it runs");
        test.wait().expect("it was killed");
        // A process that starts while one look goes on is found by the next.
        while with_environment(&entry) > 0 || with_environment(&entry) > 0 {
            assert!(Instant::now() < deadline, "{round}: one runs");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// At the end of a run, and so before the end of the command.
#[test]
fn what_a_program_leaves_running_is_ended() {
    for args in [&["stress", "--batches", "3"][..], &["lint"]] {
        let folder = Folder::new();
        let script = "sleep 1000 & echo $! >> all; setsid sleep 1000 & echo $! >> all;
            (setsid sleep 1000 & echo $! >> all); cat > /dev/null; echo 1";
        under_test(&folder, args, &["sh", "-c", script]).expect(1);
        let processes = all_processes(&folder);
        assert!(processes.len() >= 3 && !processes.iter().any(|process| is_alive(process)));
    }
}

#[test]
fn a_program_that_kills_its_parent() {
    let folder = Folder::new();
    let script = "setsid sleep 1000 & echo $! $$ | tr ' ' '\\n' >> all; kill -9 $PPID; sleep 1000";
    let run = under_test(&folder, &["stress", "-j", "1"], &["sh", "-c", script]).expect(2);
    assert_eq!(
        run.stderr,
        "wythoff: sh: the process that runs it has ended\n"
    );
    let processes = all_processes(&folder);
    assert_eq!(processes.len(), 2);
    assert!(!processes.iter().any(|process| is_alive(process)));
}

/// Whoever stops listening isn't told that all is right.
#[test]
fn a_listener_that_goes_away() {
    let folder = Folder::new();
    let script = r#"{ "$W" stress -- "$W" solve; echo $? > code; } | head -n 1"#;
    let run = support::shell(script, folder.path()).expect(0);
    assert!(
        run.text().starts_with("batch 0 ") && run.stderr.is_empty(),
        "{run:?}"
    );
    let code = |folder: &Folder| fs::read_to_string(folder.path().join("code")).expect("a code");
    assert_eq!(code(&folder), "2\n");
    // Nor is a failure lost.
    let folder = Folder::new();
    let script = r#"{ "$W" lint -- "$W" solve --words 0,1; echo $? > code; } | :"#;
    support::shell(script, folder.path()).expect(0);
    assert!(["1\n", "2\n"].contains(&code(&folder).as_str()));
    let folder = Folder::new();
    let script = r#"{ "$W" check in out; echo $? > code; } | :"#;
    folder.file("in", "1 2\n".repeat(50_000));
    folder.file("out", "1\n".repeat(50_000));
    support::shell(script, folder.path()).expect(0);
    assert_eq!(code(&folder), "1\n");
}

/// Why a position is cold is no answer to a crash.
#[test]
fn only_wrong_answers_are_explained() {
    for (letters, program) in [("RE", "exit 3"), ("TLE", "exec sleep 9")] {
        let folder = Folder::new();
        let args = ["lint", "-t", "0.2"];
        let test = under_test(&folder, &args, &["sh", "-c", program]).expect(1);
        let text = test.text();
        assert!(text.contains(&format!("\n{letters}: ")), "{text}");
        assert!(!text.contains("the player to move"), "{text}");
        assert!(!text.contains("1 runs"), "{text}");
    }
    let folder = Folder::new();
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let test = under_test(&folder, &["lint"], &[solve, "solve", "--words", "0,1"]).expect(1);
    assert!(
        test.text().contains("the player to move"),
        "{}",
        test.text()
    );
}

#[test]
fn a_program_without_dashes() {
    for name in ["stress", "lint"] {
        let run = run(&mut wythoff(&[name, "./a.out", "-x"]), Feed::Nothing).expect(2);
        let hint = format!("the program goes behind --, as in 'wythoff {name} -- ./a.out'");
        assert!(run.stderr.contains(&hint), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1);
    }
}
