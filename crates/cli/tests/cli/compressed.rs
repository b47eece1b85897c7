//! Compressed inputs and outputs of the program. `compressed` in tests/library tests all ways of reading and all kinds of
//! damage. `solve::several_inputs` and `output::a_failed_run_leaves_no_trace` have compressed inputs, too.

use crate::support::*;
use std::io::{Read, Write};
use std::process::Stdio;

const TEXT: &str = "1 2\n3 4\n165580140 267914295\n165580141 267914296\n8 13\n21 34\n";

const ANSWERS: &str = "0\n1\n0\n1\n0\n0\n";

/// A few mebibytes that decompress to a gibibyte of text take little memory.
#[test]
#[ignore = "slow"]
fn bombs() {
    let folder = Folder::new();
    let zstd = |text: &[u8]| zstd::stream::encode_all(text, 1).expect("into memory");
    for pack in [gzip, zstd] {
        for (byte, code, word) in [(b'\n', 0, ""), (b'1', 2, "in:1:1")] {
            let bomb = pack(&vec![byte; 64 << 20]).repeat(16);
            assert!(bomb.len() < 32 << 20);
            folder.file("in", &bomb);
            let script = "ulimit -v 150000; \"$W\" solve --threads 2 -o out in";
            let run = shell(script, folder.path()).expect(code);
            run.says(word);
        }
    }
}

/// A sender that flushes its compressed pairs gets the answers before it sends more.
#[test]
fn a_dialogue() {
    let mut child = wythoff(&["solve", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the child starts");
    let stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut encoder = flate2::write::GzEncoder::new(stdin, flate2::Compression::fast());
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut answer = [0; 2];
        while stdout.read_exact(&mut answer).is_ok() {
            let _ = send.send(answer);
        }
    });
    for (pair, answer) in TEXT.lines().zip(ANSWERS.lines()).cycle().take(30) {
        writeln!(encoder, "{pair}").expect("the child reads");
        encoder.flush().expect("the child reads");
        let got = receive.recv_timeout(TIME_LIMIT).expect("an answer in time");
        assert_eq!(&got[..1], answer.as_bytes());
    }
    drop(encoder.finish().expect("the child reads"));
    assert!(child.wait().expect("a status").success());
}

/// Every command with `-o` or `--answers`: the compressed files have the text of plain ones.
#[test]
fn every_output_of_text() {
    if !has("gzip") || !has("zstd") {
        return;
    }
    for args in [
        "gen --pairs 20000 --threads 3 -o a --answers b",
        "gen --as hdu2177 --pairs 2000 -o a --answers b",
        "gen --pairs 0 -o a --answers b",
        "cold --list 30000 --from 5 -o a",
        "cold --rank 7 -o a",
        "grundy --max 300 --csv -o a",
        "grundy 2 3 -o a",
        "moves 5 8 -o a",
        "nim --moves 5 7 9 -o a",
    ] {
        let packed = |a: &str, b: &str| args.replace(" a", a).replace(" b", b);
        let script = format!(
            "set -e; $W {args}; $W {}; $W {}; test -e a
             for f in a b; do test ! -e $f || {{ gzip -dc $f.gz | cmp - $f; zstd -qdc $f.zst | cmp - $f; }}; done",
            packed(" a.gz", " b.zst"),
            packed(" a.zst", " b.gz"),
        );
        shell(&script, Folder::new().path()).expect(0);
    }
}
