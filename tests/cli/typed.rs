//! What the program says only where a person looks on: standard streams are a terminal.

use crate::support::*;
use crate::terminal::*;

/// The screen after `wythoff ARGS` with nothing but a terminal.
#[track_caller]
fn screen(args: &[&str]) -> String {
    let (status, screen) = on_terminal(wythoff(args).env("TERM", "dumb"));
    assert!(status.success(), "{args:?}: {}", screen.text());
    screen.text().replace('\r', "")
}

/// `-` alone says nothing to a person who sees it for the first time.
#[test]
fn no_winning_move_is_said_in_words() {
    let cold = "-\nwythoff: the position is cold: no move wins\n";
    for args in [
        &["moves", "4", "7"][..],
        &["moves", "4", "7", "--positions"],
        &["nim", "--moves", "3", "3"],
        &["moves", "2", "2", "--rule", "misere"],
    ] {
        assert_eq!(screen(args), cold, "{args:?}");
    }
    assert_eq!(
        screen(&["moves", "0", "0"]),
        "-\nwythoff: no move is left\n"
    );
    for (args, expected) in [
        (&["moves", "-q", "4", "7"][..], "-\n"),
        (&["moves", "1", "1"], "both 1 -> 0 0\n"),
        (&["nim", "3", "3"], "0\n"),
    ] {
        assert_eq!(screen(args), expected, "{args:?}");
    }
    // Elsewhere nothing is said, so that a script's log stays empty.
    let piped = ran(&["moves", "4", "7"]).expect(0);
    assert_eq!((piped.text(), piped.stderr.as_str()), ("-\n", ""));
}
