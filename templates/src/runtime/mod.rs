//! The modules of the support code, and the items that clients use.
#![allow(
    unreachable_pub,
    unused_imports,
    reason = "a client that contains the support code has the same files"
)]

pub(crate) mod adjacent;
#[cfg(feature = "client")]
pub(crate) mod authorization;
#[cfg(feature = "base64")]
pub(crate) mod base64;
#[cfg(feature = "blocking")]
pub(crate) mod blocking;
#[cfg(all(feature = "reqwest", target_arch = "wasm32"))]
pub(crate) mod browser_transport;
#[cfg(feature = "client")]
pub(crate) mod builder;
#[cfg(feature = "client")]
pub(crate) mod call;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "client")]
pub(crate) mod client;
#[cfg(feature = "client")]
pub(crate) mod client_types;
pub(crate) mod code;
#[cfg(feature = "client")]
pub(crate) mod curl;
#[cfg(feature = "time")]
pub(crate) mod date;
pub(crate) mod decimal;
#[cfg(feature = "client")]
pub(crate) mod decode_failure;
#[cfg(feature = "schemars")]
pub(crate) mod described;
#[cfg(feature = "client")]
pub(crate) mod download;
#[cfg(feature = "client")]
pub(crate) mod encode;
#[cfg(feature = "client")]
pub(crate) mod error;
#[cfg(feature = "client")]
pub(crate) mod error_body;
#[cfg(feature = "client")]
pub(crate) mod escape;
#[cfg(feature = "client")]
pub(crate) mod events;
pub(crate) mod external;
#[cfg(feature = "file-bodies")]
pub(crate) mod files;
pub(crate) mod find_member;
#[cfg(feature = "fixtures")]
pub(crate) mod fixture;
#[cfg(feature = "client")]
pub(crate) mod form;
#[cfg(feature = "client")]
pub(crate) mod headers;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub(crate) mod http_client;
pub(crate) mod inject;
pub(crate) mod instant;
#[cfg(feature = "schemars")]
pub(crate) mod json_schema;
pub(crate) mod lenient;
#[cfg(feature = "client")]
pub(crate) mod lines;
#[cfg(feature = "client")]
pub(crate) mod link;
pub(crate) mod member;
#[cfg(feature = "client")]
pub(crate) mod middleware;
#[cfg(feature = "mock")]
pub mod mock;
#[cfg(feature = "client")]
pub(crate) mod multipart;
#[cfg(all(feature = "client", not(feature = "reqwest")))]
pub(crate) mod no_transport;
pub(crate) mod number_or_text;
#[cfg(feature = "oauth-tokens")]
pub(crate) mod oauth;
pub(crate) mod object;
#[cfg(feature = "client")]
pub(crate) mod pages;
pub(crate) mod patch;
#[cfg(feature = "patterns")]
pub(crate) mod pattern;
#[cfg(feature = "client")]
pub(crate) mod payload;
#[cfg(feature = "client")]
pub(crate) mod platform;
pub(crate) mod quoted;
#[cfg(feature = "client")]
pub(crate) mod redirect;
#[cfg(feature = "client")]
pub(crate) mod request;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub(crate) mod reqwest_transport;
#[cfg(feature = "client")]
pub(crate) mod response;
#[cfg(feature = "client")]
pub(crate) mod response_error;
#[cfg(feature = "client")]
pub(crate) mod retry;
#[cfg(all(
    any(feature = "native-tls", feature = "rustls"),
    not(target_arch = "wasm32")
))]
pub(crate) mod root_certificate;
pub(crate) mod rules;
#[cfg(feature = "file-bodies")]
pub(crate) mod saved_file;
pub(crate) mod secret;
#[cfg(feature = "client")]
pub(crate) mod send_error;
#[cfg(feature = "client")]
pub(crate) mod server;
pub(crate) mod shape;
#[cfg(feature = "webhook-signatures")]
pub(crate) mod signatures;
#[cfg(feature = "client")]
pub(crate) mod stream;
#[cfg(feature = "client")]
pub(crate) mod style;
pub(crate) mod tagged;
pub(crate) mod text;
#[cfg(feature = "tracing")]
pub(crate) mod traced;
#[cfg(feature = "client")]
pub(crate) mod transport;
pub(crate) mod tree;
pub(crate) mod tree_builder;
pub(crate) mod tree_reader;
pub(crate) mod type_rules;
pub(crate) mod union_visitor;
pub(crate) mod unix_time;
pub(crate) mod untagged;
#[cfg(all(feature = "client", not(feature = "tracing")))]
pub(crate) mod untraced;
#[cfg(feature = "client")]
pub(crate) mod validate;
#[cfg(feature = "clap")]
pub(crate) mod value_enum;
#[cfg(feature = "webhook-events")]
pub(crate) mod verifier;
#[cfg(feature = "webhook-events")]
pub(crate) mod webhook;
pub(crate) mod with_feature;
pub(crate) mod wrapper;

