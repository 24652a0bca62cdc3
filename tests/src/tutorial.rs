//! Walks through pages as a reader does: runs their commands in order, in an empty folder, and compares what they print.
//!
//! - A block `sh` has a command on each line. A block `text` after it has what the commands print, in this order; `…` stands
//!   for any text, and a line `...` for any lines.
//! - A block `rust` with an excerpt of a program of the tutorial replaces `src/main.rs` by the whole program.
//! - `<!-- not run: REASON -->` above a block skips it. `<!-- exit status: 5 -->` says how the last command ends.
//!
//! The programs `bindery` and `stand-in` are those of this build, and the port is a free one.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::changed::{Fallible, at};
use crate::crates;
use crate::reference::{read, tutorial_program};
use crate::repository;

/// The port on the pages.
const PORT: &str = "8080";
/// The command on the pages that starts the server.
const START_SERVER: &str = "cargo run -p bindery-tests --bin stand-in -- ";
/// The time in which the server must print its tokens.
const START_TIME: Duration = Duration::from_secs(20);

/// The programs that a walk runs.
#[derive(Clone, Copy, Debug)]
pub struct Programs<'a> {
    /// The command line of Bindery.
    pub bindery: &'a str,
    /// The test server.
    pub stand_in: &'a str,
}

/// A walk through pages, with the state of the reader's terminal.
pub struct Walk<'a> {
    programs: Programs<'a>,
    port: String,
    folder: PathBuf,
    variables: Vec<(String, String)>,
    server: Option<Child>,
    /// The output of the commands of the last block.
    printed: String,
}

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        self.stop_server();
    }
}

impl<'a> Walk<'a> {
    /// Creates a walk that begins in an empty folder, which stands for a checkout.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no free port.
    pub fn new(programs: Programs<'a>, folder: PathBuf) -> Fallible<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port().to_string();
        Ok(Self { programs, port, folder, variables: Vec::new(), server: None, printed: String::new() })
    }

    /// Walks through a page of the repository.
    ///
    /// # Errors
    ///
    /// Returns the line of the page, and what a command printed, if it fails or prints something else.
    pub fn page(&mut self, path: &str) -> Fallible<()> {
        let text = read(Path::new(path))?;
        for block in blocks(&text) {
            self.block(&block).map_err(|problem| format!("{path}:{}: {problem}", block.line))?;
        }
        Ok(())
    }

    fn block(&mut self, block: &Block<'_>) -> Fallible<()> {
        let text = block.text.replace(PORT, &self.port);
        match block.language {
            _ if block.note.starts_with("not run: ") => Ok(()),
            "sh" => {
                let expected = block.note.strip_prefix("exit status: ").unwrap_or("0");
                self.printed.clear();
                let lines: Vec<&str> = text.lines().map(without_comment).filter(|line| !line.is_empty()).collect();
                for (index, line) in lines.iter().enumerate() {
                    let expected = if index + 1 == lines.len() { expected } else { "0" };
                    self.run(line, expected)?;
                }
                Ok(())
            }
            "text" => compare(&text, &self.printed),
            "rust" => match block.note.strip_prefix("excerpt: ").map(tutorial_program) {
                Some(Some(program)) => {
                    let main = self.folder.join("src/main.rs");
                    fs::write(&main, program?).map_err(at("written", &main))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Runs a command line.
    fn run(&mut self, line: &str, expected: &str) -> Fallible<()> {
        if let Some(folder) = line.strip_prefix("cd ") {
            self.folder = self.folder.join(folder);
        } else if let Some(variables) = line.strip_prefix("export ") {
            let variables = variables.split(' ').filter_map(|variable| variable.split_once('='));
            self.variables.extend(variables.map(|(name, value)| (name.to_owned(), value.to_owned())));
        } else if let Some(arguments) = line.strip_prefix(START_SERVER) {
            self.start_server(arguments)?;
        } else if let Some((first, second)) = line.split_once(" && ") {
            self.run(first, "0")?;
            self.run(second, expected)?;
        } else {
            self.run_program(line, expected)?;
        }
        Ok(())
    }

    fn run_program(&mut self, line: &str, expected: &str) -> Fallible<()> {
        let mut words = line.split_whitespace();
        let cargo = crates::command(&self.folder)?;
        let mut command = match words.next() {
            Some("cargo") => Command::new(cargo.get_program()),
            Some("bindery") => Command::new(self.programs.bindery),
            _ => return Err(format!("`{line}` is not a command that a walk can run")),
        };
        command.current_dir(&self.folder).args(words.clone());
        command.envs(cargo.get_envs().filter_map(|(name, value)| Some((name, value?))));
        // Only what the workspace was built with is there on every machine.
        command.env("CARGO_NET_OFFLINE", "true").envs(self.variables.iter().map(|(name, value)| (name, value)));
        let output = command.output().map_err(|error| format!("`{line}`: {error}"))?;
        let printed = [output.stderr, output.stdout].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        let status = output.status.code().map(|code| code.to_string()).unwrap_or_default();
        if status != expected {
            return Err(format!("`{line}` ended with status {status}, not {expected}:\n{printed}"));
        }
        self.printed.push_str(&printed);
        if let (Some("new"), Some(package)) = (words.next(), words.next()) {
            let lock = repository::path("Cargo.lock");
            fs::copy(&lock, self.folder.join(package).join("Cargo.lock")).map_err(at("copied", &lock))?;
        }
        Ok(())
    }

    fn start_server(&mut self, arguments: &str) -> Fallible<()> {
        self.stop_server();
        let mut command = Command::new(self.programs.stand_in);
        let mut server = command
            .args(arguments.split_whitespace())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the server cannot be started: {error}"))?;
        let lines = server.stdout.take().map(lines_of);
        self.server = Some(server);
        let last = |line: &String| line.starts_with("token (nobody");
        while let Some(line) = lines.as_ref().and_then(|lines| lines.recv_timeout(START_TIME).ok()) {
            self.printed.push_str(&format!("{line}\n"));
            if last(&line) {
                return Ok(());
            }
        }
        Err(format!("the server printed no tokens:\n{}", self.printed))
    }

    fn stop_server(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.kill().ok();
            server.wait().ok();
        }
    }
}

/// Returns the lines that a program prints as they arrive.
fn lines_of(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line).ok());
    });
    receiver
}

