//! Pipes and outputs.

use super::*;

/// Appending to the input would never end; replacing it would lose it.
#[cfg(unix)]
#[test]
fn the_output_is_not_the_input() {
    let folder = Folder::new();
    for (profile, text) in [
        ("poj1067", "1 2\n"),
        ("hdu1850", "1 1\n0\n"),
        ("51nod1072", "1\n1 2\n"),
    ] {
        let path = folder.file("a", text);
        for output in ["a >> a", "a -o a", "- -o a < a"] {
            let script = format!("$W solve --as {profile} {output}");
            let run = shell(&script, folder.path()).expect(2);
            let says = "the output is also the input";
            assert!(run.stderr.contains(says), "{script}: {run:?}");
            assert_eq!(std::fs::read_to_string(&path).expect("the input"), text);
            assert_eq!(folder.names(), ["a"]);
        }
    }
}

/// The run ends after the last record, even if the other end of the pipe stays open.
#[test]
fn an_answer_does_not_wait_for_the_end_of_a_pipe() {
    for (profile, text, answer) in [
        ("luogu-p2252", "8 4\n", "1\n"),
        ("51nod1072", "1\n1 2\n", "B\n"),
        ("hdu2177", "1 2\n0 0\n", "0\n"),
        ("hdu1850", "1\n1\n0\n", "1\n"),
    ] {
        let mut child = wythoff_solve(&["--as", profile])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the child starts");
        let mut open = child.stdin.take().expect("a pipe");
        open.write_all(text.as_bytes()).expect("it is read");
        let out = drain(child.stdout.take().expect("a pipe"));
        let err = drain(child.stderr.take().expect("a pipe"));
        let run = finish(&mut child, out, err, Instant::now() + TIME_LIMIT);
        let run = run
            .unwrap_or_else(|what| panic!("{profile} {what}"))
            .expect(0);
        assert_eq!(run.text(), answer, "{profile}");
        drop(open);
    }
}
