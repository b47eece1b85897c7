//! Reports about the output of a program and about its messages.

use super::*;

/// The report of `sh -c script`, which fails.
fn report(args: &[&str], script: &str) -> String {
    let folder = Folder::new();
    let args = [&["lint"], args].concat();
    let test = under_test(&folder, &args, &["sh", "-c", script]).expect(1);
    test.text().to_owned()
}

#[test]
fn the_line_of_the_exception_is_whole() {
    let line = "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 9 out of bounds";
    let script = format!(
        "cat >/dev/null; printf '%s\\n' '{line}' '\tat Main.main(Main.java:5)' >&2; exit 1"
    );
    let text = report(&[], &script);
    assert!(
        text.contains(&format!("\nits last message: {line}\n")),
        "{text}"
    );
    let shown = text.split("\nsaved: ").next().expect("a part");
    assert!(!shown.contains("Main.java:5"), "{text}");
    let text = report(&["-v"], &script);
    let all = format!("\nits standard error:\n  {line}\n  \tat Main.main(Main.java:5)\n");
    assert!(text.contains(&all), "{text}");
}

#[test]
fn bytes_that_are_not_utf_8() {
    let script = "printf '\\377\\n'; printf '\\326\\n' >&2";
    let text = report(&[], script);
    assert!(text.contains("answer 1 is `\\xff`\n"), "{text}");
    assert!(
        text.contains("\nfound:\n  \\xff\nits last message: \\xd6\n"),
        "{text}"
    );
    let object: serde_json::Value =
        serde_json::from_str(&report(&["--json"], script)).expect("JSON");
    assert_eq!(object["failure"]["found"], "\\xff\n");
    assert_eq!(object["failure"]["last_message"], "\\xd6");
}

/// A right answer in a layout that some judges reject: AC with a note, or PE. (`format` in crates/contest has all layouts.)
#[test]
fn layouts() {
    let what = "the output does not end with a newline";
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let folder = Folder::new();
    let script = format!("printf %s \"$('{solve}' solve)\"");
    let command = ["sh", "-c", &script];
    let args = ["stress", "--batches", "1"];
    let test = under_test(&folder, &args, &command).expect(0);
    let note = format!("note: {what}; some judges, such as UVa, reject that\n");
    assert!(test.text().ends_with(&note), "{}", test.text());
    let args = [&args[..], &["--strict-format", "--json"]].concat();
    let test = under_test(&folder, &args, &command).expect(1);
    let object: serde_json::Value = serde_json::from_str(test.text()).expect("JSON");
    assert_eq!(object["verdict"], "PE");
    let failure = &object["failure"];
    assert_eq!(failure["message"], what);
    let replay = failure["replay"].as_str().expect("a command");
    assert!(replay.contains(" --strict-format "), "{replay}");
}

/// A wrong blank is shown, and a missing line is named.
#[test]
fn the_line_in_another_layout() {
    for (script, says) in [
        ("| sed 's/$/ /'", " `\nexpected:"),
        (
            "--as uva11249 | grep .",
            ": the judge has a blank line, the program ",
        ),
    ] {
        let profile = if script.contains("--as") {
            "uva11249"
        } else {
            "poj1067"
        };
        let solve = format!("'{}' solve {script}", env!("CARGO_BIN_EXE_wythoff"));
        let text = report(&["--strict-format", "--as", profile], &solve);
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn which_stream_had_too_much() {
    for (script, stream) in [("exec yes", "output"), ("exec yes >&2", "error")] {
        let text = report(&["-t", "50"], script);
        let line = format!("\nOLE: it printed more than the limit to standard {stream}\n");
        assert!(text.contains(&line), "{text}");
    }
}

#[test]
#[ignore = "slow"]
fn the_heap_of_java() {
    if !has_tools(Language::Java) {
        return;
    }
    let folder = Folder::new();
    folder.file("Main.java", source("Main.java"));
    let test = under_test(&folder, &["lint", "-t", "20"], &["Main.java", "500"]).expect(1);
    let text = test.text();
    assert!(
        has_line(text, "MLE: ") && text.contains("java -Xmx256m "),
        "{text}"
    );
    assert!(text.contains("OutOfMemoryError"), "{text}");
    // If the user compiled the class, the heap has no limit.
    shell("javac Main.java", folder.path()).expect(0);
    let test = under_test(&folder, &["lint", "-t", "20"], &["java", "Main", "500"]).expect(1);
    let advice = " java -Xmx200m Main\n";
    assert!(test.text().contains(advice), "{}", test.text());
}
