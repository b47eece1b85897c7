//! Answers compared with searches over small positions, and with exact square roots for large ones.

use super::*;

/// The profiles that the searches below answer, by what they print. Each list is what its search runs.
mod searched {
    pub(super) const DIGITS: &[&str] = &["poj1067", "hdu1527", "hdu5973"];
    pub(super) const PLAYERS: &[&str] = &["51nod1072", "51nod1185"];
    pub(super) const POSITIONS: &[&str] = &["hdu2177"];
    pub(super) const SINGLE: &[&str] = &["luogu-p2252"];
    pub(super) const NIM: &[&str] = &["hdu1849", "hdu1850", "hdu2176", "poj2975", "haut1297"];
    pub(super) const FEW_CASES: &[&str] = &["luogu-p2197"];
    pub(super) const APART: &[&str] = &["uva11249"];
}

#[test]
fn every_profile_is_searched() {
    use searched::{APART, DIGITS, FEW_CASES, NIM, PLAYERS, POSITIONS, SINGLE};
    let searched = [DIGITS, PLAYERS, POSITIONS, SINGLE, NIM, FEW_CASES, APART].concat();
    for name in profiles() {
        let is_searched = searched.contains(&name.as_str());
        assert!(is_searched, "no search answers {name}");
    }
}

/// Outcomes of positions of two piles, by [`cold_by_search`].
struct Two {
    cold: Vec<Vec<bool>>,
}

impl Two {
    fn search(limit: usize, apart: usize, last_taker: LastTaker) -> Self {
        let cold = cold_by_search(limit, apart, last_taker);
        Self { cold }
    }

    /// The positions after winning moves in the order of hdu2177: from both piles, from the larger pile, from the smaller
    /// pile; smaller pile first, each once.
    fn winning_positions(&self, a: usize, b: usize) -> Vec<(usize, usize)> {
        let (x, y) = (a.min(b), a.max(b));
        let mut found = Vec::new();
        let mut add = |(p, q): (usize, usize)| {
            let to = (p.min(q), p.max(q));
            if self.cold[p][q] && !found.contains(&to) {
                found.push(to);
            }
        };
        (1..=x).for_each(|take| add((x - take, y - take)));
        (1..=y).for_each(|take| add((x, y - take)));
        (1..=x).for_each(|take| add((x - take, y)));
        found
    }
}

fn text_of(piles: &[u64]) -> String {
    let piles: Vec<_> = piles.iter().map(u64::to_string).collect();
    format!("{}\n{}\n", piles.len(), piles.join(" "))
}

#[test]
fn pairs_against_a_search() {
    const LIMIT: usize = 60;
    let game = Two::search(LIMIT, 0, LastTaker::Wins);
    let mut input = String::new();
    let (mut digits, mut names) = (String::new(), String::new());
    let (mut moves, mut before_zero) = (String::new(), String::new());
    let mut records = 0;
    for a in 0..=LIMIT {
        for b in 0..=LIMIT {
            let cold = game.cold[a][b];
            let _ = writeln!(input, "{a} {b}");
            let _ = writeln!(digits, "{}", u8::from(!cold));
            let _ = writeln!(names, "{}", if cold { "B" } else { "A" });
            records += 1;
            if (a, b) != (0, 0) {
                let _ = writeln!(before_zero, "{a} {b}");
                let _ = writeln!(moves, "{}", u8::from(!cold));
                for (x, y) in game.winning_positions(a, b) {
                    let _ = writeln!(moves, "{x} {y}");
                }
            }
        }
    }
    for &backend in backends() {
        for profile in searched::DIGITS {
            let args = ["--as", profile, "--backend", backend];
            assert_same(solve(&args, &input).as_bytes(), digits.as_bytes(), profile);
        }
        for profile in searched::PLAYERS {
            let args = ["--as", profile, "--backend", backend];
            let input = format!("{records}\n{input}99 ignored");
            assert_same(solve(&args, &input).as_bytes(), names.as_bytes(), profile);
        }
        for profile in searched::POSITIONS {
            let args = ["--as", profile, "--backend", backend];
            let input = format!("{before_zero}0 0\n5 8\n");
            // Some of the pairs are beyond the limits of the problem.
            let feed = Feed::Pipe(input.as_bytes());
            let run = run(wythoff(&["solve"]).args(args), feed).expect(0);
            assert_same(&run.stdout, moves.as_bytes(), profile);
            assert!(run.stderr.contains("the smaller pile first"), "{run:?}");
        }
    }
    for (a, b, answer) in [(8, 4, "1\n"), (4, 7, "0\n"), (0, 0, "0\n"), (0, 5, "1\n")] {
        for profile in searched::SINGLE {
            assert_eq!(solve(&["--as", profile], &format!("{a} {b}")), answer);
        }
        assert_eq!(!game.cold[a][b], answer == "1\n");
    }
}

