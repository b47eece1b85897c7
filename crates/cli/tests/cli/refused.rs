//! Arguments that the program refuses: exit code 2, a message, and nothing else is written.

use crate::support::*;
use rayon::prelude::*;

/// Commands in a folder with the files `in`, `empty` and `wrong`, and a part of the message.
const REFUSED: &str = "
# Options of `solve`.
solve --as poj1067 --invalid mark | --invalid mark requires one record on each line
solve --as poj106 | poj1067
solve --as hdu1849 --rule r=2 | this rule applies only to problems with two piles
solve --rule r=0 | r=
solve --in nul | count
solve --words A | two words
solve --prefix Case | --prefix: a prefix is one line with {}
solve --as hdu2177 --prefix '{} ' | a prefix for each case needs answers of one line each
gen --prefix '{} ' | --prefix requires --answers or --dir
gen --as 51nod1072 --min 0 | the smallest pile must be at least 1, the limit of 51nod1072
gen --min 5 --max 4 | the smallest pile must not be larger than the largest one
gen --as poj1067 --max-piles 3 | --max-piles applies only to problems with any number of piles
gen --as hdu1850 --max-piles 1 | --max-piles must be at least 2, the fewest piles of hdu1850
gen --as luogu-p2197 --max-records 11 | --max-records must be at most 10, the limit of luogu-p2197
lint --files in.txt -- true | expected two names of files without folders
solve --words ,B | --words: the two labels must not be blank
solve --words A,A | two labels must not be blank, and must differ
solve --words A,B --count | --count
solve --words '?,B' --invalid mark | ? marks an invalid line, so it can't be a label
solve --as hdu1850 --words a,b | labels do not apply
solve --io telepathy | mmap
solve --strict | --strict requires --as or --in
judges poj1076 | poj1067
# Ranges.
solve --range 3..2 in | the start, 3, is after the end, 2
solve --range ..2 in | expected START..END
solve --part 0/2 in | expected I/N
solve --part 1/2 --range 0..1 in | cannot be used with
solve --part 1/2 | require exactly one file
solve --part 1/2 none-such | No such file
solve --part 1/2 --in eof in | '--part <I/N>' cannot be used with '--in <FRAMING>'
# Paths, with the message of the system.
solve . | Is a directory
solve in -o none-such/out | none-such/out: No such file or directory
solve in -o . | Is a directory
solve in -o '' |
man --dir none-such | No such file or directory
solve in/in | in/in: Not a directory
solve 5 8 | wythoff: 5: No such file or directory; for one position: wythoff explain 5 8
solve in -o a.xz | wythoff: a.xz: the output can be compressed only as .gz or .zst
gen --pairs 2 -o a.bz2 | wythoff: a.bz2: the output can be compressed only as .gz or .zst
# Positions.
moves 5 | expected two piles, found 1; for example: wythoff moves 5 8
moves -1 2 | -1: No such file or directory; a pile is a whole number
nim 3,5,7 | 3,5,7: No such file or directory; a pile is a whole number
moves 1 2 --rule nim | misere
moves 1 2 --positions --json | cannot be used with
nim --count --moves 1 | cannot be used with
nim 1 18446744073709551616 | <arguments>:1:3: expected a pile up to 18446744073709551615
explain 1 2 18446744073709551616 | a pile of Nim is at most
explain --rule r=2 1 2 3 | applies only to two piles
# Sequences.
cold --nth x | expected a whole number, such as 12, 1e30 or 2^64-1
cold --nth 1 --rule misere | it has the pairs of --rule normal, with 0 1 and 2 2
cold --nth 1 --from 2 | '--nth <K>' cannot be used with '--from <K>'
cold --range 5 | expected LO..HI or LO..=HI
cold --range 5..4 | expected the smaller number first
grundy 1 2 --csv | '[A] [B]...' cannot be used with '--csv'
grundy --max 21846 | Grundy values are computed only for piles up to 21845; `wythoff explain` takes larger piles
# Inputs.
gen --as luogu-p2252 --pairs 2 | 2 records are more than an input of this problem has; use --pairs 1
gen --as 51nod1072 --pairs 10001 | 10001 records are more than an input of this problem has; use --pairs 10000
gen --as poj1067 --max 1000000001 | the largest pile must be at most 1000000000, the limit of poj1067
gen --as hdu5973 --max 10^101 | the largest pile must be at most 10000000000000
gen --max 2^3-8 | must be a whole number, at least 1
gen --max 1e1000 | of at most 1000 digits, such as 1e18
gen --as hdu1849 --pairs 0 | an input of this problem has at least one record
gen --as 51nod1072 --bytes 5 | 5 bytes are too few
gen --as no-such | no-such
gen --pairs 1 --bytes 1 |
gen --cases 3 |
gen --dir d --name a/b |
gen --dir d -o x |
gen --dir d --bytes 1M |
gen --in one --pairs 2 |
gen -o x --answers x |
gen --answers in >> in |
gen -o /none/such |
gen -o . |
gen >&- |
gen --seed rando | or `random`
# Programs under test.
stress | COMMAND
stress -- ./nowhere | wythoff: ./nowhere: No such file or directory
stress -t 0 -- true | -t
stress --save in -- true | wythoff: --save in: Not a directory
lint --run own=sh -- a.own | expected an ending
lint --run \".own='\" -- a.own | expected an ending
lint --compile 'gcc -o {program} {source}' -- sh | expected a source file for the compiler, found sh
lint --compile 'gcc -o {program} {source}' -- ./none.c | found ./none.c
lint --compile 'gcc {source}' -- in | in the command of the compiler
lint --compile '' -- in | expected a command, such as
# Benchmarks.
bench --regime 1e7 | 1e9, 1e18, mixed, 2e6, 100, padded
bench --size 0 | a whole number of bytes, at least 1
bench --size 1K --backend none | possible values: auto, all, scalar
bench --runs 0 | --runs
bench empty | expected at least one position
bench wrong | wrong:2:3
bench /dev/null | must be a regular file
bench in --regime 100 | cannot be used with
# What clap refuses.
solv | a similar subcommand exists: 'solve'
completions bish | bash, elvish, fish, powershell, zsh
bench --size x | invalid value 'x' for '--size <BYTES>': expected a whole number of bytes, at least 1, with or without K, M or G, such as 512M
solve --threads 0 | invalid value '0' for '--threads <N>': expected a whole number, at least 1, such as 4 or 1e6
gen --seed -1 | invalid value '-1' for '--seed <N>': expected a whole number up to 18446744073709551615
solve --threads 2^0-1 | expected a whole number, at least 1, such as 4 or 1e6
gen --bytes 1e1 | invalid value '1e1' for '--bytes <SIZE>': 
gen --bytes 18014398509481984K | invalid value '18014398509481984K' for '--bytes <SIZE>': 
lint --memory 2^41 -- true | expected a whole number from 1 to 1099511627776
gen --bytes -5M | invalid value '-5M' for '--bytes <SIZE>': 
explain 1 2 --lang fr | possible values: en, zh
solve --color blue | possible values: auto, always, never
";

#[test]
fn each_is_one_message_and_writes_nothing() {
    let commands: Vec<[&str; 2]> = rows(REFUSED).collect();
    commands.par_iter().for_each(|[command, message]| {
        let folder = Folder::new();
        folder.file("in", "1 2\n");
        folder.file("empty", "\n\n");
        folder.file("wrong", "1 2\n3 x\n");
        let run = shell(&format!("\"$W\" {command}"), folder.path()).expect(2);
        let begins = ["wythoff: ", "error: "].map(|start| run.stderr.starts_with(start));
        assert!(
            begins.contains(&true) && run.stderr.contains(message),
            "{run:?}"
        );
        assert!(run.stdout.is_empty(), "{run:?}");
        assert_eq!(folder.names(), ["empty", "in", "wrong"], "{command}");
    });
    let nothing = ran("").expect(2);
    nothing.says("Usage: wythoff [OPTIONS] <COMMAND>");
}
