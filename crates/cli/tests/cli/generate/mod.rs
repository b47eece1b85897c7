//! `wythoff gen`: the same arguments always give the same bytes, with the right answers.

mod problems;
mod sets;

use crate::support::*;
use std::fs;
use std::num::NonZeroUsize;
use wythoff::workload::Workload;
use wythoff::{GenerateLimit, Output, Problem, generate};

/// Arguments, the number of bytes that they give, and the hash of these bytes. They never change.
#[rustfmt::skip]
const GOLDEN: &[(&str, usize, u64)] = &[
    ("", 16477, 0xab5a_5feb_b5d7_de87),
    ("--seed 2 --bytes 1M", 1_048_565, 0x4544_6f91_1489_3278),
    ("--seed 18446744073709551615 --bytes 1M --mix uniform", 1_048_575, 0x946a_c821_832c_da90),
    ("--seed 3 --bytes 1M --mix cold=3,near --max 1e18", 1_048_553, 0x7e93_193b_4118_3ded),
    ("--seed 4 --pairs 70000 --mix worst,swapped,edges=2 --max 18446744073709551615", 1_380_942, 0x87ac_5c0f_768b_e254),
    ("--seed 8 --pairs 5000 --mix uniform,digits,cold,near,worst,swapped,edges,killers --max 20", 23_996, 0xa08a_83c0_4a7e_4e6c),
    ("--seed 8 --pairs 5000 --mix uniform,digits,cold,near,worst,swapped,edges,killers --max 18446744073709551615", 155_193, 0xd5f9_d13a_2d7a_d9d9),
    ("--seed 8 --pairs 5000 --mix uniform,digits,cold,near,worst,swapped,edges,killers --max 10^100", 703_074, 0xf860_ccb5_bb1c_8736),
    ("--seed 5 --pairs 5000 --max 10^100", 770_752, 0xdbb6_0e7b_cc43_1a05),
    ("--seed 6 --pairs 5000 --as hdu2177", 59_576, 0x7822_a34b_76f8_7d6b),
    ("--seed 6 --as haut1297", 303, 0xbf8f_6038_5ef6_a93a),
    ("--seed 6 --pairs 5000 --as poj2975", 446_947, 0x4990_78af_5e08_8527),
    ("--seed 6 --pairs 1000 --as uva11249", 109_929, 0x816e_0ed2_d1b1_ddb0),
    ("--seed 7 --pairs 5000 --rule misere --in zero --max 3", 20_004, 0x0c7a_3926_1efe_20a8),
    ("--seed 7 --pairs 5000 --rule r=2 --in count --mix cold,near,worst,killers --max 1e18", 145_223, 0xd84a_1164_64af_618c),
    ("--seed 7 --pairs 5000 --rule r=3 --max 10^40", 315_857, 0x660c_4262_5d8c_297c),
    ("--seed 8 --pairs 5000 --rule misere --mix uniform,digits,cold,near,worst,swapped,edges,killers", 81_916, 0x6677_c9d5_2f0d_0d8d),
    ("--seed 8 --pairs 5000 --rule r=18446744073709551615 --mix cold,near,worst,edges,killers --max 10^30", 136_594, 0x5065_eb68_e507_5815),
];

fn lines(text: &[u8]) -> usize {
    text.iter().filter(|&&c| c == b'\n').count()
}

#[test]
fn the_bytes_never_change() {
    let found = GOLDEN.iter().map(|&(args, ..)| {
        let text = printed(&format!("gen {args}"), "");
        (args, text.len(), fnv1a(text.as_bytes()))
    });
    let found: Vec<_> = found.collect();
    for (args, len, hash) in found.iter().filter(|_| found != GOLDEN) {
        eprintln!("    ({args:?}, {len}, 0x{hash:016x}),");
    }
    assert!(found == GOLDEN, "the bytes changed");
}

/// Each input has another seed, which is printed.
#[test]
fn random_seeds() {
    let folder = Folder::new();
    let script = "\"$W\" gen --seed random --pairs 5 2> note > x
        \"$W\" gen --seed $(sed 's/^wythoff: seed //' note) --pairs 5 | cmp - x && cat x";
    let [first, other] = [(); 2].map(|()| shell(script, folder.path()).expect(0));
    assert!(!first.text().is_empty() && first.text() != other.text());
    let script = "$W gen --seed random --dir d --cases 2 --pairs 3";
    let run = shell(script, folder.path()).expect(0);
    let seed = run
        .stderr
        .strip_prefix("wythoff: seed ")
        .expect("the seed")
        .trim_end();
    let again = format!("\"$W\" gen --seed {seed} --dir e --cases 2 --pairs 3 > x; diff -r d e");
    shell(&again, folder.path()).expect(0);
}

