//! The entries of objects that are being written, so that an object whose fields stand in another order can be put into that of its keys.

use std::ops::Range;

/// Where entries stand in the buffer, those of outer objects first.
#[derive(Default)]
pub struct Entries {
    /// Start of each, and end of its key, quotes included.
    places: Vec<[usize; 2]>,
    /// How many entries stood before the objects that are out of order, the innermost last.
    astray: Vec<usize>,
}

impl Entries {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// One more of the object that was opened when there were `before`: its key stands from `start` to the end of the buffer.
    pub fn enter(&mut self, before: usize, start: usize, buffer: &[u8]) {
        let here = [start, buffer.len()];
        let is_behind = |last: &[usize; 2]| compared(&buffer[last[0]..last[1]]) < compared(&buffer[start..]);
        let in_order = self.places.get(before..).and_then(<[_]>::last).is_none_or(is_behind);
        if !in_order && self.astray.last() != Some(&before) {
            self.astray.push(before);
        }
        self.places.push(here);
    }

    /// Puts the entries of an object that ends here into the order of their keys. Of two with one key the last one stays.
    pub fn settle(&mut self, before: usize, buffer: &mut Vec<u8>) {
        let own = self.places.split_off(before.min(self.places.len()));
        if self.astray.last() != Some(&before) || own.is_empty() {
            return;
        }
        self.astray.pop();
        let (first, end) = (own[0][0], buffer.len());
        // A comma stands in front of each but the first.
        let ends = own.iter().skip(1).map(|next| next[0] - 1).chain([end]);
        let mut entries: Vec<(Range<usize>, Range<usize>)> = own.iter().zip(ends).map(|(at, end)| (at[0]..at[1], at[0]..end)).collect();
        entries.sort_by(|lhs, rhs| compared(&buffer[lhs.0.clone()]).cmp(&compared(&buffer[rhs.0.clone()])));
        let mut sorted = Vec::with_capacity(end - first);
        for (at, (key, entry)) in entries.iter().enumerate() {
            let is_last = entries.get(at + 1).is_none_or(|(next, _)| buffer[next.clone()] != buffer[key.clone()]);
            if is_last {
                sorted.extend_from_slice(if sorted.is_empty() { b"" } else { b"," });
                sorted.extend_from_slice(&buffer[entry.clone()]);
            }
        }
        buffer.truncate(first);
        buffer.extend_from_slice(&sorted);
    }
}

/// What keys are compared by: their text, which is what stands between the quotes unless some of it is escaped.
fn compared(key: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    let text = key.get(1..key.len() - 1).unwrap_or(&[]);
    if text.contains(&b'\\') { serde_json::from_slice::<String>(key).map_or(text.into(), |it| it.into_bytes().into()) } else { text.into() }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde::Serialize;

    use super::super::printed;

    #[derive(Serialize)]
    struct Whole<'a> {
        z: f32,
        kept: Option<Inner<'a>>,
        a: Vec<Inner<'a>>,
        #[serde(flatten)]
        more: Inner<'a>,
        map: HashMap<&'a str, [Inner<'a>; 1]>,
        b: (),
        value: serde_json::Value,
    }

    #[derive(Clone, Serialize)]
    struct Inner<'a> {
        y: u64,
        text: &'a str,
        n: f64,
    }

    #[derive(Serialize)]
    enum Forms {
        Tuple(u8, u8),
    }

    #[test]
    fn an_answer_has_the_bytes_of_its_value() {
        let inner = Inner { y: u64::MAX, text: "a\tb\u{1}\u{1f}\u{8}\u{c}\"\\\r\né\u{7f}", n: 1e-7 };
        let keys = ["", "\n", "\"", "a", "A", "é", "\u{10400}", "\u{ffff}", "!", "~", "\u{1}", "[", "z"];
        let whole = Whole {
            z: 0.1,
            kept: Some(inner.clone()),
            a: vec![inner.clone(), inner.clone()],
            more: inner.clone(),
            map: keys.into_iter().map(|key| (key, [inner.clone()])).collect(),
            b: (),
            value: serde_json::json!({"b": [1, -1, 0.5, null], "a": {}, "0": [], "c": {"z": 1, "y": true}}),
        };
        assert_eq!(printed(&whole).unwrap(), serde_json::to_value(&whole).unwrap().to_string());
        let twice = Twice { y: 1, more: inner };
        assert_eq!(printed(&twice).unwrap(), serde_json::to_value(&twice).unwrap().to_string());
        let forms = [Forms::Tuple(1, 2)];
        assert_eq!(printed(&forms).unwrap(), serde_json::to_value(&forms).unwrap().to_string());
    }

    #[derive(Serialize)]
    struct Twice<'a> {
        y: u64,
        #[serde(flatten)]
        more: Inner<'a>,
    }
}
