//! A solution of each judge's problem, as a single source file that a judge takes.
//!
//! The files in `submissions/` are texts: no file is compiled into the crate. Each solution is exact within the limits of
//! its problem. It needs only its language, in a version that the oldest judges have ([`Language`]). A profile that has a
//! solution has one in every language. The tests compile and run all solutions.

use crate::language::Language;
use wythoff::Profile;

/// The source that solves `profile` in `language`; `None` for a profile without solutions.
///
/// ```
/// use wythoff_contest::{Language, submission};
/// let source = submission("poj1067", Language::Cpp).expect("a solution");
/// assert!(source.starts_with("// POJ 1067"));
/// assert_eq!(submission("poj9999", Language::Cpp), None);
/// ```
#[must_use]
pub fn submission(profile: &str, language: Language) -> Option<&'static str> {
    let solution = SOLUTIONS
        .iter()
        .find(|solution| solution.profiles.contains(&profile))?;
    let of_that_language = |source: &&(Language, _)| source.0 == language;
    Some(solution.sources.iter().find(of_that_language)?.1)
}

/// The languages that the judge of `profile` takes, of those that [`submission`] has; `None` if no public page lists them.
#[must_use]
pub fn languages_of_judge(profile: &Profile) -> Option<&'static [Language]> {
    const OLD: &[Language] = &[Language::C, Language::Cpp, Language::Java, Language::Pascal];
    const UVA: &[Language] = &[
        Language::C,
        Language::Cpp,
        Language::Java,
        Language::Pascal,
        Language::Python,
    ];
    let judges = [
        // The FAQ of each: poj.org/page?id=1000, acm.hdu.edu.cn/faq.php.
        ("poj", OLD),
        ("hdu", OLD),
        // help.luogu.com.cn/manual/luogu/problem/judging.
        ("luogu", Language::ALL),
        // The form for submissions.
        ("uva", UVA),
    ];
    let judge = judges
        .into_iter()
        .find(|(judge, _)| profile.name.starts_with(judge));
    judge.map(|(_, languages)| languages)
}

/// Whether the judge of `profile` compiles C and C++ also with compilers of Microsoft or for Windows, according to its FAQ.
#[must_use]
pub fn has_microsoft_compilers(profile: &Profile) -> bool {
    let judges = ["poj", "hdu"];
    judges.iter().any(|judge| profile.name.starts_with(judge))
}

/// Every profile that has solutions.
pub fn profiles_with_submissions() -> impl Iterator<Item = &'static str> {
    SOLUTIONS
        .iter()
        .flat_map(|solution| solution.profiles.iter().copied())
}

/// One program in each language.
struct Solution {
    /// The problems that the program solves.
    profiles: &'static [&'static str],
    sources: [(Language, &'static str); Language::ALL.len()],
}

/// A [`Solution`]. The first argument is the name of its source files and of a profile; the others are more profiles that it
/// solves. This is a macro because `include_str!` takes only a literal path.
macro_rules! solution {
    ($file:literal $(, $also:literal)*) => {
        Solution {
            profiles: &[$file $(, $also)*],
            sources: [
                (Language::C, include_str!(concat!("submissions/", $file, ".c"))),
                (Language::Cpp, include_str!(concat!("submissions/", $file, ".cpp"))),
                (Language::Java, include_str!(concat!("submissions/", $file, ".java"))),
                (Language::Pascal, include_str!(concat!("submissions/", $file, ".pas"))),
                (Language::Python, include_str!(concat!("submissions/", $file, ".py"))),
                (Language::Go, include_str!(concat!("submissions/", $file, ".go"))),
                (Language::JavaScript, include_str!(concat!("submissions/", $file, ".js"))),
                (Language::Rust, include_str!(concat!("submissions/", $file, ".rs"))),
            ],
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
    fn each_profile_stands_once() {
        let mut names: Vec<_> = profiles_with_submissions().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
