//! How `check` reads inputs and answers.

use super::*;

/// Arguments of `check`, and a part of the message.
const WRONG_USAGE: &str = "
a | required arguments
a ans ans --threads 0 | --threads
--bogus a ans ans | --bogus
a ans ans result -appes more | expected these arguments
a ans ans result appes more | expected these arguments
a ans ans --as none | --as
a ans ans --words , | --words
a ans ans --backend none | none
";

/// An error in the arguments is not a verdict in any convention. (For testlib 2 is a verdict.)
#[test]
fn usage_errors_are_no_verdicts() {
    let folder = Folder::new();
    folder.file("a", "1 2\n");
    folder.file("ans", "0\n");
    for [args, words] in rows(WRONG_USAGE) {
        for convention in ["--convention testlib", "--convention=testlib"] {
            for (before, after) in [(convention, ""), ("", convention)] {
                let script = format!("\"$W\" check {before} {args} {after}");
                let run = shell(&script, folder.path()).expect(3);
                assert!(run.stderr.starts_with("FAIL "), "{script}: {}", run.stderr);
                assert!(run.stderr.contains(words), "{script}: {}", run.stderr);
                assert_eq!(run.stderr.lines().count(), 1, "{script}: {}", run.stderr);
                assert!(run.stdout.is_empty(), "{script}");
            }
        }
        for convention in ["plain", "oj", "icpc"] {
            let script = format!("\"$W\" check --convention {convention} {args}");
            let run = shell(&script, folder.path()).expect(2);
            let starts = ["wythoff: ", "error: "].map(|start| run.stderr.starts_with(start));
            assert!(starts.contains(&true), "{script}: {run:?}");
        }
    }
    // A file named `--convention`, and another subcommand.
    let script = "cp a ./--convention; cp ans testlib; \"$W\" check -- --convention testlib";
    assert_eq!(shell(script, folder.path()).expect(0).text(), "AC 1 case\n");
    let script = "\"$W\" solve --convention testlib";
    shell(script, folder.path()).expect(2);
}

#[test]
fn compressed_answers() {
    let folder = Folder::new();
    folder.file("in", "1 2\n3 4\n".repeat(100_000));
    for name in ["out.gz", "out.zst"] {
        let script =
            format!("$W solve -o {name} in && $W check in {name} && $W check in - < {name}");
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.text(), "AC 200000 cases\n".repeat(2));
        let script = format!("head -c -3 {name} > cut; $W check in cut");
        let run = shell(&script, folder.path()).expect(2);
        assert!(
            run.stderr.contains("cut: ") && run.stderr.contains("cut short"),
            "{run:?}"
        );
        assert!(run.stdout.is_empty());
    }
    // An answer that is too short to show a compression format; and an answer that begins like compressed data.
    let run = shell("printf '(' > out; $W check in out", folder.path()).expect(1);
    assert!(run.text().contains("expected `0`, found `(`"), "{run:?}");
}

/// Standard input is read from its current offset, and a second time to locate wrong cases. A pipe is copied first.
#[test]
fn the_input_on_standard_input() {
    let folder = Folder::new();
    folder.file("in", "1 2\n8 4\n");
    folder.file("one-more", "x\n1 2\n8 4\n");
    folder.file("right", "0\n1\n");
    folder.file("wrong", "0\n0\n");
    let report = "case 2, line 2: 8 4: expected `1`, found `0`\nWA 1 of 2 cases wrong\n";
    for (before, after) in [
        ("cat in |", ""),
        ("", "< in"),
        ("gzip < in |", ""),
        ("{ read x;", "; } < one-more"),
    ] {
        for name in ["-", "/dev/stdin"] {
            let check = |answers: &str| format!("{before} \"$W\" check {name} {answers} {after}");
            let run = shell(&check("right"), folder.path()).expect(0);
            assert_eq!(run.text(), "AC 2 cases\n", "{}", run.command);
            let run = shell(&check("wrong"), folder.path()).expect(1);
            assert_eq!(run.text(), report, "{}", run.command);
        }
    }
    for (script, says) in [
        ("echo 1 x | $W check - right", "<stdin>:1:3: "),
        ("$W check - right <&-", "<stdin>"),
        ("$W check - - < in", "both be standard input"),
        ("$W check /dev/stdin - < in", "both be standard input"),
        (
            "$W check --convention icpc - right . < in",
            "both be standard input",
        ),
    ] {
        let run = shell(script, folder.path()).expect(2);
        assert!(run.stderr.contains(says), "{run:?}");
    }
}

/// Arguments of `check` in a shell, and the exit code. `f` and `g` are pipes, into which one program writes the input and then the
/// answers.
const PIPES: &str = "
f g | 1
--convention oj f g wrong | 1
--convention testlib f g wrong | 1
--convention testlib f g wrong report; cat report | 0
--convention icpc f wrong . < wrong; code=$?; cat g; (exit $code) | 43
--json f g | 1
";

/// A pipe can be read once. It is copied in every convention, before the answers are read.
#[test]
fn an_input_in_a_pipe() {
    let folder = Folder::new();
    folder.file("in", "1 2\n8 4\n");
    folder.file("wrong", "0\n0\n");
    for [args, code] in rows(PIPES) {
        let script = format!(
            "mkfifo f g; (cat in > f; cat wrong > g) & timeout 20 $W check {args}; code=$?; rm f g; exit $code"
        );
        let run = shell(&script, folder.path()).expect(code.parse().unwrap());
        let all = run.text().to_owned() + &run.stderr;
        let located = all.contains("case 2, line 2: 8 4: expected `1`, found `0`");
        assert!(located || all.contains("\"line\":2"), "{args}: {all}");
    }
}

/// Windows editors write a byte order mark. It is accepted only at the start.
#[test]
fn a_byte_order_mark_before_the_answers() {
    let folder = Folder::new();
    folder.file("in", "1 2\n3 4\n");
    folder.file("out", "\u{feff}0\n1\n");
    folder.file("second", "0\n\u{feff}1\n");
    folder.file("twice", "\u{feff}\u{feff}0\n1\n");
    for script in [
        "\"$W\" check in out",
        "gzip < out > out.gz; \"$W\" check in out.gz",
        "{ head -c 1 out; sleep 0.1; tail -c +2 out; } | \"$W\" check in -",
    ] {
        let run = shell(script, folder.path()).expect(0);
        assert_eq!(run.text(), "AC 2 cases\n", "{script}");
    }
    for name in ["second", "twice"] {
        let run = shell(&format!("\"$W\" check in {name}"), folder.path()).expect(1);
        assert_eq!(
            verdict(&run),
            "WA 1 of 2 cases wrong: 1 malformed",
            "{name}"
        );
    }
}

/// PowerShell's `>` may write UTF-16. `check` refuses such answers; by a judge's convention they are wrong answers.
#[test]
fn answers_in_utf_16_are_refused() {
    let folder = Folder::new();
    folder.file("in", "1 2\n8 4\n");
    let text = "\u{feff}0\r\n1\r\n".encode_utf16();
    folder.file(
        "answers",
        text.flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
    );
    let run = shell("$W check in answers", folder.path()).expect(2);
    let says = "answers: expected answers as text, found text in UTF-16: convert it to ASCII or UTF-8 first";
    assert_eq!(run.stderr, format!("wythoff: {says}\n"));
    assert!(run.stdout.is_empty());
    for (script, code) in [
        ("--convention testlib in answers in", 2),
        ("--convention icpc in in . < answers", 43),
    ] {
        shell(&format!("$W check {script}"), folder.path()).expect(code);
    }
}
