//! The vendored client against faulty servers: no panic, no hang, no leaked token, no lost or duplicate data.

mod bodies;
mod bombs;
mod retries;
mod tokens;

use std::error::Error as StdError;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use project_management_client::runtime::Retry;
use project_management_client::{CallError, Client};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};

const TOKEN: &str = "secret-token";

pub(crate) fn client(address: &str) -> Client {
    let retry = Retry::default().backoff(Duration::from_millis(1), Duration::from_millis(5));
    Client::builder(address).token(TOKEN).retry(retry).timeout(Duration::from_secs(20)).build().unwrap()
}

/// Formats an error in all ways, including its sources.
pub(crate) fn error_chain<E: std::fmt::Debug + 'static>(error: &CallError<E>) -> String {
    let mut text = format!("{error} {error:?}");
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(&format!(" {error} {error:?}"));
        source = error.source();
    }
    assert!(!text.contains(TOKEN), "{text}");
    text
}

/// Starts a server that handles each connection with a function after it received the first request.
pub(crate) async fn serve<F, T>(treat: F) -> (String, Arc<AtomicUsize>)
where
    F: Fn(TcpStream, usize) -> T + Send + 'static,
    T: Future<Output = std::io::Result<()>> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&count);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let number = seen.fetch_add(1, Ordering::SeqCst);
            let mut buffer = vec![0; 64 * 1024];
            let mut length = 0;
            while !buffer[..length].windows(4).any(|end| end == b"\r\n\r\n") {
                length += stream.read(&mut buffer[length..]).await.unwrap();
            }
            tokio::spawn(treat(stream, number));
        }
    });
    (address, count)
}
