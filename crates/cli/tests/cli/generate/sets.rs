//! `gen --dir`: a set of cases.

use super::*;
use std::path::Path;

/// The names and contents of the files in `folder`, in order.
fn files_in(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        (
            name.expect("UTF-8").to_owned(),
            fs::read(&path).expect("a file"),
        )
    });
    let mut files: Vec<_> = files.collect();
    files.sort();
    files
}

/// Arguments of a set, and the hash of its files by name.
#[rustfmt::skip]
const SETS: &[(&str, u64)] = &[
    ("--cases 7 --pairs 3000", 0x8adb_95c4_743e_88d1),
    ("--as poj1067 --cases 3 --seed 2 --ans", 0x02a3_05ab_c6b7_6ec8),
    ("--as luogu-p2252 --cases 9 --mix cold,near", 0x87fe_7353_a0e0_22b7),
    ("--as luogu-p2252", 0x636a_0b8e_1a1b_f73a),
    ("--rule misere --in one --max 1000", 0x6dd7_7a85_d29c_4ab4),
    ("--rule r=7 --in one", 0x6887_9c20_98f2_3064),
    ("--as haut1297 --pairs 9 --cases 5", 0xfb33_5025_469e_42a1),
    ("--as hdu1849 --pairs 99 --cases 5", 0x94bf_7e24_55eb_60d1),
    ("--as hdu2176 --pairs 9 --cases 5", 0x9dc5_8df8_36af_9c1f),
    ("--as hdu5973 --pairs 99 --cases 5", 0x1448_d0bd_4656_90ce),
    ("--as poj2975 --pairs 99 --cases 5", 0xb047_a2fa_ddbb_39b1),
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

/// The faults that are printed are those that `validate` finds. A set of valid inputs is not mixed with them.
#[test]
fn invalid_inputs_have_one_fault_each() {
    let folder = Folder::new();
    let script = "set -e; \"$W\" gen --dir bad --invalid --as hdu2176 > faults
        ! \"$W\" validate --as hdu2176 bad > found; sort faults > a; sort found > b; cmp a b
        test -e bad/case-no-closing-zero.in; test $(ls bad | wc -l) -eq $(wc -l < faults)
        ! \"$W\" gen --dir bad --invalid --pairs 3";
    shell(script, folder.path()).expect(0);
}

#[test]
fn a_set_of_cases() {
    let folder = Folder::new();
    let at = |path: &str| files_in(&folder.path().join(path));
    shell("\"$W\" gen --dir a --cases 14 --pairs 5000", folder.path()).expect(0);
    let files = at("a");
    for (i, case) in files.chunks(2).enumerate() {
        let [(name, text), (answers_name, answers)] = case else {
            panic!("{} files", files.len());
        };
        assert_eq!(name, &format!("case-{:02}.in", i + 1));
        assert_eq!(answers_name, &format!("case-{:02}.out", i + 1));
        assert_same(answers, &reference(text), name);
    }
    // The file names of ICPC; numbers of three digits if there are many cases.
    let script = "\"$W\" gen --dir \"it's/c d\" --cases 101 --name x --ans --pairs 2 --seed 5";
    shell(script, folder.path()).expect(0);
    let files = at("it's/c d");
    let names: Vec<_> = files.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), 202);
    assert_eq!(names[..3], ["x-001.ans", "x-001.in", "x-002.ans"]);
}

/// A set that would mix with an older set of the same name is refused.
#[test]
fn a_set_where_another_one_is() {
    let folder = Folder::new();
    let files = || files_in(&folder.path().join("d"));
    shell("\"$W\" gen --dir d --cases 12 --pairs 20", folder.path()).expect(0);
    // Other files, and cases with other names, do not matter.
    let others = "cd d; touch case-x.in case-01.txt case-.in cases-13.in other-99.in case-1";
    shell(others, folder.path()).expect(0);
    let before = files();
    for (args, file) in [
        ("--cases 3", "case-04.in"),
        ("--cases 12 --ans", "case-01.out"),
        ("--cases 100", "case-01.in"),
    ] {
        let script = format!("$W gen --dir d --pairs 20 --seed 2 {args}");
        let run = shell(&script, folder.path()).expect(2);
        let says = format!("d/{file}: this file is of another set");
        assert!(
            run.stderr.contains(&says) && run.stdout.is_empty(),
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
