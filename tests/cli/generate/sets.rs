//! `gen --dir`: a set of cases.

use super::*;

/// Arguments of a set, and the hash of its files by name.
#[rustfmt::skip]
const SETS: &[(&str, u64)] = &[
    ("--cases 7 --pairs 3000", 0x8adb_95c4_743e_88d1),
    ("--as poj1067 --cases 3 --seed 2 --ans", 0x02a3_05ab_c6b7_6ec8),
    ("--as luogu-p2252 --cases 9 --mix cold,near", 0x87fe_7353_a0e0_22b7),
    ("--as luogu-p2252", 0x636a_0b8e_1a1b_f73a),
];

#[test]
fn the_bytes_of_sets_never_change() {
    let mut found = Vec::new();
    for &(args, _) in SETS {
        let folder = Folder::new();
        shell(&format!("\"$W\" gen --dir . {args}"), folder.path()).expect(0);
        let mut all = Vec::new();
        for name in folder.names() {
            all.extend(name.as_bytes());
            all.extend(fs::read(folder.path().join(name)).expect("a case"));
        }
        found.push((args, fnv1a(&all)));
    }
    for (args, hash) in found.iter().filter(|_| found != SETS) {
        eprintln!("    ({args:?}, 0x{hash:016x}),");
    }
    assert!(found == SETS, "the bytes changed");
}

/// If an input has only one record, half of the cases are at the limits. Nearly every other case makes a common wrong
/// program fail.
#[test]
#[ignore = "slow"]
fn a_set_of_single_records_kills() {
    use wythoff::game::published::{double_int, double_plus_half};
    for seed in ["1", "2", "18446744073709551615"] {
        let folder = Folder::new();
        let script = format!("\"$W\" gen --dir . --as luogu-p2252 --seed {seed}");
        shell(&script, folder.path()).expect(0);
        let (mut int, mut half, mut cold) = (0, 0, 0);
        let mut all = Vec::new();
        for i in 1..=50 {
            let read = |ending: &str| {
                let path = folder.path().join(format!("case-{i:02}.{ending}"));
                fs::read_to_string(path).expect("a case")
            };
            let (text, truth) = (read("in"), read("out"));
            let piles: Vec<u64> = text
                .split_whitespace()
                .map(|n| n.parse().unwrap())
                .collect();
            let is_cold = truth == "0\n";
            cold += usize::from(is_cold);
            int += usize::from(double_int(piles[0], piles[1]) != is_cold);
            half += usize::from(double_plus_half(piles[0], piles[1]) != is_cold);
            all.push((piles[0], piles[1]));
        }
        assert!((20..=30).contains(&cold), "seed {seed}: {cold} cold");
        assert!(int >= 10 && half >= 10, "seed {seed}: {int}, {half} of 50");
        for (a, b) in [
            (0, 0),
            (1, 1),
            (1_000_000_000, 1_000_000_000),
            (618_033_988, 999_999_999),
            (999_999_999, 618_033_988),
            (618_033_989, 999_999_999),
            (618_033_981, 999_999_988),
            (999_999_988, 618_033_981),
        ] {
            assert!(all.contains(&(a, b)), "seed {seed}: no {a} {b}");
        }
        // A smaller set begins with the same cases.
        let script = format!(
            "\"$W\" gen --dir few --as luogu-p2252 --seed {seed} --cases 12; cmp few/case-03.in case-03.in"
        );
        shell(&script, folder.path()).expect(0);
    }
}

/// The last case is as large as the judge allows, or of a size that the help states.
#[test]
#[ignore = "slow"]
fn the_last_case_has_full_size() {
    for (profile, numbers) in [
        ("poj1067", 200_000),
        ("51nod1072", 1 + 20_000),
        ("hdu5973", 20_000),
        ("luogu-p2197", 1 + 10 * 10_001),
        ("hdu2176", 200_001 + 1),
        ("uva11249", 1 + 10 * 20_002),
    ] {
        let folder = Folder::new();
        let script = format!("\"$W\" gen --dir . --cases 6 --as {profile}");
        shell(&script, folder.path()).expect(0);
        let text = fs::read_to_string(folder.path().join("case-06.in")).expect("a case");
        assert_eq!(text.split_whitespace().count(), numbers, "{profile}");
        let first = fs::read_to_string(folder.path().join("case-01.in")).expect("a case");
        let max = wythoff::profile(profile).unwrap().problem.max_pile();
        let pair = format!("{max} {max}");
        assert!(first.contains(&pair), "{profile}");
    }
}

/// `--limits` makes the same inputs at the limits as those of the set.
#[test]
fn one_input_at_the_limits() {
    let folder = Folder::new();
    let script = "set -e; \"$W\" gen --dir . --as hdu1849 --cases 4 --pairs 50 > commands
        \"$W\" gen --as hdu1849 --limits 1 -o x --answers y
        cmp x case-01.in; cmp y case-01.out; \"$W\" gen --as hdu1849 --limits 1 | cmp - x
        \"$W\" gen --as hdu1849 --limits 1 -o x.gz; gzip -dc x.gz | cmp - x
        \"$W\" solve --as hdu1849 --strict x | cmp - y
        grep -q 'gen --as hdu1849 --limits 1 --max 2147483647 -o ./case-01.in' commands";
    let run = shell(script, folder.path()).expect(0);
    assert_eq!(run.stderr, "");
    let beyond = shell("\"$W\" gen --as hdu1849 --limits 3", folder.path()).expect(2);
    let says = "wythoff: --limits 3: the problem has fewer than 3 inputs at its limits\n";
    assert_eq!(beyond.stderr, says);
    for other in [
        "--seed 3",
        "--pairs 3",
        "--bytes 9",
        "--mix cold",
        "--dir d",
    ] {
        let script = format!("\"$W\" gen --limits 1 {other}");
        shell(&script, folder.path()).expect(2);
    }
}

