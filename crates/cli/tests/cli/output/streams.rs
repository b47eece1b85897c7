//! Streams: closed, full, slow, or left by their reader.

use super::*;

/// Pairs of scripts with the same output. `-` is standard output, which is not opened again, because that would lose earlier
/// output. Several runs at once leave the complete output of one of them.
const SAME: &str = "
$W solve in -o - | $W solve in
$W moves 5 8 -o - | $W moves 5 8
$W nim 5 8 -o - | $W nim 5 8
$W cold --list 9 -o - | $W cold --list 9
$W grundy --max 9 -o - | $W grundy --max 9
$W gen --pairs 9 -o - | $W gen --pairs 9
$W gen --pairs 9 -o /dev/null --answers - | $W gen --pairs 9 -o f --answers g; cat g; rm f g
echo x > f; $W solve in -o /dev/stdout >> f; cat f; rm f | echo x; $W solve in
echo x > f; $W check --convention testlib one one one /dev/stdout >> f; head -n 1 f; rm f | echo x
$W gen --pairs 50000 --answers y|cat > x; $W gen --pairs 50000|cmp - x; $W solve x|cmp - y; rm x y | :
for i in 50000 60000 70000 80000; do $W gen --seed $i --pairs $i -o f||echo $i & done; wait; n=$(wc -l < f); $W gen --seed $n --pairs $n|cmp - f; rm f | :
";

#[test]
fn the_same_output() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    folder.file("one", "1 2\n");
    for scripts in rows::<2>(SAME) {
        let [with, without] = scripts.map(|script| shell(script, folder.path()).expect(0));
        assert_eq!(with.text(), without.text(), "{scripts:?}");
        assert_eq!(folder.names(), ["in", "one"], "{scripts:?}");
    }
    for both in ["gen --answers -", "gen -o /dev/stdout --answers -"] {
        let run = shell(&format!("$W {both}"), folder.path()).expect(2);
        let why = "the pairs and the answers can't both be";
        assert!(run.stderr.contains(why) && run.stdout.is_empty(), "{run:?}");
    }
}

/// An open file is written to, never replaced: its bytes before and after the answers are kept. (`paths_of_open_files` in the
/// library tests all names.)
#[test]
fn an_output_that_is_open() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    let links = "ln -s /dev/stdout out; ln -s /dev/fd/3 three";
    shell(links, folder.path()).expect(0);
    let names = folder.names();
    for (path, stream) in [("/dev/stderr", "2"), ("out", "1"), ("three", "3")] {
        for command in [
            "solve in -o",
            "gen --seed 1 --pairs 4 -o /dev/null --answers",
            "check --convention testlib in in in",
        ] {
            let script = format!(
                "{{ echo before >&{stream}; $W {command} {path}; echo after >&{stream}; }} {stream}> log; cat log; rm log"
            );
            let run = shell(&script, folder.path()).expect(0);
            let text = run.text();
            let is_kept = text.starts_with("before\n") && text.ends_with("after\n");
            assert!(is_kept && text.len() > 20, "{script}: {run:?}");
            assert_eq!(folder.names(), names, "{script}");
        }
    }
    let script = "exec 3<> same 4>> in; echo 1 2 > same; $W solve same -o /dev/fd/3; test $? = 2 || exit; \
                  $W solve in -o /dev/fd/4; code=$?; rm same; exit $code";
    let run = shell(script, folder.path()).expect(2);
    let why = "the output is also the input";
    assert_eq!(run.stderr.matches(why).count(), 2, "{run:?}");
    if cfg!(target_os = "linux") {
        let script = "exec 3> log; echo before >&3; $W solve in -o /proc/$$/fd/3; code=$?; cat log; rm log; exit $code";
        let run = shell(script, folder.path()).expect(2);
        assert_eq!(run.text(), "before\n");
        run.says("is open in another process");
    }
}

/// A full disk causes the system's message and exit code 2, no hang and no file.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk() {
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("small", TEXT);
    folder.file("large", text);
    for command in [
        "\"$W\" solve small > /dev/full",
        "\"$W\" solve --threads 1 large > /dev/full",
        "\"$W\" solve --threads 3 large > /dev/full",
        "cat large | \"$W\" solve --threads 2 > /dev/full",
        "\"$W\" solve --threads 2 -o /dev/full large",
        "\"$W\" solve --count small > /dev/full",
        "\"$W\" gen > /dev/full",
        "\"$W\" gen --bytes 4M --threads 3 > /dev/full",
        "\"$W\" gen --bytes 4M --threads 3 -o x --answers /dev/full",
        "\"$W\" gen --bytes 4M --threads 3 -o /dev/full --answers y",
        "\"$W\" cold --list 1 > /dev/full",
        "\"$W\" cold --list 9999999 > /dev/full",
        "\"$W\" explain 5 8 > /dev/full",
        "\"$W\" grundy 1 2 > /dev/full",
        "ln -sf /dev/full a.gz; \"$W\" gen --pairs 10 -o a.gz; code=$?; rm a.gz; exit $code",
        "ln -sf /dev/full a.zst; \"$W\" cold --list 9999 -o a.zst; code=$?; rm a.zst; exit $code",
    ] {
        let run = shell(command, folder.path()).expect(2);
        let message = ": No space left on device\n";
        assert!(run.stderr.ends_with(message), "{command}: {run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{command}: {run:?}");
    }
    assert_eq!(folder.names(), ["large", "small"]);
}

