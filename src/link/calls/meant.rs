//! Which of several callees a call means, where what it gives, or what it hands to a function, is asked for.

use crate::base::Name;
use crate::link::ask::{Ref, Slot};
use crate::link::eval::{Frame, Linker};
use crate::link::generics::Given;
use crate::link::outcome::kept::keep_if_any;
use crate::link::outcome::rules::Rule;
use crate::link::overloads;
use crate::link::types::{Type, Typed};
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Flags;

impl Linker<'_> {
    /// Of overloads those that the call means: they take as many arguments as it hands over, where some do (`name()` gives, `name(value)` sets), and
    /// of such ones.
    pub(super) fn meant_by_call(
        &mut self,
        frame: &Frame,
        callee: ExprId,
        handed: Option<&[ExprId]>,
        mut callees: Vec<(Typed, Given)>,
    ) -> Vec<(Typed, Given)> {
        let habits = frame.file.habits();
        if callees.len() < 2 {
            return if habits.overloads && frame.in_body { self.meant_above(frame, callee, callees) } else { callees };
        }
        if self.keep_signatures(&mut callees) {
            // What says which parameter it is for is no argument of a place, and what facts keep of calls says nothing of that.
            let Some(site) = self.call_of(callee).filter(|site| frame.in_body && !site.named) else { return callees };
            let Some(count) = site.arg_count else { return callees };
            keep_if_any(&mut callees, |(typed, _)| matches!(typed.ty, Type::Callable(function) if overloads::takes(self, function, count)));
            return self.signatures_meant(frame, callees, &site.args, None);
        }
        if !(habits.overloads || habits.declarations_merge) {
            return callees;
        }
        if !frame.in_body {
            let tells = habits.declarations_merge && handed.is_some();
            return if tells { self.signatures_meant(frame, callees, handed.unwrap_or_default(), None) } else { callees };
        }
        let Some((site, count)) = self.call_of(callee).and_then(|site| Some((site, site.arg_count?))) else { return callees };
        let takes =
            |linker: &Self, (typed, _): &(Typed, Given)| !matches!(typed.ty, Type::Callable(function) if !overloads::takes(linker, function, count));
        // A namespace that bears the name of a function takes nothing.
        let is_function = |(typed, _): &(Typed, Given)| habits.overloads || matches!(typed.ty, Type::Callable(_));
        if callees.iter().any(|callee| is_function(callee) && takes(self, callee)) {
            callees.retain(|it| takes(self, it));
        } else if habits.overloads {
            callees = self.meant_above(frame, callee, callees);
        }
        if !habits.overloads {
            return self.signatures_meant(frame, callees, &site.args, None);
        }
        let function = |(typed, _): &(Typed, Given)| match typed.ty {
            Type::Callable(function) => Some((function, typed.rule)),
            _ => None,
        };
        // What is imported beside something from outside may be meant as well as that.
        if overloads::is_of_imports(self, site) && callees.iter().any(|it| function(it).is_none()) {
            callees.retain(|it| function(it).is_none() || takes(self, it));
            if callees.iter().any(|it| function(it).is_some()) {
                callees.clear();
            }
            return callees;
        }
        let mut meant: Vec<(Ref, Rule)> = callees.iter().filter_map(function).collect();
        if meant.len() > 1 && meant.len() == callees.len() {
            if let Some(package) = overloads::by_arguments(self, site, &mut meant) {
                let rule = callees.first().map_or(Rule::Overload, |(typed, _)| typed.rule);
                return vec![(Typed::new(Type::outside(&package), rule), Given::new())];
            }
            let is_meant = |callee: &(Typed, Given)| function(callee).is_some_and(|(function, _)| meant.iter().any(|(it, _)| *it == function));
            keep_if_any(&mut callees, is_meant);
        }
        callees
    }

    /// Where none of the callees takes as many arguments as the call hands over, those that types above have under the name and that do.
    fn meant_above(&mut self, frame: &Frame, callee: ExprId, callees: Vec<(Typed, Given)>) -> Vec<(Typed, Given)> {
        let Some((site, count)) = self.call_of(callee).and_then(|site| Some((site, site.arg_count?))) else { return callees };
        let mut meant: Vec<(Ref, Rule)> = Vec::with_capacity(callees.len());
        for (typed, _) in &callees {
            match typed.ty {
                Type::Callable(function) if !overloads::takes(self, function, count) => meant.push((function, typed.rule)),
                _ => return callees,
            }
        }
        if meant.is_empty() {
            return callees;
        }
        let own = meant.clone();
        if let Some(package) = overloads::by_arguments(self, site, &mut meant) {
            let rule = own.first().map_or(Rule::Overload, |it| it.1);
            return vec![(Typed::new(Type::outside(&package), rule), Given::new())];
        }
        meant.retain(|(it, _)| !own.iter().any(|(known, _)| known == it));
        if meant.is_empty() {
            return callees;
        }
        let receivers = match *self.expr(frame, callee) {
            Expr::Member { base, .. } => Some(self.types(frame, base)),
            _ => None,
        };
        let above = meant.into_iter().map(|(function, rule)| {
            let given = match receivers.as_deref() {
                None => self.implied(frame, function),
                Some([receiver]) => self.given(&receiver.ty, function),
                Some(_) => Given::new(),
            };
            (Typed::new(Type::Callable(function), rule), given)
        });
        above.collect()
    }

    /// Keeps the signatures of a function alone where what is called has some, and says whether there are several of them.
    fn keep_signatures(&self, callees: &mut Vec<(Typed, Given)>) -> bool {
        let is_signature =
            |(typed, _): &(Typed, Given)| matches!(typed.ty, Type::Callable(function) if self.is(function, |it| it.flags.has(Flags::SIGNATURE)));
        let named = |(typed, _): &(Typed, Given)| match typed.ty {
            Type::Callable(function) => self.about(function, |it| (function.file, it.qualified.clone())),
            _ => None,
        };
        let Some(signed) = callees.iter().find(|it| is_signature(it)).and_then(named) else { return false };
        if callees.iter().any(|it| named(it).as_ref() != Some(&signed)) {
            return false;
        }
        callees.retain(is_signature);
        callees.len() > 1
    }

    /// Functions without the one that implements several signatures of its name: callers see the signatures only. Where functions are overloaded, one
    /// without a body is another function.
    pub(super) fn without_implementations(&self, frame: &Frame, mut callees: Vec<(Typed, Given)>) -> Vec<(Typed, Given)> {
        if callees.len() < 2 || frame.file.habits().overloads {
            return callees;
        }
        // Whether it only declares, its file and its qualified name.
        let function = |ty: &Type| {
            let Type::Callable(function) = *ty else { return None };
            self.about(function, |it| (it.flags.has(Flags::DECLARATION), function.file, it.qualified.clone()))
        };
        let declared: Vec<(bool, Slot, Name)> = callees.iter().filter_map(|(typed, _)| function(&typed.ty)).filter(|it| it.0).collect();
        callees.retain(|(typed, _)| function(&typed.ty).is_none_or(|(declares, file, name)| declares || !declared.contains(&(true, file, name))));
        callees
    }
}
