//! A generated tree of any size: packages of Rust, Python and TypeScript whose modules import and call each other.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde_json::json;

use crate::{Edit, Tree};

/// Modules of one package.
const PACKAGE: usize = 50;
/// Functions of one module.
const FUNCTIONS: usize = 6;

/// Writes a tree of `files` modules (manifests come on top), unless the same one is there.
///
/// # Errors
/// What the disk refuses.
pub fn write(folder: &Path, files: usize) -> io::Result<Tree> {
    let root = folder.join("tree");
    let stamp = folder.join("stamp");
    let wanted = format!("{files} of version 1\n");
    if std::fs::read_to_string(&stamp).ok().as_deref() != Some(&wanted) {
        for old in [&root, &stamp].into_iter().filter(|old| old.exists()) {
            if old.is_dir() { std::fs::remove_dir_all(old)? } else { std::fs::remove_file(old)? }
        }
        (0..files.div_ceil(PACKAGE)).into_par_iter().try_for_each(|package| write_package(&root, package, files))?;
        std::fs::write(&stamp, wanted)?;
    }
    let middle = Module { package: files / PACKAGE / 2 / 3 * 3, index: 7 };
    let edited = root.join(middle.path());
    std::fs::write(&edited, middle.text())?;
    Ok(Tree { root, source: json!({ "modules": files }), edited, edit })
}

fn edit(text: &str, edit: Edit, number: u32) -> String {
    match edit {
        Edit::Body => text.replacen("total + 1", &format!("total + {}", 1000 + number), 1),
        Edit::Name => text.replace("step_0_7", &format!("step_0_7_{number}")),
    }
}

fn write_package(root: &Path, package: usize, files: usize) -> io::Result<()> {
    let first = Module { package, index: 0 };
    let folder = root.join(first.folder());
    std::fs::create_dir_all(root.join(first.path()).parent().unwrap_or(&folder))?;
    for (name, text) in first.manifests() {
        std::fs::write(folder.join(name), text)?;
    }
    for index in (0..PACKAGE).take_while(|index| package * PACKAGE + index < files) {
        let module = Module { package, index };
        std::fs::write(root.join(module.path()), module.text())?;
    }
    Ok(())
}

/// One module. The language of a package is its number modulo three.
#[derive(Clone, Copy)]
struct Module {
    package: usize,
    index: usize,
}

impl Module {
    fn folder(self) -> PathBuf {
        let area = self.package / 60;
        let kind = ["rust", "python", "typescript"][self.package % 3];
        PathBuf::from(format!("area_{area:03}/{kind}_{:05}", self.package))
    }

    fn name(self) -> String {
        format!("module_{}", self.index)
    }

    fn path(self) -> PathBuf {
        let inside = match (self.package % 3, self.index) {
            (0, 0) => "src/lib.rs".to_owned(),
            (0, index) => format!("src/module_{index}.rs"),
            (1, 0) => format!("pack_{}/__init__.py", self.package),
            (1, index) => format!("pack_{}/module_{index}.py", self.package),
            (_, 0) => "src/index.ts".to_owned(),
            (_, index) => format!("src/module_{index}.ts"),
        };
        self.folder().join(inside)
    }

    fn manifests(self) -> Vec<(&'static str, String)> {
        let package = self.package;
        match package % 3 {
            0 => vec![("Cargo.toml", format!("[package]\nname = \"pack_{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"))],
            1 => vec![("pyproject.toml", format!("[project]\nname = \"pack-{package}\"\nversion = \"0.1.0\"\n"))],
            _ => vec![
                ("package.json", format!("{{ \"name\": \"@tree/pack-{package}\", \"version\": \"0.1.0\", \"main\": \"src/index.ts\" }}\n")),
                ("tsconfig.json", "{ \"compilerOptions\": { \"module\": \"esnext\", \"strict\": true } }\n".to_owned()),
            ],
        }
    }

    /// The modules it imports: three others of its package.
    fn imports(self) -> [Self; 3] {
        [3, 11, 29].map(|step| Self { index: 1 + (self.index * 7 + step + self.package) % (PACKAGE - 1), ..self })
    }

    fn text(self) -> String {
        match (self.package % 3, self.index) {
            (0, 0) => (1..PACKAGE).fold("//! The crate.\n\n".to_owned(), |text, index| text + &format!("pub mod module_{index};\n")),
            (1, 0) => (1..9).fold("\"\"\"The package.\"\"\"\n".to_owned(), |text, index| {
                text + &format!("from .module_{index} import step_0_{index}, Store{index}\n")
            }),
            (2, 0) => (1..PACKAGE).fold(String::new(), |text, index| text + &format!("export * from './module_{index}';\n")),
            (0, _) => self.rust(),
            (1, _) => self.python(),
            _ => self.typescript(),
        }
    }

