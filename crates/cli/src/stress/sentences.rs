//! Why a program failed, or the compiler refused it, in a sentence.

use crate::messages::{Lang, t};
use crate::process::signal_name;
use std::time::Duration;
use wythoff_contest::{COMPILE_TIME, End, FormatFault, Stream, Trial, Verdict, Wrong, on_one_line};

/// Explains the verdict on a run. `lang` is a parameter because JSON has English sentences only.
pub(super) fn sentence(trial: &Trial, lang: Lang) -> String {
    let of = trial.failing.len();
    match &trial.verdict {
        Verdict::Accepted => t!(in lang; "every answer is right"),
        Verdict::WrongAnswer(Wrong::Missing(0)) => t!(in lang; "it printed nothing"),
        Verdict::WrongAnswer(Wrong::Different { case, found }) => {
            t!(in lang; "answer {case} is {found}", case = case + 1, found = on_one_line(found))
        }
        Verdict::WrongAnswer(Wrong::Missing(found)) => {
            t!(in lang; "it printed only {found} of {of} answers", found, of)
        }
        Verdict::WrongAnswer(Wrong::Extra { line, found }) => {
            t!(
                in lang; "after the last of {of} answers it printed {found} in line {line}",
                of, found = on_one_line(found), line
            )
        }
        Verdict::PresentationError(fault) => format_sentence(*fault, lang),
        Verdict::RuntimeError(End::Signal(signal)) => {
            let name = signal_name(*signal).map(|name| format!(" ({name})"));
            let signal = format!("{signal}{}", name.unwrap_or_default());
            t!(in lang; "it was ended by signal {signal}", signal)
        }
        Verdict::RuntimeError(End::Exception(code)) => {
            t!(in lang; "it was ended by exception {exception}", exception = exception(*code))
        }
        Verdict::RuntimeError(End::Exit(code)) => t!(in lang; "its exit code was {code}", code),
        Verdict::RuntimeError(_) => t!(in lang; "it ended abnormally"),
        Verdict::TimeLimit(answered) => {
            let seconds = |time: Duration| format!("{:.2}", time.as_secs_f64());
            t!(
                in lang; "it answered {answered} of {of} in {cpu} s of CPU time, {clock} s on the clock",
                answered, of, cpu = seconds(trial.run.cpu), clock = seconds(trial.run.time)
            )
        }
        Verdict::MemoryLimit => t!(in lang; "it used more memory than the limit"),
        Verdict::OutputLimit(Stream::Stdout) => {
            t!(in lang; "it printed more than the limit to standard output")
        }
        Verdict::OutputLimit(Stream::Stderr) => {
            t!(in lang; "it printed more than the limit to standard error")
        }
        Verdict::OutputLimit(Stream::File) => t!(in lang; "it wrote a file beyond the limit"),
    }
}

pub(super) fn format_sentence(fault: FormatFault, lang: Lang) -> String {
    match fault {
        FormatFault::NoNewline => t!(in lang; "the output does not end with a newline"),
        FormatFault::Layout => {
            t!(in lang; "the output has other blanks or line ends than the judge's")
        }
    }
}

pub(super) fn refusal_sentence(end: End, lang: Lang) -> String {
    match end {
        End::Exit(code) => t!(in lang; "the compiler's exit code was {code}", code),
        End::TimeLimit => {
            let seconds = COMPILE_TIME.as_secs();
            t!(in lang; "the compiler took more than {seconds} s", seconds)
        }
        End::Signal(signal) => t!(in lang; "the compiler was ended by signal {signal}", signal),
        End::Exception(code) => {
            t!(in lang; "the compiler was ended by exception {exception}", exception = exception(code))
        }
        // A compiler has no memory limit. It has this verdict if its messages look as if memory were exhausted.
        End::MemoryLimit => t!(in lang; "the compiler failed"),
        End::OutputLimit(_) => t!(in lang; "the compiler wrote more than 1 GiB"),
    }
}

/// The code of a Windows exception, with its name if that is known.
fn exception(code: u32) -> String {
    let name = match code {
        0xC000_0005 => " (access violation)",
        0xC000_001D => " (illegal instruction)",
        0xC000_008E => " (floating-point division by zero)",
        0xC000_0094 => " (integer division by zero)",
        0xC000_0095 => " (integer overflow)",
        0xC000_00FD => " (stack overflow)",
        0xC000_0135 => " (a DLL was not found)",
        0xC000_0374 => " (heap corruption)",
        0xC000_0409 => " (abort)",
        _ => "",
    };
    format!("{code:#X}{name}")
}
