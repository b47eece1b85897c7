//! Compressed inputs are read as what is in them, compressed outputs are whole, and no cut, flipped
//! or swollen data passes for an answer.
//!
//! The inputs are made by the same crates that read them, except for four that `gzip` and `zstd`
//! made; what is written is read by `gzip` and `zstd` too, where they are installed.

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

/// What the tool itself makes of it; `None` if it isn't there.
fn by_tool(name: &str, file: &Path) -> Option<Vec<u8>> {
    let tool = if name == "gz" { "gzip" } else { "zstd" };
    let mut command = command(tool);
    let read = command.args(["-d", "-c"]).arg(file);
    has(tool).then(|| run(read, Feed::Nothing).expect(0).stdout)
}

/// Some MiB, of random lengths.
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
fn what_the_tools_made() {
    let folder = Folder::new();
    for (i, hex) in [GZIP_9, GZIP_1, ZSTD, ZSTD_UNCHECKED]
        .into_iter()
        .enumerate()
    {
        let packed = bytes(hex);
        // The contents decide, whatever the name.
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
fn slow_every_way_threads_and_backend() {
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

/// Members and frames one behind the other are one text, also where a line goes from one into the
/// next; empty ones and skippable ones are nothing.
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
    // What `pzstd` writes begins with a frame to be skipped.
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
    // Places are those of the text.
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

/// The answers go on while the stream goes on: whoever sends pairs compressed, and flushes, is
/// answered before sending more.
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

/// Exit 2 and words, nothing under the final name, and on a stream what was right before.
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
    let said = words.iter().any(|words| run.stderr.contains(words));
    assert!(
        said && run.stderr.lines().count() == 1,
        "{what}: {}",
        run.stderr
    );
}

#[test]
fn slow_cut_anywhere() {
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
    // By its name there was something in it.
    for name in ["none.gz", "none.zst"] {
        folder.file(name, "");
        let run = shell(&format!("\"$W\" solve {name}"), folder.path()).expect(2);
        assert!(run.stderr.contains("data cut short"), "{}", run.stderr);
    }
    // Within many chunks: all lines before are answered.
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
fn garbage_behind() {
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
                let words = ["in.packed: gzip data with something else behind it"];
                refused(&folder, &packed, &words, &what);
            } else if name == "zst" {
                refused(&folder, &packed, &["data cut short", "corrupt"], &what);
            }
        }
    }
}

/// As gzip itself passes over them, and Python's module, also before another member. On a stream the answers are all
/// there before something else is found behind them.
#[test]
fn zeros_behind_gzip() {
    let folder = Folder::new();
    let member = gzip(TEXT.as_bytes());
    // To the end of what is read at once, and beyond.
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
        let words = ["something else behind it"];
        refused(&folder, &garbage, &words, &format!("{zeros} zeros, x"));
        let run = run(&mut wythoff(&["solve"]), Feed::Pipe(&garbage)).expect(2);
        assert!(ANSWERS.repeat(2).starts_with(run.text()));
    }
    // A member that begins, and doesn't end.
    let begun = [&member[..], &[0; 7], &member[..20]].concat();
    refused(&folder, &begun, &["gzip data cut short"], "begun");
}

/// With a checksum: an error, or (in bits that mean nothing) the right answers.
#[test]
fn slow_flipped_anywhere() {
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
        // Of gzip: the time, the level, the system, a flag that says "text"; of zstd next to none.
        assert!(passed <= 60, "{passed} flips went unnoticed in {hex}");
    }
}

