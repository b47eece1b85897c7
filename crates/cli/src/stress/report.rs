//! The reports of `wythoff stress` and `wythoff lint`: lines of text, without line ends, and JSON.

use super::sentences::{refusal_sentence, sentence};
use super::source::{in_one, is_run_by, missing_files};
use crate::colour::verdict;
use crate::messages::{Lang, cases, lang, t};
use serde_json::{Value, json};
use wythoff::workload::full_records;
use wythoff::{Comparison, Framing, MoveOrder, Problem, shown};
use wythoff_contest::{
    BatchResult, Compiled, End, Failure, Refused, Repeats, Trial, Verdict, Wrong, judges_layout,
    printable,
};
use wythoff_explain::{explain, explain_nim};

const LINES: usize = 12;

/// The report of a failure: the smallest failing input, its right answers, and the output of the program. `tried` says how much
/// was tried. `advice` follows the verdict.
pub(super) fn failure_report(
    problem: &Problem,
    failure: &Failure,
    tried: &str,
    advice: Vec<String>,
) -> Vec<String> {
    let trial = &failure.trial;
    let failing = &trial.failing[..];
    // If a long input can't be made shorter, only its case with the wrong answer is shown.
    let wrong = match trial.verdict {
        Verdict::WrongAnswer(Wrong::Different { case, .. }) if failing.len() > LINES => Some(case),
        _ => None,
    };
    let shown = wrong.map_or(failing, |case| &failing[case..=case]);
    let letters = verdict(trial.verdict.letters());
    let runs = runs(failure.runs);
    let mut lines = vec![format!("{letters}: {tried}"), String::new()];
    lines.push(if failure.complete {
        t!("The smallest failing input found, in {runs}:", runs)
    } else {
        t!(
            "The smallest failing input found, in {runs} (there was no time for more):",
            runs
        )
    });
    lines.extend(wrong.map(|case| t!("  ... case {number}:", number = case + 1)));
    lines.extend(last_lines(&problem.input(shown)));
    lines.extend(repeated(failure.repeats));
    lines.push(format!("{letters}: {}", sentence(trial, lang())));
    lines.extend(advice);
    if let Verdict::PresentationError(_) = trial.verdict {
        lines.push(first_other_line(problem, trial));
    }
    lines.push(t!("expected:"));
    lines.extend(last_lines(&problem.output(shown)));
    match trial.verdict {
        Verdict::OutputLimit(_) => {}
        _ if wrong.is_some() => {}
        _ if trial.run.stdout.is_empty() => lines.push(t!("found: nothing")),
        _ => {
            lines.push(t!("found:"));
            lines.extend(last_lines(&trial.run.stdout));
        }
    }
    let message = last_message(&trial.run.stderr).map(without_controls);
    lines.extend(message.map(|message| t!("its last message: {message}", message)));
    lines
}

const WARNINGS: usize = 5;

/// The messages about a failure: the first warnings of the compiler; with `--verbose` all of them, and the program's messages.
pub(super) fn messages(failure: &Failure, warnings: &[String], is_verbose: bool) -> Vec<String> {
    let max = if is_verbose { usize::MAX } else { WARNINGS };
    let shown = &warnings[..warnings.len().min(max)];
    let mut lines = titled(t!("the compiler warns:"), shown.iter().map(String::as_str));
    lines.extend(more_lines(warnings.len() - shown.len()));
    if is_verbose {
        let stderr = failure.trial.run.stderr.lines();
        lines.extend(titled(t!("its standard error:"), stderr));
    }
    lines
}

/// What the statement of the problem does not say and a failure depends on.
pub(super) fn assumption(problem: &Problem, failure: &Failure, lang: Lang) -> Option<String> {
    let trial = &failure.trial;
    let name = problem.name.as_deref()?;
    match &trial.verdict {
        Verdict::TimeLimit(_) if problem.max_records().is_none() => Some(t!(
            in lang;
            "the statement of {name} does not say how many cases an input has; here it has up to {cases}. For fewer: --max-records",
            name,
            cases = full_records(problem)
        )),
        Verdict::WrongAnswer(Wrong::Different { case, found })
            if problem.move_order == MoveOrder::AsListed =>
        {
            let mut any = problem.clone();
            any.move_order = MoveOrder::Any;
            let comparison = Comparison::new(&any, None).ok()?;
            let expected = comparison.problem().answer(&trial.failing[*case]);
            comparison.is_same(&expected, found).then(|| {
                t!(
                    in lang;
                    "the moves are right; {name} does not say in which order they are printed. To accept any: --any-order",
                    name
                )
            })
        }
        _ => None,
    }
}

