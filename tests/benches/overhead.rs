//! Measures the overhead of a call through the emitted client, compared with the same call written by hand with
//! `reqwest` and `serde_json`. Both run in turns against the same server in the same process. Reported are the CPU time
//! of the process and of the calling thread.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark that cannot go on fails")]

use std::time::Duration;

use project_management_client::Client;
use project_management_client::types::{Story, StoryCreate};
use rustix::time::{ClockId, clock_gettime};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const TOKEN: &str = "secret-token";

/// A call: its name, the number of stories of its response, and the number of calls in each turn and in all.
struct Case {
    name: &'static str,
    stories: usize,
    calls: usize,
    turn: usize,
}

const CASES: [Case; 3] = [
    Case { name: "a list of no stories", stories: 0, calls: 20_000, turn: 500 },
    Case { name: "a list of ten stories", stories: 10, calls: 10_000, turn: 250 },
    Case { name: "a list of 1,000 stories", stories: 1_000, calls: 200, turn: 5 },
];

fn main() {
    let address = serve();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let hand = Hand::new(&address);
        let client = Client::builder(&address).token(TOKEN).build().unwrap();
        for case in &CASES {
            let project = case.stories.to_string();
            measure(
                case,
                async || hand.list(&project).await,
                async || client.story().list(&project).await.unwrap().len(),
            )
            .await;
        }
        let create = Case { name: "a new story", stories: 1, calls: 10_000, turn: 250 };
        let story = || StoryCreate::new("Search by tag");
        measure(
            &create,
            async || hand.create(story()).await,
            async || client.story().create("DEMO", story()).await.unwrap().name.len(),
        )
        .await;
    });
}

/// Measures both ways of a call in turns.
async fn measure(case: &Case, by_hand: impl AsyncFn() -> usize, emitted: impl AsyncFn() -> usize) {
    let (mut of_hand, mut of_emitted) = (CpuTime::default(), CpuTime::default());
    // The first turns are a warm-up.
    for turn in 0..case.calls / case.turn + 2 {
        let start = CpuTime::now();
        for _ in 0..case.turn {
            by_hand().await;
        }
        let middle = CpuTime::now();
        for _ in 0..case.turn {
            emitted().await;
        }
        if turn > 1 {
            of_hand.add(start, middle);
            of_emitted.add(middle, CpuTime::now());
        }
    }
    println!("{}, CPU time of one call, of {}:", case.name, case.calls);
    report(case, "the process", of_hand.process, of_emitted.process);
    report(case, "the calling thread", of_hand.thread, of_emitted.thread);
}

fn report(case: &Case, what: &str, by_hand: Duration, emitted: Duration) {
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / case.calls as f64;
    let ratio = emitted.as_secs_f64() / by_hand.as_secs_f64();
    println!("  {what}: by hand {:.1} µs, emitted {:.1} µs, ratio {ratio:.3}", micros(by_hand), micros(emitted));
}

#[derive(Clone, Copy, Default)]
struct CpuTime {
    process: Duration,
    thread: Duration,
}

impl CpuTime {
    fn now() -> Self {
        let read = |clock| {
            let time = clock_gettime(clock);
            Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap())
        };
        Self { process: read(ClockId::ProcessCPUTime), thread: read(ClockId::ThreadCPUTime) }
    }

    fn add(&mut self, from: Self, to: Self) {
        self.process += to.process - from.process;
        self.thread += to.thread - from.thread;
    }
}

/// The same calls, written by hand with as little code as possible.
struct Hand {
    http: reqwest::Client,
    address: String,
}

impl Hand {
    fn new(address: &str) -> Self {
        let http = reqwest::Client::builder().timeout(Duration::from_secs(30)).build().unwrap();
        Self { http, address: format!("{address}/ws") }
    }

    async fn list(&self, project: &str) -> usize {
        let url = format!("{}/project/{project}/story", self.address);
        let request = self.http.get(url).header("accept", "application/json").header("x-service-token", TOKEN);
        let response = request.send().await.unwrap().error_for_status().unwrap();
        serde_json::from_slice::<Vec<Story>>(&response.bytes().await.unwrap()).unwrap().len()
    }

    async fn create(&self, story: StoryCreate) -> usize {
        let url = format!("{}/project/{}/story", self.address, "DEMO");
        let body = serde_json::to_vec(&serde_json::json!({ "story": story })).unwrap();
        let request = self
            .http
            .post(url)
            .header("accept", "application/json")
            .header("content-type", "application/json")
            .header("x-service-token", TOKEN)
            .body(body);
        let response = request.send().await.unwrap().error_for_status().unwrap();
        serde_json::from_slice::<Story>(&response.bytes().await.unwrap()).unwrap().name.len()
    }
}

/// Starts a server on its own thread that responds to every request at once: to `POST` with one story, and to `GET` with
/// as many as the name of the project says.
fn serve() -> String {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(format!("http://{}", listener.local_addr().unwrap())).unwrap();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                stream.set_nodelay(true).unwrap();
                tokio::spawn(answer(stream));
            }
        });
    });
    receiver.recv().unwrap()
}

async fn answer(mut stream: TcpStream) {
    let text = include_str!("../../fixtures/service/examples/story.json").trim();
    let whole = |body: &str| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length:";
        format!("{head} {}\r\n\r\n{body}", body.len())
    };
    let one = whole(text);
    let many: Vec<(String, String)> = CASES
        .iter()
        .map(|case| {
            (format!("get /ws/project/{}/", case.stories), whole(&format!("[{}]", vec![text; case.stories].join(","))))
        })
        .collect();
    let mut buffer = vec![0; 16 * 1024];
    let mut length = 0;
    loop {
        match stream.read(&mut buffer[length..]).await {
            Ok(0) | Err(_) => return,
            Ok(read) => length += read,
        }
        let Some(end) = buffer[..length].windows(4).position(|end| end == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&buffer[..end]).to_ascii_lowercase();
        let body = head.split_once("content-length: ").and_then(|(_, rest)| rest.lines().next()?.parse().ok());
        if length < end + 4 + body.unwrap_or(0) {
            continue;
        }
        length = 0;
        let answer = many.iter().find(|(start, _)| head.starts_with(start)).map_or(&one, |(_, many)| many);
        stream.write_all(answer.as_bytes()).await.unwrap();
    }
}
