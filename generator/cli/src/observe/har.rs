//! Reads recordings (HAR 1.2) entry by entry: one document, or one entry per line. Memory is bounded by one entry.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use tempfile::NamedTempFile;

use bindery::internal::diagnostic::{Code, Diagnostic, Location, Result, file_error};
use bindery::internal::http_terms::is_token;
use bindery::internal::model::essence;

/// Size of the buffer of a file.
const BUFFER_LEN: usize = 1 << 18;
/// Maximum size of a body: larger ones are not looked at.
const MAX_BODY_LEN: usize = 32 << 20;

/// A recorded call.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    pub(super) method: String,
    pub(super) url: String,
    /// The headers of the request, which may be secret.
    pub(super) headers: Vec<(String, String)>,
    /// 0 if there was no response: the call failed, or was blocked.
    pub(super) status: u16,
    /// The media type without its parameters, in lower case; empty if there is none.
    pub(super) media_type: String,
    pub(super) body: Body,
}

/// The recorded body of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// It was sent, but is not in the recording.
    Absent,
    Empty,
    Text(String),
    /// It is not text.
    Bytes,
}

/// Recordings, which can be read repeatedly.
#[derive(Debug)]
pub struct Traffic {
    files: Vec<PathBuf>,
    /// The copy of standard input.
    _copy: Option<NamedTempFile>,
}

impl Traffic {
    /// Finds the recordings: files, directories with files named `*.har` or `*.har.jsonl`, and `-` for standard input.
    ///
    /// # Errors
    ///
    /// `source-unreadable` if a file cannot be read, or a directory has no recording.
    pub fn new(paths: &[PathBuf]) -> Result<Self> {
        let (mut files, mut copy) = (Vec::new(), None);
        for path in paths {
            if path == Path::new("-") {
                let copied = NamedTempFile::new().and_then(|mut file| {
                    io::copy(&mut io::stdin().lock(), &mut file)?;
                    Ok(file)
                });
                let copied = copied.map_err(|error| unreadable(path, &error))?;
                files.push(copied.path().to_owned());
                copy = Some(copied);
            } else if path.is_dir() {
                files.extend(recordings(path)?);
            } else {
                files.push(path.clone());
            }
        }
        Ok(Self { files, _copy: copy })
    }

    /// Visits all calls.
    pub(super) fn each(&self, visit: &mut dyn FnMut(Exchange)) -> Result<()> {
        self.files.iter().try_for_each(|path| {
            let file = File::open(path).map_err(|error| unreadable(path, &error))?;
            read(BufReader::with_capacity(BUFFER_LEN, file), visit).map_err(|problem| problem.of_file(path))
        })
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Box<Diagnostic> {
    file_error(Code::SourceUnreadable, path, format!("cannot read the recording: {error}"), "fix the path")
}

/// Returns the recordings in a directory, sorted.
fn recordings(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_recording = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        name.ends_with(".har") || name.ends_with(".har.jsonl")
    };
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_recording).collect();
    files.sort();
    if files.is_empty() {
        let message = "the directory has no recording (`*.har`, `*.har.jsonl`)";
        return Err(file_error(Code::SourceUnreadable, folder, message, "pass a recording"));
    }
    Ok(files)
}

/// The reason why a recording cannot be read. It never contains a part of the recording.
#[derive(Debug)]
struct HarProblem(String);

impl HarProblem {
    fn new(error: &serde_json::Error) -> Self {
        let reason = match error.classify() {
            Category::Io => "the file cannot be read".to_owned(),
            Category::Eof => "the recording is cut: it ends inside of a value".to_owned(),
            Category::Syntax => "the recording is not valid JSON".to_owned(),
            Category::Data => {
                let text = error.to_string();
                let own = text.starts_with(OWN).then(|| text.split(" at line ").next().unwrap_or_default());
                own.map_or("the recording is not HAR 1.2".to_owned(), |own| own.trim_start_matches(OWN).to_owned())
            }
        };
        Self(format!("{reason} (line {}, column {})", error.line(), error.column()))
    }

