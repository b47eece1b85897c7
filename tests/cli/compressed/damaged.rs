//! Compressed data that is cut short, has flipped bits, claims a huge size or is followed by other bytes.

use super::*;

#[test]
#[ignore = "slow"]
fn cut_anywhere() {
    let folder = Folder::new();
    for (name, hex) in [
        ("gzip", GZIP_9),
        ("gzip", GZIP_1),
        ("zstd", ZSTD),
        ("zstd", ZSTD_UNCHECKED),
    ] {
        let packed = bytes(hex);
        for cut in 1..packed.len() {
            let cut_short = format!("{name} data cut short");
            // One byte of zstd is the character `(`.
            let words = [cut_short.as_str(), "found `(`"];
            let words = if cut == 1 && name == "zstd" {
                &words[1..]
            } else {
                &words[..1]
            };
            refused(&folder, &packed[..cut], words, &format!("{hex} {cut}"));
            let run = run(&mut wythoff(&["solve"]), Feed::Pipe(&packed[..cut])).expect(2);
            assert!(
                ANSWERS.starts_with(run.text()),
                "{name} {cut}: {}",
                run.text()
            );
        }
    }
    // The name promises compressed data, so an empty file is an error.
    for name in ["none.gz", "none.zst"] {
        folder.file(name, "");
        let run = shell(&format!("\"$W\" solve {name}"), folder.path()).expect(2);
        assert!(run.stderr.contains("data cut short"), "{}", run.stderr);
    }
    // Cut after many chunks: all lines before are answered.
    let (text, answers) = large();
    for (name, pack) in WAYS {
        let packed = pack(&text);
        let half = &packed[..packed.len() / 2];
        refused(&folder, half, &["data cut short"], name);
        for threads in ["1", "2"] {
            let run = run(
                &mut wythoff(&["solve", "--threads", threads]),
                Feed::Pipe(half),
            );
            let run = run.expect(2);
            assert!(answers.starts_with(&run.stdout), "{name}");
            assert!(
                run.stdout.len() > answers.len() / 3,
                "{name}: {}",
                run.stdout.len()
            );
        }
    }
}

#[test]
fn garbage_after_the_data() {
    let folder = Folder::new();
    for (name, pack) in WAYS {
        for garbage in [
            &b"x"[..],
            b"\0",
            b"1 2\n",
            b"1 2\n3 4\n5 6\n7 8\n9 10\n",
            &[0; 512],
        ] {
            let mut packed = pack(TEXT.as_bytes());
            packed.extend(garbage);
            let what = format!("{name} {garbage:?}");
            if name == "gz" && !garbage.contains(&0) {
                let words = ["in.packed: gzip data with something else after it"];
                refused(&folder, &packed, &words, &what);
            } else if name == "zst" {
                refused(&folder, &packed, &["data cut short", "corrupt"], &what);
            }
        }
    }
}

/// Zeros after gzip data are ignored, even before another member. gzip and Python's module ignore them, too. On a stream
/// all answers are written before the error about other bytes.
#[test]
fn zeros_after_gzip_data() {
    let folder = Folder::new();
    let member = gzip(TEXT.as_bytes());
    // Up to the size of one read, and beyond.
    for zeros in [1, 9, 10, 18, 512, (128 << 10) - member.len(), 300_000] {
        let padded = [&member[..], &vec![0; zeros]].concat();
        let twice = [&padded[..], &padded].concat();
        for (packed, count) in [(&padded, 1), (&twice, 2)] {
            let file = folder.file("in.packed", packed);
            let file = file.to_str().expect("UTF-8");
            let answers = ANSWERS.repeat(count);
            for (args, feed) in [
                (&["solve", file][..], Feed::Nothing),
                (&["solve"], Feed::Pipe(packed)),
                (&["solve"], Feed::Ragged(packed, 3)),
            ] {
                let run = run(&mut wythoff(args), feed).expect(0);
                assert_same(&run.stdout, answers.as_bytes(), &format!("{zeros} zeros"));
            }
        }
        let garbage = [&twice[..], b"x"].concat();
        let words = ["something else after it"];
        refused(&folder, &garbage, &words, &format!("{zeros} zeros, x"));
        let run = run(&mut wythoff(&["solve"]), Feed::Pipe(&garbage)).expect(2);
        assert!(ANSWERS.repeat(2).starts_with(run.text()));
    }
    // A member without an end.
    let begun = [&member[..], &[0; 7], &member[..20]].concat();
    refused(&folder, &begun, &["gzip data cut short"], "begun");
}

/// With a checksum, a flipped bit is an error. If the bit has no meaning, the answers are right.
#[test]
#[ignore = "slow"]
fn flipped_anywhere() {
    let folder = Folder::new();
    let out = folder.path().join("out");
    for hex in [GZIP_9, GZIP_1, ZSTD] {
        let mut packed = bytes(hex);
        let mut passed = 0;
        for bit in 0..8 * packed.len() {
            packed[bit / 8] ^= 1 << (bit % 8);
            let file = folder.file("in", &packed);
            let args = [
                "solve".as_ref(),
                "-o".as_ref(),
                out.as_os_str(),
                file.as_os_str(),
            ];
            let run = run(&mut wythoff(&args), Feed::Nothing);
            match run.code {
                Some(0) => {
                    passed += 1;
                    let answers = fs::read_to_string(&out).expect("the output");
                    assert_eq!(answers, ANSWERS, "bit {bit} of {hex}");
                    fs::remove_file(&out).expect("the output");
                }
                _ => {
                    let run = run.expect(2);
                    assert!(!out.exists(), "bit {bit} of {hex}");
                    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
                }
            }
            packed[bit / 8] ^= 1 << (bit % 8);
        }
        // Bits without meaning: in gzip the time, the level, the system and the text flag; in zstd nearly none.
        assert!(passed <= 60, "{passed} flips went unnoticed in {hex}");
    }
}

/// A gibibyte of text from a few mebibytes, in little memory.
#[test]
#[ignore = "slow"]
fn bombs() {
    let folder = Folder::new();
    for (name, pack) in WAYS {
        for (byte, codes, words) in [
            (b'\n', [0, 0], ""),
            (b'1', [2, 1], "in:1:1"),
            (b'\0', [2, 1], "in:1:1"),
        ] {
            let sixteenth = pack(&vec![byte; 64 << 20]);
            let bomb = sixteenth.repeat(16);
            assert!(bomb.len() < 32 << 20);
            folder.file("in", &bomb);
            for (invalid, code) in ["stop", "mark"].into_iter().zip(codes) {
                let script = format!(
                    "ulimit -v 150000; \"$W\" solve --threads 2 --invalid {invalid} -o out in"
                );
                let run = shell(&script, folder.path()).expect(code);
                assert!(run.stderr.contains(words), "{name} {byte}: {}", run.stderr);
            }
        }
    }
}

/// A zstd frame may require a window of up to two gibibytes.
#[test]
fn a_window_that_is_too_large() {
    let folder = Folder::new();
    for (log, fits) in [(27, true), (28, false), (31, false)] {
        // A frame header with that window, and one raw block.
        let window = ((log - 10) << 3) as u8;
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, window];
        frame.extend(((4 << 3) | 1u32).to_le_bytes().into_iter().take(3));
        frame.extend(b"1 2\n");
        if fits {
            let run = run(&mut wythoff(&["solve"]), Feed::Pipe(&frame)).expect(0);
            assert_eq!(run.text(), "0\n");
        } else {
            refused(&folder, &frame, &["more than 128 MiB"], &format!("2^{log}"));
        }
    }
}
