//! A serializer for rows and answers. Its bytes are those of `serde_json`; it only looks for what must be escaped many bytes at a time and takes the names of
//! fields as they are. Rows are twenty times as long as the source that they tell of, so this is where a build spends its time.

use serde::Serialize;
use serde::ser::{self, Serializer};

use super::sorting::Entries;

/// Writes one value behind what the buffer holds. `SORTS` gives objects the order of their keys, as a [`serde_json::Value`] of them has; else fields come as
/// they stand.
pub struct RowWriter<'b, const SORTS: bool = false> {
    buffer: &'b mut Vec<u8>,
    /// Of all objects that are open, where they are sorted.
    entries: Entries,
}

/// An object or array that was opened.
pub struct Open<'w, 'b, const SORTS: bool> {
    writer: &'w mut RowWriter<'b, SORTS>,
    /// What ends it.
    close: u8,
    first: bool,
    /// How many entries were known when it was opened.
    before: usize,
}

/// Bytes that are looked at in one step.
const BLOCK: usize = 32;

/// Whether a text stands in JSON as it is.
#[expect(clippy::needless_bitwise_bool, reason = "without a branch a byte, a block is looked at in one step")]
fn is_plain(text: &[u8]) -> bool {
    let special = |block: &[u8]| block.iter().fold(false, |found, byte| found | (*byte < 0x20) | (*byte == b'"') | (*byte == b'\\'));
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    !blocks.iter().any(|block| special(block)) && !special(rest)
}

/// What stands for a byte behind a backslash; `u` for what is told by its number, 0 for what stands as it is.
const ESCAPES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = b'u';
        byte += 1;
    }
    table[0x08] = b'b';
    table[b'\t' as usize] = b't';
    table[b'\n' as usize] = b'n';
    table[0x0c] = b'f';
    table[b'\r' as usize] = b'r';
    table[b'"' as usize] = b'"';
    table[b'\\' as usize] = b'\\';
    table
};

impl<'b, const SORTS: bool> RowWriter<'b, SORTS> {
    /// A writer into a buffer.
    pub fn new(buffer: &'b mut Vec<u8>) -> Self {
        Self { buffer, entries: Entries::default() }
    }

    /// A text of which something is escaped.
    fn escaped(&mut self, text: &[u8]) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        self.buffer.reserve(text.len() + text.len() / 8 + 3);
        self.buffer.push(b'"');
        let mut start = 0;
        for (at, byte) in text.iter().enumerate() {
            let escape = ESCAPES[*byte as usize];
            if escape == 0 {
                continue;
            }
            self.buffer.extend_from_slice(&text[start..at]);
            start = at + 1;
            self.buffer.extend_from_slice(&[b'\\', escape]);
            if escape == b'u' {
                self.buffer.extend_from_slice(&[b'0', b'0', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
            }
        }
        self.buffer.extend_from_slice(&text[start..]);
        self.buffer.push(b'"');
    }

    fn by_library<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), serde_json::Error> {
        serde_json::to_writer(&mut *self.buffer, value)
    }

    /// A text that is known to stand as it is.
    fn plain(&mut self, text: &str) {
        self.buffer.reserve(text.len() + 3);
        self.buffer.push(b'"');
        self.buffer.extend_from_slice(text.as_bytes());
        self.buffer.push(b'"');
    }

    fn open<'w>(&'w mut self, open: u8, close: u8) -> Open<'w, 'b, SORTS> {
        self.buffer.push(open);
        let before = self.entries.len();
        Open { writer: self, close, first: true, before }
    }

    /// `{"<variant>":`, which the caller ends.
    fn open_variant(&mut self, variant: &str) {
        self.buffer.push(b'{');
        self.plain(variant);
        self.buffer.push(b':');
    }
}

macro_rules! by_library {
    ($($method:ident $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<(), Self::Error> {
            self.by_library(&value)
        })*
    };
}

impl<'w, 'b, const SORTS: bool> Serializer for &'w mut RowWriter<'b, SORTS> {
    type Ok = ();
    type Error = serde_json::Error;
    type SerializeSeq = Open<'w, 'b, SORTS>;
    type SerializeTuple = Open<'w, 'b, SORTS>;
    type SerializeTupleStruct = Open<'w, 'b, SORTS>;
    type SerializeTupleVariant = ser::Impossible<(), Self::Error>;
    type SerializeMap = Open<'w, 'b, SORTS>;
    type SerializeStruct = Open<'w, 'b, SORTS>;
    type SerializeStructVariant = ser::Impossible<(), Self::Error>;

    by_library!(serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_u8 u8, serialize_u16 u16,
        serialize_u32 u32, serialize_u64 u64, serialize_f64 f64, serialize_char char, serialize_bytes &[u8]);

    /// A [`serde_json::Value`] keeps such a number as one of twice the size.
    fn serialize_f32(self, value: f32) -> Result<(), Self::Error> {
        if SORTS { self.by_library(&f64::from(value)) } else { self.by_library(&value) }
    }

