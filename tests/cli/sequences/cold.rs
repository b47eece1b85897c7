//! `wythoff cold`.

use super::*;

#[test]
fn pairs_ranks_and_partners_by_the_rules() {
    let pairs = pairs_by_mex(600);
    for (k, &(lower, upper)) in pairs.iter().enumerate().take(40) {
        assert_eq!(
            printed(&format!("cold --nth {k}")),
            format!("{lower} {upper}\n")
        );
        assert_eq!(
            printed(&format!("cold --rank {lower}")),
            format!("{k} lower\n")
        );
        assert_eq!(
            printed(&format!("cold --partner {lower}")),
            format!("{upper}\n")
        );
        assert_eq!(
            printed(&format!("cold --partner {upper}")),
            format!("{lower}\n")
        );
        if k > 0 {
            assert_eq!(
                printed(&format!("cold --rank {upper}")),
                format!("{k} upper\n")
            );
        }
    }
    let text = |pairs: &[(u64, u64)]| -> String {
        pairs.iter().map(|(a, b)| format!("{a} {b}\n")).collect()
    };
    for count in [0, 1, 2, 100] {
        assert_eq!(
            printed(&format!("cold --list {count}")),
            text(&pairs[..count])
        );
        let from = printed(&format!("cold --list {count} --from 57"));
        assert_eq!(from, text(&pairs[57..57 + count]));
    }
    for low in [0_u64, 1, 2, 3, 4, 60] {
        for high in [low, low + 1, low + 2, low + 3, 90] {
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

#[test]
#[ignore = "slow"]
fn numbers_of_any_size_by_square_roots() {
    for rule in [1, 2, 5, u64::MAX] {
        let flag = if rule == 1 {
            String::new()
        } else {
            format!(" --rule r={rule}")
        };
        for k in numbers() {
            let found = pair(&k, rule);
            assert_eq!(printed(&format!("cold --nth {k}{flag}")), line(&found));
            let (lower, upper) = &found;
            assert_eq!(
                printed(&format!("cold --rank {lower}{flag}")),
                format!("{k} lower\n")
            );
            assert_eq!(
                printed(&format!("cold --partner {lower}{flag}")),
                format!("{upper}\n")
            );
            if k > BigUint::ZERO {
                assert_eq!(
                    printed(&format!("cold --rank {upper}{flag}")),
                    format!("{k} upper\n")
                );
                assert_eq!(
                    printed(&format!("cold --partner {upper}{flag}")),
                    format!("{lower}\n")
                );
            }
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
    let edge = [(&end - 4_u32), &end + 4_u32];
    let lowers: BTreeSet<_> = printed(&format!("cold --range {}..{}", edge[0], edge[1]))
        .lines()
        .map(|line| big(line.split(' ').next().expect("a number")))
        .collect();
    for i in 0_u32..8 {
        let n = &edge[0] + i;
        let is_lower = printed(&format!("cold --rank {n}")).ends_with("lower\n");
        assert_eq!(lowers.contains(&n), is_lower, "{n}");
    }
}

#[test]
fn a_long_list_is_whole_in_a_pipe_and_in_a_file() {
    let folder = Folder::new();
    let count = 300_000_u64;
    let pairs = pairs_by_mex(900_000);
    let expected: String = pairs[..count as usize]
        .iter()
        .map(|(a, b)| format!("{a} {b}\n"))
        .collect();
    let run = ran(&["cold", "--list", "300000"]).expect(0);
    assert_same(&run.stdout, expected.as_bytes(), "the pipe");
    folder.file("out", "old");
    let run = shell("\"$W\" cold --list 300000 -o out", folder.path()).expect(0);
    assert!(run.stdout.is_empty());
    assert_same(
        &fs::read(folder.path().join("out")).expect("the output"),
        expected.as_bytes(),
        "the file",
    );
    assert_eq!(folder.names(), ["out"]);
}

#[test]
fn a_closed_pipe_is_no_error_and_a_full_disk_is_one() {
    let folder = Folder::new();
    for command in [
        "cold --list 1000000000000",
        "grundy --max 1500",
        "cold --list 99999999 --rule r=3",
    ] {
        let script = format!("{{ \"$W\" {command}; echo $? >code; }} | head -n 1");
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.text().lines().count(), 1, "{command}");
        assert_eq!(run.stderr, "", "{command}");
        let code = fs::read_to_string(folder.path().join("code")).expect("the code");
        assert_eq!(code, "0\n", "{command}");
    }
    if cfg!(target_os = "linux") {
        for command in [
            "cold --list 1",
            "cold --list 9999999",
            "explain 5 8",
            "grundy 1 2",
        ] {
            let run = shell(&format!("\"$W\" {command} >/dev/full"), folder.path()).expect(2);
            assert_eq!(run.stderr, "wythoff: <stdout>: No space left on device\n");
        }
    }
    // A file that can't be written whole leaves the old one, and no other.
    let folder = Folder::new();
    folder.file("out", "old");
    let script = "ulimit -f 100; \"$W\" cold --list 9999999 -o out";
    let run = shell(script, folder.path()).expect(2);
    assert_eq!(run.stderr, "wythoff: out: File too large\n");
    assert_eq!(folder.names(), ["out"]);
    assert_eq!(
        fs::read(folder.path().join("out")).expect("the old one"),
        b"old"
    );
}

#[test]
fn json_says_the_same() {
    let k = BigUint::from(1_u32) << 70_u32;
    let (lower, upper) = pair(&k, 1);
    assert_eq!(
        printed("cold --list 2 --from 3 --json"),
        "{\"k\":3,\"lower\":4,\"upper\":7}\n{\"k\":4,\"lower\":6,\"upper\":10}\n"
    );
    assert_eq!(
        printed(&format!("cold --nth {k} --json")),
        format!("{{\"k\":{k},\"lower\":{lower},\"upper\":{upper}}}\n")
    );
    assert_eq!(
        printed("cold --rank 7 --json"),
        "{\"n\":7,\"k\":3,\"side\":\"upper\"}\n"
    );
    assert_eq!(
        printed("cold --partner 7 --json"),
        "{\"n\":7,\"partner\":4}\n"
    );
}