/// A limit on the size of files: its signal must not end the process before the temporary file is removed.
#[test]
fn a_file_that_may_not_grow() {
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("large", text);
    folder.file("out", "old\n");
    for (command, name) in [
        ("solve --threads 1 large", "out"),
        ("solve --threads 3 large", "out"),
        ("gen --bytes 4M --answers new", "out"),
        ("cold --list 9999999", "out"),
        ("gen --pairs 200000", "out.gz"),
        ("grundy --max 400", "out.zst"),
    ] {
        let script = format!("ulimit -f 64; \"$W\" {command} -o {name}");
        let run = shell(&script, folder.path()).expect(2);
        let message = format!("wythoff: {name}: File too large\n");
        assert_eq!(run.stderr, message, "{command}");
        assert_eq!(folder.names(), ["large", "out"], "{command}");
        let out = fs::read(folder.path().join("out")).expect("the old file");
        assert_eq!(out, b"old\n", "{command}");
    }
}

/// If the reader closes the pipe, the run ends at once without an error, even if it would never end otherwise.
#[test]
fn a_reader_that_leaves() {
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("large", text);
    for command in [
        "\"$W\" solve --threads 1 large",
        "\"$W\" solve --threads 3 large",
        "\"$W\" solve --io read large",
        "\"$W\" solve < large",
        "yes '1 2' | \"$W\" solve",
        "\"$W\" gen --bytes 1000000G",
        "\"$W\" gen --pairs 18446744073709551615 --threads 3",
        "\"$W\" cold --list 1000000000000",
        "\"$W\" cold --list 99999999 --rule r=3",
        "\"$W\" grundy --max 1500",
    ] {
        let script = format!("{{ {command}; echo $? >&2; }} | head -n 1");
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.text().lines().count(), 1, "{command}");
        assert_eq!(run.stderr, "0\n", "{command}: silent, and exit code 0");
        assert_eq!(folder.names(), ["large"], "{command}");
    }
}

/// If the reader closes a pipe that is not the only output, the run fails, and other files are unchanged.
#[test]
fn a_reader_that_leaves_one_of_two_outputs() {
    let folder = Folder::new();
    let (text, _) = large();
    folder.file("in", text);
    let together = "the pairs and the answers are written together or not at all";
    for (command, why) in [
        ("gen --pairs 1000000 -o y --answers - | head -n 2", together),
        ("gen --pairs 1000000 --answers y | head -n 1", together),
        ("gen --bytes 1000000G --answers y | head -n 1", together),
        ("gen --pairs 99999 -o y --answers f | head -n 1 f", together),
        ("gen --pairs 99999 -o f --answers - | head -n 1 f", together),
        ("solve --stats in | true", "--stats counts whole runs only"),
    ] {
        folder.file("y", "old\n");
        let (command, reader) = command.split_once(" | ").expect("a pipe");
        let script =
            format!("mkfifo f; {{ sleep 0.1; \"$W\" {command}; echo $? >&2; }} | {reader}; rm f");
        let run = shell(&script, folder.path()).expect(0);
        assert!(run.stderr.ends_with("\n2\n"), "{command}: {run:?}");
        run.says("Broken pipe");
        run.says(why);
        assert_eq!(folder.names(), ["in", "y"], "{command}");
        let old = fs::read(folder.path().join("y")).expect("the old file");
        assert_eq!(old, b"old\n", "{command}");
    }
    // A verdict whose message can't be written is a failure, too.
    let script = "echo 1 2 > pair; ln -s /dev/stdout judgemessage.txt; { sleep 0.1; \
                  \"$W\" check --convention icpc pair pair . < pair; echo $? >&2; } | true";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!(run.stderr, "wythoff: <stdout>: Broken pipe\n2\n");
    // The files of a set are complete before its commands are printed.
    let script = "{ \"$W\" gen --dir d --cases 2; echo $? >&2; } | true; ls d | wc -l";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!((run.text().trim(), &run.stderr[..]), ("4", "0\n"));
}

/// The answers to the lines so far are written before more input is read, because the program at the other end of the pipe
/// may wait for them.
#[test]
fn a_pipe_is_answered_as_it_comes() {
    let folder = Folder::new();
    // The rest of the second line is sent after the first answer was read.
    let script = "mkfifo in out; \"$W\" solve < in > out & \
                  exec 3> in 4< out; \
                  printf '1 2\n3 ' >&3; read a <&4; echo \"got $a\"; \
                  echo 4 >&3; read b <&4; echo \"got $b\"; \
                  exec 3>&-; wait";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!(run.text(), "got 0\ngot 1\n");
}
