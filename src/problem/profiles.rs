//! The problems of online judges, as data.
//!
//! The statements are summarised, not copied. Names are unique, in lower-case ASCII, and never change.

use super::labels::AnswerLabels;
use super::limits::Limits;
use super::{AnswerFormat, Framing, Game, MoveOrder, Problem};
use crate::error::{Error, Result};
use crate::game::Rule;
use crate::game::nim::NimRule;
use num_bigint::BigUint;
use std::num::NonZeroU64;
use std::sync::LazyLock;
use std::time::Duration;

/// A problem of an online judge.
#[derive(Debug)]
#[non_exhaustive]
pub struct Profile {
    /// Judge and number.
    pub name: &'static str,
    /// The title of the problem.
    pub title: &'static str,
    /// What the problem asks, in a sentence.
    pub asks: &'static str,
    /// The problem.
    pub problem: Problem,
    /// The judge's limit of CPU time for an input, if a public page gives it. A separate limit for Java is ignored.
    pub time: Option<Duration>,
    /// The judge's limit of memory, in bytes, if a public page gives it. A separate limit for Java is ignored.
    pub memory: Option<u64>,
    /// A sample input and its answers.
    pub sample: (&'static str, &'static str),
}

/// The profile with this name. Case, blanks and punctuation do not matter. The judge may be left out if only one profile has
/// this number: `p2252` and `2252` are `luogu-p2252`.
///
/// Errors: there is no such profile, or more than one; the message lists all names.
///
/// ```
/// assert_eq!(wythoff::profile("POJ 1067")?.name, "poj1067");
/// assert_eq!(wythoff::profile("1067")?.name, "poj1067");
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn profile(name: &str) -> Result<&'static Profile> {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let text = plain(name);
    let is_short = |profile: &&Profile| {
        let start = profile.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let without_judge = profile.name.rsplit('-').next();
        profile.name[start.len()..] == text || without_judge == Some(&text)
    };
    let mut short = PROFILES.iter().filter(is_short);
    let only_short = short.next().filter(|_| short.next().is_none());
    let whole = PROFILES.iter().find(|profile| plain(profile.name) == text);
    whole.or(only_short).ok_or_else(|| {
        let names: Vec<_> = PROFILES.iter().map(|profile| profile.name).collect();
        let (name, names) = (name.escape_debug(), names.join(", "));
        Error::argument(format!(
            "unknown profile `{name}`; the profiles are {names}"
        ))
    })
}

const WYTHOFF: Game = Game::Wythoff(Rule::Normal);
const NIM: Game = Game::Nim(NimRule::Normal);
const INT: u64 = i32::MAX as u64;
const E6: u64 = 1_000_000;
const E9: u64 = 1_000_000_000;

/// Limits from the smallest and the largest pile, the largest number of records, and the largest number of piles in a case. 0
/// is no limit.
fn limits(min_pile: u64, max_pile: impl Into<BigUint>, records: u64, piles: u64) -> Limits {
    Limits {
        min_pile,
        max_pile: Some(max_pile.into()),
        max_records: NonZeroU64::new(records),
        max_piles: NonZeroU64::new(piles),
        ..Limits::default()
    }
}

/// A problem whose answers are `1` and `0`.
fn problem(framing: Framing, game: Game, limits: Limits) -> Problem {
    Problem {
        framing,
        game,
        limits,
        ..Problem::default()
    }
}

const SECOND: Option<Duration> = Some(Duration::from_secs(1));

const fn kib(memory: u64) -> Option<u64> {
    Some(memory << 10)
}

impl Problem {
    /// The same problem with other labels than `1` and `0`.
    fn labelled(self, hot: &str, cold: &str) -> Self {
        Self {
            labels: AnswerLabels::new(hot, cold)
                .expect("the labels of profiles have at most 31 bytes"),
            ..self
        }
    }
}

/// The problems, in the order in which users see them.
pub static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    let mut profiles = table();
    for profile in &mut profiles {
        profile.problem.name = Some(profile.name.to_owned());
    }
    profiles
});

