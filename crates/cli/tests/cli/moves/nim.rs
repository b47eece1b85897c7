//! `wythoff nim`, and explanations of Nim.

use super::*;

#[test]
fn a_fault_in_a_position_of_nim() {
    let folder = Folder::new();
    let path = folder.file("in.txt", "1 1\n\n 18446744073709551616");
    let run = run(wythoff(&["nim"]).arg(&path), Feed::Nothing).expect(2);
    assert_eq!(run.text(), "0\n");
    let start = format!("wythoff: {}:3:2: expected a pile up to", path.display());
    assert!(run.stderr.starts_with(&start), "{}", run.stderr);
}

#[test]
fn nim_sums_in_binary_columns() {
    let hot = "\
In Nim the position is hot: the player to move wins.
The nim-sum has a 1 in each binary column with an odd number of ones:
        3 = 0011
        6 = 0110
        9 = 1001
  nim-sum = 1100 = 12
A position is cold if its nim-sum is 0.
One move wins:
  from pile 3 take 4: 5 is left
";
    assert_eq!(ran(&["explain", "3", "6", "9"]).expect(0).text(), hot);
    let ones = format!("= {}\n", "1".repeat(64));
    for (args, expected) in [
        ("explain 3 3 0", "  nim-sum = 00 = 0\n"),
        (
            "explain 3 3 0",
            "cold if its nim-sum is 0.\nNo move wins.\n",
        ),
        (
            "explain --rule misere 1 1 1",
            "nim-sum is 1.\nNo move wins.\n",
        ),
        (
            "explain --rule misere 2 1 1",
            "\n  from pile 1 take 1: 1 is left\n",
        ),
        ("explain 0 0 0", "\nNo move is left.\n"),
        ("explain 18446744073709551615 0 0", &ones),
    ] {
        let run = ran(&args.split(' ').collect::<Vec<_>>()).expect(0);
        assert!(run.text().contains(expected), "{}", run.text());
        assert!(run.text().lines().count() < 12);
    }
}

#[test]
fn many_piles_are_not_all_listed() {
    let args = [&["explain"][..], &["1"; 23]].concat();
    let run = ran(&args).expect(0);
    assert_eq!(run.text().matches("\n  ... and 3 more\n").count(), 2);
}

/// Which bytes are blanks does not depend on the command.
#[test]
fn other_whitespace_is_no_blank() {
    for (text, fault) in [
        (
            &b"1\x0b2\n"[..],
            "1:2: expected a digit or a blank, found `\\x0b2`",
        ),
        (
            b"3\n5 \x0c 7\n",
            "2:3: expected a digit or a blank, found `\\x0c`",
        ),
        (b"5 \r 6\n", "1:3: expected a digit or a blank, found `\\r`"),
    ] {
        let run = run(&mut wythoff(&["nim"]), Feed::Pipe(text)).expect(2);
        assert!(run.stderr.contains(fault), "{run:?}");
    }
    let run = run(&mut wythoff(&["nim"]), Feed::Pipe(b" 5\t6 \r\n\n \t\n1 1")).expect(0);
    assert_eq!(run.text(), "1\n0\n");
}