/// The text and the answers of an input, made in this process.
fn generated(workload: &Workload, amount: GenerateLimit, threads: usize) -> (Vec<u8>, Vec<u8>) {
    let (mut text, mut answers) = (Vec::new(), Vec::new());
    let output = Output::stream(&mut text, "text");
    let to = Output::stream(&mut answers, "answers");
    let threads = NonZeroUsize::new(threads);
    generate(workload, amount, output, Some(to), threads, None).expect("into memory");
    (text, answers)
}

fn workload(seed: u64, mix: &str, problem: &Problem) -> Workload {
    Workload::new(seed, mix.parse().expect("a mix"), problem).expect("a workload")
}

/// The number of threads does not change the bytes, and the answers are right.
#[test]
fn the_same_bytes_on_every_number_of_threads() {
    for (mix, amount) in [
        ("uniform", GenerateLimit::bytes(3 << 20)),
        ("worst,edges=2", GenerateLimit::records(50_001)),
        ("near,cold", GenerateLimit::records(4096)),
        ("near,cold", GenerateLimit::records(1)),
    ] {
        let mut problem = Problem::default();
        problem.limits.max_pile = Some(u64::MAX.into());
        let workload = workload(7, mix, &problem);
        let (text, answers) = generated(&workload, amount, 1);
        assert_same(&answers, &reference(&text), mix);
        for threads in [2, 5] {
            let again = generated(&workload, amount, threads);
            assert!(again == (text.clone(), answers.clone()), "{mix} x{threads}");
        }
    }
}

/// An amount in records, or in bytes (the whole lines that fit), gives the beginning of the same stream.
#[test]
fn amounts_bound_whole_lines() {
    let workload = workload(1, "uniform", &Problem::default());
    let (stream, _) = generated(&workload, GenerateLimit::records(10_000), 1);
    let ends: Vec<_> = (1..=stream.len())
        .filter(|&i| stream[i - 1] == b'\n')
        .collect();
    for records in [0, 1, 63, 64, 65, 4095, 4096, 4097, 8192] {
        let (text, _) = generated(&workload, GenerateLimit::records(records), 2);
        assert_eq!(lines(&text) as u64, records);
        assert!(stream.starts_with(&text), "{records} records");
    }
    // Amounts around the first lines, and around the end of the first block.
    let around = [ends[0], ends[1], ends[4095], ends[4096], ends[5000]];
    let around = around.into_iter().flat_map(|end| end - 1..=end + 1);
    for size in (1..40).chain(around) {
        let fit = ends.iter().take_while(|&&end| end <= size).last();
        let (text, _) = generated(&workload, GenerateLimit::bytes(size as u64), 2);
        let expected = &stream[..fit.copied().unwrap_or(0)];
        assert_same(&text, expected, &format!("{size} bytes"));
    }
}

/// An output that is larger than the disk is refused at once. If the free space is unknown, the limit on the size of files
/// ends the run.
#[cfg(target_os = "linux")]
#[test]
fn more_than_the_disk_holds() {
    let folder = Folder::new();
    let kind = rustix::fs::statfs(folder.path())
        .expect("a file system")
        .f_type;
    let plain = [0xEF53, 0x5846_5342, 0x0102_1994].contains(&(kind as u64 & 0xFFFF_FFFF));
    for args in [
        "--bytes 900000G -o x",
        "--pairs 18446744073709551615 -o x",
        "--as uva11249 --bytes 900000G -o x",
        "--as hdu2176 --pairs 100000000000000 -o x",
        "--pairs 100000000000000 -o x --answers y",
    ] {
        let script = format!("ulimit -f 1000; \"$W\" gen {args}");
        let run = shell(&script, folder.path()).expect(2);
        assert!(!folder.path().join("x").exists(), "{args}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        let expected = if plain {
            "x: there is not enough disk space: "
        } else {
            "x: "
        };
        run.says(expected);
    }
    // In these cases the free space is not checked: the size of a compressed output is unknown, and a stream needs no space.
    let script = "ulimit -f 1000; \"$W\" gen --bytes 900000G -o x.zst";
    let run = shell(script, folder.path()).expect(2);
    assert!(!run.stderr.contains("disk space"), "{run:?}");
    let script = "\"$W\" gen --bytes 900000G | head -c 10000000 | wc -c";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!(run.text().trim(), "10000000", "{run:?}");
}
