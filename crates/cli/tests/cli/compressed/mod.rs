//! Compressed inputs and outputs of the program. `compressed` in tests/library has every way of reading and every damage.

mod outputs;

use crate::support::*;
use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

const TEXT: &str = "1 2\n3 4\n165580140 267914295\n165580141 267914296\n8 13\n21 34\n";

const ANSWERS: &str = "0\n1\n0\n1\n0\n0\n";

fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(text, 1).expect("into memory")
}

type Pack = fn(&[u8]) -> Vec<u8>;

const WAYS: [(&str, Pack); 2] = [("gz", gzip), ("zst", zstd)];

fn unpack(name: &str, packed: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let got = match name {
        "gz" => flate2::read::MultiGzDecoder::new(packed).read_to_end(&mut text),
        _ => zstd::stream::read::Decoder::new(packed)
            .expect("a decoder")
            .read_to_end(&mut text),
    };
    got.expect("what was written is whole");
    text
}

/// In every way of reading. A damaged file has exit code 2, a message of one line, and no output file.
#[test]
fn inputs() {
    let folder = Folder::new();
    for (name, pack) in WAYS {
        let packed = pack(TEXT.as_bytes());
        let path = folder.file("in", &packed);
        for way in Way::ALL {
            let run = way.solve(&[], &path, &packed).expect(0);
            assert_eq!(run.text(), ANSWERS, "{name} {way:?}");
        }
        folder.file("damaged", &packed[..packed.len() - 3]);
        let run = shell("\"$W\" solve -o out damaged", folder.path()).expect(2);
        let message = run.stderr.strip_prefix("wythoff: damaged: ");
        let is_reported = message.is_some_and(|m| m.ends_with(" data cut short\n"));
        assert!(is_reported, "{name}: {}", run.stderr);
        assert_eq!(folder.names(), ["damaged", "in"]);
    }
}

/// A gibibyte of text from a few mebibytes, in little memory.
#[test]
#[ignore = "slow"]
fn bombs() {
    let folder = Folder::new();
    for (_, pack) in WAYS {
        for (byte, code, word) in [(b'\n', 0, ""), (b'1', 2, "in:1:1")] {
            let bomb = pack(&vec![byte; 64 << 20]).repeat(16);
            assert!(bomb.len() < 32 << 20);
            folder.file("in", &bomb);
            let script = "ulimit -v 150000; \"$W\" solve --threads 2 -o out in";
            let run = shell(script, folder.path()).expect(code);
            assert!(run.stderr.contains(word), "{}", run.stderr);
        }
    }
}

#[test]
fn empty_and_mixed() {
    let folder = Folder::new();
    for (name, pack) in WAYS {
        let run = run(&mut wythoff(&["solve"]), Feed::Pipe(&pack(b""))).expect(0);
        assert_eq!(run.text(), "", "{name}");
        folder.file(&format!("a.{name}"), pack(b"\xef\xbb\xbf1 2\r\n3 4"));
    }
    folder.file("a", "4 7\n");
    let script = "\"$W\" solve a.gz a a.zst - a.gz < a.zst";
    let mixed = shell(script, folder.path()).expect(0);
    assert_eq!(mixed.text(), "0\n1\n0\n0\n1\n0\n1\n0\n1\n");
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
