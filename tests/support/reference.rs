//! The answers to pairs, computed by a method that the crate does not use.

/// Whether the player to move loses, for piles below 2^64. With d the difference and a the
/// smaller pile, a = floor(d * phi) iff a^2 - a*d - d^2 is below 0 at a and above 0 at a + 1.
pub(crate) fn reference_is_cold(a: u128, b: u128) -> bool {
    assert!(a >> 64 == 0 && b >> 64 == 0, "the squares would overflow");
    let d = a.abs_diff(b);
    let a = a.min(b);
    if d == 0 {
        return a == 0;
    }
    a >= d && a * (a - d) < d * d && d * d < (a + 1) * (a + 1 - d)
}

/// The answers with `--invalid mark`, computed by a simple method. Every pile is below 2^64.
pub(crate) fn reference_marked(input: &[u8]) -> Vec<u8> {
    let mut answers = Vec::new();
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    for line in input.split(|&c| c == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut fields = line
            .split(|&c| c == b' ' || c == b'\t')
            .filter(|field| !field.is_empty());
        answers.push(match (fields.next(), fields.next(), fields.next()) {
            (None, _, _) => continue,
            (Some(a), Some(b), None) => match (pile(a), pile(b)) {
                (Some(a), Some(b)) => b'1' - u8::from(reference_is_cold(a, b)),
                _ => b'?',
            },
            _ => b'?',
        });
        answers.push(b'\n');
    }
    answers
}

/// The answers to an input without a fault.
#[track_caller]
pub(crate) fn reference(input: &[u8]) -> Vec<u8> {
    let answers = reference_marked(input);
    assert!(!answers.contains(&b'?'), "this input has no faults");
    answers
}

fn pile(field: &[u8]) -> Option<u128> {
    // `str::parse` takes a leading `+`; the grammar doesn't.
    if !field.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(field).ok()?.parse().ok()
}
