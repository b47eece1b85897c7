//! `wythoff cold`.

use super::*;

/// Lists and ranges around the last pair that fits u64, the last lower number, and the last index.
#[test]
fn lists_and_ranges_around_the_end_of_u64() {
    // The first index whose upper number is beyond u64, and the first index whose lower number is beyond u64.
    let end = BigUint::from(1_u32) << 64_u32;
    let root = (&end * &end * 5_u32).sqrt();
    for rule in [1, 2] {
        let flag = if rule == 1 { "" } else { " --rule r=2" };
        let by_upper = (&end * 3_u32 - &root) / 2_u32;
        let by_lower = (&root - &end) / 2_u32;
        for middle in [by_upper, by_lower, end.clone(), &end << 40_u32] {
            let from = &middle - 5_u32;
            let expected: String = (0_u32..11)
                .map(|i| line(&pair(&(&from + i), rule)))
                .collect();
            // The same pairs by their smaller piles.
            let low = pair(&from, rule).0;
            let last = pair(&(&from + 10_u32), rule).0;
            let beyond = &last + 1_u32;
            for by in [
                format!("--list 11 --from {from}"),
                format!("--range {low}..={last}"),
                format!("--range {low}..{beyond}"),
            ] {
                assert_eq!(printed(&format!("cold {by}{flag}")), expected, "{by}");
            }
            let but_last: String = expected.split_inclusive('\n').take(10).collect();
            assert_eq!(
                printed(&format!("cold --range {low}..{last}{flag}")),
                but_last
            );
        }
    }
}

#[test]
fn a_long_list_is_whole() {
    let count = 300_000_u64;
    let pairs = pairs_by_mex(900_000);
    let expected: String = pairs[..count as usize]
        .iter()
        .map(|(a, b)| format!("{a} {b}\n"))
        .collect();
    let run = ran(&["cold", "--list", "300000"]).expect(0);
    assert_same(&run.stdout, expected.as_bytes(), "the pipe");
}

/// Arguments, and the output. A slash is the end of a line. The library's tests compare all small pairs with the rules.
const PRINTED: &str = r#"
cold --nth 4 | 6 10/
cold --nth 4 --json | {"k":4,"lower":6,"upper":10}/
cold --nth 2 --rule r=2 --json | {"k":2,"lower":2,"upper":6}/
cold --list 0 |
cold --list 3 | 0 0/1 2/3 5/
cold --list 2 --from 57 | 92 149/93 151/
cold --list 1 --from 2^70 --json | {"k":1180591620717411303424,"lower":1910237369154096006524,"upper":3090828989871507309948}/
cold --range 2..2 |
cold --range 3..6 | 3 5/4 7/
cold --range 3..=6 | 3 5/4 7/6 10/
# 0 is both numbers of pair 0.
cold --rank 0 | 0 lower/
cold --rank 6 | 4 lower/
cold --rank 7 --json | {"n":7,"k":3,"side":"upper"}/
cold --rank 10 --rule r=2 --json | {"n":10,"k":3,"side":"upper"}/
cold --partner 6 | 10/
cold --partner 7 --json | {"n":7,"partner":4}/
cold --partner 4 --rule r=2 --json | {"n":4,"partner":10}/
"#;

#[test]
fn every_option() {
    for [args, expected] in rows(PRINTED) {
        assert_eq!(printed(args), expected.replace('/', "\n"), "{args}");
    }
}
