//! `check` and `stress` give the same verdict on the same kind of output.
//!
//! `stress` runs a right program whose output a filter changes. `check` gets the output of the same program for another
//! input.

use crate::support::*;

/// Reverses the lines of moves after each label.
const REVERSED: &str = r#"function flush() { while (n > 0) print line[n--] }
    !/ / { flush(); print; next } { line[++n] = $0 } END { flush() }"#;
/// Swaps the last two lines of moves, if there are three.
const LAST_TWO_SWAPPED: &str = r#"function flush() {
        if (n == 3) { t = line[2]; line[2] = line[3]; line[3] = t }
        for (i = 1; i <= n; i++) print line[i]; n = 0 }
    !/ / { flush(); print; next } { line[++n] = $0 } END { flush() }"#;
/// Prints every line of moves twice.
const DOUBLED: &str = "/ / { print } { print }";
/// Removes the first line of moves after each label.
const FIRST_LEFT_OUT: &str = "!/ / { print; skip = 1; next } skip { skip = 0; next } { print }";
/// More blanks and other line ends.
const SPACED: &str = r#"{ gsub(/ /, "  \t"); printf "  %s \r\n\n", $0 }"#;
/// Each token on a line of its own.
const SPLIT: &str = r#"{ gsub(/ /, "\n"); print }"#;
const UNCHANGED: &str = "{ print }";
/// The other label in every line of labels.
const NEGATED: &str = r#"$1 == "1" { print "0"; next } $1 == "0" { print "1"; next } { print }"#;
/// Only the first half of the lines.
const HALF: &str = "{ line[NR] = $0 } END { for (i = 1; i <= NR / 2; i++) print line[i] }";
/// One answer too many. The first line is a label, or a number of moves.
const ONE_MORE: &str = "NR == 1 { first = $0 } { print } END { print first }";
/// Leaves out the first label that has moves after it.
const LABEL_LEFT_OUT: &str = r#"{ line[NR] = $0 } END { for (i = 1; i <= NR; i++) {
        if (!done && line[i] !~ / / && line[i + 1] ~ / /) done = 1; else print line[i] } }"#;

/// For every profile: filter, and whether a judge accepts the output.
const OF_EVERY_PROFILE: &[(&str, bool)] = &[
    (UNCHANGED, true),
    (SPACED, true),
    (HALF, false),
    (ONE_MORE, false),
];

/// For every profile with moves: the filters that need a row below.
const OF_MOVES: &[&str] = &[
    REVERSED,
    LAST_TWO_SWAPPED,
    DOUBLED,
    FIRST_LEFT_OUT,
    LABEL_LEFT_OUT,
];

/// Profile and options, filter, and whether a judge accepts the output.
const OTHERS: &[(&str, &str, bool)] = &[
    ("poj1067", NEGATED, false),
    ("hdu1849", SPLIT, true),
    // The order of the piles, each move once: the judge compares texts.
    ("hdu2176", REVERSED, false),
    ("hdu2176", LAST_TWO_SWAPPED, false),
    ("hdu2176", DOUBLED, false),
    ("hdu2176", FIRST_LEFT_OUT, false),
    ("hdu2176", LABEL_LEFT_OUT, false),
    // The move from both piles first; the others are a set.
    ("hdu2177", REVERSED, false),
    ("hdu2177", LAST_TWO_SWAPPED, true),
    ("hdu2177", DOUBLED, true),
    ("hdu2177", FIRST_LEFT_OUT, false),
    ("hdu2177", LABEL_LEFT_OUT, false),
    // All moves are a set.
    ("hdu2177 --rule r=2", REVERSED, true),
    ("hdu2177 --rule r=2", DOUBLED, true),
    ("hdu2177 --rule r=2", FIRST_LEFT_OUT, false),
];

#[test]
#[ignore = "slow"]
fn check_and_stress_agree() {
    for profile in wythoff::PROFILES {
        for &(filter, accepted) in OF_EVERY_PROFILE {
            agree(profile.name, filter, accepted);
        }
        if profile.problem.answers() == wythoff::AnswerFormat::LabelAndMoves {
            for &filter in OF_MOVES {
                let mut rows = OTHERS.iter();
                let is_there = rows.any(|row| (row.0, row.1) == (profile.name, filter));
                assert!(is_there, "{} has no row for {filter}", profile.name);
            }
        }
    }
    for &(profile, filter, accepted) in OTHERS {
        agree(profile, filter, accepted);
    }
}

/// Both commands accept the output that `filter` makes from the right output, or both refuse it.
fn agree(profile: &str, filter: &str, accepted: bool) {
    let folder = Folder::new();
    folder.file("filter.awk", filter);
    let script = format!(
        "set -e; W=\"$W\"; export W
         \"$W\" gen --as {profile} --max 40 -o in.txt
         \"$W\" solve --as {profile} in.txt | awk -f filter.awk > out.txt
         \"$W\" check --as {profile} in.txt out.txt | tail -n 1 | cut -c 1-2
         \"$W\" stress --as {profile} --only 0 --save saved -t 20 -- \
             sh -c '\"$W\" solve --as {profile} | awk -f filter.awk' | grep -o '^[A-Z]*:' | head -n 1"
    );
    let run = shell(&script, folder.path());
    let verdict = if accepted { "AC" } else { "WA" };
    let expected = format!("{verdict}\n{verdict}:\n");
    assert_eq!(run.text(), expected, "{profile} {filter}: {run:?}");
}
