//! Compressed inputs give the same answers as plain inputs, compressed outputs have the same text, and damaged data causes an
//! error, before which all answers are right.
//!
//! The crates that decompress the inputs have also compressed them, except four inputs from the programs `gzip` and `zstd`.

use crate::solving::*;
use crate::support::*;
use std::fs;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use wythoff::{Compression, Input, Output, Solver};

const TEXT: &str = "1 2\n3 4\n165580140 267914295\n165580141 267914296\n8 13\n21 34\n";

const ANSWERS: &str = "0\n1\n0\n1\n0\n0\n";

/// [`TEXT`], by `gzip -n9`, `gzip -n1`, `zstd` and `zstd --no-check`.
const GZIP_9: &str = "1f8b08000000000002033dc8390100300803c03d2a2281f015fc1bebc68d273a820975d598d2e8fd56e95b77ba6b0c157031121f4d67c2083b000000";

const GZIP_1: &str = "1f8b08000000000004033dc8390100300803c03d2a2281f015fc1bebc68d273a820975d598d2e8fd56e95b77ba6b0c157031121f4d67c2083b000000";

const ZSTD: &str = "28b52ffd045895010094023120320a3320340a3136353538303134302032363739313432393531360a382031330a32312033340a0200a088af98632c973a73";

const ZSTD_UNCHECKED: &str = "28b52ffd005895010094023120320a3320340a3136353538303134302032363739313432393531360a382031330a32312033340a0200a088af9863";

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("two digits");
    (0..hex.len() / 2).map(byte).collect()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(text, 1).expect("into memory")
}

fn unpack(format: Compression, packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    match format {
        Compression::Gzip => flate2::read::MultiGzDecoder::new(packed).read_to_end(&mut text)?,
        _ => zstd::stream::read::Decoder::new(packed)?.read_to_end(&mut text)?,
    };
    Ok(text)
}

type Pack = fn(&[u8]) -> Vec<u8>;

const FORMATS: [(Compression, Pack); 2] = [(Compression::Gzip, gzip), (Compression::Zstd, zstd)];

/// The result for `packed` as a stream.
fn streamed(packed: &[u8], piece: usize) -> Solved {
    let input = Reading::Pieces(piece).input(packed, Path::new(""));
    solved(&Solver::default(), input)
}

/// Checks that solving is an error, and that all answers before it are right.
#[track_caller]
fn refused(packed: &[u8], words: &[&str], what: &str) {
    let got = streamed(packed, 1000);
    let error = got.error();
    assert!(
        words.iter().any(|word| error.contains(word)),
        "{what}: {error:?}"
    );
    let right = ANSWERS.repeat(2);
    assert!(right.as_bytes().starts_with(&got.answers), "{what}");
}

/// Pairs of random lengths.
fn large() -> String {
    let mut numbers = SplitMix(11);
    let mut line = || format!("{} {}\n", numbers.any_length(), numbers.any_length());
    (0..20_000).map(|_| line()).collect()
}

#[test]
fn files_made_by_gzip_and_zstd() {
    let folder = Folder::new();
    for hex in [GZIP_9, GZIP_1, ZSTD, ZSTD_UNCHECKED] {
        let packed = bytes(hex);
        // The content shows the format, not the name.
        for name in ["a.gz", "a.zst", "a.txt"] {
            let path = folder.file(name, &packed);
            for way in [Reading::Mapped, Reading::Read] {
                let got = solved(&way.set(&Solver::default()), way.input(&packed, &path));
                assert_same(&got.answers, ANSWERS.as_bytes(), name);
            }
        }
        for piece in [1, 3, 1000] {
            assert_same(&streamed(&packed, piece).answers, ANSWERS.as_bytes(), hex);
        }
    }
    for name in ["plain.gz", "plain.zst"] {
        let got = solved(&Solver::default(), Input::path(folder.file(name, TEXT)));
        assert_same(&got.answers, ANSWERS.as_bytes(), name);
    }
}

#[test]
fn every_way_threads_and_backend() {
    let text = large();
    let expected = reference(text.as_bytes());
    for (format, pack) in FORMATS {
        in_every_way(&Solver::default(), &pack(text.as_bytes()), |got, what| {
            assert_eq!(got.error(), "", "{what}");
            assert_same(&got.answers, &expected, &format!("{format:?} {what}"));
        });
    }
}

