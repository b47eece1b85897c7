//! Help and explanations in Chinese: `--lang zh`, or a Chinese locale.

use crate::support::{Folder, printed, ran, rows, shell};
use unicode_width::UnicodeWidthStr as _;

fn has_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c))
}

/// The locale, arguments, and the language.
const LANGUAGES: &str = "
C | --help | en
C | --lang zh --help | zh
C | --help --lang=zh | zh
C | --lang zh lint --help | zh
C | --lang zh help lint | zh
zh_CN.UTF-8 | --help | zh
zh_CN.UTF-8 | --help --lang en | en
zh_CN.UTF-8 | explain --lang en 1 2 | en
zh_CN.UTF-8 | explain 1 2 | zh
zh_CN.UTF-8 | explain 3 5 7 | zh
";

#[test]
fn the_option_and_the_locale_choose_the_language() {
    let folder = Folder::new();
    for [locale, args, lang] in rows(LANGUAGES) {
        let script = format!("LANG={locale} $W {args}");
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(has_chinese(run.text()), lang == "zh", "{script}: {run:?}");
    }
    // Without arguments the help goes to standard error.
    let run = shell("LANG=zh_CN.UTF-8 $W", folder.path()).expect(2);
    run.says("用法： wythoff");
}

/// Scripts whose output is the same in every language: errors, completions, pages, JSON, answers. With `submission`, `--lang`
/// is the language of the printed program.
const SAME: &str = "
$W solve --nothing | 2
$W explain 1 x | 2
$W completions bash | 0
$W man lint | 0
$W judges --json | 0
$W moves 5 8 --json | 0
$W cold --rank 7 | 0
$W gen --pairs 5 | 0
$W submission --as hdu5973 --lang java | 0
echo '1 2 3' | $W solve --invalid mark | 1
";

#[test]
fn what_is_no_help_and_no_explanation_stays_english() {
    let folder = Folder::new();
    for row in SAME.lines().skip(1) {
        let (script, code) = row.rsplit_once(" | ").expect("a code");
        let [english, chinese] = ["C", "zh_CN.UTF-8"].map(|locale| {
            let script = format!("export LC_ALL={locale}; {script}");
            let run = shell(&script, folder.path()).expect(code.parse().expect("a code"));
            (run.stdout, run.stderr)
        });
        assert_eq!(english, chinese, "{script}");
    }
    let note = "\"$W\" --lang zh submission --as hdu1527 --lang py";
    let run = shell(note, folder.path()).expect(0);
    run.says("提示：hdu1527");
}

/// The cells of the second column are aligned in the columns of a terminal.
#[test]
fn the_table_of_judges_is_aligned() {
    let list = ran("judges --lang zh").expect(0);
    let (heads, table) = list.text().split_once('\n').expect("a heading");
    let second = heads[..heads.find("游戏").expect("the cell")].width();
    let rows = table.split("\n\n").next().expect("rows").lines();
    let rows: Vec<_> = rows.filter(|line| !line.starts_with(' ')).collect();
    assert!(rows.len() >= 14, "{table}");
    for row in rows {
        let (_, after) = row.split_once(' ').expect("cells");
        assert_eq!(row.width() - after.trim_start().width(), second, "{row}");
    }
    assert!(
        list.text().lines().all(|line| line.width() <= 80),
        "{table}"
    );
    let one = printed("judges --lang zh hdu2177", "");
    for part in ["样例输入\n  ", "先手是否必胜"] {
        assert!(one.contains(part), "{one}");
    }
}

/// The sentences of the JSON object are English in every language.
#[test]
fn lint_and_stress_speak_chinese() {
    let folder = Folder::new();
    // The program under test always answers 1.
    let report = |command: &str| {
        let script =
            format!("$W --lang zh {command} --as poj1067 --max 1e9 -- awk '{{ print 1 }}'");
        shell(&script, folder.path()).expect(1).text().to_owned()
    };
    let text = report("stress -v").replace("--batch", "");
    let parts = "WA|找到的最小出错数据|正确答案：|你的输出：|已保存：|重现：|第 1 个答案输出了 `1`|先手必败";
    for part in parts.split('|') {
        assert!(text.contains(part), "{part}: {text}");
    }
    for word in "batch |found|saved|replay|answer|case|cold".split('|') {
        assert!(!text.contains(word), "{word}: {text}");
    }
    let json = report("lint --json");
    assert!(
        !has_chinese(&json) && json.contains("answer 1 is `1`"),
        "{json}"
    );
}
