//! The texts that the program prints for people, in English or in Chinese: `t!("{n} cases", n)`. zh.po has the Chinese texts;
//! `wythoff-explain` has its own.
//!
//! JSON, error messages and text for other programs are not translated.

use super::options::early_value;
use super::process::user_locale;
use std::ffi::OsString;
use std::sync::OnceLock;
use unicode_width::UnicodeWidthStr as _;
use wythoff_explain::Catalogue;
pub(crate) use wythoff_explain::Lang;

pub(crate) static CHINESE: Catalogue = Catalogue::new(include_str!("zh.po"));

/// The values of `--lang`.
pub(crate) const LANGS: [&str; 2] = ["en", "zh"];

static LANG: OnceLock<Lang> = OnceLock::new();

/// A sentence in the language of the program, or `in` another language. Its form is described at [`wythoff_explain::text!`].
macro_rules! t {
    (in $lang:expr; $($rest:tt)*) => {
        wythoff_explain::text!($crate::messages::CHINESE, $lang; $($rest)*)
    };
    ($($rest:tt)*) => {
        $crate::messages::t!(in $crate::messages::lang(); $($rest)*)
    };
}
pub(crate) use t;

/// Chooses the language by `--lang` in `args`, or else by the environment. `--lang` is read before clap reads the arguments,
/// because clap's help has a language, too.
pub(crate) fn choose(args: &[OsString]) {
    // A value that is not Unicode counts as set.
    let variable = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into());
    let lang = match early_value(args, "--lang", &LANGS) {
        Some("en") => Lang::En,
        Some("zh") => Lang::Zh,
        _ => of_environment(variable, user_locale),
    };
    let _ = LANG.set(lang);
}

/// The language of messages. As in POSIX, the first variable that is set and not empty decides. If no variable is set, the
/// user's settings decide.
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
    if is_chinese && ["utf-8", "utf8"].contains(&encoding.to_ascii_lowercase().as_str()) {
        Lang::Zh
    } else {
        Lang::En
    }
}

pub(crate) fn lang() -> Lang {
    LANG.get().copied().unwrap_or(Lang::En)
}

pub(crate) fn cases(n: u64) -> String {
    match n {
        1 => t!("1 case"),
        _ => t!("{n} cases", n),
    }
}

pub(crate) fn batches(n: u64) -> String {
    match n {
        1 => t!("1 batch"),
        _ => t!("{n} batches", n),
    }
}

/// `text`, padded with blanks to at least `columns` columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(text.width());
    text.to_owned() + &" ".repeat(missing)
}

#[cfg(test)]
mod tests;
