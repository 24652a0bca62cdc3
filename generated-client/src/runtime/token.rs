//! Token providers.

use std::fmt;
use std::sync::Arc;

use super::payload::{BoxError, BoxFuture};
use super::secret::Secret;
use super::transport::Transport;

/// Provides tokens, for example from a file, a vault, or a server as `OAuth` does.
pub trait TokenProvider: Send + Sync {
    /// Returns the token to send. Called before each attempt, so it should cache valid tokens.
    ///
    /// # Errors
    ///
    /// Returns an error if no token is available. The call fails with this error as its source.
    fn token<'a>(
        &'a self,
        transport: &'a Arc<dyn Transport>,
    ) -> BoxFuture<'a, Result<Secret, BoxError>>;

    /// Handles a token that the server rejected with 401. Returns `true` if the next token may differ; the call is then
    /// sent once more.
    fn reject(&self, token: &Secret) -> bool {
        let _ = token;
        false
    }
}

/// A fixed token, or a provider.
#[derive(Clone)]
pub(crate) enum Token {
    Fixed(Secret),
    Provided(Arc<dyn TokenProvider>),
}

impl Token {
    pub(super) async fn current(&self, transport: &Arc<dyn Transport>) -> Result<Secret, BoxError> {
        match self {
            Self::Fixed(secret) => Ok(secret.clone()),
            Self::Provided(provider) => provider.token(transport).await,
        }
    }

    pub(super) fn reject(&self, token: &Secret) -> bool {
        match self {
            Self::Fixed(_) => false,
            Self::Provided(provider) => provider.reject(token),
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(secret) => secret.fmt(formatter),
            Self::Provided(_) => formatter.write_str("TokenProvider"),
        }
    }
}
