//! Solutions that are given as a source file.

use super::ends::{all_processes, folder_of_processes, is_alive};
use super::memory::tried_in;
use super::*;
use crate::support::{shell, two_at_a_time, until};

/// Judges run a source by its ending, whatever its first line is. Another script that may be executed is a program.
#[test]
#[ignore = "slow"]
fn scripts() {
    if !has("python3") {
        return;
    }
    let folder = Folder::new();
    let solve = env!("CARGO_BIN_EXE_wythoff");
    for name in ["run", "run.sh"] {
        folder.file(name, format!("#!/bin/sh\nexec '{solve}' solve\n"));
    }
    let main = source("main.py").replace('\n', "\r\n");
    folder.file("main.py", format!("#!/nowhere/python\r\n{main}"));
    folder.file("lost", "#!/nowhere/sh\r\n");
    support::shell("chmod +x run run.sh main.py lost", folder.path()).expect(0);
    for name in ["./run", "./run.sh", "run.sh", "main.py", "./main.py"] {
        tried_in(&folder, &[name], "AC");
    }
    let lost = under_test(&folder, &["lint"], &["./lost"]).expect(2);
    let says =
        "./lost needs `/nowhere/sh\\r`, which its first line names, and which is not installed";
    assert_eq!(lost.stderr, format!("wythoff: {says}\n"));
    // The source is added to a command that names no file.
    let args = ["stress", "--batches", "1", "--run", ".py=python3 -u"];
    under_test(&folder, &args, &["main.py"]).expect(0);
}

/// The first of many errors is shown, and all of them with -v. The messages of a compiler may be longer than what is kept.
#[test]
fn many_compile_errors() {
    if !has("gcc") {
        return;
    }
    let folder = Folder::new();
    let wrong: String = (0..777)
        .map(|i| format!("    undeclared_{i}++;\n"))
        .collect();
    folder.file(
        "main.c",
        format!("int main() {{\n    first_fault = 1;\n{wrong}}}\n"),
    );
    let compile = "gcc -fno-diagnostics-show-caret -fmax-errors=0 -Wall -o {program} {source}";
    let lint = |more: &[&str]| {
        let args = [&["lint", "-q", "--compile", compile], more].concat();
        under_test(&folder, &args, &["main.c"])
            .expect(2)
            .text()
            .to_owned()
    };
    let text = lint(&[]);
    assert!(
        text.contains("main.c:2:5: error: ") && text.contains("first_fault"),
        "{text}"
    );
    assert!(
        text.lines().count() < 50 && text.contains(" more lines: -v\n"),
        "{text}"
    );
    for text in [lint(&["-v"]), lint(&["--json"])] {
        assert!(
            text.contains("main.c:2:5: error: ") && text.len() > 5000,
            "{text}"
        );
    }
}

/// Older compilers take names that later standards define. Only a program that fails shows its warnings.
#[test]
#[ignore = "slow"]
fn sources_for_older_compilers() {
    if !has("g++") || !has("gcc") {
        return;
    }
    let folder = Folder::new();
    let main = right(Language::Cpp).replace("int main() {", "SIZE\nint main() {");
    let size = "int size;\nint one() throw(int) { return size; }";
    let auto = "int one() { auto int one = 1; return one; }";
    folder.file("size.cpp", main.replace("SIZE", size));
    folder.file("auto.cpp", main.replace("SIZE", auto));
    folder.file(
        "main.c",
        format!("{}int restrict = 1;\n", right(Language::C)),
    );
    let note = |standard: &str| {
        format!("note: the compiler takes the source only with {standard}, as older judges have it")
    };
    for (name, standard) in [
        ("size.cpp", "-std=gnu++14"),
        ("auto.cpp", "-std=gnu++98"),
        ("main.c", "-std=gnu89"),
    ] {
        let run = under_test(&folder, &["lint", "-q"], &[name]).expect(0);
        assert!(has_line(run.text(), &note(standard)), "{}", run.text());
        assert!(!run.text().contains("warn"), "{}", run.text());
    }
    let wrong = "int start, one;\n    cout << start + 7;\n";
    let wrong = main
        .replace("SIZE", size)
        .replace("int main() {\n", &format!("int main() {{\n    {wrong}"));
    folder.file("wrong.cpp", wrong);
    let run = under_test(&folder, &["lint", "-q"], &["wrong.cpp"]).expect(1);
    let warned = run
        .text()
        .split("\nthe compiler warns:\n")
        .nth(1)
        .expect("warnings");
    let first = warned.lines().next().expect("a warning");
    assert!(
        first.starts_with("  wrong.cpp:") && first.contains("[-Wuninitialized]"),
        "{first}"
    );
    assert!(
        run.text().contains(" -std=gnu++14 && ./program < "),
        "{}",
        run.text()
    );
}

