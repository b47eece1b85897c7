//! `wythoff solve` gives the right answers, and the same bytes in every way of reading.
//!
//! One table of inputs is run with every backend, number of threads and way of reading. Its answers are computed by methods
//! that the crate does not use.

use crate::support::*;

/// An input, and its answers.
struct Case {
    name: &'static str,
    input: Vec<u8>,
    answers: Vec<u8>,
}

/// A case whose answers [`reference`] computes. All piles must be below 2^64.
fn case(name: &'static str, input: impl Into<Vec<u8>>) -> Case {
    let input = input.into();
    let answers = reference(&input);
    Case {
        name,
        input,
        answers,
    }
}

/// A case with given answers, for inputs that [`reference`] does not take.
fn known(name: &'static str, input: impl Into<Vec<u8>>, answers: impl Into<Vec<u8>>) -> Case {
    Case {
        name,
        input: input.into(),
        answers: answers.into(),
    }
}

fn small_cases() -> Vec<Case> {
    let zeros = "0".repeat(10_000);
    vec![
        known("nothing", "", ""),
        known("a newline", "\n", ""),
        known("only a byte order mark", "\u{feff}", ""),
        known("only blanks", " \t \r\n\n\t\n   ", ""),
        known("the problem's sample", "2 1\n8 4\n4 7\n", "0\n1\n0\n"),
        known("no last newline", "2 1\n8 4\n4 7", "0\n1\n0\n"),
        known("one record, no newline", "0 0", "0\n"),
        known(
            "where double is wrong",
            "165580140 267914295\n165580141 267914296\n267914295 165580140\n",
            "0\n1\n0\n",
        ),
        known(
            "where 27 decimals are wrong",
            "72723460248141 117669030460994\n",
            "0\n",
        ),
        known(
            "where 64 bits of d + hi wrap round",
            "1293530146158671551 13493690561280548289\n",
            "1\n",
        ),
        known(
            "odd spacing",
            "\u{feff}  1\t 2 \r\n\r\n \t\r\n\n3     5\t\t\n\t4 7\r\n 6  11  ",
            "0\n0\n0\n1\n",
        ),
        known(
            "blanks of every length before, between and behind",
            (0..70)
                .map(|n| {
                    let blanks = " \t".repeat(35)[..n].to_owned();
                    format!("{blanks}3 {blanks}5{blanks}\n{blanks}\n")
                })
                .collect::<String>(),
            "0\n".repeat(70),
        ),
        case(
            "leading zeros",
            format!(
                "{zeros}1 {zeros}2\n0 {zeros}\n{zeros}3 4\n\
                 {zeros}18446744073709551615 {zeros}11400714819323198484\n"
            ),
        ),
        case(
            "zeros before a number, any number of them",
            (0..40)
                .map(|n| format!("{:0>1$} 2\n5 {2:0>1$}\n", 1, n + 1, 3))
                .collect::<String>(),
        ),
        case(
            "the edges of u64, 2^63, 2^53, 2^32 and 2^31",
            [
                1u128 << 31,
                1 << 32,
                1 << 52,
                1 << 53,
                1 << 63,
                (1 << 64) - 2,
            ]
            .into_iter()
            .flat_map(|edge| (0..4).map(move |i| edge + i - 2))
            .flat_map(|upper| {
                // About upper / phi. If `upper` is the upper number of a pair, its lower number is one of these five.
                let lower = (upper * 11_400_714_819_323_198_485) >> 64;
                (0..5).map(move |i| format!("{} {upper}\n", lower + i - 2))
            })
            .collect::<String>(),
        ),
        fibonacci(),
    ]
}

