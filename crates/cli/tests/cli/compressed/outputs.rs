//! Compressed outputs.

use super::*;

#[test]
fn counts_words_and_failures_to_a_compressed_output() {
    let folder = Folder::new();
    folder.file("in", TEXT);
    folder.file("bad", "1 2\nx\n");
    for name in ["gz", "zst"] {
        let out = folder.path().join(format!("out.{name}"));
        let read = || unpack(name, &fs::read(&out).expect("the output"));
        shell(
            &format!("\"$W\" solve --count -o out.{name} in"),
            folder.path(),
        )
        .expect(0);
        assert_eq!(read(), b"hot 2\ncold 4\n");
        let script = format!("\"$W\" solve --words yes,no -o out.{name} in in");
        shell(&script, folder.path()).expect(0);
        assert_eq!(
            read(),
            ANSWERS
                .replace('0', "no")
                .replace('1', "yes")
                .repeat(2)
                .as_bytes()
        );
        let before = fs::read(&out).expect("the output");
        shell(&format!("\"$W\" solve -o out.{name} in bad"), folder.path()).expect(2);
        assert_eq!(fs::read(&out).expect("the output"), before);
        // The same with a pipe that has this name: it gets the answers before the fault.
        let script = format!(
            "mkfifo pipe.{name}; cat pipe.{name} > got & \"$W\" solve -o pipe.{name} bad; code=$?; wait; exit $code"
        );
        shell(&script, folder.path()).expect(2);
        assert_eq!(
            unpack(
                name,
                &fs::read(folder.path().join("got")).expect("the copy")
            ),
            b"0\n"
        );
    }
}

/// Every command with `-o` or `--answers`: the compressed file has the same text as a plain one, with every number of
/// threads, and the program can read it.
#[test]
fn every_output_of_text() {
    let folder = Folder::new();
    let at = |name: &str| fs::read(folder.path().join(name)).expect("an output");
    for made in [
        "gen --pairs 20000 --threads N",
        "gen --as hdu2177 --pairs 20000 --threads N",
        "gen --pairs 0",
    ] {
        let plain = made.replace('N', "1");
        let script = format!("\"$W\" {plain} -o plain --answers plain.out");
        shell(&script, folder.path()).expect(0);
        for (records, answers) in [("gz", "zst"), ("zst", "txt"), ("txt", "gz")] {
            let made = made.replace('N', "3");
            let script = format!("\"$W\" {made} -o a.{records} --answers b.{answers}");
            shell(&script, folder.path()).expect(0);
            for (name, way, expected) in [("a", records, "plain"), ("b", answers, "plain.out")] {
                let written = at(&format!("{name}.{way}"));
                if way == "txt" {
                    assert_same(&written, &at(expected), &script);
                } else {
                    assert_same(&unpack(way, &written), &at(expected), &script);
                    let large = at(expected).len() > 1 << 16;
                    assert!(!large || written.len() < at(expected).len(), "{script}");
                }
            }
            if !made.contains("--as") {
                shell(&format!("\"$W\" solve a.{records} -o again"), folder.path()).expect(0);
                assert_same(&at("again"), &at("plain.out"), &made);
            }
        }
    }
    for made in [
        "cold --list 30000 --from 5",
        "cold --rank 7",
        "grundy --max 300 --csv",
        "grundy 2 3",
        "moves 5 8",
        "nim --moves 5 7 9",
    ] {
        shell(&format!("\"$W\" {made} -o plain"), folder.path()).expect(0);
        for way in ["gz", "zst"] {
            shell(&format!("\"$W\" {made} -o a.{way}"), folder.path()).expect(0);
            let path = folder.path().join(format!("a.{way}"));
            assert_same(&unpack(way, &at(&format!("a.{way}"))), &at("plain"), made);
            if let Some(text) = by_tool(way, &path) {
                assert_same(&text, &at("plain"), made);
            }
        }
    }
    // Cold pairs, read again: all are cold.
    let script = "\"$W\" cold --list 30000 -o c.zst && \"$W\" solve --count c.zst";
    let counts = shell(script, folder.path()).expect(0);
    assert_eq!(counts.text(), "hot 0\ncold 30000\n");
}

/// With a limit on the size of files or a full disk no output file appears. tests/faults has kills.
#[test]
fn outputs_of_text_are_whole_or_not_there() {
    for made in [
        "gen --pairs 100000 -o a.gz",
        "gen --pairs 100000 -o a.zst --answers b.gz",
        "gen --pairs 10 -o a.gz --answers b.zst",
        "cold --list 200000 -o a.zst",
        "grundy --max 400 -o a.gz",
    ] {
        let folder = Folder::new();
        if !made.contains("--pairs 10 ") {
            let run = shell(&format!("ulimit -f 100; \"$W\" {made}"), folder.path()).expect(2);
            assert!(run.stderr.contains("File too large"), "{made}: {run:?}");
            assert_eq!(folder.names(), [""; 0], "{made}");
        }
        if Path::new("/dev/full").exists() {
            for name in ["a.gz", "a.zst"] {
                std::os::unix::fs::symlink("/dev/full", folder.path().join(name)).expect("a link");
            }
            let run = shell(&format!("\"$W\" {made}"), folder.path()).expect(2);
            assert!(run.stderr.contains("No space left"), "{made}: {run:?}");
            let mut names = folder.names();
            names.sort();
            assert_eq!(names, ["a.gz", "a.zst"], "{made}");
        }
    }
}
