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
        for script in [
            format!("$W check --convention testlib {args}"),
            format!("$W check {args} --convention=testlib"),
        ] {
            let run = shell(&script, folder.path()).expect(3);
            assert!(run.stderr.starts_with("FAIL "), "{script}: {run:?}");
            run.says(words);
            assert_eq!(run.stderr.lines().count(), 1, "{script}: {run:?}");
            assert!(run.stdout.is_empty(), "{script}");
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

/// Scripts, the exit code, and a part of what is printed. A slash is the end of a line.
const READ: &str = r#"
# Standard input is read from its offset, and twice to locate wrong cases. A pipe is copied for that.
cat in|$W check - wrong | 1 | case 2, line 2: 8 4: expected `1`, found `0`/WA 1 of 2 cases wrong/
cat in|$W check /dev/stdin wrong | 1 | case 2, line 2: 8 4: expected `1`, found `0`/WA 1 of 2 cases wrong/
gzip < in|$W check - wrong | 1 | case 2, line 2: 8 4: expected `1`, found `0`/WA 1 of 2 cases wrong/
$W check - wrong < in | 1 | case 2, line 2: 8 4: expected `1`, found `0`/WA 1 of 2 cases wrong/
{ read x; $W check - wrong; } < one-more | 1 | case 2, line 2: 8 4: expected `1`, found `0`/WA 1 of 2 cases wrong/
{ read x; $W check /dev/stdin right; } < one-more | 0 | AC 2 cases/
# Pipes, into which one program writes the input and then the answers: the input is copied in every convention.
$PIPE f g | 1 | case 2, line 2: 8 4: expected `1`, found `0`
$PIPE --convention oj f g wrong | 1 | case 2, line 2: 8 4: expected `1`, found `0`
$PIPE --convention testlib f g wrong | 1 | case 2, line 2: 8 4: expected `1`, found `0`
$PIPE --convention testlib f g wrong report; code=$?; cat report; exit $code | 1 | case 2, line 2: 8 4: expected `1`, found `0`
$PIPE --convention icpc f wrong . < wrong; code=$?; cat g > end; exit $code | 43 | case 2, line 2: 8 4: expected `1`, found `0`
$PIPE --json f g | 1 | "line":2
echo 1 x|$W check - right | 2 | <stdin>:1:3: 
$W check - right <&- | 2 | <stdin>
$W check - - < in | 2 | both be standard input
$W check /dev/stdin - < in | 2 | both be standard input
$W check --convention icpc - right . < in | 2 | both be standard input
# Compressed answers, and one that has too few bytes to show a format.
gzip < right > right.gz; $W check in right.gz && $W check in - < right.gz | 0 | AC 2 cases/AC 2 cases/
$W solve in -o right.zst; $W check in right.zst && $W check in - < right.zst | 0 | AC 2 cases/AC 2 cases/
head -c -3 right.gz > cut; $W check in cut | 2 | cut short
head -c -3 right.zst > cut; $W check in cut | 2 | cut short
printf '(' > one; $W check in one | 1 | expected `0`, found `(`
# Windows editors write a byte order mark. It is accepted only at the start.
$W check in mark | 0 | AC 2 cases/
gzip < mark|$W check in - | 0 | AC 2 cases/
{ head -c 1 mark; sleep 0.1; tail -c +2 mark; }|$W check in - | 0 | AC 2 cases/
$W check in late-mark | 1 | WA 1 of 2 cases wrong: 1 malformed
$W check in two-marks | 1 | WA 1 of 2 cases wrong: 1 malformed
# PowerShell's `>` may write UTF-16. That says nothing about the answers. For a judge it is an output like others.
$W check in utf-16 | 2 | wythoff: utf-16: expected answers as text, found text in UTF-16: convert it to ASCII or UTF-8 first/
$W check --convention testlib in utf-16 in | 2 |
$W check --convention icpc in in . < utf-16 | 43 |
"#;

#[test]
fn streams_and_formats() {
    let folder = Folder::new();
    let utf_16 = "\u{feff}0\r\n1\r\n".encode_utf16();
    let utf_16: Vec<_> = utf_16.flat_map(u16::to_le_bytes).collect();
    for (name, text) in [
        ("in", "1 2\n8 4\n".as_bytes()),
        ("one-more", b"x\n1 2\n8 4\n"),
        ("right", b"0\n1\n"),
        ("wrong", b"0\n0\n"),
        ("mark", "\u{feff}0\n1\n".as_bytes()),
        ("late-mark", "0\n\u{feff}1\n".as_bytes()),
        ("two-marks", "\u{feff}\u{feff}0\n1\n".as_bytes()),
        ("utf-16", &utf_16),
    ] {
        folder.file(name, text);
    }
    let pipe = "rm -f f g; mkfifo f g; (cat in > f; cat wrong > g) & timeout 20 $W check";
    for [script, code, part] in rows(READ) {
        let script = script.replace("$PIPE", pipe);
        let run = shell(&script, folder.path()).expect(code.parse().unwrap());
        let text = run.text().to_owned() + &run.stderr;
        assert!(text.contains(&part.replace('/', "\n")), "{script}: {run:?}");
    }
}