/// Consecutive Fibonacci numbers, from two digits to more than a hundred. (F(n), F(n+1)) is cold for
/// even n. For odd n it is hot, but so near a cold position that a formula with too few digits of phi
/// is wrong. With one object more on each pile, the difference is the same, and the position is hot for
/// every n.
fn fibonacci() -> Case {
    let numbers = fibonacci_digits(600);
    let (mut input, mut answers) = (String::new(), String::new());
    for n in 10..599 {
        let (a, b) = (&numbers[n], &numbers[n + 1]);
        input += &format!("{a} {b}\n{b}\t{a}\r\n");
        input += &format!("{} {}\n", plus_one(a), plus_one(b));
        answers += ["0\n0\n1\n", "1\n1\n1\n"][n % 2];
    }
    known("Fibonacci numbers up to 125 digits", input, answers)
}

fn large_cases() -> Vec<Case> {
    let mut numbers = SplitMix(2);
    let mut uniform = String::new();
    for _ in 0..150_000 {
        let (a, b) = (numbers.below(1_000_000_001), numbers.below(1_000_000_001));
        uniform += &format!("{a} {b}\n");
    }

    // Lines of every form and length, so that words, blocks and chunks end at every place of a line.
    let mut ragged = String::from("\u{feff}");
    for _ in 0..60_000 {
        let (a, b) = (numbers.any_length(), numbers.any_length());
        let (mut before, mut between, mut behind) = ("", " ", "");
        let mut zeros = 0;
        match numbers.below(32) {
            0..4 => before = &" \t  \t   "[..numbers.below(8) as usize],
            4..8 => between = &" \t  \t   "[..1 + numbers.below(7) as usize],
            8..12 => behind = &" \t  \t   "[..numbers.below(8) as usize],
            12..14 => zeros = numbers.below(70) as usize,
            _ => {}
        }
        let zeros = "0".repeat(zeros);
        let ends = ["\n", "\n", "\n", "\r\n", "\n\n", "\n \t\r\n"];
        let end = ends[numbers.below(6) as usize];
        ragged += &format!("{before}{zeros}{a}{between}{b}{behind}{end}");
    }

    // Every pair below 100,000 and a neighbour of it, in both orders.
    let (mut pairs, mut pairs_answers) = (String::new(), String::new());
    for (a, b) in pairs_by_mex(100_000).into_iter().skip(3) {
        pairs += &match a % 3 {
            0 => format!("{a} {b}\n{a} {}\n", b + 1),
            1 => format!("{b} {a}\n{} {b}\n", a - 1),
            _ => format!("{a}\t{b}\n{} {}\n", b + 1, a + 1),
        };
        pairs_answers += "0\n1\n";
    }

    let mut square = String::new();
    for a in 0..200 {
        for b in 0..200 {
            square += &format!("{a} {b}\n");
        }
    }

    let longest = format!("1{}2\n", " ".repeat((1 << 20) - 2));
    let zeros = "0".repeat(200_000);
    vec![
        case("uniform pairs up to 10^9", uniform),
        case("lines of every shape", ragged),
        known("the pairs by the mex rule", pairs, pairs_answers),
        case("a square", square),
        case("short lines", "0 0\n1 1\n".repeat(50_000)),
        case("blank lines", format!("1 2{}3 4\n", "\n".repeat(700_000))),
        known(
            "lines of the greatest length allowed",
            format!("3 5\n{longest}{longest}4 5\n"),
            "0\n0\n0\n1\n",
        ),
        known(
            "numbers of 200,000 digits that are small",
            format!("{zeros}8 {zeros}13\n{zeros}8 {zeros}12\n"),
            "0\n1\n",
        ),
    ]
}

fn check(cases: Vec<Case>) {
    let folder = Folder::new();
    for case in cases {
        let path = folder.file("input", &case.input);
        matrix(case.input.len(), |backend, threads, way, how| {
            let args = ["--backend", backend, "--threads", threads];
            let run = way.solve(&args, &path, &case.input).expect(0);
            let what = format!("{}, {how}", case.name);
            assert_same(&run.stdout, &case.answers, &what);
            assert_eq!(run.stderr, "", "{what}");
        });
    }
}

