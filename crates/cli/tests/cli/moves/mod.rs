//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch. The library's tests search for the moves; here is
//! every form of the output.

mod batches;
mod nim;

use crate::support::*;

#[track_caller]
fn output(command: &[&str], input: &str) -> String {
    let run = run(&mut wythoff(command), Feed::Pipe(input.as_bytes())).expect(0);
    assert_eq!(run.stderr, "", "{command:?}");
    run.text().to_owned()
}

/// Arguments, and the answer.
const POSITIONS: &str = r#"
moves 5 8 | both 1 -> 4 7, larger 5 -> 3 5
moves 8 5 | both 1 -> 4 7, larger 5 -> 3 5
moves 5 7 | both 2 -> 3 5, larger 4 -> 3 5, smaller 1 -> 4 7
moves 5 7 --positions | 3 5, 4 7
moves 00 000 | -
moves 2 2 --positions | 0 0, 1 2
moves 2 3 --positions | 1 2
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
moves 7854101966249684544613 4854101966249684544613 | -
moves 4854101966249684544618 7854101966249684544618 | both 5 -> 4854101966249684544613 7854101966249684544613, smaller 2 -> 4854101966249684544616 7854101966249684544618
moves 4854101966249684544618 7854101966249684544618 --positions | 4854101966249684544613 7854101966249684544613, 4854101966249684544616 7854101966249684544618
moves 7854101966249684544618 4854101966249684544618 --json | {"piles":[7854101966249684544618,4854101966249684544618],"cold":false,"moves":[{"take":"both","amounts":[5],"to":[4854101966249684544613,7854101966249684544613]},{"take":"smaller","amounts":[2],"to":[4854101966249684544616,7854101966249684544618]}]}
nim 3 5 7 | 1
nim 3 5 7 --count | 3
nim 3 5 7 --moves | 3 -> 2, 5 -> 4, 7 -> 6
nim 3 5 7 --json | {"piles":[3,5,7],"cold":false,"moves":[{"pile":0,"from":3,"to":2},{"pile":1,"from":5,"to":4},{"pile":2,"from":7,"to":6}]}
nim 4 4 --json | {"piles":[4,4],"cold":true,"moves":[]}
nim 1 1 1 | 1
nim 1 1 1 --misere | 0
nim 1 1 --misere --moves | 1 -> 0, 1 -> 0
nim 2 1 1 --misere --moves | 2 -> 1
nim 0 0 --misere | 1
nim 0 0 --misere --moves | -
"#;

#[test]
fn a_position_as_arguments() {
    for [args, answer] in rows(POSITIONS) {
        let args: Vec<_> = args.split(' ').collect();
        assert_eq!(output(&args, ""), answer.to_owned() + "\n", "{args:?}");
    }
}

/// Arguments, and a part of the message.
const NO_POSITIONS: &str = "
moves 5 | expected two piles, found 1; for example: wythoff moves 5 8
moves -1 2 | -1: No such file or directory; a pile is a whole number
nim 3,5,7 | 3,5,7: No such file or directory; a pile is a whole number
moves 1 x | 1: No such file
moves 1 2 --rule nim | misere
moves 1 2 --positions --json | cannot be used with
nim --count --moves 1 | cannot be used with
nim 1 18446744073709551616 | <arguments>:1:3: expected a pile up to 18446744073709551615
explain 1 2 18446744073709551616 | a pile of Nim is at most
explain --rule r=2 1 2 3 | applies only to two piles
";

#[test]
fn arguments_that_are_no_position() {
    for [args, message] in rows(NO_POSITIONS) {
        let run = ran(&args.split(' ').collect::<Vec<_>>()).expect(2);
        assert_eq!(run.text(), "", "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
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
