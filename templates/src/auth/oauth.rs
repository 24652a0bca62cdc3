//! OAuth 2.0 tokens (RFC 6749): requested when needed, cached, and renewed once for all callers.

use std::fmt;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use http::{Method, StatusCode, Uri};
use serde_json::Value;

use crate::auth::authorization::TokenProvider;
use crate::auth::secret::Secret;
use crate::calls::platform::Instant;
use crate::calls::send_error::BuildError;
use crate::calls::server::is_private;
use crate::calls::transport::within;
use crate::calls::transport::{HttpRequest, Transport};
use crate::requests::encode::{percent_encode, push_pair};
use crate::requests::escape::line;
use crate::requests::payload::{BoxError, BoxFuture};
use crate::wire::lenient::from_json;

/// The time before its expiration at which a token is renewed, unless nine tenths of its lifetime are over before.
const RENEWAL_MARGIN: Duration = Duration::from_secs(30);
/// Maximum time for a response of the token endpoint.
const TIMEOUT: Duration = Duration::from_secs(30);
/// A token that is rejected within this time is not renewed for the same call.
const MIN_RENEWAL_INTERVAL: Duration = Duration::from_secs(5);
/// Maximum size of a response of the token endpoint, in bytes.
const MAX_RESPONSE_LEN: usize = 1024 * 1024;

/// Requests tokens from the token endpoint of an `oauth2` scheme. Pass it to
/// [`token_provider`](crate::ClientBuilder::token_provider).
///
/// The address of the endpoint is not taken from the API description. The client secret is sent there, so the caller
/// has to provide the address.
pub struct OAuth {
    token_url: Uri,
    client_id: String,
    client_secret: Option<Secret>,
    in_body: bool,
    scopes: Vec<String>,
    state: Arc<Mutex<TokenState>>,
    /// The exchange in progress. If a call is dropped, the exchange stays here and the next call continues it.
    /// Otherwise the tokens that the server has already issued would be lost.
    renewing: tokio::sync::Mutex<Option<Renewal>>,
}

type Renewal = BoxFuture<'static, Result<Secret, BoxError>>;

/// The current tokens.
#[derive(Default)]
struct TokenState {
    access: Option<Access>,
    refresh: Option<Secret>,
}

struct Access {
    token: Secret,
    since: Instant,
    end: Option<Instant>,
}

impl OAuth {
    /// Uses the client credentials grant (section 4.4).
    ///
    /// # Errors
    ///
    /// Returns an error if the address is invalid, or neither `https` nor on this machine.
    pub fn client_credentials(
        token_url: &str,
        client_id: impl Into<String>,
        client_secret: impl Into<Secret>,
    ) -> Result<Self, BuildError> {
        Self::new(
            token_url,
            client_id.into(),
            Some(client_secret.into()),
            None,
        )
    }

    /// Uses a refresh token (section 6). If the server rotates it, the new one is used from then on.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is invalid, or neither `https` nor on this machine.
    pub fn refresh_token(
        token_url: &str,
        client_id: impl Into<String>,
        refresh_token: impl Into<Secret>,
    ) -> Result<Self, BuildError> {
        Self::new(
            token_url,
            client_id.into(),
            None,
            Some(refresh_token.into()),
        )
    }

    fn new(
        token_url: &str,
        client_id: String,
        client_secret: Option<Secret>,
        refresh: Option<Secret>,
    ) -> Result<Self, BuildError> {
        let wrong =
            || BuildError::new("the address for tokens must be `https://`, or of this machine");
        let url = url::Url::parse(token_url)
            .ok()
            .filter(is_private)
            .ok_or_else(wrong)?;
        Ok(Self {
            token_url: Uri::try_from(url.as_str()).map_err(|_| wrong())?,
            client_id,
            client_secret,
            in_body: false,
            scopes: Vec::new(),
            state: Arc::new(Mutex::new(TokenState {
                access: None,
                refresh,
            })),
            renewing: tokio::sync::Mutex::new(None),
        })
    }

    /// Sets the client secret for refreshing tokens.
    #[must_use]
    pub fn client_secret(mut self, secret: impl Into<Secret>) -> Self {
        self.client_secret = Some(secret.into());
        self
    }

    /// Requests these scopes.
    #[must_use]
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Sends the client credentials in the body instead of the `Authorization` header (section 2.3.1).
    #[must_use]
    pub fn credentials_in_body(mut self) -> Self {
        self.in_body = true;
        self
    }

    /// Returns the token if it has not expired.
    fn valid_token(&self) -> Option<Secret> {
        let state = lock(&self.state);
        let access = state.access.as_ref()?;
        let over = access.end.is_some_and(|end| Instant::now() >= end);
        (!over).then(|| access.token.clone())
    }

