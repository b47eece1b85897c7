//! Commands as somebody would type them.
//!
//! Owns how arguments are told so that they can be copied. Invariant: a shell takes what is told for what was typed.

use super::args::Format;

/// `text` as one word of a shell's.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_./-+=,:@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// What was typed of it, with a blank before each argument.
pub(crate) fn typed(format: &Format) -> String {
    let words = format.words.as_deref().map(quoted);
    [
        ("as", format.profile.clone()),
        ("in", format.framing.map(|framing| framing.to_string())),
        ("rule", format.rule.map(|rule| rule.to_string())),
        ("words", words),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some(format!(" --{name} {}", value?)))
    .collect()
}
