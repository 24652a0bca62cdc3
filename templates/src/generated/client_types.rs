//! The types of a client that its own crate declares, because only that crate can add the operations and tokens of its
//! description to them: the client, its builder and its calls. Each contains the type of this crate with the same name.

/// Declares functions that change the inner value.
#[doc(hidden)]
#[macro_export]
macro_rules! changed_inside {
    ($($(#[$about:meta])* $name:ident($($argument:ident: $ty:ty),*);)*) => {$(
        $(#[$about])*
        pub fn $name(self, $($argument: $ty),*) -> Self { Self(self.0.$name($($argument),*)) }
    )*};
}

/// Declares these types. Functions that a feature adds are there with that feature of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! client_types {
    () => {
        /// A client. Cloning is cheap, and all clones share their connections.
        #[derive(Clone, Debug)]
        pub struct Client($crate::Client);

        impl Client {
            /// Returns the base address of the API, without secrets. It is empty if the client could not be built.
            pub fn base_url(&self) -> &str {
                self.0.base_url()
            }
        }

        /// Builds a [`Client`].
        #[derive(Debug)]
        #[must_use = "a builder does nothing until `build` is called"]
        pub struct ClientBuilder($crate::ClientBuilder);

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
            pub fn new(address: impl Into<$crate::ServerAddress>, service: &'static $crate::generated::Service) -> Self {
                Self($crate::ClientBuilder::new(address, service))
            }

            $crate::changed_inside! {
                /// Sets the address of the server. The base path of the API is appended, unless the address already
                /// ends with it.
                base_url(address: impl Into<$crate::ServerAddress>);
                #[doc(hidden)]
                authorize(scheme: $crate::Scheme, secret: $crate::Secret);
                /// Requests the token of a scheme from a provider before each attempt, instead of using a fixed token.
                token_provider(scheme: impl Into<$crate::Scheme>, provider: impl $crate::TokenProvider + 'static);
                /// Sets the maximum duration of a call; 30 seconds by default. The time ends with the last byte of the
                /// response, or when the body of a streamed response starts.
                timeout(timeout: ::std::time::Duration);
                /// Sets when and how often calls are retried; three attempts by default.
                retry(retry: $crate::Retry);
                /// Sets the maximum time to connect; 10 seconds by default.
                connect_timeout(timeout: ::std::time::Duration);
                /// Sets the maximum time without data while a body is received. By default, downloads may be idle for
                /// 60 seconds, and events and lines have no limit.
                idle_timeout(timeout: ::std::time::Duration);
                /// Sets the maximum size of a body that is received as a whole, in bytes; 64 MiB by default.
                max_body_bytes(limit: u64);
                /// Sets a header for every call. It is sent only to the client's own origin, and its value never appears
                /// in `Debug`. A header of a call with the same name replaces it.
                header(
                    name: impl TryInto<$crate::http::HeaderName>,
                    value: impl TryInto<$crate::http::HeaderValue>
                );
                /// Allows plain `http` to hosts other than this machine. Anyone on the network path can then read the
                /// token.
                allow_cleartext();
                /// Also sends the client's tokens and headers to the origin of this address, if an operation has its
                /// server there.
                share_tokens_with(address: impl Into<String>);
                /// Replaces the address of an operation-specific server, such as `https://uploads.example.com/v1`. Only
                /// the paths of operations are appended to the new address.
                replace_server(described: impl Into<String>, address: impl Into<String>);
                #[doc(hidden)]
                variable(name: &'static str, value: String);
                /// Replaces the default transport. Timeouts, retries, redirects and credentials work as before.
                transport(transport: impl $crate::Transport + 'static);
                /// Adds middleware that sees each call once. The first one added is the outermost.
                call_middleware(middleware: impl $crate::Middleware + 'static);
                /// Adds middleware that sees each attempt and each redirect. The first one added is the outermost.
                attempt_middleware(middleware: impl $crate::Middleware + 'static);
            }

            $crate::with_reqwest! {
                $crate::changed_inside! {
                    /// Uses this HTTP client, for example with a proxy or your own certificates. It takes a builder and
                    /// not a client, because redirects are followed here: a redirect to another origin must not carry a
                    /// token.
                    http_client(builder: $crate::reqwest::ClientBuilder);
                    /// Sends all requests through the proxy at this address, such as
                    /// `http://user:password@proxy.example.com:8080`, instead of those that the environment names.
                    proxy(address: impl Into<String>);
                }
            }

            $crate::with_tls! {
                $crate::changed_inside! {
                    /// Trusts the authorities in this PEM text, in addition to those of the system: for a server with a
                    /// certificate of a private authority.
                    root_certificate(pem: impl AsRef<[u8]>);
                }
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
        ///
        /// The functions for the optional input of an operation are on the page of its type `O`.
        #[must_use = "a call does nothing until it is awaited"]
        #[derive(Clone, Debug)]
        pub struct Call<O>($crate::Call<O>);

        /// The call of an operation, in the `impl` block of its setters. Rustdoc lists them on the page of the operation
        /// instead, because the page of [`Call`] would have the setters of all operations.
        #[cfg(not(doc))]
        #[allow(dead_code)]
        pub(crate) type Setters<O> = Call<O>;
        #[cfg(doc)]
        #[allow(dead_code)]
        pub(crate) type Setters<O> = O;

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

            $crate::changed_inside! {
                /// Sets the maximum duration of this call. For a streamed response, the time ends when its body starts.
                timeout(timeout: ::std::time::Duration);
                /// Sets when and how often this call is retried.
                retry(retry: $crate::Retry);
                /// Sends this token with this call, instead of the client's own token for the same scheme.
                authorize(scheme: impl Into<$crate::Scheme>, token: impl Into<$crate::Secret>);
                /// Requests this media type instead of the default of the call, such as `application/yaml`. The response
                /// is not decoded: use [`send_raw`](Self::send_raw) or [`download`](Self::download).
                accept(media_type: impl Into<String>);
                /// Sets a header for this call. It replaces the client's header of the same name, and its value never
                /// appears in `Debug`. An invalid name or value is reported when the call is sent.
                header(
                    name: impl TryInto<$crate::http::HeaderName>,
                    value: impl TryInto<$crate::http::HeaderValue>
                );
            }
        }

        impl<O: $crate::Operation> ::std::future::IntoFuture for Call<O> {
            type Output = Result<O::Output, $crate::CallError<O::Error>>;
            type IntoFuture = $crate::CallFuture<O>;

            fn into_future(self) -> Self::IntoFuture {
                self.send()
            }
        }

        $crate::sending_functions!();
    };
}

/// Declares the functions that send a call.
#[doc(hidden)]
#[macro_export]
macro_rules! sending_functions {
    () => {
        impl<O: $crate::Operation> Call<O> {
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
            /// of the call ends when the headers are received.
            ///
            /// # Errors
            ///
            /// Returns an error in the same cases as the call itself, except that the body is not read.
            pub async fn download(self) -> Result<$crate::Download, $crate::CallError<O::Error>> {
                self.0.download().await
            }

            /// Returns the request as a `curl` command, without sending it. Tokens, passwords and custom headers are
            /// redacted.
            ///
            /// # Errors
            ///
            /// Returns an error if the request cannot be built.
            pub fn to_curl(&self) -> Result<String, $crate::BuildError> {
                self.0.to_curl()
            }

            $crate::with_blocking! {
                /// Sends the call and blocks until its response arrives.
                ///
                /// # Errors
                ///
                /// Returns an error in the same cases as the call itself, and if it is called from an asynchronous
                /// context, where it would block other tasks.
                pub fn send_blocking(self) -> Result<O::Output, $crate::CallError<O::Error>> {
                    self.0.send_blocking()
                }
            }
        }

        impl<O: $crate::Paginated> Call<O> {
            /// Returns the pages as a stream. Each is requested when the stream is polled, with the options of this
            /// call. An error is the last item of the stream.
            pub fn pages(self) -> $crate::Pages<O> {
                self.0.pages()
            }

            /// Returns the items of all pages as a stream. Each page is requested when it is needed. An error is the
            /// last item of the stream.
            pub fn items(self) -> $crate::Items<O> {
                self.0.items()
            }
        }

        impl<O: $crate::StreamsEvents<Error: Send> + Send + 'static> Call<O> {
            /// Returns the events of the response as they arrive. The call is sent when the first event is polled. If
            /// the connection of a `GET` breaks, it reconnects with the id of the last event. The stream ends when the
            /// server ends it; [`timeout`](Call::timeout) limits the time until the response starts.
            pub fn events(self) -> $crate::Events<O> {
                self.0.events()
            }
        }

        impl<O: $crate::StreamsLines<Error: Send> + Send + 'static> Call<O> {
            /// Returns the values of the response as they arrive. The call is sent when the first value is polled. The
            /// stream ends when the server ends the response or the connection breaks; [`timeout`](Call::timeout) limits
            /// the time until the response starts.
            pub fn lines(self) -> $crate::Lines<O> {
                self.0.lines()
            }
        }
    };
}
