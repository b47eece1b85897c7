//! Pipes and outputs.

use super::*;

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