#[test]
fn nim_against_a_search() {
    let mut game = NimSearch::default();
    let positions = positions_of_nim();
    let (mut cases, mut zero_ends) = (String::new(), String::new());
    let (mut yes, mut rabbit, mut counts, mut moves) =
        (String::new(), String::new(), String::new(), String::new());
    let mut both = String::new();
    let wythoff = Two::search(7, 0, LastTaker::Wins);
    for piles in &positions {
        let cold = game.is_cold(piles);
        let winning = game.winning_moves(piles);
        assert_eq!(winning.is_empty(), cold);
        cases += &text_of(piles);
        let _ = writeln!(yes, "{}", if cold { "No" } else { "Yes" });
        let cold_here = match piles[..] {
            [a, b] => wythoff.cold[a as usize][b as usize],
            _ => cold,
        };
        let _ = writeln!(both, "{}", if cold_here { "Watson" } else { "Sherlock" });
        if piles.is_empty() {
            // In the inputs that end with a 0, a case without piles would end the input.
            continue;
        }
        zero_ends += &text_of(piles);
        let _ = writeln!(rabbit, "{} Win!", if cold { "Grass" } else { "Rabbit" });
        let _ = writeln!(counts, "{}", winning.len());
        let _ = writeln!(moves, "{}", if cold { "No" } else { "Yes" });
        for (i, to) in winning {
            let _ = writeln!(moves, "{} {to}", piles[i]);
        }
    }
    zero_ends += "0\n3\n1 1 1\nnobody reads this";
    let cases = format!("{}\n{cases}nor this", positions.len());
    for &profile in searched::NIM {
        let (input, answers) = match profile {
            "hdu1849" => (&zero_ends, &rabbit),
            "hdu1850" | "poj2975" => (&zero_ends, &counts),
            "hdu2176" => (&zero_ends, &moves),
            "haut1297" => (&cases, &both),
            _ => panic!("what does {profile} print?"),
        };
        let answered = solve(&["--as", profile], input);
        assert_same(answered.as_bytes(), answers.as_bytes(), profile);
    }
    // More cases than the problem allows: one warning, and all are answered.
    for profile in searched::FEW_CASES {
        let feed = Feed::Pipe(cases.as_bytes());
        let run = run(&mut wythoff_solve(&["--as", profile]), feed).expect(0);
        assert_same(&run.stdout, yes.as_bytes(), profile);
        assert_eq!(
            run.stderr,
            format!(
                "wythoff: warning: <stdin>:1:1: {} cases are more than 10, the limit of {profile}\n",
                positions.len()
            )
        );
    }
}

#[test]
fn takes_that_differ_against_a_search() {
    const LIMIT: usize = 30;
    let mut input = String::from("8\n");
    let mut answers = String::new();
    for apart in 0..=5 {
        let game = Two::search(LIMIT, apart, LastTaker::Wins);
        let _ = writeln!(input, "{apart} {}", (LIMIT + 1) * (LIMIT + 1));
        for a in 0..=LIMIT {
            for b in 0..=LIMIT {
                let _ = writeln!(input, "{a} {b}");
                answers += if game.cold[a][b] {
                    "LOSING\n"
                } else {
                    "WINNING\n"
                };
            }
        }
        answers.push('\n');
    }
    // A case may have no pairs. With a bound as large as the piles one move takes everything.
    input += "3 0\n18446744073709551615 3\n1 18446744073709551615\n7 7\n0 0\n";
    answers += "\nWINNING\nWINNING\nLOSING\n\n";
    for profile in searched::APART {
        let answered = solve(&["--as", profile], &input);
        assert_same(answered.as_bytes(), answers.as_bytes(), profile);
    }
}

