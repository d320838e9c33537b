//! A client of others, from the Python package index, drives the server.

#![expect(clippy::print_stdout, reason = "a test that is skipped says why")]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Repo;

/// What is installed.
const PACKAGE: &str = "mcp>=2,<3";

const SCRIPT: &str = r#"
import asyncio, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

async def main(program, root):
    told = []
    async def progress(done, total, message):
        told.append(message)
    async with stdio_client(StdioServerParameters(command=program, args=["mcp", "--repo", root, "--tools", "all"])) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            names = [tool.name for tool in (await session.list_tools()).tools]
            print("tools", *names)
            answer = await session.call_tool("context_pack", {"query": "load"}, progress_callback=progress)
            print("pack", "core.py:1:2" in answer.content[0].text, "told", len(told) > 0)
            answer = await session.call_tool("context_pack", {"qeury": "load"})
            print("refused", answer.content[0].text.split(":")[0])

asyncio.run(main(*sys.argv[1:]))
"#;

/// A Python that has the client; prints why where there is none.
fn python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mcp-client");
    let python = folder.join("bin/python");
    let works = |python: &Path| Command::new(python).args(["-c", "import mcp"]).output().is_ok_and(|output| output.status.success());
    if works(&python) {
        return Some(python);
    }
    let made = Command::new("python3").arg("-m").arg("venv").arg(&folder).output();
    if !made.as_ref().is_ok_and(|output| output.status.success()) {
        println!("skipped: `python3 -m venv` does not work here: {made:?}");
        return None;
    }
    let installed = Command::new(&python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]).output();
    if !works(&python) {
        println!("skipped: `pip install {PACKAGE}` does not work here: {installed:?}");
        return None;
    }
    Some(python)
}

#[test]
fn a_client_of_others_lists_calls_and_is_refused() {
    let Some(python) = python() else { return };
    let repo = Repo::of(&[("core.py", "def load(name):\n    return open(name)\n")]);
    let output = Command::new(python).args(["-c", SCRIPT, env!("CARGO_BIN_EXE_smalti"), repo.root().to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = "tools codegraph_context context_pack context_pack.create context_pack.get search\npack True told True\nrefused SMALTI_E_USAGE\n";
    assert_eq!(said, expected, "{}", String::from_utf8_lossy(&output.stderr));
}
