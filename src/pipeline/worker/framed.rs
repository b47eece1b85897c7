//! A worker's way with a framed input: what it supposes of a chunk, and what is done when that wasn't so.
//!
//! Owns the redoing. See [`super::super::frame`] for the reasons.

use super::*;

/// What else is to be known of a chunk of a framed input when its turn comes.
pub(super) struct Framed {
    /// Where the input stands behind it, if it is as was supposed.
    pub(super) behind: Turn,
    /// It was read from the state that is known, not supposed.
    pub(super) sure: bool,
    /// What the limits don't promise.
    pub(super) warning: Option<(Place, String)>,
    /// Its offset in the input.
    pub(super) offset: u64,
    /// Its text, where the input can't be looked at again.
    pub(super) kept: Option<Vec<u8>>,
}

impl<'j, W: Work> Job<'j, '_, '_, W> {
    /// A chunk of a framed input, supposed to begin with a record.
    pub(super) fn framed(
        &self,
        frame: &Frame,
        worker: &mut W::Worker,
        seq: u64,
        chunk: Chunk<'_>,
    ) -> Done<'j> {
        let turn = match seq {
            0 => Turn::first(frame.framing),
            _ => Turn::supposed(),
        };
        let mut done = self.read(frame, worker, turn, &chunk);
        let framed = done.framed.as_mut().expect("it was just read");
        framed.sure = seq == 0;
        let lines = &chunk.text[chunk.at..];
        if seq > 0 && self.source.again(chunk.offset, lines.len()).is_none() {
            framed.kept = Some(lines.to_vec());
        }
        done
    }

    /// Reads a chunk of a framed input as what comes at `turn`.
    fn read(
        &self,
        frame: &Frame,
        worker: &mut W::Worker,
        turn: Turn,
        chunk: &Chunk<'_>,
    ) -> Done<'j> {
        let mut sink = self.sink();
        let reading = frame.read(self.work, worker, chunk.text, chunk.at, turn, &mut sink);
        let mut done = self.done(sink, chunk);
        done.failure = reading.fault.map(|(at, kind)| {
            let (place, kind) = self.fault(chunk, at, kind);
            Failure::Fault(place, kind)
        });
        done.framed = Some(Framed {
            behind: reading.turn,
            sure: true,
            warning: reading
                .warning
                .map(|(at, what)| (self.place_of(chunk, at), what)),
            offset: chunk.offset,
            kept: None,
        });
        done
    }

    /// A chunk's turn has come: if it isn't as its worker supposed, it is read again.
    pub(super) fn settle(
        &self,
        turn: &mut Turn,
        done: &mut Done<'j>,
        worker: &mut W::Worker,
        packer: &mut Packer,
    ) {
        let Some(frame) = self.frame else { return };
        let Some(framed) = done.framed.take() else {
            return;
        };
        let records = done.hot + done.cold;
        if framed.sure {
            *turn = framed.behind.clone();
        } else if turn.is_as_supposed(records, done.failure.is_none() && framed.warning.is_none()) {
            turn.go_on(framed.behind.clone(), records);
        } else {
            let len = done.bytes as usize;
            let text = match &framed.kept {
                Some(text) => text,
                None => self.source.again(framed.offset, len).unwrap_or_default(),
            };
            let chunk = Chunk {
                text,
                at: 0,
                offset: framed.offset,
            };
            let emptied = std::mem::take(&mut done.lines);
            self.give_back(emptied);
            let again = self.read(frame, worker, turn.clone(), &chunk);
            *done = self.compressed(packer, again);
            if let Some(framed) = &done.framed {
                *turn = framed.behind.clone();
            }
            return;
        }
        done.framed = Some(framed);
    }

    /// What a framed input lacks when all of it was read.
    pub(super) fn missing(&self, totals: &mut Totals) {
        let (Some(frame), Some(turn)) = (self.frame, &totals.turn) else {
            return;
        };
        let Some((fatal, what)) = turn.missing(frame.framing, totals.hot + totals.cold) else {
            return;
        };
        let place = Place {
            line_offset: totals.end,
            lines: 0,
            column: 0,
            joined: true,
        };
        let what = format!("the input ends without {what}");
        let error = self.error_at(place, ErrorKind::Framing(what), totals);
        if fatal || frame.strict {
            totals.failure = Some(error);
        } else {
            totals.warnings.push(error);
        }
    }
}