#[test]
#[ignore = "slow"]
fn a_set_of_cases() {
    let folder = Folder::new();
    let at = |path: &str| fs::read(folder.path().join(path)).expect("a case");
    let run = shell("\"$W\" gen --dir a --cases 20 --pairs 5000", folder.path()).expect(0);
    let replay = run.text().to_owned();
    assert_eq!(replay.lines().count(), 20);
    let mut names: Vec<_> = (1..=20)
        .flat_map(|i| [format!("case-{i:02}.in"), format!("case-{i:02}.out")])
        .collect();
    names.sort();
    let names_in = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("UTF-8")
            })
            .collect();
        names.sort();
        names
    };
    assert_eq!(names_in(&folder.path().join("a")), names);
    let (mut texts, mut sizes) = (Vec::new(), Vec::new());
    for i in 1..=20 {
        let text = at(&format!("a/case-{i:02}.in"));
        assert_same(
            &at(&format!("a/case-{i:02}.out")),
            &reference(&text),
            &format!("case {i}"),
        );
        sizes.push(lines(&text));
        assert!(!texts.contains(&text), "case {i} is new");
        texts.push(text);
    }
    assert_eq!(sizes[..3], [78, 1000, 100]);
    assert!(sizes[2..].is_sorted() && sizes[19] == 5000, "{sizes:?}");
    assert!(
        texts[0].starts_with(b"0 0\n1000000000 1000000000\n618033988 999999999\n"),
        "the limits come first"
    );
    // The printed commands make the same files again.
    let replay = replay
        .replace("wythoff gen", "\"$W\" gen")
        .replace(" a/", " b/");
    shell(&format!("mkdir b\n{replay}"), folder.path()).expect(0);
    for name in &names {
        assert_same(&at(&format!("b/{name}")), &at(&format!("a/{name}")), name);
    }
    // The names of ICPC, and three digits for many cases.
    let script =
        "\"$W\" gen --dir \"it's/c d\" --cases 101 --name x --ans --pairs 2 --seed 5 > replay";
    shell(script, folder.path()).expect(0);
    let names = names_in(&folder.path().join("it's/c d"));
    assert_eq!(names.len(), 202);
    assert_eq!(names[..3], ["x-001.ans", "x-001.in", "x-002.ans"]);
    let before = at("it's/c d/x-101.in");
    shell(
        "rm -r it*/*; mkdir \"it's/c d\"; sed 's/^wythoff/\"$W\"/' replay > again; . ./again",
        folder.path(),
    )
    .expect(0);
    assert_eq!(names_in(&folder.path().join("it's/c d")), names);
    assert_eq!(at("it's/c d/x-101.in"), before);
}

/// A set that would mix with an older set of the same name is refused.
#[test]
fn a_set_where_another_one_is() {
    let folder = Folder::new();
    let files = || {
        let mut names: Vec<_> = fs::read_dir(folder.path().join("d"))
            .expect("the folder of the set")
            .map(|entry| entry.expect("an entry").path())
            .map(|path| (fs::read(&path).expect("a file"), path))
            .collect();
        names.sort();
        names
    };
    shell("\"$W\" gen --dir d --cases 12 --pairs 20", folder.path()).expect(0);
    // Other files, and cases of other names, do not matter.
    for name in [
        "case-x.in",
        "case-01.txt",
        "case-.in",
        "cases-13.in",
        "other-99.in",
        "case-1",
    ] {
        fs::write(folder.path().join("d").join(name), "").expect("a file");
    }
    let before = files();
    for (args, says) in [
        ("--cases 3", "d/case-04.in: this file is of another set"),
        (
            "--cases 12 --ans",
            "d/case-01.out: this file is of another set",
        ),
        ("--cases 100", "d/case-01.in: this file is of another set"),
    ] {
        let script = format!("\"$W\" gen --dir d --pairs 20 --seed 2 {args}");
        let run = shell(&script, folder.path()).expect(2);
        assert!(
            run.stderr.contains(says) && run.stdout.is_empty(),
            "{run:?}"
        );
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        assert!(files() == before, "{args}");
    }
    for args in ["--cases 12 --seed 2", "--cases 20", "--cases 3 --name more"] {
        let script = format!("\"$W\" gen --dir d --pairs 20 {args}");
        shell(&script, folder.path()).expect(0);
    }
}

/// All files are written, even if nobody reads the commands.
#[test]
fn a_set_whose_commands_nobody_reads() {
    let folder = Folder::new();
    let mut expected = Vec::new();
    for (name, heard) in [("a", true), ("b", false)] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let reader = heard.then_some(reader);
        let mut command = wythoff(&["gen", "--dir", name, "--cases", "5", "--pairs", "40"]);
        let command = command.current_dir(folder.path()).stdout(writer);
        let status = command.status().expect("it runs");
        assert_eq!(status.code(), Some(0), "{name}");
        drop(reader);
        let dir = folder.path().join(name);
        let mut files: Vec<_> = fs::read_dir(&dir)
            .expect("the folder of the set")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        files.sort();
        let files: Vec<_> = files
            .into_iter()
            .map(|name| (fs::read(dir.join(&name)).expect("a case"), name))
            .collect();
        assert_eq!(files.len(), 10, "{name}");
        match heard {
            true => expected = files,
            false => assert!(files == expected),
        }
    }
}
