//! Messages that the program prints only for a person, if the standard streams are a terminal.

use crate::support::*;
use crate::terminal::*;

/// If the program waits for input from a terminal, it prints a note, so that it does not seem to hang.
#[test]
fn what_is_read_from_a_terminal_is_said() {
    let folder = Folder::new();
    folder.file("pairs", "1 2\n3 4\n");
    folder.file("answers", "0\n1\n");
    let seen = |args: &str, typed: &str| {
        let mut command = wythoff(&args.split(' ').collect::<Vec<_>>());
        let command = command.env("TERM", "dumb").current_dir(folder.path());
        let (status, screen) = on_terminal(command, typed);
        assert!(status.success(), "{args}: {}", screen.text());
        screen.text().replace('\r', "")
    };
    let note = "wythoff: reading standard input from the terminal; Ctrl-D ends the input\n";
    for (args, typed, answer) in [
        ("solve", "1 2\n\u{4}", "0\n"),
        ("moves -", "1 1\n\u{4}", "both 1 -> 0 0\n"),
        ("check pairs -", "0\n1\n\u{4}", "AC 2 cases\n"),
        ("check - answers", "1 2\n3 4\n\u{4}", "AC 2 cases\n"),
    ] {
        let text = seen(args, typed);
        assert!(
            text.contains(note) && text.ends_with(answer),
            "{args}: {text:?}"
        );
        assert!(
            !seen(&format!("{args} -q"), typed).contains("reading"),
            "{args}"
        );
    }
    assert!(!seen("solve pairs", "").contains("reading"));
}

/// Errors and verdicts have colours, if `--color` and the environment allow them.
#[test]
#[ignore = "slow"]
fn errors_and_verdicts_have_colours() {
    let folder = Folder::new();
    folder.file("pairs", "1 2\n3 4\n");
    folder.file("right", "0\n1\n");
    folder.file("wrong", "0\n0\n");
    let in_folder = |args: &[&str]| {
        let mut command = wythoff(args);
        command.current_dir(folder.path()).env_remove("NO_COLOR");
        command.env_remove("CLICOLOR_FORCE").env("TERM", "xterm");
        command
    };
    let error = "\u{1b}[1m\u{1b}[31mwythoff:\u{1b}[0m none: No such file or directory";
    let green = "\u{1b}[1m\u{1b}[32mAC\u{1b}[0m 2 cases\n";
    let red = "\u{1b}[1m\u{1b}[31mWA\u{1b}[0m 1 of 2 cases wrong\n";
    for (args, expected) in [
        ("solve none", error),
        ("check pairs right", green),
        ("check pairs wrong", red),
        ("stress --time 0.01 -- ./none", "\u{1b}[31mwythoff:"),
        // clap's own errors.
        ("solve --none", "\u{1b}[1m"),
    ] {
        let words: Vec<_> = args.split(' ').collect();
        let with = |color: &str| {
            let all = [&words[..1], &[color], &words[1..]].concat();
            let run = run(&mut in_folder(&all), Feed::Nothing);
            run.text().to_owned() + &run.stderr
        };
        let always = with("--color=always");
        assert!(always.contains(expected), "{args}: {always:?}");
        for never in ["--color=never", "--color=auto"] {
            assert!(!with(never).contains('\u{1b}'), "{args} {never}");
        }
        let on_terminal = |variable: &str| {
            let mut command = in_folder(&words);
            command.env("CI", "true").env("CLICOLOR", "1");
            if let Some((name, value)) = variable.split_once('=') {
                command.env(name, value);
            }
            let (_, screen) = on_terminal(&mut command, "");
            screen.text().replace("\r\n", "\n")
        };
        assert!(on_terminal("").contains(expected), "{args}");
        for without in ["NO_COLOR=1", "TERM=dumb"] {
            assert!(
                !on_terminal(without).contains("\u{1b}[1m"),
                "{args} {without}"
            );
        }
    }
}
