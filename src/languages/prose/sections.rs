//! Cuts prose into sections: each from its heading to the next one, large ones between paragraphs.

use crate::base::Name;
use crate::base::span::ByteSpan;
use crate::shard::body::Chunk;
use crate::shard::builder::Builder;

/// A section is cut when it grows beyond about this many bytes.
const SECTION_BYTES: usize = 8192;

/// The sections of one text, told from its start to its end. What stands before the first heading has no title.
#[derive(Default)]
pub struct Sections {
    heading: Name,
    start: usize,
}

impl Sections {
    /// A heading starts at a byte.
    pub fn heading(&mut self, builder: &mut Builder<'_>, at: usize, title: &str) {
        self.end(builder, at);
        self.heading = title.into();
    }

    /// A paragraph, or another part that should stay whole.
    pub fn part(&mut self, builder: &mut Builder<'_>, start: usize, end: usize) {
        if end - self.start > SECTION_BYTES && start > self.start {
            self.end(builder, start);
        }
    }

    /// The last section ends with the text.
    pub fn finish(mut self, builder: &mut Builder<'_>) {
        self.end(builder, builder.text().len());
    }

    fn end(&mut self, builder: &mut Builder<'_>, end: usize) {
        let text = builder.text().get(self.start..end).unwrap_or("");
        let inner = text.trim();
        if !inner.is_empty() {
            let from = self.start + (text.len() - text.trim_start().len());
            let span = ByteSpan::new(from, from + inner.len());
            builder.chunk(Chunk { kind: Name::new_static("section"), name: self.heading.clone(), symbol: None, span });
        }
        self.start = end;
    }
}
