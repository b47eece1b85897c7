//! Compressed inputs and outputs of the program. `compressed` in tests/library tests all ways of reading and all kinds of
//! damage. `solve::several_inputs` and `output::a_failed_run_leaves_no_trace` have compressed inputs, too.

use crate::support::*;

/// A few mebibytes that decompress to a gibibyte of text take little memory.
#[test]
#[ignore = "slow"]
fn bombs() {
    let folder = Folder::new();
    let zstd = |text: &[u8]| zstd::stream::encode_all(text, 1).expect("into memory");
    for pack in [gzip, zstd] {
        for (byte, code, word) in [(b'\n', 0, ""), (b'1', 2, "in:1:1")] {
            let bomb = pack(&vec![byte; 64 << 20]).repeat(16);
            assert!(bomb.len() < 32 << 20);
            folder.file("in", &bomb);
            let script = "ulimit -v 150000; \"$W\" solve --threads 2 -o out in";
            let run = shell(script, folder.path()).expect(code);
            assert!(run.stderr.contains(word), "{}", run.stderr);
        }
    }
}

/// Every command with `-o` or `--answers`: the compressed files have the text of plain ones.
#[test]
fn every_output_of_text() {
    if !has("gzip") || !has("zstd") {
        return;
    }
    for args in [
        "gen --pairs 20000 --threads 3 -o a --answers b",
        "gen --as hdu2177 --pairs 2000 -o a --answers b",
        "gen --pairs 0 -o a --answers b",
        "cold --list 30000 --from 5 -o a",
        "cold --rank 7 -o a",
        "grundy --max 300 --csv -o a",
        "grundy 2 3 -o a",
        "moves 5 8 -o a",
        "nim --moves 5 7 9 -o a",
    ] {
        let packed = |a: &str, b: &str| args.replace(" a", a).replace(" b", b);
        let script = format!(
            "set -e; $W {args}; $W {}; $W {}; test -e a
             for f in a b; do test ! -e $f || {{ gzip -dc $f.gz | cmp - $f; zstd -qdc $f.zst | cmp - $f; }}; done",
            packed(" a.gz", " b.zst"),
            packed(" a.zst", " b.gz"),
        );
        shell(&script, Folder::new().path()).expect(0);
    }
}
