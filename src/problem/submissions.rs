//! A solution of each judge's problem, as the one source file that a judge takes.
//!
//! The files in `submissions/` are texts: none is compiled into the crate. Each is exact within the limits of its problem
//! and needs nothing beyond its language. C++ is that of 1998 plus `long long`, since the oldest judges compile no
//! other; Rust is the same in every edition; Python is 3. A profile that has a solution has it in every language; the
//! tests compile and run all.

use crate::error::{Error, ErrorKind};
use std::fmt;
use std::str::FromStr;

/// A language that solutions are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// One crate root for plain `rustc`, any edition.
    Rust,
    /// C++98 with `long long`, and no type of 128 bits.
    Cpp,
    /// Python 3.
    Python,
}

impl Language {
    /// All of them.
    pub const ALL: &[Language] = &[Language::Rust, Language::Cpp, Language::Python];

    /// The name that [`FromStr`] takes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::Rust => "rust",
            Language::Cpp => "cpp",
            Language::Python => "python",
        }
    }

    /// How a source file's name ends, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Language::Rust => "rs",
            Language::Cpp => "cpp",
            Language::Python => "py",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Language {
    type Err = Error;

    /// The language of that name; the error lists them all.
    fn from_str(name: &str) -> Result<Self, Error> {
        let mut all = Self::ALL.iter().copied();
        all.find(|language| language.name() == name).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|language| language.name()).collect();
            Error::new(ErrorKind::Argument(format!(
                "there is no language `{}`; there are {}",
                name.escape_debug(),
                names.join(", ")
            )))
        })
    }
}

/// The source that solves `profile` in `language`; `None` for a profile without solutions.
///
/// ```
/// use wythoff::{Language, submission};
/// let source = submission("poj1067", Language::Cpp).expect("a solution");
/// assert!(source.starts_with("// POJ 1067"));
/// assert_eq!(submission("poj9999", Language::Cpp), None);
/// ```
#[must_use]
pub fn submission(profile: &str, language: Language) -> Option<&'static str> {
    let solution = SOLUTIONS
        .iter()
        .find(|solution| solution.profiles.contains(&profile))?;
    Some(match language {
        Language::Rust => solution.rust,
        Language::Cpp => solution.cpp,
        Language::Python => solution.python,
    })
}

/// Every profile that has solutions.
pub fn profiles_with_submissions() -> impl Iterator<Item = &'static str> {
    SOLUTIONS
        .iter()
        .flat_map(|solution| solution.profiles.iter().copied())
}

/// One program in each language.
struct Solution {
    /// The problems that it solves.
    profiles: &'static [&'static str],
    rust: &'static str,
    cpp: &'static str,
    python: &'static str,
}

/// The solution in the files of the first name, which may solve problems of other names as well.
/// A macro, as `include_str!` takes its path as a literal only.
macro_rules! solution {
    ($file:literal $(, $also:literal)*) => {
        Solution {
            profiles: &[$file $(, $also)*],
            rust: include_str!(concat!("submissions/", $file, ".rs")),
            cpp: include_str!(concat!("submissions/", $file, ".cpp")),
            python: include_str!(concat!("submissions/", $file, ".py")),
        }
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
    fn languages_are_found_by_name() {
        for &language in Language::ALL {
            assert_eq!(language.to_string().parse::<Language>().unwrap(), language);
        }
        let error = "c".parse::<Language>().unwrap_err().to_string();
        assert!(error.contains("rust, cpp, python"), "{error}");
    }

    #[test]
    fn each_profile_stands_once() {
        let mut names: Vec<_> = profiles_with_submissions().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
