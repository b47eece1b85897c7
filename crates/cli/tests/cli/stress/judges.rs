//! Source files that judges accept: the judges' macros, habits of Microsoft's compilers, names and encodings.

use super::memory::tried_in;
use super::*;

/// Tries a source file with the first batch.
fn tried(folder: &Folder, name: &str, code: i32) -> Run {
    under_test(folder, &["stress", "-q", "--batches", "1"], &[name]).expect(code)
}

/// The program reads and writes files, except on a judge.
#[test]
fn files_that_are_not_opened_on_judges() {
    if !has("gcc") {
        return;
    }
    let folder = Folder::new();
    let redirect =
        "int main(void) {\n#ifndef ONLINE_JUDGE\nfreopen(\"in.txt\", \"r\", stdin);\n#endif\n";
    let source = right(language("c")).replacen("int main(void) {\n", redirect, 1);
    assert!(source.contains("freopen"), "{source}");
    folder.file("main.c", &source);
    tried(&folder, "main.c", 0);
    folder.file("main.c", source.replace("#ifndef ONLINE_JUDGE", "#if 1"));
    let wrong = tried(&folder, "main.c", 1);
    let advice = "WA: it printed nothing\nIt names files that are not in its folder: in.txt. Judges use standard input and output; for a contest with files: --files INPUT,OUTPUT\n";
    wrong.says(advice);
}

/// A source for poj1067, whose judge has Microsoft's compilers.
const FOR_MICROSOFT: &str = "#include <stdio.h>\n#include <conio.h>\n#include \"own.h\"\nvoid main()\n{\n    __int64 a, b;\n\
    while (scanf(\"%I64d%I64d\", &a, &b) == 2) {\n        __int64 m = MIN(a, b), d = a + b - 2 * m;\n\
    printf(\"%I64d\\n\", (__int64)!(m * (m - d) <= d * d && (m + 1) * (m + 1 - d) > d * d));\n    }\n    getch();\n}\n";

#[test]
fn habits_of_microsoft() {
    if !has("gcc") || !has("g++") {
        return;
    }
    let folder = Folder::new();
    folder.file("own.h", "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n");
    for name in ["main.c", "main.cpp"] {
        folder.file(name, FOR_MICROSOFT);
        tried(&folder, name, 0);
    }
    // Luogu has only GCC.
    let luogu = ["lint", "--as", "luogu-p2252"];
    let refused = under_test(&folder, &luogu, &["main.c"]).expect(2);
    let note = "wythoff: note: main.c has __int64, which only compilers for Windows take; this judge has none\n";
    assert!(refused.stderr.ends_with(note), "{}", refused.stderr);
    // The report shows only the replay by this program, because a shell command would lack the translated source.
    let wrong = FOR_MICROSOFT.replace("printf(", "printf(\"7\"); printf(");
    folder.file("main.c", wrong);
    let wrong = tried(&folder, "main.c", 1);
    assert!(
        has_line(wrong.text(), "replay: wythoff stress "),
        "{wrong:?}"
    );
}

/// A public class of any name, a class that is not public, and a source in GBK.
#[test]
#[ignore = "slow"]
fn java_sources_of_any_name() {
    if !has_tools(language("java")) {
        return;
    }
    let source = right(language("java"));
    let in_gbk = [source.as_bytes(), b"// \xd6\xd0\xce\xc4\n"].concat();
    for (name, source) in [
        ("1067.java", source.as_bytes()),
        ("1067.JAVA", source.as_bytes()),
        ("a-b.java", format!("package a.b;\n{source}").as_bytes()),
        (
            "poj.java",
            source.replace("public class Main", "class Any").as_bytes(),
        ),
        ("Main.java", &in_gbk),
        ("1067.java", &in_gbk),
    ] {
        let folder = Folder::new();
        folder.file(name, source);
        tried_in(&folder, &[name], "AC");
    }
}
