//! The location and the message of a fault, and refused arguments. `profiles::faults` and `frame` in tests/library have all
//! messages.

use super::*;

/// The program passes on errors and warnings, with their exit code, in every way of reading.
#[test]
fn messages() {
    let folder = Folder::new();
    for (args, input, code, answers, message) in [
        (
            &["--as", "51nod1072"][..],
            "3\n1 2\n3",
            2,
            "B\n",
            "{}:3:2: the input ends without the second pile of the last record",
        ),
        (
            &["--as", "hdu1850"],
            "1 3",
            0,
            "1\n",
            "warning: {}:1:4: the input ends without the closing 0",
        ),
        (
            &["--as", "hdu2177", "--count", "--strict"],
            "1 2\n4 04 4 3\n0 0",
            2,
            "",
            "{}:2:8: `3` is after `4`: hdu2177 has the smaller pile first",
        ),
    ] {
        let path = folder.file("in.txt", input);
        for way in Way::ALL {
            let run = way.solve(args, &path, input.as_bytes()).expect(code);
            assert_eq!(run.text(), answers, "{args:?} {way:?}");
            let message = message.replace("{}", &way.name(&path));
            assert_eq!(run.stderr, format!("wythoff: {message}\n"), "{way:?}");
        }
    }
}

/// Arguments of `solve`, and a part of the message.
const REFUSED: &str = "
--as poj1067 --invalid mark | --invalid mark requires one record on each line
--in eof --invalid mark | --invalid mark requires one record on each line
--as poj106 | poj1067
--as hdu | hdu
--as= | --as
--as hdu1849 --rule misere | a rule applies only to problems with two piles
--rule r=0 | r=
--rule r=-1 | r=
--rule r=18446744073709551616 | r=
--rule mise | misere
--in nul | count
--words A | two words
--words A,B,C | two words
--words ,B | --words: the two labels must not be blank
--words A,\t | two labels must not be blank
--words A,A | two labels must not be blank, and must differ
--words \tA,A | and must differ in more than blanks
--words A,B --count | --count
--words ?,B --invalid mark | ? marks an invalid line, so it can't be a label
--words A,\t? --invalid mark | ? marks an invalid line, so it can't be a label
--as hdu1850 --words a,b | labels do not apply
--as poj2975 --words a,b | labels do not apply
--threads 0 | --threads
--io telepathy | mmap
";

#[test]
fn bad_arguments_are_refused() {
    for [args, message] in rows(REFUSED) {
        let args: Vec<_> = args.split(' ').collect();
        let run = run(&mut wythoff_solve(&args), Feed::Pipe(b"1 2\n")).expect(2);
        assert_eq!(run.text(), "", "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    let run = run(&mut wythoff(&["judges", "poj1076"]), Feed::Nothing).expect(2);
    assert!(run.stderr.contains("poj1067"), "{}", run.stderr);
}
