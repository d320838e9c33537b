//! Which parameters of a macro name members: those that stand behind `.` or `->` in its body, or are handed to another macro that may put them there.

use std::collections::{BTreeMap, BTreeSet};

use super::lexer::{Token, TokenKind, is_keyword, tokens};
use crate::base::Name;
use crate::shard::facts::Naming;

/// Most uses of parameters that are told of one macro.
const MAX_NAMINGS: usize = 48;
/// What is handed a type and the name of a member of it.
const OFFSETS: &[&str] = &["__builtin_offsetof", "offsetof"];

/// What the body of a macro does with parameters that may name members.
pub(super) fn namings(body: &str, params: &[Name]) -> Vec<Naming> {
    if params.is_empty() {
        return Vec::new();
    }
    let mut all = tokens(body);
    all.retain(|token| !token.is(b'\\'));
    let reading = Reading { body, params, typed: typed_by(&all, body, params), tokens: &all };
    let (mut found, mut handed) = (Vec::new(), BTreeSet::new());
    for position in 0..all.len() {
        if let Some((naming, places)) = reading.handed(position) {
            handed.extend(places);
            found.push(naming);
        }
    }
    let mut values = BTreeSet::new();
    for position in 0..all.len() {
        let Some(param) = reading.param(position) else { continue };
        match reading.mark_in_front(position) {
            Some(base) => found.push(Naming::Member { param, of: reading.value_before(base) }),
            None if handed.contains(&position) => {}
            None => {
                values.insert(param);
            }
        }
    }
    let is_handed = |param: u16| found.iter().any(|it| matches!(it, Naming::Handed { given, .. } if given.contains(&Some(param))));
    let as_values: Vec<Naming> = values.iter().filter(|param| is_handed(**param)).map(|param| Naming::Value { param: *param }).collect();
    found.retain(|it| !matches!(it, Naming::Member { param, .. } if values.contains(param)));
    found.extend(as_values);
    found.sort_unstable();
    found.dedup();
    // Where it is not told of all, a parameter that also stands for a value might be taken for a name.
    if found.len() > MAX_NAMINGS { Vec::new() } else { found }
}

/// Variables of a body that are pointers to what a parameter says: `elm` of `struct type *elm`.
fn typed_by<'text>(tokens: &[Token], body: &'text str, params: &[Name]) -> BTreeMap<&'text str, u16> {
    let mut typed = BTreeMap::new();
    for window in tokens.windows(3) {
        let [ty, star, name] = window else { continue };
        if star.is(b'*')
            && name.kind == TokenKind::Word
            && number(params, name.text(body)).is_none()
            && let Some(param) = number(params, ty.text(body))
        {
            typed.insert(name.text(body), param);
        }
    }
    typed
}

fn number(params: &[Name], word: &str) -> Option<u16> {
    params.iter().position(|param| param == word).and_then(|at| u16::try_from(at).ok())
}

struct Reading<'a> {
    body: &'a str,
    params: &'a [Name],
    typed: BTreeMap<&'a str, u16>,
    tokens: &'a [Token],
}