/// Several members or frames are one text, even if a line begins in one and ends in the next. Empty and skippable frames
/// have no text.
#[test]
fn concatenations() {
    for (format, pack) in FORMATS {
        let bytes = TEXT.as_bytes();
        for cut in 0..bytes.len() {
            let mut packed = pack(&bytes[..cut]);
            packed.extend(pack(b""));
            if format == Compression::Zstd {
                packed.extend(b"\x5a\x2a\x4d\x18\x03\0\0\0abc");
            }
            packed.extend(pack(&bytes[cut..]));
            let what = format!("{format:?} {cut}");
            assert_same(&streamed(&packed, 1000).answers, ANSWERS.as_bytes(), &what);
        }
        let many: Vec<u8> = bytes.iter().flat_map(|&byte| pack(&[byte])).collect();
        assert_same(&streamed(&many, 5).answers, ANSWERS.as_bytes(), "many");
    }
    // The output of `pzstd` begins with a skippable frame.
    let mut packed = b"\x50\x2a\x4d\x18\x04\0\0\0abcd".to_vec();
    packed.extend(zstd(TEXT.as_bytes()));
    assert_same(&streamed(&packed, 1).answers, ANSWERS.as_bytes(), "pzstd");
}

#[test]
fn cut_anywhere() {
    for hex in [GZIP_9, GZIP_1, ZSTD, ZSTD_UNCHECKED] {
        let packed = bytes(hex);
        for cut in 1..packed.len() {
            // One byte of zstd is the character `(`.
            let is_text = cut == 1 && packed[0] == b'(';
            let word = ["data cut short", "found `(`"][usize::from(is_text)];
            refused(&packed[..cut], &[word], &format!("{hex} {cut}"));
        }
    }
    // The name promises compressed data, so an empty file is an error.
    let folder = Folder::new();
    for name in ["none.gz", "none.zst"] {
        let got = solved(&Solver::default(), Input::path(folder.file(name, "")));
        assert!(got.error().contains("data cut short"), "{}", got.error());
    }
    // If the data is cut after many chunks, all lines before the cut are answered.
    let text = large();
    let answers = reference(text.as_bytes());
    for (format, pack) in FORMATS {
        let packed = pack(text.as_bytes());
        let most = &packed[..packed.len() * 3 / 4];
        in_every_way(&Solver::default(), most, |got, what| {
            assert!(got.error().contains("data cut short"), "{what}");
            let right = answers.starts_with(&got.answers);
            let most = got.answers.len() > answers.len() / 3;
            assert!(right && most, "{format:?} {what}: {}", got.answers.len());
        });
    }
}

/// Zeros after gzip data are ignored, even before another member. gzip and Python's module ignore them, too. On a stream all
/// answers are written before the error about other bytes.
#[test]
fn zeros_and_garbage_after_the_data() {
    let member = gzip(TEXT.as_bytes());
    // Numbers of zeros up to the size of one read, and beyond.
    for zeros in [0, 1, 9, 10, 18, 512, (128 << 10) - member.len(), 300_000] {
        let padded = [&member[..], &vec![0; zeros]].concat();
        let twice = [&padded[..], &padded].concat();
        for (packed, count) in [(&padded, 1), (&twice, 2)] {
            for piece in [700, usize::MAX] {
                let got = streamed(packed, piece);
                assert_eq!(got.error(), "", "{zeros} zeros");
                assert_same(&got.answers, ANSWERS.repeat(count).as_bytes(), "zeros");
            }
        }
        for garbage in [&b"x"[..], b"1 2\n", b"1 2\n3 4\n5 6\n7 8\n9 10\n"] {
            let end = twice.len();
            let words = format!("in: other bytes after the gzip data, from byte {end} on");
            refused(&[&twice[..], garbage].concat(), &[&words], "gzip");
        }
    }
    // A member without an end.
    let begun = [&member[..], &[0; 7], &member[..20]].concat();
    refused(&begun, &["gzip data cut short"], "begun");
    for garbage in [&b"x"[..], b"\0", b"1 2\n", &[0; 512]] {
        let after_zstd = [&zstd(TEXT.as_bytes())[..], garbage].concat();
        refused(&after_zstd, &["data cut short", "corrupt"], "zstd");
    }
}