/// The first line of a right output whose blanks or line end differ from the judge's.
fn first_other_line(problem: &Problem, trial: &Trial) -> String {
    fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        text.split_inclusive(|&c| c == b'\n')
    }
    let found = &trial.run.stdout;
    let judges = &judges_layout(problem, &trial.failing, found);
    let same = lines(judges).zip(lines(found)).take_while(|(a, b)| a == b);
    let number = same.count();
    let name = |text: &[u8]| match lines(text).nth(number) {
        None => t!("no line"),
        Some(b"\n") => t!("a blank line"),
        Some([line @ .., b'\n']) => shown(line),
        Some(line) => t!("{line} without a line end", line = shown(line)),
    };
    t!(
        "line {number}: the judge has {judges}, the program {found}",
        number = number + 1,
        judges = name(judges),
        found = name(found)
    )
}

/// A line of advice about the verdict. `stack` is the limit of the stack in bytes, and `output` the file with the solution's
/// output.
pub(super) fn advice(
    solution: &Compiled,
    trial: &Trial,
    stack: Option<u64>,
    output: Option<&str>,
) -> Option<String> {
    let mut words = solution.run.iter().map(|word| word.to_string_lossy());
    let has_any_heap = is_run_by(solution, "java") && !words.any(|word| word.starts_with("-Xmx"));
    Some(match (&trial.verdict, stack) {
        (Verdict::RuntimeError(End::Signal(SIGSEGV)), Some(stack)) => t!(
            "A recursion that is too deep ends like this: the stack has {mib} MiB (--stack). In C and C++ this shows the place: -g -fsanitize=address,undefined",
            mib = stack >> 20
        ),
        (Verdict::RuntimeError(_), _) => return python_2(&trial.run.stderr, lang()),
        (Verdict::MemoryLimit, _) if has_any_heap => t!(
            "Java's heap may grow beyond the limit before it is cleaned. Run it as your judge does, such as: java -Xmx200m Main"
        ),
        (Verdict::WrongAnswer(Wrong::Missing(0)), _) => match (output, missing_files(solution)) {
            (Some(file), _) => t!("It wrote nothing into the file {file}.", file),
            (None, names) if names.is_empty() => return None,
            (None, names) => t!(
                "It names files that are not in its folder: {names}. Judges use standard input and output; for a contest with files: --files INPUT,OUTPUT",
                names
            ),
        },
        _ => return None,
    })
}

const SIGSEGV: i32 = 11;

const OF_PYTHON_2: [&str; 6] = [
    "Missing parentheses in call to 'print'",
    "name 'raw_input' is not defined",
    "name 'xrange' is not defined",
    "name 'long' is not defined",
    "'str' object cannot be interpreted as an integer",
    "can only concatenate str (not \"int\") to str",
];

/// A hint if `messages` are Python 3's messages about a program for Python 2.
fn python_2(messages: &str, lang: Lang) -> Option<String> {
    let is_one = OF_PYTHON_2.iter().any(|message| messages.contains(message));
    is_one.then(|| {
        t!(
            in lang;
            "This looks like Python 2, where input() evaluates what it reads. To run it with Python 2: --run .py=python2"
        )
    })
}

