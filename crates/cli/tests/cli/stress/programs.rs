//! Right programs, and wrong ones with mistakes that contestants make. `lint` judges each program. Some are also judged by
//! `stress` and by the files of `gen --dir` with `check`.
//!
//! The table in docs/contest-tools.md has the programs and their verdicts. [`right_and_wrong_programs`] prints a new table if
//! all programs are judged in all ways.

use super::*;
use crate::check::compared;
use crate::support::{repository, two_at_a_time};
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;
use wythoff::profile;
use wythoff_contest::{Children, End, Program as UnderTest, RunLimits};

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
    ("no_moves.rs", Some(["0 1\n0 0\n", "1\n0 0\n"])),
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
    language: Language,
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

    /// The verdict of `lint` or `stress`. A failing input is saved in `folder`.
    fn by(&self, command: &str, program: &Program, folder: &Folder) -> Judged {
        let limit = self.time_limit().as_secs().to_string();
        let mut test = wythoff(&[command, "--json", "--as", &self.profile, "-t", &limit]);
        test.arg("--save").arg(folder.path().join("hacks"));
        if let Some(jobs) = std::env::var_os("WYTHOFF_TEST_JOBS") {
            test.arg("-j").arg(jobs);
        }
        // `lint` compiles the source itself, as a user lets it do. Its environment has no effect.
        test.arg("--");
        if command == "lint" {
            test.arg(folder.file(&self.file, &self.source));
        } else {
            test.args(program.words());
        }
        let start = Instant::now();
        let run = run(test.current_dir(folder.path()), Feed::Nothing);
        let seconds = start.elapsed().as_secs_f64();
        let object: serde_json::Value = serde_json::from_slice(&run.stdout)
            .unwrap_or_else(|e| panic!("{}: {e}: {run:?}", self.file));
        let verdict = object["verdict"].as_str().expect("a verdict");
        (verdict.to_owned(), seconds)
    }

    /// The verdict on the inputs of `set`, which are tried in order until one fails.
    fn by_files(&self, set: &Folder, program: &Program) -> Judged {
        let under_test = UnderTest {
            named_files: None,
            command: program.words(),
            limits: RunLimits {
                // The same limit as `lint` sets.
                stack: Some(if self.profile == "poj1067" { 8 } else { 256 } << 20),
                ..RunLimits::of_judge(self.time_limit(), 256 << 20)
            },
            children: Arc::new(Children::new(|| {
                let mut helper = Command::new(env!("CARGO_BIN_EXE_wythoff"));
                helper.arg("helper-of-programs-under-test");
                Ok(helper)
            })),
        };
        let problem = &profile(&self.profile).expect("a profile").problem;
        let start = Instant::now();
        let mut verdict = "AC";
        for name in set.names().iter().filter(|name| name.ends_with(".in")) {
            let input = set.path().join(name);
            let bytes = fs::read(&input).expect("an input");
            let ran = under_test.run(&bytes).expect("it runs");
            verdict = match ran.end {
                End::TimeLimit => "TLE",
                End::MemoryLimit => "MLE",
                End::OutputLimit(_) => "OLE",
                End::Exit(0) if compared(problem, &bytes, &ran.stdout).is_right() => "AC",
                End::Exit(0) => "WA",
                _ => "RE",
            };
            if verdict != "AC" {
                break;
            }
        }
        under_test.children.stop().expect("nothing remains");
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

/// The verdicts of a program, in the order of the columns of the table, and a description of wrong ones.
fn judged(subject: &Subject, set: &Folder, in_all_ways: bool) -> (Vec<Judged>, Option<String>) {
    let program = subject.program();
    let folder = Folder::new();
    let mut judged = vec![subject.by("lint", &program, &folder)];
    let known = IN_ALL_WAYS.iter().find(|known| known.0 == subject.file);
    let mut unlike = None;
    if known.is_some() || in_all_ways {
        let folder = Folder::new();
        judged.push(subject.by("stress", &program, &folder));
        judged.push(subject.by_files(set, &program));
        if let Some((_, Some(expected))) = known
            && saved(&folder) != *expected
        {
            unlike = Some(format!("{}: saved {:?}", subject.file, saved(&folder)));
        }
    }
    if judged
        .iter()
        .any(|(letters, _)| *letters != subject.verdict)
    {
        unlike = Some(format!("{}: {judged:?}", subject.file));
    }
    (judged, unlike)
}

/// A few programs of the table that compile quickly.
#[test]
fn some_right_and_wrong_programs() {
    if !has_tools(Language::C) {
        return;
    }
    let table = table();
    for file in ["on_judge.c", "redirected.c", "quotient.c", "phi3.c"] {
        let subject = table.iter().find(|subject| subject.file == file);
        let subject = subject.expect("a program of the table");
        let program = subject.program();
        let (letters, _) = subject.by("lint", &program, &Folder::new());
        assert_eq!(letters, subject.verdict, "{file}");
    }
}

/// Two programs at a time. With `WYTHOFF_TEST_WHOLE_TABLE=1` all programs are judged in all ways. `WYTHOFF_TEST_JOBS` is the
/// number of processes at a time.
#[test]
#[ignore = "slow"]
fn right_and_wrong_programs() {
    let mut subjects = table();
    // `long double` is different on other architectures.
    subjects.retain(|subject| subject.file != "long_double.cpp" || cfg!(target_arch = "x86_64"));
    for &language in Language::ALL {
        let is_needed = subjects.iter().any(|subject| subject.language == language);
        if is_needed && !has_tools(language) {
            subjects.retain(|subject| subject.language != language);
        }
    }
    let sets = sets(&subjects);
    let in_all_ways = std::env::var_os("WYTHOFF_TEST_WHOLE_TABLE").is_some();
    let results = two_at_a_time(&subjects, |subject| {
        judged(subject, &sets[subject.profile.as_str()], in_all_ways)
    });
    let mut others = Vec::new();
    for (subject, (judged, unlike)) in subjects.iter().zip(results) {
        let columns = judged
            .iter()
            .map(|(verdict, seconds)| format!(" {verdict} {seconds:.1} |"));
        let columns = columns.collect::<String>();
        println!("| `{}` | {} |{columns}", subject.file, subject.what);
        others.extend(unlike);
    }
    assert!(others.is_empty(), "not as expected:\n{}", others.join("\n"));
}

/// The table has a row for each program, with the sentence with which its source begins. (Two programs are for other tests.)
#[test]
fn the_table_of_programs_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stress");
    let files = fs::read_dir(folder).expect("the programs").count();
    assert_eq!(table().len(), files - 2);
}
