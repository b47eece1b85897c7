//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch; and explanations of Nim. The library's tests find
//! the moves by a search; these tests have every form of the output.

use crate::support::*;

/// Arguments, and the answer.
const POSITIONS: &str = r#"
moves 5 8 | both 1 -> 4 7, larger 5 -> 3 5
moves 5 7 | both 2 -> 3 5, larger 4 -> 3 5, smaller 1 -> 4 7
moves 5 7 --positions | 3 5, 4 7
moves 2 2 --positions | 0 0, 1 2
moves 4 7 --json | {"piles":[4,7],"cold":true,"moves":[]}
# In the order of the arguments. Numbers in JSON have no leading zeros.
moves 007 04 --json | {"piles":[7,4],"cold":true,"moves":[]}
moves 0 1 --json | {"piles":[0,1],"cold":false,"moves":[{"take":"larger","amounts":[1],"to":[0,0]}]}
# Under the misere rule the player to move at 0 0 has won, and has no move.
moves 0 0 --rule misere | -
moves 0 0 --rule misere --json | {"piles":[0,0],"cold":false,"moves":[]}
moves 1 1 --rule misere | larger 1 -> 0 1
moves 1 2 --rule r=2 | uneven 1 2 -> 0 0
moves 4 5 --rule r=2 --json | {"piles":[4,5],"cold":false,"moves":[{"take":"uneven","amounts":[4,5],"to":[0,0]},{"take":"uneven","amounts":[3,2],"to":[1,3]}]}
# Beyond 64 bits.
moves 4854101966249684544618 7854101966249684544618 | both 5 -> 4854101966249684544613 7854101966249684544613, smaller 2 -> 4854101966249684544616 7854101966249684544618
moves 7854101966249684544618 4854101966249684544618 --json | {"piles":[7854101966249684544618,4854101966249684544618],"cold":false,"moves":[{"take":"both","amounts":[5],"to":[4854101966249684544613,7854101966249684544613]},{"take":"smaller","amounts":[2],"to":[4854101966249684544616,7854101966249684544618]}]}
nim 3 5 7 | 1
nim 3 5 7 --count | 3
nim 3 5 7 --moves | 3 -> 2, 5 -> 4, 7 -> 6
nim 3 5 7 --json | {"piles":[3,5,7],"cold":false,"moves":[{"pile":0,"from":3,"to":2},{"pile":1,"from":5,"to":4},{"pile":2,"from":7,"to":6}]}
nim 4 4 --json | {"piles":[4,4],"cold":true,"moves":[]}
nim 1 1 1 --misere | 0
nim 1 1 --misere --moves | 1 -> 0, 1 -> 0
nim 0 0 --misere | 1
"#;

#[test]
fn a_position_as_arguments() {
    for [args, answer] in rows(POSITIONS) {
        assert_eq!(printed(args, ""), answer.to_owned() + "\n", "{args}");
    }
}

/// Arguments, and the answers. A slash is the end of a line.
const FILES: &str = "
moves ./5 | -/both 1 -> 4 7, larger 5 -> 3 5/
moves ./5 8 | -/both 1 -> 4 7, larger 5 -> 3 5/both 2 -> 0 0, larger 1 -> 1 2/
moves 5 8 | both 1 -> 4 7, larger 5 -> 3 5/
moves - < 8 | both 2 -> 0 0, larger 1 -> 1 2/
moves < 8 | both 2 -> 0 0, larger 1 -> 1 2/
moves -o out ./8 && cat out | both 2 -> 0 0, larger 1 -> 1 2/
nim ./5 | 1/1/
nim 5 8 | 1/
nim 5 5 | 0/
nim --count ./8 ./5 | 0/1/1/
";

#[test]
fn files_with_the_names_of_numbers() {
    let folder = Folder::new();
    folder.file("5", "1 2\n5 8\n");
    folder.file("8", "2 2\n");
    for [args, answers] in rows(FILES) {
        let run = shell(&format!("$W {args}"), folder.path()).expect(0);
        assert_eq!(run.text(), answers.replace('/', "\n"), "{args}");
    }
}

/// Commands, and the answer to an invalid line. It does not change the answers to other lines.
const MARKS: &str = "
moves | ?
moves --positions | ?
moves --json | {\"invalid\":true}
nim | ?
nim --count | ?
nim --json | {\"invalid\":true}
";

#[test]
fn marks_are_in_their_places() {
    for [args, mark] in rows(MARKS) {
        let alone = printed(args, "5 8\n3 3\n");
        let args: Vec<_> = args.split(' ').collect();
        let (first, last) = alone.split_once('\n').expect("two lines");
        let input = Feed::Pipe(b"5 8\n5 -\n3 3\n");
        let marking = [&args[..], &["--invalid", "mark"]].concat();
        let marked = run(&mut wythoff(&marking), input).expect(1);
        assert_eq!(marked.text(), format!("{first}\n{mark}\n{last}"));
        let name = if mark == "?" { mark } else { "invalid" };
        let end = format!("wythoff: 1 invalid line, marked {name}\n");
        assert!(marked.stderr.ends_with(&end), "{}", marked.stderr);
        let stopped = run(&mut wythoff(&args), input).expect(2);
        let place = "wythoff: <stdin>:2:3:";
        assert!(stopped.stderr.starts_with(place), "{}", stopped.stderr);
        assert_eq!(stopped.text(), format!("{first}\n"));
    }
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
    assert_eq!(printed("explain 3 6 9", ""), hot);
    let ones = format!("= {}\n", "1".repeat(64));
    for (args, expected) in [
        ("3 3 0", "  nim-sum = 00 = 0\n"),
        ("3 3 0", "cold if its nim-sum is 0.\nNo move wins.\n"),
        ("--rule misere 1 1 1", "nim-sum is 1.\nNo move wins.\n"),
        ("--rule misere 2 1 1", "\n  from pile 1 take 1: 1 is left\n"),
        ("0 0 0", "\nNo move is left.\n"),
        ("18446744073709551615 0 0", &ones),
    ] {
        let text = printed(&format!("explain {args}"), "");
        assert!(text.contains(expected), "{text}");
    }
    let many = printed(&format!("explain {}", "1 ".repeat(23)), "");
    assert_eq!(many.matches("\n  ... and 3 more\n").count(), 2);
}

/// Positions of Nim, of which the last is malformed, the answers before it, and the fault. Which bytes are blanks does not depend on the
/// command.
#[rustfmt::skip]
const MALFORMED: &[(&[u8], &str, &str)] = &[
    (b"1\x0b2\n", "", "1:2: expected a digit or a blank, found `\\x0b2`"),
    (b"3\n5 \x0c 7\n", "1\n", "2:3: expected a digit or a blank, found `\\x0c`"),
    (b"5 \r 6\n", "", "1:3: expected a digit or a blank, found `\\r`"),
    (b"1 1\n\n 18446744073709551616", "0\n", "3:2: expected a pile up to"),
];

#[test]
fn blanks_and_faults_in_a_position_of_nim() {
    for &(text, answers, fault) in MALFORMED {
        let run = run(&mut wythoff(&["nim"]), Feed::Pipe(text)).expect(2);
        let is_said = run.stderr.contains(fault);
        assert!(is_said && run.text() == answers, "{run:?}");
    }
    assert_eq!(printed("nim", " 5\t6 \r\n\n \t\n1 1"), "1\n0\n");
}
