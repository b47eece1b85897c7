//! The manual pages.
//!
//! Owns the sections that a page has and their order. It refuses to say anything of an argument: that is
//! in its definition, and the notes, examples and exit codes are those of the help. Invariant: each
//! paragraph behind the help is in exactly one section.

use clap::builder::PossibleValue;
use clap::{Arg, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;

/// What all have that don't say more.
const EXIT_CODES: &str = "0 done; 2 it could not be done.";

/// The file name of the page of `command`, which is built, without its ending.
pub(super) fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// The page of `command`, which is built.
pub(super) fn page(command: &Command) -> io::Result<Vec<u8>> {
    let name = name(command).to_owned();
    let help = command.get_after_help().map(ToString::to_string);
    let help = Help::of(help.as_deref().unwrap_or_default());
    let man = Man::new(command.clone().mut_args(with_values))
        .title(name.to_uppercase())
        .source(concat!("wythoff ", env!("CARGO_PKG_VERSION")))
        .manual("Wythoff's game");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    // Neither are words broken nor are lines stretched: commands and numbers are to be copied.
    page.extend_from_slice(b".nh\n.ad l\n");
    man.render_name_section(&mut page)?;
    let mut roff = Roff::default();
    synopsis(command, &mut roff);
    roff.control("SH", ["DESCRIPTION"]);
    if let Some(about) = command.get_about() {
        roff.text([roman(format!(
            "{}.",
            about.to_string().trim_end_matches('.')
        ))]);
    }
    for paragraph in &help.notes {
        roff.control("PP", []);
        text(paragraph, &mut roff);
    }
    roff.to_writer(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut roff = Roff::default();
    let below: Vec<_> = command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
        .collect();
    if !below.is_empty() {
        roff.control("SH", ["COMMANDS"]);
        for below in &below {
            roff.control("TP", []);
            roff.text([bold(below.get_name())]);
            let about = below.get_about().map(ToString::to_string);
            roff.text([roman(about.unwrap_or_default())]);
        }
    }
    if !help.examples.is_empty() {
        roff.control("SH", ["EXAMPLES"]);
        verbatim(&help.examples, &mut roff);
    }
    roff.control("SH", ["EXIT STATUS"]);
    let codes = help.exit_codes.unwrap_or_else(|| EXIT_CODES.to_owned());
    roff.text([roman(codes)]);
    environment(command, &mut roff);
    roff.control("SH", ["SEE ALSO"]);
    let mut others: Vec<String> = below
        .iter()
        .map(|below| format!("{}(1)", below.get_display_name().unwrap_or_default()))
        .collect();
    if let Some((above, _)) = name.rsplit_once('-') {
        others.insert(0, format!("{above}(1)"));
    }
    roff.text([roman(others.join(", "))]);
    roff.to_writer(&mut page)?;
    Ok(page)
}

/// What stands behind the help, by sections.
#[derive(Default)]
struct Help {
    notes: Vec<String>,
    examples: Vec<String>,
    exit_codes: Option<String>,
}

impl Help {
    fn of(text: &str) -> Self {
        let mut help = Self::default();
        for paragraph in text.split("\n\n") {
            if let Some(examples) = paragraph.strip_prefix("Examples:\n") {
                help.examples = examples.lines().map(str::to_owned).collect();
            } else if let Some(codes) = paragraph.strip_prefix("Exit codes: ") {
                help.exit_codes = Some(codes.replace('\n', " "));
            } else if !paragraph.is_empty() {
                help.notes.push(paragraph.to_owned());
            }
        }
        help
    }
}

/// As the help has it, or, where one of two questions is asked, a line for each.
fn synopsis(command: &Command, roff: &mut Roff) {
    roff.control("SH", ["SYNOPSIS"]);
    let usage = command.clone().render_usage().to_string();
    let called = command.get_bin_name().unwrap_or(command.get_name());
    for (i, line) in usage.trim_start_matches("Usage: ").lines().enumerate() {
        if i > 0 {
            roff.control("br", []);
        }
        match line.trim().strip_prefix(called) {
            Some(rest) => roff.text([bold(called), roman(rest)]),
            None => roff.text([roman(line.trim())]),
        };
    }
}

/// Lines that stand deeper than others are as they are, the others are filled.
fn text(paragraph: &str, roff: &mut Roff) {
    let mut lines = paragraph.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with("  ") {
            roff.text([roman(line)]);
            continue;
        }
        let mut block = vec![line.to_owned()];
        while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
            block.push(line.to_owned());
        }
        verbatim(&block, roff);
    }
}

fn verbatim(lines: &[String], roff: &mut Roff) {
    roff.control("RS", ["2"]).control("nf", []);
    for line in lines {
        roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
    }
    roff.control("fi", []).control("RE", []);
}

/// The values that it takes stand behind its help, in one line: as a list they fill the page.
fn with_values(arg: Arg) -> Arg {
    let values = arg.get_possible_values();
    let is_flag = !arg.get_action().takes_values();
    if is_flag || values.is_empty() || arg.is_hide_possible_values_set() {
        return arg;
    }
    let names: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let help = format!("{help} [possible values: {}]", names.join(", "));
    arg.hide_possible_values(true).help(help)
}

fn environment(command: &Command, roff: &mut Roff) {
    let mut variables: Vec<(String, String)> = Vec::new();
    for arg in command.get_arguments() {
        if let (Some(name), Some(long)) = (arg.get_env(), arg.get_long()) {
            let what = format!("What --{long} is where it isn't given.");
            variables.push((name.to_string_lossy().into_owned(), what));
        }
        if arg.get_long() == Some("progress") {
            let what = "If it is dumb, no progress line is drawn.";
            variables.push(("TERM".to_owned(), what.to_owned()));
        }
    }
    match command.get_name() {
        "wythoff" => variables.push((
            "NO_COLOR".to_owned(),
            "If it is set and not empty, the help has no colours.".to_owned(),
        )),
        "bench" if command.get_bin_name() == Some("wythoff bench") => variables.push((
            "TMPDIR".to_owned(),
            "Where the input is made and outputs are written [default: /tmp].".to_owned(),
        )),
        _ => {}
    }
    if variables.is_empty() {
        return;
    }
    roff.control("SH", ["ENVIRONMENT"]);
    for (name, what) in variables {
        roff.control("TP", []);
        roff.text([bold(name)]);
        roff.text([roman(what)]);
    }
}
