//! Help with examples, completions, manual pages and usage errors of every subcommand.

use crate::support::{self, Feed, Folder, command, has, ran, rows, run, shell, wythoff};
use std::fs;

/// Each shell has a script, and each installed shell can parse its script.
#[test]
fn shells_accept_their_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ran(&format!("completions {shell}")).expect(0);
        script.says("wythoff");
        if !["bash", "zsh", "fish"].contains(&shell) || !has(shell) {
            continue;
        }
        let folder = Folder::new();
        let script = folder.file("script", script.stdout);
        run(command(shell).arg("-n").arg(script), Feed::Nothing).expect(0);
    }
}

#[test]
fn every_subcommand_has_its_manual_page() {
    let pages = Folder::new();
    let mut man = wythoff(&["man", "--dir"]);
    run(man.arg(pages.path()), Feed::Nothing).expect(0);
    assert!(pages.names().len() > 20, "{:?}", pages.names());
    let page = |name: &str| fs::read_to_string(pages.path().join(name)).expect("a page");
    for name in pages.names() {
        let page = page(&name);
        assert_eq!(page.matches("Examples:").count(), 1, "{name}");
    }
    for args in ["man", "man solve", "man plot cold"] {
        let name = format!("{}.1", args.replace("man", "wythoff").replace(' ', "-"));
        let printed = ran(args).expect(0);
        assert_eq!(printed.text(), page(&name));
    }
    for args in ["man none", "man plot none", "man solve solve"] {
        let none = ran(args).expect(2);
        assert!(none.stderr.starts_with("wythoff: there is no command `"));
    }
    assert!(!page("wythoff.1").contains("help(1)"), "no such page");
    // groff has no warning about a page.
    if has("groff") {
        let script = "groff -man -Tutf8 -ww -z *.1";
        assert_eq!(shell(script, pages.path()).expect(0).stderr, "");
    }
}

#[test]
fn the_version_names_the_backends() {
    let backends = support::backends();
    let expected = format!(
        "wythoff {}\nbackends on this machine: {} (auto is {})\n",
        env!("CARGO_PKG_VERSION"),
        backends.join(", "),
        backends.last().expect("a backend")
    );
    for flag in ["--version", "-V"] {
        assert_eq!(ran(flag).expect(0).text(), expected);
    }
}

/// Every command with a parser reads the variable, and the option overrides it. An empty variable counts as not set, and no help
/// shows its value.
#[test]
fn the_variable_of_the_backend() {
    let folder = Folder::new();
    folder.file("in", "1 2\n".repeat(20_000));
    folder.file("out", "0\n".repeat(20_000));
    for args in [
        "solve --count in",
        "check in out",
        "bench --runs 1 --json in",
    ] {
        let with = |value: &str, args: &str, code: i32| {
            let script = format!("WYTHOFF_BACKEND={value} $W {args}");
            shell(&script, folder.path()).expect(code)
        };
        with("", args, 0);
        with("scalar", args, 0);
        with("none-such", &format!("{args} --backend auto"), 0);
        let says = "invalid value 'none-such' for '--backend <NAME>'";
        let none = with("none-such", args, 2);
        none.says(says);
        let help = with("scalar", &format!("{args} --help"), 0);
        let help: Vec<_> = help.text().split_whitespace().collect();
        let shown = "[env: WYTHOFF_BACKEND]";
        assert!(help.join(" ").contains(shown), "{args}");
    }
}

/// Options of `submission --as`, and the languages in the note. There is no note if the judge accepts the language, or if the
/// languages of the judge are unknown.
const NOTES: &str = "
poj1067 |
poj1067 --lang rust | c, cpp, java, pascal
poj1067 --lang rust -q |
luogu-p2252 --lang rust |
51nod1072 --lang rust |
";

#[test]
fn languages_that_a_judge_does_not_take() {
    let submission = |args: &str| ran(&format!("submission --as {args}")).expect(0);
    for [args, taken] in rows(NOTES) {
        let note = format!("wythoff: note: the judge of poj1067 takes {taken}, not rust\n");
        let expected = if taken.is_empty() { "" } else { &note };
        assert_eq!(submission(args).stderr, expected, "{args}");
    }
    let [default, cpp] = ["poj1067", "poj1067 --lang cpp"].map(submission);
    assert_eq!(default.text(), cpp.text());
    assert!(submission("poj1067 --lang rust").text().contains("fn main"));
}

/// With `--json`, a command that fails prints one object, whose `error` is the message.
#[test]
fn a_failure_as_json() {
    let folder = Folder::new();
    folder.file("in", b"1 2\n8 4\n");
    folder.file("bad", b"1 2\nx\n");
    folder.file("out", b"0\n1\n");
    for args in [
        "check in none",
        "check none out",
        "check bad out",
        "check in out --in lines",
        "check in",
        "lint -- ./none",
        "lint --as none -- true",
        "stress --save in/x -- true",
        "bench none",
    ] {
        let [command, rest] = args.split_once(' ').expect("a blank").into();
        let rest: Vec<_> = rest.split(' ').collect();
        let args = [&[command, "--json"][..], &rest].concat();
        let run = run(wythoff(&args).current_dir(folder.path()), Feed::Nothing).expect(2);
        let object: serde_json::Value = serde_json::from_str(run.text()).expect("one object");
        let message = object["error"].as_str().expect("a message");
        let (_, first) = run.stderr.split_once(": ").expect("a prefix");
        let first = first.lines().next().expect("a line");
        assert!(message.starts_with(first), "{run:?}");
    }
    // An argument of the program under test is no option of ours.
    let run = ran("lint -- ./none --json").expect(2);
    assert_eq!(run.text(), "");
}
