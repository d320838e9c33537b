//! What TypeScript and JavaScript mean where nothing has a name: object types, object literals, functions of functions, `this` of a module.

use crate::scoping::{calls, sure};
use crate::support::Repo;

const BOX: (&str, &str) = ("box.ts", "export class Box { open() {} shut() {} }\nexport class Lid { open() {} shut() {} }\n");

#[test]
fn what_stands_in_a_function_or_an_expression_is_no_member_of_its_module() {
    let lib = "export function object() {}\nexport function parse() {}\nregister({ run() {} })\nregister(function parse() {})\nfunction register(it: unknown) {}\n";
    let files = [
        ("lib.ts", lib),
        ("index.ts", "export * from './lib'\n"),
        ("use.ts", "import * as z from './index'\nfunction run() { z.object(); z.parse() }\n"),
    ];
    sure(&files, "/run(", &["/object().", "/parse()."]);
}

#[test]
fn a_function_in_a_function_is_no_member_of_what_shares_the_name_of_the_outer_one() {
    let lib = "export interface Maker { init(): void }\nexport function Maker(): Maker { function init() {}\n init(); return null! }\nexport const made: Maker \
               = Maker()\n";
    let files = [("lib.ts", lib), ("use.ts", "import { made } from './lib'\nfunction run() { made.init() }\n")];
    sure(&files, "/run(", &["Maker#init("]);
}

