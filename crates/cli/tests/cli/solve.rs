//! `wythoff solve`: its inputs and options.

use crate::support::{self, *};

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
    let mut command = wythoff(&["solve"]);
    let stopped = support::run(command.arg(&a).arg(folder.path()).arg(&a), Feed::Nothing);
    assert_eq!(stopped.expect(2).text(), "0\n1\n");
}

/// Arguments of `solve`, the name of the input in messages, an input, the exit code, the answers, and the first line of standard error. A
/// slash is the end of a line.
const MESSAGES: &str = r"
--io=mmap in | in | 1 2/3 4/5 6 x/8 13/ | 2 | 0/1/ | {}:3:5: expected the end of the line after two piles, found `x`
--io=read in | in | 1 2/3 4/5 6 x/8 13/ | 2 | 0/1/ | {}:3:5: expected the end of the line after two piles, found `x`
< in | <stdin> | 1 2/3 4/5 6 x/8 13/ | 2 | 0/1/ | {}:3:5: expected the end of the line after two piles, found `x`
--invalid mark in | in | 1 2/3 4/5 6 x/8 13/ | 1 | 0/1/?/0/ | {}:3:5: expected the end of the line after two piles, found `x`
--as 51nod1072 in | in | 3/1 2/3 | 2 | B/ | {}:3:2: the input ends without the second pile of the last record
--as hdu1850 < in | <stdin> | 1 3 | 0 | 1/ | warning: {}:1:4: the input ends without the closing 0
--as hdu2177 --count --strict in | in | 1 2/4 04 4 3/0 0 | 2 |  | {}:2:8: `3` is after `4`: hdu2177 has the smaller pile first
";

/// The program prints errors and warnings, and exits with their code. (`lines`, `frame` and `profiles` in tests/library test
/// all faults in all ways of reading.)
#[test]
fn messages() {
    let folder = Folder::new();
    for [args, name, input, code, answers, message] in rows(MESSAGES) {
        folder.file("in", input.replace('/', "\n"));
        let run = shell(&format!("$W solve {args}"), folder.path());
        let run = run.expect(code.parse().expect("a code"));
        assert_eq!(run.text(), answers.replace('/', "\n"), "{args}");
        let message = format!("wythoff: {}\n", message.replace("{}", name));
        assert!(run.stderr.starts_with(&message), "{args}: {}", run.stderr);
        let lines = if code == "1" { 2 } else { 1 };
        assert_eq!(run.stderr.lines().count(), lines, "{args}: {}", run.stderr);
    }
}