    fn rust(self) -> String {
        let here = self.index;
        let mut text = format!("//! Module {here} of package {}.\n\n", self.package);
        for other in self.distinct() {
            let _ = writeln!(text, "use crate::{}::{{Store{1}, step_0_{1}}};", other.name(), other.index);
        }
        let _ = write!(
            text,
            "\n/// Keeps what module {here} counted.\n#[derive(Clone, Debug, Default)]\npub struct Store{here} {{\n    total: u64,\n    names: Vec<String>,\n}}\n\n\
             impl Store{here} {{\n    /// Adds an amount.\n    pub fn add(&mut self, amount: u64) -> u64 {{\n        self.total += amount;\n        self.total()\n    }}\n\n\
             \x20   /// The sum so far.\n    pub fn total(&self) -> u64 {{\n        self.total\n    }}\n}}\n"
        );
        for number in 0..FUNCTIONS {
            let other = self.imports()[number % 3].index;
            let next = if number == 0 { format!("Store{other}::default().total()") } else { format!("step_{}_{here}(amount)", number - 1) };
            let call = if other == here || number == 0 { "amount".to_owned() } else { format!("step_0_{other}(amount)") };
            let _ = write!(
                text,
                "\n/// Step {number}.\npub fn step_{number}_{here}(amount: u64) -> u64 {{\n    let mut store = Store{here}::default();\n    \
                 let total = {next};\n    if amount > {number} {{\n        store.add({call});\n    }}\n    store.add(total + 1)\n}}\n"
            );
        }
        text
    }

    fn python(self) -> String {
        let here = self.index;
        let mut text = format!("\"\"\"Module {here} of package {}.\"\"\"\n\n", self.package);
        for other in self.distinct() {
            let _ = writeln!(text, "from .{} import Store{1}, step_0_{1}", other.name(), other.index);
        }
        let _ = write!(
            text,
            "\n\nclass Store{here}:\n    \"\"\"Keeps what module {here} counted.\"\"\"\n\n    def __init__(self):\n        self.sum = 0\n        self.names = []\n\n\
             \x20   def add(self, amount: int) -> int:\n        self.sum += amount\n        return self.total()\n\n    def total(self) -> int:\n        return self.sum\n"
        );
        for number in 0..FUNCTIONS {
            let other = self.imports()[number % 3].index;
            let next = if number == 0 { format!("Store{other}().total()") } else { format!("step_{}_{here}(amount)", number - 1) };
            let call = if other == here || number == 0 { "amount".to_owned() } else { format!("step_0_{other}(amount)") };
            let _ = write!(
                text,
                "\n\ndef step_{number}_{here}(amount: int) -> int:\n    \"\"\"Step {number}.\"\"\"\n    store = Store{here}()\n    total = {next}\n    \
                 if amount > {number}:\n        store.add({call})\n    return store.add(total + 1)\n"
            );
        }
        text
    }

    fn typescript(self) -> String {
        let here = self.index;
        let mut text = format!("// Module {here} of package {}.\n", self.package);
        for other in self.distinct() {
            let _ = writeln!(text, "import {{ Store{1}, step_0_{1} }} from './{}';", other.name(), other.index);
        }
        let _ = write!(
            text,
            "\n/** Keeps what module {here} counted. */\nexport class Store{here} {{\n  private sum = 0;\n  names: string[] = [];\n\n  add(amount: number): number {{\n    \
             this.sum += amount;\n    return this.total();\n  }}\n\n  total(): number {{\n    return this.sum;\n  }}\n}}\n"
        );
        for number in 0..FUNCTIONS {
            let other = self.imports()[number % 3].index;
            let next = if number == 0 { format!("new Store{other}().total()") } else { format!("step_{}_{here}(amount)", number - 1) };
            let call = if other == here || number == 0 { "amount".to_owned() } else { format!("step_0_{other}(amount)") };
            let _ = write!(
                text,
                "\n/** Step {number}. */\nexport function step_{number}_{here}(amount: number): number {{\n  const store = new Store{here}();\n  \
                 const total = {next};\n  if (amount > {number}) {{\n    store.add({call});\n  }}\n  return store.add(total + 1);\n}}\n"
            );
        }
        text
    }

    /// Its imports without itself and without repeats.
    fn distinct(self) -> Vec<Self> {
        let mut imports: Vec<Self> = self.imports().into_iter().filter(|other| other.index != self.index).collect();
        imports.sort_by_key(|other| other.index);
        imports.dedup_by_key(|other| other.index);
        imports
    }
}