#[test]
fn a_source_in_python_2() {
    if !has("python3") {
        return;
    }
    let folder = Folder::new();
    folder.file("print.py", "print 0\n");
    folder.file("input.py", "while True: print(raw_input())\n");
    two_at_a_time(&[("print.py", 2), ("input.py", 1)], |(name, code)| {
        let run = under_test(&folder, &["lint", "-q"], &[name]).expect(*code);
        assert!(
            has_line(run.text(), "This looks like Python 2, "),
            "{run:?}"
        );
    });
}

/// On judges with Windows the stack is small, unless the source requests a larger one.
#[test]
#[ignore = "slow"]
fn the_stack_of_a_judge() {
    if !has_tools(Language::Cpp) {
        return;
    }
    let folder = Folder::new();
    let deep = source("deep.cpp").replace("    std::scanf", "    while (std::scanf");
    let deep = deep.replace("&b);\n", "&b) == 2)\n    ");
    folder.file("deep.cpp", &deep);
    let pragma = "#pragma comment(linker, \"/STACK:102400000,102400000\")\n";
    folder.file("asks.cpp", format!("{pragma}{deep}"));
    let lint = |options: &[&str], name: &str, code| {
        let args = [&["lint", "-q", "-t", "20"], options].concat();
        under_test(&folder, &args, &[name])
            .expect(code)
            .text()
            .to_owned()
    };
    let text = lint(&["--as", "poj1067"], "deep.cpp", 1);
    assert!(
        text.contains("\nRE: ") && text.contains(" the stack has 8 MiB (--stack)."),
        "{text}"
    );
    lint(&[], "deep.cpp", 0);
    let text = lint(&["--as", "poj1067", "--stack", "64"], "deep.cpp", 0);
    assert!(
        has_line(
            &text,
            "note: a run took more than 10000 KiB, the limit of poj1067"
        ),
        "{text}"
    );
    lint(&["--as", "poj1067"], "asks.cpp", 0);
}

#[test]
fn a_compile_error() {
    if !has("gcc") {
        return;
    }
    let folder = Folder::new();
    folder.file("main.c", "int main() { return \u{1b}[2J; }\n");
    let run = under_test(&folder, &["stress"], &["main.c"]).expect(2);
    let first =
        "CE: the compiler's exit code was 1: gcc -O2 -DONLINE_JUDGE -o {program} {source} -lm\n";
    assert!(run.text().starts_with(first), "{}", run.text());
    assert!(run.text().contains("main.c:1:"), "{}", run.text());
    assert!(!run.text().contains('\u{1b}'), "{}", run.text());
    let run = under_test(&folder, &["lint", "--json"], &["main.c"]).expect(2);
    let object: serde_json::Value = serde_json::from_str(run.text()).expect("JSON");
    assert_eq!(object["verdict"], "CE");
    assert_eq!(object["problem"], "--as poj1067");
    assert_eq!(
        object["compile"],
        "gcc -O2 -DONLINE_JUDGE -o {program} {source} -lm"
    );
    let messages = object["messages"].as_str().expect("a text");
    assert!(messages.contains("main.c:1:"), "{messages}");
    assert_eq!(folder.names(), ["main.c"]);
    // The exit code is the same if the reader closed standard output.
    let script = "{ \"$W\" lint -q -- main.c; echo $? >&2; } | :";
    let run = support::shell(script, folder.path()).expect(0);
    assert_eq!(run.stderr, "2\n");
}

#[test]
fn a_missing_compiler_or_interpreter() {
    let folder = Folder::new();
    for (name, says) in [
        (
            "main.cpp",
            "main.cpp needs g++, which is not installed or not in PATH; choose another compiler with --compile",
        ),
        (
            "main.py",
            "main.py needs python3, which is not installed or not in PATH; write another interpreter before the file",
        ),
    ] {
        folder.file(name, "");
        let mut test = wythoff(&["lint", "-q", "--", name]);
        test.env("PATH", "/nowhere").current_dir(folder.path());
        let run = run(&mut test, Feed::Nothing).expect(2);
        assert_eq!(run.stderr, format!("wythoff: {says}\n"));
    }
}

