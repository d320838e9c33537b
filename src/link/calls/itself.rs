//! What types of the repository have from a type outside above them, where that gives values of the type which it is called on.

use crate::base::Name;
use crate::languages::semantics::Overriding;
use crate::link::eval::{Denotation, Frame, Linker};
use crate::link::outcome::rules::Rule;
use crate::link::types::{Type, Typed, merge};
use crate::shard::expr::ExprId;

impl Linker<'_> {
    /// The receiver of a method that compares it with others of its type and gives one of them; none where the repository has a method of the name there.
    pub(super) fn itself_compared(&mut self, frame: &Frame, callee: ExprId, base: ExprId, name: &Name) -> Vec<Typed> {
        if !frame.in_body || !frame.file.habits().foreign.comparing.contains(&name.as_str()) || self.arguments(callee).is_empty() {
            return Vec::new();
        }
        let mut types = self.types(frame, base);
        types.retain(|typed| matches!(typed.ty, Type::Instance { .. }));
        let has_own = types.iter().any(|typed| matches!(typed.ty, Type::Instance { ty, .. } if self.has_by_any_name(ty, name)));
        if has_own {
            types.clear();
        }
        types.into_iter().map(|typed| typed.through(Rule::ReturnType)).collect()
    }

    /// Whether one of several bounds of a value is an interface of the repository with a method of this name: that is meant, whatever the library's types call so.
    pub(super) fn is_of_own_bound(&mut self, types: &[Typed], name: &str) -> bool {
        let conforms = self.own.habits().overriding == Overriding::Conformance;
        let is_own = |typed: &Typed| matches!(typed.ty, Type::Instance { ty, .. } if self.is_bound(&typed.ty) && self.has_by_any_name(ty, name));
        conforms && types.len() > 1 && types.iter().any(is_own)
    }

    /// What such a method gives of a value, or of a type itself; none where the repository has a method of the name there.
    pub(super) fn itself_by_base(&mut self, frame: &Frame, base: ExprId, name: &Name) -> Vec<Typed> {
        let packages = frame.file.habits().itself;
        if !packages.iter().any(|(_, methods)| methods.contains(&name.as_str())) {
            return Vec::new();
        }
        let mut types = Vec::new();
        for typed in self.types(frame, base) {
            let (ty, value) = match typed.ty {
                Type::Instance { ty, .. } => (ty, typed.ty.clone()),
                Type::Object(ty) => (ty, Type::instance(ty)),
                _ => continue,
            };
            if self.type_member(ty, name).iter().any(|it| it.what.symbol().is_some()) {
                return Vec::new();
            }
            let mut all = vec![ty];
            all.extend(self.types_above(ty));
            let gives = |linker: &mut Self, ty| {
                linker.supertypes(ty).iter().any(|above| match &above.what {
                    Denotation::External { package, .. } => {
                        packages.iter().any(|(known, methods)| package == known && methods.contains(&name.as_str()))
                    }
                    _ => false,
                })
            };
            if all.into_iter().any(|ty| gives(self, ty)) {
                merge(&mut types, [Typed::new(value, typed.rule).through(Rule::ReturnType)]);
            }
        }
        types
    }
}