    fn of_file(self, path: &Path) -> Box<Diagnostic> {
        let help = "export the traffic as HAR 1.2, or write one entry of it per line";
        let problem = Diagnostic::error(Code::SourceUnreadable, self.0);
        Box::new(problem.at(path.display().to_string(), Location::Whole).help(help))
    }
}

/// The start of the files of some browsers and editors.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// The start of messages that contain no part of the recording.
const OWN: &str = "recording: ";

fn read(mut input: impl BufRead, visit: &mut dyn FnMut(Exchange)) -> Result<(), HarProblem> {
    if input.fill_buf().is_ok_and(|start| start.starts_with(BYTE_ORDER_MARK)) {
        input.consume(BYTE_ORDER_MARK.len());
    }
    let mut deserializer = serde_json::Deserializer::from_reader(input);
    let mut count = 0;
    while deserializer.end().is_err() {
        let root = Root { visit: &mut *visit };
        root.deserialize(&mut deserializer).map_err(|error| HarProblem::new(&error))?;
        count += 1;
    }
    if count == 0 { Err(HarProblem("the recording is empty".to_owned())) } else { Ok(()) }
}

/// A value at the top level: a document, or an entry.
struct Root<'v> {
    visit: &'v mut dyn FnMut(Exchange),
}

impl<'de> DeserializeSeed<'de> for Root<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Root<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a recording")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let (mut request, mut response, mut is_document) = (None, None, false);
        while let Some(key) = members.next_key::<String>()? {
            match key.as_str() {
                "log" => {
                    is_document = true;
                    members.next_value_seed(Log { visit: &mut *self.visit })?;
                }
                "request" => request = Some(members.next_value::<Request>()?),
                "response" => response = Some(members.next_value::<Response>()?),
                _ => drop(members.next_value::<IgnoredAny>()?),
            }
        }
        match (request, response) {
            (Some(request), Some(response)) => (self.visit)(exchange(request, response)),
            _ if is_document => {}
            _ => return Err(A::Error::custom(format_args!("{OWN}neither a HAR document nor an entry"))),
        }
        Ok(())
    }
}

/// The member `log`.
struct Log<'v> {
    visit: &'v mut dyn FnMut(Exchange),
}

impl<'de> DeserializeSeed<'de> for Log<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Log<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the log of a recording")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut has_entries = false;
        while let Some(key) = members.next_key::<String>()? {
            match key.as_str() {
                "version" if !members.next_value::<String>()?.starts_with("1.") => {
                    return Err(A::Error::custom(format_args!("{OWN}only HAR 1.2 and 1.1 are supported")));
                }
                "version" => {}
                "entries" => {
                    has_entries = true;
                    members.next_value_seed(Entries { visit: &mut *self.visit })?;
                }
                _ => drop(members.next_value::<IgnoredAny>()?),
            }
        }
        if has_entries { Ok(()) } else { Err(A::Error::custom(format_args!("{OWN}`log` has no `entries`"))) }
    }
}

struct Entries<'v> {
    visit: &'v mut dyn FnMut(Exchange),
}

