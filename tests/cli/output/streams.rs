//! Streams: closed, full, slow, or left by their reader.

use super::*;

/// `-` is standard output, not a file.
#[test]
fn a_dash_is_standard_output() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    let line = |line: &str, code: i32| {
        let run = shell(&format!("\"$W\" {line}"), folder.path()).expect(code);
        assert_eq!(folder.names(), ["in"], "{line}");
        run
    };
    for (with, without) in [
        ("solve in -o -", "solve in"),
        ("moves 5 8 -o -", "moves 5 8"),
        ("nim 5 8 -o -", "nim 5 8"),
        ("cold --list 9 -o -", "cold --list 9"),
        ("grundy --max 9 -o -", "grundy --max 9"),
        ("gen --pairs 9 -o -", "gen --pairs 9"),
    ] {
        assert_eq!(line(with, 0).text(), line(without, 0).text(), "{with}");
    }
    line("solve in -o - >&-", 2);
    let answers = line("gen --pairs 9 -o /dev/null --answers -", 0);
    assert_eq!(
        answers.stdout,
        line("gen --pairs 9 | \"$W\" solve", 0).stdout
    );
    for both in [
        "gen --answers -",
        "gen -o - --answers -",
        "gen -o /dev/stdout --answers -",
    ] {
        let run = line(both, 2);
        assert!(
            run.stderr
                .contains("the pairs and the answers can't both be"),
            "{}",
            run.stderr
        );
        assert!(run.stdout.is_empty(), "{both}");
    }
}

/// A full disk: the system's message, exit code 2, no hang. Twenty times, to find races.
#[test]
fn a_full_disk() {
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("small", TEXT);
    folder.file("large", text);
    for _ in 0..20 {
        for command in [
            "\"$W\" solve small > /dev/full",
            "\"$W\" solve --threads 1 large > /dev/full",
            "\"$W\" solve --threads 3 large > /dev/full",
            "cat large | \"$W\" solve --threads 2 > /dev/full",
            "\"$W\" solve --threads 2 -o /dev/full large",
            "\"$W\" solve --count small > /dev/full",
        ] {
            let run = shell(command, folder.path()).expect(2);
            assert!(
                run.stderr.contains("No space left on device"),
                "{command}: {run:?}"
            );
            assert_eq!(run.stderr.lines().count(), 1, "{command}: {run:?}");
        }
    }
    assert_eq!(folder.names(), ["large", "small"]);
}

/// A limit on the size of files: its signal must not end the process before the temporary file is removed.
#[test]
fn a_file_that_may_not_grow() {
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("large", text);
    for threads in ["1", "3"] {
        let script = format!("ulimit -f 64; \"$W\" solve --threads {threads} -o out large");
        let run = shell(&script, folder.path()).expect(2);
        assert!(run.stderr.contains("File too large"), "{run:?}");
        assert_eq!(folder.names(), ["large"]);
    }
}

#[test]
fn a_closed_standard_output() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    folder.file("empty", "");
    for command in [
        "\"$W\" solve in >&-",
        "\"$W\" solve --count in >&-",
        "\"$W\" solve empty >&-",
        "\"$W\" solve < in >&-",
    ] {
        let run = shell(command, folder.path()).expect(2);
        assert!(!run.stderr.is_empty(), "{command}");
    }
    // A file needs no standard output.
    shell("\"$W\" solve -o out in >&-", folder.path()).expect(0);
    assert_eq!(
        fs::read_to_string(folder.path().join("out")).expect("the output"),
        ANSWERS
    );
}

/// A closed standard input is an error. It never hangs, and never reads another descriptor that got the number.
#[test]
fn a_closed_standard_input() {
    let folder = Folder::new();
    for script in ["\"$W\" solve <&-", "\"$W\" solve -o out <&-"] {
        let run = shell(script, folder.path());
        assert!(matches!(run.code, Some(0 | 2)), "{run:?}");
        assert_eq!(run.stderr.is_empty(), run.code == Some(0), "{run:?}");
        assert!(run.stdout.is_empty(), "{run:?}");
        let out = folder.path().join("out");
        if run.code == Some(2) {
            assert!(!out.exists());
        } else if out.exists() {
            assert_eq!(fs::read(out).expect("the output"), b"");
        }
    }
}

/// If the reader closes the pipe, the run ends at once without an error, even if the input has no end.
#[test]
fn a_reader_that_leaves() {
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("large", text);
    let code = "{ \"$W\" solve ARGS; echo $? >&2; } | head -n 1";
    for args in [
        "--threads 1 large",
        "--threads 3 large",
        "--io read large",
        "< large",
    ] {
        for _ in 0..5 {
            let run = shell(&code.replace("ARGS", args), folder.path()).expect(0);
            assert_eq!(run.stdout.len(), 2, "{args}");
            assert_eq!(run.stderr, "0\n", "{args}: silent, and exit code 0");
        }
    }
    let run = shell(
        "yes '1 2' | { \"$W\" solve; echo $? >&2; } | head -n 1",
        folder.path(),
    );
    let run = run.expect(0);
    assert_eq!(run.text(), "0\n");
    assert_eq!(run.stderr, "0\n");
}

/// The answers to the lines so far are written before more input is read, because the program at the other end of the pipe
/// may wait for them.
#[test]
fn a_pipe_is_answered_as_it_comes() {
    let folder = Folder::new();
    // The second line is sent after the first answer was read.
    let script = "mkfifo in out; \"$W\" solve < in > out & \
                  exec 3> in 4< out; \
                  echo '1 2' >&3; read a <&4; echo \"got $a\"; \
                  echo '3 4' >&3; read b <&4; echo \"got $b\"; \
                  exec 3>&-; wait";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!(run.text(), "got 0\ngot 1\n");
}
