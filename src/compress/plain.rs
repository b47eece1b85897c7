//! A build without the feature `compressed`: texts are read as they are, and no output is compressed.

use super::{Compression, Wait};
use crate::error::Result;
use crate::platform::StreamReader;
use std::io::Read as _;

pub(crate) struct TextReader<'r>(StreamReader<'r>);

impl<'r> TextReader<'r> {
    pub(crate) fn new(reader: StreamReader<'r>, _named: Option<Compression>) -> Self {
        Self(reader)
    }

    pub(crate) fn read(&mut self, into: &mut [u8], _wait: Wait) -> Result<Option<usize>> {
        Ok(Some(self.0.read(into)?))
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.0.is_ready()
    }

    pub(crate) fn packed(&self) -> Option<(Compression, u64)> {
        None
    }
}

pub(crate) fn encode(_: Option<Compression>, _: &[u8]) -> Result<Option<Vec<u8>>> {
    Ok(None)
}
