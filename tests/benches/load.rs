//! Measures the emitted client under load beside `reqwest` and `serde_json` by hand: CPU time and peak memory. Each way of
//! each case runs in a process of its own, against a server in another process, so that each has its own peak.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark that cannot go on fails")]

use std::borrow::Cow;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use project_management_client::Client;
use project_management_client::types::{Story, UserPage};
use rustix::time::{ClockId, clock_gettime};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

const TOKEN: &str = "secret-token";
const CALLS: usize = 1_000;
const LARGE_BODY: usize = 100_000_000;
const OBJECTS: usize = 100_000;
const PAGE: usize = 1_000;

const CASES: [(&str, &str); 4] = [
    ("calls", "1,000 calls at once, a list of ten stories each"),
    ("decoded", "a body of 100 MB, as a list of stories"),
    ("chunks", "a body of 100 MB, in chunks"),
    ("objects", "a listing of 100,000 users in 100 pages"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["serve"] => serve().await,
        [way, case, address] => measure(way, case, address).await,
        _ => compare(),
    }
}

/// Prints the ratios of all cases: for each the median of three runs.
fn compare() {
    let mut server = start(&["serve"]);
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let address = lines.next().unwrap().unwrap();
    for (case, described) in CASES {
        let [by_hand, emitted] = ["by-hand", "emitted"].map(|way| {
            let mut runs: Vec<_> = (0..3).map(|_| run(way, case, &address)).collect();
            runs.sort_by(|one, other| one.0.total_cmp(&other.0));
            runs[1]
        });
        println!(
            "{described}: CPU {:.2} s by hand, {:.2} s emitted, ratio {:.2}; peak {:.0} MB by hand, {:.0} MB emitted, ratio {:.2}",
            by_hand.0,
            emitted.0,
            emitted.0 / by_hand.0,
            by_hand.1,
            emitted.1,
            emitted.1 / by_hand.1,
        );
    }
    server.kill().unwrap();
    server.wait().unwrap();
}

fn start(arguments: &[&str]) -> std::process::Child {
    Command::new(env::current_exe().unwrap()).args(arguments).stdout(Stdio::piped()).spawn().unwrap()
}

/// Returns the CPU time in seconds and the peak memory in MB of one way of one case.
fn run(way: &str, case: &str, address: &str) -> (f64, f64) {
    let output = start(&[way, case, address]).wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut numbers = text.split_whitespace().map(|number| number.parse::<f64>().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

/// Runs one way of one case in this process and prints its CPU time and peak memory.
async fn measure(way: &str, case: &str, address: &str) {
    let start = cpu_time();
    let received = if way == "emitted" { emitted(case, address).await } else { by_hand(case, address).await };
    let spent = cpu_time() - start;
    assert!(received >= CALLS * 10, "{received}");
    println!("{} {}", spent.as_secs_f64(), peak_memory());
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap())
}

/// Returns the largest size of this process so far, in MB.
fn peak_memory() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let (_, rest) = status.split_once("VmHWM:").unwrap();
    rest.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1024.0
}

/// Runs a case with the emitted client and returns the number of objects or bytes.
async fn emitted(case: &str, address: &str) -> usize {
    let builder = Client::builder(address).token(TOKEN).timeout(Duration::from_secs(300));
    let client = builder.max_body_bytes(2 * LARGE_BODY as u64).build().unwrap();
    match case {
        "calls" => {
            let call = || client.story().list("10").into_future();
            let calls: JoinSet<_> = (0..CALLS).map(|_| call()).collect();
            calls.join_all().await.iter().map(|stories| stories.as_ref().unwrap().len()).sum()
        }
        "decoded" => client.story().list("LARGE").await.unwrap().len(),
        "chunks" => {
            let mut download = client.story().list("LARGE").download().await.unwrap();
            let mut received = 0;
            while let Some(chunk) = download.next().await {
                received += chunk.unwrap().len();
            }
            received
        }
        _ => {
            let mut users = client.user().list().count(PAGE as i64).items();
            let mut count = 0;
            while let Some(user) = users.next().await {
                user.unwrap();
                count += 1;
            }
            count
        }
    }
}

