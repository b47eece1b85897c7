//! Reports about the output of a program and about its messages.

use super::*;
use crate::support::two_at_a_time;

/// The report of `sh -c script`, which fails.
fn report(args: &[&str], script: &str) -> String {
    let folder = Folder::new();
    let args = [&["lint"], args].concat();
    let test = under_test(&folder, &args, &["sh", "-c", script]).expect(1);
    test.text().to_owned()
}

/// Options of `lint`, a script, and a part of the report. `$W` is this program, and `//` is the end of a line.
const REPORTS: &str = r#"
# The whole line of the exception; with -v all lines.
 | printf 'Exception in thread A: Index 9\n  at Main:5\n' >&2; exit 1 | //its last message: Exception in thread A: Index 9////saved: 
-v | printf 'Exception in thread A: Index 9\n  at Main:5\n' >&2; exit 1 | //its standard error://  Exception in thread A: Index 9//    at Main:5//
# Bytes that are not UTF-8.
 | printf '\377\n'; printf '\326\n' >&2 | answer 1 is `\xff`//
 | printf '\377\n'; printf '\326\n' >&2 | //found://  \xff//its last message: \xd6//
--json | printf '\377\n' | "found":"\\xff\n"
# A wrong blank is shown, and a missing line is named.
--strict-format | $W solve|sed 's/$/ /' |  `//expected:
--strict-format --as uva11249 | $W solve --as uva11249|grep . | : the judge has a blank line, the program 
# More output than answers, but not without end.
 | $W solve; yes 1|head -n 1000000 | //WA: after the last of 
# Which stream had too much.
-t 50 | exec yes | //OLE: it printed more than the limit to standard output//
-t 50 | exec yes >&2 | //OLE: it printed more than the limit to standard error//
# A wrong answer is explained.
--as hdu2177 | printf '1 1 1' | the player to move
"#;

#[test]
fn reports() {
    let solve = env!("CARGO_BIN_EXE_wythoff");
    let rows: Vec<[&str; 3]> = rows(REPORTS).collect();
    two_at_a_time(&rows, |[options, script, part]| {
        let options: Vec<_> = options.split_whitespace().collect();
        let script = format!("cat > in; exec < in; {}", script.replace("$W", solve));
        let text = report(&options, &script);
        let part = part.replace("//", "\n");
        assert!(text.contains(&part), "{script}: {text}");
    });
    // A missing answer is not.
    let missing = report(&["--as", "hdu2177"], "cat > in");
    assert!(!missing.contains("the player to move"), "{missing}");
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
