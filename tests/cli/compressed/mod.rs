//! Compressed inputs give the same answers as plain inputs, compressed outputs are complete, and damaged data is an error.
//!
//! The crates that read the inputs also make them, except for four inputs that `gzip` and `zstd` made. Outputs are read by
//! `gzip` and `zstd` too, if these are installed.

mod damaged;
mod outputs;

use crate::support::*;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

const TEXT: &str = "1 2\n3 4\n165580140 267914295\n165580141 267914296\n8 13\n21 34\n";

const ANSWERS: &str = "0\n1\n0\n1\n0\n0\n";

/// [`TEXT`], by `gzip -n9`, `gzip -n1`, `zstd` and `zstd --no-check`.
const GZIP_9: &str = "1f8b08000000000002033dc8390100300803c03d2a2281f015fc1bebc68d273a820975d598d2e8fd56e95b77ba6b0c157031121f4d67c2083b000000";

const GZIP_1: &str = "1f8b08000000000004033dc8390100300803c03d2a2281f015fc1bebc68d273a820975d598d2e8fd56e95b77ba6b0c157031121f4d67c2083b000000";

const ZSTD: &str = "28b52ffd045895010094023120320a3320340a3136353538303134302032363739313432393531360a382031330a32312033340a0200a088af98632c973a73";

const ZSTD_UNCHECKED: &str = "28b52ffd005895010094023120320a3320340a3136353538303134302032363739313432393531360a382031330a32312033340a0200a088af9863";

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks_exact(2);
    digits
        .map(|two| {
            let two = std::str::from_utf8(two).expect("ASCII");
            u8::from_str_radix(two, 16).expect("two digits")
        })
        .collect()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).expect("an encoder");
    encoder.include_checksum(true).expect("a checksum");
    encoder.write_all(text).expect("into memory");
    encoder.finish().expect("into memory")
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

/// Exit code 2 and a message, no output file, and on a stream only right answers.
#[track_caller]
fn refused(folder: &Folder, packed: &[u8], words: &[&str], what: &str) {
    let file = folder.file("in.packed", packed);
    let out = folder.path().join("out");
    let args = [
        "solve".as_ref(),
        "-o".as_ref(),
        out.as_os_str(),
        file.as_os_str(),
    ];
    let run = run(&mut wythoff(&args), Feed::Nothing).expect(2);
    assert!(!out.exists(), "{what}: published");
    let is_reported = words.iter().any(|words| run.stderr.contains(words));
    assert!(
        is_reported && run.stderr.lines().count() == 1,
        "{what}: {}",
        run.stderr
    );
}

/// The content of the file, decoded by the tool; `None` if the tool is not installed.
fn by_tool(name: &str, file: &Path) -> Option<Vec<u8>> {
    let tool = if name == "gz" { "gzip" } else { "zstd" };
    let mut command = command(tool);
    let read = command.args(["-d", "-c"]).arg(file);
    has(tool).then(|| run(read, Feed::Nothing).expect(0).stdout)
}

/// Some MiB of pairs of random lengths, and their answers.
fn large() -> (Vec<u8>, Vec<u8>) {
    let mut numbers = SplitMix(11);
    let mut text = String::new();
    while text.len() < 5 << 20 {
        text += &format!("{} {}\n", numbers.any_length(), numbers.any_length());
    }
    let answers = reference(text.as_bytes());
    (text.into_bytes(), answers)
}

#[test]
fn files_made_by_gzip_and_zstd() {
    let folder = Folder::new();
    for (i, hex) in [GZIP_9, GZIP_1, ZSTD, ZSTD_UNCHECKED]
        .into_iter()
        .enumerate()
    {
        let packed = bytes(hex);
        // The content decides, not the name.
        for name in ["a.gz", "a.zst", "a.txt"] {
            let file = folder.file(name, &packed);
            for io in ["mmap", "read"] {
                let file = file.to_str().expect("UTF-8");
                let run = run(&mut wythoff(&["solve", "--io", io, file]), Feed::Nothing);
                assert_eq!(run.expect(0).text(), ANSWERS, "{i} {name}");
            }
        }
        for feed in [
            Feed::Pipe(&packed),
            Feed::Bytewise(&packed),
            Feed::Ragged(&packed, 3),
        ] {
            let run = run(&mut wythoff(&["solve"]), feed).expect(0);
            assert_eq!(run.text(), ANSWERS, "{i}");
        }
    }
    for name in ["plain.gz", "plain.zst"] {
        let file = folder.file(name, TEXT);
        let run = run(
            &mut wythoff(&["solve".as_ref(), file.as_os_str()]),
            Feed::Nothing,
        );
        assert_eq!(run.expect(0).text(), ANSWERS, "{name}");
    }
}

