//! Tests `wythoff validate` with each kind of damage, and its conventions. `testlib` compares it with a C++ program on damaged
//! inputs.

use crate::support::{Feed, Folder, SplitMix, rows, run, shell, wythoff};
use std::io::{self, Read};
use wythoff::{Input, PROFILES};
use wythoff_contest::validate;

fn validated(args: &[&str], input: &[u8]) -> crate::support::Run {
    run(wythoff(&["validate"]).args(args), Feed::Pipe(input))
}

/// Arguments, an invalid input, the place of the fault, and the expected and the found text there.
const DAMAGE: &str = r#"
# Blanks and line ends.
--as 1067 | "1 2\n3  4\n" | 2:3 | a pile up to 1000000000 (decimal digits), found a space
--as 1067 | " 1 2\n" | 1:1 | a pile up to 1000000000 (decimal digits), found a space
--as 1067 | "1 2 \n" | 1:4 | the end of the line (\n), found a space
--as 1067 | "1\t2\n" | 1:2 | one space and another number, found a tab
--as 1067 | "1\n2\n" | 1:2 | one space and another number, found the end of the line
--as 1067 | "1 2\r\n" | 1:4 | the end of the line (\n), found a carriage return (\r)
--as 1067 | "1 2\n\n3 4\n" | 2:1 | a pile up to 1000000000 (decimal digits), found an empty line
--as 1067 | "" | 1:1 | a pile up to 1000000000 (decimal digits), found the end of the input
--as 1067 | "\ufeff1 2\n" | 1:1 | a pile up to 1000000000 (decimal digits), found a byte order mark
# Numbers.
--as 1067 | "1 02\n" | 1:3 | a pile without leading zeros, found `02`
--as 1067 | "1x 2\n" | 1:2 | one space and another number, found `x`
--as 1067 | "1 2\u001a\n" | 1:4 | the end of the line (\n), found `\x1a`
--as 1067 | "1 2\n3 1000000001\n" | 2:3 | a pile up to 1000000000, found `1000000001`
--in eof --max 99 | "1 100\n" | 1:3 | a pile up to 99, found `100`
# Order.
--as 2177 | "10 9\n0 0\n" | 1:4 | the larger pile, at least 10, found `9`
--as 2177 | "12 013\n" | 1:4 | the larger pile without leading zeros, found `013`
# Counts.
--as 1072 | "0\n" | 1:1 | a number of records, at least 1, found `0`
--as 1072 | "10001\n1 2\n" | 1:1 | a number of records up to 10000, found `10001`
--as 1072 | "1 1 2\n" | 1:2 | the end of the line (\n), found a space
--as 1072 | "2\n1 2\n" | 3:1 | a pile up to 2000000 (decimal digits), found the end of the input
--as 1072 | "1\n1 2\n3 4\n" | 3:1 | the end of the input after the last record, found `3`
--in count | "99999999999999999999\n" | 1:1 | a number of records up to 18446744073709551615, found `99999999999999999999`
--as p2252 | "1 2\n3 4\n" | 2:1 | the end of the input after the last record, found `3`
# The record that ends the input.
--as 2177 | "1 2\n" | 2:1 | a pile up to 1000000 (decimal digits), found the end of the input
--as 2177 | "1 2\n0 0" | 2:4 | the end of the line (\n), found the end of the input
--as 2177 | "0 0\n" | 1:1 | a record before the closing zero, found none
# Cases of several numbers.
--as 1849 | "1001\n" | 1:1 | a number of piles up to 1000, found `1001`
--as 1849 | "2\n5\n0\n" | 2:2 | one space and another number, found the end of the line
--as 1849 | "2\n5 6 7\n0\n" | 2:4 | the end of the line (\n), found a space
--as 1297 | "1\n4\n1 1 1 1\n" | 2:1 | a prime number of piles, found `4`
--as 1297 | "1\n1\n5\n" | 2:1 | a number of piles, at least 2, found `1`
--as p2197 | "1\n0\n" | 2:1 | a number of piles, at least 1, found `0`
--as 11249 | "1\n0 0\n" | 2:3 | a number of pairs, at least 1, found `0`
--as 11249 | "1\n0 2\n1 2\n" | 4:1 | a pile up to 100000 (decimal digits), found the end of the input
--as 11249 | "1\n100001 1\n1 2\n" | 2:1 | a bound up to 100000, found `100001`
--as 11249 --max-k 5 | "1\n6 1\n1 2\n" | 2:1 | a bound up to 5, found `6`
--as 11249 --max-k 200000 | "1\n100001 1\n1 200000\n" | 3:3 | a pile up to 100000, found `200000`
# Lower limits.
--as 1072 | "1\n0 0\n" | 2:1 | a pile, at least 1, found `0`
--as 1850 | "1\n5\n0\n" | 1:1 | a number of piles, at least 2, found `1`
--in eof --max-records 1 | "1 2\n3 4\n" | 2:1 | the end of the input after 1 records, found `3`
--in zero --max-records 1 | "1 2\n3 4\n0 0\n" | 2:1 | the closing zero after 1 records, found another record
--in zero --min 2 | "3 2\n10 300\n1 400\n0 0\n" | 3:1 | a pile, at least 2, found `1`
--as 2975 --max-piles 2 | "3\n1 2 3\n0\n" | 1:1 | a number of piles up to 2, found `3`
"#;

