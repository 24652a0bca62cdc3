//! Files as request bodies: read while they are sent, and again for each attempt.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;
use tokio::fs::File;
use tokio::io::{AsyncRead, ReadBuf};

use crate::requests::payload::{BoxError, ByteStream, RequestBody};

/// The size of a chunk.
const CHUNK_SIZE: usize = 64 * 1024;

impl RequestBody {
    /// Creates a body from the content of a file. Errors of the file are reported when the call is sent.
    pub fn file(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref().to_owned();
        // A file that is not a regular file, such as a pipe, has no known length.
        let about = std::fs::metadata(&path).ok();
        let length = about
            .filter(|about| about.is_file())
            .map(|about| about.len());
        Self::stream(length, move || Box::pin(opened(path.clone())))
    }
}

async fn opened(path: PathBuf) -> std::io::Result<ByteStream> {
    let file = File::open(&path).await;
    let file = file.map_err(|error| {
        std::io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    })?;
    Ok(Box::pin(Content(file)))
}

struct Content(File);

impl Stream for Content {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut piece = vec![0; CHUNK_SIZE];
        let mut buffer = ReadBuf::new(&mut piece);
        let read = ready!(Pin::new(&mut self.0).poll_read(context, &mut buffer));
        let length = buffer.filled().len();
        piece.truncate(length);
        Poll::Ready(match read {
            Err(error) => Some(Err(error.into())),
            Ok(()) => (length > 0).then(|| Ok(piece.into())),
        })
    }
}