/// A fenced block of a page.
#[derive(Debug, PartialEq)]
struct Block<'p> {
    /// The line of its fence, from 1.
    line: usize,
    language: &'p str,
    /// The text of the comment above it.
    note: &'p str,
    text: String,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let (mut note, mut is_open) = ("", false);
    for (index, line) in page.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if is_open => (note, is_open) = ("", false),
            Some(language) => {
                is_open = true;
                blocks.push(Block { line: index + 1, language, note, text: String::new() });
            }
            None if is_open => {
                blocks.iter_mut().last().into_iter().for_each(|block| block.text += &format!("{line}\n"))
            }
            None => {
                let comment = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
                note = comment.unwrap_or(if line.is_empty() { note } else { "" });
            }
        }
    }
    blocks
}

fn without_comment(line: &str) -> &str {
    line.split(" #").next().unwrap_or(line).trim()
}

/// Checks that the lines of a text were printed in this order.
fn compare(text: &str, printed: &str) -> Fallible<()> {
    let mut rest = printed.lines();
    for line in text.lines().filter(|line| *line != "...") {
        let parts: Vec<&str> = line.trim().split('…').collect();
        if !rest.any(|printed| matches(printed.trim(), &parts)) {
            return Err(format!("the page shows\n{line}\nbut the commands printed\n{printed}"));
        }
    }
    Ok(())
}

/// Returns `true` if a line consists of these parts with any text between them.
fn matches(line: &str, parts: &[&str]) -> bool {
    let [first, inner @ .., last] = parts else { return parts.first().is_some_and(|only| *only == line) };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    for part in inner {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::{Block, blocks, compare};

    #[test]
    fn blocks_have_their_notes() {
        let page = "a\n\n<!-- not run: b -->\n\n```sh\nc\n```\n\n```text\nd\n```\n";
        let block = |line, language, note, text: &str| Block { line, language, note, text: text.to_owned() };
        assert_eq!(blocks(page), [block(5, "sh", "not run: b", "c\n"), block(9, "text", "", "d\n")]);
    }

    #[test]
    fn lines_are_compared_in_order() {
        let printed = "a 1\nb\n  c 2 d\n";
        for text in ["a 1\nc 2 d", "a …\n...\nc … d", "b"] {
            compare(text, printed).unwrap();
        }
        for text in ["b\na 1", "a 2", "c … e", "a"] {
            compare(text, printed).unwrap_err();
        }
    }
}
