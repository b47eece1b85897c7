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
pub fn submission(profile: &str, language: Language) -> Option<&'static str> {
    let mut solutions = SOLUTIONS.iter();
    let (_, sources) = solutions.find(|(profiles, _)| profiles.contains(&profile))?;
    Some(sources[language as usize])
}

/// Those languages of [`submission`] that the judge of `profile` takes; `None` if no public page lists them.
pub fn languages_of_judge(profile: &Profile) -> Option<&'static [Language]> {
    let judges = [
        // C, C++, Java and Pascal. The FAQ of each: poj.org/page?id=1000, acm.hdu.edu.cn/faq.php.
        ("poj", &Language::ALL[..4]),
        ("hdu", &Language::ALL[..4]),
        // help.luogu.com.cn/manual/luogu/problem/judging.
        ("luogu", Language::ALL),
        // Python, too, in the form for submissions.
        ("uva", &Language::ALL[..5]),
    ];
    let mut judges = judges.into_iter();
    let judge = judges.find(|(judge, _)| profile.name.starts_with(judge));
    judge.map(|(_, languages)| languages)
}

/// Whether the judge of `profile` compiles C and C++ also with compilers of Microsoft or for Windows, according to its FAQ.
pub fn has_microsoft_compilers(profile: &Profile) -> bool {
    let judges = ["poj", "hdu"];
    judges.iter().any(|judge| profile.name.starts_with(judge))
}

/// The problems that the programs solve, and a program in each of [`Language::ALL`].
type Solution = (&'static [&'static str], [&'static str; Language::ALL.len()]);

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
