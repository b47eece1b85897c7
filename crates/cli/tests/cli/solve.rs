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

/// `lines` in tests/library has all faults and places.
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
