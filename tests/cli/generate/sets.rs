//! `gen --dir`: a set of cases.

use super::*;

/// Arguments of a set, and the hash of its files by name. They never change.
#[rustfmt::skip]
const SETS: &[(&str, u64)] = &[
    ("--cases 7 --pairs 3000", 0xb2e6_fc3b_8bb9_e4e0),
    ("--as poj1067 --cases 3 --seed 2 --ans", 0x6df7_0731_3ffa_dee8),
    ("--as luogu-p2252 --cases 9 --mix cold,near", 0xbc01_8ee7_0607_2025),
    ("--as luogu-p2252", 0xf350_2388_fb36_d77f),
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

/// With one record an input, nearly every case breaks a common wrong program.
#[test]
fn a_set_of_single_records_kills() {
    use wythoff::game::published::{double_int, double_plus_half};
    for seed in ["1", "2", "18446744073709551615"] {
        let folder = Folder::new();
        let script = format!("\"$W\" gen --dir . --as luogu-p2252 --seed {seed}");
        shell(&script, folder.path()).expect(0);
        let (mut int, mut half, mut cold) = (0, 0, 0);
        for i in 1..=20 {
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
        }
        assert!((8..=12).contains(&cold), "seed {seed}: {cold} cold");
        assert!(int >= 10 && half >= 10, "seed {seed}: {int}, {half} of 20");
    }
}

#[test]
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
    assert_eq!(sizes[0], 100);
    assert!(sizes[1..].is_sorted() && sizes[19] == 5000, "{sizes:?}");
    assert!(
        texts[0].windows(11).any(|w| w == b"1000000000 "),
        "the edges come first"
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
        ("--cases 3", "d/case-04.in: a file of another set"),
        ("--cases 12 --ans", "d/case-01.out: a file of another set"),
        ("--cases 100", "d/case-01.in: a file of another set"),
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
