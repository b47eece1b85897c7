//! Inputs of many chunks.

use super::*;

/// The first breach of a limit, in a far chunk: a warning, or an error with `strict`. If each line has one number, the two
/// piles of a pair out of order may be in different chunks.
#[test]
fn a_far_breach_of_a_limit() {
    for (i, layout) in [Layout::Plain, Layout::Shifted].into_iter().enumerate() {
        for strict in [true, false] {
            let mut random = SplitMix(12);
            let pair = |_| {
                let (a, b) = (random.below(1_000_000), random.below(1_000_000));
                [a.min(b).to_string(), a.max(b).to_string()]
            };
            let mut numbers: Vec<String> = (0..10_000).flat_map(pair).collect();
            let (framing, ascending) = [(Framing::Eof, false), (Framing::Zero, true)][i];
            match ascending {
                true => {
                    numbers[15_000..15_002].clone_from_slice(&["1000", "999"].map(String::from))
                }
                false => numbers[15_001] = "1000000001".into(),
            }
            numbers[17_000] = "1000000002".into();
            let text = lay_out(&numbers, layout, &mut random);
            let options = ReadOptions {
                limits: true,
                ascending,
                strict,
                ..ReadOptions::plain(framing)
            };
            check_long(text.as_bytes(), options, "far");
        }
    }
}

/// A line of several MiB, with every kind of whitespace that may separate its numbers.
#[test]
fn all_records_on_one_line() {
    let mut random = SplitMix(7);
    for (space, framing) in [
        (" ", Framing::Count),
        ("\x0b", Framing::Eof),
        ("\r", Framing::Zero),
    ] {
        let mut text = String::new();
        let records = 120_000;
        if framing == Framing::Count {
            let _ = write!(text, "{records}{space}");
        }
        for _ in 0..records {
            let (a, b) = (random.below(100_000), random.below(100_000));
            let _ = write!(text, "{a}{space}{b}{space}");
        }
        text += &["0", "0", "x"].join(space);
        assert!(text.len() > 5 << 18);
        // If a mapping is cut into small chunks, each chunk searches a MiB for a newline.
        let ways = [
            (Reading::Mapped, 1 << 18),
            (Reading::Read, 4096),
            (Reading::Pieces(65_536), 1 << 18),
        ];
        check_ways(text.as_bytes(), ReadOptions::plain(framing), &ways, space);
    }
}

/// Numbers of any length up to the limit.
#[test]
#[ignore = "slow"]
fn long_numbers() {
    let zeros = "0".repeat(2_000);
    let mut text = String::new();
    for _ in 0..12 {
        let _ = writeln!(
            text,
            "{zeros}3\n{zeros}5 {zeros}1 {zeros}1\n{zeros}4 {zeros}7"
        );
    }
    let _ = write!(text, "{zeros} {zeros}0\nx");
    for framing in [Framing::Zero, Framing::Eof] {
        check_long(text.as_bytes(), ReadOptions::plain(framing), "zeros");
    }
    // Only the beginning of the last token is read.
    let letters = "x".repeat(3 << 20);
    for digits in [1 << 20, (1 << 20) + 1, (1 << 20) + 10] {
        for (before, behind) in [
            ("1 2\n", " 1"),
            ("1 2 3 5 ", " 1\n1 2\n"),
            ("", " 1"),
            ("3 4\n1 ", "x"),
            ("3 4\n1 ", &letters),
        ] {
            let text = format!("{before}{}{behind}", "7".repeat(digits));
            let ways =
                [Reading::Pieces(30_000), Reading::Mapped, Reading::Read].map(|way| (way, 1 << 18));
            let what = format!("{digits} digits, {before:?}");
            check_ways(
                text.as_bytes(),
                ReadOptions::plain(Framing::Eof),
                &ways,
                &what,
            );
        }
    }
}

/// Text after the last record is not read: a reader that fails there does not change the answers.
#[test]
fn nothing_is_read_behind_the_end() {
    struct Fails<'t>(&'t [u8]);
    impl Read for Fails<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::Error::other("read behind the end"));
            }
            self.0.read(into)
        }
    }
    for (framing, text) in [
        (Framing::One, "8 4\n"),
        (Framing::Count, "2\n8 4\n1 2\n"),
        (Framing::Zero, "8 4\n0 0\n"),
        (Framing::Zero, "8\n4 0\n0\n"),
        (Framing::Count, "0\n"),
    ] {
        for chunk in [1, 2, 3, 4] {
            let options = ReadOptions::plain(framing);
            let input = Input::Reader(Box::new(Fails(text.as_bytes())), "in".into());
            let got = really(input, &solver(options, chunk, 1, Backend::detect()));
            same(&got, &plainly(text.as_bytes(), options), text);
        }
    }
}