fn table() -> Vec<Profile> {
    vec![
        Profile {
            name: "poj1067",
            title: "Taking Stones",
            asks: "Two piles, Wythoff's rules: does the first player win?",
            // poj.org/problem?id=1067: not negative, at most 10^9; time and memory.
            problem: problem(Framing::Eof, WYTHOFF, limits(0, E9, 0, 0)),
            time: SECOND,
            memory: kib(10_000),
            sample: ("2 1\n8 4\n4 7\n", "0\n1\n0\n"),
        },
        Profile {
            name: "hdu1527",
            title: "Taking Stones",
            asks: "The same as poj1067.",
            // acm.hdu.edu.cn/showproblem.php?pid=1527: as poj1067.
            problem: problem(Framing::Eof, WYTHOFF, limits(0, E9, 0, 0)),
            // The statement, quoted at blog.csdn.net/qq_40507857 (29 July 2018); 2 s and 65 536 K for Java.
            time: SECOND,
            memory: kib(32_768),
            sample: ("2 1\n8 4\n4 7\n", "0\n1\n0\n"),
        },
        Profile {
            name: "luogu-p2252",
            title: "Wythoff's Game (template)",
            asks: "A single position: does the first player win?",
            // www.luogu.com.cn/problem/P2252: at most 10^9; it gives no lower limit.
            problem: problem(Framing::One, WYTHOFF, limits(0, E9, 0, 0)),
            time: None,
            memory: None,
            sample: ("8 4\n", "1\n"),
        },
        Profile {
            name: "51nod1072",
            title: "Wythoff's Game",
            asks: "A moves first: who wins, A or B?",
            // Problem 1072 of 51Nod, quoted at blog.csdn.net/wang_123_zy/article/details/80316386: 1 <= T <= 10 000,
            // 1 <= N <= 2 000 000.
            problem: problem(Framing::Count, WYTHOFF, limits(1, 2 * E6, 10_000, 0))
                .labelled("A", "B"),
            // The statement, quoted at leflacon.github.io/2018/09/18.
            time: SECOND,
            memory: kib(131_072),
            sample: ("3\n3 5\n3 4\n1 9\n", "B\nA\nA\n"),
        },
        Profile {
            name: "51nod1185",
            title: "Wythoff's Game V2",
            asks: "As 51nod1072, with piles up to 10^18.",
            // Problem 1185 of 51Nod, quoted at hzu-zuoxiong.gitbooks.io/my_algorithm_training (wei-zuo-fu-you-xi-v2):
            // 1 <= T <= 10 000, 1 <= N <= 10^18.
            problem: problem(Framing::Count, WYTHOFF, limits(1, E9 * E9, 10_000, 0))
                .labelled("A", "B"),
            // The statement, quoted at leflacon.github.io/2018/08/22.
            time: SECOND,
            memory: kib(131_072),
            sample: ("3\n3 5\n3 4\n1 9\n", "B\nA\nA\n"),
        },
        Profile {
            name: "hdu5973",
            title: "Game of Taking Stones",
            asks: "As poj1067, with piles up to 10^100.",
            // acm.hdu.edu.cn/showproblem.php?pid=5973, quoted at 796t.com/content/1536177389.html: not negative, at most
            // 10^100.
            problem: problem(
                Framing::Eof,
                WYTHOFF,
                limits(0, BigUint::from(10_u32).pow(100), 0, 0),
            ),
            // The statement, quoted at leflacon.github.io/2018/09/09; 2 s for Java.
            time: SECOND,
            memory: kib(65_536),
            sample: ("2 1\n8 4\n4 7\n", "0\n1\n0\n"),
        },
        Profile {
            name: "hdu2177",
            title: "The Stone Game",
            asks: "Does the first player win, and to which positions must the first move lead?",
            problem: Problem {
                answer_format: AnswerFormat::LabelAndMoves,
                // According to the statement, if a move from both piles and a move from one pile win, the position after the
                // move from both is printed first. The statement defines no other order. It does not say whether a position to
                // which two moves lead is printed once or twice; many programs print it twice. So the first position is fixed,
                // and the others are a set.
                move_order: MoveOrder::DiagonalFirst,
                // acm.hdu.edu.cn/showproblem.php?pid=2177: not negative, at most 10^6, a <= b.
                limits: Limits {
                    smaller_first: true,
                    ..limits(0, E6, 0, 0)
                },
                ..problem(Framing::Zero, WYTHOFF, Limits::default())
            },
            // The statement, quoted at blog.csdn.net/qq_40507857 (29 July 2018); 3 s for Java.
            time: SECOND,
            memory: kib(32_768),
            sample: (
                "1 2\n5 8\n4 7\n2 2\n0 0\n",
                "0\n1\n4 7\n3 5\n0\n1\n0 0\n1 2\n",
            ),
        },
        Profile {
            name: "luogu-p2197",
            title: "Nim (template)",
            asks: "Several piles, Nim: does the first player win?",
            // www.luogu.com.cn/problem/P2197: T <= 10, n <= 10^4, piles below 10^4; the sample has an empty one.
            problem: problem(Framing::Count, NIM, limits(0, 9999_u64, 10, 10_000))
                .labelled("Yes", "No"),
            time: None,
            memory: None,
            sample: ("2\n2\n1 1\n2\n1 0\n", "No\nYes\n"),
        },
        Profile {
            name: "hdu1849",
            title: "Rabbit and Grass",
            asks: "Pieces on a line that move only to the left, which is Nim: who wins?",
            // acm.hdu.edu.cn/showproblem.php?pid=1849: m <= 1000, 0 <= Ki <= 1000; time and memory.
            problem: problem(Framing::Zero, NIM, limits(0, 1000_u64, 0, 1000))
                .labelled("Rabbit Win!", "Grass Win!"),
            time: SECOND,
            memory: kib(32_768),
            sample: ("2\n3 5\n3\n3 5 6\n0\n", "Rabbit Win!\nGrass Win!\n"),
        },
        Profile {
            name: "hdu1850",
            title: "Being a Good Boy in Spring Festival",
            asks: "Nim: how many first moves win?",
            problem: Problem {
                answer_format: AnswerFormat::MoveCount,
                // acm.hdu.edu.cn/showproblem.php?pid=1850: 1 < M <= 100, 1 <= Ni <= 1 000 000; time and memory.
                limits: Limits {
                    min_piles: 2,
                    ..limits(1, E6, 0, 100)
                },
                ..problem(Framing::Zero, NIM, Limits::default())
            },
            time: SECOND,
            memory: kib(32_768),
            sample: ("3\n5 7 9\n0\n", "1\n"),
        },
        Profile {
            name: "hdu2176",
            title: "The Stone Game (m piles)",
            asks: "Nim: does the first player win, and by which moves?",
            problem: Problem {
                answer_format: AnswerFormat::LabelAndMoves,
                // The sample lists the piles in the order of the input, and the judge compares texts (it has no special judge).
                move_order: MoveOrder::AsListed,
                // acm.hdu.edu.cn/showproblem.php?pid=2176: m <= 200 000, positive piles; it gives no upper limit.
                ..problem(Framing::Zero, NIM, limits(1, INT, 0, 200_000))
            }
            .labelled("Yes", "No"),
            time: None,
            memory: None,
            sample: (
                "2\n45 45\n3\n3 6 9\n5\n5 7 8 9 10\n0\n",
                "No\nYes\n9 5\nYes\n8 1\n9 0\n10 3\n",
            ),
        },
        Profile {
            name: "poj2975",
            title: "Nim",
            asks: "Nim: how many first moves win?",
            problem: Problem {
                answer_format: AnswerFormat::MoveCount,
                // poj.org/problem?id=2975: 1 <= n <= 1000, 1 <= ki <= 10^9.
                ..problem(Framing::Zero, NIM, limits(1, E9, 0, 1000))
            },
            time: None,
            memory: None,
            sample: ("3\n7 11 13\n0\n", "3\n"),
        },
        Profile {
            name: "uva11249",
            title: "Game",
            asks: "Amounts from both piles may differ by up to K: who wins each of Q positions?",
            problem: Problem {
                // onlinejudge.org, problem 11249. We did not find its statement. Accepted programs have a table of the piles up
                // to 131 071, and keep K in an int.
                limits: Limits {
                    max_bound: Some(100_000),
                    ..limits(0, 100_000_u64, 0, 0)
                },
                ..problem(Framing::Count, Game::BoundedDifference, Limits::default())
            }
            .labelled("WINNING", "LOSING"),
            time: None,
            memory: None,
            sample: ("1\n0 3\n1 2\n3 3\n5 3\n", "LOSING\nWINNING\nLOSING\n\n"),
        },
        Profile {
            name: "haut1297",
            title: "Return of the Nim",
            asks: "A prime number of piles; take from one, or as many from each: who wins?",
            problem: Problem {
                // acm.haut.edu.cn/problem.php?id=1297, and SDUT 3893: 1 <= g <= 15, 2 <= n <= 30 and prime,
                // 1 <= piles <= 10^5; 1.000 S, 64 MB.
                limits: Limits {
                    min_piles: 2,
                    ..limits(1, 100_000_u64, 15, 30)
                },
                ..problem(Framing::Count, Game::ReturnOfTheNim, Limits::default())
            }
            .labelled("Sherlock", "Watson"),
            time: SECOND,
            memory: kib(64 << 10),
            sample: ("2\n3\n2 3 2\n2\n2 1\n", "Sherlock\nWatson\n"),
        },
    ]
}
