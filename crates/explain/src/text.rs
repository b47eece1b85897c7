//! English and Chinese, as with gettext: the source has the English sentences, and a catalogue (zh.po) the Chinese ones. English
//! needs no lookup, and the compiler checks its placeholders. Tests check the Chinese placeholders, and that each sentence has
//! exactly one Chinese text.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;
use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthStr as _;

/// The columns of the widest line of text for people.
pub const WIDTH: usize = 80;

/// A language of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// English.
    En,
    /// Chinese.
    Zh,
}

/// The Chinese texts of a crate: a PO file, which is parsed at the first lookup.
#[derive(Debug)]
pub struct Catalogue {
    po: &'static str,
    texts: OnceLock<HashMap<String, String>>,
}

impl Catalogue {
    /// The catalogue in the PO file `po`. If it has a syntax error, no text is found; a test must check this.
    pub const fn new(po: &'static str) -> Self {
        let texts = OnceLock::new();
        Self { po, texts }
    }

    /// The text in `lang`; `None` if it is the English text itself.
    pub fn translation(&self, lang: Lang, english: &str) -> Option<&str> {
        match lang {
            Lang::En => None,
            Lang::Zh => self.texts().get(english).map(String::as_str),
        }
    }

    /// The Chinese texts, by the English ones.
    pub fn texts(&self) -> &HashMap<String, String> {
        self.texts.get_or_init(|| {
            let catalogue = polib::po_file::parse_from_reader(self.po.as_bytes()).ok();
            let messages = catalogue.iter().flat_map(|catalogue| catalogue.messages());
            let text = |message: &dyn polib::message::MessageView| {
                let chinese = message.msgstr().ok()?;
                Some((message.msgid().to_owned(), chinese.to_owned()))
            };
            messages.filter_map(text).collect()
        })
    }
}

/// A sentence in a language, by a [`Catalogue`]: `text!(CATALOGUE, lang; "{n} cases", n)`. The English text is a literal. A placeholder
/// is a name in braces, without a format; an argument is a name, or a name and a value: `n = 1 + 1`.
#[macro_export]
macro_rules! text {
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
    ($catalogue:expr, $lang:expr; $text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        match $catalogue.translation($lang, $text) {
            None => format!($text $(, $name = $crate::text!(@value $name $(= $value)?))*),
            Some(_text) => $crate::filled(
                _text,
                &[$((stringify!($name), &$crate::text!(@value $name $(= $value)?))),*],
            ),
        }
    };
}

pub(crate) static CHINESE: Catalogue = Catalogue::new(include_str!("zh.po"));

/// A sentence of this crate: `t!(in lang; "{n} zeros", n)`.
macro_rules! t {
    (in $lang:expr; $($rest:tt)*) => {
        $crate::text!($crate::text::CHINESE, $lang; $($rest)*)
    };
}
pub(crate) use t;

/// `text` with the values in place of their names in braces.
#[doc(hidden)]
pub fn filled(text: &str, values: &[(&str, &dyn Display)]) -> String {
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

/// Sentences on one line, without the empty ones.
pub(crate) fn joined(sentences: &[String], lang: Lang) -> String {
    let blank = match lang {
        Lang::En => " ",
        Lang::Zh => "",
    };
    let sentences = sentences.iter().filter(|text| !text.is_empty());
    sentences.cloned().collect::<Vec<_>>().join(blank)
}

/// `text` in lines of at most `columns` columns, broken at blanks and between Chinese characters. A longer word has a line of its
/// own. All lines except the first begin with `indent` blanks.
pub fn wrapped(text: &str, columns: usize, indent: usize) -> Vec<String> {
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

/// Whether a line may end at `at`, where Unicode allows a break: at a blank, or beside a Chinese character outside of a note such as
/// `[默认：2]`. Breaks at hyphens and slashes would cut file names.
fn is_break(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    if before.ends_with(' ') {
        return true;
    }
    let is_in_note = before.rfind('[') > before.rfind(']');
    !is_in_note
        && (before.ends_with(|c: char| !c.is_ascii()) || after.starts_with(|c: char| !c.is_ascii()))
}
