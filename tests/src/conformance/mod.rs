//! Conformance: the emitted clients make the calls of a suite that others wrote for client generators, and its server
//! judges the requests. What the clients read is compared with what the server sent.
//!
//! ```text
//! suite ── client ── call ── program ── report
//! (npm)   (emitted)  (Rust)   (cargo)
//! ```

mod call;
mod client;
mod program;
mod report;
mod suite;
mod table;

use std::process::ExitCode;

use crate::changed::Fallible;
use client::Client;
use program::Program;
use report::Report;
use suite::{Expectations, Scenario, Suite};
use table::Table;

/// The versions of OpenAPI. The last one is only for streams.
const VERSIONS: [&str; 3] = ["3.1", "3.0", "3.2"];

/// The exit status of a skipped test, as in Automake.
const SKIPPED: u8 = 77;

/// Makes the calls of the suite, and prints how many scenarios pass. The exit status is 0 if each scenario passes or is
/// explained, 1 if one does neither, 2 if the run cannot go on, and 77 if the suite cannot be installed.
#[must_use]
pub fn main() -> ExitCode {
    let suite = match Suite::install() {
        Ok(suite) => suite,
        Err(problem) => {
            eprintln!("skipped: the suite cannot be installed: {problem}");
            return ExitCode::from(SKIPPED);
        }
    };
    match run(&suite) {
        Ok(report) => {
            println!("{}", report.text());
            ExitCode::from(u8::from(!report.is_green()))
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

fn run(suite: &Suite) -> Fallible<Report> {
    let table = Table::read()?;
    let Expectations { version, scenarios } = suite.emit()?;
    let names: Vec<&str> = scenarios.iter().flat_map(|scenario| [&*scenario.name, &*scenario.area]).collect();
    if let Some(line) = table.unused(&names) {
        return Err(format!("scenarios.toml: `{line}` matches no scenario"));
    }
    let mut areas: Vec<&str> = scenarios.iter().map(|scenario| &*scenario.area).collect();
    areas.dedup();
    let mut program = Program::new();
    let mut report = Report::new(version);
    let mut runs: Vec<(&str, Vec<String>)> = Vec::new();
    for version in VERSIONS {
        let mut packages = Vec::new();
        for area in &areas {
            let own = add_clients(&mut program, suite, version, area, table.text("configuration", area))?;
            let of_area = scenarios.iter().filter(|scenario| scenario.area == **area && !own.is_empty());
            for scenario in of_area.filter(|scenario| table.line("inexpressible", &scenario.name).is_none()) {
                add_calls(&mut program, &mut report, &table, version, &own, scenario);
            }
            packages.extend(own);
        }
        runs.push((version, packages));
    }
    program.build()?;
    for (version, packages) in runs {
        let server = suite.serve()?;
        report.add(version, program.run(&packages, &server.address())?, server.coverage()?);
    }
    report.judge(&scenarios, &table);
    Ok(report)
}

/// Adds the clients of an area, unless their code is the same as in the first version. Returns their packages, that of
/// the latest version of the API first.
fn add_clients(program: &mut Program, suite: &Suite, version: &str, area: &str, keys: &str) -> Fallible<Vec<String>> {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let mut packages = Vec::new();
    for (file, description) in suite.descriptions(version, area).iter().rev() {
        let name = format!("typespec-{area}-{}", file.trim_end_matches(".json"));
        let mut package: String = name.chars().map(plain).collect();
        let mut client = Client::emit(&package, description, keys)?;
        if program.clients.get(&package).is_some_and(|first| !first.is_same(&client)) {
            package = format!("{package}-{}", version.replace('.', "-"));
            client = Client::emit(&package, description, keys)?;
        }
        program.clients.entry(package.clone()).or_insert(client);
        packages.push(package);
    }
    Ok(packages)
}

/// Adds the calls of a scenario, each with the first client that has the operation.
fn add_calls(
    program: &mut Program,
    report: &mut Report,
    table: &Table,
    version: &str,
    packages: &[String],
    scenario: &Scenario,
) {
    for (index, request) in scenario.calls.iter().enumerate() {
        // A request that the server has to reject shows nothing about a client.
        if request["status"].as_u64() >= Some(400) && scenario.code.is_none() {
            continue;
        }
        let name = format!("{}#{index}", scenario.name);
        let mut clients = packages.iter().map(|package| &program.clients[package]);
        let last = clients.clone().next_back();
        let Some(client) = clients.find(|client| client.operation(request).is_some()).or(last) else { continue };
        match call::call(client, scenario, request, table) {
            Ok(call) => drop(program.calls.entry(client.package.clone()).or_default().insert(name, call)),
            Err(problem) => report.fail(version, name, problem),
        }
        // The client itself requests the next pages.
        if client.operation(request).is_some_and(|(operation, _)| operation["pages"].is_object()) {
            break;
        }
    }
}
