//! Tools for agents over the Model Context Protocol: one thread speaks, others work.
//!
//! Standard output belongs to the protocol. A refusal is a result that an agent can read and mend; only what is wrong with the protocol is an error of it.

mod escapes;
mod progress;
mod roots;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorCode, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool as McpTool, ToolAnnotations,
};
use rmcp::service::{RequestContext, ServerInitializeError};
use rmcp::transport::io::stdio;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::Value;

use super::cli::guarded;
use crate::base::codes;
use crate::commands::Context;
use crate::commands::failure::Failure;
use crate::commands::mcp::Arguments;
use crate::commands::opened::OpenIndexes;
use crate::commands::parser::PROGRAM;
use crate::commands::tools::{TOOLS, Tool};
use crate::host::real::real;
use crate::host::{Host, Kind};
use escapes::Whole;
use progress::Heard;

/// What agents are told before they see any tool.
const INSTRUCTIONS: &str = "Ask context_pack first when a task touches code you have not read. Each excerpt is headed by path:start:end. \
                            A line `index: STALE` names files to read yourself.";

/// Serves until standard input ends.
///
/// # Errors
/// [`Failure`] when the protocol cannot be started.
pub fn serve(arguments: &Arguments, context: &Context) -> Result<(), Failure> {
    let broken = |what: String| Failure::new(&codes::INTERNAL, what);
    let is_folder = |root: &Path| matches!(context.host.stat(&real(root)), Ok((Kind::Folder, _)));
    if let Some(root) = arguments.repo.as_ref().filter(|root| !is_folder(root)) {
        return Err(Failure::new(&codes::ROOT_MISSING, format!("`{}` does not exist or is not a folder", root.display())));
    }
    let server = Server {
        surroundings: Surroundings {
            host: Arc::clone(&context.host),
            indexes: Arc::clone(&context.indexes),
            program: context.program.clone(),
            scratch: context.scratch.clone(),
            source_date_epoch: context.source_date_epoch,
        },
        home: arguments.repo.clone(),
        all: arguments.tools == "all",
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|cause| broken(format!("no runtime: {cause}")))?;
    let result = runtime.block_on(async {
        let (input, output) = stdio();
        match server.serve((Whole::new(input), output)).await {
            Ok(service) => service.waiting().await.map(|_| ()).map_err(|cause| broken(format!("the server stopped: {cause}"))),
            // Whoever started it thought better of it.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(cause) => Err(Failure::new(&codes::USAGE, format!("no session was opened: {cause}")).only_hint("an MCP client starts this program")),
        }
    });
    // What still works for nobody ends with the process; a build that is cut short commits nothing.
    runtime.shutdown_background();
    result
}

/// What all calls of a session share of their contexts.
#[derive(Clone)]
struct Surroundings {
    host: Arc<dyn Host>,
    indexes: Arc<OpenIndexes>,
    program: PathBuf,
    scratch: PathBuf,
    source_date_epoch: Option<i64>,
}

impl Surroundings {
    /// The context of one call. Nothing of it is printed: standard output is the protocol's.
    fn context(self, heard: Heard, warned: &Arc<Mutex<Vec<Failure>>>) -> Context {
        let warned = Arc::clone(warned);
        Context {
            host: self.host,
            progress: Box::new(heard),
            program: self.program,
            scratch: self.scratch,
            hear: Box::new(|_| Ok(Vec::new())),
            say: Box::new(|_| true),
            warn: Box::new(move |failure| warned.lock().unwrap_or_else(PoisonError::into_inner).push(failure.clone())),
            json: false,
            indexes: self.indexes,
            serve_mcp: None,
            source_date_epoch: self.source_date_epoch,
        }
    }
}

/// One session.
struct Server {
    surroundings: Surroundings,
    /// The repository that it was started for.
    home: Option<PathBuf>,
    all: bool,
}