#[test]
fn each_kind_of_damage() {
    let faults = |args: &str, input: &str, place: &str, message: &str| {
        let words: Vec<_> = args.split(' ').collect();
        let run = validated(&words, input.as_bytes()).expect(1);
        let expected = format!("<stdin>:{place}: expected {message}\n");
        assert_eq!(run.text(), expected, "{args} {input:?}");
        assert_eq!(run.stderr, "");
        if let ["--as", name] = words[..] {
            // These numbers are so long that they are read in pieces.
            let problem = &wythoff::profile(name).expect("a profile").problem;
            let input = Input::reader(OneByOne(input.as_bytes()), "<stdin>");
            let found = validate(problem, input, None).expect("it is read");
            let fault = found.expect_err("a fault");
            assert_eq!(format!("{fault}\n"), expected);
        }
    };
    for [args, input, place, message] in rows(DAMAGE) {
        let input: String = serde_json::from_str(input).expect("a string");
        faults(args, &input, place, message);
    }
    // Piles beyond 10^100.
    let zeros = "0".repeat(100);
    let nines = "9".repeat(100);
    let message = format!("a pile up to 1{zeros}, found `1{}...`", &zeros[..31]);
    faults("--as 5973", &format!("1 1{zeros}1\n"), "1:3", &message);
    let input = format!("0 {nines}\n1{zeros}0 1\n");
    faults("--max 10^100", &input, "2:1", &message);
}

/// Arguments, a valid input, in which a slash is the end of a line, and the number of its records.
const VALID: &str = "
--in eof | 1 2/0 0/ | 2 records
--rule r=2 | 1 2/ | 1 record
--in count --words Yes,No | 2/1 2/3 3/ | 2 records
--in zero | 5 0/0 5/0 0/ | 2 records
--in one | 5 3/ | 1 record
--in zero --max-records 1 | 5 3/0 0/ | 1 record
--as 2177 | 5 5/0 1/0 0/ | 2 records
--as 11249 | 2/0 1/1 2/100000 2/3 4/5 6/ | 2 records
--as 1849 | 1/0/0/ | 1 record
--as 1850 | 2/1 1000000/0/ | 1 record
--as 1072 --in zero | 1 2/0 0/ | 1 record
";

#[test]
fn valid_inputs() {
    let valid = |args: &str, input: &str, records: &str| {
        let args: Vec<_> = args.split(' ').collect();
        let run = validated(&args, input.replace('/', "\n").as_bytes()).expect(0);
        assert_eq!(run.text(), format!("<stdin>: valid, {records}\n"));
    };
    for [args, input, records] in rows(VALID) {
        valid(args, input, records);
    }
    let big = format!("0 1{}/", "0".repeat(100));
    valid("--as hdu5973", &big, "1 record");
    for profile in PROFILES.iter() {
        let sample = Input::reader(OneByOne(profile.sample.0.as_bytes()), "sample");
        let found = validate(&profile.problem, sample, None).expect("it is read");
        assert!(found.is_ok(), "{}: {found:?}", profile.name);
    }
}

/// Arguments in a folder, the exit code, and the beginnings of standard output and standard error. A slash is the end of a line.
/// The other files are validated after a fault, and no input is decompressed.
const SEVERAL: &str = r"
b a - < a | 1 | b:1:3: expected a pile (decimal digits), found a space/a: valid, 1 record/<stdin>: valid, 1 record/ |
none b a | 2 | b:1:3: expected a pile (decimal digits), found a space/a: valid, 1 record/ | wythoff: none: No such file or directory/
a e | 2 |  | wythoff: e: no file in this folder ends in .in/
d | 1 | d\a.in:1:3: expected a pile (decimal digits), found a space/d\b.in: valid, 1 record/ |
a.gz | 1 | a.gz:1:1: expected a pile (decimal digits), found `\x1f\x8b\x08\x00`/ |
<&- | 2 |  | wythoff: <stdin>: 
--max 0 < a | 2 |  | wythoff: 
--as 1067 --max 1e10 < a | 2 |  | wythoff: 
--as 1849 --rule r=2 < a | 2 |  | wythoff: 
";