#[test]
fn an_object_type_without_a_name_tells_the_types_of_its_members() {
    let lib = "import { Box, Lid } from './box'\nexport class Base {\n  take(): { box: Box; lids: Lid[]; count: number } { return null! }\n  both(it: { box: Lid }): \
               void { it.box.open() }\n}\nexport function reach(options: { inner: { box: Box }; make(): Lid }) { options.inner.box.open(); \
               options.make().shut() }\n";
    let uses = "import { Base } from './lib'\nfunction apart(base: Base) { const { box, lids } = base.take(); box.open(); lids[0].shut() }\nfunction whole(base: \
                Base) { base.take().box.shut() }\n";
    let files = [BOX, ("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "apart(", &["Base#take(", "Box#open(", "Lid#shut("]);
    sure(&files, "whole(", &["Base#take(", "Box#shut("]);
    sure(&files, "both(", &["Lid#open("]);
    sure(&files, "reach(", &["Box#open(", "make(", "Lid#shut("]);
}

#[test]
fn a_parameter_does_not_hide_the_module_that_qualifies_its_type() {
    let files = [
        BOX,
        ("lib.ts", "import * as boxes from './box'\nexport function run(boxes: boxes.Lid, more: boxes.Box[]) { boxes.open(); more[0].shut() }\n"),
    ];
    sure(&files, "/run(", &["Lid#open(", "Box#shut("]);
}

#[test]
fn this_in_an_exported_member_is_what_the_module_exports() {
    let lib = "module.exports = {\n  get(name) { return name },\n  get size() { return this.get('size') },\n  length: function () { return this.size + \
               this.get('length') },\n}\nmodule.exports.last = function () { return this.length() }\n";
    let files = [("lib.js", lib), ("other.js", "class Other { get() {} length() {} }\nclass Third { get() {} length() {} }\n")];
    sure(&files, "size", &["/get()."]);
    sure(&files, "/length(", &["/get()."]);
    sure(&files, "/last(", &["/length()."]);
}

#[test]
fn a_resource_is_a_constant() {
    let lib = "import { Box } from './box'\nexport async function run() {\n  await using box = new Box()\n  using other = new Box()\n  box.open()\n  \
               other.shut()\n}\n";
    sure(&[BOX, ("lib.ts", lib)], "/run(", &["Box#", "Box#", "Box#open(", "Box#shut("]);
    let script = "const { Box } = require('./box')\nfunction run() {\n  using box = new Box()\n  box.open()\n}\n";
    sure(&[("box.js", "exports.Box = class Box { open() {} }\nclass Other { open() {} }\n"), ("lib.js", script)], "/run(", &["Box#", "Box#open("]);
}

#[test]
fn types_that_doc_comments_import_and_name_are_declared_types() {
    let lib = "class Box { open() {} shut() {} }\nmodule.exports = Box\n";
    let named = "export class Lid { open() {} shut() {} }\n/** @typedef {import('./box')} Box */\n";
    let uses = "/**\n * @typedef {import('./box')} Box\n * @typedef {import('./lid.mjs').Lid} Lid\n */\n/** @param {Box} box @param {Lid[]} lids @param \
                {import('./lid.mjs').Box} other */\nexport function run(box, lids, other) { box.open(); lids[0].shut(); other.shut() }\n";
    let files = [("box.js", lib), ("lid.mjs", named), ("use.mjs", uses)];
    sure(&files, "/run(", &["Box#open(", "Lid#shut(", "Box#shut("]);
}

#[test]
fn an_array_is_taken_apart_into_its_elements() {
    let lib = "import { Box, Lid } from './box'\nexport function run(boxes: Box[], lids: Array<Lid>) {\n  boxes[0].open()\n  const [first] = lids\n  \
               first.shut()\n}\n";
    sure(&[BOX, ("lib.ts", lib)], "/run(", &["Box#open(", "Lid#shut("]);
}

#[test]
fn members_that_a_program_puts_on_a_function_are_found_beside_those_of_all_functions() {
    let lib = "exports = module.exports = create;\nfunction create() {}\ncreate.own = function own() {};\ncreate.prototype.held = function \
               () {};\nexports.helper = function helper() {};\nfunction inside() { create.own(); create.bind(); create.held() }\n";
    let uses = "var lib = require('./lib');\nfunction run() { lib.helper(); lib.own(); lib.call() }\n";
    let files = [("lib.js", lib), ("use.js", uses)];
    sure(&files, "/run(", &["/create#own(", "/helper("]);
    sure(&files, "/inside(", &["/create#own("]);
}

#[test]
fn a_type_that_a_local_is_cast_to_is_defined_once() {
    let repo =
        Repo::of(&[("a.ts", "export function f() {\n  const held = {} as { e: () => void };\n  const other = ({} as { g: () => void })!;\n}\n")]);
    repo.build();
    let rows = repo.rows("symbols");
    let mut found: Vec<&str> = rows.iter().map(|row| row["qualifiedName"].as_str().unwrap()).collect();
    let count = found.len();
    found.dedup();
    let places: std::collections::BTreeSet<String> = rows.iter().map(|row| row["range"].to_string()).collect();
    assert_eq!((places.len(), found.len()), (count, count), "{rows:#?}");
}

#[test]
fn typescript_knows_what_has_both_by_its_declarations_and_javascript_by_its_source() {
    let files = [
        ("lib.js", "exports.make = function () { return 1 }\n"),
        ("lib.d.ts", "export declare function make(): number\n"),
        ("typed.ts", "import { make } from './lib'\nfunction typed() { make() }\n"),
        ("plain.js", "const { make } = require('./lib')\nfunction plain() { make() }\n"),
    ];
    sure(&files, "/typed(", &["lib.d.ts`/make("]);
    sure(&files, "/plain(", &["lib.js`/make("]);
}

#[test]
fn scripts_are_led_to_the_code_of_a_package_and_typescript_to_its_declarations() {
    let manifest = "{\"name\": \"kit\", \"type\": \"module\", \"main\": \"./index.js\", \"types\": \"./types/index.d.ts\", \"exports\": {\".\": {\"types\": \"./types/index.d.ts\", \"default\": \
                    \"./index.js\"}}}";
    let files = [
        ("package.json", manifest),
        ("index.js", "export function make() { return 1 }\n"),
        ("types/index.d.ts", "export declare function make(): number\n"),
        ("uses/typed.ts", "import { make } from 'kit'\nfunction typed() { make() }\n"),
        ("uses/plain.js", "import { make } from 'kit'\nfunction plain() { make() }\n"),
    ];
    sure(&files, "/typed(", &["index.d.ts`/make("]);
    sure(&files, "/plain(", &["`index.js`/make("]);
}

#[test]
fn scripts_share_what_they_define_and_modules_do_not_see_it() {
    let shared = "function url(path) { return path }\nfunction alert() {}\nvar base = '/'\n";
    let files = [
        ("test/shared.js", shared),
        ("test/script.js", "function script() { url(base); alert() }\n"),
        ("test/titled.js", "function titled() { url() }\ntest('is shared too', function () { titled() })\n"),
        ("test/module.js", "export function module() { url() }\n"),
        ("own.js", "function own() { url() }\n"),
    ];
    sure(&files, "/script(", &["/url("]);
    sure(&files, "/titled(", &["/url("]);
    sure(&files, "/module(", &[]);
    sure(&files, "/own(", &[]);
}

#[test]
fn what_a_module_declares_for_everybody_is_seen_where_its_package_is_depended_on() {
    let lib = "declare global {\n  interface Watcher { watch(): void }\n  function watched(): Watcher\n}\nexport function kept() {}\n";
    let uses = "export function run(it: Watcher) { it.watch(); watched().watch(); kept() }\n";
    let files = [
        ("a/package.json", "{\"name\":\"a\"}"),
        ("a/lib.ts", lib),
        ("a/use.ts", uses),
        ("b/package.json", "{\"name\":\"b\",\"dependencies\":{\"a\":\"1\"}}"),
        ("b/use.ts", &uses.replace("run", "depends")),
        ("c/package.json", "{\"name\":\"c\"}"),
        ("c/use.ts", &uses.replace("run", "apart")),
    ];
    for from in ["/run(", "/depends("] {
        sure(&files, from, &["Watcher#watch(", "Watcher#watch(", "/watched("]);
    }
    sure(&files, "/apart(", &[]);
}

#[test]
fn what_a_module_declares_for_everybody_is_not_what_it_keeps_under_the_same_name() {
    let lib = "export class Sink { push() {} }\nfunction take(it: Sink) { it.push() }\ndeclare global {\n  interface Flow { push(): void }\n  interface Sink extends \
               Flow { drain(): void }\n  interface Tap { sink: Sink }\n}\nexport function tap(it: Tap) { it.sink.push() }\n";
    let uses = "export function run(it: Sink) { it.push(); it.drain() }\n";
    let files = [("package.json", "{\"name\":\"a\"}"), ("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "/take(", &["Sink#push("]);
    sure(&files, "/tap(", &["Flow#push("]);
    sure(&files, "/run(", &["Flow#push(", "Sink#drain("]);
}

#[test]
fn what_overloads_give_is_what_their_signatures_say_wherever_they_are_called() {
    let lib = "export interface Timer { stop(): void }\nfunction later(run: string): Timer\nfunction later(run: number): Timer\nfunction later(run: unknown) { return \
               { stop() {} } }\nexport function wait() { const timer = later(1); timer.stop() }\n";
    sure(&[("lib.ts", lib)], "/wait(", &["/later(", "Timer#stop("]);
    let nested = "interface Timer { stop(): void }\nfunction wait() {\n  function later(run: string): Timer\n  function later(run: unknown) { return { stop() {} } \
                  }\n  later('').stop()\n}\n";
    sure(&[("lib.ts", nested)], "/wait(", &["later(", "Timer#stop("]);
}

#[test]
fn the_constructor_of_an_unknown_object_is_that_of_no_class() {
    let lib = "export class Only { constructor(size: number) {} }\n";
    sure(&[("lib.ts", lib), ("use.ts", "import { Only } from './lib'\nfunction run(it: any, only: Only) { it.constructor(1) }\n")], "/run(", &[]);
}

#[test]
fn members_of_exports_are_what_the_module_exports() {
    let lib = "exports = module.exports = Mocha\nexports.Suite = require('./suite')\nexports.help = function () {}\nfunction Mocha() {\n  this.suite = new \
               exports.Suite()\n  module.exports.help()\n}\nMocha.prototype.run = function () { this.suite.bail() }\n";
    let files =
        [("lib.js", lib), ("suite.js", "class Suite { bail() {} }\nmodule.exports = Suite\n"), ("other.js", "class Other { bail() {} help() {} }\n")];
    sure(&files, "/Mocha(", &["Suite#", "/help("]);
    sure(&files, "run(", &["Suite#bail("]);
}

#[test]
fn collections_of_the_platform_give_what_they_hold() {
    let lib = "import { Box, Lid } from './box'\nexport function looped(map: Map<string, Box>) { for (const [, box] of map) box.open() }\nexport function \
               entries(it: Record<string, Box>) { for (const [, box] of Object.entries(it)) box.open(); Object.values(it).forEach((box) => box.shut()) }\nexport \
               function copied(map: Map<string, Lid>) { Array.from(map.values()).forEach((lid) => lid.shut()) }\nexport function mapped(boxes: Box[]) { \
               boxes.map((box) => new Lid()).forEach((lid) => lid.open()); boxes.reduce((sum, box) => { box.shut(); return sum }, 0) }\nexport function \
               sorted(lids: Lid[]) { lids.sort((one, other) => { one.open(); other.shut(); return 0 }) }\nasync function box() { return new Box() }\nasync function \
               lid() { return new Lid() }\nexport async function all() { const [one, other] = await Promise.all([box(), lid()]); one.open(); other.shut() }\n";
    let files = [BOX, ("lib.ts", lib)];
    sure(&files, "/looped(", &["Box#open("]);
    sure(&files, "/entries(", &["Box#open(", "Box#shut("]);
    sure(&files, "/copied(", &["Lid#shut("]);
    sure(&files, "/mapped(", &["Lid#", "Lid#open(", "Box#shut("]);
    sure(&files, "/sorted(", &["Lid#open(", "Lid#shut("]);
    sure(&files, "/all(", &["/box(", "/lid(", "Box#open(", "Lid#shut("]);
}

#[test]
fn a_callback_takes_what_its_receiver_or_an_alias_gives_type_parameters() {
    let lib = "import { Box, Lid } from './box'\nexport class Repo<T> { each(fn: (it: T) => void) {} }\nexport type Handler<T> = (it: T) => void\nexport function \
               on(handler: Handler<Lid>) {}\nexport function make<T>(init: () => T): Repo<T> { return null! }\nexport function first(repo: Repo<Box>) { \
               repo.each((it) => it.open()) }\nexport function second() { on((it) => it.shut()) }\nexport function third() { make(() => new Lid()).each((it) => \
               it.open()) }\n";
    let files = [BOX, ("lib.ts", lib)];
    sure(&files, "/first(", &["Repo#each(", "Box#open("]);
    sure(&files, "/second(", &["/on(", "Lid#shut("]);
    sure(&files, "/third(", &["/make(", "Lid#", "Repo#each(", "Lid#open("]);
}

#[test]
fn typeof_in_a_type_is_the_type_of_the_value() {
    let lib = "import { Box, Lid } from './box'\nexport const api = { boxes: { find() { return new Box() } } }\nexport type Api = typeof api\nexport function \
               build() { return new Lid() }\nexport async function later() { return new Box() }\nexport function first(it: Api) { it.boxes.find().open() }\nexport \
               function third(it: ReturnType<typeof build>) { it.open() }\nexport function \
               fourth(it: Awaited<ReturnType<typeof later>>) { it.shut() }\n";
    let files = [BOX, ("lib.ts", lib)];
    sure(&files, "/first(", &["find(", "Box#open("]);
    sure(&files, "/third(", &["Lid#open("]);
    sure(&files, "/fourth(", &["Box#shut("]);
}

#[test]
fn an_export_clause_hands_on_and_does_not_use() {
    let repo = Repo::built(&[("lib.ts", "function keep() {}\nclass Box {}\nexport { keep, Box as Crate }\n")]);
    let into = |table: &str| {
        let rows = repo.rows(table);
        let names = rows.iter().map(|row| row["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned());
        names.collect::<std::collections::BTreeSet<String>>()
    };
    assert!(into("edges_import").is_empty() && into("edges_usage").is_empty());
    assert_eq!(into("edges_export"), ["Box#".to_owned(), "keep().".to_owned()].into());
}

#[test]
fn a_module_that_compilers_wrap_is_that_module() {
    let script = "const a_1 = __importDefault(require('./box'));\nvar _b = _interopRequireWildcard(require('./box'));\nfunction one() { new a_1.default().open(); }\nfunction \
                  two() { new _b.default().open(); new _b.Other().shut(); }\nfunction three() { require('./box').other(); __importStar(require('./box')).other(); }\n";
    let lib = "export default class Box { open() {} }\nexport class Other { shut() {} open() {} }\nexport function other() {}\n";
    let files = [("box.ts", lib), ("use.js", script)];
    sure(&files, "/one(", &["Box#", "Box#open()."]);
    sure(&files, "/two(", &["Box#", "Box#open().", "Other#", "Other#shut()."]);
    sure(&files, "/three(", &["other().", "other()."]);
}

#[test]
fn the_sources_that_a_habit_takes_an_alias_for_are_a_guess() {
    let script = "import { load } from '@/load';\nfunction start() { load(); }\n";
    let load = "export function load() {}\n";
    let confidence = |files: &[(&str, &str)]| calls(files, "start(").first().map(|(_, confidence)| *confidence);
    let guessed = confidence(&[("package.json", "{}"), ("src/load.ts", load), ("src/use.ts", script)]);
    assert!(guessed.is_some_and(|it| (0.5..0.9).contains(&it)), "{guessed:?}");
    for config in [
        "export default { resolve: { alias: { '@': path.resolve(__dirname, 'lib') } } }",
        "module.exports = { resolve: { alias: { '@/': path.join(__dirname, './lib/') } } }",
        "export default defineConfig({ resolve: { alias: [{ find: '@', replacement: fileURLToPath(new URL('./lib', import.meta.url)) }] } })",
        "module.exports = { plugins: [['module-resolver', { alias: { '@': './lib' } }]] }",
    ] {
        let said =
            confidence(&[("package.json", "{}"), ("app.config.js", config), ("lib/load.ts", load), ("src/load.ts", load), ("src/use.ts", script)]);
        assert!(said.is_some_and(|it| it > 0.9), "{config}: {said:?}");
    }
}

#[test]
fn a_function_gives_the_argument_that_it_returns() {
    let script = "class Box { open() {} }\nclass Other { open() {} }\nfunction same(it) { return it }\nconst kept = (it) => it;\nfunction part(it) { if (!it) { return null } \
                  return it.inner }\nfunction anew(it) { it = make(); return it }\nfunction one() { same(new Box()).open() }\nfunction two() { const b = kept(new Other()); b.open() }\nfunction \
                  three() { const h = { inner: new Box() }; part(h).open() }\nfunction four() { anew(new Box()).open() }\nfunction five(it) { same(it).open() }\n";
    let files = [("a.js", script)];
    sure(&files, "/one(", &["same(", "Box#", "Box#open()."]);
    sure(&files, "/two(", &["kept", "Other#", "Other#open()."]);
    sure(&files, "/four(", &["anew(", "Box#"]);
    sure(&files, "/five(", &["same("]);
}

#[test]
fn a_field_of_an_interface_is_told_by_its_name_only_where_the_interface_is_named() {
    let lib = "export interface BoxOptions { lid: number; open(): void }\n";
    let reads = |body: &str| {
        let repo = Repo::built(&[("lib.ts", lib), ("use.ts", body)]);
        let sites = repo.rows("sites").into_iter().filter(|row| row["path"] == "use.ts" && (row["name"] == "lid" || row["name"] == "open"));
        sites.map(|row| row["outcome"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(reads("export function a(x) { return x.lid }\n"), ["candidates"]);
    assert_eq!(reads("export function a(options) { return options.lid }\n"), ["resolved"]);
    assert_eq!(reads("import { BoxOptions } from './lib'\nexport let o: BoxOptions\nexport function a(x) { return x.lid }\n"), ["resolved"]);
    assert_eq!(reads("export function a(x: any) { return x.open() }\n"), ["resolved"]);
}

#[test]
fn a_call_with_type_arguments_behind_an_operator_is_a_call() {
    let lib = "import { Box } from './box'\nexport async function load<T>(it: T): Promise<Box> { return null! }\nexport class Api { get<T>(): Promise<Box> { return null! \
               } is!: <T>(it: T) => boolean }\nexport const is = <T>(it: T) => true\n";
    let uses = "import { Api, is, load } from './lib'\nasync function awaits(api: Api) { const box = await load<number>(1); box.open(); (await api.get<string>()).shut() \
                }\nfunction tests(it: number) { return !is<number>(it) }\nasync function both() { return !await load<number>(1) }\nasync function plain() { return await load(1) }\n";
    let files = [BOX, ("lib.ts", lib), ("use.ts", uses)];
    sure(&files, "awaits(", &["/load(", "Api#get(", "Box#open(", "Box#shut("]);
    sure(&files, "tests(", &["/is("]);
    sure(&files, "both(", &["/load("]);
    sure(&files, "plain(", &["/load("]);
}

#[test]
fn a_module_that_is_declared_in_it_makes_no_module_of_a_file() {
    let all =
        "declare function ready(): boolean\ndeclare module 'walker' {\n  import { Node } from 'nodes'\n  export function walk(root: Node): void\n}\n";
    let files = [("all.d.ts", all), ("use.ts", "export function run() { ready() }\n")];
    sure(&files, "/run(", &["/ready("]);
}

#[test]
fn what_takes_the_place_of_a_method_on_one_object_is_no_member_of_the_class() {
    let lib = "export class Stream {\n  constructor() { this.flush = async () => { this.end() }; this.own = () => {} }\n  async flush() {}\n  end() {}\n}\n";
    let files = [("lib.ts", lib), ("use.ts", "import { Stream } from './lib'\nexport function run() { new Stream().flush() }\n")];
    let found = calls(&files, "/run(");
    let flush: Vec<&(String, f64)> = found.iter().filter(|(to, _)| to.contains("flush")).collect();
    assert!(matches!(flush.as_slice(), [(to, confidence)] if to.ends_with("Stream#flush().") && *confidence > 0.9), "{found:?}");
    let repo = Repo::built(&files);
    let lines: Vec<u64> =
        repo.rows("symbols").iter().filter(|row| row["qualifiedName"] == "Stream.flush").map(|row| row["nameLine"].as_u64().unwrap()).collect();
    assert_eq!(lines, [3]);
}

/// How the sites of a role end, in the order of the source: `name end`, with what the end leads to outside.
fn ends(repo: &Repo, role: &str) -> Vec<String> {
    let sites = repo.rows("sites").into_iter().filter(|row| row["role"] == role);
    sites
        .map(|row| format!("{} {} {}", row["name"].as_str().unwrap(), row["outcome"].as_str().unwrap(), row["reason"].as_str().unwrap_or("")))
        .collect()
}

#[test]
fn a_function_has_from_the_language_what_all_functions_have_and_may_be_given_more() {
    let files = [
        ("lib.js", "module.exports = function () { var app = function () {}; extend(app); return app }\n"),
        ("use.js", "var lib = require('./lib')\nvar app = lib()\napp.get()\napp.map()\napp.bind()\napp.hasOwnProperty()\n"),
        ("other.js", "class Other { get() {} map() {} }\nclass Third { get() {} map() {} }\n"),
    ];
    let repo = Repo::built(&files);
    let ends = ends(&repo, "call");
    for expected in ["get unresolved receiver-unknown", "map unresolved receiver-unknown", "bind external builtin", "hasOwnProperty external builtin"]
    {
        assert!(ends.iter().any(|it| it == expected), "{expected} in {ends:?}");
    }
}

#[test]
fn what_is_named_like_a_class_on_a_value_builds_and_gives_the_value_no_fields() {
    let lib = "function A() { this.x = 1 }\nA.B = function () { this.y = 2 }\nA.B.prototype.m = function () { return this.y }\nA.C = function () {}\nA.C.prototype \
               = { n: function () { return this.k() }, k: function () {} }\nfunction run() { var b = new A.B(); b.m(); new A.C().n() }\nfunction read() { return \
               new A().y }\nclass Other { m() {} n() {} k() {} }\n";
    let files = [("lib.js", lib)];
    sure(&files, "/run(", &["A#B(", "B#m(", "A#C(", "C#n("]);
    sure(&files, "C#n(", &["C#k("]);
    let usages = Repo::built(&files).rows("edges_usage");
    let fields: Vec<(&str, &str)> =
        usages.iter().map(|row| (row["from"].as_str().unwrap(), row["to"].as_str().unwrap())).filter(|(_, to)| to.ends_with("#y.")).collect();
    assert!(fields.iter().all(|(_, to)| to.ends_with("/B#y.")), "{fields:?}");
    assert!(fields.iter().any(|(from, _)| from.contains("B#m(")), "{fields:?}");
}

#[test]
fn a_field_by_its_name_alone_is_a_candidate() {
    let files = [(
        "view.js",
        "function View(o) { this.root = o.root }\nView.prototype.draw = function () {}\nfunction send(it) { it.draw(); return it.root }\n",
    )];
    sure(&files, "/send(", &["View#draw("]);
    let usages = Repo::built(&files).rows("edges_usage");
    let of_send: Vec<f64> = usages
        .iter()
        .filter(|row| row["from"].as_str().unwrap().contains("/send(") && row["to"].as_str().unwrap().ends_with("View#root."))
        .map(|row| row["confidence"].as_f64().unwrap())
        .collect();
    assert!(of_send.len() == 1 && of_send[0] < 0.5, "{of_send:?}");
}

#[test]
fn members_of_a_map_are_what_its_type_gives_all_of_them() {
    let lib = "import { Box, Lid } from './box'\ntype Key = 'a' | 'b'\ntype Each<T> = { [K in Key]: T }\ntype Handler = (it: Box) => void\ntype Handlers = { \
               [key: string]: Handler }\nfunction named(all: Each<Box>, key: Key) { all[key].open() }\nfunction direct(all: { [K in Key]?: Lid }, key: Key) { \
               all[key].shut() }\nexport const one: { [key: string]: Handler } = { first: (it) => it.open() }\nexport const two: Record<string, Handler> = { \
               second: function (it) { it.shut() } }\nexport const three: Handlers = { third: (it) => it.open() }\n";
    let files = [BOX, ("lib.ts", lib)];
    sure(&files, "/named(", &["Box#open("]);
    sure(&files, "/direct(", &["Lid#shut("]);
    sure(&files, "first(", &["Box#open("]);
    sure(&files, "second(", &["Box#shut("]);
    sure(&files, "third(", &["Box#open("]);
}

#[test]
fn a_function_has_the_members_that_a_program_copies_to_it() {
    let lib = "var mixin = require('merge-descriptors')\nvar proto = require('./proto')\nmodule.exports = function () {\n  var app = function () { app.handle() }\n  \
               mixin(app, { has: 1 }, false)\n  mixin(app, proto, false)\n  return app\n}\n";
    let proto = "var app = module.exports = {}\napp.handle = function () {}\napp.listen = function () {}\napp.all = function () {}\n";
    let files = [
        ("lib.js", lib),
        ("proto.js", proto),
        ("use.js", "var lib = require('./lib')\nfunction run() { var app = lib(); app.listen(); app.all(); app.get(); app.call() }\n"),
        ("other.js", "class Other { listen() {} all() {} handle() {} }\n"),
    ];
    sure(&files, "/run(", &["lib.js`/default(", "app#listen(", "app#all("]);
    sure(&files, "app(", &["app#handle("]);
}

#[test]
fn a_function_has_what_another_file_puts_on_it() {
    let files = [
        ("core.js", "export var jQ = function (it) { return it }\n"),
        (
            "event.js",
            "import { jQ } from './core.js'\njQ.Event = function (type) { this.type = type }\njQ.Event.prototype = { halt: function () {} }\njQ.each = function () \
             {}\n",
        ),
        ("use.js", "import { jQ } from './core.js'\nfunction run() { jQ.each(); new jQ.Event('x').halt() }\n"),
        ("other.js", "class Other { each() {} halt() {} }\nclass Third { each() {} halt() {} }\n"),
    ];
    sure(&files, "/run(", &["jQ#each(", "jQ#Event(", "Event#halt("]);
}

#[test]
fn a_block_of_a_module_declares_what_is_its_own() {
    for text in [
        "{\n  class Z { own() {} }\n  new Z().own()\n}\nclass Z { hit() {} }\nnew Z().hit()\n",
        "class Z { hit() {} }\nnew Z().hit()\n{\n  class Z { own() {} }\n  new Z().own()\n}\n",
    ] {
        let repo = Repo::built(&[("a.js", text)]);
        let symbols = repo.rows("symbols");
        let mut lines: Vec<(u64, u64)> = Vec::new();
        for edge in repo.rows("edges_call").iter().filter(|edge| edge["to"].as_str().unwrap().ends_with("Z#")) {
            let of = symbols
                .iter()
                .filter(|symbol| symbol["symbolId"] == edge["to"])
                .map(|symbol| symbol["nameLine"].as_u64().unwrap())
                .collect::<Vec<_>>();
            let at = text[..usize::try_from(edge["byteStart"].as_u64().unwrap()).unwrap()].lines().count() as u64;
            lines.push((at, *of.first().unwrap()));
            assert_eq!(of.len(), 1, "{text}");
        }
        lines.sort_unstable();
        let expected = if text.starts_with('{') { [(3, 2), (6, 5)] } else { [(2, 1), (5, 4)] };
        assert_eq!(lines, expected, "{text}");
    }
}