/// The line that tells why the program ended: the line of its exception, or else the last line.
fn last_message(stderr: &str) -> Option<&str> {
    let mut lines = stderr.lines().map(str::trim_end);
    // The first line with one of these beginnings is the message. The lines after it are only a stack.
    let heads = "Exception in thread |panic: |fatal error: |Runtime error ";
    let is_head = |line: &&str| {
        heads.split('|').any(|head| line.starts_with(head))
            || line.contains("Sanitizer: ")
            || line.contains(": runtime error: ")
    };
    // The beginnings of the lines of a stack, and of the last lines that runtimes print.
    let of_stack = "at |... |#|$|goroutine |note: |Node.js v|exit status ";
    let is_message = |line: &&str| {
        let line = line.trim_start();
        !line.is_empty() && !of_stack.split('|').any(|start| line.starts_with(start))
    };
    let head = lines.clone().find(is_head);
    let found = head.or_else(|| lines.rfind(is_message));
    found.map(str::trim_start)
}

/// `lines`, indented, below `title`; nothing if there are none.
fn titled<'t>(title: String, lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let lines = lines.map(|line| format!("  {}", without_controls(line)));
    let lines: Vec<_> = lines.collect();
    let title = (!lines.is_empty()).then_some(title);
    title.into_iter().chain(lines).collect()
}

/// The number of lines that only `--verbose` shows.
fn more_lines(rest: usize) -> Option<String> {
    (rest > 0).then(|| t!("... {rest} more lines: -v", rest))
}

/// `line` without control characters, which could change the terminal.
fn without_controls(line: &str) -> String {
    let is_shown = |c: &char| !c.is_control() || *c == '\t';
    line.chars().filter(is_shown).collect()
}

/// The most lines of a compiler's messages that are shown without `--verbose`.
const MAX_MESSAGE_LINES: usize = 40;

/// The report of a source that the compiler refused. Many messages are shown from the first error on.
pub(super) fn refusal(error: &Refused, is_verbose: bool) -> Vec<String> {
    let messages: Vec<_> = error.messages.lines().collect();
    let is_error = |line: &&str| line.to_ascii_lowercase().contains("error");
    let (from, max) = if messages.len() > MAX_MESSAGE_LINES && !is_verbose {
        // The line before the error names the function.
        let at = messages.iter().position(is_error).unwrap_or(0);
        (at.saturating_sub(1), MAX_MESSAGE_LINES)
    } else {
        (0, messages.len())
    };
    let to = messages.len().min(from + max);
    let (letters, reason) = (verdict("CE"), refusal_sentence(error.end, lang()));
    let mut lines = vec![format!("{letters}: {reason}: {}", in_one(&error.command))];
    lines.extend(messages[from..to].iter().map(|line| without_controls(line)));
    lines.extend(more_lines(messages.len() - (to - from)));
    lines.extend(python_2(&error.messages, lang()));
    lines
}

/// A refused source as JSON. `problem` has the options that choose the problem.
pub(super) fn refusal_json(error: &Refused, problem: &str) -> Value {
    json!({
        "verdict": "CE",
        "problem": problem,
        "compile": in_one(&error.command),
        "reason": refusal_sentence(error.end, Lang::En),
        "messages": error.messages,
        "hint": python_2(&error.messages, Lang::En),
    })
}

/// A failure as JSON; the caller adds its files.
pub(super) fn failure_json(problem: &Problem, failure: &Failure) -> Value {
    json!({
        "batch": failure.batch,
        "message": sentence(&failure.trial, Lang::En),
        "input": String::from_utf8_lossy(&problem.input(&failure.trial.failing)),
        "expected": String::from_utf8_lossy(&problem.output(&failure.trial.failing)),
        "found": printable(&failure.trial.run.stdout),
        "last_message": last_message(&failure.trial.run.stderr),
        "stderr": failure.trial.run.stderr,
        "runs": failure.runs,
        "complete": failure.complete,
        "repeats": {"failures": failure.repeats.failures, "runs": failure.repeats.runs},
    })
}

/// A line about a program that does not always behave the same.
fn repeated(repeats: Repeats) -> Option<String> {
    let Repeats { failures, runs, .. } = repeats;
    if failures < runs {
        return Some(t!(
            "It fails in {failures} of {runs} runs: the program does not always do the same.",
            failures,
            runs
        ));
    }
    (!repeats.has_same_output)
        .then(|| t!("It fails in every run, but the program does not always print the same."))
}

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
    let letters = verdict(trial.verdict.letters());
    let seconds = format!("{:.3}", trial.time.as_secs_f64());
    let mut line = t!(
        "batch {number} {name}: {cases} {letters} {seconds} s",
        number,
        name,
        cases = cases(batch.cases),
        letters,
        seconds
    );
    if trial.verdict != Verdict::Accepted {
        line += &format!(": {}", sentence(trial, lang()));
    }
    line
}

