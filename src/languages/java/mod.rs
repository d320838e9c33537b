//! Java.

use super::semantics::NoModules;
use super::{Language, Tier};

/// Java.
pub static LANGUAGE: Language = Language {
    id: "java",
    name: "Java",
    tier: Tier::A,
    family: "java",
    extensions: &["java"],
    file_names: &[],
    interpreters: &[],
    grammar: Some(|| tree_sitter_java::LANGUAGE.into()),
    extract: |_, _| {},
    semantics: &NoModules,
};

/// XML.
pub static MAVEN: Language = Language {
    id: "maven-manifest",
    name: "XML",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["pom.xml"],
    interpreters: &[],
    grammar: None,
    extract: |_, _| {},
    semantics: &NoModules,
};

/// Gradle.
pub static GRADLE: Language = Language {
    id: "gradle-manifest",
    name: "Gradle",
    tier: Tier::C,
    family: "config",
    extensions: &[],
    file_names: &["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
    interpreters: &[],
    grammar: None,
    extract: |_, _| {},
    semantics: &NoModules,
};

