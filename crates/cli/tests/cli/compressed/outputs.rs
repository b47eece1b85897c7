//! Compressed outputs.

use super::*;

/// Every command with `-o` or `--answers`: the compressed file has the same text as a plain one, with every number of
/// threads, and the program can read it.
#[test]
fn every_output_of_text() {
    let folder = Folder::new();
    let at = |name: &str| fs::read(folder.path().join(name)).expect("an output");
    for made in [
        "gen --pairs 20000 --threads N",
        "gen --as hdu2177 --pairs 20000 --threads N",
        "gen --pairs 0",
    ] {
        let plain = made.replace('N', "1");
        let script = format!("\"$W\" {plain} -o plain --answers plain.out");
        shell(&script, folder.path()).expect(0);
        for (records, answers) in [("gz", "zst"), ("zst", "txt"), ("txt", "gz")] {
            let made = made.replace('N', "3");
            let script = format!("\"$W\" {made} -o a.{records} --answers b.{answers}");
            shell(&script, folder.path()).expect(0);
            for (name, way, expected) in [("a", records, "plain"), ("b", answers, "plain.out")] {
                let written = at(&format!("{name}.{way}"));
                if way == "txt" {
                    assert_same(&written, &at(expected), &script);
                } else {
                    assert_same(&unpack(way, &written), &at(expected), &script);
                    let large = at(expected).len() > 1 << 16;
                    assert!(!large || written.len() < at(expected).len(), "{script}");
                }
            }
            if !made.contains("--as") {
                shell(&format!("\"$W\" solve a.{records} -o again"), folder.path()).expect(0);
                assert_same(&at("again"), &at("plain.out"), &made);
            }
        }
    }
    for made in [
        "cold --list 30000 --from 5",
        "cold --rank 7",
        "grundy --max 300 --csv",
        "grundy 2 3",
        "moves 5 8",
        "nim --moves 5 7 9",
    ] {
        shell(&format!("\"$W\" {made} -o plain"), folder.path()).expect(0);
        for way in ["gz", "zst"] {
            shell(&format!("\"$W\" {made} -o a.{way}"), folder.path()).expect(0);
            assert_same(&unpack(way, &at(&format!("a.{way}"))), &at("plain"), made);
        }
    }
    // Cold pairs, read again: all are cold.
    let script = "\"$W\" cold --list 30000 -o c.zst && \"$W\" solve --count c.zst";
    let counts = shell(script, folder.path()).expect(0);
    assert_eq!(counts.text(), "hot 0\ncold 30000\n");
}
