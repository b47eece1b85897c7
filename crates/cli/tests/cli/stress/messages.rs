//! Reports about the output of a program and about its messages, and options that change what is right.

use super::*;

/// A command and its options, its exit code, a script, and parts of the report, separated by `^`, or `!` and a text that it lacks.
/// `$W` is this program, and `//` is the end of a line.
const REPORTS: &str = r#"
# The whole line of the exception; with -v all lines.
lint | 1 | printf 'Exception in thread A: Index 9\n  at Main:5\n' >&2; exit 1 | //its last message: Exception in thread A: Index 9////saved: 
lint -v | 1 | printf 'Exception in thread A: Index 9\n  at Main:5\n' >&2; exit 1 | //its standard error://  Exception in thread A: Index 9//    at Main:5//
# Bytes that are not UTF-8.
lint | 1 | printf '\377\n'; printf '\326\n' >&2 | answer 1 is `\xff`//^//found://  \xff//its last message: \xd6//
lint --json | 1 | printf '\377\n' | "found":"\\xff\n"
# A wrong blank is shown, and a missing line is named.
lint --strict-format | 1 | $W solve|sed 's/$/ /' |  `//expected:
lint --strict-format --as uva11249 | 1 | $W solve --as uva11249|grep . | : the judge has a blank line, the program 
# Some judges reject a layout: AC with a note, or PE. (`verdict` in crates/contest has all layouts.)
stress --batches 1 | 0 | printf %s "$($W solve)" | note: the output does not end with a newline; some judges, such as UVa, reject that//
stress --batches 1 --strict-format --json | 1 | printf %s "$($W solve)" | "verdict":"PE"^"message":"the output does not end with a newline"^ --strict-format 
# More output than answers, but not without end.
lint | 1 | $W solve; yes 1|head -n 1000000 | //WA: after the last of 
# Which stream had too much.
lint -t 50 | 1 | exec yes | //OLE: it printed more than the limit to standard output//
lint -t 50 | 1 | exec yes >&2 | //OLE: it printed more than the limit to standard error//
# Large cold positions of other rules are tried, too.
lint --rule r=2 --max 1e18 | 1 | tee p|$W solve --rule r=2 > a; paste -d' ' p a|awk '{print ($1>1e6||$2>1e6)?1:$3}' | WA: 
# A wrong answer is explained. A missing answer is not.
lint --as hdu2177 | 1 | printf '1 1 1' | the player to move
lint --as hdu2177 | 1 | : | !the player to move
# What the statement does not say is told with the option that changes it.
lint --as hdu2176 | 1 | $W solve --as hdu2176|$REVERSE | //note: the moves are right; hdu2176 does not say in which order they are printed. To accept any: --any-order
lint --as hdu2176 --any-order --max-piles 9 | 0 | $W solve --as hdu2176|$REVERSE | AC: 
lint --as hdu2177 -t 0.5 | 1 | while :; do :; done | //note: the statement of hdu2177 does not say how many cases an input has; 
# Posted programs that stop at `0 0`, or have room for few piles, show other faults only within narrower limits.
lint | 1 | sed '/^0 0$/q'|$W solve | WA: 
lint --min 1 | 0 | sed '/^0 0$/q'|$W solve | AC: 
lint --as luogu-p2197 | 1 | awk 'NF > 5 { exit 1 }' < in||exit 3; $W solve --as luogu-p2197 | RE: 
lint --as luogu-p2197 --max-piles 5 | 0 | awk 'NF > 5 { exit 1 }' < in||exit 3; $W solve --as luogu-p2197 | AC: 
# In a local contest, programs read and write files. The replay copies the input to its name.
lint --files a.in,a.out | 0 | $W solve < a.in > a.out | AC: 
lint --files a.in,a.out | 1 | $W solve < a.in > other | WA: it printed nothing//It wrote nothing into the file a.out.//
lint --files a.in,a.out | 1 | $W solve --words 0,1 < a.in > a.out | hacks/hack-000.in a.in && sh -c ^ --files a.in,a.out -- 
"#;

/// The moves of each answer in the reverse order.
const REVERSE: &str = r#"awk '/[a-z]/ { printf "%s", all; all = ""; print; next } { all = $0 "\n" all } END { printf "%s", all }'"#;

#[test]
fn reports() {
    let rows: Vec<[&str; 4]> = rows(REPORTS).collect();
    rows.par_iter().for_each(|[args, code, script, part]| {
        let args: Vec<_> = args.split(' ').collect();
        let solve = env!("CARGO_BIN_EXE_wythoff");
        let script = script.replace("$W", solve).replace("$REVERSE", REVERSE);
        let script = format!("cat > in; exec < in; {script}");
        let run = under_test(&Folder::new(), &args, &["sh", "-c", &script]);
        let run = run.expect(code.parse().expect("a code"));
        for part in part.replace("//", "\n").split('^') {
            let lacks = part.strip_prefix('!');
            let is_said = run.text().contains(lacks.unwrap_or(part)) == lacks.is_none();
            assert!(is_said, "{script}: {}", run.text());
        }
    });
}
