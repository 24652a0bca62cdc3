//! A child process with a time limit. Every child has a result.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::measure;
use super::outcome::Outcome;

/// The exit status of a Rust process that panicked.
const PANIC_STATUS: i32 = 101;

/// The interval at which the memory of a process group is sampled. Compilers run for seconds, so this is often enough.
const LOOK: Duration = Duration::from_millis(200);

/// The end of a child.
#[derive(Debug)]
pub(super) enum Ended {
    /// It ended in time.
    InTime(ChildOutput),
    /// It was killed after the limit.
    TimedOut,
}

/// The output of a child.
#[derive(Debug)]
pub(super) struct ChildOutput {
    pub(super) status: ExitStatus,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// Peak memory of one process of its group, if it was watched.
    pub(super) peak_bytes: Option<u64>,
}

/// Runs a command that prints a result as its last line, as the runner itself does for one document.
pub(super) fn outcome(command: &mut Command, limit: Duration) -> Outcome {
    match run(command, limit, false) {
        Ok(Ended::InTime(output)) => interpret(&output),
        Ok(Ended::TimedOut) => Outcome::TimedOut { seconds: limit.as_secs() },
        Err(error) => Outcome::Died { message: format!("the child cannot be run: {error}") },
    }
}

/// Runs a command to its end or to the time limit. A watched command runs in its own process group, which is killed as
/// a whole: killing only cargo would leave its compilers running.
pub(super) fn run(command: &mut Command, limit: Duration, watched: bool) -> io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if watched {
        lead_group(command);
    }
    let mut child = command.spawn()?;
    // Read while the child runs: it blocks if its pipe is full.
    let stdout = child.stdout.take().map(spawn_reader);
    let stderr = child.stderr.take().map(spawn_reader);
    let (status, peak_bytes) = wait(&mut child, limit, watched)?;
    let Some(status) = status else { return Ok(Ended::TimedOut) };
    Ok(Ended::InTime(ChildOutput { status, stdout: read(stdout), stderr: read(stderr), peak_bytes }))
}

fn wait(child: &mut Child, limit: Duration, watched: bool) -> io::Result<(Option<ExitStatus>, Option<u64>)> {
    let started = Instant::now();
    let mut looked = started;
    let mut peak = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((Some(status), peak));
        }
        if started.elapsed() > limit {
            kill(child);
            child.wait()?;
            return Ok((None, peak));
        }
        if watched && looked.elapsed() > LOOK {
            looked = Instant::now();
            peak = peak.max(measure::peak_of_group(child.id()));
        }
        // Poll short commands more often, so that polling adds a tenth to the time at most.
        thread::sleep((started.elapsed() / 10).clamp(Duration::from_millis(1), Duration::from_millis(50)));
    }
}

fn spawn_reader(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // Output before an error is still useful.
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn read(reader: Option<JoinHandle<String>>) -> String {
    reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
}

#[cfg(unix)]
fn lead_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn lead_group(_: &mut Command) {}

/// Kills the process group, if the child leads one. Otherwise no group has its number.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
    // It may have ended by itself in the meantime.
    let _ = child.kill();
}

fn interpret(output: &ChildOutput) -> Outcome {
    if let Some(message) = panic_of(&output.stderr) {
        return Outcome::Panicked { message };
    }
    if output.status.code() == Some(PANIC_STATUS) {
        return Outcome::Panicked { message: last_line(&output.stderr) };
    }
    let outcome = output.status.success().then(|| serde_json::from_str(&last_line(&output.stdout)).ok()).flatten();
    outcome.unwrap_or_else(|| {
        let message = format!("{}: {}", output.status, last_line(&output.stderr));
        Outcome::Died { message: message.trim_end_matches([':', ' ']).to_owned() }
    })
}

/// Parses `thread 'main' (7) panicked at src/x.rs:1:2:`, the message on the next lines, and a note about backtraces.
fn panic_of(stderr: &str) -> Option<String> {
    let (_, panic) = stderr.split_once("panicked at ")?;
    let lines = panic.lines().take_while(|line| !line.starts_with("note: ") && !line.starts_with("stack backtrace:"));
    Some(lines.map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned())
}

fn last_line(text: &str) -> String {
    text.trim_end().lines().next_back().unwrap_or_default().to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::{Ended, outcome, run};
    use crate::corpus::outcome::Outcome;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn outcome_of(script: &str) -> Outcome {
        outcome(&mut shell(script), Duration::from_secs(20))
    }

    #[test]
    fn a_line_is_an_outcome() {
        assert_eq!(outcome_of(r#"echo noise; echo '{"outcome":"no-description"}'"#), Outcome::NoDescription);
    }

    #[test]
    fn a_panic_is_an_outcome_with_its_message() {
        let script = r#"printf "\nthread 'main' (7) panicked at src/x.rs:1:2:\nindex out\nof bounds\nnote: run with\n" >&2; exit 101"#;
        assert_eq!(outcome_of(script), Outcome::Panicked { message: "src/x.rs:1:2: index out of bounds".to_owned() });
    }

    #[test]
    fn a_signal_and_nonsense_are_outcomes() {
        let Outcome::Died { message } = outcome_of("echo overflowed its stack >&2; kill -9 $$") else {
            panic!("no death")
        };
        assert!(message.contains("signal: 9") && message.contains("overflowed"), "{message}");
        let Outcome::Died { message } = outcome_of("echo nonsense") else { panic!("no death") };
        assert!(message.contains("exit status: 0"), "{message}");
        assert!(matches!(outcome(&mut Command::new("/no/such"), Duration::from_secs(1)), Outcome::Died { .. }));
    }

    #[test]
    fn a_time_out_is_an_outcome() {
        let started = Instant::now();
        assert_eq!(outcome(&mut shell("sleep 60"), Duration::from_secs(1)), Outcome::TimedOut { seconds: 1 });
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_watched_command_is_killed_with_its_children() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("mark");
        let script = format!("(sleep 2; touch '{}') & wait", mark.display());
        assert!(matches!(run(&mut shell(&script), Duration::from_millis(300), true).unwrap(), Ended::TimedOut));
        std::thread::sleep(Duration::from_secs(3));
        assert!(!mark.exists());
    }

    #[test]
    fn much_output_does_not_block() {
        let ended = run(&mut shell("yes | head -c 1000000; yes | head -c 1000000 >&2"), Duration::from_secs(20), false);
        let Ended::InTime(output) = ended.unwrap() else { panic!("it blocked") };
        assert_eq!((output.stdout.len(), output.stderr.len()), (1_000_000, 1_000_000));
    }
}
