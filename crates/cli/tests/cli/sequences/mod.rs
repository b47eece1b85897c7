//! `wythoff cold`, `wythoff explain` and `wythoff grundy`, compared with the rules of the game for small numbers, and with
//! Python's integers for large ones.

mod cold;
mod explain;
mod grundy;

use crate::support::*;
use std::collections::BTreeSet;
