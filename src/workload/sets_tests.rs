//! Tests the sets of test files, and the texts of mixes.

use super::kinds_tests::{records_under, up_to};
use super::test_files::single_record_files;
use super::*;
use crate::game::Rule;
use crate::problem::{Game, profile};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// A set of `count` single records.
fn single_files(rule: Rule, seed: u64, limit: &str, count: u64) -> Vec<DrawnFile> {
    let mut problem = up_to(limit);
    problem.game = Game::Wythoff(rule);
    single_record_files(&problem, seed, count)
}

/// In a set of single records, almost every record is a killer, alternately cold and hot.
#[test]
#[ignore = "slow"]
fn single_record_cases() {
    let records_by = |rule, cases: &[DrawnFile]| -> Vec<(BigUint, BigUint, bool)> {
        let first = |case: &DrawnFile| {
            records_under(rule, case.seed, case.mix, &case.max.to_string(), 0)[0].clone()
        };
        cases.iter().map(first).collect()
    };
    let records_of = |cases: &[DrawnFile]| records_by(Rule::Normal, cases);
    // After the special cases, cold and hot alternate under every rule.
    for rule in ["misere", "r=1", "r=7", "r=18446744073709551615"] {
        let rule: Rule = rule.parse().unwrap();
        let found = records_by(rule, &single_files(rule, 1, "10^9", 20)[4..]);
        assert!(
            (0..).zip(found).all(|(i, record)| record.2 == (i % 2 == 0)),
            "{rule}"
        );
    }
    let all = single_files(Rule::Normal, 1, "10^9", 20);
    let kinds: Vec<_> = all.iter().map(|case| case.mix.to_string()).collect();
    assert_eq!(kinds[..4], ["edges=1", "cold=1", "near=1", "cold=1"]);
    assert!(kinds[4..].iter().all(|kind| kind == "killers=1"));
    assert!(all.iter().all(|case| case.records == 1));
    let mut seen = BTreeSet::new();
    for (i, (a, b, cold)) in records_of(&all[4..]).into_iter().enumerate() {
        assert_eq!(cold, i % 2 == 0);
        assert!(seen.insert((a.clone().min(b.clone()), a.max(b))));
    }
    // All 32 killers occur before the first one repeats, and all occur again before a third time.
    let records = records_of(&single_files(Rule::Normal, 7, "10^9", 100)[4..]);
    let sorted = records
        .into_iter()
        .map(|(a, b, _)| (a.clone().min(b.clone()), a.max(b)));
    let killers: Vec<_> = sorted.collect();
    let [once, again] =
        [&killers[..32], &killers[32..64]].map(|part| part.iter().collect::<BTreeSet<_>>());
    assert!(once.len() == 32 && once == again);
    // A set of few cases has only killers. Limits below all killers or above u64 are accepted, too.
    let few = single_files(Rule::Normal, 1, "10^9", 3);
    assert!(few.iter().all(|case| case.mix.to_string() == "killers=1"));
    for limit in ["1", "20", "2^64"] {
        let all = single_files(Rule::Normal, 1, limit, 12);
        let cold = records_of(&all).iter().filter(|r| r.2).count();
        assert!((5..=7).contains(&cold), "to {limit}: {cold}");
    }
    assert_ne!(
        single_files(Rule::Normal, 1, "10^9", 9),
        single_files(Rule::Normal, 2, "10^9", 9)
    );
}

fn drawn(files: &[TestFile]) -> Vec<&DrawnFile> {
    let drawn = |file| match file {
        &TestFile::Limits(_) => None,
        TestFile::Drawn(file) => Some(file),
    };
    files.iter().filter_map(drawn).collect()
}

#[test]
fn cases_of_a_set() {
    let files = test_files(&up_to("10^9"), 1, None, None, 20);
    assert_eq!(files[0], TestFile::Limits(1));
    let all = drawn(&files[1..]);
    let kinds: Vec<_> = all.iter().map(|case| case.mix.to_string()).collect();
    let special = "worst=1 edges=1 cold=1 near=1 uniform=1 digits=1";
    assert_eq!(kinds[..6].join(" "), special);
    assert!(all[6..].iter().all(|case| case.mix == Mix::default()));
    let sizes: Vec<_> = all.iter().map(|case| case.records).collect();
    assert_eq!(sizes[..7], [1000, 100, 1000, 1000, 1000, 1000, 1000]);
    assert_eq!(sizes[15..], [12_500, 25_000, 50_000, 100_000]);
    assert_eq!(all[4].max.to_string(), "20");
    let mut seeds: Vec<_> = all.iter().map(|case| case.seed).collect();
    // The second output of SplitMix64 for the seed 1, as in its authors' program.
    assert_eq!(seeds[0], 0xbeeb_8da1_658e_ec67);
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 19);
    let mix = Mix::only(Kind::Cold);
    let few = test_files(&up_to("7"), 9, Some(mix), Some(10), 3);
    let shown: Vec<_> = drawn(&few)
        .iter()
        .map(|c| format!("{} {} {}", c.mix, c.max, c.records))
        .collect();
    assert_eq!(shown, ["cold=1 7 10", "cold=1 7 10", "cold=1 7 10"]);
    // A set of one case has the case of full size.
    let one = test_files(&up_to("10^9"), 1, None, None, 1);
    assert_eq!(drawn(&one)[0].records, 100_000);
    // The last case is as large as the judge allows, or of a size that the help states.
    for (name, records) in [
        ("poj1067", 100_000),
        ("51nod1072", 10_000),
        ("hdu5973", 10_000),
    ] {
        let problem = &profile(name).unwrap().problem;
        let files = test_files(problem, 1, None, None, 6);
        let last = *drawn(&files).last().unwrap();
        assert_eq!(
            (last.records, &last.max),
            (records, &problem.max_pile()),
            "{name}"
        );
    }
    let nim = &profile("luogu-p2197").unwrap().problem;
    let files = test_files(nim, 1, None, None, 20);
    let limits = limit_inputs(nim).len() as u64;
    assert!((3..=6).contains(&limits), "{limits}");
    assert!((1..limits).all(|number| files.contains(&TestFile::Limits(number))));
    assert_eq!(files[19], TestFile::Limits(limits));
}

#[test]
fn texts_of_mixes() {
    let mix = |text: &str| text.parse::<Mix>().map(|mix| mix.to_string());
    for (text, same) in [
        ("uniform:cold:near:worst", "uniform=1,cold=1,near=1,worst=1"),
        (
            "uniform, cold,near=1,worst",
            "uniform=1,cold=1,near=1,worst=1",
        ),
        ("cold=2:near", "cold=2,near=1"),
        ("near=2,cold", "cold=1,near=2"),
    ] {
        assert_eq!(mix(text).unwrap(), same);
    }
    let invalid =
        "cold:;cold:cold;cold=;cold=x;cold=-1;cold=1000001;cold=0;hot;cold,cold;cold:1;cold=1,";
    for text in invalid.split(';').chain([""]) {
        let message = mix(text).unwrap_err().to_string();
        let is_one_line = !message.contains('\n') && message.len() > 20;
        assert!(is_one_line, "{text}: {message}");
    }
}