/// Runs a case as it is written by hand and returns the number of objects or bytes.
async fn by_hand(case: &str, address: &str) -> usize {
    let http = reqwest::Client::builder().timeout(Duration::from_secs(300)).build().unwrap();
    let get = |path: &str| {
        let request = http.get(format!("{address}/ws{path}")).header("accept", "application/json");
        let response = request.header("x-service-token", TOKEN).send();
        async { response.await.unwrap().error_for_status().unwrap() }
    };
    let list = |project: &str| {
        let response = get(&format!("/project/{project}/story"));
        async { serde_json::from_slice::<Vec<Story>>(&response.await.bytes().await.unwrap()).unwrap().len() }
    };
    match case {
        "calls" => {
            let calls: JoinSet<_> = (0..CALLS).map(|_| list("10")).collect();
            calls.join_all().await.into_iter().sum()
        }
        "decoded" => list("LARGE").await,
        "chunks" => {
            let mut response = get("/project/LARGE/story").await;
            let mut received = 0;
            while let Some(chunk) = response.chunk().await.unwrap() {
                received += chunk.len();
            }
            received
        }
        _ => {
            let mut count = 0;
            for page in 1.. {
                let response = get(&format!("/user?paginate=true&page={page}&count={PAGE}")).await;
                let page: UserPage = serde_json::from_slice(&response.bytes().await.unwrap()).unwrap();
                count += page.users.len();
                if page.users.is_empty() || count >= OBJECTS {
                    break;
                }
            }
            count
        }
    }
}

/// Prints the address of a server and serves until the process is killed.
async fn serve() {
    let story = include_str!("../../fixtures/service/examples/story.json").trim();
    let user = include_str!("../../fixtures/service/examples/user.json").trim();
    let list = |item: &str, count| format!("[{}]", vec![item; count].join(","));
    let answers: &Answers = Box::leak(Box::new(Answers {
        ten_stories: whole(&list(story, 10)),
        many_stories: whole(&list(story, LARGE_BODY / (story.len() + 1))),
        users: list(user, PAGE),
    }));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("http://{}", listener.local_addr().unwrap());
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        stream.set_nodelay(true).unwrap();
        tokio::spawn(answer(stream, answers));
    }
}

fn whole(body: &str) -> String {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length:";
    format!("{head} {}\r\n\r\n{body}", body.len())
}

struct Answers {
    ten_stories: String,
    many_stories: String,
    users: String,
}

impl Answers {
    /// Returns the response to a request. Pages differ, since a client stops at one that it has received before.
    fn to(&self, path: &str) -> Cow<'_, str> {
        if path.starts_with("/ws/user") {
            let body = format!(r#"{{"users":{},"count":{OBJECTS},"of":"{path}"}}"#, self.users);
            Cow::Owned(whole(&body))
        } else if path.contains("/LARGE/") {
            Cow::Borrowed(&self.many_stories)
        } else {
            Cow::Borrowed(&self.ten_stories)
        }
    }
}

/// Responds to each request of a connection.
async fn answer(mut stream: TcpStream, answers: &Answers) {
    let mut buffer = vec![0; 16 * 1024];
    let mut length = 0;
    loop {
        match stream.read(&mut buffer[length..]).await {
            Ok(0) | Err(_) => return,
            Ok(read) => length += read,
        }
        if !buffer[..length].ends_with(b"\r\n\r\n") {
            continue;
        }
        let head = String::from_utf8_lossy(&buffer[..length]).into_owned();
        length = 0;
        let path = head.split(' ').nth(1).unwrap();
        if stream.write_all(answers.to(path).as_bytes()).await.is_err() {
            return;
        }
    }
}
