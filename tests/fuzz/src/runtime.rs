//! The support code, as in an emitted crate without the features `reqwest` and `tracing`.
#![expect(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "users of an emitted crate call more than the targets do"
)]

#[path = "../../../templates/src/runtime/adjacent.rs"]
pub(crate) mod adjacent;
#[path = "../../../templates/src/runtime/response_error.rs"]
pub(crate) mod response_error;
#[path = "../../../templates/src/runtime/authorization.rs"]
pub(crate) mod authorization;
#[path = "../../../templates/src/runtime/base64.rs"]
pub(crate) mod base64;
#[path = "../../../templates/src/runtime/builder.rs"]
pub(crate) mod builder;
#[path = "../../../templates/src/runtime/call.rs"]
pub(crate) mod call;
#[path = "../../../templates/src/runtime/decode_failure.rs"]
pub(crate) mod decode_failure;
#[path = "../../../templates/src/runtime/client.rs"]
pub(crate) mod client;
#[path = "../../../templates/src/runtime/code.rs"]
pub(crate) mod code;
#[path = "../../../templates/src/runtime/decimal.rs"]
pub(crate) mod decimal;
#[path = "../../../templates/src/runtime/download.rs"]
pub(crate) mod download;
#[path = "../../../templates/src/runtime/encode.rs"]
pub(crate) mod encode;
#[path = "../../../templates/src/runtime/error_body.rs"]
pub(crate) mod error_body;
#[path = "../../../templates/src/runtime/error.rs"]
pub(crate) mod error;
#[path = "../../../templates/src/runtime/escape.rs"]
pub(crate) mod escape;
#[path = "../../../templates/src/runtime/events.rs"]
pub(crate) mod events;
#[path = "../../../templates/src/runtime/external.rs"]
pub(crate) mod external;
#[path = "../../../templates/src/runtime/form.rs"]
pub(crate) mod form;
#[path = "../../../templates/src/runtime/headers.rs"]
pub(crate) mod headers;
#[path = "../../../templates/src/runtime/find_member.rs"]
pub(crate) mod find_member;
#[path = "../../../templates/src/runtime/inject.rs"]
pub(crate) mod inject;
#[path = "../../../templates/src/runtime/instant.rs"]
pub(crate) mod instant;
#[path = "../../../templates/src/runtime/lenient.rs"]
pub(crate) mod lenient;
#[path = "../../../templates/src/runtime/lines.rs"]
pub(crate) mod lines;
#[path = "../../../templates/src/runtime/link.rs"]
pub(crate) mod link;
#[path = "../../../templates/src/runtime/member.rs"]
pub(crate) mod member;
#[path = "../../../templates/src/runtime/middleware.rs"]
pub(crate) mod middleware;
#[path = "../../../templates/src/runtime/multipart.rs"]
pub(crate) mod multipart;
#[path = "../../../templates/src/runtime/no_transport.rs"]
pub(crate) mod no_transport;
#[path = "../../../templates/src/runtime/object.rs"]
pub(crate) mod object;
#[path = "../../../templates/src/runtime/pages.rs"]
pub(crate) mod pages;
#[path = "../../../templates/src/runtime/patch.rs"]
pub(crate) mod patch;
#[path = "../../../templates/src/runtime/payload.rs"]
pub(crate) mod payload;
#[path = "../../../templates/src/runtime/platform.rs"]
pub(crate) mod platform;
#[path = "../../../templates/src/runtime/quoted.rs"]
pub(crate) mod quoted;
#[path = "../../../templates/src/runtime/redirect.rs"]
pub(crate) mod redirect;
#[path = "../../../templates/src/runtime/request.rs"]
pub(crate) mod request;
#[path = "../../../templates/src/runtime/response.rs"]
pub(crate) mod response;
#[path = "../../../templates/src/runtime/retry.rs"]
pub(crate) mod retry;
#[path = "../../../templates/src/runtime/rules.rs"]
pub(crate) mod rules;
#[path = "../../../templates/src/runtime/secret.rs"]
pub(crate) mod secret;
#[path = "../../../templates/src/runtime/send_error.rs"]
pub(crate) mod send_error;
#[path = "../../../templates/src/runtime/server.rs"]
pub(crate) mod server;
#[path = "../../../templates/src/runtime/stream.rs"]
pub(crate) mod stream;
#[path = "../../../templates/src/runtime/shape.rs"]
pub(crate) mod shape;
#[path = "../../../templates/src/runtime/style.rs"]
pub(crate) mod style;
#[path = "../../../templates/src/runtime/tagged.rs"]
pub(crate) mod tagged;
#[path = "../../../templates/src/runtime/text.rs"]
pub(crate) mod text;
#[path = "../../../templates/src/runtime/transport.rs"]
pub(crate) mod transport;
#[path = "../../../templates/src/runtime/tree.rs"]
pub(crate) mod tree;
#[path = "../../../templates/src/runtime/tree_builder.rs"]
pub(crate) mod tree_builder;
#[path = "../../../templates/src/runtime/tree_reader.rs"]
pub(crate) mod tree_reader;
#[path = "../../../templates/src/runtime/union_visitor.rs"]
pub(crate) mod union_visitor;
#[path = "../../../templates/src/runtime/untagged.rs"]
pub(crate) mod untagged;
#[path = "../../../templates/src/runtime/untraced.rs"]
pub(crate) mod untraced;

use no_transport as default_transport;
use untraced as instrumentation;

pub(crate) use builder::ClientBuilder;
pub(crate) use payload::BoxError;
pub(crate) use send_error::SendError;

// Items that the macros refer to by path.
pub(crate) use adjacent::{Adjacent, read_adjacent, write_adjacent};
pub(crate) use code::{UnlistedCode, read_code};
pub(crate) use external::{External, read_external};
pub(crate) use lenient::LenientDeserializer;
pub(crate) use member::Missing;
pub(crate) use object::{ObjectReader, ObjectWriter, Object, ObjectSchema, read_object};
pub(crate) use tagged::{InsertedTag, Alternative, OwnTag, InjectedTag, Tagged, read_tagged};
pub(crate) use text::UnlistedText;
pub(crate) use shape::{Mark, Shape};
pub(crate) use untagged::{Untagged, read_untagged};
