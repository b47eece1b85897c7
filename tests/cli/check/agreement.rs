//! `check` and `stress` give the same verdict on the same kind of output.
//!
//! `stress` runs a right program whose output a filter changes. `check` gets the output of the same program for another
//! input.

use crate::support::*;

/// Reverses the lines of moves behind each label.
const REVERSED: &str = r#"function flush() { while (n > 0) print line[n--] }
    !/ / { flush(); print; next } { line[++n] = $0 } END { flush() }"#;
/// Swaps the last two of three lines of moves, where there are three.
const LAST_TWO_SWAPPED: &str = r#"function flush() {
        if (n == 3) { t = line[2]; line[2] = line[3]; line[3] = t }
        for (i = 1; i <= n; i++) print line[i]; n = 0 }
    !/ / { flush(); print; next } { line[++n] = $0 } END { flush() }"#;
/// Prints every line of moves twice.
const DOUBLED: &str = "/ / { print } { print }";
/// Removes the first line of moves behind each label.
const FIRST_LEFT_OUT: &str = "!/ / { print; skip = 1; next } skip { skip = 0; next } { print }";
/// More blanks and other line ends.
const SPACED: &str = r#"{ gsub(/ /, "  \t"); printf "  %s \r\n\n", $0 }"#;
/// A token a line.
const SPLIT: &str = r#"{ gsub(/ /, "\n"); print }"#;
const UNCHANGED: &str = "{ print }";
/// The other label in every line of labels.
const NEGATED: &str = r#"$1 == "1" { print "0"; next } $1 == "0" { print "1"; next } { print }"#;
/// Only the first half of the lines.
const HALF: &str = "{ line[NR] = $0 } END { for (i = 1; i <= NR / 2; i++) print line[i] }";
/// One answer too many.
const ONE_MORE: &str = "{ print; last = $0 } END { print last }";

/// Profile, filter, and whether a judge accepts the output.
const CASES: &[(&str, &str, bool)] = &[
    ("poj1067", UNCHANGED, true),
    ("poj1067", SPACED, true),
    ("poj1067", NEGATED, false),
    ("poj1067", HALF, false),
    ("poj1067", ONE_MORE, false),
    ("hdu1849", UNCHANGED, true),
    ("hdu1849", SPACED, true),
    ("hdu1849", SPLIT, true),
    ("hdu1849", HALF, false),
    ("hdu1850", UNCHANGED, true),
    ("hdu1850", ONE_MORE, false),
    ("hdu2176", UNCHANGED, true),
    ("hdu2176", SPACED, true),
    ("hdu2176", REVERSED, false),
    ("hdu2176", DOUBLED, false),
    ("hdu2176", FIRST_LEFT_OUT, false),
    ("hdu2177", UNCHANGED, true),
    ("hdu2177", SPACED, true),
    ("hdu2177", LAST_TWO_SWAPPED, true),
    ("hdu2177", DOUBLED, true),
    ("hdu2177", REVERSED, false),
    ("hdu2177", FIRST_LEFT_OUT, false),
    ("uva11249", UNCHANGED, true),
    ("uva11249", HALF, false),
];

#[test]
fn check_and_stress_agree() {
    let folder = Folder::new();
    for (i, &(profile, filter, accepted)) in CASES.iter().enumerate() {
        folder.file("filter.awk", filter);
        let script = format!(
            "set -e; W=\"$W\"; export W
             \"$W\" gen --as {profile} --pairs 300 --max 40 -o in.txt
             \"$W\" solve --as {profile} in.txt | awk -f filter.awk > out.txt
             \"$W\" check --as {profile} in.txt out.txt | tail -n 1 | cut -c 1-2
             \"$W\" stress --as {profile} --only 0 --save saved -t 20 -- \
                 sh -c '\"$W\" solve --as {profile} | awk -f filter.awk' | grep -o '^[A-Z]*:' | head -n 1"
        );
        let run = shell(&script, folder.path());
        let verdict = if accepted { "AC" } else { "WA" };
        let expected = format!("{verdict}\n{verdict}:\n");
        assert_eq!(
            run.text(),
            expected,
            "case {i}: {profile} {filter}: {run:?}"
        );
    }
}
