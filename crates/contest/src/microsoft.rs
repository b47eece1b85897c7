//! Sources in C and C++ for the compilers and the runtime of Microsoft, which some judges have.
//!
//! In: the bytes of a source, in any encoding. Out: a text that GCC takes, with the same lines; or the words that GCC does not
//! take.

use memchr::memmem;
use wythoff::Profile;

/// The lines before a source that make GCC take these words.
const HEAD: &str = include_str!("microsoft.h");

/// The words that [`HEAD`] defines or declares.
const WORDS: [&str; 4] = ["__int64", "_int64", "_getch", "gets"];

/// A header that GCC does not have. Solutions include it to wait for a key.
const CONIO: &str = "<conio.h>";

/// Whether the judge of `profile` has compilers of Microsoft or for Windows for C and C++, according to its FAQ.
pub fn has_microsoft_compilers(profile: &Profile) -> bool {
    let judges = ["poj", "hdu"];
    judges.iter().any(|judge| profile.name.starts_with(judge))
}

/// The words in `text` that GCC does not take.
pub(super) fn words(text: &[u8]) -> Vec<&'static str> {
    let words = WORDS.map(|word| (word, places(text, word).next().is_some()));
    let rest = [
        ("%I64d", formats(text).next().is_some()),
        ("void main", void_main(text).is_some()),
        (CONIO, memmem::find(text, CONIO.as_bytes()).is_some()),
    ];
    let all = words.into_iter().chain(rest);
    all.filter_map(|(word, is_there)| is_there.then_some(word))
        .collect()
}

/// The bytes of the stack that the text requests from the linker of Microsoft: `#pragma comment(linker, "/STACK:102400000")`.
pub(super) fn stack(text: &[u8]) -> Option<u64> {
    let at = memmem::find(text, b"/STACK:")? + "/STACK:".len();
    let digits = text[at..].split(|c| !c.is_ascii_digit()).next()?;
    str::from_utf8(digits).ok()?.parse().ok()
}

/// The same program for GCC. `name` is the name of the file in the compiler's messages.
pub(super) fn for_gcc(text: &[u8], name: &str) -> Vec<u8> {
    let (mut head, mut tail) = (HEAD.to_owned(), "");
    let mut text = text.to_vec();
    let formats: Vec<_> = formats(&text).collect();
    for at in formats.into_iter().rev() {
        text.splice(at..at + "I64".len(), *b"ll");
    }
    if let Some(at) = memmem::find(&text, CONIO.as_bytes()) {
        text.splice(at..at + CONIO.len(), *b"<stdio.h>");
        head += "#define getch getchar\n";
    }
    if let Some((main, has_parameters)) = void_main(&text) {
        text.splice(main..main, *b"void_");
        tail = if has_parameters {
            "\nint main(int argc, char **argv) { void_main(argc, argv); return 0; }\n"
        } else {
            "\nint main(void) { void_main(); return 0; }\n"
        };
    }
    head += &format!("#line 1 \"{}\"\n", name.escape_default());
    [head.as_bytes(), &text, tail.as_bytes()].concat()
}

/// The offsets of `word` in `text`, not as a part of a longer name.
fn places(text: &[u8], word: &'static str) -> impl Iterator<Item = usize> {
    let is_part = |c: Option<&u8>| c.is_some_and(|&c| c == b'_' || c.is_ascii_alphanumeric());
    memmem::find_iter(text, word)
        .filter(move |&at| !is_part(text[..at].last()) && !is_part(text.get(at + word.len())))
}

/// The offsets of `I64` in formats such as `%I64d` and `%-20I64u`.
fn formats(text: &[u8]) -> impl Iterator<Item = usize> {
    memmem::find_iter(text, "I64").filter(|&at| {
        let is_width = |c: &&u8| c.is_ascii_digit() || **c == b'-';
        let before = text[..at].iter().rev().find(|c| !is_width(c));
        let letter = text.get(at + 3).is_some_and(|c| b"dioxXu".contains(c));
        before == Some(&b'%') && letter
    })
}

/// The offset of `main` in `void main`, and whether it has parameters. `None` if the text also has `int main`, because then
/// `void main` is in a comment, or in a part that GCC skips.
fn void_main(text: &[u8]) -> Option<(usize, bool)> {
    let mut found = None;
    for at in places(text, "main") {
        let before = text[..at].trim_ascii_end();
        let after = text[at + "main".len()..].trim_ascii_start();
        let Some(parameters) = after.strip_prefix(b"(") else {
            continue;
        };
        let is_word = before.len() < at;
        if is_word && before.ends_with(b"int") {
            return None;
        }
        if is_word && before.ends_with(b"void") {
            let parameters = parameters.trim_ascii_start();
            let are_none = parameters.starts_with(b")") || parameters.starts_with(b"void");
            found = found.or(Some((at, !are_none)));
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
        let head = format!("{HEAD}#define getch getchar\n#line 1 \"a\\\".c\"\n");
        let rest = made.strip_prefix(head.as_bytes()).unwrap();
        let expected = b"#include <stdio.h>\n/*\xd6\xd0*/\nvoid  void_main ( ) {\n  unsigned __int64 a;\n  scanf(\"%lld%20llu\", &a);\n}\nint main(void) { void_main(); return 0; }\n";
        assert_eq!(rest, expected, "{}", String::from_utf8_lossy(rest));
    }

    #[test]
    fn the_stack_that_a_source_asks_for() {
        let text = b"#pragma comment(linker, \"/STACK:102400000,102400000\")";
        assert_eq!(stack(text), Some(102_400_000));
        assert_eq!(stack(b"/STACK:x"), None);
        assert_eq!(stack(b"a STACK:1"), None);
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
