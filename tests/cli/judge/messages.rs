//! The location and the message of each fault.

use super::*;

/// Inputs, their messages and exit codes. `{}` is the name of the input.
#[test]
fn messages() {
    let hundred = "1".repeat(101);
    let folder = Folder::new();
    let args_of = |args: &'static str| args.split(' ').collect::<Vec<_>>();
    for (args, input, code, answers, message) in [
        // Fewer records than announced.
        (
            "--as 51nod1072",
            "3\n1 2\n3 5\n",
            2,
            "B\nB\n",
            "{}:4:1: the input ends without all 3 records that the first number announces; found 2",
        ),
        (
            "--as 51nod1072",
            "3\n1 2\n3",
            2,
            "B\n",
            "{}:3:2: the input ends without the second pile of the last record",
        ),
        (
            "--as poj1067",
            "1 2\n3 ",
            2,
            "0\n",
            "{}:2:3: the input ends without the second pile of the last record",
        ),
        (
            "--as luogu-p2252",
            "1",
            2,
            "",
            "{}:1:2: the input ends without the second pile of the last record",
        ),
        (
            "--as luogu-p2197",
            "2\n2\n1 1\n",
            2,
            "No\n",
            "{}:4:1: the input ends without all 2 cases that the first number announces; found 1",
        ),
        (
            "--as luogu-p2197",
            "1\n3\n1 1",
            2,
            "",
            "{}:3:4: the input ends without 1 of the last case's 3 piles",
        ),
        (
            "--as hdu1849",
            "3\n1 1\n",
            2,
            "",
            "{}:3:1: the input ends without 1 of the last case's 3 piles",
        ),
        (
            "--as uva11249",
            "1 0",
            2,
            "",
            "{}:1:4: the input ends without the last case's number of pairs",
        ),
        (
            "--as uva11249",
            "1 0 2 1 2 1",
            2,
            "LOSING\n",
            "{}:1:12: the input ends without the second pile of a pair",
        ),
        (
            "--as uva11249",
            "1 0 2 1 2",
            2,
            "LOSING\n",
            "{}:1:10: the input ends without 1 of the last case's pairs",
        ),
        (
            "--in count",
            "18446744073709551615 1 2",
            2,
            "0\n",
            "{}:1:25: the input ends without all 18446744073709551615 records that the first number announces; found 1",
        ),
        // A missing end.
        (
            "--as hdu2177",
            "1 2\n",
            0,
            "0\n",
            "warning: {}:2:1: the input ends without the closing 0 0",
        ),
        (
            "--as hdu2177 --strict",
            "1 2\n",
            2,
            "0\n",
            "{}:2:1: the input ends without the closing 0 0",
        ),
        (
            "--as hdu1850",
            "1 3",
            0,
            "1\n",
            "warning: {}:1:4: the input ends without the closing 0",
        ),
        (
            "--as hdu1850 --strict",
            "1 3",
            2,
            "1\n",
            "{}:1:4: the input ends without the closing 0",
        ),
        // An empty input.
        (
            "--as 51nod1072",
            "",
            2,
            "",
            "{}:1:1: the input ends without the number of records",
        ),
        (
            "--as luogu-p2252",
            " \n\n ",
            2,
            "",
            "{}:3:2: the input ends without a record of two piles",
        ),
        ("--as poj1067", "", 0, "", ""),
        ("--as poj1067 --strict", " \n", 0, "", ""),
        (
            "--as hdu2177",
            "",
            0,
            "",
            "warning: {}:1:1: the input ends without the closing 0 0",
        ),
        (
            "--as luogu-p2197",
            "\n",
            2,
            "",
            "{}:2:1: the input ends without the number of cases",
        ),
        (
            "--as hdu2176",
            "",
            0,
            "",
            "warning: {}:1:1: the input ends without the closing 0",
        ),
        (
            "--as hdu2176 --in one",
            "",
            2,
            "",
            "{}:1:1: the input ends without a case",
        ),
        ("--as hdu2176 --in eof --strict", "", 0, "", ""),
        // Beyond the limits.
        (
            "--as 51nod1072",
            "2\n3000000 1\n3000001 2\n",
            0,
            "A\nA\n",
            "warning: {}:2:1: `3000000` is larger than 2000000, the limit of 51nod1072",
        ),
        (
            "--as 51nod1072 --strict",
            "2\n1 2\n3 3000001\n",
            2,
            "B\n",
            "{}:3:3: `3000001` is larger than 2000000, the limit of 51nod1072",
        ),
        ("--as 51nod1072", "1\n1 2\n3000001 1\n", 0, "B\n", ""),
        (
            "--as 51nod1072 --strict",
            "1\n1 2 3000001 1\n",
            0,
            "B\n",
            "",
        ),
        (
            "--as poj1067 --strict",
            "1 2\n1000000000 1000000000",
            0,
            "0\n1\n",
            "",
        ),
        (
            "--as poj1067",
            "1 2\n\t1000000001 4",
            0,
            "0\n1\n",
            "warning: {}:2:2: `1000000001` is larger than 1000000000, the limit of poj1067",
        ),
        (
            "--as hdu2177 --strict",
            "1 2\n3\n5 1 1000001 0 0",
            2,
            "0\n0\n",
            "{}:3:5: `1000001` is larger than 1000000, the limit of hdu2177",
        ),
        ("--as hdu2177 --strict", "1 2 0 0 1 1000001", 0, "0\n", ""),
        (
            "--as hdu2177",
            "1 2\n2 1 7 4 0 0",
            0,
            "0\n0\n0\n",
            "warning: {}:2:3: `1` is after `2`: hdu2177 has the smaller pile first",
        ),
        (
            "--as hdu2177 --strict",
            "1 2\n7\n4 0 0",
            2,
            "0\n",
            "{}:3:1: `4` is after `7`: hdu2177 has the smaller pile first",
        ),
        (
            "--as hdu2177 --count --strict",
            "1 2\n4 04 4 3\n0 0",
            2,
            "",
            "{}:2:8: `3` is after `4`: hdu2177 has the smaller pile first",
        ),
        ("--as hdu2177 --strict", "3 3 0 0 2 1", 0, "1\n0 0\n", ""),
        (
            "--as hdu5973 --strict",
            &format!("1 2\n{hundred} 1"),
            2,
            "0\n",
            "{}:2:1: `11111111111111111111111111111111...` is larger than 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000, the limit of hdu5973",
        ),
        (
            "--as poj2975",
            "1 1000000001 0",
            0,
            "1\n",
            "warning: {}:1:3: 1000000001 is larger than 1000000000, the limit of poj2975",
        ),
        (
            "--as poj2975 --strict",
            "1 1\n1 1000000001 0",
            2,
            "1\n",
            "{}:2:3: 1000000001 is larger than 1000000000, the limit of poj2975",
        ),
        (
            "--as luogu-p2197 --strict",
            "11 0",
            2,
            "",
            "{}:1:1: 11 cases are more than 10, the limit of luogu-p2197",
        ),
        (
            "--as hdu1849 --strict",
            "1 1\n1001 1",
            2,
            "Rabbit Win!\n",
            "{}:2:1: 1001 piles are more than 1000, the limit of hdu1849",
        ),
        (
            "--as 51nod1072 --strict",
            "\n10001 1 2",
            2,
            "",
            "{}:2:1: 10001 records are more than 10000, the limit of 51nod1072",
        ),
        // Not a number.
        (
            "--as poj1067",
            "1 2\n3 x4\n",
            2,
            "0\n",
            "{}:2:3: expected a number (decimal digits), found `x4`",
        ),
        (
            "--as poj1067",
            "1 2\n3 -4\n",
            2,
            "0\n",
            "{}:2:3: expected a number (decimal digits), found `-4`",
        ),
        (
            "--as poj1067",
            "1 2\n3 4.0\n",
            2,
            "0\n",
            "{}:2:4: expected a digit or whitespace, found `.0`",
        ),
        (
            "--as 51nod1072",
            "T\n1 2",
            2,
            "",
            "{}:1:1: expected a number (decimal digits), found `T`",
        ),
        (
            "--as hdu1850",
            "2 1\n\x1b 0",
            2,
            "",
            "{}:2:1: expected a number (decimal digits), found `\\x1b`",
        ),
        (
            "--as hdu1850",
            "\u{feff}2 1 1x 0",
            2,
            "",
            "{}:1:6: expected a digit or whitespace, found `x`",
        ),
        (
            "--as hdu1850",
            "1 1\n2 1\n 18446744073709551616 0",
            2,
            "1\n",
            "{}:3:2: expected a number up to 18446744073709551615, found `18446744073709551616`",
        ),
        (
            "--as hdu1850",
            "1 18446744073709551615 0",
            0,
            "1\n",
            "warning: {}:1:3: 18446744073709551615 is larger than 2147483647, the limit of hdu1850",
        ),
        (
            "--in count",
            "18446744073709551616 1 2",
            2,
            "",
            "{}:1:1: expected a number of records up to 18446744073709551615, found `18446744073709551616`",
        ),
    ] {
        let path = folder.file("in.txt", input);
        for way in [
            Way::Mapped,
            Way::Read,
            Way::Piped,
            Way::Bytewise,
            Way::Redirected,
        ] {
            let run = way.solve(&args_of(args), &path, input.as_bytes());
            let what = format!("{args} {input:?} {way:?}");
            assert_eq!(run.code, Some(code), "{what}: {run:?}");
            assert_eq!(run.text(), answers, "{what}");
            let expected = match message {
                "" => String::new(),
                _ => format!("wythoff: {}\n", message.replace("{}", &way.name(&path))),
            };
            assert_eq!(run.stderr, expected, "{what}");
        }
    }
}