    /// Requests a token. The token is stored even if the caller stops waiting.
    fn start_renewal(&self, transport: &Arc<dyn Transport>) -> Result<Renewal, BoxError> {
        let (request, state) = (self.request()?, Arc::clone(&self.state));
        let uri = request.uri().clone();
        let transport = Arc::clone(transport);
        Ok(Box::pin(async move {
            let exchange = pin!(async {
                let response = transport.send(request).await;
                let response = response.map_err(|error| error.with_host_of(&uri))?;
                let status = response.status();
                Ok::<_, BoxError>((status, response.into_body().gather(MAX_RESPONSE_LEN).await?))
            });
            let exchange = within(transport.as_ref(), TIMEOUT, exchange).await;
            let (status, body) = exchange.ok_or("the token endpoint timed out")??;
            store_token(&state, status, &body)
        }))
    }

    fn request(&self) -> Result<HttpRequest, BoxError> {
        let mut form = String::new();
        let mut put = |name, value: &str| push_pair(&mut form, name, &percent_encode(value));
        match &lock(&self.state).refresh {
            Some(refresh) => {
                put("grant_type", "refresh_token");
                put("refresh_token", refresh.expose());
            }
            None => put("grant_type", "client_credentials"),
        }
        if !self.scopes.is_empty() {
            put("scope", &self.scopes.join(" "));
        }
        let mut authorization = None;
        match &self.client_secret {
            Some(secret) if !self.in_body => {
                let encoded = percent_encode;
                let pair = format!("{}:{}", encoded(&self.client_id), encoded(secret.expose()));
                let mut value = HeaderValue::try_from(format!("Basic {}", STANDARD.encode(pair)))?;
                value.set_sensitive(true);
                authorization = Some(value);
            }
            secret => {
                put("client_id", &self.client_id);
                secret
                    .iter()
                    .for_each(|secret| put("client_secret", secret.expose()));
            }
        }
        let mut request = HttpRequest::new(form.into());
        *request.method_mut() = Method::POST;
        *request.uri_mut() = self.token_url.clone();
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        request.headers_mut().insert(CONTENT_TYPE, form);
        request
            .headers_mut()
            .insert(ACCEPT, HeaderValue::from_static("application/json"));
        request
            .headers_mut()
            .extend(authorization.map(|value| (AUTHORIZATION, value)));
        Ok(request)
    }
}

fn lock(state: &Mutex<TokenState>) -> MutexGuard<'_, TokenState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stores the response of the token endpoint.
fn store_token(
    state: &Mutex<TokenState>,
    status: StatusCode,
    response: &[u8],
) -> Result<Secret, BoxError> {
    let response: Value = from_json(response).unwrap_or_default();
    let text = |name: &str| response.get(name).and_then(Value::as_str);
    let Some(token) = text("access_token").filter(|_| status.is_success()) else {
        // The error code is not a secret (section 5.2); nothing else of the response is shown.
        let code = text("error").unwrap_or("no token");
        let code: String = code.chars().take(60).collect();
        let code = line(&code);
        return Err(format!("the token endpoint responded with {status}: {code}").into());
    };
    let lifetime = response
        .get("expires_in")
        .and_then(|seconds| seconds.as_u64().or_else(|| seconds.as_str()?.parse().ok()));
    let expiry = |seconds: u64| {
        let lifetime = Duration::from_secs(seconds.min(1 << 32));
        Instant::now() + lifetime.saturating_sub(RENEWAL_MARGIN.min(lifetime / 10))
    };
    let end = lifetime.map(expiry);
    let token = Secret::from(token);
    let mut state = lock(state);
    state.access = Some(Access {
        token: token.clone(),
        since: Instant::now(),
        end,
    });
    if let Some(refresh) = text("refresh_token").filter(|_| state.refresh.is_some()) {
        state.refresh = Some(Secret::from(refresh));
    }
    Ok(token)
}

impl TokenProvider for OAuth {
    fn token<'a>(
        &'a self,
        transport: &'a Arc<dyn Transport>,
    ) -> BoxFuture<'a, Result<Secret, BoxError>> {
        Box::pin(async move {
            if let Some(token) = self.valid_token() {
                return Ok(token);
            }
            let mut renewing = self.renewing.lock().await;
            // Another caller may have renewed it in the meantime.
            if let Some(token) = self.valid_token() {
                *renewing = None;
                return Ok(token);
            }
            let renewal = match renewing.take() {
                Some(renewal) => renewal,
                None => self.start_renewal(transport)?,
            };
            let outcome = renewing.insert(renewal).await;
            *renewing = None;
            outcome
        })
    }

    /// Rejects a token. A token that is rejected right after its renewal lacks a permission, so it is not renewed
    /// again.
    fn reject(&self, token: &Secret) -> bool {
        let mut state = lock(&self.state);
        // If it was renewed since, the new one is kept.
        match state.access.take_if(|access| access.token == *token) {
            Some(access) => access.since.elapsed() > MIN_RENEWAL_INTERVAL,
            None => true,
        }
    }
}

impl fmt::Debug for OAuth {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OAuth")
            .field("client_id", &self.client_id)
            .finish_non_exhaustive()
    }
}
