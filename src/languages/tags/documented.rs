//! Types that comments of documentation tell where the code does not: `@var T`, `@param T $x`, `@return T`.

use super::matches::{Found, bare};
use super::walk::Walk;
use super::{heads, vocabulary::Part};
use crate::base::span::ByteSpan;
use crate::shard::builder::Builder;
use crate::shard::expr::ExprId;

/// Longer comments are looked at up to here.
const MAX_COMMENT: usize = 16_384;

impl<'tree> Walk<'_, 'tree> {
    /// The type of a definition, or of a variable that is given a value.
    pub fn told_type(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, tag: &str) -> Option<ExprId> {
        if !self.tags.manner.documented || found.part(Part::Type).is_some() {
            return None;
        }
        let (name, span) = bare(found.name(), builder.text());
        let wanted = Some(name).filter(|_| tag != "@return");
        let start = u32::try_from(found.node.start_byte()).unwrap_or(span.start);
        told(builder, &self.comments, start, (tag, wanted), false)
    }

    /// The type of a parameter of the definition `of`.
    pub fn told_parameter(&mut self, builder: &mut Builder<'_>, found: &Found<'tree>, of: u32) -> Option<ExprId> {
        if !self.tags.manner.documented || found.part(Part::Type).is_some() {
            return None;
        }
        let (name, _) = bare(found.name(), builder.text());
        let start = builder.place_mut(of).span.start;
        told(builder, &self.comments, start, ("@param", Some(name)), true)
    }
}

fn told(builder: &mut Builder<'_>, comments: &[ByteSpan], start: u32, (tag, wanted): (&str, Option<&str>), named: bool) -> Option<ExprId> {
    let (_, doc) = heads::above(start, builder.text(), comments);
    let ty = class_in(&doc, tag, wanted, named)?;
    // Types look from byte 0.
    Some(builder.name(ty, 0))
}

/// The class that a tag of a comment names: `?T`, `T|null` and `T<U>` are of T. A tag with the name of another variable says nothing of this one; with
/// `named` it must say a name.
fn class_in<'doc>(doc: &'doc str, tag: &str, wanted: Option<&str>, named: bool) -> Option<&'doc str> {
    let doc = &doc[..doc.floor_char_boundary(MAX_COMMENT)];
    doc.match_indices(tag).find_map(|(at, _)| {
        let rest = doc[at + tag.len()..].strip_prefix([' ', '\t'])?;
        let line = rest.lines().next().unwrap_or("").trim_start();
        let end = type_end(line);
        let behind = line[end..].trim_start().trim_start_matches(['&', '.']);
        let variable = behind.strip_prefix('$').map(|it| &it[..it.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(it.len())]);
        let is_meant = if variable.is_some() { wanted.is_none() || variable == wanted } else { !named };
        class(&line[..end]).filter(|_| is_meant)
    })
}

/// Where a type ends that may hold blanks in its brackets.
fn type_end(line: &str) -> usize {
    let mut depth = 0u32;
    for (at, letter) in line.char_indices() {
        match letter {
            '<' | '(' | '{' | '[' => depth += 1,
            '>' | ')' | '}' | ']' => depth = depth.saturating_sub(1),
            ' ' | '\t' | '*' if depth == 0 => return at,
            _ => {}
        }
    }
    line.len()
}

/// The one class of a type, written without a namespace.
fn class(ty: &str) -> Option<&str> {
    let mut parts = ty.strip_prefix('?').unwrap_or(ty).split('|').filter(|part| !part.eq_ignore_ascii_case("null"));
    let (one, rest) = (parts.next()?, parts.next());
    let head = &one[..one.find('<').unwrap_or(one.len())];
    let is_name = head.starts_with(|c: char| c.is_uppercase()) && head.chars().all(|c| c.is_alphanumeric() || c == '_');
    Some(head).filter(|_| is_name && rest.is_none() && (head.len() == one.len() || one.ends_with('>')))
}

#[cfg(test)]
mod tests {
    use super::class_in;

    #[test]
    fn a_comment_tells_one_class() {
        let doc = "Text of @param no.\n@param Dog $d what\n@param ?Cat ...$c\n@param Map<int, Dog>|null $m\n@param Dog|Cat $e\n@param array<Dog> $a\n@param A\\B $q\n@return Dog[]\n";
        let param = |name: &str| class_in(doc, "@param", Some(name), true);
        assert_eq!([param("d"), param("c"), param("m"), param("x")], [Some("Dog"), Some("Cat"), Some("Map"), None]);
        assert_eq!([param("e"), param("a"), param("q"), class_in(doc, "@return", None, false)], [None; 4]);
        let var = |doc| class_in(doc, "@var", Some("z"), false);
        assert_eq!([var("@var Dog"), var("@var Dog $z"), var("@var Dog $y"), var("@variant Dog")], [Some("Dog"), Some("Dog"), None, None]);
    }
}
