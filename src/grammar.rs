//! What all who look at the bytes of an input agree on.
//!
//! Owns the few things that input and parser, who don't know each other, must both know: what is before the first
//! line, what separates numbers, and how long a line may be. It refuses to read anything.

/// A byte order mark, accepted at byte 0 of an input.
pub const BOM: &[u8] = b"\xef\xbb\xbf";

/// The longest line in bytes, without its end, and the most digits of a number: memory stays bounded whatever the
/// input is.
pub const MAX_LINE: usize = 1 << 20;

/// What should have stood in the place of a longer line.
pub(crate) const A_LINE: &str = "a line of at most 1048576 bytes";
/// What should have stood in the place of a longer number.
pub(crate) const A_NUMBER: &str = "a number of at most 1048576 digits";

/// Whether `c` separates numbers: what C's `isspace` takes, which is one more (the vertical tab) than
/// `u8::is_ascii_whitespace`.
#[inline]
pub fn is_space(c: u8) -> bool {
    matches!(c, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_limit() {
        assert_eq!(A_LINE, format!("a line of at most {MAX_LINE} bytes"));
        assert_eq!(A_NUMBER, format!("a number of at most {MAX_LINE} digits"));
    }
}
