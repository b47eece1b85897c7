//! `wythoff solve`: its inputs and options.

use crate::support::*;

/// A byte order mark is accepted at byte 0 of each input. The last line of an input ends where the input ends.
#[test]
fn several_inputs() {
    let folder = Folder::new();
    let a = folder.file("a", "\u{feff}1 2\n3 4");
    let b = folder.file("b", "");
    let c = folder.file("c", "\u{feff}5 3\r\n\n");
    let d = folder.file("d", gzip(b"\xef\xbb\xbf1 2\r\n3 4"));
    let mut command = wythoff(&["solve"]);
    command.args([&a, &b, &d]).arg("-").arg(&c).arg(&a);
    let run = run(&mut command, Feed::Pipe(b"\xef\xbb\xbf6 10\n6 11")).expect(0);
    assert_eq!(run.text(), "0\n1\n0\n1\n0\n1\n0\n0\n1\n");
}

/// The option overrides the environment.
#[test]
fn the_backend_is_the_one_that_was_asked_for() {
    let with = |env: &str, args: &[&str]| {
        let mut command = wythoff(&["solve"]);
        command.env("WYTHOFF_BACKEND", env).args(args);
        run(&mut command, Feed::Pipe(b"1 2\n"))
    };
    for &backend in backends().iter().chain(&["auto"]) {
        assert_eq!(with(backend, &[]).expect(0).text(), "0\n");
        let flag = with("none-such", &["--backend", backend]);
        assert_eq!(flag.expect(0).text(), "0\n");
    }
}

/// With --count no mark is written.
#[test]
fn messages_about_invalid_lines() {
    for (args, text, output, says) in [
        (
            &["--invalid", "mark"][..],
            "1 2\nx\n",
            "0\n?\n",
            "1 invalid line, marked ?",
        ),
        (
            &["--invalid", "mark", "--count"],
            "1 2\nx\n",
            "hot 0\ncold 1\ninvalid 1\n",
            "1 invalid line, counted separately",
        ),
        (
            &["--invalid", "mark", "--count"],
            "x\nx\n3 4\n",
            "hot 1\ncold 0\ninvalid 2\n",
            "2 invalid lines, counted separately",
        ),
    ] {
        let mut solve = wythoff(&["solve"]);
        let run = run(solve.args(args), Feed::Pipe(text.as_bytes())).expect(1);
        assert_eq!(run.text(), output, "{args:?}");
        let last = run.stderr.lines().last().expect("a line");
        assert_eq!(last, format!("wythoff: {says}"), "{args:?}");
    }
}
