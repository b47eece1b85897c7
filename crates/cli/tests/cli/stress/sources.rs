//! Solutions that are given as a source file.

use super::ends::{all_processes, folder_of_processes, is_alive};
use super::*;
use crate::support::{shell, until};

/// A file and its text (`//` is the end of a line, and `$W` this program), a tool that it needs, a command in its folder, the exit
/// code, and a part of what is printed. A file that begins with `#!` may be executed.
const FILES: &str = r#"
# Judges run a source by its ending, whatever its first line is. Another script that may be executed is a program.
run | #!/bin/sh//exec $W solve// |  | $W stress --batches 1 -- ./run | 0 | AC: 
run.sh | #!/bin/sh//exec $W solve// |  | $W stress --batches 1 -- ./run.sh | 0 | AC: 
run.sh | #!/bin/sh//exec $W solve// |  | $W stress --batches 1 -- run.sh | 0 | AC: 
main.py | #!/nowhere/python\r//import os\r//os.execv('$W', ['w', 'solve'])\r// | python3 | $W stress --batches 1 -- main.py | 0 | AC: 
main.py | #!/nowhere/python\r//import os\r//os.execv('$W', ['w', 'solve'])\r// | python3 | $W stress --batches 1 -- ./main.py | 0 | AC: 
lost | #!/nowhere/sh\r// |  | $W lint -- ./lost | 2 | wythoff: ./lost needs `/nowhere/sh\r`, which its first line names, and which is not installed//
# The source is added to a command that names no file.
main.py | import os//os.execv('$W', ['w', 'solve'])// | python3 | $W stress --batches 1 --run '.py=python3 -u' -- main.py | 0 | AC: 
# `--run` gives the command for an ending. The result of a compiler may be no program.
a.sh | exec $W solve// |  | $W stress --batches 1 -- a.sh | 0 | AC: 
-dash.sh | exec $W solve// |  | $W stress --batches 1 -- -dash.sh | 0 | AC: 
a.own | exec $W solve// |  | $W stress --batches 1 --run '.own=sh -e {source}' -- a.own | 0 | AC: 
a.py | exec $W solve// |  | $W stress --batches 1 --run '.py=sh {source}' -- a.py | 0 | AC: 
a.own | exec $W solve// |  | $W stress --batches 1 --compile 'cp {source} {folder}/made' --run '.own=sh {folder}/made' -- a.own | 0 | AC: 
a.own | exit 3// |  | $W stress --batches 1 --run '.own=sh -e {source}' --run '.py=sh {source}' -- a.own | 1 | --run '.own=sh -e {source}' --run '.py=sh {source}' -- a.own//
# Other syntax.
print.py | print 0// | python3 | $W lint -q -- print.py | 2 | //This looks like Python 2, 
input.py | while True: print(raw_input())// | python3 | $W lint -q -- input.py | 1 | //This looks like Python 2, 
main.py | while True print(1)// | python3 | $W lint -q -- main.py | 2 | CE: the compiler's exit code was 1: 
main.py | while True print(1)// | python3 | $W lint -q -- main.py | 2 | SyntaxError
main.js | print(1// | node | $W lint -q -- main.js | 2 | SyntaxError
# Missing tools and files.
main.cpp | // |  | PATH=/nowhere $W lint -q -- main.cpp | 2 | wythoff: main.cpp needs g++, which is not installed or not in PATH; choose another compiler with --compile//
main.py | // |  | PATH=/nowhere $W lint -q -- main.py | 2 | wythoff: main.py needs python3, which is not installed or not in PATH; write another interpreter before the file//
a.kt | fun main() {}// |  | $W lint -- a.kt | 2 | wythoff: a.kt is not an executable program, and not a source file with a known ending (.c .cpp .cc .cxx .c++ .C .java .pas .py .go .js .rs .hs .lua .php .pl .rb .sh); --run gives the command for another ending, and --compile a compiler//
sol | #!/bin/sh//cat// |  | $W lint -- . | 2 | wythoff: . is a folder; name the program or the source file//
sol | #!/bin/sh//cat// |  | $W lint -- sol | 2 | wythoff: sol is not in PATH; to run the file in this folder, write ./sol//
sol | #!/bin/sh//cat// |  | $W lint -- missing | 2 | wythoff: missing: No such file or directory//
"#;

/// No file remains in the current folder or in the folder of temporary files.
#[test]
#[ignore = "slow"]
fn files_that_are_named() {
    let rows: Vec<[&str; 6]> = rows(FILES).collect();
    rows.par_iter()
        .for_each(|[name, content, tool, script, code, part]| {
            if !tool.is_empty() && !has(tool) {
                return;
            }
            let [folder, temporary, saved] = [(); 3].map(|()| Folder::new());
            let content = content.replace("//", "\n").replace(r"\r", "\r");
            folder.file(name, content.replace("$W", env!("CARGO_BIN_EXE_wythoff")));
            if content.starts_with("#!") {
                shell("chmod +x *", folder.path()).expect(0);
            }
            let [temporary_path, saved] =
                [&temporary, &saved].map(|folder| folder.path().display());
            let script = script.replace(" -- ", &format!(" --save '{saved}' -- "));
            let script = format!("export TMPDIR='{temporary_path}'; {script}");
            let run = shell(&script, folder.path()).expect(code.parse().expect("a code"));
            let all = run.text().to_owned() + &run.stderr;
            assert!(all.contains(&part.replace("//", "\n")), "{script}: {all}");
            assert_eq!(folder.names(), [*name], "{script}");
            assert_eq!(temporary.names(), [""; 0], "{script}");
        });
}

/// Older compilers take names that later standards define. Only a program that fails shows its warnings.
#[test]
#[ignore = "slow"]
fn sources_for_older_compilers() {
    if !has("g++") || !has("gcc") {
        return;
    }
    let folder = Folder::new();
    let main = right(language("cpp")).replace("int main() {", "SIZE\nint main() {");
    let size = "int size;\nint one() throw(int) { return size; }";
    let auto = "int one() { auto int one = 1; return one; }";
    folder.file("size.cpp", main.replace("SIZE", size));
    folder.file("auto.cpp", main.replace("SIZE", auto));
    folder.file(
        "main.c",
        format!("{}int restrict = 1;\n", right(language("c"))),
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
    let wrong = "int main() {\n    int start;\n    cout << start + 7;\n";
    let wrong = main.replace("int main() {\n", wrong);
    folder.file("wrong.cpp", wrong.replace("SIZE", size));
    let run = under_test(&folder, &["lint", "-q"], &["wrong.cpp"]).expect(1);
    for part in [
        "\nthe compiler warns:\n  wrong.cpp:",
        "[-Wuninitialized]",
        " -std=gnu++14 && ./program < ",
    ] {
        run.says(part);
    }
}

/// On judges with Windows the stack is small, unless the source requests a larger one.
#[test]
#[ignore = "slow"]
fn the_stack_of_a_judge() {
    if !has_tools(language("cpp")) {
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

/// The first of many errors is shown, and all of them with -v. The messages of a compiler may be longer than what is kept.
#[test]
fn compile_errors() {
    if !has("gcc") {
        return;
    }
    let folder = Folder::new();
    let wrong = (0..777).map(|i| format!("    undeclared_{i}++;\n"));
    let wrong: String = wrong.collect();
    folder.file(
        "main.c",
        format!("int main() {{\n    first_fault = 1; // \u{1b}[2J\n{wrong}}}\n"),
    );
    let lint = |options: &[&str]| {
        let args = [&["lint", "-q"], options].concat();
        let text = under_test(&folder, &args, &["main.c"])
            .expect(2)
            .text()
            .to_owned();
        assert!(
            text.contains("main.c:2:") && text.contains("first_fault"),
            "{text}"
        );
        text
    };
    let (first, command) = (
        "CE: the compiler's exit code was 1: ",
        "gcc -O2 -DONLINE_JUDGE -o {program} {source} -lm",
    );
    let usual = lint(&[]);
    assert!(usual.starts_with(&format!("{first}{command}\n")), "{usual}");
    assert!(
        usual.lines().count() < 50 && usual.contains(" more lines: -v\n"),
        "{usual}"
    );
    let all = lint(&["-v"]);
    assert!(
        all.len() > 5000 && !(usual + &all).contains('\u{1b}'),
        "{all}"
    );
    let json: serde_json::Value = serde_json::from_str(&lint(&["--json"])).expect("JSON");
    let messages = json["messages"].as_str().expect("a text");
    assert!(messages.len() > 5000, "{messages}");
    for (key, value) in [
        ("verdict", "CE"),
        ("problem", "--as poj1067"),
        ("compile", command),
    ] {
        assert_eq!(json[key], value);
    }
    assert_eq!(folder.names(), ["main.c"]);
    // The exit code is the same if the reader closed standard output.
    let script = "{ \"$W\" lint -q -- main.c; echo $? >&2; } | :";
    assert_eq!(shell(script, folder.path()).expect(0).stderr, "2\n");
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
