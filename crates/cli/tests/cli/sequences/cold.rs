//! `wythoff cold`.

use super::*;

#[test]
fn pairs_ranks_and_partners_by_the_rules() {
    let pairs = pairs_by_mex(600);
    for k in [0, 1, 2, 39] {
        let (lower, upper) = pairs[k];
        let expected = format!("{lower} {upper}\n");
        assert_eq!(printed(&format!("cold --nth {k}")), expected);
        for (n, side, partner) in [(lower, "lower", upper), (upper, "upper", lower)] {
            // 0 is both numbers of pair 0, and counts as the lower one.
            let side = if n == 0 { "lower" } else { side };
            let rank = printed(&format!("cold --rank {n}"));
            assert_eq!(rank, format!("{k} {side}\n"));
            let other = printed(&format!("cold --partner {n}"));
            assert_eq!(other, format!("{partner}\n"));
        }
    }
    let text = |pairs: &[(u64, u64)]| -> String {
        pairs.iter().map(|(a, b)| format!("{a} {b}\n")).collect()
    };
    for count in [0, 1, 100] {
        assert_eq!(
            printed(&format!("cold --list {count}")),
            text(&pairs[..count])
        );
        let from = printed(&format!("cold --list {count} --from 57"));
        assert_eq!(from, text(&pairs[57..57 + count]));
    }
    for low in [0_u64, 1, 2, 60] {
        for high in [low, low + 2, 90] {
            let within = |top: u64| -> Vec<_> {
                let lies = |pair: &&(u64, u64)| low <= pair.0 && pair.0 < top;
                pairs.iter().filter(lies).copied().collect()
            };
            assert_eq!(
                printed(&format!("cold --range {low}..{high}")),
                text(&within(high))
            );
            assert_eq!(
                printed(&format!("cold --range {low}..={high}")),
                text(&within(high + 1))
            );
        }
    }
}

/// Around the last pair that fits u64, the last lower number that fits, and the last index that fits.
#[test]
fn lists_and_ranges_around_the_end_of_u64() {
    // The first index whose upper number is beyond u64, and the first index whose lower number is.
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
            assert_eq!(
                printed(&format!("cold --list 11 --from {from}{flag}")),
                expected
            );
            // The same pairs by their smaller piles.
            let low = pair(&from, rule).0;
            let last = pair(&(&from + 10_u32), rule).0;
            assert_eq!(
                printed(&format!("cold --range {low}..={last}{flag}")),
                expected
            );
            let high = &last + 1_u32;
            assert_eq!(
                printed(&format!("cold --range {low}..{high}{flag}")),
                expected
            );
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

#[test]
fn json_says_the_same() {
    for [args, expected] in rows(
        r#"
cold --nth 4 --json | {"k":4,"lower":6,"upper":10}
cold --list 1 --from 2^70 --json | {"k":1180591620717411303424,"lower":1910237369154096006524,"upper":3090828989871507309948}
cold --rank 7 --json | {"n":7,"k":3,"side":"upper"}
cold --partner 7 --json | {"n":7,"partner":4}
cold --nth 2 --rule r=2 --json | {"k":2,"lower":2,"upper":6}
cold --rank 10 --rule r=2 --json | {"n":10,"k":3,"side":"upper"}
cold --partner 4 --rule r=2 --json | {"n":4,"partner":10}
"#,
    ) {
        assert_eq!(printed(args), expected.to_owned() + "\n");
    }
}
