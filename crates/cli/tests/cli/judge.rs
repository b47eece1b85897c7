//! `wythoff solve --as` and `wythoff judges`. `profiles` in tests/library compares the answers of every profile with searches,
//! in every layout and way of reading.

use crate::support::*;
use wythoff::PROFILES;

#[test]
fn the_list_and_its_samples() {
    let list = ran("judges --json").expect(0);
    let list: serde_json::Value = serde_json::from_str(list.text()).expect("JSON");
    let list = list.as_array().expect("a list");
    assert_eq!(list.len(), PROFILES.len());
    for (listed, profile) in list.iter().zip(PROFILES.iter()) {
        let name = profile.name;
        assert_eq!(listed["name"], name);
        assert_eq!(listed["smaller_first"], name == "hdu2177");
        let (input, answers) = profile.sample;
        assert_eq!(listed["sample"]["input"], input);
        assert_eq!(listed["sample"]["output"], answers);
        let found = printed(&format!("solve --as {name}"), input);
        assert_eq!(found, answers, "{name}");
    }
    let one = printed("judges hdu2177", "");
    assert!(one.contains("\nsmaller_first true\n"));
    assert!(one.contains("\nlanguages     c,cpp,java,pascal\n"));
    assert!(!one.contains("null"), "{one}");
}

/// Combined options, an input, and its answers. A slash is the end of a line.
const COMBINED: &str = "
--as poj1067 --words W,L | 1 2 3 4 | L/W/
--as 51nod1072 --words yes,no | 1 1 2 | no/
--as hdu2177 --words hot,cold | 1 2 2 2 0 0 | cold/hot/0 0/1 2/
--as hdu2176 --words H,C | 1 3 2 5 5 0 | H/3 0/C/
--as uva11249 --words H,C | 1 0 1 1 2 | C//
--as luogu-p2252 --words 先手,后手 | 1 2 | 后手/
--in count | 1 0 0 5 6 | 0/
# A framing that the profile does not have.
--as 51nod1072 --in eof | 1 2 2 2 | B/A/
--as poj1067 --in count | 1 1 2 2 2 | 0/
--as hdu2177 --in count | 2 2 2 0 0 9 9 | 1/0 0/1 2/0/
--as hdu2177 --in one | 2 2 5 8 | 1/0 0/1 2/
--as poj1067 --rule misere | 1 2 2 2 0 0 0 1 | 1/0/1/0/
--as hdu2177 --rule r=2 | 1 3 1 2 0 0 | 0/1/0 0/
--in count --rule r=2 | 2 1 3 1 2 | 0/1/
# Only counts.
--as 51nod1072 --count | 3 1 2 3 4 3 5 | hot 1/cold 2/
--as hdu2177 --count | 1 2 3 4 0 0 9 | hot 1/cold 1/
--as hdu2176 --count | 1 3 2 5 5 0 | hot 1/cold 1/
--as uva11249 --count | 1 0 3 1 2 3 4 5 6 | hot 2/cold 1/
";

#[test]
fn words_and_framings_compose() {
    for [args, input, answers] in rows(COMBINED) {
        let answers = answers.replace('/', "\n");
        let found = printed(&format!("solve {args}"), input);
        assert_eq!(found, answers, "{args} {input:?}");
    }
    // Each input is framed on its own.
    let folder = Folder::new();
    folder.file("a", "1 1 2 x");
    folder.file("b", "2 3 5 4 5");
    folder.file("c", "1 3 0 junk");
    folder.file("d", "2 5 5 0 0");
    for (args, answers) in [
        ("51nod1072 a b", "B\nB\nA\n"),
        ("51nod1185 a b", "B\nB\nA\n"),
        ("hdu1850 c d", "1\n0\n"),
    ] {
        let mut command = wythoff(&["solve", "--as"]);
        command.args(args.split(' ')).current_dir(folder.path());
        assert_eq!(run(&mut command, Feed::Nothing).expect(0).text(), answers);
    }
}
