//! A session with the server, message by message.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::smalti;

/// A server that listens.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    /// Notifications that came meanwhile.
    pub heard: Vec<Value>,
    next: u64,
}

impl Session {
    /// Starts the program and opens a session.
    pub fn open(words: &[&str], capabilities: &Value) -> Self {
        let mut child = smalti(["mcp"]).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                // Whatever is no message on standard output breaks the protocol, and the test with it.
                let _ = sender.send(serde_json::from_str(&line).unwrap_or_else(|_| json!({"broken": line})));
            }
        });
        let input = child.stdin.take();
        let mut session = Self { child, input, output, heard: Vec::new(), next: 0 };
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": capabilities, "clientInfo": {"name": "by hand", "version": "1"}});
        let opened = session.request("initialize", &params);
        assert_eq!(opened["result"]["serverInfo"]["name"], "smalti", "{opened:#}");
        assert!(opened["result"]["capabilities"]["tools"].is_object(), "{opened:#}");
        session.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string().as_bytes());
        session
    }

    /// A session about one repository.
    pub fn of(root: &Path, words: &[&str]) -> Self {
        Self::open(&[&["--repo", root.to_str().unwrap()], words].concat(), &json!({}))
    }

    /// Sends one line, whatever it is.
    pub fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(&[line, b"\n"].concat()).and_then(|()| input.flush()).unwrap();
    }

    /// Sends a request without waiting, and tells its id.
    pub fn ask(&mut self, method: &str, params: &Value) -> u64 {
        self.next += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params});
        self.send(request.to_string().as_bytes());
        self.next
    }

    /// The next message.
    pub fn receive(&mut self) -> Value {
        let message = self.output.recv_timeout(Duration::from_mins(2)).unwrap_or_else(|cause| panic!("no message came: {cause}"));
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        message
    }

    /// The answer to a request; what comes before it is kept.
    pub fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.heard.push(message);
        }
    }

    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// Calls a tool: its text, or the text and the code of its refusal.
    pub fn call(&mut self, name: &str, arguments: &Value) -> Result<String, (String, String)> {
        let answer = self.request("tools/call", &json!({"name": name, "arguments": arguments}));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer:#}")).to_owned();
        if result["isError"] == true {
            let code = result["structuredContent"]["error"]["code"].as_str().unwrap_or_else(|| panic!("{answer:#}")).to_owned();
            assert!(text.starts_with(&code) && text.contains("\nhint: "), "{text}");
            return Err((code, text));
        }
        Ok(text)
    }

    /// Ends the input; the program must end by itself and well.
    pub fn close(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A test that failed leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
