//! `wythoff cold`.

use super::*;

#[test]
fn a_long_list_is_whole() {
    let count = 300_000_u64;
    let pairs = pairs_by_mex(900_000);
    let expected: String = pairs[..count as usize]
        .iter()
        .map(|(a, b)| format!("{a} {b}\n"))
        .collect();
    let list = printed("cold --list 300000", "");
    assert_same(list.as_bytes(), expected.as_bytes(), "the pipe");
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
# Around the last pair and the last lower number that fit u64, and beyond, by Python's integers.
cold --list 3 --from 7046029254386353130 | 11400714819323198485 18446744073709551615/11400714819323198487 18446744073709551618/11400714819323198489 18446744073709551621/
cold --list 3 --from 5402926248376769403 --rule r=2 | 7640891576956012807 18446744073709551613/7640891576956012809 18446744073709551617/7640891576956012810 18446744073709551620/
cold --range 18446744073709551615..=18446744073709551618 --rule r=2 | 18446744073709551615 44534379724375116039/18446744073709551616 44534379724375116042/18446744073709551618 44534379724375116046/
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
        assert_eq!(printed(args, ""), expected.replace('/', "\n"), "{args}");
    }
}
