//! The texts that the program prints for people, in English or in Chinese.
//!
//! The source holds the English sentence, and zh.po the Chinese text of each, as with gettext: `t!("{n} cases", n)`. English
//! looks nothing up, and its placeholders are checked by the compiler. The tests check those of the Chinese texts, and that
//! there is exactly one for each sentence.
//!
//! Not translated: JSON, error messages, and what other programs read.

use super::args::{Lang, early_value};
use super::process::user_locale;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::Display;
use std::sync::OnceLock;
use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthStr as _;

/// The Chinese texts.
const CATALOGUE: &str = include_str!("zh.po");

/// The widest line of a text for people, in columns.
pub(crate) const WIDTH: usize = 80;

static LANG: OnceLock<Lang> = OnceLock::new();

/// A sentence in the language of the program, or `in` another language. The text is a literal. A placeholder is a name in
/// braces, without a format.
macro_rules! t {
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
    (in $lang:expr; $text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        match $crate::messages::translation($lang, $text) {
            None => format!($text $(, $name = $crate::messages::t!(@value $name $(= $value)?))*),
            Some(_text) => $crate::messages::filled(
                _text,
                &[$((stringify!($name), &$crate::messages::t!(@value $name $(= $value)?))),*],
            ),
        }
    };
    ($text:literal $($rest:tt)*) => {
        $crate::messages::t!(in $crate::messages::lang(); $text $($rest)*)
    };
}
pub(crate) use t;

/// Chooses the language: that of `--lang` in `args`, else that of the environment. `--lang` is read before clap reads the
/// arguments, because clap's help has a language, too.
pub(crate) fn choose(args: &[OsString]) {
    let chosen = early_value(args, "--lang");
    let lang = chosen.unwrap_or_else(|| of_environment(environment, user_locale));
    let _ = LANG.set(lang);
}

/// A variable of the environment. One that is not Unicode is set, too.
fn environment(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

/// The language of messages. The first of the variables that is set and not empty decides it, as in POSIX; else the user's
/// settings do.
fn of_environment(
    variable: impl Fn(&str) -> Option<String>,
    settings: impl Fn() -> Option<String>,
) -> Lang {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    let locale = locale.or_else(settings).unwrap_or_default();
    let locale = locale.split('@').next().unwrap_or_default();
    let (place, encoding) = locale.split_once('.').unwrap_or((locale, "UTF-8"));
    let is_chinese = place.split(['_', '-']).next() == Some("zh");
    // The texts are UTF-8. A terminal with another encoding, such as GB18030, would show wrong characters.
    match is_chinese && ["utf-8", "utf8"].contains(&encoding.to_ascii_lowercase().as_str()) {
        true => Lang::Zh,
        false => Lang::En,
    }
}

/// The language of the program.
pub(crate) fn lang() -> Lang {
    LANG.get().copied().unwrap_or(Lang::En)
}

/// The text in `lang`; `None` if that is the English text itself.
pub(crate) fn translation(lang: Lang, english: &str) -> Option<&'static str> {
    match lang {
        Lang::En => None,
        Lang::Zh => catalogue().get(english).map(String::as_str),
    }
}

/// The Chinese text of each English one.
fn catalogue() -> &'static HashMap<String, String> {
    static TEXTS: OnceLock<HashMap<String, String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        // The tests read the catalogue too, so it has no syntax errors here.
        let catalogue = polib::po_file::parse_from_reader(CATALOGUE.as_bytes()).ok();
        let messages = catalogue.iter().flat_map(|catalogue| catalogue.messages());
        let text = |message: &dyn polib::message::MessageView| {
            Some((
                message.msgid().to_owned(),
                message.msgstr().ok()?.to_owned(),
            ))
        };
        messages.filter_map(text).collect()
    })
}

/// `text` with the values in place of their names in braces.
pub(crate) fn filled(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled += before;
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        if let Some((_, value)) = values.iter().find(|(other, _)| *other == name) {
            filled += &value.to_string();
        }
        rest = after;
    }
    filled + rest
}

/// A number of cases.
pub(crate) fn cases(n: u64) -> String {
    match n {
        1 => t!("1 case"),
        _ => t!("{n} cases", n),
    }
}

/// A number of batches.
pub(crate) fn batches(n: u64) -> String {
    match n {
        1 => t!("1 batch"),
        _ => t!("{n} batches", n),
    }
}

/// Sentences that follow each other on a line. Empty ones are left out.
pub(crate) fn joined(sentences: &[String]) -> String {
    let blank = match lang() {
        Lang::En => " ",
        Lang::Zh => "",
    };
    let sentences = sentences.iter().filter(|text| !text.is_empty());
    sentences.cloned().collect::<Vec<_>>().join(blank)
}

/// `text`, with blanks after it up to `columns` columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(text.width());
    text.to_owned() + &" ".repeat(missing)
}

/// `text` in lines of at most `columns` columns, broken at blanks and between Chinese characters. A line that can't be
/// broken may be longer. All lines except the first begin with `indent` blanks.
pub(crate) fn wrapped(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut start) = (String::new(), 0);
    let breaks = linebreaks(text).map(|(end, _)| end);
    for end in breaks.filter(|&end| end == text.len() || is_break(text, end)) {
        let piece = &text[start..end];
        if !line.is_empty() && line.width() + piece.trim_end().width() > columns {
            lines.push(line.trim_end().to_owned());
            line = " ".repeat(indent);
        }
        line += piece;
        start = end;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Whether a line may end at `at`, where Unicode allows a break. It may not end at hyphens and slashes, which occur in file
/// names. In a note such as `[默认：2]` it may end only at blanks.
fn is_break(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    if before.ends_with(' ') {
        return true;
    }
    let is_in_note = before.rfind('[') > before.rfind(']');
    !is_in_note
        && (before.ends_with(|c: char| !c.is_ascii()) || after.starts_with(|c: char| !c.is_ascii()))
}

#[cfg(test)]
pub(super) mod tests;
