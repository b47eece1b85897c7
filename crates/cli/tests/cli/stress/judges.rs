//! Source files that judges accept: the judges' macros, habits of Microsoft's compilers, names and encodings.

use super::memory::tried_in;
use super::*;

/// Tries a source file with the first batch.
fn tried(folder: &Folder, options: &[&str], name: &str, code: i32) -> Run {
    let args = [&["stress", "-q", "--batches", "1"], options].concat();
    under_test(folder, &args, &[name]).expect(code)
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
    let source = right(Language::C).replacen("int main(void) {\n", redirect, 1);
    assert!(source.contains("freopen"), "{source}");
    folder.file("main.c", &source);
    tried(&folder, &[], "main.c", 0);
    folder.file("main.c", source.replace("#ifndef ONLINE_JUDGE", "#if 1"));
    let wrong = tried(&folder, &[], "main.c", 1);
    let advice = "WA: it printed nothing\nIt names files that are not in its folder: in.txt. Judges use standard input and output; for a contest with files: --files INPUT,OUTPUT\n";
    assert!(wrong.text().contains(advice), "{}", wrong.text());
}

/// The extension of the name shows the language. No file remains in the current folder or in the folder of temporary files.
#[test]
#[ignore = "slow"]
fn what_judges_define_in_each_language() {
    let condition = |language| match language {
        Language::C | Language::Cpp => "#ifndef ONLINE_JUDGE\n#error no judge\n#endif\n",
        Language::Pascal => "{$ifndef ONLINE_JUDGE}{$fatal no judge}{$endif}\n",
        Language::Rust => "#[cfg(not(ONLINE_JUDGE))]\ncompile_error!(\"no judge\");\n",
        Language::Python => "import os\nos.environ['ONLINE_JUDGE']\n",
        Language::JavaScript => "if (!process.env.ONLINE_JUDGE) throw Error();\n",
        _ => "",
    };
    for &language in Language::ALL {
        let source = right(language);
        let source = match language {
            Language::Java => source.replacen(
                "public static void main(String[] args) throws IOException {\n",
                "public static void main(String[] args) throws IOException {\n\
                 if (System.getProperty(\"ONLINE_JUDGE\") == null) throw new Error();\n",
                1,
            ),
            Language::Go => source.replacen(
                "func main() {\n",
                "func main() {\nif os.Getenv(\"ONLINE_JUDGE\") == \"\" { panic(0) }\n",
                1,
            ),
            _ => condition(language).to_owned() + source,
        };
        assert!(source.len() > right(language).len(), "{language:?}");
        if has_tools(language) {
            let folder = Folder::new();
            let name = format!("Main.{}", language.row().extensions[0]);
            folder.file(&name, &source);
            let test = tried_in(&folder, &[&name], "AC");
            let words = language.row().compile;
            let line = format!("wythoff: compiling {name}: {words}\n");
            assert_eq!(test.stderr, if words.is_empty() { "" } else { &line });
        }
    }
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
        tried(&folder, &[], name, 0);
    }
    // Luogu has only GCC.
    let luogu = ["lint", "--as", "luogu-p2252"];
    let refused = under_test(&folder, &luogu, &["main.c"]).expect(2);
    let note = "wythoff: note: main.c has __int64, which only compilers for Windows take; this judge has none\n";
    assert!(refused.stderr.ends_with(note), "{}", refused.stderr);
    // Messages have the lines of the source.
    folder.file("main.c", FOR_MICROSOFT.replace("getch()", "getch("));
    let refused = tried(&folder, &[], "main.c", 2);
    assert!(
        refused.text().contains("\nmain.c:11:"),
        "{}",
        refused.text()
    );
    // The report shows only the replay by this program, because a shell command would lack the translated source.
    folder.file(
        "main.c",
        FOR_MICROSOFT.replace("printf(", "printf(\"7\"); printf("),
    );
    let wrong = tried(&folder, &[], "main.c", 1);
    assert!(
        wrong.text().contains("\nreplay: wythoff stress "),
        "{}",
        wrong.text()
    );
}

/// A public class of any name, a class that is not public, and a source in GBK.
#[test]
#[ignore = "slow"]
fn java_sources_of_any_name() {
    if !has_tools(Language::Java) {
        return;
    }
    let source = right(Language::Java);
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
