//! The lexical rules of an input that the reader and the parser share: byte order mark, blanks, longest line.

/// A byte order mark. It is accepted at byte 0 of an input.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";

/// The length of the longest line in bytes, without its end, and the largest number of digits. It bounds the memory that an
/// input can take.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// The text of what a message expects in place of a longer line.
pub(crate) const A_LINE: &str = "a line of at most 1048576 bytes";
/// The text of what a message expects in place of a longer number.
pub(crate) const A_NUMBER: &str = "a number of at most 1048576 digits";

/// Whether `c` separates numbers: the bytes for which C's `isspace` is true. `u8::is_ascii_whitespace` lacks the vertical tab.
#[inline]
pub(crate) fn is_space(c: u8) -> bool {
    matches!(c, b' ' | b'\t'..=b'\r')
}

pub(crate) fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&c| is_space(c))
        .filter(|token| !token.is_empty())
}

/// Whether two texts have the same tokens: only blanks differ.
pub(crate) fn same_tokens(a: &[u8], b: &[u8]) -> bool {
    tokens(a).eq(tokens(b))
}
