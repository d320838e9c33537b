//! Records: types whose fields have places, by a number or by a name.

use super::{Type, Typed, merge};
use crate::link::ask::Ref;
use crate::link::eval::{Denotation, Linker};
use crate::shard::facts::{Flags, Owner, SymbolKind};

/// How far above a type the kind of record is looked for that it is.
const MAX_ABOVE: u32 = 8;

impl Linker<'_> {
    /// The types of the field that a record keeps at this place: by its number where records are tuples, by its name where they are maps.
    pub(in crate::link) fn recorded(&mut self, ty: Ref, typed: &Typed, key: &str) -> Vec<Type> {
        let Some(file) = self.load(ty.file) else { return Vec::new() };
        let position = key.parse::<usize>().ok();
        let kinds = file.habits().classes.records;
        let mut fields = Vec::new();
        for (kind, numbered) in kinds {
            if *numbered != position.is_some() {
                continue;
            }
            let Some(record) = self.record_above(ty, kind, 0) else { continue };
            if let Some(position) = position {
                fields.extend(self.field_at(record, position));
            } else {
                let found = self.type_member(ty, key);
                fields.extend(found.into_iter().filter_map(|it| it.what.symbol()));
            }
        }
        let mut types = Vec::new();
        for field in fields {
            merge(&mut types, self.field_types(typed, field));
        }
        types.into_iter().map(|typed| typed.ty).collect()
    }

    /// The types of the field with this number where a type is taken apart that has none from above (C++ standard, dcl.struct.bind).
    pub(in crate::link) fn taken_apart(&mut self, ty: Ref, typed: &Typed, position: usize) -> Vec<Type> {
        if self.is(ty, |it| !it.supertypes.is_empty()) {
            return Vec::new();
        }
        let Some(field) = self.field_at(ty, position) else { return Vec::new() };
        self.field_types(typed, field).into_iter().map(|typed| typed.ty).collect()
    }

    fn field_types(&mut self, typed: &Typed, field: Ref) -> Vec<Typed> {
        let given = self.given(&typed.ty, field);
        self.declared_given(field, &given)
    }

    /// The declared field of a type that has this number.
    fn field_at(&mut self, record: Ref, position: usize) -> Option<Ref> {
        let file = self.load(record.file)?;
        let it = file.facts.symbol(record.symbol)?;
        self.asker.all_of(&file, &it.qualified);
        let is_field = |index: &u32| {
            let member = &file.facts.symbols[*index as usize];
            member.owner == Owner::Symbol(record.symbol)
                && member.kind == SymbolKind::Field
                && member.ty.is_some()
                && !member.flags.has(Flags::STATIC)
        };
        let count = u32::try_from(file.facts.symbols.len()).unwrap_or(u32::MAX);
        let symbol = (record.symbol + 1..count).filter(is_field).nth(position)?;
        Some(Ref { file: record.file, symbol })
    }

    /// The type itself or the nearest one above it that names a foreign type of this name directly above it.
    fn record_above(&mut self, ty: Ref, kind: &str, hops: u32) -> Option<Ref> {
        if hops > MAX_ABOVE || !self.step() {
            return None;
        }
        let above = self.supertypes(ty);
        if above.iter().any(|it| matches!(&it.what, Denotation::External { name, .. } if name == kind)) {
            return Some(ty);
        }
        above.into_iter().find_map(|it| match it.what {
            Denotation::Symbol(above) if above != ty => self.record_above(above, kind, hops + 1),
            _ => None,
        })
    }
}