/// A gibibyte out of a few mebibytes at most, in little memory.
#[test]
fn slow_bombs() {
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

/// A zstd frame may say that its decoder has to keep up to two gibibytes.
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

#[test]
fn an_output_that_is_an_input() {
    let folder = Folder::new();
    let packed = gzip(TEXT.as_bytes());
    let file = folder.file("a.gz", &packed);
    let run = shell("\"$W\" solve a.gz >> a.gz", folder.path()).expect(2);
    assert!(
        run.stderr.contains("the output is also the input"),
        "{}",
        run.stderr
    );
    assert_eq!(fs::read(&file).expect("the input"), packed);
    // Replaced as a whole it would be gone.
    let run = shell("\"$W\" solve a.gz -o a.gz", folder.path()).expect(2);
    assert_eq!(run.stderr, "wythoff: a.gz: the output is also the input\n");
    assert_eq!(fs::read(&file).expect("the input"), packed);
}

#[test]
fn outputs() {
    let folder = Folder::new();
    let (large, large_answers) = large();
    for (text, answers) in [
        (&b""[..], &b""[..]),
        (TEXT.as_bytes(), ANSWERS.as_bytes()),
        (&large, &large_answers),
    ] {
        folder.file("in", text);
        for name in ["gz", "zst"] {
            let out = folder.path().join(format!("out.{name}"));
            let mut same = None;
            for threads in ["1", "2", "3"] {
                for input in ["in", "--io=read in", "- < in", "- < in.pipe"] {
                    let feed = if input.contains("pipe") {
                        "mkfifo in.pipe; cat in > in.pipe & "
                    } else {
                        ""
                    };
                    let _ = fs::remove_file(folder.path().join("in.pipe"));
                    let script =
                        format!("{feed}\"$W\" solve --threads {threads} -o out.{name} {input}");
                    shell(&script, folder.path()).expect(0);
                    let packed = fs::read(&out).expect("the output");
                    assert_same(&unpack(name, &packed), answers, &script);
                    if let Some(tools) = by_tool(name, &out) {
                        assert_same(&tools, answers, &script);
                    }
                    if !input.contains('<') {
                        let same = same.get_or_insert_with(|| packed.clone());
                        assert!(*same == packed, "{script}: other bytes");
                    }
                    if text.len() > 1 << 20 {
                        assert!(packed.len() < answers.len() / 4, "{}", packed.len());
                    }
                }
            }
        }
    }
}

/// Every member and frame that is written has its checksum, so that no flip goes unseen.
#[test]
fn outputs_carry_checksums() {
    let folder = Folder::new();
    folder.file("in", TEXT.repeat(50));
    // With words that are pairs, so that only the checksum is wrong.
    for name in ["zst", "gz"] {
        let script = format!("\"$W\" solve --words '1 1,1 2' -o out.{name} in");
        shell(&script, folder.path()).expect(0);
    }
    let packed = fs::read(folder.path().join("out.zst")).expect("the output");
    assert_eq!(packed[4] & 4, 4, "the checksum flag of the frame header");
    for (name, tail) in [("zst", 4), ("gz", 8)] {
        let mut packed = fs::read(folder.path().join(format!("out.{name}"))).expect("the output");
        let place = packed.len() - tail;
        packed[place] ^= 1;
        refused(&folder, &packed, &["corrupt"], name);
    }
}

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
        // Into a pipe of that name, too; what was right before the fault is there.
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

/// Whatever has `-o` or `--answers`: what is in the file is what would have been in a plain one, at
/// every number of threads, and the crate reads it again.
#[test]
fn slow_every_output_of_text() {
    let folder = Folder::new();
    let at = |name: &str| fs::read(folder.path().join(name)).expect("an output");
    for made in [
        "gen --pairs 1",
        "gen --pairs 300000 --threads N",
        "gen --bytes 3M --threads N --mix worst,swapped",
        "gen --as hdu2177 --pairs 100000 --threads N",
        "gen --as 51nod1072 --bytes 100K --threads N",
        "gen --as haut1297 --pairs 50000 --threads N",
        "gen --pairs 0",
    ] {
        let plain = made.replace('N', "1");
        let script = format!("\"$W\" {plain} -o plain --answers plain.out");
        shell(&script, folder.path()).expect(0);
        for (records, answers) in [("gz", "zst"), ("zst", "gz"), ("gz", "txt"), ("txt", "zst")] {
            for threads in ["1", "2", "3"] {
                let made = made.replace('N', threads);
                let script = format!("\"$W\" {made} -o a.{records} --answers b.{answers}");
                shell(&script, folder.path()).expect(0);
                for (name, way, expected) in [("a", records, "plain"), ("b", answers, "plain.out")]
                {
                    let written = at(&format!("{name}.{way}"));
                    if way == "txt" {
                        assert_same(&written, &at(expected), &script);
                    } else {
                        assert_same(&unpack(way, &written), &at(expected), &script);
                        let large = at(expected).len() > 1 << 20;
                        assert!(!large || written.len() < at(expected).len(), "{script}");
                    }
                }
            }
            if !made.contains("--as") {
                shell(&format!("\"$W\" solve a.{records} -o again"), folder.path()).expect(0);
                assert_same(&at("again"), &at("plain.out"), made);
            }
        }
    }
    for made in [
        "cold --list 200000 --from 5",
        "cold --list 0",
        "cold --rank 7",
        "cold --list 30000 --json --rule r=3",
        "cold --list 3 --from 18446744073709551615",
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
    // All cold, read back.
    let script = "\"$W\" cold --list 100000 -o c.zst && \"$W\" solve --count c.zst";
    let counts = shell(script, folder.path()).expect(0);
    assert_eq!(counts.text(), "hot 0\ncold 100000\n");
}

/// A limit to a file's size, a full disk, a kill: exit 2 or none at all, and nothing is there.
#[test]
fn outputs_of_text_are_whole_or_not_there() {
    for made in [
        "gen --pairs 3000000 -o a.gz",
        "gen --pairs 3000000 -o a.zst --answers b.gz",
        "gen --pairs 10 -o a.gz --answers b.zst",
        "cold --list 3000000 -o a.zst",
        "grundy --max 1500 -o a.gz",
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
    for made in [
        "gen --pairs 30000000 -o a.zst --answers b.gz",
        "cold --list 100000000 -o a.gz",
    ] {
        let folder = Folder::new();
        let script = format!("\"$W\" {made} & sleep 0.3; kill -9 $!; wait $!");
        let run = shell(&script, folder.path());
        assert_eq!(run.code, Some(137), "{made}: it ended before: {run:?}");
        assert_eq!(folder.names(), [""; 0], "{made}");
    }
}
