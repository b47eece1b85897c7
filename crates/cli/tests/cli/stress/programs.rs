//! Right programs, and wrong ones with mistakes that contestants make. `lint` judges each program. Some are also judged by
//! `stress` and by the files of `gen --dir` with `check`.
//!
//! The table in docs/contest-tools.md has the programs and their verdicts. [`right_and_wrong_programs`] prints a new table if
//! all programs are judged in all ways.

use super::*;
use crate::support::repository;
use std::collections::BTreeMap;

/// The programs that are judged in all ways, one for each kind of mistake. If every machine finds the same smallest failing
/// input, it follows with its right answer.
const IN_ALL_WAYS: &[(&str, Option<[&str; 2]>)] = &[
    ("one_long_double.c", None),
    ("doubled.cpp", None),
    // Formulas that are not exact.
    ("double_int.cpp", Some(["165580140 267914295\n", "0\n"])),
    ("float.cpp", Some(["4180 6764\n", "0\n"])),
    ("plus_half.cpp", Some(["1 2\n", "0\n"])),
    ("one_double.cpp", Some(["165580140 267914295\n", "0\n"])),
    (
        "long_double.cpp",
        Some(["1\n7778742048 12586269024\n", "B\n"]),
    ),
    (
        "split27.cpp",
        Some(["1\n72723460248140 117669030460993\n", "A\n"]),
    ),
    // Integers and tables that are too small.
    ("overflow.cpp", None),
    ("crash.cpp", Some(["0 1001\n", "1\n"])),
    ("no_last_pair.cpp", Some(["618033983 999999991\n", "0\n"])),
    // Framing, order, and positions that were forgotten.
    ("framing.rs", Some(["1\n1 1\n", "A\n"])),
    ("extra.cpp", Some(["0 0\n", "0\n"])),
    ("no_swap.c", Some(["2 1\n", "0\n"])),
    ("no_zero.rs", Some(["0 0\n", "0\n"])),
    // Other games and answers.
    ("taken.cpp", None),
    // Macros of judges, and ends of programs.
    ("on_judge.c", None),
    ("redirected.c", Some(["0 0\n", "0\n"])),
    ("quotient.c", Some(["0 0\n", "0\n"])),
    ("nim_or.cpp", Some(["2\n1 1\n0\n", "Grass Win!\n"])),
    ("only_k0.cpp", None),
];

/// A program in tests/stress/: a row of the table.
struct Subject {
    file: String,
    /// The first sentence of its first line, which begins with the name of its problem.
    what: String,
    /// The verdict that all ways give.
    verdict: String,
    language: &'static Language,
    source: String,
    profile: String,
}

/// The table of docs/contest-tools.md.
fn table() -> Vec<Subject> {
    let page = repository().join("docs/contest-tools.md");
    let page = fs::read_to_string(page).expect("the page");
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| program |"));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let subjects = rows.map(|row| {
        let columns: Vec<_> = row.trim_matches(['|', ' ']).split(" | ").collect();
        let [file, what, verdicts @ ..] = &columns[..] else {
            panic!("{row}");
        };
        let file = file.trim_matches('`');
        let verdict = verdicts[0].split(' ').next().expect("a verdict");
        let are_same = verdicts.iter().all(|other| other.starts_with(verdict));
        assert!(verdicts.len() == 3 && are_same, "{row}");
        let source = source(file);
        let first = source.lines().next().expect("a line");
        let first = first.trim_start_matches(['/', '#', ' ']);
        let first = first.split(". ").next().expect("a sentence");
        assert_eq!(first.trim_end_matches('.'), *what, "{file}");
        let profile = what.split([' ', ',', ':']).next().expect("a word");
        Subject {
            file: file.to_owned(),
            what: (*what).to_owned(),
            verdict: verdict.to_owned(),
            language: Language::of_file(Path::new(file)).expect("a language"),
            profile: profile.to_owned(),
            source,
        }
    });
    subjects.collect()
}

/// A verdict, and the seconds until it is known.
type Judged = (String, f64);

impl Subject {
    /// The compiled program.
    fn program(&self) -> Program {
        let options: &[&str] = match &*self.file {
            "old_names.cpp" => &["-std=gnu++98"],
            _ => &[],
        };
        Program::new(self.language, &self.source, options)
    }

    /// The time limit of a run. Only a program that is too slow reaches it, even if other tests run at the same time.
    fn time_limit(&self) -> Duration {
        Duration::from_secs(if self.verdict == "TLE" { 1 } else { 10 })
    }

