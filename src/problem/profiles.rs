//! The table of problems.
//!
//! Owns every fact about a problem; the statements are told in the project's own words. Invariant:
//! names are unique, lower-case ASCII, and stay what they are.

use super::{Answer, Framing, Game, HotCold, Limits, Profile};
use crate::game::Rule;

const fn words(hot: &'static str, cold: &'static str) -> HotCold {
    HotCold { hot, cold }
}

const fn piles_to(pile: &'static str) -> Limits {
    Limits {
        pile,
        records: None,
        piles: None,
        ascending: false,
    }
}

const WYTHOFF: Game = Game::Wythoff(Rule::Normal);
const DIGITS: HotCold = words("1", "0");
const E6: &str = "1000000";
const E9: &str = "1000000000";
const E18: &str = "1000000000000000000";
const I32: &str = "2147483647";
const U64: &str = "18446744073709551615";
const E100: &str = "10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000";

/// The problems, in the order in which they are listed to users.
pub const PROFILES: &[Profile] = &[
    Profile {
        name: "poj1067",
        title: "Taking Stones",
        title_zh: "取石子游戏",
        asks: "Two piles, Wythoff's rules: does the first player win?",
        asks_zh: "两堆石子，威佐夫规则：先手是否必胜？",
        framing: Framing::Eof,
        game: WYTHOFF,
        answer: Answer::Word,
        words: DIGITS,
        limits: piles_to(E9),
        sample: ("2 1\n8 4\n4 7\n", "0\n1\n0\n"),
    },
    Profile {
        name: "hdu1527",
        title: "Taking Stones",
        title_zh: "取石子游戏",
        asks: "The same as poj1067.",
        asks_zh: "与 poj1067 相同。",
        framing: Framing::Eof,
        game: WYTHOFF,
        answer: Answer::Word,
        words: DIGITS,
        limits: piles_to(E9),
        sample: ("2 1\n8 4\n4 7\n", "0\n1\n0\n"),
    },
    Profile {
        name: "luogu-p2252",
        title: "Wythoff's Game (template)",
        title_zh: "【模板】威佐夫博弈",
        asks: "A single position: does the first player win?",
        asks_zh: "只有一个局面：先手是否必胜？",
        framing: Framing::One,
        game: WYTHOFF,
        answer: Answer::Word,
        words: DIGITS,
        limits: piles_to(E9),
        sample: ("8 4\n", "1\n"),
    },
    Profile {
        name: "51nod1072",
        title: "Wythoff's Game",
        title_zh: "威佐夫游戏",
        asks: "A is to move first: who wins, A or B?",
        asks_zh: "A 先手，谁会获胜？",
        framing: Framing::Count,
        game: WYTHOFF,
        answer: Answer::Word,
        words: words("A", "B"),
        limits: Limits {
            pile: "2000000",
            records: Some(10_000),
            piles: None,
            ascending: false,
        },
        sample: ("3\n3 5\n3 4\n1 9\n", "B\nA\nA\n"),
    },
    Profile {
        name: "51nod1185",
        title: "Wythoff's Game V2",
        title_zh: "威佐夫游戏 V2",
        asks: "As 51nod1072, with piles up to 10^18.",
        asks_zh: "同 51nod1072，石子数到 10^18。",
        framing: Framing::Count,
        game: WYTHOFF,
        answer: Answer::Word,
        words: words("A", "B"),
        limits: Limits {
            pile: E18,
            records: Some(10_000),
            piles: None,
            ascending: false,
        },
        sample: ("3\n3 5\n3 4\n1 9\n", "B\nA\nA\n"),
    },
    Profile {
        name: "hdu5973",
        title: "Game of Taking Stones",
        title_zh: "取石子游戏（大数）",
        asks: "As poj1067, with piles up to 10^100.",
        asks_zh: "同 poj1067，石子数到 10^100。",
        framing: Framing::Eof,
        game: WYTHOFF,
        answer: Answer::Word,
        words: DIGITS,
        limits: piles_to(E100),
        sample: ("2 1\n8 4\n4 7\n", "0\n1\n0\n"),
    },
    Profile {
        name: "hdu2177",
        title: "The Stone Game",
        title_zh: "取（2堆）石子游戏",
        asks: "Does the first player win, and to which positions must the first move lead?",
        asks_zh: "先手是否必胜？若必胜，第一步可取成哪些局面？",
        framing: Framing::Zero,
        game: WYTHOFF,
        answer: Answer::Moves,
        words: DIGITS,
        limits: Limits {
            ascending: true,
            ..piles_to(E6)
        },
        sample: (
            "1 2\n5 8\n4 7\n2 2\n0 0\n",
            "0\n1\n4 7\n3 5\n0\n1\n0 0\n1 2\n",
        ),
    },
    Profile {
        name: "luogu-p2197",
        title: "Nim (template)",
        title_zh: "【模板】Nim 游戏",
        asks: "Several piles, Nim: does the first player win?",
        asks_zh: "若干堆石子，Nim 游戏：先手是否必胜？",
        framing: Framing::Count,
        game: Game::Nim,
        answer: Answer::Word,
        words: words("Yes", "No"),
        limits: Limits {
            pile: I32,
            records: Some(10),
            piles: Some(10_000),
            ascending: false,
        },
        sample: ("2\n2\n1 1\n2\n1 0\n", "No\nYes\n"),
    },
    Profile {
        name: "hdu1849",
        title: "Rabbit and Grass",
        title_zh: "Rabbit and Grass",
        asks: "Pieces on a line that only move left, Nim in disguise: who wins?",
        asks_zh: "棋子只能左移（即 Nim）：谁会获胜？",
        framing: Framing::Zero,
        game: Game::Nim,
        answer: Answer::Word,
        words: words("Rabbit Win!", "Grass Win!"),
        limits: Limits {
            pile: I32,
            records: None,
            piles: Some(1000),
            ascending: false,
        },
        sample: ("2\n3 5\n3\n3 5 6\n0\n", "Rabbit Win!\nGrass Win!\n"),
    },
    Profile {
        name: "hdu1850",
        title: "Being a Good Boy in Spring Festival",
        title_zh: "Being a Good Boy in Spring Festival",
        asks: "Nim: how many first moves win?",
        asks_zh: "Nim：先手第一步有多少种必胜取法？",
        framing: Framing::Zero,
        game: Game::Nim,
        answer: Answer::MoveCount,
        words: DIGITS,
        limits: Limits {
            pile: I32,
            records: None,
            piles: Some(100),
            ascending: false,
        },
        sample: ("3\n5 7 9\n0\n", "1\n"),
    },
    Profile {
        name: "hdu2176",
        title: "The Stone Game (m piles)",
        title_zh: "取（m堆）石子游戏",
        asks: "Nim: does the first player win, and which pile may become what?",
        asks_zh: "Nim：先手是否必胜？若必胜，哪一堆可取成多少？",
        framing: Framing::Zero,
        game: Game::Nim,
        answer: Answer::Moves,
        words: words("Yes", "No"),
        limits: Limits {
            pile: I32,
            records: None,
            piles: Some(200_000),
            ascending: false,
        },
        sample: (
            "2\n45 45\n3\n3 6 9\n5\n5 7 8 9 10\n0\n",
            "No\nYes\n9 5\nYes\n8 1\n9 0\n10 3\n",
        ),
    },
    Profile {
        name: "poj2975",
        title: "Nim",
        title_zh: "Nim（必胜取法数）",
        asks: "Nim: how many first moves win?",
        asks_zh: "Nim：先手第一步有多少种必胜取法？",
        framing: Framing::Zero,
        game: Game::Nim,
        answer: Answer::MoveCount,
        words: DIGITS,
        limits: Limits {
            pile: E9,
            records: None,
            piles: Some(1000),
            ascending: false,
        },
        sample: ("3\n7 11 13\n0\n", "3\n"),
    },
    Profile {
        name: "uva11249",
        title: "Game",
        title_zh: "广义威佐夫博弈",
        asks: "Wythoff, but two takes may differ by at most K: is each of Q positions won?",
        asks_zh: "威佐夫博弈，两堆所取之差可至 K：Q 个局面先手是否必胜？",
        framing: Framing::Count,
        game: Game::AtMostApart,
        answer: Answer::Word,
        words: words("WINNING", "LOSING"),
        limits: piles_to(U64),
        sample: ("1\n0 3\n1 2\n3 3\n5 3\n", "LOSING\nWINNING\nLOSING\n\n"),
    },
    Profile {
        name: "haut1297",
        title: "Return of the Nim",
        title_zh: "Return of the Nim",
        asks: "Two piles are played by Wythoff's rules, any other number is Nim: who wins?",
        asks_zh: "两堆用威佐夫规则，否则为 Nim：谁会获胜？",
        framing: Framing::Count,
        game: Game::ReturnOfTheNim,
        answer: Answer::Word,
        words: words("Sherlock", "Watson"),
        limits: piles_to(I32),
        sample: ("2\n3\n2 3 2\n2\n2 1\n", "Sherlock\nWatson\n"),
    },
];