#[test]
fn bad_arguments_are_refused() {
    for (args, message) in [
        (
            &["--as", "poj1067", "--invalid", "mark"][..],
            "--invalid mark requires one record on each line",
        ),
        (
            &["--in", "eof", "--invalid", "mark"],
            "--invalid mark requires one record on each line",
        ),
        (&["--as", "poj106"], "poj1067"),
        (&["--as", "hdu"], "hdu"),
        (&["--as", ""], "--as"),
        (&["--strict"], "--strict requires --as or --in"),
        (
            &["--as", "hdu1849", "--rule", "misere"],
            "--rule applies only to problems with two piles",
        ),
        (&["--rule", "r=0"], "r="),
        (&["--rule", "r=-1"], "r="),
        (&["--rule", "r=18446744073709551616"], "r="),
        (&["--rule", "mise"], "misere"),
        (&["--in", "nul"], "count"),
        (&["--as", "poj1067", "--words", "A"], "two words"),
        (&["--as", "poj1067", "--words", "A,B,C"], "two words"),
        (&["--as", "hdu1849", "--words", "A\n,B"], "no line end"),
        (&["--as", "poj1067", "--words", "A,B", "--count"], "--count"),
        (
            &["--as", "hdu1850", "--words", "a,b"],
            "--words does not apply here",
        ),
        (
            &["--as", "poj2975", "--words", "a,b"],
            "--words does not apply here",
        ),
    ] {
        let run = run(&mut wythoff_solve(args), Feed::Pipe(b"1 2\n")).expect(2);
        assert_eq!(run.text(), "", "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    let run = run(&mut wythoff(&["judges", "poj1076"]), Feed::Nothing).expect(2);
    assert!(run.stderr.contains("poj1067"), "{}", run.stderr);
}
