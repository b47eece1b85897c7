//! Programs in any of the languages, compiled and run by the crate's own table of commands.

use crate::support::{Feed, Folder, command, has, run};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use wythoff_contest::{Language, filled_in, words};

/// The language with this name.
pub(crate) fn language(name: &str) -> &'static Language {
    Language::named(name).expect("a language")
}

/// A compiled program, in its own folder.
pub(crate) struct Program {
    language: &'static Language,
    source: PathBuf,
    folder: Folder,
}

impl Program {
    /// Compiles `source` with the options of the table and with `options`.
    pub(crate) fn new(language: &'static Language, source: &str, options: &[&str]) -> Self {
        let folder = Folder::new();
        let source = folder.file(&format!("Main.{}", language.extensions[0]), source);
        let compile = filled_in(&words(language.compile), &source, folder.path());
        if let Some((tool, args)) = compile.split_first() {
            let mut compiler = command(tool);
            compiler.args(args).args(options);
            run(compiler.current_dir(folder.path()), Feed::Nothing).expect(0);
        }
        Self {
            language,
            source,
            folder,
        }
    }

    /// The words of the command that runs it.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let words = words(self.language.run);
        let mut words = filled_in(&words, &self.source, self.folder.path());
        if words[0] == "python3" {
            words[0] = python().clone();
        }
        words
    }

    /// The path of the compiled program.
    pub(crate) fn path(&self) -> String {
        let path = self.words().remove(0).into_string();
        path.expect("a temporary folder has a plain name")
    }

    pub(crate) fn command(&self) -> Command {
        let words = self.words();
        let mut command = command(&words[0]);
        command.args(&words[1..]);
        command
    }
}

/// Whether this machine has the tools that compile and run programs in this language.
#[track_caller]
pub(crate) fn has_tools(language: &'static Language) -> bool {
    let mut tools = [language.compile, language.run]
        .into_iter()
        .filter_map(|command| words(command).into_iter().next());
    tools.all(|tool| tool == "{program}" || has(&tool))
}

/// The interpreter behind `python3`. If `python3` is a script that chooses a version, it takes longer than most runs here.
fn python() -> &'static OsString {
    static PATH: OnceLock<OsString> = OnceLock::new();
    PATH.get_or_init(|| {
        let mut ask = command("python3");
        ask.args(["-c", "import sys; print(sys.executable)"]);
        OsString::from(run(&mut ask, Feed::Nothing).expect(0).text().trim_end())
    })
}
