//! Response bodies that are saved to files.

use std::future::poll_fn;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;

use tokio::fs::{self, File, OpenOptions};
use tokio::io::AsyncWrite as _;

use crate::calls::platform::bits;
use crate::responses::download::Download;

impl Download {
    /// Saves the body to a file and returns its length in bytes. The file is created or replaced only when the body is
    /// complete; after an error nothing is left behind.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection breaks or is idle for too long, or if the file cannot be written.
    pub async fn save_to(mut self, path: impl AsRef<Path>) -> io::Result<u64> {
        let path = path.as_ref();
        let about =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let temporary = TemporaryFile::next_to(path).map_err(about)?;
        let new = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary.0)
            .await;
        let mut file = new.map_err(about)?;
        let mut length = 0;
        while let Some(piece) = self.next().await {
            let piece = piece.map_err(io::Error::other)?;
            write_all(&mut file, &piece).await.map_err(about)?;
            length += piece.len() as u64;
        }
        let written = poll_fn(|context| Pin::new(&mut file).poll_flush(context));
        written.await.map_err(about)?;
        drop(file);
        fs::rename(&temporary.0, path).await.map_err(about)?;
        Ok(length)
    }
}

async fn write_all(file: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = poll_fn(|context| Pin::new(&mut *file).poll_write(context, bytes)).await?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        bytes = &bytes[written..];
    }
    Ok(())
}

/// A temporary file next to the target, removed when dropped.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn next_to(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name")
        })?;
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{:016x}.part", bits()));
        Ok(Self(path.with_file_name(hidden)))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // After a success it has been renamed.
        let _ = std::fs::remove_file(&self.0);
    }
}
