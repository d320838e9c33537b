//! The protocol's words for what rows say.

use protobuf::Enum;
use scip::types::symbol_information::Kind;
use scip::types::{Language, SymbolRole};

/// What an occurrence is, as a set of the protocol's roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roles(pub i32);

impl Roles {
    pub const DEFINITION: Self = Self(SymbolRole::Definition as i32);
    pub const IMPORT: Self = Self(SymbolRole::Import as i32);
    pub const WRITE: Self = Self(SymbolRole::WriteAccess as i32);
    pub const READ: Self = Self(SymbolRole::ReadAccess as i32);
    pub const GENERATED: Self = Self(SymbolRole::Generated as i32);
    pub const TEST: Self = Self(SymbolRole::Test as i32);
    pub const FORWARD: Self = Self(SymbolRole::ForwardDefinition as i32);

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether every role of `other` is in the set.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The roles of a site by the word of its row. A call or a type is no access that the protocol knows.
    pub fn of_site(role: &str) -> Self {
        match role {
            "import" => Self::IMPORT,
            "read" => Self::READ,
            "write" => Self::WRITE,
            _ => Self::default(),
        }
    }
}

/// The kind of a symbol by the word of its row and its flags.
pub fn kind(word: &str, is_abstract: bool, is_static: bool) -> Kind {
    match word {
        "function" => Kind::Function,
        "method" if is_abstract => Kind::AbstractMethod,
        "method" if is_static => Kind::StaticMethod,
        "method" => Kind::Method,
        "constructor" => Kind::Constructor,
        "class" => Kind::Class,
        "struct" => Kind::Struct,
        "enum" => Kind::Enum,
        "variant" => Kind::EnumMember,
        "union" => Kind::Union,
        "trait" => Kind::Trait,
        "interface" => Kind::Interface,
        "typeAlias" => Kind::TypeAlias,
        "associatedType" => Kind::AssociatedType,
        "constant" => Kind::Constant,
        "variable" => Kind::Variable,
        "field" => Kind::Field,
        "property" => Kind::Property,
        "module" => Kind::Module,
        "macro" => Kind::Macro,
        "file" => Kind::File,
        _ => Kind::UnspecifiedKind,
    }
}

/// Ids that the protocol spells otherwise.
const SPELLED: &[(&str, Language)] =
    &[("bash", Language::ShellScript), ("jsx", Language::JavaScriptReact), ("tsx", Language::TypeScriptReact), ("objc", Language::Objective_C)];

/// What manifests and settings are written in, by the ending of their path.
const WRITTEN_IN: &[(&str, Language)] = &[
    ("cfg", Language::Ini),
    ("ini", Language::Ini),
    ("json", Language::JSON),
    ("jsonc", Language::JSON),
    ("lock", Language::TOML),
    ("toml", Language::TOML),
    ("xml", Language::XML),
    ("yaml", Language::YAML),
    ("yml", Language::YAML),
];

/// The protocol's name of the language of the file at a path; where it has none for that, of what its ending tells, else the id itself, which the protocol
/// allows.
pub fn language_of(id: &str, path: &str) -> String {
    let named = language(id);
    let ending = path.rsplit('/').next().and_then(|file| file.rsplit_once('.')).map_or("", |(_, ending)| ending);
    let written = WRITTEN_IN.iter().find(|(it, _)| *it == ending && named == id);
    written.map_or(named, |(_, language)| format!("{language:?}"))
}

/// The same where no path tells more.
fn language(id: &str) -> String {
    let spelled = SPELLED.iter().find(|(own, _)| *own == id).map(|(_, language)| *language);
    let same = || Language::VALUES.iter().copied().find(|it| format!("{it:?}").eq_ignore_ascii_case(id));
    spelled.or_else(same).map_or_else(|| id.to_owned(), |language| format!("{language:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_carry_the_names_of_the_protocol() {
        for (id, name) in
            [("python", "Python"), ("tsx", "TypeScriptReact"), ("cpp", "CPP"), ("csharp", "CSharp"), ("cargo-manifest", "cargo-manifest")]
        {
            assert_eq!(language(id), name);
        }
        for (id, path, name) in [
            ("npm-manifest", "a/package.json", "JSON"),
            ("cargo-manifest", "Cargo.toml", "TOML"),
            ("go-manifest", "go.mod", "go-manifest"),
            ("tsx", "a.json/b.tsx", "TypeScriptReact"),
        ] {
            assert_eq!(language_of(id, path), name);
        }
    }

    #[test]
    fn roles_are_bits_of_the_protocol() {
        let both = Roles::IMPORT.with(Roles::TEST);
        assert_eq!(both.0, 34);
        assert!(both.has(Roles::TEST) && !both.has(Roles::DEFINITION));
        assert_eq!(Roles::of_site("call"), Roles::default());
    }
}