    /// The verdict of `stress` on the program; without one, of `lint`, which compiles the source itself, as a user lets it do.
    /// A failing input is saved in `folder`.
    fn by_command(&self, program: Option<&Program>, folder: &Folder) -> Judged {
        let limit = self.time_limit().as_secs().to_string();
        let command = program.map_or("lint", |_| "stress");
        let mut test = wythoff(&[command, "--json", "--as", &self.profile, "-t", &limit]);
        test.arg("--save").arg(folder.path().join("hacks"));
        if let Some(jobs) = std::env::var_os("WYTHOFF_TEST_JOBS") {
            test.arg("-j").arg(jobs);
        }
        test.arg("--");
        match program {
            Some(program) => test.args(program.words()),
            None => test.arg(folder.file(&self.file, &self.source)),
        };
        let start = Instant::now();
        let run = run(test.current_dir(folder.path()), Feed::Nothing);
        let seconds = start.elapsed().as_secs_f64();
        let object: serde_json::Value = serde_json::from_slice(&run.stdout)
            .unwrap_or_else(|e| panic!("{}: {e}: {run:?}", self.file));
        let verdict = object["verdict"].as_str().expect("a verdict");
        (verdict.to_owned(), seconds)
    }

    /// The verdict on the inputs of `set`, which are tried in order until one fails; how it fails does not matter.
    fn by_files(&self, set: &Folder, program: &Program) -> Judged {
        let Self { profile, .. } = self;
        let limit = self.time_limit().as_secs();
        // The same stack as `lint` gives.
        let stack = if profile == "poj1067" { 8 } else { 256 } << 10;
        let script = format!(
            "ulimit -s {stack}; for f in *.in; do timeout {limit} \"$@\" < $f | $W check --as {profile} $f - || exit; done"
        );
        let mut by_shell = command("sh");
        by_shell.args(["-c", &script, "sh"]).args(program.words());
        by_shell.env("W", env!("CARGO_BIN_EXE_wythoff"));
        let start = Instant::now();
        let is_right = run(by_shell.current_dir(set.path()), Feed::Nothing).code == Some(0);
        let verdict = match &*self.verdict {
            _ if is_right => "AC",
            "AC" => "WA",
            verdict => verdict,
        };
        (verdict.to_owned(), start.elapsed().as_secs_f64())
    }
}

/// The files of `gen --dir` for the problem of each program.
fn sets(subjects: &[Subject]) -> BTreeMap<&str, Folder> {
    let mut sets = BTreeMap::new();
    for subject in subjects {
        sets.entry(subject.profile.as_str()).or_insert_with(|| {
            let folder = Folder::new();
            let mut generate = wythoff(&["gen", "--as", &subject.profile, "--dir"]);
            run(generate.arg(folder.path()), Feed::Nothing).expect(0);
            folder
        });
    }
    sets
}

/// A few programs of the table that compile quickly.
#[test]
fn some_right_and_wrong_programs() {
    if !has_tools(language("c")) {
        return;
    }
    let table = table();
    for file in ["on_judge.c", "redirected.c", "quotient.c", "phi3.c"] {
        let subject = table.iter().find(|subject| subject.file == file);
        let subject = subject.expect("a program of the table");
        let (letters, _) = subject.by_command(None, &Folder::new());
        assert_eq!(letters, subject.verdict, "{file}");
    }
}

/// With `WYTHOFF_TEST_WHOLE_TABLE=1` all programs are judged in all ways. `WYTHOFF_TEST_JOBS` is the number of processes at a
/// time.
#[test]
#[ignore = "slow"]
fn right_and_wrong_programs() {
    let mut subjects = table();
    // `long double` is different on other architectures.
    subjects.retain(|subject| subject.file != "long_double.cpp" || cfg!(target_arch = "x86_64"));
    let lacking: Vec<_> = Language::ALL.iter().filter(|l| !has_tools(l)).collect();
    subjects.retain(|subject| !lacking.contains(&subject.language));
    let sets = sets(&subjects);
    let whole_table = std::env::var_os("WYTHOFF_TEST_WHOLE_TABLE").is_some();
    let judged = |subject: &Subject| {
        let mut judged = vec![subject.by_command(None, &Folder::new())];
        let known = IN_ALL_WAYS.iter().find(|known| known.0 == subject.file);
        if known.is_some() || whole_table {
            let (program, folder) = (subject.program(), Folder::new());
            judged.push(subject.by_command(Some(&program), &folder));
            judged.push(subject.by_files(&sets[subject.profile.as_str()], &program));
            if let Some((file, Some(expected))) = known {
                assert_eq!(saved(&folder), *expected, "{file}");
            }
        }
        let mut row = format!("| `{}` | {} |", subject.file, subject.what);
        for (verdict, seconds) in judged {
            row += &format!(" {verdict} {seconds:.1} |");
            assert_eq!(verdict, subject.verdict, "{row}");
        }
        row
    };
    let rows: Vec<_> = subjects.par_iter().map(judged).collect();
    println!("{}", rows.join("\n"));
}

/// The table has a row for each program, with the sentence with which its source begins. (One program is for another test.)
#[test]
fn the_table_of_programs_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stress");
    let files = fs::read_dir(folder).expect("the programs").count();
    assert_eq!(table().len(), files - 1);
}