#[test]
fn rules_against_a_search() {
    const LIMIT: usize = 30;
    let mut input = String::new();
    for a in 0..=LIMIT {
        for b in 0..=LIMIT {
            let _ = writeln!(input, "{a} {b}");
        }
    }
    for (rule, apart, last_taker) in rules() {
        let game = Two::search(LIMIT, apart, last_taker);
        let all = game.cold.iter().flatten();
        let answers: String = all.map(|cold| if *cold { "0\n" } else { "1\n" }).collect();
        for &backend in backends() {
            // One record on each line, and then any layout.
            let args = ["--rule", &rule, "--backend", backend];
            assert_same(solve(&args, &input).as_bytes(), answers.as_bytes(), &rule);
            let args = ["--rule", &rule, "--backend", backend, "--in", "eof"];
            let off = format!(
                "0\n0 {}",
                input[4..].replacen(' ', "\n", 1).replace('\n', " \n")
            );
            assert_same(solve(&args, &off).as_bytes(), answers.as_bytes(), &rule);
            // 0 0 ends the input by every rule.
            let behind = &input[4..];
            let args = ["--rule", &rule, "--backend", backend, "--in", "zero"];
            let answered = solve(&args, &format!("{behind}0 0\n1 1\n"));
            assert_same(answered.as_bytes(), &answers.as_bytes()[2..], &rule);
        }
    }
}

/// Numbers of any size, compared with the sign of a polynomial, and for `r` with fixed digits.
#[test]
fn rules_on_numbers_of_any_size() {
    use wythoff::game::oracle;
    let mut random = SplitMix(3);
    for r in [1u64, 2, 3, 7, 100, 1 << 20, 1 << 40, u64::MAX] {
        let r = std::num::NonZeroU64::new(r).expect("not 0");
        let (mut input, mut answers) = (String::new(), String::new());
        let mut colds = 0;
        for _ in 0..2000 {
            let bits = random.below(62);
            let n = random.next() >> (2 + bits);
            let (lower, upper) = oracle::pair_generalised_by_sqrt(&n.into(), &r.get().into());
            let pair = (u64::try_from(lower), u64::try_from(upper));
            let (Ok(a), Ok(b)) = pair else { continue };
            for (a, b) in [
                (a, b),
                (b, a),
                (a.saturating_add(1), b),
                (a, b.saturating_add(1)),
            ] {
                let cold = oracle::cold_generalised_by_numeration(a, b, r);
                colds += u32::from(cold);
                let _ = writeln!(input, "{a} {b}");
                answers += if cold { "0\n" } else { "1\n" };
            }
        }
        for _ in 0..1000 {
            let (a, b) = (random.any_length(), random.any_length());
            let _ = writeln!(input, "{a} {b}");
            let cold = oracle::cold_generalised_by_numeration(a, b, r);
            answers += if cold { "0\n" } else { "1\n" };
        }
        assert!(colds > 20, "r={r} has cold ones here: {colds}");
        let rule = format!("r={r}");
        let answered = solve(&["--rule", &rule], &input);
        assert_same(answered.as_bytes(), answers.as_bytes(), &rule);
    }
}

