//! The parsing kernels, by name, and which of them this machine runs.
//!
//! A [`Backend`] that [`Backend::is_available`] accepts runs here. Nothing falls back silently.

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
    /// Sixty-four lines at a time: x86-64 with AVX2 (and BMI1, BMI2, POPCNT).
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Sixty-four lines at a time: x86-64 with AVX-512 (F, BW, VL, DQ, VBMI, VBMI2, VNNI, IFMA).
    #[cfg(target_arch = "x86_64")]
    Avx512,
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
    ];

    /// The fastest backend that this machine runs.
    pub fn detect() -> Self {
        *Self::ALL
            .iter()
            .rev()
            .find(|b| b.is_available())
            .unwrap_or(&Backend::Scalar)
    }

    /// The backends that this machine runs, slowest first.
    pub fn list_available() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|b| b.is_available())
    }

    /// Whether this machine runs the backend.
    pub fn is_available(self) -> bool {
        match self {
            Backend::Scalar | Backend::Swar => true,
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vbmi2")
                    && is_x86_feature_detected!("avx512vnni")
                    && is_x86_feature_detected!("avx512ifma")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
        }
    }

    /// The name that [`FromStr`] takes.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Scalar => "scalar",
            Backend::Swar => "swar",
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Backend {
    type Err = Error;

    /// The backend of that name, if this machine runs it; `auto` is [`Backend::detect`].
    fn from_str(name: &str) -> Result<Self, Error> {
        if name == "auto" {
            return Ok(Self::detect());
        }
        let refuse = |why: &str| {
            let can: Vec<_> = Self::list_available().map(Self::name).collect();
            Error::new(ErrorKind::Backend(format!(
                "{why} `{}`; this machine runs {}",
                name.escape_debug(),
                can.join(", ")
            )))
        };
        match Self::ALL.iter().copied().find(|b| b.name() == name) {
            Some(backend) if backend.is_available() => Ok(backend),
            Some(_) => Err(refuse("this machine can't run the backend")),
            None => Err(refuse("there is no backend")),
        }
    }
}