#[test]
#[ignore = "slow"]
fn small_inputs() {
    check(small_cases());
}

#[test]
#[ignore = "slow"]
fn large_inputs() {
    check(large_cases());
}

/// A text is cut at every byte, so that its end is at every place of a word, a block and a record.
#[test]
#[ignore = "slow"]
fn every_end() {
    let folder = Folder::new();
    let mut numbers = SplitMix(3);
    let mut text = String::from("\u{feff}0 0\n");
    while text.len() < 200 {
        let (a, b) = (numbers.any_length(), numbers.any_length());
        text += &format!("{a} {b}{}", ["\n", "\r\n", " \n"][text.len() % 3]);
    }
    let text = text.as_bytes();
    // A part of a byte order mark is not a mark.
    for end in 3..=text.len() {
        let path = folder.file("input", &text[..end]);
        let expected = reference_marked(&text[..end]);
        let code = i32::from(expected.contains(&b'?'));
        for backend in backends() {
            for way in [Way::Mapped, Way::Piped] {
                let args = ["--invalid", "mark", "--backend", backend];
                let run = way.solve(&args, &path, &text[..end]).expect(code);
                let what = format!("{end} bytes, {backend} {way:?}");
                assert_same(&run.stdout, &expected, &what);
            }
        }
    }
}

/// Sizes around multiples of the page size: a read beyond a mapping would fail or find zeros.
#[test]
fn sizes_around_pages() {
    let folder = Folder::new();
    let line = "987654321 123456789\n";
    for pages in [1, 2, 16, 17, 32, 256] {
        for size in [pages * 4096 - 1, pages * 4096, pages * 4096 + 1] {
            let mut text = line.repeat((size - 4) / line.len());
            text += &" ".repeat(size - 4 - text.len());
            text += "1  2";
            assert_eq!(text.len(), size);
            let path = folder.file("input", &text);
            let expected = reference(text.as_bytes());
            for &backend in backends() {
                for (way, threads) in [(Way::Mapped, "1"), (Way::Mapped, "2"), (Way::Read, "2")] {
                    let args = ["--backend", backend, "--threads", threads];
                    let run = way.solve(&args, &path, text.as_bytes()).expect(0);
                    let what = format!("{size} bytes, {backend} x{threads} {way:?}");
                    assert_same(&run.stdout, &expected, &what);
                }
            }
        }
    }
}

/// A byte order mark is accepted at byte 0 of each input. The last line of an input ends where the input ends.
#[test]
fn several_inputs() {
    let folder = Folder::new();
    let a = folder.file("a", "\u{feff}1 2\n3 4");
    let b = folder.file("b", "");
    let c = folder.file("c", "\u{feff}5 3\r\n\n");
    for backend in backends() {
        let mut command = wythoff(&["solve", "--backend", backend]);
        command.args([&a, &b]).arg("-").arg(&c).arg(&a);
        let run = run(&mut command, Feed::Pipe(b"\xef\xbb\xbf6 10\n6 11")).expect(0);
        assert_eq!(run.text(), "0\n1\n0\n1\n0\n0\n1\n", "{backend}");
    }
}

/// Standard input is read from its current offset.
#[test]
fn a_redirected_file_is_read_from_where_it_stands() {
    let folder = Folder::new();
    let long = format!("9 9\n{}", "1 2\n".repeat(50_000));
    for text in ["9 9\n1 2\n3 4\n", &long] {
        folder.file("input", text);
        let script = r#"(dd bs=4 count=1 of=/dev/null 2>/dev/null; "$W" solve) < input"#;
        let run = shell(script, folder.path()).expect(0);
        assert_same(&run.stdout, &reference(&text.as_bytes()[4..]), "the rest");
    }
}