/// Both commands after `replay:` show the failure again: a shell command, which compiles, and a command of this program.
#[test]
#[ignore = "slow"]
fn the_replay_compiles_again() {
    if !has("g++") {
        return;
    }
    let folder = Folder::new();
    folder.file("my float.cpp", source("float.cpp"));
    let compile = "g++ '-DA=1 + 1' -o {program} {source}";
    let mut test = wythoff(&["stress", "--save", ".", "--compile"]);
    test.args([compile, "--", "my float.cpp"]);
    let run = run(test.current_dir(folder.path()), Feed::Nothing).expect(1);
    let mut lines = run
        .text()
        .lines()
        .skip_while(|line| !line.starts_with("replay: "));
    let by_shell = lines.next().expect("a line").trim_start_matches("replay: ");
    assert_eq!(
        by_shell,
        "g++ '-DA=1 + 1' -o ./program 'my float.cpp' && ./program < ./hack-000.in"
    );
    let again = support::shell(by_shell, folder.path()).expect(0);
    assert_eq!(again.text(), "1\n");
    let answer = fs::read_to_string(folder.path().join("hack-000.out"));
    assert_eq!(answer.expect("an answer"), "0\n");
    let by_program = lines.next().expect("a line").trim();
    let by_program = by_program.replacen("wythoff", "\"$W\"", 1);
    let again = support::shell(&by_program, folder.path()).expect(1);
    assert!(has_line(again.text(), "WA: "), "{}", again.text());
    assert_eq!(again.text().lines().last(), run.text().lines().last());
}

/// The signal comes while the compiler runs, and while the program runs.
#[test]
fn a_signal_removes_what_was_compiled() {
    let wait = "sh -c 'echo $$ >> all; sleep 1000' {program} {source}";
    let copy = "sh -c 'printf \"#!/bin/sh\\necho \\$\\$ >> all; sleep 1000\\n\" > \"$0\" && chmod +x \"$0\"' \
        {program} {source}";
    for (compile, signal) in [
        (wait, "INT"),
        (wait, "KILL"),
        (copy, "TERM"),
        (copy, "KILL"),
    ] {
        let (folder, temporary) = (folder_of_processes(), Folder::new());
        folder.file("main.c", "");
        let mut test = wythoff(&["stress", "-q", "-t", "900"]);
        test.args(["--compile", compile, "--", "main.c"]);
        test.env("TMPDIR", temporary.path());
        test.current_dir(folder.path()).stdout(Stdio::null());
        let mut test = test.process_group(0).spawn().expect("it starts");
        until("a process", || !all_processes(&folder).is_empty());
        let processes = all_processes(&folder);
        assert!(!temporary.names().is_empty(), "{compile}");
        support::shell(&format!("kill -{signal} {}", test.id()), folder.path()).expect(0);
        assert!(test.wait().expect("it ends").code().is_none());
        until("no process runs", || !processes.iter().any(|p| is_alive(p)));
        until("no file is left", || temporary.names().is_empty());
    }
}

#[test]
fn a_file_that_is_no_command_is_told_from_a_missing_one() {
    let folder = Folder::new();
    folder.file("a.kt", "fun main() {}\n");
    shell(
        "printf '#!/bin/sh\\ncat\\n' > sol && chmod +x sol",
        folder.path(),
    )
    .expect(0);
    for (command, message) in [
        (
            "a.kt",
            "wythoff: a.kt is not an executable program, and not a source file with a known ending (.c .cpp .cc .cxx .c++ .C .java \
             .pas .py .go .js .rs .hs .lua .php .pl .rb .sh); --run gives the command for another ending, and --compile a \
             compiler\n",
        ),
        (
            ".",
            "wythoff: . is a folder; name the program or the source file\n",
        ),
        (
            "sol",
            "wythoff: sol is not in PATH; to run the file in this folder, write ./sol\n",
        ),
        ("missing", "wythoff: missing: No such file or directory\n"),
    ] {
        let script = format!("\"$W\" lint -- {command}");
        assert_eq!(shell(&script, folder.path()).expect(2).stderr, message);
    }
}
