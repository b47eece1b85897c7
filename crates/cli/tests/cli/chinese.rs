//! Help and explanations in Chinese: `--lang zh`, or a Chinese locale.

use crate::support::{Feed, Folder, Run, has, ran, repository, rows, run, shell, wythoff};
use std::fs;
use unicode_width::UnicodeWidthStr as _;

fn has_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c))
}

/// `wythoff ARGS` with these variables.
fn with(variables: &[(&str, &str)], args: &[&str]) -> Run {
    let mut command = wythoff(args);
    run(command.envs(variables.iter().copied()), Feed::Nothing)
}

/// The locale, arguments, and the language.
const LANGUAGES: &str = "
C | --help | en
C | --lang zh --help | zh
C | --help --lang zh | zh
C | --help --lang=zh | zh
C | --lang zh lint --help | zh
C | --lang zh help lint | zh
zh_CN.UTF-8 | --help | zh
zh_CN.UTF-8 | solve -h | zh
zh_CN.UTF-8 | --help --lang en | en
zh_CN.UTF-8 | explain --lang en 1 2 | en
zh_CN.UTF-8 | explain 1 2 | zh
zh_CN.UTF-8 | explain 3 5 7 | zh
";

#[test]
fn the_option_and_the_locale_choose_the_language() {
    for [locale, args, lang] in rows(LANGUAGES) {
        let args: Vec<_> = args.split(' ').collect();
        let text = with(&[("LANG", locale)], &args).expect(0).text().to_owned();
        assert_eq!(
            has_chinese(&text),
            lang == "zh",
            "{locale} {args:?}\n{text}"
        );
    }
}

/// Without arguments the help goes to standard error.
#[test]
fn no_arguments_at_all_print_chinese_help() {
    let run = with(&[("LANG", "zh_CN.UTF-8")], &[]).expect(2);
    assert!(run.stderr.contains("用法： wythoff"), "{}", run.stderr);
}

#[test]
fn errors_completions_and_manual_pages_stay_english() {
    for args in [
        &["solve", "--nothing"][..],
        &["solv"],
        &["grundy", "3"],
        &["explain", "1", "x"],
    ] {
        let [english, chinese] = ["en", "zh"].map(|lang| {
            let args = [&["--lang", lang], args].concat();
            ran(&args).expect(2).stderr
        });
        assert_eq!(english, chinese);
    }
    for args in [&["completions", "bash"][..], &["man", "lint"]] {
        let chinese = with(&[("LC_ALL", "zh_CN.UTF-8")], args).expect(0);
        assert_eq!(chinese.text(), ran(args).expect(0).text());
    }
    let refused = ran(&["explain", "1", "2", "--lang", "fr"]).expect(2);
    assert!(
        refused.stderr.contains("possible values: en, zh"),
        "{}",
        refused.stderr
    );
}

/// With `submission`, `--lang` is the language of the printed program.
#[test]
fn a_submission_has_a_language_of_its_own() {
    let java = ["submission", "--as", "hdu5973", "--lang", "java"];
    let english = ran(&java).expect(0);
    let before = [&["--lang", "zh"], &java[..]].concat();
    assert_eq!(ran(&before).expect(0).text(), english.text());
    let python = [
        "--lang",
        "zh",
        "submission",
        "--as",
        "hdu1527",
        "--lang",
        "py",
    ];
    let run = ran(&python).expect(0);
    assert!(run.stderr.contains("注意：hdu1527"), "{}", run.stderr);
}

#[test]
fn json_and_answers_are_the_same_in_every_language() {
    for args in [
        &["judges", "--json"][..],
        &["moves", "5", "8"],
        &["moves", "5", "8", "--json"],
        &["cold", "--rank", "7"],
        &["nim", "3", "5", "7"],
        &["gen", "--pairs", "5"],
    ] {
        let chinese = with(&[("LC_ALL", "zh_CN.UTF-8")], args).expect(0);
        assert_eq!(chinese.stdout, ran(args).expect(0).stdout, "{args:?}");
    }
    let input = b"1 2\nx\n";
    let [english, chinese] = ["en", "zh"].map(|lang| {
        let mut command = wythoff(&["solve", "--invalid", "mark", "--lang", lang]);
        run(&mut command, Feed::Pipe(input)).expect(1)
    });
    assert_eq!(
        (english.stdout, english.stderr),
        (chinese.stdout, chinese.stderr)
    );
}

