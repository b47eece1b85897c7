//! What `wythoff stress` and `wythoff lint` print.

use super::sentences;
use crate::args::Lang;
use crate::colour::verdict;
use crate::messages::{cases, lang, t};
use crate::{explain, nim};
use serde_json::{Value, json};
use wythoff::Case;
use wythoff::game::NimRule;
use wythoff::{Framing, Problem};
use wythoff_contest::{BatchResult, Failure, Repeats, Verdict, Wrong, on_one_line};

/// The number of lines of a text that are shown.
const LINES: usize = 12;

/// The report of a failure: the smallest failing input, its right answers and what the program printed. `tried` is a text
/// about how much was tried.
pub(super) fn failure_report(problem: &Problem, failure: &Failure, tried: &str) -> String {
    let shrunk = &failure.shrunk;
    let (input, output) = (problem.input(&shrunk.cases), problem.output(&shrunk.cases));
    let letters = verdict(shrunk.trial.verdict.letters());
    let runs = runs(shrunk.runs);
    let mut text = format!("{letters}: {tried}\n");
    text += &match shrunk.complete {
        true => t!("The smallest failing input found, in {runs}:", runs),
        false => t!(
            "The smallest failing input found, in {runs} (there was no time for more):",
            runs
        ),
    };
    text += "\n";
    let place = shrunk.place;
    // With other verdicts the place is a guess: the program may have had answers in a buffer.
    let is_known = matches!(shrunk.trial.verdict, Verdict::WrongAnswer(_));
    let shown = |text: &[u8], line| window(&String::from_utf8_lossy(text), line, is_known);
    text += &shown(&input, place.input);
    text += &repeated(shrunk.repeats);
    let sentence = sentences::verdict(&shrunk.trial.verdict, lang());
    text += &format!("{letters}: {sentence}\n");
    text += &format!("{}\n{}", t!("expected:"), shown(&output, place.expected));
    text += &match &shrunk.trial.verdict {
        Verdict::OutputLimit => String::new(),
        _ if shrunk.trial.stdout.is_empty() => t!("found: nothing") + "\n",
        _ => format!(
            "{}\n{}",
            t!("found:"),
            shown(&shrunk.trial.stdout, place.found)
        ),
    };
    if let Some(last) = last_message(failure) {
        let message = on_one_line(last);
        text += &(t!("its last message: {message}", message) + "\n");
    }
    match (&shrunk.trial.verdict, failure.case()) {
        // The game is explained only after a wrong answer, not after a crash, a time limit or a missing answer.
        (Verdict::WrongAnswer(Wrong::Different { .. }), Some(case)) => {
            text += &explained(problem, case)
        }
        (Verdict::WrongAnswer(Wrong::Missing { found: 1, .. }), _)
            if problem.framing != Framing::One =>
        {
            text +=
                &t!("Does it read one case only? Then name its problem, such as --as luogu-p2252.");
            text += "\n\n";
        }
        _ => text += "\n",
    }
    text
}

/// The last line of what the program wrote to standard error.
fn last_message(failure: &Failure) -> Option<&str> {
    let lines = failure.shrunk.trial.stderr.lines();
    let mut lines = lines.filter(|line| !line.trim().is_empty() && !line.starts_with("note:"));
    lines.next_back()
}

/// A failure as JSON, without its files.
pub(super) fn failure_json(problem: &Problem, failure: &Failure) -> Value {
    let shrunk = &failure.shrunk;
    json!({
        "batch": failure.batch,
        "message": sentences::verdict(&shrunk.trial.verdict, Lang::En),
        "input": String::from_utf8_lossy(&problem.input(&shrunk.cases)),
        "expected": String::from_utf8_lossy(&problem.output(&shrunk.cases)),
        "found": String::from_utf8_lossy(&shrunk.trial.stdout),
        "stderr": last_message(failure),
        "runs": shrunk.runs,
        "complete": shrunk.complete,
        "repeats": {"failures": shrunk.repeats.failures, "runs": shrunk.repeats.runs},
    })
}

/// A line about an input for which the program does not always do the same.
fn repeated(repeats: Repeats) -> String {
    let Repeats { failures, runs, .. } = repeats;
    let sentence = if repeats.are_same() {
        return String::new();
    } else if failures < runs {
        t!(
            "It fails in {failures} of {runs} runs: the program does not always do the same.",
            failures,
            runs
        )
    } else {
        t!("It fails in every run, but the program does not always print the same.")
    };
    sentence + "\n"
}

/// The line of a batch.
pub(super) fn batch_line(batch: &BatchResult, seed: u64) -> String {
    let number = batch.number;
    let name = match batch.name {
        "known" => t!("known"),
        "limits" => t!("limits"),
        "full" => t!("full"),
        "mix" => t!("mix seed {seed}", seed),
        other => other.to_owned(),
    };
    let trial = &batch.trial;
    let mut line = t!(
        "batch {number} {name}: {cases} {letters} {seconds} s",
        number,
        name,
        cases = cases(batch.cases),
        letters = verdict(trial.verdict.letters()),
        seconds = format!("{:.3}", trial.time.as_secs_f64())
    );
    if trial.verdict != Verdict::Accepted {
        line += &format!(": {}", sentences::verdict(&trial.verdict, lang()));
    }
    line + "\n"
}

/// Explains the right answer to `case`.
fn explained(problem: &Problem, case: &Case) -> String {
    if let (Some(rule), [a, b]) = (problem.rule_of(case), &case.piles[..]) {
        return format!("\n{}\n", explain::text(a, b, rule));
    }
    let piles = case.piles.iter();
    let piles: Vec<u64> = piles.filter_map(|pile| pile.try_into().ok()).collect();
    format!("\n{}\n", nim::explanation(&piles, NimRule::Normal))
}

/// A text, indented by two blanks. Only the lines around the line `middle` (from 0) of a long text are shown. If `mark` is
/// set, that line has a mark.
fn window(text: &str, middle: usize, mark: bool) -> String {
    let lines: Vec<_> = text.lines().collect();
    let from = middle
        .saturating_sub(LINES / 2)
        .min(lines.len().saturating_sub(LINES));
    let to = lines.len().min(from + LINES);
    let above = match from {
        0 => String::new(),
        1 => t!("  ... 1 line above") + "\n",
        n => t!("  ... {n} lines above", n) + "\n",
    };
    let below = match lines.len() - to {
        0 => String::new(),
        1 => t!("  ... 1 line below") + "\n",
        n => t!("  ... {n} lines below", n) + "\n",
    };
    let mut shown = above;
    for (number, line) in lines.iter().enumerate().take(to).skip(from) {
        let is_marked = mark && number == middle && lines.len() > LINES;
        let line: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
        shown += &format!("{} {line}\n", if is_marked { ">" } else { " " });
    }
    shown + &below
}

/// A number of runs.
fn runs(n: u64) -> String {
    match n {
        1 => t!("1 run"),
        _ => t!("{n} runs", n),
    }
}
