//! The names of the parsing kernels, and which of them this machine runs. A kernel that it can't run is refused, never
//! replaced.

use crate::error::{Error, ErrorKind};
use std::fmt;
use std::str::FromStr;

/// A parsing kernel, named by its instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// One byte at a time: the reference.
    Scalar,
    /// Eight digits at a time in a 64-bit register: any machine.
    Swar,
    /// Eight streams of lines at once: x86-64 with AVX2 (and BMI1, BMI2, POPCNT).
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Sixty-four lines at a time: x86-64 with AVX-512 (F, BW, VL, DQ, VBMI, VBMI2, VNNI, IFMA).
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Eight streams of lines at once: aarch64, which always has NEON.
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// Eight streams of lines at once: WebAssembly that was compiled with `-C target-feature=+simd128`.
    #[cfg(target_feature = "simd128")]
    Simd128,
}

impl Backend {
    /// Every backend, slowest first.
    pub const ALL: &[Backend] = &[
        Backend::Scalar,
        Backend::Swar,
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2,
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512,
        #[cfg(target_arch = "aarch64")]
        Backend::Neon,
        #[cfg(target_feature = "simd128")]
        Backend::Simd128,
    ];

    /// The fastest backend that this machine runs.
    pub fn detect() -> Self {
        Self::list_available().last().unwrap_or(Backend::Scalar)
    }

    /// The backends that this machine runs, slowest first.
    pub fn list_available() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|b| b.is_available())
    }

    pub(crate) fn is_available(self) -> bool {
        #[cfg(test)]
        if tests::MISSING.get() == Some(self) {
            return false;
        }
        match self {
            Backend::Scalar | Backend::Swar => true,
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => true,
            #[cfg(target_feature = "simd128")]
            Backend::Simd128 => true,
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => {
                Backend::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vbmi2")
                    && is_x86_feature_detected!("avx512vnni")
                    && is_x86_feature_detected!("avx512ifma")
            }
        }
    }

    /// Errors: this machine can't run the backend.
    pub(crate) fn require(self) -> Result<(), Error> {
        if self.is_available() {
            return Ok(());
        }
        Err(refusal("this machine can't run the backend", self.name()))
    }

    /// The name that [`FromStr`] parses.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Scalar => "scalar",
            Backend::Swar => "swar",
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => "neon",
            #[cfg(target_feature = "simd128")]
            Backend::Simd128 => "simd128",
        }
    }
}

impl Default for Backend {
    /// [`Backend::detect`].
    fn default() -> Self {
        Self::detect()
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Backend {
    type Err = Error;

    /// The backend with this name, if this machine runs it; `auto` is [`Backend::detect`].
    fn from_str(name: &str) -> Result<Self, Error> {
        if name == "auto" {
            return Ok(Self::detect());
        }
        match Self::ALL.iter().find(|b| b.name() == name) {
            Some(&backend) => backend.require().map(|()| backend),
            None => Err(refusal("this build has no backend", name)),
        }
    }
}

fn refusal(why: &str, name: &str) -> Error {
    let can: Vec<_> = Backend::list_available().map(Backend::name).collect();
    Error::new(ErrorKind::Backend(format!(
        "{why} `{}`; this machine runs {}",
        name.escape_debug(),
        can.join(", ")
    )))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::Backend;
    use std::cell::Cell;
    use std::io::Write;

    /// Reports that the calling test, or the rest of it, is skipped, because this machine lacks an instruction set. The test
    /// does not fail, even if `CI` is `true`, because no installation can add an instruction set.
    #[track_caller]
    pub(crate) fn skipped(needs: &str) {
        let test = std::panic::Location::caller();
        let text = format!("\n{test}: skipped: needs {needs}\n");
        // Not `eprintln!`, because the test runner hides its output if the test passes. A message that can't be written is
        // lost.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    thread_local! {
        /// A backend that the tests of this thread treat as missing.
        pub(crate) static MISSING: Cell<Option<Backend>> = const { Cell::new(None) };
    }
}
