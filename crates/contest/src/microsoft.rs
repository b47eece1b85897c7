//! Sources in C and C++ that only Microsoft's compilers and runtime take, as some judges have them.
//!
//! In: the bytes of a source, in any encoding. Out: a text that GCC takes, with the same lines; or the words that it does not
//! take.

use memchr::memmem;

/// A word, and the lines before a source that make GCC take it.
const WORDS: &[(&str, &str)] = &[
    ("__int64", "#define __int64 long long\n"),
    ("_int64", "#define _int64 long long\n"),
    ("_getch", "#define _getch getchar\n"),
    (
        "gets",
        "#ifdef __cplusplus\nextern \"C\"\n#endif\nchar *gets(char *);\n",
    ),
];

/// A header that GCC does not have. Solutions include it to wait for a key.
const CONIO: &str = "<conio.h>";

/// The words in `text` that GCC does not take.
pub(super) fn words(text: &[u8]) -> Vec<&'static str> {
    let words = WORDS.iter().map(|(word, _)| *word);
    let mut found: Vec<_> = words
        .filter(|word| find_word(text, word, 0).is_some())
        .collect();
    let rest = [
        ("%I64d", formats(text).next().is_some()),
        ("void main", void_main(text).is_some()),
        (CONIO, memmem::find(text, CONIO.as_bytes()).is_some()),
    ];
    found.extend(
        rest.into_iter()
            .filter(|(_, has)| *has)
            .map(|(word, _)| word),
    );
    found
}

/// The same program for GCC. `name` is the name of the file in the compiler's messages.
pub(super) fn for_gcc(text: &[u8], name: &str) -> Vec<u8> {
    let mut head = String::new();
    for (word, lines) in WORDS {
        if find_word(text, word, 0).is_some() {
            head += lines;
        }
    }
    let mut text = text.to_vec();
    let at: Vec<_> = formats(&text).collect();
    for at in at.into_iter().rev() {
        text.splice(at..at + "I64".len(), *b"ll");
    }
    if let Some(at) = memmem::find(&text, CONIO.as_bytes()) {
        text.splice(at..at + CONIO.len(), *b"<stdio.h>");
        head += "#define getch getchar\n";
    }
    let mut tail = "";
    if let Some((main, has_parameters)) = void_main(&text) {
        text.splice(main..main, *b"void_");
        tail = match has_parameters {
            true => "\nint main(int argc, char **argv) { void_main(argc, argv); return 0; }\n",
            false => "\nint main(void) { void_main(); return 0; }\n",
        };
    }
    head += &format!("#line 1 \"{}\"\n", name.escape_default());
    [head.as_bytes(), &text, tail.as_bytes()].concat()
}

/// The offset of `word` in `text` at or after `from`, not as a part of a longer name.
fn find_word(text: &[u8], word: &str, from: usize) -> Option<usize> {
    let is_part = |c: Option<&u8>| c.is_some_and(|&c| c == b'_' || c.is_ascii_alphanumeric());
    let places = memmem::find_iter(&text[from..], word.as_bytes());
    let mut places = places.map(|at| from + at);
    places.find(|&at| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        !is_part(before) && !is_part(text.get(at + word.len()))
    })
}

/// The offsets of `I64` in formats such as `%I64d` and `%-20I64u`.
fn formats(text: &[u8]) -> impl Iterator<Item = usize> {
    memmem::find_iter(text, "I64").filter(|&at| {
        let flags = |c: &&u8| c.is_ascii_digit() || b"-+ #.*".contains(c);
        let before = text[..at].iter().rev().find(|c| !flags(c));
        let letter = text.get(at + 3).is_some_and(|c| b"dioxXu".contains(c));
        before == Some(&b'%') && letter
    })
}

/// The offset of `main` in `void main`, and whether it has parameters. `None` if the text also has `int main`: then `void main`
/// is in a comment, or in a part that GCC leaves out.
fn void_main(text: &[u8]) -> Option<(usize, bool)> {
    let (mut from, mut found) = (0, None);
    while let Some(at) = find_word(text, "main", from) {
        from = at + "main".len();
        let before = text[..at].trim_ascii_end();
        let Some(parameters) = text[from..].trim_ascii_start().strip_prefix(b"(") else {
            continue;
        };
        let is_word = before.len() < at;
        if is_word && before.ends_with(b"int") {
            return None;
        }
        if is_word && before.ends_with(b"void") && found.is_none() {
            let end = memchr::memchr(b')', parameters).unwrap_or(0);
            let parameters = parameters[..end].trim_ascii();
            found = Some((at, !matches!(parameters, b"" | b"void")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_are_found_and_translated() {
        let text = b"#include <conio.h>\n/*\xd6\xd0*/\nvoid  main ( ) {\n  unsigned __int64 a;\n  scanf(\"%I64d%20I64u\", &a);\n}";
        assert_eq!(words(text), ["__int64", "%I64d", "void main", "<conio.h>"]);
        let made = for_gcc(text, "a\".c");
        let head = "#define __int64 long long\n#define getch getchar\n#line 1 \"a\\\".c\"\n";
        let rest = made.strip_prefix(head.as_bytes()).unwrap();
        let expected = b"#include <stdio.h>\n/*\xd6\xd0*/\nvoid  void_main ( ) {\n  unsigned __int64 a;\n  scanf(\"%lld%20llu\", &a);\n}\nint main(void) { void_main(); return 0; }\n";
        assert_eq!(rest, expected, "{}", String::from_utf8_lossy(rest));
    }

    #[test]
    fn other_texts_have_none() {
        for text in [
            "int main() { fgets(s, 9, stdin); }",
            "int I64d; x__int64y; void mainly(); avoid_main",
            "printf(\"%d I64d\"); void main2();",
            "// not void main()\nint main() {}",
            "#ifdef ONLINE_JUDGE\nint main()\n#else\nvoid main()\n#endif",
        ] {
            assert_eq!(words(text.as_bytes()), [""; 0], "{text}");
        }
        assert_eq!(void_main(b"void\nmain(int c, char **v)"), Some((5, true)));
        assert_eq!(void_main(b"void main(void)"), Some((5, false)));
    }
}
