//! Sends calls and collects their results.

use std::error::Error as StdError;
use std::fmt::Debug;
use std::fs::File;
use std::future::Future;
use std::io::Write;
use std::pin::Pin;

use futures_core::Stream;

use super::super::call::{Call, Operation, read};
use super::super::client::Client;
use super::super::error::CallError;
use super::super::payload::next;
use super::console::Console;
use super::input::Input;
use super::output::{Outcome, Shown, print_line};
use super::parse_error::InputError;
use super::request_log::RequestLog;

/// A call to send.
pub struct Job {
    pub(super) client: Client,
    pub(super) input: Input,
    pub(super) console: Console,
    /// The status of the last response, for calls that do not return it.
    pub(super) request_log: RequestLog,
    /// The file to write the response body to; `-` is standard output.
    pub(super) file: Option<String>,
    /// `true` to print the request instead of sending it.
    pub(super) is_dry_run: bool,
}

/// The future of a call.
pub type JobFuture = Pin<Box<dyn Future<Output = Result<Outcome, InputError>>>>;

/// Builds an operation from the input.
type Maker<O> = fn(&mut Input) -> Result<O, InputError>;

/// The values of a response, as they arrive.
pub type Values<T, E> = Pin<Box<dyn Stream<Item = Result<T, CallError<E>>>>>;

impl Job {
    /// Builds the operation and logs the problems of its input that do not prevent the call.
    fn operation<O>(&mut self, make: Maker<O>) -> Result<O, InputError> {
        let operation = make(&mut self.input)?;
        for warning in self.input.warnings() {
            self.console.log(&format!("warning: {warning}"));
        }
        Ok(operation)
    }
}

/// Sends an operation and converts its response for output.
pub fn run<O>(mut job: Job, make: Maker<O>, shown: fn(O::Output) -> Shown) -> JobFuture
where
    O: Operation + 'static,
    O::Error: Debug,
{
    Box::pin(async move {
        let operation = job.operation(make)?;
        let call = Call::new(&job.client, operation);
        if job.is_dry_run {
            return Ok(dry_run(call, false));
        }
        if let Some(file) = &job.file {
            return Ok(save(call, file, &job.console).await);
        }
        let outcome = match call.send_raw().await {
            Ok(response) => read::<O>(response),
            Err(error) => Err(error),
        };
        Ok(match outcome {
            Ok((output, response)) => Outcome::Success {
                status: response.status().as_u16(),
                shown: Some(shown(output)),
            },
            Err(error) => failed(&error),
        })
    })
}

/// Sends an operation and writes the body of a successful response to a file while it is received, whatever its size.
async fn save<O>(call: Call<O>, file: &str, console: &Console) -> Outcome
where
    O: Operation,
    O::Error: Debug,
{
    let mut download = match call.download().await {
        Ok(download) => download,
        Err(error) => return failed(&error),
    };
    let status = Some(download.status().as_u16());
    let wrong = |error: std::io::Error| Outcome::failed(status, format!("{file}: {error}"));
    // An error response does not change the file.
    let mut target = match Some(file).filter(|file| *file != "-").map(File::create) {
        Some(Err(error)) => return wrong(error),
        Some(Ok(target)) => Some(target),
        None => None,
    };
    loop {
        let piece = match download.next().await {
            Some(Ok(piece)) => piece,
            None => break,
            Some(Err(error)) => return Outcome::failed(status, error_chain(&error)),
        };
        match &mut target {
            Some(target) => {
                if let Err(error) = target.write_all(&piece) {
                    return wrong(error);
                }
            }
            None if console.write(&piece) => {}
            None => break,
        }
    }
    Outcome::Success {
        status: download.status().as_u16(),
        shown: None,
    }
}

/// Sends an operation and shows the items of all pages as one list. After an error, the items received so far are
/// shown.
pub fn all<O, T>(
    mut job: Job,
    make: Maker<O>,
    open: fn(Call<O>) -> Values<T, O::Error>,
    shown: fn(T) -> Shown,
) -> JobFuture
where
    O: Operation + 'static,
    O::Error: Debug,
    T: 'static,
{
    Box::pin(async move {
        let operation = job.operation(make)?;
        let call = Call::new(&job.client, operation);
        if job.is_dry_run {
            return Ok(dry_run(call, false));
        }
        let mut values = open(call);
        let (mut items, mut wrong) = (Vec::new(), None);
        while let Some(value) = next(&mut values).await {
            match value {
                Ok(value) => items.push(shown(value).text()),
                Err(error) => wrong = Some(failed(&error)),
            }
        }
        let list = Shown::Json(format!("[{}]", items.join(",")));
        match wrong {
            Some(wrong) if items.is_empty() => Ok(wrong),
            Some(wrong) => {
                print_line(&job.console, &list);
                Ok(wrong)
            }
            None => Ok(Outcome::Success {
                status: job.request_log.status(),
                shown: Some(list),
            }),
        }
    })
}

/// Sends an operation and prints each value of its response on one line as it arrives. A value that cannot be decoded
/// is logged and skipped.
pub fn follow<O, T>(
    mut job: Job,
    make: Maker<O>,
    open: fn(Call<O>) -> Values<T, O::Error>,
    shown: fn(T) -> Shown,
) -> JobFuture
where
    O: Operation + 'static,
    O::Error: Debug,
    T: 'static,
{
    Box::pin(async move {
        let operation = job.operation(make)?;
        let call = Call::new(&job.client, operation);
        if job.is_dry_run {
            return Ok(dry_run(call, true));
        }
        let mut values = open(call);
        let mut failures = 0_usize;
        while let Some(value) = next(&mut values).await {
            match value {
                Ok(value) => {
                    if !print_line(&job.console, &shown(value)) {
                        break;
                    }
                }
                Err(CallError::Decode(error)) => {
                    failures += 1;
                    job.console.log(&format!("error: {error}"));
                }
                Err(error) => return Ok(failed(&error)),
            }
        }
        let status = job.request_log.status();
        Ok(match failures {
            0 => Outcome::Success {
                status,
                shown: None,
            },
            failures => {
                Outcome::failed(Some(status), format!("{failures} values could not be read"))
            }
        })
    })
}

/// Returns the request that a call would send: the first one, if the operation is paginated.
fn dry_run<O>(mut call: Call<O>, streams: bool) -> Outcome
where
    O: Operation,
    O::Error: Debug,
{
    call.operation_mut().set_streaming(streams);
    match call.to_curl() {
        Ok(command) => Outcome::DryRun(command),
        Err(error) => failed(&CallError::<O::Error>::Build(error)),
    }
}

fn failed<E: Debug>(error: &CallError<E>) -> Outcome {
    let body = error.response().map(|response| response.bytes().clone());
    let status = error.status().map(|status| status.as_u16());
    match (error, status) {
        (CallError::Documented(_), Some(status)) => Outcome::Documented {
            status,
            body: body.unwrap_or_default(),
        },
        _ => Outcome::Failed {
            status,
            message: error_chain(error),
            body: body.unwrap_or_default(),
        },
    }
}

/// Formats an error with its sources.
fn error_chain(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(behind) = source {
        let behind_text = behind.to_string();
        if !text.contains(&behind_text) {
            text.push_str(": ");
            text.push_str(&behind_text);
        }
        source = behind.source();
    }
    text
}
