//! The program passes on what the library says about invalid lines: `lines` in tests/library has all faults and places.

use crate::support::*;

/// No byte of an input may reach a terminal as a control character.
#[track_caller]
fn assert_clean(stderr: &str) {
    let raw = stderr
        .chars()
        .find(|&c| (c.is_control() && c != '\n') || c == char::REPLACEMENT_CHARACTER);
    assert_eq!(raw, None, "{stderr:?}");
}

#[test]
fn a_fault_has_its_place_in_every_way() {
    let folder = Folder::new();
    let text = b"\xef\xbb\xbf1 2\r\n\n3 4\n 5 6 x\x1b[2J\xff\n8 13\n";
    let path = folder.file("input", text);
    for way in Way::ALL {
        let message = format!(
            "{}:4:6: expected the end of the line after two piles, found `x\\x1b[2J\\xff`\n",
            way.name(&path)
        );
        let stopped = way.solve(&[], &path, text).expect(2);
        assert_eq!(stopped.text(), "0\n1\n", "{way:?}");
        assert_eq!(stopped.stderr, format!("wythoff: {message}"), "{way:?}");
        let marked = way.solve(&["--invalid", "mark"], &path, text).expect(1);
        assert_eq!(marked.text(), "0\n1\n?\n0\n", "{way:?}");
        assert!(marked.stderr.contains(&message), "{}", marked.stderr);
        assert!(marked.stderr.contains("1 invalid line"), "{way:?}");
    }
}

/// The message names the kind of a file that is not text, for every command that reads positions.
#[test]
fn files_that_are_not_text() {
    let text = b"BZh91AY&SY\x1c";
    for args in [
        &["solve"][..],
        &["solve", "--as", "poj1067"],
        &["solve", "--as", "hdu1849"],
        &["moves"],
        &["nim"],
    ] {
        let run = run(&mut wythoff(args), Feed::Pipe(text)).expect(2);
        let says = "; this is bzip2 data: decompress it first\n";
        assert!(run.stderr.ends_with(says), "{args:?}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert_clean(&run.stderr);
    }
}

/// The message shows a few dozen characters of the text, escaped.
#[test]
fn hostile_bytes_are_escaped_and_cut() {
    let mut all: Vec<u8> = (0..=255u8).filter(|&c| c != b'\n').collect();
    all.extend_from_slice("\u{202e}\u{9b}31m".as_bytes());
    for i in (0..all.len()).step_by(30) {
        let text = [b"1 2\n", &all[i..], &all[..i], b"\n"].concat();
        let run = run(&mut wythoff(&["solve"]), Feed::Pipe(&text)).expect(2);
        assert_clean(&run.stderr);
        assert!(run.stderr.is_ascii(), "{:?}", run.stderr);
        assert!(run.stderr.len() < 500, "{:?}", run.stderr);
    }
}