/// Explains the right answer after an empty line, or a likely mistake before an empty line.
pub(super) fn explanation(problem: &Problem, failure: &Failure) -> Vec<String> {
    match (&failure.trial.verdict, &failure.trial.failing[..]) {
        // Only a wrong answer needs an explanation of the game, not a crash, a time limit or a missing answer.
        (Verdict::WrongAnswer(Wrong::Different { .. }), [case]) => {
            let explanation = match (problem.rule_of(case), &case.piles[..]) {
                (Some(rule), [a, b]) => explain(a, b, rule, lang()),
                (_, piles) => {
                    let piles = piles.iter().filter_map(|pile| pile.try_into().ok());
                    explain_nim(&piles.collect::<Vec<_>>(), problem.nim_rule(), lang())
                }
            };
            vec![String::new(), explanation]
        }
        (Verdict::WrongAnswer(Wrong::Missing(1)), _) if problem.framing != Framing::One => {
            let advice =
                t!("Does it read one case only? Then name its problem, such as --as luogu-p2252.");
            vec![advice, String::new()]
        }
        _ => vec![String::new()],
    }
}

fn last_lines(text: &[u8]) -> Vec<String> {
    let text = printable(text);
    let lines: Vec<_> = text.lines().collect();
    let above = lines.len().saturating_sub(LINES);
    let mut shown = Vec::from_iter((above > 0).then(|| t!("  ... {n} more above", n = above)));
    shown.extend(lines[above..].iter().map(|line| {
        let line: String = without_controls(line).chars().take(200).collect();
        format!("  {line}")
    }));
    shown
}

fn runs(n: u64) -> String {
    match n {
        1 => t!("1 run"),
        _ => t!("{n} runs", n),
    }
}

#[cfg(test)]
mod tests {
    use super::last_message;

    #[test]
    fn the_line_of_the_exception() {
        for (stderr, message) in [
            ("", None),
            ("a\nb\n\n", Some("b")),
            (
                "Exception in thread \"main\" java.lang.RuntimeException: first\n\tat Main.main(Main.java:5)\n\
                 Caused by: java.lang.Error: second\n\t... 1 more\n",
                Some("Exception in thread \"main\" java.lang.RuntimeException: first"),
            ),
            (
                "/t/a.js:1\nthrow new RangeError('far');\n^\n\nRangeError: far\n    at Object.<anonymous> (/t/a.js:1:7)\n\n\
                 Node.js v18.20.4\n",
                Some("RangeError: far"),
            ),
            (
                "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\
                 \t/t/a.go:7 +0x1d\nexit status 2\n",
                Some("panic: runtime error: index out of range [5] with length 3"),
            ),
            (
                "Runtime error 201 at $0000000000401196\n  $0000000000401196\n  $0000000000401076\n",
                Some("Runtime error 201 at $0000000000401196"),
            ),
            (
                "An unhandled exception occurred at $0000000000401196:\nERangeError: Range check error\n  $0000000000401196\n",
                Some("ERangeError: Range check error"),
            ),
            (
                "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014\nREAD of size 4\n\
                 \x20   #0 0x55 in main /t/a.cpp:5\n\nSUMMARY: AddressSanitizer: heap-buffer-overflow /t/a.cpp:5\n==7==ABORTING\n",
                Some(
                    "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014",
                ),
            ),
            (
                "thread 'main' panicked at a.rs:3:5:\nindex out of bounds: the len is 3 but the index is 5\n\
                 note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
                Some("index out of bounds: the len is 3 but the index is 5"),
            ),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f()\nValueError: invalid literal for \
                 int() with base 10: 'x'\n",
                Some("ValueError: invalid literal for int() with base 10: 'x'"),
            ),
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\n",
                Some("what():  vector::_M_range_check"),
            ),
        ] {
            assert_eq!(last_message(stderr), message, "{stderr}");
        }
    }
}