impl<'de> DeserializeSeed<'de> for Entries<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(Entry { request, response }) = entries.next_element()? {
            (self.visit)(exchange(request, response));
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct Entry {
    request: Request,
    response: Response,
}

#[derive(Deserialize)]
struct Request {
    method: String,
    url: String,
    #[serde(default)]
    headers: Vec<Header>,
}

#[derive(Deserialize)]
struct Response {
    status: i64,
    #[serde(default)]
    headers: Vec<Header>,
    #[serde(default)]
    content: Content,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: String,
}

#[derive(Default, Deserialize)]
struct Content {
    size: Option<f64>,
    #[serde(rename = "mimeType")]
    media_type: Option<String>,
    text: Option<String>,
    encoding: Option<String>,
}

fn exchange(request: Request, response: Response) -> Exchange {
    let Response { status, headers, content } = response;
    let header = headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-type"));
    let header = header.map(|header| header.value.as_str());
    let declared = content.media_type.as_deref().filter(|name| is_media_type(name));
    let status = u16::try_from(status).unwrap_or_default();
    Exchange {
        method: request.method.to_ascii_uppercase(),
        url: request.url,
        headers: request.headers.into_iter().map(|header| (header.name, header.value)).collect(),
        status,
        media_type: declared.or(header.filter(|name| is_media_type(name))).map(essence).unwrap_or_default(),
        body: body(content, matches!(status, 204 | 205 | 304)),
    }
}

/// Returns `true` for a media type, which is shown, and not other text.
fn is_media_type(text: &str) -> bool {
    let kind = essence(text);
    let parts = kind.split_once('/');
    kind.len() <= 80 && parts.is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

fn body(content: Content, is_empty: bool) -> Body {
    let is_sent = content.size.is_some_and(|size| size > 0.0) && !is_empty;
    match (content.text, content.encoding.as_deref()) {
        (Some(text), _) if text.len() > MAX_BODY_LEN => Body::Absent,
        (Some(text), Some("base64")) if !text.is_empty() => {
            let bytes = STANDARD.decode(text.trim()).ok();
            bytes.and_then(|bytes| String::from_utf8(bytes).ok()).map_or(Body::Bytes, Body::Text)
        }
        (Some(text), _) if !text.is_empty() => Body::Text(text),
        (Some(_) | None, _) if is_sent => Body::Absent,
        // Browsers leave out the text of bodies that they did not keep, and their size.
        (None, _) if content.size.is_none_or(|size| size < 0.0) && !is_empty => Body::Absent,
        _ => Body::Empty,
    }
}

#[cfg(test)]
mod tests {
    use super::{Body, Exchange, HarProblem, read};

    fn calls(text: &str) -> Result<Vec<Exchange>, HarProblem> {
        let mut calls = Vec::new();
        read(text.as_bytes(), &mut |call| calls.push(call)).map(|()| calls)
    }

    fn entry(content: &str) -> String {
        format!(
            r#"{{"request": {{"method": "get", "url": "http://h/a"}}, "response": {{"status": 200, "content": {content}}}}}"#
        )
    }

    #[test]
    fn documents_and_lines_are_read() {
        let entry = entry(r#"{"size": 2, "mimeType": "Application/JSON; charset=utf-8", "text": "{}"}"#);
        let document = format!(r#"{{"log": {{"version": "1.2", "pages": [], "entries": [{entry}, {entry}]}}}}"#);
        for text in [format!("\u{feff}{document}"), document, format!("{entry}\n{entry}\n")] {
            let calls = calls(&text).unwrap();
            assert_eq!(
                (calls.len(), calls[0].method.as_str(), calls[0].media_type.as_str()),
                (2, "GET", "application/json")
            );
        }
    }

    #[test]
    fn bodies_are_absent_empty_or_text() {
        let body = |content: &str| calls(&entry(content)).unwrap().remove(0).body;
        let text = |text: &str| Body::Text(text.to_owned());
        let rows = [
            (r#"{"size": 1, "mimeType": "a/b"}"#, Body::Absent),
            (r#"{"size": 0, "mimeType": "a/b", "text": ""}"#, Body::Empty),
            (r#"{"size": 9, "text": ""}"#, Body::Absent),
            (r#"{"size": 2, "text": "e30=", "encoding": "base64"}"#, text("{}")),
            (r#"{"size": 2, "text": "/w==", "encoding": "base64"}"#, Body::Bytes),
            ("{}", Body::Absent),
        ];
        for (content, expected) in rows {
            assert_eq!(body(content), expected, "{content}");
        }
    }

    #[test]
    fn mistakes_have_a_place_and_no_value() {
        let rows = [
            ("", "the recording is empty"),
            (
                r#"{"log": {"version": "1.2", "entries": [{"request""#,
                "the recording is cut: it ends inside of a value (line 1, column 49)",
            ),
            (r#"{"log": {"version": "2.0"}}"#, "only HAR 1.2 and 1.1 are supported (line 1, column 26)"),
            (r#"{"secret": "x"}"#, "neither a HAR document nor an entry (line 1, column 15)"),
            ("[1]", "the recording is not HAR 1.2 (line 1, column 1)"),
            ("secret", "the recording is not valid JSON (line 1, column 1)"),
        ];
        for (text, expected) in rows {
            assert_eq!(calls(text).unwrap_err().0, expected, "{text}");
        }
    }
}
