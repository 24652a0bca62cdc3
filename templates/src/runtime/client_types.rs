//! The types of a client that its own crate declares, because only that crate can add the operations and tokens of its
//! description to them: the client, its builder and its calls. Each contains the type of this crate with the same name.

/// Declares these types (`client`), or a part of their functions.
#[doc(hidden)]
#[macro_export]
macro_rules! client_types {
    (client) => {
        /// A client. Cloning is cheap, and all clones share their connections.
        #[derive(Clone)]
        pub struct Client($crate::Client);

        impl ::std::fmt::Debug for Client {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl Client {
            /// Returns the base address of the API, without secrets. It is empty if the client could not be built.
            pub fn base_url(&self) -> &str {
                self.0.base_url()
            }
        }

        /// Builds a [`Client`].
        #[must_use = "a builder does nothing until `build` is called"]
        pub struct ClientBuilder($crate::ClientBuilder);

        impl ::std::fmt::Debug for ClientBuilder {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl From<$crate::ClientBuilder> for ClientBuilder {
            fn from(builder: $crate::ClientBuilder) -> Self {
                Self(builder)
            }
        }

        impl From<ClientBuilder> for $crate::ClientBuilder {
            fn from(builder: ClientBuilder) -> Self {
                builder.0
            }
        }

        impl ClientBuilder {
            #[doc(hidden)]
            pub fn new(
                address: impl Into<$crate::ServerAddress>,
                service: &'static $crate::Service,
            ) -> Self {
                Self($crate::ClientBuilder::new(address, service))
            }

            /// Sets the address of the server. The base path of the API is appended, unless the address already ends
            /// with it.
            pub fn base_url(self, address: impl Into<$crate::ServerAddress>) -> Self {
                Self(self.0.base_url(address))
            }

            #[doc(hidden)]
            pub fn authorize(self, scheme: $crate::Scheme, secret: $crate::Secret) -> Self {
                Self(self.0.authorize(scheme, secret))
            }

            /// Requests the token of a scheme from a provider before each attempt, instead of using a fixed token.
            pub fn token_provider(
                self,
                scheme: impl Into<$crate::Scheme>,
                provider: impl $crate::TokenProvider + 'static,
            ) -> Self {
                Self(self.0.token_provider(scheme, provider))
            }

            /// Sets the maximum duration of a call; 30 seconds by default. The time ends with the last byte of the
            /// response, or when the body of a streamed response starts. It does not include decoding, which takes time
            /// in proportion to the size of the body, limited by [`max_body_bytes`](Self::max_body_bytes).
            pub fn timeout(self, timeout: ::std::time::Duration) -> Self {
                Self(self.0.timeout(timeout))
            }

            /// Sets when and how often calls are retried; three attempts by default.
            pub fn retry(self, retry: $crate::Retry) -> Self {
                Self(self.0.retry(retry))
            }

            /// Sets the maximum time to connect; 10 seconds by default.
            pub fn connect_timeout(self, timeout: ::std::time::Duration) -> Self {
                Self(self.0.connect_timeout(timeout))
            }

            /// Sets the maximum time without data while a body is received. By default, only the duration of the whole
            /// call is limited. Downloads are not subject to that limit; they may be idle for 60 seconds by default.
            /// Events and lines have no limit by default, because they arrive only when something happens.
            pub fn idle_timeout(self, timeout: ::std::time::Duration) -> Self {
                Self(self.0.idle_timeout(timeout))
            }

            /// Sets the maximum size of a body that is received as a whole, in bytes; 64 MiB by default. Streams have
            /// no limit.
            pub fn max_body_bytes(self, limit: u64) -> Self {
                Self(self.0.max_body_bytes(limit))
            }

            /// Sets a header for every call. It is sent only to the client's own origin, and its value never appears in
            /// `Debug`. A header of a call with the same name replaces it. `accept` replaces the media types of each
            /// operation; `content-type` and `content-length` are rejected, because they belong to each body.
            pub fn header<N, V>(self, name: N, value: V) -> Self
            where
                N: TryInto<::http::HeaderName>,
                V: TryInto<::http::HeaderValue>,
            {
                Self(self.0.header(name, value))
            }

            /// Allows plain `http` to hosts other than this machine. Anyone on the network path can then read the
            /// token.
            pub fn allow_cleartext(self) -> Self {
                Self(self.0.allow_cleartext())
            }

            /// Also sends the client's tokens and headers to the origin of this address, if an operation has its server
            /// there.
            ///
            /// By default they are sent only to the origin of the client's own address.
            pub fn share_tokens_with(self, address: impl Into<String>) -> Self {
                Self(self.0.share_tokens_with(address))
            }

            /// Replaces the address of an operation-specific server, such as `https://uploads.example.com/v1`. Only the
            /// paths of operations are appended to the new address.
            pub fn replace_server(
                self,
                described: impl Into<String>,
                address: impl Into<String>,
            ) -> Self {
                Self(self.0.replace_server(described, address))
            }

            #[doc(hidden)]
            pub fn variable(self, name: &'static str, value: String) -> Self {
                Self(self.0.variable(name, value))
            }

            /// Replaces the default transport. Timeouts, retries, redirects and credentials work as before.
            pub fn transport(self, transport: impl $crate::Transport + 'static) -> Self {
                Self(self.0.transport(transport))
            }

            /// Adds middleware that sees each call once. The first one added is the outermost.
            pub fn call_middleware(self, middleware: impl $crate::Middleware + 'static) -> Self {
                Self(self.0.call_middleware(middleware))
            }

            /// Adds middleware that sees each attempt and each redirect. The first one added is the outermost.
            pub fn attempt_middleware(self, middleware: impl $crate::Middleware + 'static) -> Self {
                Self(self.0.attempt_middleware(middleware))
            }

            /// Builds a client that reports an error of [`build`](Self::build) when it is used.
            #[doc(hidden)]
            pub fn build_deferred(self) -> Client {
                Client(self.0.build_deferred())
            }

            /// Builds the client.
            ///
            /// # Errors
            ///
            /// Returns an error if the address is invalid or would send a token unencrypted, or if a header or token is
            /// not a valid header value.
            pub fn build(self) -> Result<Client, $crate::BuildError> {
                self.0.build().map(Client)
            }
        }

        /// A call that is sent when it is awaited. Owns its data, so it can be stored and sent to other tasks.
        #[must_use = "a call does nothing until it is awaited"]
        #[derive(Clone, Debug)]
        pub struct Call<O>($crate::Call<O>);

        impl<O> From<Call<O>> for $crate::Call<O> {
            fn from(call: Call<O>) -> Self {
                call.0
            }
        }

        impl<O> Call<O> {
            /// Creates a call from an operation, which can be cloned, stored and compared (see
            /// [`operation`](Self::operation)).
            pub fn new(client: &Client, operation: O) -> Self {
                Self($crate::Call::new(&client.0, operation))
            }

            /// Returns the operation with its current input.
            pub fn operation(&self) -> &O {
                self.0.operation()
            }

            #[doc(hidden)]
            pub fn operation_mut(&mut self) -> &mut O {
                self.0.operation_mut()
            }

            /// Sets the maximum duration of this call. For a streamed response, the time ends when its body starts.
            pub fn timeout(self, timeout: ::std::time::Duration) -> Self {
                Self(self.0.timeout(timeout))
            }

            /// Sets when and how often this call is retried.
            pub fn retry(self, retry: $crate::Retry) -> Self {
                Self(self.0.retry(retry))
            }

            /// Sends this token with this call, instead of the client's own token for the same scheme.
            pub fn authorize(
                self,
                scheme: impl Into<$crate::Scheme>,
                token: impl Into<$crate::Secret>,
            ) -> Self {
                Self(self.0.authorize(scheme, token))
            }

            /// Requests this media type instead of the default of the call, such as `application/yaml`.
            ///
            /// The response is not decoded: use [`send_raw`](Self::send_raw) or [`download`](Self::download).
            pub fn accept(self, media_type: impl Into<String>) -> Self {
                Self(self.0.accept(media_type))
            }

            /// Sets a header for this call. It replaces the client's header of the same name, and its value never
            /// appears in `Debug`. An invalid name or value is reported when the call is sent.
            pub fn header<N, V>(self, name: N, value: V) -> Self
            where
                N: TryInto<::http::HeaderName>,
                V: TryInto<::http::HeaderValue>,
            {
                Self(self.0.header(name, value))
            }
        }

        impl<O: $crate::Operation> Call<O> {
            /// Returns the request as a `curl` command, without sending it. Tokens, passwords and custom headers are
            /// redacted.
            ///
            /// # Errors
            ///
            /// Returns an error if the request cannot be built.
            pub fn to_curl(&self) -> Result<String, $crate::BuildError> {
                self.0.to_curl()
            }

            /// Sends the call. This is the same as awaiting it.
            pub fn send(self) -> $crate::CallFuture<O> {
                self.0.send()
            }

            /// Sends the call and returns the raw response, whatever its status.
            ///
            /// # Errors
            ///
            /// Returns an error if the request could not be built or sent.
            pub async fn send_raw(self) -> Result<$crate::Response, $crate::CallError<O::Error>> {
                self.0.send_raw().await
            }

            /// Sends the call and returns the body of a successful response as text, whatever type the API description
            /// declares. Use it if a parameter or the body requests another format.
            ///
            /// # Errors
            ///
            /// Returns an error in the same cases as the call itself, except that the body is not decoded.
            pub async fn send_text(self) -> Result<String, $crate::CallError<O::Error>> {
                self.0.send_text().await
            }

            /// Sends the call and returns the typed body together with the status and the headers.
            ///
            /// # Errors
            ///
            /// Returns an error in the same cases as the call itself.
            pub async fn send_full(
                self,
            ) -> Result<$crate::TypedResponse<O>, $crate::CallError<O::Error>> {
                self.0.send_full().await
            }

            /// Sends the call and returns the body of a successful response in chunks, whatever its size. The timeout
            /// of the call ends when the headers are received. After that, only an idle connection is an error: after
            /// 60 seconds, unless the client has another [`idle_timeout`](ClientBuilder::idle_timeout).
            ///
            /// # Errors
            ///
            /// Returns an error in the same cases as the call itself, except that the body is not read.
            pub async fn download(self) -> Result<$crate::Download, $crate::CallError<O::Error>> {
                self.0.download().await
            }
        }

        impl<O: $crate::Operation> ::std::future::IntoFuture for Call<O> {
            type Output = Result<O::Output, $crate::CallError<O::Error>>;
            type IntoFuture = $crate::CallFuture<O>;

            fn into_future(self) -> Self::IntoFuture {
                self.send()
            }
        }
    };
    (blocking) => {
        impl<O: $crate::Operation> Call<O> {
            /// Sends the call and blocks until its response arrives.
            ///
            /// # Errors
            ///
            /// Returns an error in the same cases as the call itself, and if it is called from an asynchronous context,
            /// where it would block other tasks.
            pub fn send_blocking(self) -> Result<O::Output, $crate::CallError<O::Error>> {
                self.0.send_blocking()
            }
        }
    };
    (http_client) => {
        impl ClientBuilder {
            /// Uses this HTTP client, for example with a proxy or your own certificates.
            ///
            /// It takes a builder and not a client, because this crate follows redirects itself: a redirect to another
            /// origin must not carry a token.
            pub fn http_client(self, builder: $crate::reqwest::ClientBuilder) -> Self {
                $crate::ClientBuilder::from(self)
                    .http_client(builder)
                    .into()
            }

            /// Sends all requests through the proxy at this address, such as
            /// `http://user:password@proxy.example.com:8080`, instead of those that the environment names.
            /// [`http_client`](Self::http_client) has more settings.
            pub fn proxy(self, address: impl Into<String>) -> Self {
                $crate::ClientBuilder::from(self).proxy(address).into()
            }
        }
    };
    (root_certificate) => {
        impl ClientBuilder {
            /// Trusts the authorities in this PEM text, in addition to those of the system: for a server with a
            /// certificate of a private authority.
            pub fn root_certificate(self, pem: impl AsRef<[u8]>) -> Self {
                $crate::ClientBuilder::from(self)
                    .root_certificate(pem)
                    .into()
            }
        }
    };
    (events) => {
        impl<O> Call<O>
        where
            O: $crate::StreamsEvents + Send + 'static,
            O::Error: Send,
        {
            /// Returns the events of the response as they arrive. The call is sent when the first event is polled. If
            /// the connection of a `GET` breaks, it reconnects with the id of the last event. The stream ends when the
            /// server ends it.
            ///
            /// [`timeout`](Call::timeout) limits the time until the response starts, not the duration of the stream.
            /// The stream may be idle indefinitely, unless the client has an
            /// [`idle_timeout`](ClientBuilder::idle_timeout).
            pub fn events(self) -> $crate::Events<O> {
                self.0.events()
            }
        }
    };
    (lines) => {
        impl<O> Call<O>
        where
            O: $crate::StreamsLines + Send + 'static,
            O::Error: Send,
        {
            /// Returns the values of the response as they arrive. The call is sent when the first value is polled. The
            /// stream ends when the server ends the response or the connection breaks.
            ///
            /// [`timeout`](Call::timeout) limits the time until the response starts, not the duration of the stream.
            /// The stream may be idle indefinitely, unless the client has an
            /// [`idle_timeout`](ClientBuilder::idle_timeout).
            pub fn lines(self) -> $crate::Lines<O> {
                self.0.lines()
            }
        }
    };
    (pages) => {
        impl<O: $crate::Paginated> Call<O> {
            /// Returns the pages as a stream. Each is requested when the stream is polled, with the options of this
            /// call.
            ///
            /// An error is the last item of the stream. The stream is endless if the server always returns another next
            /// page; limit it with [`Pages::max_pages`].
            pub fn pages(self) -> $crate::Pages<O> {
                self.0.pages()
            }

            /// Returns the items of all pages as a stream. Each page is requested when it is needed.
            ///
            /// An error is the last item of the stream. The stream is endless if the server always returns another next
            /// page; limit it with [`Items::max_pages`].
            pub fn items(self) -> $crate::Items<O> {
                self.0.items()
            }
        }
    };
}
