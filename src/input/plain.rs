//! A build without the feature `compressed`: texts are read as they are.

use super::{InputReader, Wait};
use crate::compress::Compression;
use crate::error::Result;
use std::io::Read as _;

pub(super) struct TextReader<'r>(InputReader<'r>);

impl<'r> TextReader<'r> {
    pub(super) fn new(reader: InputReader<'r>, _named: Option<Compression>) -> Self {
        Self(reader)
    }

    pub(super) fn read(&mut self, into: &mut [u8], _wait: Wait) -> Result<Option<usize>> {
        Ok(Some(self.0.read(into)?))
    }

    pub(super) fn is_ready(&self) -> bool {
        self.0.is_ready()
    }

    pub(super) fn packed(&self) -> Option<(Compression, u64)> {
        None
    }
}
