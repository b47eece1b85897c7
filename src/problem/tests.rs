use super::*;
use crate::error::ErrorKind;
use crate::game::nim::NimRule;
use crate::problem::AnswerFormat;

#[test]
fn names_are_unique_and_plain() {
    for (i, profile) in PROFILES.iter().enumerate() {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(profile.name.chars().all(plain), "{}", profile.name);
        assert!(PROFILES[..i].iter().all(|other| other.name != profile.name));
        assert!(std::ptr::eq(super::profile(profile.name).unwrap(), profile));
    }
    assert_eq!(profile("POJ 1067").unwrap().name, "poj1067");
    assert_eq!(profile("luogu_P2252").unwrap().name, "luogu-p2252");
    let error = profile("poj1\n").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Argument(_)));
    assert!(
        error
            .to_string()
            .contains(r"`poj1\n`; the profiles are poj1067, hdu1527")
    );
}

#[test]
fn the_judge_may_be_left_out_where_one_profile_has_the_number() {
    for pair in "p2252=luogu-p2252 P2252=luogu-p2252 2252=luogu-p2252 1067=poj1067 11249=uva11249"
        .split(' ')
    {
        let (short, name) = pair.split_once('=').unwrap();
        assert_eq!(profile(short).unwrap().name, name);
    }
    for short in [
        "", "067", "249", "j1067", "nod1072", "poj", "52", "luogu", "-",
    ] {
        assert!(profile(short).is_err(), "{short}");
    }
}

#[test]
fn a_profile_is_its_problem() {
    for profile in PROFILES.iter() {
        assert_eq!(profile.problem.name.as_deref(), Some(profile.name));
        let max = profile.problem.limits.max_pile.clone();
        assert_eq!(max, Some(profile.problem.max_pile()), "{}", profile.name);
        Comparison::new(&profile.problem, None).unwrap();
    }
}

#[test]
fn no_limit_is_impossible() {
    let mut problem = Problem::default();
    problem.limits.max_pile = Some(0_u32.into());
    assert_eq!(problem.max_pile(), 1_u32.into());
    let beyond = BigUint::from(u64::MAX) + 1_u32;
    problem.limits.max_pile = Some(beyond.clone());
    assert_eq!(problem.max_pile(), beyond);
    problem.game = Game::Nim(NimRule::Normal);
    assert_eq!(problem.max_pile(), u64::MAX.into());
}

#[test]
fn zero_ends_every_game_of_cases() {
    let others = PROFILES
        .iter()
        .filter(|profile| !profile.problem.is_pairs());
    for profile in others {
        let mut problem = profile.problem.clone();
        problem.framing = Framing::Zero;
        problem.limits = Limits::default();
        let (mut cases, mut out) = (CaseReader::new(problem), Vec::new());
        // A case of one position, then the end.
        let numbers: &[u64] = match profile.problem.game {
            Game::BoundedDifference => &[0, 1, 1, 2, 0, 0],
            _ => &[2, 3, 3, 0],
        };
        for (i, &number) in numbers.iter().enumerate() {
            assert!(!cases.has_ended(), "{} {i}", profile.name);
            cases.take(number, &mut out);
        }
        assert!(cases.has_ended(), "{}", profile.name);
        assert!(!out.is_empty());
    }
}

/// Nim accepts the misere rule, and refuses other rules.
#[test]
fn the_rule_of_a_problem_of_nim() {
    let with = |name, rule| Problem::from_options(Some(name), None, Some(rule), None);
    let misere = with("luogu-p2197", Rule::Misere).unwrap();
    for (piles, answer) in [
        (&[1_u64][..], "No\n"),
        (&[1, 1], "Yes\n"),
        (&[2, 2], "No\n"),
    ] {
        let case = Case::new(piles.iter().copied());
        assert_eq!(misere.answer(&case), answer.as_bytes(), "{piles:?}");
    }
    let r = std::num::NonZeroU64::MIN;
    assert!(with("luogu-p2197", Rule::Generalised(r)).is_err());
    assert!(with("haut1297", Rule::Misere).is_err());
    assert!(with("luogu-p2197", Rule::Normal).is_ok());
}

/// A case has the same answer if it is read number by number and if it is answered as a whole, in every format.
#[test]
fn cases_are_answered_alike_in_both_ways() {
    let formats = [
        AnswerFormat::Label,
        AnswerFormat::MoveCount,
        AnswerFormat::LabelAndMoves,
        AnswerFormat::Moves,
        AnswerFormat::Positions,
        AnswerFormat::Json,
    ];
    let games = [
        Game::Nim(NimRule::Normal),
        Game::Nim(NimRule::Misere),
        Game::ReturnOfTheNim,
    ];
    for (game, format) in games.into_iter().flat_map(|g| formats.map(|f| (g, f))) {
        let problem = Problem {
            framing: Framing::Eof,
            game,
            answer_format: format,
            ..Problem::default()
        };
        for code in 0..4_u64.pow(3) {
            let piles = [code % 4, code / 4 % 4, code / 16];
            for count in (1..=3).filter(|&count| game.takes_piles(count as u64)) {
                let piles = &piles[..count];
                let mut reader = CaseReader::new(problem.clone());
                let mut out = Vec::new();
                reader.take(count as u64, &mut out);
                piles.iter().for_each(|&pile| {
                    reader.take(pile, &mut out);
                });
                let whole = problem.answer(&Case::new(piles.iter().copied()));
                assert_eq!(out, whole, "{game:?} {format:?} {piles:?}");
            }
        }
    }
}
