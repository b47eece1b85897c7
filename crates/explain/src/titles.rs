//! The titles of the judges' problems, and what they ask.

use crate::text::{CHINESE, Lang};
use wythoff::Profile;

/// The title of the problem.
pub fn title(profile: &Profile, lang: Lang) -> &'static str {
    translated(profile.title, lang)
}

/// The question of the problem, in a sentence.
pub fn asks(profile: &Profile, lang: Lang) -> &'static str {
    translated(profile.asks, lang)
}

fn translated(english: &'static str, lang: Lang) -> &'static str {
    CHINESE.translation(lang, english).unwrap_or(english)
}