#[test]
fn a_fifo_and_a_name_for_standard_input() {
    let folder = Folder::new();
    let script = r#"mkfifo f && { printf '1 2\n3 4\n' > f & } && "$W" solve f"#;
    assert_eq!(shell(script, folder.path()).expect(0).text(), "0\n1\n");
    let script = r#"printf '1 2\n3 4' | "$W" solve /dev/stdin"#;
    assert_eq!(shell(script, folder.path()).expect(0).text(), "0\n1\n");
}

/// Files in `/proc` have size 0. This one holds one pair: a range of ports.
#[test]
fn a_file_that_says_it_is_empty() {
    let path = std::path::Path::new("/proc/sys/net/ipv4/ip_local_port_range");
    let Ok(text) = std::fs::read(path) else {
        return skipped("/proc");
    };
    for io in ["mmap", "read"] {
        let run = run(wythoff(&["solve", "--io", io]).arg(path), Feed::Nothing).expect(0);
        assert_eq!(run.stdout, reference(&text));
    }
}

#[test]
fn a_name_that_is_not_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"pairs-\xff\x1b");
    let path = folder.path().join(name);
    std::fs::write(&path, "1 2\nx\n").expect("the file is written");
    let run = run(wythoff(&["solve"]).arg(&path), Feed::Nothing).expect(2);
    assert_eq!(run.text(), "0\n");
    assert!(run.stderr.contains(":2:1: "), "{}", run.stderr);
    assert!(!run.stderr.contains('\x1b'), "{:?}", run.stderr);
}

/// The option overrides the environment. A backend that this machine lacks is refused.
#[test]
fn the_backend_is_the_one_that_was_asked_for() {
    let with = |env: &str, args: &[&str]| {
        let mut command = wythoff(&["solve"]);
        command.env("WYTHOFF_BACKEND", env).args(args);
        run(&mut command, Feed::Pipe(b"1 2\n"))
    };
    for &backend in backends().iter().chain(&["auto"]) {
        assert_eq!(with(backend, &[]).expect(0).text(), "0\n");
        let flag = with("none-such", &["--backend", backend]);
        assert_eq!(flag.expect(0).text(), "0\n");
    }
    for (env, args) in [
        ("none-such", &[][..]),
        ("scalar", &["--backend", "none-such"]),
    ] {
        let run = with(env, args).expect(2);
        assert!(run.stdout.is_empty(), "{run:?}");
        assert!(run.stderr.contains("none-such"), "{run:?}");
    }
}

#[test]
fn bad_arguments_are_refused() {
    for args in [
        &["--threads", "0"][..],
        &["--threads", "-1"],
        &["--threads", "many"],
        &["--io", "telepathy"],
        &["--invalid", "ignore"],
        &["--no-such-flag"],
    ] {
        let run = run(wythoff(&["solve"]).args(args), Feed::Pipe(b"1 2\n")).expect(2);
        assert!(run.stdout.is_empty(), "{args:?}: {run:?}");
        assert!(!run.stderr.is_empty(), "{args:?}: {run:?}");
    }
}

/// With --count no mark is written.
#[test]
fn messages_about_invalid_lines() {
    for (args, text, output, says) in [
        (
            &["--invalid", "mark"][..],
            "1 2\nx\n",
            "0\n?\n",
            "1 invalid line, marked ?",
        ),
        (
            &["--invalid", "mark", "--count"],
            "1 2\nx\n",
            "hot 0\ncold 1\ninvalid 1\n",
            "1 invalid line, counted separately",
        ),
        (
            &["--invalid", "mark", "--count"],
            "x\nx\n3 4\n",
            "hot 1\ncold 0\ninvalid 2\n",
            "2 invalid lines, counted separately",
        ),
    ] {
        let mut solve = wythoff(&["solve"]);
        let run = run(solve.args(args), Feed::Pipe(text.as_bytes())).expect(1);
        assert_eq!(run.text(), output, "{args:?}");
        let last = run.stderr.lines().last().expect("a line");
        assert_eq!(last, format!("wythoff: {says}"), "{args:?}");
    }
}