#[test]
fn piles_of_a_hundred_digits() {
    let mut random = SplitMix(9);
    let ten = BigUint::from(10u32).pow(100);
    let (mut input, mut answers) = (String::new(), String::new());
    let mut add = |a: &BigUint, b: &BigUint, answer: &str| {
        assert!(*a <= ten && *b <= ten);
        let _ = writeln!(input, "{a}\n{b}");
        answers += answer;
    };
    let one = BigUint::from(1u32);
    for i in 0..400u32 {
        let mut words = [0u32; 11];
        words.fill_with(|| random.next() as u32);
        // The larger number of pair k is about 2.618 k.
        let top = (&ten * 38u32 / 100u32) >> (i % 7 * 40);
        let k = (BigUint::new(words.to_vec()) % top) + &one;
        let lower: BigUint = (&k + (&k * &k * 5u32).sqrt()) >> 1u32;
        let upper = &lower + &k;
        add(&lower, &upper, "0\n");
        add(&upper, &lower, "0\n");
        // If one pile or both piles have one object more or less, the position is hot.
        add(&(&lower + &one), &upper, "1\n");
        add(&lower, &(&upper + &one), "1\n");
        add(&(&lower - &one), &upper, "1\n");
        add(&(&lower - &one), &(&upper - &one), "1\n");
        add(&(&lower + &one), &(&upper + &one), "1\n");
    }
    // The largest cold pair within the limit, and the limit itself.
    add(&ten, &ten, "1\n");
    let mut k = &ten * 381_966u32 / 1_000_000u32;
    let pair = |k: &BigUint| {
        let lower: BigUint = (k + (k * k * 5u32).sqrt()) >> 1u32;
        (lower.clone(), lower + k)
    };
    while pair(&(&k + &one)).1 <= ten {
        let step = (&ten - &pair(&k).1) / 3u32;
        k += step.max(one.clone());
    }
    let (lower, upper) = pair(&k);
    add(&lower, &upper, "0\n");
    add(&lower, &(&upper - &one), "1\n");
    for &backend in backends() {
        let answered = solve(&["--as", "hdu5973", "--backend", backend], &input);
        assert_same(answered.as_bytes(), answers.as_bytes(), backend);
    }
    // Beyond the limit the answer is exact too, with a warning.
    let (lower, upper) = pair(&(&ten * 10u32));
    let input = format!("1 2\n{lower} {upper}\n{upper} {upper}\n");
    let run = run(
        &mut wythoff_solve(&["--as", "hdu5973"]),
        Feed::Pipe(input.as_bytes()),
    )
    .expect(0);
    assert_eq!(run.text(), "0\n0\n1\n");
    let start = "wythoff: warning: <stdin>:2:1: `";
    assert!(run.stderr.starts_with(start), "{}", run.stderr);
    assert!(run.stderr.ends_with(", the limit of hdu5973\n"));
    assert_eq!(run.stderr.lines().count(), 1);
}

/// The positions where approximations of phi fail first.
#[test]
fn worst_cases_of_51nod1185() {
    use wythoff::game::oracle;
    const LIMIT: u128 = 1_000_000_000_000_000_000;
    let (mut pairs, mut answers) = (String::new(), String::new());
    let (mut records, mut colds) = (0, 0);
    for (lower, d) in oracle::worst_cases(2000) {
        for lower in [lower.saturating_sub(1), lower, lower + 1] {
            let upper = lower + u128::from(d);
            if upper <= LIMIT {
                let (a, b) = (lower as u64, upper as u64);
                let cold = oracle::cold_by_quadratic_form(a, b);
                let (a, b) = if records % 2 == 0 { (a, b) } else { (b, a) };
                let _ = writeln!(pairs, "{a} {b}");
                answers += if cold { "B\n" } else { "A\n" };
                records += 1;
                colds += u32::from(cold);
            }
        }
    }
    assert!(colds > 10_000, "{colds} cold of {records}");
    let input = format!("{records} {pairs}");
    for &backend in backends() {
        let run = run(
            &mut wythoff_solve(&["--as", "51nod1185", "--backend", backend]),
            Feed::Pipe(input.as_bytes()),
        )
        .expect(0);
        assert_same(&run.stdout, answers.as_bytes(), backend);
        let warning = format!("{records} records are more than 10000, the limit of 51nod1185\n");
        assert!(run.stderr.ends_with(&warning), "{}", run.stderr);
    }
}