impl Server {
    fn tools(&self) -> impl Iterator<Item = &'static Tool> + use<> {
        let all = self.all;
        TOOLS.iter().filter(move |tool| all || tool.by_default)
    }

    /// Runs a tool on a thread of its own, so that others are answered meanwhile. Beside its answer stands what it tells that it went on after.
    async fn run(&self, tool: &'static Tool, arguments: Value, request: RequestContext<RoleServer>) -> Result<(String, Vec<Failure>), Failure> {
        let path = match arguments.get("path") {
            None | Some(Value::Null) => None,
            Some(Value::String(path)) => Some(path.clone()),
            Some(_) => return Err(Failure::new(&codes::USAGE, "the option `path` is no text").only_hint("name a folder")),
        };
        let reading = roots::resolve(path.as_deref(), self.home.as_deref(), &request, &self.surroundings.host).await?;
        let (heard, forwarded) = progress::forwarded(&request);
        let surroundings = self.surroundings.clone();
        let warned: Arc<Mutex<Vec<Failure>>> = Arc::default();
        let heard_warnings = Arc::clone(&warned);
        let work = tokio::task::spawn_blocking(move || {
            let context = surroundings.context(heard, &heard_warnings);
            guarded(|| (tool.run)(arguments, &reading, &context))
        });
        let result = work.await.unwrap_or_else(|cause| Err(Failure::new(&codes::INTERNAL, format!("the tool stopped: {cause}"))));
        // Progress that comes after its answer would tell of nothing.
        forwarded.await;
        let warnings = std::mem::take(&mut *warned.lock().unwrap_or_else(PoisonError::into_inner));
        result.map(|text| (text, warnings))
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new(PROGRAM, env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(&self, _: Option<PaginatedRequestParams>, _: RequestContext<RoleServer>) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools().map(described).collect()))
    }

    fn get_tool(&self, name: &str) -> Option<McpTool> {
        self.tools().find(|tool| tool.name == name).map(described)
    }

    async fn call_tool(&self, call: CallToolRequestParams, request: RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = self.tools().find(|tool| tool.name == call.name) else {
            let known: Vec<&str> = self.tools().map(|tool| tool.name).collect();
            let more = if self.all { "" } else { "; `--tools all` shows more" };
            return Err(ErrorData::invalid_params(format!("no tool is called `{}`; there are {}{more}", call.name, known.join(", ")), None));
        };
        let arguments = Value::Object(call.arguments.unwrap_or_default());
        Ok(match self.run(tool, arguments, request).await {
            // The answer by itself comes first: whoever parses it reads one block.
            Ok((text, warnings)) => {
                let warnings = warnings.into_iter().map(|failure| failure.of_options().describe());
                CallToolResult::success(std::iter::once(text).chain(warnings).map(ContentBlock::text).collect())
            }
            Err(failure) => refused(&failure.of_options()),
        }
        .into())
    }

    /// A method that is known comes here too, where its parameters are not of its form.
    async fn on_custom_request(&self, request: CustomRequest, _: RequestContext<RoleServer>) -> Result<CustomResult, ErrorData> {
        Err(match request.method.as_str() {
            "tools/call" => ErrorData::invalid_params("the parameters of `tools/call` are `name`, a text, and `arguments`, an object", None),
            method => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("no method is called `{method}`"), None),
        })
    }
}

/// A tool as the protocol describes it.
fn described(tool: &Tool) -> McpTool {
    let schema = match (tool.arguments)() {
        Value::Object(schema) => schema,
        _ => serde_json::Map::new(),
    };
    // A tool may write into its index, never into the files that it reads.
    McpTool::new(tool.name, tool.description, Arc::new(schema)).with_annotations(ToolAnnotations::new().destructive(false).open_world(false))
}

/// A refusal as an agent reads it: the code first, then what to do.
fn refused(failure: &Failure) -> CallToolResult {
    let mut text = format!("{}: {}", failure.code.name, failure.message);
    for hint in &failure.hints {
        text.push_str("\nhint: ");
        text.push_str(hint);
    }
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.structured_content = serde_json::to_value(failure.refusal()).ok();
    result
}
