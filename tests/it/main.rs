//! The one integration test binary; modules mirror the rooms.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod bad_input;
mod cli;
mod bounds;
mod codegraph;
mod command_api;
mod configuration;
mod counts;
mod crash;
mod critic;
mod declared_packs;
mod deltas;
mod edge_gold;
mod git;
mod golden;
mod governance;
mod histories;
mod history;
mod hosts;
mod link;
mod mcp;
mod measuring;
mod memory;
mod pack_budgets;
mod pack_commands;
mod pack_refusals;
mod pack_v1;
mod packs;
mod portable;
mod program;
mod readers;
mod providers;
mod read_form;
mod reading;
mod references;
mod refusals;
mod risks;
mod roots;
mod scale;
mod scip;
mod scoping;
mod searching;
mod support;
mod task_view;
mod watching;