#[test]
fn several_files() {
    let folder = Folder::new();
    folder.file("a", "1 2\n");
    folder.file("b", "1  2\n");
    folder.file("a.gz", b"\x1f\x8b\x08\x00");
    let make = "mkdir d e; cp a d/b.in; cp b d/a.in; cp a d/a.out";
    shell(make, folder.path()).expect(0);
    for [args, code, stdout, stderr] in rows(SEVERAL) {
        let run = shell(&format!("$W validate {args}"), folder.path());
        let run = run.expect(code.parse().unwrap());
        let plain = |text: &str| text.replace('/', "\n").replace("d\\", "d/");
        assert_eq!(run.text(), plain(stdout), "{args}");
        assert!(run.stderr.starts_with(&plain(stderr)), "{args}: {run:?}");
    }
}

/// Arguments of `validate --convention`, the exit code, and all of standard error or its beginning.
const CONVENTIONS: &str = r"
icpc --as 1067 < good | 42 |
icpc --as 1067 < bad | 43 | <stdin>:1:4: expected the end of the line (\n), found the end of the input
testlib --as 1067 < good | 0 |
testlib --as 1067 < bad | 3 | FAIL <stdin>:1:4: expected the end of the line (\n), found the end of the input
# The arguments of Polygon.
testlib --testset tests --group '' --testOverviewLogFileName log < good | 0 |
testlib --testMarkupFileName markup --testCase 3 < good | 0 |
testlib --testOverviewLogFileName stderr < good | 0 |
# A failure has another exit code than a verdict. With testlib, 1 and 2 are verdicts.
icpc good | 2 | wythoff: with this --convention the input is standard input; expected no FILE
icpc --as 1067 --max 1e10 < good | 2 | wythoff: the largest pile must be at most 1000000000
testlib good | 3 | FAIL with this --convention the input is standard input; expected no FILE
testlib --as 1067 --max 1e10 < good | 3 | FAIL the largest pile must be at most 1000000000
testlib --testOverviewLogFileName none/log < good | 3 | FAIL none/log: No such file
testlib --bogus | 3 | FAIL unexpected argument
";

#[test]
fn conventions_of_validators() {
    let folder = Folder::new();
    folder.file("good", "1 2\n");
    folder.file("bad", "1 2");
    for [args, code, stderr] in rows(CONVENTIONS) {
        let script = format!("\"$W\" validate --convention {args}");
        let run = shell(&script, folder.path()).expect(code.parse().unwrap());
        let is_said = run.stderr.starts_with(stderr) && run.stderr.is_empty() == stderr.is_empty();
        assert!(is_said && run.text().is_empty(), "{args}: {run:?}");
    }
    assert_eq!(folder.names(), ["bad", "good", "log", "markup"]);
    assert_eq!(std::fs::read(folder.path().join("log")).unwrap(), b"");
}

/// `text` with up to three changes of a byte, a number or a line.
pub(crate) fn damaged(text: &[u8], random: &mut SplitMix) -> Vec<u8> {
    // Without 0xff, because testlib treats it as the end of a file.
    const BYTES: &[u8] = b" \n\r\t0123456789-+x\x00\x80";
    const NUMBERS: &[&str] = &[
        "0",
        "1",
        "00",
        "01",
        "1001",
        "10001",
        "1000001",
        "1000000001",
        "2147483648",
        "9223372036854775808",
        "18446744073709551616",
        "100000000000000000000000000000000000000000",
    ];
    let mut text = text.to_vec();
    for _ in 0..random.below(4) {
        if text.is_empty() {
            break;
        }
        let at = random.below(text.len() as u64) as usize;
        let byte = BYTES[random.below(BYTES.len() as u64) as usize];
        match random.below(7) {
            0 => drop(text.remove(at)),
            1 => text.insert(at, byte),
            2 => text[at] = byte,
            3 => text.truncate(at),
            4 => text.extend([&b"\n"[..], b" ", b"0", b"0\n", b"0 0\n", b"1 2\n"][at % 6]),
            5 => {
                let number = NUMBERS[random.below(NUMBERS.len() as u64) as usize];
                let digits = |c: &&u8| c.is_ascii_digit();
                let start = at - text[..at].iter().rev().take_while(digits).count();
                let end = at + text[at..].iter().take_while(digits).count();
                text.splice(start..end, number.bytes());
            }
            _ => {
                let mut lines: Vec<&[u8]> = text.split_inclusive(|&c| c == b'\n').collect();
                let line = random.below(lines.len() as u64) as usize;
                match byte % 2 {
                    0 => drop(lines.remove(line)),
                    _ => lines.insert(at % lines.len(), lines[line]),
                }
                text = lines.concat();
            }
        }
    }
    text
}

/// A reader that gives one byte at a time.
struct OneByOne<'t>(&'t [u8]);

impl Read for OneByOne<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.read(&mut into[..1])
    }
}

/// An endless line is read in pieces.
#[test]
fn an_endless_line() {
    let endless = Input::reader(io::repeat(b'7').take(1 << 40), "x");
    let found = validate(&wythoff::Problem::default(), endless, None).expect("it is read");
    let expected = "x:1:1: expected a number of at most 1048576 digits, found `7777";
    assert!(found.unwrap_err().to_string().starts_with(expected));
}
