//! The titles of the judges' problems and what they ask; a solution of each, as a single source file that a judge takes.
//!
//! Each solution is exact within the limits of its problem. It needs only its language, in a version that the oldest judges
//! have (the table in `language.rs` of the crate `wythoff-contest` says which). The tests compile and run all solutions.

use crate::text::{CHINESE, Lang};
use wythoff::Profile;

/// The title of the problem.
pub fn title(profile: &Profile, lang: Lang) -> &'static str {
    translated(profile.title, lang)
}

/// The question of the problem, in a sentence.
pub fn asks(profile: &Profile, lang: Lang) -> &'static str {
    translated(profile.asks, lang)
}

fn translated(english: &'static str, lang: Lang) -> &'static str {
    CHINESE.translation(lang, english).unwrap_or(english)
}

/// The source that solves `profile`, in the language whose sources end in `extension`; `None` for a profile or a language
/// without solutions.
///
/// ```
/// use wythoff_explain::submission;
/// let source = submission("poj1067", "cpp").expect("a solution");
/// assert!(source.starts_with("// POJ 1067"));
/// assert_eq!(submission("poj9999", "cpp"), None);
/// ```
pub fn submission(profile: &str, extension: &str) -> Option<&'static str> {
    let (_, sources) = SOLUTIONS
        .iter()
        .find(|(profiles, _)| profiles.contains(&profile))?;
    let language = EXTENSIONS.iter().position(|known| *known == extension)?;
    Some(sources[language])
}

/// The endings of the names of source files: C, C++, Java, Pascal, Python, Go, JavaScript, Rust.
pub const EXTENSIONS: [&str; 8] = ["c", "cpp", "java", "pas", "py", "go", "js", "rs"];

/// The problems that the programs solve, and a program for each of [`EXTENSIONS`].
type Solution = (&'static [&'static str], [&'static str; EXTENSIONS.len()]);

/// A [`Solution`]. The first argument is the name of its source files and of a profile; the others are more profiles that it
/// solves. This is a macro because `include_str!` takes only a literal path.
macro_rules! solution {
    ($file:literal $(, $also:literal)*) => {
        (
            &[$file $(, $also)*],
            [
                include_str!(concat!("submissions/", $file, ".c")),
                include_str!(concat!("submissions/", $file, ".cpp")),
                include_str!(concat!("submissions/", $file, ".java")),
                include_str!(concat!("submissions/", $file, ".pas")),
                include_str!(concat!("submissions/", $file, ".py")),
                include_str!(concat!("submissions/", $file, ".go")),
                include_str!(concat!("submissions/", $file, ".js")),
                include_str!(concat!("submissions/", $file, ".rs")),
            ],
        )
    };
}

const SOLUTIONS: &[Solution] = &[
    solution!("poj1067", "hdu1527"),
    solution!("luogu-p2252"),
    solution!("51nod1072"),
    solution!("51nod1185"),
    solution!("hdu5973"),
    solution!("hdu2177"),
    solution!("luogu-p2197"),
    solution!("hdu1849"),
    solution!("poj2975", "hdu1850"),
    solution!("hdu2176"),
    solution!("uva11249"),
    solution!("haut1297"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_profile_stands_once() {
        let profiles = SOLUTIONS.iter().flat_map(|(profiles, _)| *profiles);
        let mut names: Vec<_> = profiles.collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
