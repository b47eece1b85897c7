use super::*;
use crate::error::ErrorKind;

#[test]
fn names_are_unique_and_plain() {
    for (i, profile) in PROFILES.iter().enumerate() {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(profile.name.chars().all(plain), "{}", profile.name);
        assert!(PROFILES[..i].iter().all(|other| other.name != profile.name));
        assert_eq!(super::profile(profile.name).unwrap(), profile);
    }
    assert_eq!(profile("POJ 1067").unwrap().name, "poj1067");
    assert_eq!(profile("luogu_P2252").unwrap().name, "luogu-p2252");
    let error = profile("poj1\n").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Argument(_)));
    assert!(
        error
            .to_string()
            .contains(r"`poj1\n`; there are poj1067, hdu1527")
    );
}

#[test]
fn limits_are_numbers() {
    for profile in PROFILES {
        let pile = profile.limits.pile;
        assert!(pile.bytes().all(|c| c.is_ascii_digit()) && !pile.starts_with('0'));
        assert!(
            profile.is_pairs() || pile.parse::<u64>().is_ok(),
            "{}",
            profile.name
        );
    }
}

#[test]
fn beyond_compares_numbers_not_texts() {
    for (digits, limit, expected) in [
        ("9", "10", false),
        ("10", "10", false),
        ("11", "10", true),
        ("00000000010", "10", false),
        ("00000000011", "10", true),
        ("100", "99", true),
        ("0", "1", false),
        ("000", "1", false),
    ] {
        assert_eq!(
            beyond(digits.as_bytes(), limit),
            expected,
            "{digits} {limit}"
        );
    }
}

#[test]
fn zero_ends_every_game_of_cases() {
    use super::cases::Cases;
    for profile in PROFILES.iter().filter(|profile| !profile.is_pairs()) {
        let asked = Asked {
            framing: Framing::Zero,
            limits: None,
            ..profile.into()
        };
        let (mut cases, mut out) = (Cases::new(asked), Vec::new());
        // A case of one position, then the end.
        let numbers: &[u64] = match profile.game {
            Game::AtMostApart => &[0, 1, 1, 2, 0, 0],
            _ => &[2, 3, 3, 0],
        };
        for (i, &number) in numbers.iter().enumerate() {
            assert!(!cases.has_ended(), "{} {i}", profile.name);
            cases.number(number, &mut out);
        }
        assert!(cases.has_ended(), "{}", profile.name);
        assert!(!out.is_empty());
    }
}