/// With a checksum, a flipped bit is an error. If the bit has no meaning, the answers are right.
#[test]
fn flipped_anywhere() {
    for hex in [GZIP_9, GZIP_1, ZSTD] {
        let mut packed = bytes(hex);
        let mut passed = 0;
        for bit in 0..8 * packed.len() {
            packed[bit / 8] ^= 1 << (bit % 8);
            let got = streamed(&packed, 1000);
            if got.end.is_ok() {
                passed += 1;
                let what = format!("bit {bit} of {hex}");
                assert_same(&got.answers, ANSWERS.as_bytes(), &what);
            }
            packed[bit / 8] ^= 1 << (bit % 8);
        }
        // Bits without meaning: in gzip the time, the level, the system and the text flag; in zstd nearly none.
        assert!(passed <= 60, "{passed} flips went unnoticed in {hex}");
    }
}

/// A zstd frame may require a window of up to two gibibytes.
#[test]
fn a_window_that_is_too_large() {
    for (log, fits) in [(27, true), (28, false), (31, false)] {
        // A frame header with that window, and one raw block.
        let window = ((log - 10) << 3) as u8;
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, window];
        frame.extend(((4 << 3) | 1u32).to_le_bytes().into_iter().take(3));
        frame.extend(b"1 2\n");
        if fits {
            assert_same(&streamed(&frame, 1000).answers, b"0\n", "2^27");
        } else {
            refused(&frame, &["more than 128 MiB"], &format!("2^{log}"));
        }
    }
}

/// Messages name places of the decompressed text.
#[test]
fn faults_in_the_text() {
    for (format, pack) in FORMATS {
        let packed = pack(b"\xef\xbb\xbf1 2\r\n\n3 x\n4 7");
        let stopped = streamed(&packed, 1000);
        assert!(stopped.error().starts_with("in:3:3: "), "{format:?}");
        assert_same(&stopped.answers, b"0\n", "stop");
        let marked = solved(&marking(), Reading::Pieces(1).input(&packed, Path::new("")));
        assert_same(&marked.answers, b"0\n?\n0\n", "mark");
    }
}

/// Outputs have the same bytes with every number of threads and way of reading, and a checksum in every member and frame.
#[test]
fn outputs() {
    let folder = Folder::new();
    let large = large();
    for text in ["", TEXT, &large] {
        let path = folder.file("in", text);
        let expected = reference(text.as_bytes());
        for (format, _) in FORMATS {
            let name = format!("{format:?}");
            let out = folder.path().join(&name);
            let mut first = None;
            for threads in 1..=3 {
                for way in [Reading::Mapped, Reading::Read, Reading::Pieces(5000)] {
                    let mut solver = way.set(&Solver::default());
                    solver.threads = NonZeroUsize::new(threads);
                    let output = Output::path(&out).expect("an output");
                    let output = output.compressed(Some(format));
                    let input = way.input(text.as_bytes(), &path);
                    solver.solve(vec![input], output).expect("solved");
                    let packed = fs::read(&out).expect("the output");
                    let what = format!("{name} x{threads} {way:?}");
                    let unpacked = unpack(format, &packed).expect("whole");
                    assert_same(&unpacked, &expected, &what);
                    let is_small = packed.len() < expected.len() / 3;
                    assert!(is_small || text.len() < 1000, "{what}: {}", packed.len());
                    if !matches!(way, Reading::Pieces(_)) {
                        let first = first.get_or_insert_with(|| packed.clone());
                        assert!(*first == packed, "{what}: other bytes");
                    }
                }
            }
            // A flipped bit of the checksum.
            let mut packed = fs::read(&out).expect("the output");
            let tail = [8, 4][usize::from(format == Compression::Zstd)];
            let place = packed.len() - tail;
            packed[place] ^= 1;
            assert!(unpack(format, &packed).is_err(), "{name} has a checksum");
        }
    }
}