#[test]
#[ignore = "slow"]
fn every_way_threads_and_backend() {
    let (text, answers) = large();
    let folder = Folder::new();
    for (name, pack) in WAYS {
        let packed = pack(&text);
        let file = folder.file("in", &packed);
        for backend in backends() {
            for threads in ["1", "2", "3"] {
                let args = ["solve", "--threads", threads, "--backend", backend];
                for feed in [
                    Feed::File(&file),
                    Feed::Pipe(&packed),
                    Feed::Ragged(&packed, 5),
                ] {
                    let run = run(&mut wythoff(&args), feed).expect(0);
                    assert_same(&run.stdout, &answers, &format!("{name} {args:?}"));
                }
            }
        }
    }
}

/// Several members or frames are one text, also if a line begins in one and ends in the next. Empty and skippable frames
/// have no text.
#[test]
fn concatenations() {
    let folder = Folder::new();
    for (name, pack) in WAYS {
        let bytes = TEXT.as_bytes();
        for cut in 0..bytes.len() {
            let mut packed = pack(&bytes[..cut]);
            packed.extend(pack(b""));
            if name == "zst" {
                packed.extend(b"\x5a\x2a\x4d\x18\x03\0\0\0abc");
            }
            packed.extend(pack(&bytes[cut..]));
            let file = folder.file("in", &packed);
            let run = run(
                &mut wythoff(&["solve".as_ref(), file.as_os_str()]),
                Feed::Nothing,
            );
            assert_eq!(run.expect(0).text(), ANSWERS, "{name} {cut}");
        }
        let many: Vec<u8> = bytes.iter().flat_map(|&byte| pack(&[byte])).collect();
        let run = run(&mut wythoff(&["solve"]), Feed::Ragged(&many, 1)).expect(0);
        assert_eq!(run.text(), ANSWERS, "{name}");
    }
    // The output of `pzstd` begins with a skippable frame.
    let mut packed = b"\x50\x2a\x4d\x18\x04\0\0\0abcd".to_vec();
    packed.extend(zstd(TEXT.as_bytes()));
    let run = run(&mut wythoff(&["solve"]), Feed::Bytewise(&packed)).expect(0);
    assert_eq!(run.text(), ANSWERS);
}

#[test]
fn empty_and_mixed() {
    let folder = Folder::new();
    for (name, pack) in WAYS {
        let run = run(&mut wythoff(&["solve"]), Feed::Pipe(&pack(b""))).expect(0);
        assert_eq!(run.text(), "", "{name}");
        folder.file(&format!("a.{name}"), pack(b"\xef\xbb\xbf1 2\r\n3 4"));
        folder.file(&format!("b.{name}"), pack(b"1 2\n\n3 x\n4 7\n"));
    }
    folder.file("a", "4 7\n");
    let script = "\"$W\" solve a.gz a a.zst - a.gz < a.zst";
    let mixed = shell(script, folder.path()).expect(0);
    assert_eq!(mixed.text(), "0\n1\n0\n0\n1\n0\n1\n0\n1\n");
    // Locations in messages are those of the text.
    for name in ["gz", "zst"] {
        let run = shell(&format!("\"$W\" solve b.{name}"), folder.path()).expect(2);
        assert!(
            run.stderr.contains(&format!("b.{name}:3:3: ")),
            "{}",
            run.stderr
        );
        assert_eq!(run.text(), "0\n");
        let script = format!("\"$W\" solve --invalid mark -o out b.{name}");
        shell(&script, folder.path()).expect(1);
        let out = fs::read_to_string(folder.path().join("out")).expect("the output");
        assert_eq!(out, "0\n?\n0\n");
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