#[test]
fn explanations_fit_eighty_columns_and_keep_their_numbers() {
    for position in [
        &["5", "8"][..],
        &["165580140", "267914295"],
        &["0", "0"],
        &["6", "6"],
        &["3", "4"],
        &["--rule", "misere", "3", "5"],
        &["--rule", "misere", "0", "0"],
        &["--rule", "r=2", "4", "5"],
        &["--rule", "r=3", "10", "20"],
        &["18446744073709551614", "18446744073709551615"],
        &["1000000000000000000", "1618033988749894848"],
        &["3", "5", "7"],
        &["--rule", "misere", "1", "1", "1"],
        &["--rule", "misere", "2", "2", "1"],
    ] {
        let [english, chinese] = ["en", "zh"].map(|lang| {
            let args = [&["explain", "--lang", lang], position].concat();
            ran(&args).expect(0).text().to_owned()
        });
        for line in chinese.lines() {
            assert!(line.width() <= 80, "{line}");
        }
        // Both texts have the same numbers.
        let numbers = |text: &str| {
            let words = text
                .split(|c: char| !c.is_ascii_digit())
                .filter(|word| word.len() > 1);
            let mut words: Vec<_> = words.map(str::to_owned).collect();
            words.sort();
            words
        };
        assert_eq!(numbers(&chinese), numbers(&english), "{chinese}");
    }
}

/// The cells of the second column begin below each other, in columns of a terminal.
#[test]
fn the_table_of_judges_is_aligned() {
    for lang in ["en", "zh"] {
        let run = ran(&["judges", "--lang", lang]).expect(0);
        let (heads, table) = run.text().split_once('\n').expect("a heading");
        let second = if lang == "en" { "game" } else { "游戏" };
        let second = heads[..heads.find(second).expect("the cell")].width();
        let rows = table.split("\n\n").next().expect("rows").lines();
        let rows: Vec<_> = rows.filter(|line| !line.starts_with(' ')).collect();
        assert!(rows.len() >= 14, "{}", run.text());
        for row in rows {
            let (_, after) = row.split_once(' ').expect("cells");
            assert_eq!(row.width() - after.trim_start().width(), second, "{row}");
        }
        for line in run.text().lines() {
            assert!(line.width() <= 80, "{line}");
        }
    }
    let one = ran(&["judges", "--lang", "zh", "hdu2177"]).expect(0);
    for part in ["样例输入\n  ", "先手是否必胜"] {
        assert!(one.text().contains(part), "{}", one.text());
    }
}

#[test]
fn lint_and_stress_speak_chinese() {
    let folder = Folder::new();
    // Answers 1 to everything.
    let wrong = ["--", "awk", "{ print 1 }"];
    for (command, more) in [("lint", &[][..]), ("stress", &["-v"])] {
        let mut all = wythoff(&["--lang", "zh", command, "--as", "poj1067", "--max", "1e9"]);
        all.args(more).args(wrong).current_dir(folder.path());
        let run = run(&mut all, Feed::Nothing).expect(1);
        let text = run.text();
        for part in [
            "WA",
            "找到的最小出错数据",
            "正确答案：",
            "你的输出：",
            "已保存：",
            "重现：",
            "第 1 个答案输出了 `1`",
            "先手必败",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        for word in [
            "batch ", "found", "saved", "replay", "answer", "case", "cold",
        ] {
            let text = text.replace("--batch", "");
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
}

/// The sentences of the JSON object are English in every language.
#[test]
fn the_json_of_lint_stays_english() {
    let folder = Folder::new();
    let mut all = wythoff(&["--lang", "zh", "lint", "--json", "--", "awk", "{ print 1 }"]);
    let run = run(all.current_dir(folder.path()), Feed::Nothing).expect(1);
    assert!(!has_chinese(run.text()), "{}", run.text());
    assert!(run.text().contains("answer 1 is `1`"), "{}", run.text());
}

/// The pages show what `stress` prints for the wrong formula. Only the times differ.
#[test]
#[ignore = "slow"]
fn the_pages_show_what_stress_prints() {
    if !has("g++") {
        return;
    }
    let docs = repository().join("docs");
    let shown_by = |page: &str| {
        let text = fs::read_to_string(docs.join(page)).expect("the page");
        let command = "```sh\nwythoff stress -j 1 --as poj1067 -- double.cpp\n```\n\n```text\n";
        let (_, capture) = text.split_once(command).expect("the command");
        let (capture, _) = capture.split_once("```\n").expect("the end of the capture");
        without_times(capture)
    };
    let source = include_str!("../../../../examples/double.cpp");
    for (page, lang) in [("contest-tools.md", "en"), ("contest-tools.zh-CN.md", "zh")] {
        let folder = Folder::new();
        folder.file("double.cpp", source);
        let script = format!("\"$W\" stress -j 1 --as poj1067 --lang {lang} -t 20 -- double.cpp");
        let printed = shell(&script, folder.path()).expect(1);
        let printed = printed.text().replace(" -t 20 ", " -t 2 ");
        assert_eq!(without_times(&printed), shown_by(page), "{page}");
    }
}

/// `text` with `_` for each number of seconds that was measured.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let words = line.split(' ').collect::<Vec<_>>();
        let is_time = |i: usize| {
            let unit = words.get(i + 1).copied().unwrap_or_default();
            words[i].contains('.') && unit.trim_end_matches([':', ',']) == "s"
        };
        let shown = (0..words.len()).map(|i| if is_time(i) { "_" } else { words[i] });
        shown.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}
