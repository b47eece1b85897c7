//! Solves a problem that no profile describes, and generates test data for it: misère play, a first line with the number of
//! records, other labels, piles up to 100.
//!
//! ```text
//! cargo run --example custom_problem
//! ```

use wythoff::workload::{Kind, Mix, Workload};
use wythoff::{
    AnswerFormat, AnswerLabels, Framing, Game, GenerateLimit, Input, Output, Problem, Rule, Solver,
    generate,
};

pub(crate) fn main() -> wythoff::Result<()> {
    let mut problem = Problem::default();
    problem.name = Some("my contest".to_owned());
    problem.framing = Framing::Count;
    problem.game = Game::Wythoff(Rule::Misere);
    problem.labels = AnswerLabels::new("first", "second")?;
    problem.limits.max_pile = Some(100_u32.into());

    // Line ends have no meaning between numbers, as for contest programs.
    let input = "3\n0 1 2\n2 1 2\n";
    let mut answers = Vec::new();
    Solver::new(problem.clone()).solve(
        vec![Input::reader(input.as_bytes(), "input")],
        Output::stream(&mut answers, "answers"),
    )?;
    print!("{}", String::from_utf8_lossy(&answers));
    assert_eq!(answers, b"second\nsecond\nfirst\n");

    // The same positions with all winning moves.
    let mut with_moves = problem.clone();
    with_moves.answer_format = AnswerFormat::Moves;
    let mut moves = Vec::new();
    Solver::new(with_moves).solve(
        vec![Input::reader(input.as_bytes(), "input")],
        Output::stream(&mut moves, "moves"),
    )?;
    print!("{}", String::from_utf8_lossy(&moves));
    assert_eq!(moves, b"-\n-\nboth 1 -> 0 1, larger 2 -> 0 1\n");

    // A pile beyond the limit causes a warning; with `is_strict` it is an error.
    let strict = Solver {
        is_strict: true,
        ..Solver::new(problem.clone())
    };
    let error = strict
        .solve(
            vec![Input::reader(&b"1\n3 101\n"[..], "input")],
            Output::stream(std::io::sink(), "nowhere"),
        )
        .expect_err("a pile beyond the limit");
    println!("{error}");
    assert!(error.to_string().contains("the limit of my contest"));

    // Test data with the right outcomes. The same seed gives the same bytes. Here all positions are cold.
    let workload = Workload::new(1, Mix::only(Kind::Cold), &problem)?;
    let mut text = Vec::new();
    let output = Output::stream(&mut text, "generated");
    generate(
        &workload,
        GenerateLimit::records(64),
        output,
        None,
        None,
        None,
    )?;
    let mut answers = Vec::new();
    strict.solve(
        vec![Input::reader(&text[..], "generated")],
        Output::stream(&mut answers, "answers"),
    )?;
    assert_eq!(answers, b"second\n".repeat(64));
    Ok(())
}
