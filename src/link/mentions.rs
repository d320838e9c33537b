//! What prose means by names in code style. A name that several files define, or that is a common word, means nothing.

use std::sync::Arc;

use super::ask::Ref;
use super::eval::Linker;
use super::loaded::Loaded;
use super::outcome::kept::keep_if_any;
use crate::languages::semantics::Module;
use crate::shard::facts::{Flags, Visibility};

/// Mentions that name one definition: one visible at the top of the file, or else the only one of that name anywhere.
pub fn mentions(linker: &mut Linker<'_>) -> Vec<(u32, Arc<str>)> {
    let body = linker.body;
    let mut mentions = Vec::new();
    for (mention, index) in body.mentions.iter().zip(0u32..) {
        linker.start_site();
        if let [one] = mentioned(linker, &mention.name).as_slice()
            && let Some(id) = linker.id(*one)
        {
            mentions.push((index, id));
        }
    }
    mentions
}

/// What `written` names: a name, a member behind its type (`Type.name`, `Type::name`), or a name behind its module.
fn mentioned(linker: &mut Linker<'_>, written: &str) -> Vec<Ref> {
    let names: Vec<&str> = written.split(['.', ':', '#']).filter(|name| !name.is_empty()).collect();
    match names.as_slice() {
        [] => Vec::new(),
        [name] => {
            let own = visible(linker, name);
            if own.is_empty() { anywhere(linker, &[name]) } else { own }
        }
        [.., owner, name] if owner.starts_with(char::is_uppercase) => anywhere(linker, &[owner, name]),
        [.., module, name] => {
            let mut found = visible(linker, name);
            if found.is_empty() {
                found = anywhere(linker, &[name]);
            }
            // `other.lib.name` is not what happens to be called `name` here.
            let here = matches!(*module, "crate" | "self" | "super");
            found.retain(|symbol| here || linker.load(symbol.file).is_some_and(|file| is_part_of(&file, module)));
            found
        }
    }
}

fn is_part_of(file: &Loaded, module: &str) -> bool {
    file.path.split('/').any(|part| part.split('.').next() == Some(module))
}

/// What the file itself binds at its top.
pub(super) fn visible(linker: &mut Linker<'_>, name: &str) -> Vec<Ref> {
    let own = Module::file(linker.own.path.as_str());
    linker.module_member(&own, name).into_iter().filter_map(|it| it.what.symbol()).collect()
}

/// What any file defines under a name, or under a name and one of its members.
pub(super) fn anywhere(linker: &mut Linker<'_>, names: &[&str]) -> Vec<Ref> {
    // A bare word of prose in code style (`path`, `lines`) is rarely somebody else's definition of that name.
    if let [name] = names
        && name.bytes().all(|byte| byte.is_ascii_lowercase())
    {
        return Vec::new();
    }
    let mut found = linker.asker.top_named(names);
    found.retain(|symbol| linker.is(*symbol, |it| it.visibility != Visibility::Private && !it.flags.has(Flags::TEST)));
    keep_if_any(&mut found, |symbol| !linker.is(*symbol, |it| it.flags.has(Flags::DECLARATION)));
    found
}