impl Reading<'_> {
    fn is(&self, position: Option<usize>, mark: u8) -> bool {
        position.and_then(|it| self.tokens.get(it)).is_some_and(|it| it.is(mark))
    }

    /// The parameter that a token is.
    fn param(&self, position: usize) -> Option<u16> {
        let token = self.tokens.get(position).filter(|it| it.kind == TokenKind::Word)?;
        number(self.params, token.text(self.body))
    }

    /// The same, or the one that says what a variable of the body points to.
    fn value(&self, position: usize) -> Option<u16> {
        let word = self.tokens.get(position).filter(|it| it.kind == TokenKind::Word)?.text(self.body);
        number(self.params, word).or_else(|| self.typed.get(word).copied())
    }

    /// The last token in front of the `.` or `->` that a token stands behind.
    fn mark_in_front(&self, position: usize) -> Option<usize> {
        let before = position.checked_sub(1)?;
        if self.is(Some(before), b'.') {
            return before.checked_sub(1);
        }
        let arrow = self.is(Some(before), b'>') && self.is(before.checked_sub(1), b'-');
        if arrow { before.checked_sub(2) } else { None }
    }

    /// The parameter whose value ends at a token: `it`, `(it)`, `((type *)0)`.
    fn value_before(&self, end: usize) -> Option<u16> {
        let mut start = end;
        if self.is(Some(end), b')') {
            let mut depth = 0_usize;
            start = (0..=end).rev().find(|at| {
                depth += usize::from(self.is(Some(*at), b')'));
                depth -= usize::from(self.is(Some(*at), b'(') && depth > 0);
                depth == 0
            })?;
        }
        let in_front = start.checked_sub(1).and_then(|it| self.tokens.get(it));
        // What is called, or a member, is something else.
        let continues = |it: &Token| it.is(b'.') || it.is(b'>') || it.is(b'#') || it.is(b']') || it.kind == TokenKind::Word;
        if in_front.is_some_and(|it| continues(it) && !is_keyword(it.text(self.body))) {
            return None;
        }
        self.alone(start, end + 1)
    }

    /// The parameter that some tokens are, with brackets around it or not, or that a cast in front of them names the type by.
    fn alone(&self, mut start: usize, mut end: usize) -> Option<u16> {
        loop {
            while self.is(Some(start), b'&') || self.is(Some(start), b'*') {
                start += 1;
            }
            if start + 1 == end {
                return self.value(start);
            }
            if !self.is(Some(start), b'(') {
                return None;
            }
            match self.closing(start)? {
                close if close + 1 == end => (start, end) = (start + 1, close),
                close if close < end => return self.cast(start + 1, close),
                _ => return None,
            }
        }
    }

    /// The parameter of `struct type *`.
    fn cast(&self, mut start: usize, end: usize) -> Option<u16> {
        let is_tag = self.tokens.get(start).is_some_and(|it| matches!(it.text(self.body), "struct" | "union" | "const"));
        start += usize::from(is_tag);
        (start + 2 == end && self.is(Some(start + 1), b'*')).then(|| self.param(start)).flatten()
    }

    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        (open..self.tokens.len()).find(|at| {
            depth += usize::from(self.is(Some(*at), b'('));
            depth -= usize::from(self.is(Some(*at), b')') && depth > 0);
            depth == 0
        })
    }

    /// What a token is handed where it is called, with the places of the parameters that are handed over alone.
    fn handed(&self, position: usize) -> Option<(Naming, Vec<usize>)> {
        let name = self.tokens.get(position).filter(|it| it.kind == TokenKind::Word)?.text(self.body);
        let open = position + 1;
        let pasted = self.is(position.checked_sub(1), b'#') || self.is(Some(open), b'#');
        if !self.is(Some(open), b'(') || pasted || is_keyword(name) || self.param(position).is_some() || self.mark_in_front(position).is_some() {
            return None;
        }
        let close = self.closing(open)?;
        let (mut given, mut places, mut start, mut depth) = (Vec::new(), Vec::new(), open + 1, 0_usize);
        for at in open + 1..=close {
            let token = &self.tokens[at];
            if depth == 0 && (token.is(b',') || at == close) {
                given.push(self.alone(start, at));
                places.extend((start..at).filter(|it| self.param(*it).is_some() && given.last() == Some(&self.param(*it))));
                start = at + 1;
            }
            depth += usize::from(token.is_one_of(b"([{"));
            depth = depth.saturating_sub(usize::from(token.is_one_of(b")]}")));
        }
        match given.as_slice() {
            [of, Some(param)] if OFFSETS.contains(&name) => Some((Naming::Member { param: *param, of: *of }, places)),
            _ if given.iter().all(Option::is_none) => None,
            _ => Some((Naming::Handed { to: name.into(), given }, places)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(params: &[&str], body: &str) -> Vec<Naming> {
        let params: Vec<Name> = params.iter().map(|it| Name::from(*it)).collect();
        namings(body, &params)
    }

    fn member(param: u16, of: Option<u16>) -> Naming {
        Naming::Member { param, of }
    }

    fn handed(to: &str, given: &[Option<u16>]) -> Naming {
        Naming::Handed { to: to.into(), given: given.to_vec() }
    }

    #[test]
    fn what_stands_behind_an_arrow_or_a_dot_is_a_member() {
        assert_eq!(of(&["it", "field"], "((it)->field)"), [member(1, Some(0))]);
        assert_eq!(of(&["it", "field"], "it.field = 0; (*(it)).field++"), [member(1, Some(0))]);
        assert_eq!(of(&["it", "field"], "((it)->first->field)"), [member(1, None)]);
        assert_eq!(of(&["it", "field"], "(next(it)->field)"), [member(1, None), handed("next", &[Some(0)])]);
        assert_eq!(of(&["type", "field"], "((size_t)&((type *)0)->field)"), [member(1, Some(0))]);
        assert_eq!(of(&["p", "type", "field"], "((type *)((char *)(p) - offsetof(type, field)))"), [member(2, Some(1))]);
    }

    #[test]
    fn what_is_a_value_too_is_no_member() {
        assert_eq!(of(&["it", "name"], "((it)->name = name)"), []);
        let told = [handed("use", &[Some(0), Some(1)]), Naming::Value { param: 1 }];
        assert_eq!(of(&["it", "name"], "use(it, name); return name"), told);
    }

    #[test]
    fn what_is_handed_on_may_be_a_member_there() {
        let told = [handed("FIRST", &[Some(1)]), handed("NEXT", &[Some(0), Some(2)]), Naming::Value { param: 0 }];
        assert_eq!(of(&["var", "head", "field"], "for ((var) = FIRST(head); (var); (var) = NEXT((var), field))"), told);
        // What a variable of the body is, a parameter may tell.
        let told = [member(1, Some(0)), handed("LEFT", &[Some(0), Some(1)]), Naming::Value { param: 0 }];
        assert_eq!(of(&["type", "field"], "void f(struct type *elm) { LEFT(elm, field) = 0; elm->field = 1; }"), told);
    }
}