pub use self::adjacent::{Adjacent, read_adjacent, write_adjacent};
#[cfg(feature = "client")]
pub use self::authorization::{
    BareAddress, CredentialLocation, Requirement, Scheme, TokenProvider,
};
#[cfg(feature = "base64")]
pub use self::base64::Base64;
#[cfg(feature = "blocking")]
pub use self::blocking::{Iter, iterate, wait};
#[cfg(feature = "client")]
pub use self::builder::ClientBuilder;
#[cfg(feature = "client")]
pub use self::call::{Call, CallFuture, Operation, TypedResponse};
#[cfg(feature = "client")]
pub use self::client::Client;
pub use self::code::{UnlistedCode, read_code};
#[cfg(feature = "time")]
pub use self::date::{Date, DateTime};
pub use self::decimal::{Decimal, ParseDecimalError};
#[cfg(feature = "schemars")]
pub use self::described::{Described, Description};
#[cfg(feature = "client")]
pub use self::download::Download;
#[cfg(feature = "client")]
pub use self::error::{CallError, Error};
#[cfg(feature = "client")]
pub use self::error_body::{JsonOrText, NoBody};
#[cfg(feature = "client")]
pub use self::events::{Event, Events, StreamsEvents, json_data, text_data};
pub use self::external::{External, read_external};
#[cfg(feature = "fixtures")]
pub use self::fixture::{Fixture, read_fixture};
#[cfg(feature = "client")]
pub use self::headers::{DeclaresHeaders, HeaderError, read_header};
#[cfg(feature = "schemars")]
pub use self::json_schema::resolve_schema;
pub use self::lenient::{LenientDeserializer, from_json};
#[cfg(feature = "client")]
pub use self::lines::{Lines, StreamsLines};
#[cfg(feature = "client")]
pub use self::link::next_link;
pub use self::member::Missing;
#[cfg(feature = "client")]
pub use self::middleware::{Attempt, CallInfo, Middleware, Next};
#[cfg(feature = "mock")]
pub use self::mock::{Expectation, Mock, MockOperation};
#[cfg(feature = "client")]
pub use self::multipart::{Content, Multipart, Upload};
pub use self::number_or_text::NumberOrText;
#[cfg(feature = "oauth-tokens")]
pub use self::oauth::OAuth;
pub use self::object::{Object, ObjectReader, ObjectSchema, ObjectWriter, read_object};
#[cfg(feature = "client")]
pub use self::pages::{ItemCount, Items, Pages, Paginated, assign};
pub use self::patch::Patch;
#[cfg(feature = "patterns")]
pub use self::pattern::LazyRegex;
#[cfg(feature = "client")]
pub use self::payload::{BoxError, BoxFuture, ByteStream, OpenStream, RequestBody, ResponseBody};
pub use self::quoted::Quoted;
#[cfg(feature = "client")]
pub use self::request::Request;
#[cfg(feature = "client")]
pub use self::response::{Body, Failure, Response};
#[cfg(feature = "client")]
pub use self::response_error::{AnyBody, DecodeError, DocumentedError, UndocumentedError};
#[cfg(feature = "client")]
pub use self::retry::Retry;
pub use self::rules::{Invalid, Rule, RulesOf, check};
pub use self::secret::{Secret, with_redacted_secrets};
#[cfg(feature = "client")]
pub use self::send_error::{BuildError, SendError};
#[cfg(feature = "client")]
pub use self::server::{Server, ServerAddress, Service};
pub use self::shape::{Mark, Shape};
#[cfg(feature = "webhook-signatures")]
pub use self::signatures::{GitHubSignature, StandardSignature, StripeSignature};
#[cfg(feature = "client")]
pub use self::style::Style;
pub use self::tagged::{Alternative, InjectedTag, InsertedTag, OwnTag, Tagged, read_tagged};
pub use self::text::UnlistedText;
#[cfg(feature = "client")]
pub use self::transport::{HttpRequest, HttpResponse, ResponseFuture, Transport};
pub use self::tree::{Mode, Tree};
pub use self::unix_time::UnixTime;
pub use self::untagged::{Untagged, fitting, read_untagged};
#[cfg(feature = "client")]
pub use self::validate::validate;
#[cfg(feature = "webhook-events")]
pub use self::verifier::{ReplayProtection, SignatureError, Verified, Verifier};
#[cfg(feature = "webhook-events")]
pub use self::webhook::{
    DeclaresEvents, EventBodyError, EventError, EventType, UnlistedEvent, read_event, read_named,
    read_verified,
};

#[cfg(all(feature = "reqwest", target_arch = "wasm32"))]
use self::browser_transport as default_transport;
#[cfg(all(feature = "client", not(feature = "reqwest")))]
use self::no_transport as default_transport;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
use self::reqwest_transport as default_transport;
#[cfg(feature = "tracing")]
use self::traced as instrumentation;
#[cfg(all(feature = "client", not(feature = "tracing")))]
use self::untraced as instrumentation;

// The crates that generated code names, so that a client depends on this crate alone.
#[cfg(feature = "client")]
pub use ::bytes;
#[cfg(feature = "chrono")]
pub use ::chrono;
#[cfg(feature = "clap")]
pub use ::clap;
#[cfg(feature = "client")]
pub use ::http;
#[cfg(feature = "jiff")]
pub use ::jiff;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use ::reqwest;
#[cfg(feature = "schemars")]
pub use ::schemars;
pub use ::serde;
pub use ::serde_json;
#[cfg(feature = "time")]
pub use ::time;
#[cfg(feature = "uuid")]
pub use ::uuid;
