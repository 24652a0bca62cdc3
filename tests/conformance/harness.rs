//! Makes the calls of the scenarios, whose arguments and expected responses are in a JSON file. Each line of its output is
//! the name of a call, a tab, and the problem, which is empty if it passed.

use std::error::Error;
use std::future::Future;
use std::pin::Pin;

use bindery_runtime::bytes::Bytes;
use bindery_runtime::serde::Serialize;
use bindery_runtime::serde::de::DeserializeOwned;
use bindery_runtime::serde_json::{self, Map, Value, json};
use bindery_runtime::{Base64, CallError, Content, Upload};

pub type Problem = Box<dyn Error>;
pub type Made = Pin<Box<dyn Future<Output = Result<Value, Problem>>>>;
pub type Calls = &'static [(&'static str, fn(Inputs) -> Made)];

/// The inputs of a call by name, and the address of the server.
pub struct Inputs {
    pub address: String,
    values: Map<String, Value>,
}

impl Inputs {
    /// Reads an input of any type from JSON, or from the text of a parameter.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, Problem> {
        let value = self.value(name)?;
        let text = text(value);
        let elements: Vec<&str> = text.split(',').collect();
        let forms = [value.to_string(), text.clone(), json!(text).to_string(), format!("[{text}]"), json!(elements).to_string()];
        let read = forms.iter().find_map(|form| serde_json::from_str(form).ok());
        read.ok_or_else(|| format!("the input `{name}` cannot be {value}").into())
    }

    pub fn text(&self, name: &str) -> Result<String, Problem> {
        Ok(text(self.value(name)?))
    }

    pub fn bytes(&self, name: &str) -> Result<Bytes, Problem> {
        bytes(self.value(name)?)
    }

    pub fn content(&self, name: &str) -> Result<Content, Problem> {
        Ok(Content::new(self.text("media type")?, self.bytes(name)?))
    }

    pub fn upload(&self, name: &str) -> Result<Upload, Problem> {
        self.uploads(name)?.pop().ok_or_else(|| "no file is expected".into())
    }

    pub fn uploads(&self, name: &str) -> Result<Vec<Upload>, Problem> {
        let files = self.value(name)?.as_array().into_iter().flatten();
        let upload = |file: &Value| -> Result<Upload, Problem> {
            let upload = Upload::new(bytes(&file["buffer"])?).file_name(text(&file["originalname"]));
            Ok(upload.media_type(text(&file["mimetype"])))
        };
        files.map(upload).collect()
    }

    fn value(&self, name: &str) -> Result<&Value, Problem> {
        self.values.get(name).ok_or_else(|| format!("the suite has no value for `{name}`").into())
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn bytes(base64: &Value) -> Result<Bytes, Problem> {
    Ok(serde_json::from_value::<Base64>(base64.clone())?.decode()?.into())
}

/// Returns what was read as JSON.
pub fn got(value: &impl Serialize) -> Result<Value, Problem> {
    Ok(serde_json::to_value(value)?)
}

pub fn got_bytes(bytes: Bytes) -> Result<Value, Problem> {
    got(&Base64::encode(bytes))
}

/// Returns an event. The data of named events are read with their name.
pub fn got_event(id: Option<String>, name: Option<String>, data: &impl Serialize) -> Result<Value, Problem> {
    let data = got(data)?;
    let is_named = data.as_object().is_some_and(|data| data.len() == 2 && data.get("event") == Some(&json!(name)));
    Ok(json!({ "id": id, "event": name, "data": if is_named { data["data"].clone() } else { data } }))
}

/// Returns all values of a stream.
macro_rules! all {
    ($stream:ident, $value:ident => $read:expr) => {{
        let mut all = Vec::new();
        while let Some($value) = $stream.try_next().await? {
            all.push($read?);
        }
        got(&all)
    }};
}

/// Returns the body of an error response with this status, which the description has or not.
pub fn rejected<T, E>(made: Result<T, CallError<E>>, code: u16, is_declared: bool) -> Result<Value, Problem>
where
    CallError<E>: Error + 'static,
{
    let Err(error) = made else { return Err("the server responded with a success".into()) };
    let is_code = error.status().is_some_and(|status| status == code);
    match error.response() {
        Some(response) if is_code && error.documented().is_some() == is_declared => {
            Ok(response.json().unwrap_or_else(|_| response.text().into()))
        }
        _ => Err(error.into()),
    }
}

/// Compares JSON as a program does: 1 and 1.0 are equal, times by their instant, and an absent member is null.
fn is_same(read: &Value, sent: &Value) -> bool {
    let time = |text: &String| text.parse::<bindery_runtime::jiff::Timestamp>().ok();
    match (read, sent) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64() || single(a) == single(b),
        (Value::String(a), Value::String(b)) => a == b || (time(a).is_some() && time(a) == time(b)),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Object(a), Value::Object(b)) => a
            .keys()
            .chain(b.keys())
            .all(|key| is_same(a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null))),
        _ => read == sent,
    }
}

fn single(number: &serde_json::Number) -> Option<f32> {
    number.as_f64().map(|number| number as f32)
}

fn chain(error: &dyn Error) -> String {
    let next = error.source().map(|source| format!(": {}", chain(source)));
    format!("{error}{}", next.unwrap_or_default()).replace(['\n', '\t'], " ")
}

async fn judge(make: fn(Inputs) -> Made, address: &str, call: &Value) -> Result<(), Problem> {
    let values = call["inputs"].as_object().cloned().unwrap_or_default();
    let read = make(Inputs { address: address.to_owned(), values }).await?;
    match &call["expected"] {
        Value::Null => Ok(()),
        sent if is_same(&read, sent) => Ok(()),
        sent => Err(format!("read {read} instead of {sent}").into()),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Problem> {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("usage: ADDRESS FILE".into());
    };
    let calls: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    for (client, made) in calls.as_object().into_iter().flatten() {
        let all = CLIENTS.iter().find(|(name, _)| name == client).map(|(_, all)| *all).unwrap_or_default();
        for (name, call) in made.as_object().into_iter().flatten() {
            let Some((_, make)) = all.iter().find(|(known, _)| known == name) else { continue };
            let judged = judge(*make, &address, call);
            let judged = tokio::time::timeout(std::time::Duration::from_secs(10), judged).await;
            let problem = match judged {
                Ok(Ok(())) => String::new(),
                Ok(Err(problem)) => chain(problem.as_ref()),
                Err(_) => "the call did not end".to_owned(),
            };
            println!("{name}\t{problem}");
        }
    }
    Ok(())
}