    fn serialize_str(self, text: &str) -> Result<(), Self::Error> {
        if is_plain(text.as_bytes()) {
            self.plain(text);
        } else {
            self.escaped(text.as_bytes());
        }
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Self::Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Self::Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Self::Error> {
        self.buffer.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Self::Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Self::Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Self::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, variant: &'static str, value: &T) -> Result<(), Self::Error> {
        self.open_variant(variant);
        value.serialize(&mut *self)?;
        self.buffer.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'w, 'b, SORTS>, Self::Error> {
        Ok(self.open(b'[', b']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'w, 'b, SORTS>, Self::Error> {
        Ok(self.open(b'[', b']'))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'w, 'b, SORTS>, Self::Error> {
        Ok(self.open(b'[', b']'))
    }

    /// Rows have no such variants.
    fn serialize_tuple_variant(self, name: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self::SerializeTupleVariant, Self::Error> {
        Err(ser::Error::custom(format!("a row holds a tuple variant of `{name}`")))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'w, 'b, SORTS>, Self::Error> {
        Ok(self.open(b'{', b'}'))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'w, 'b, SORTS>, Self::Error> {
        Ok(self.open(b'{', b'}'))
    }

    /// Rows have no such variants.
    fn serialize_struct_variant(self, name: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self::SerializeStructVariant, Self::Error> {
        Err(ser::Error::custom(format!("a row holds a struct variant of `{name}`")))
    }
}

impl<const SORTS: bool> Open<'_, '_, SORTS> {
    /// What separates an element from the one before.
    fn next(&mut self) {
        if !std::mem::replace(&mut self.first, false) {
            self.writer.buffer.push(b',');
        }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), serde_json::Error> {
        self.next();
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        if SORTS {
            self.writer.entries.settle(self.before, self.writer.buffer);
        }
        self.writer.buffer.push(self.close);
    }
}

macro_rules! elements {
    ($($of:ident $method:ident),*) => {
        $(impl<const SORTS: bool> ser::$of for Open<'_, '_, SORTS> {
            type Ok = ();
            type Error = serde_json::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Self::Error> {
                self.element(value)
            }

            fn end(self) -> Result<(), Self::Error> {
                self.close();
                Ok(())
            }
        })*
    };
}

elements!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field);

impl<const SORTS: bool> ser::SerializeMap for Open<'_, '_, SORTS> {
    type Ok = ();
    type Error = serde_json::Error;

    /// Keys are texts, in every map of a row.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Self::Error> {
        self.next();
        let start = self.writer.buffer.len();
        key.serialize(&mut *self.writer)?;
        if self.writer.buffer.get(start) != Some(&b'"') {
            return Err(ser::Error::custom("a row holds a map whose keys are no texts"));
        }
        if SORTS {
            self.writer.entries.enter(self.before, start, self.writer.buffer);
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Self::Error> {
        self.writer.buffer.push(b':');
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Self::Error> {
        self.close();
        Ok(())
    }
}

impl<const SORTS: bool> ser::SerializeStruct for Open<'_, '_, SORTS> {
    type Ok = ();
    type Error = serde_json::Error;

    /// Names of fields are words: nothing in them is escaped.
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Self::Error> {
        let buffer = &mut *self.writer.buffer;
        // Room for all of it is made once.
        buffer.reserve(name.len() + 4);
        if !std::mem::replace(&mut self.first, false) {
            buffer.push(b',');
        }
        let start = buffer.len();
        buffer.push(b'"');
        buffer.extend_from_slice(name.as_bytes());
        buffer.push(b'"');
        if SORTS {
            self.writer.entries.enter(self.before, start, buffer);
        }
        buffer.push(b':');
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Self::Error> {
        self.close();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    enum Word {
        Plain,
        Held(u8),
    }

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Row<'a> {
        a_text: &'a str,
        list: Vec<Option<f64>>,
        map: BTreeMap<String, (i64, char, bool)>,
        #[serde(skip_serializing_if = "Option::is_none")]
        none: Option<u32>,
        unit: (),
        word: Word,
        words: [Word; 2],
    }

    #[test]
    fn rows_have_the_bytes_that_the_library_gives() {
        let long = "x".repeat(100);
        for special in ["", "plain", "\"", "\\", "\n", "\u{0}", "\u{1f}", "\u{7f}", "é\u{10400}", "/"] {
            for at in [0, 1, 31, 32, 33, 63, 64, 100] {
                let text = format!("{}{special}{}", &long[..at], &long[at..]);
                let row = Row {
                    a_text: &text,
                    list: vec![None, Some(0.997), Some(1.0), Some(1e-7), Some(f64::NAN)],
                    map: [(text.clone(), (i64::MIN, '"', true)), (String::new(), (0, 'x', false))].into(),
                    none: None,
                    unit: (),
                    word: Word::Held(3),
                    words: [Word::Plain, Word::Held(0)],
                };
                let mut buffer = b"before".to_vec();
                row.serialize(&mut RowWriter::<false>::new(&mut buffer)).unwrap();
                assert_eq!(&buffer[6..], serde_json::to_vec(&row).unwrap(), "{text:?}");
            }
        }
    }

    #[test]
    fn keys_that_are_no_texts_are_refused() {
        let map = BTreeMap::from([(1, 2)]);
        assert!(map.serialize(&mut RowWriter::<false>::new(&mut Vec::new())).is_err());
    }
}
