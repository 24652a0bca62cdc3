//! The rules by which changes are judged. The guide prints them.
//!
//! Effects are those on a program that was compiled with the old bindings, first on what it sends, then on what it
//! receives. Whether it compiles with the new ones follows from the interfaces.

use super::ChangeKind::{
    Deprecation, Docs, FieldAdded, FieldChanged, FieldRemoved, Interface, Limit, OperationAdded, OperationChanged,
    OperationRemoved, ParameterAdded, ParameterChanged, ParameterRemoved, Service, TypeAdded, TypeChanged, TypeRemoved,
    ValueAdded, ValueChanged, ValueRemoved,
};
use super::rule::{NO_EFFECT, Rule, breaks, differs, works};

/// Declares the rules and lists them.
macro_rules! rules {
    ($($name:ident = $rule:expr;)*) => {
        $(pub(super) const $name: Rule = $rule;)*

        /// All rules, with their names.
        pub const RULES: &[(&str, Rule)] = &[$((stringify!($name), $name)),*];
    };
}

rules! {
    DOCS = Rule::new(Docs, "the documentation of `{item}` changed", NO_EFFECT).docs();
    DEPRECATION = Rule::new(Deprecation, "`{item}` {new}", NO_EFFECT).without_code();
    LIMIT_TIGHTER = Rule::by_direction(Limit, "the constraints of `{item}` changed from {old} to {new}",
        breaks("values that were accepted are rejected", "make sure that the values satisfy the new constraints"),
        NO_EFFECT).without_code();
    LIMIT_LOOSER = Rule::by_direction(Limit, "the constraints of `{item}` changed from {old} to {new}",
        NO_EFFECT,
        differs("values may exceed the old constraints; check your own validation and database columns",
            "")).without_code();
    LIMIT_TIGHTER_AND_LOOSER = Rule::by_direction(Limit, "the constraints of `{item}` changed from {old} to {new}",
        breaks("values that were accepted are rejected", "make sure that the values satisfy the new constraints"),
        differs("values may exceed the old constraints; check your own validation and database columns",
            "")).without_code();

    FIELD_REMOVED = Rule::removed(FieldRemoved, "`{item}` was removed", "remove the uses of `{field}`");
    FIELD_REMOVED_AND_REQUIRED = Rule::removed_and_required(FieldRemoved, "`{item}` was removed",
        "remove the uses of `{field}`");
    FIELD_REPLACED = Rule::removed_and_required(FieldRemoved, "`{item}` was removed",
        "check each use of `{replaced}`: `{type}::new` takes `{replacement}` in its place");
    FIELD_ADDED = Rule::new(FieldAdded, "`{item}` was added, {presence}", NO_EFFECT);
    FIELD_ADDED_AND_REQUIRED = Rule::by_direction(FieldAdded, "`{item}` was added, {presence}",
        breaks("requests without it are rejected", "set `{field}` when creating the value"),
        NO_EFFECT).affecting_creation();
    FIELD_ADDED_WITH_DEFAULT = Rule::by_direction(FieldAdded, "`{item}` was added, {presence}",
        breaks("requests without it are rejected; the new bindings send its default",
            "set `{field}` where the default does not fit"),
        NO_EFFECT).affecting_creation();
    FIELD_ADDED_AS_CONSTANT = Rule::by_direction(FieldAdded, "`{item}` was added, {presence}",
        breaks("requests without it are rejected; the new bindings send it", ""),
        NO_EFFECT).affecting_creation();
    FIELD_IN_PLACE_OF_ANOTHER = Rule::by_direction(FieldAdded, "`{item}` was added, {presence}",
        breaks("requests without it are rejected; \
            after recompiling, `{type}::new` takes the argument for `{replaced}` as `{field}`",
            "check each use of `{replaced}`: `{type}::new` takes `{replacement}` in its place"),
        NO_EFFECT).affecting_creation();
    FIELD_TYPE = Rule::by_direction(FieldChanged, "the type of `{item}` changed from {old} to {new}",
        breaks("the server may reject values of the old type", "convert `{field}` where it is read or set"),
        breaks("the old bindings may fail to read the values of the server",
            "convert `{field}` where it is read or set")).affecting_reading();
    FIELD_CONSTANT_REMOVED = Rule::by_direction(FieldChanged, "`{item}` changed from {old} to {new}",
        works("set and read `{field}`, which is now a field"),
        differs("it may have another value", "set and read `{field}`, which is now a field"));
    FIELD_CONSTANT_EXCLUDED = Rule::by_direction(FieldChanged, "`{item}` changed from {old} to {new}",
        breaks("the server may reject the old value", "set and read `{field}`, which is now a field"),
        differs("it may have another value", "set and read `{field}`, which is now a field")).affecting_creation();
    FIELD_CONSTANT_ADDED = Rule::by_direction(FieldChanged, "`{item}` changed from {old} to {new}",
        breaks("the old value is rejected; the new bindings send the new one",
            "remove the uses of the field `{old field}`, which is now a constant"),
        differs("it has another value",
            "remove the uses of the field `{old field}`, which is now a constant")).affecting_creation();
    FIELD_CONSTANT = Rule::by_direction(FieldChanged, "`{item}` changed from {old} to {new}",
        breaks("the old value is rejected; the new bindings send the new one", ""),
        differs("it has another value", "")).affecting_creation();
    FIELD_NULLABLE = Rule::by_direction(FieldChanged, "`{item}` may now be null",
        works("handle `None` for `{field}`"),
        breaks("the old bindings cannot read responses with null", "handle `None` for `{field}`")).affecting_reading();
    ARGUMENT_NULLABLE = Rule::by_direction(FieldChanged, "`{item}` may now be null",
        works("set `{field}` with `.{setter}(..)` instead of passing it to `{type}::new`"),
        breaks("the old bindings cannot read responses with null", "handle `None` for `{field}`")).affecting_reading();
    FIELD_NULLABLE_AND_OPTIONAL = Rule::new(FieldChanged, "`{item}` may now be null",
        works("handle `None` for `{field}`"));
    FIELD_NOT_NULLABLE = Rule::by_direction(FieldChanged, "`{item}` is no longer nullable",
        breaks("null is rejected in requests", "remove the handling of `None` for `{field}`"),
        works("remove the handling of `None` for `{field}`"));
    FIELD_REQUIRED = Rule::by_direction(FieldChanged, "`{item}` is now required",
        breaks("requests without it are rejected", "set `{field}` when creating the value"),
        differs("the new bindings cannot read responses without it",
            "remove the handling of `None` for `{field}`")).affecting_creation();
    FIELD_OPTIONAL = Rule::by_direction(FieldChanged, "`{item}` is now optional",
        works("handle `None` for `{field}`"),
        breaks("the old bindings cannot read responses without it", "handle `None` for `{field}`")).affecting_reading();
    NULLABLE_FIELD_OPTIONAL = Rule::by_direction(FieldChanged, "`{item}`, which may be null, is now optional",
        differs("the new bindings leave it out instead of sending null", ""),
        NO_EFFECT);
    ARGUMENT_OPTIONAL = Rule::by_direction(FieldChanged, "`{item}` is now optional",
        works("set `{field}` with `.{setter}(..)` instead of passing it to `{type}::new`"),
        breaks("the old bindings cannot read responses without it", "handle `None` for `{field}`")).affecting_reading();
    FIELD_OPTIONAL_WITH_DEFAULT = Rule::by_direction(FieldChanged, "`{item}`, which has a default, is now optional",
        works("set `{field}` where the default does not fit"),
        breaks("the old bindings cannot read responses without it", "update the bindings")).affecting_reading();
    FIELD_REQUIRED_WITH_DEFAULT = Rule::new(FieldChanged, "`{item}`, which has a default, is now required", NO_EFFECT);
    FIELD_DIRECTION = Rule::removed(FieldChanged, "`{item}` is now {new}, it was {old}",
        "adapt the code to the new fields of the request and response types");
    FIELD_ORDER = Rule::new(TypeChanged, "the order of the required members of `{item}` changed",
        breaks("after recompiling, constructor arguments may be swapped silently",
            "pass the arguments of `{type}::new` in the new order"));
    FIELD_DEFAULT = Rule::by_direction(FieldChanged, "the default of `{item}` changed from {old} to {new}",
        breaks("if it is absent, the server uses the new default",
            "set the value where the code relies on the old default"),
        differs("if it is absent, the new default applies", "")).affecting_creation();
    FIELD_DEFAULT_ADDED_OR_REMOVED = Rule::new(FieldChanged, "the default of `{item}` changed from {old} to {new}",
        differs("if it is absent, the new default applies", "set the value where the code relies on the old default"));
    OTHER_FIELDS_ADDED = Rule::new(FieldChanged, "the additional members of `{item}` are now declared: {new}", NO_EFFECT);
    OTHER_FIELDS_REMOVED = Rule::by_direction(FieldChanged, "the additional members of `{item}` are no longer declared",
        breaks("the server may reject them", "remove the uses of the field for additional members"),
        differs("the server may no longer send them", "remove the uses of the field for additional members"));
    OTHER_FIELDS_TYPE = Rule::by_direction(FieldChanged,
        "the type of the additional members of `{item}` changed from {old} to {new}",
        breaks("the server may reject values of the old type", "convert the additional members"),
        breaks("the old bindings may fail to read the values of the server",
            "convert the additional members")).affecting_reading();

    PARAMETER_REMOVED = Rule::new(ParameterRemoved, "{parameter} was removed",
        breaks("the server no longer accepts it", "remove `{argument}` from the call"));
    PARAMETER_REPLACED = Rule::new(ParameterRemoved, "{parameter} was removed",
        breaks("the server no longer accepts it",
            "check each call of `{call}`: it takes `{replacement}` in place of `{replaced}`"));
    PARAMETER_ADDED = Rule::new(ParameterAdded, "{parameter} was added, optional", NO_EFFECT);
    PARAMETER_ADDED_AND_REQUIRED = Rule::new(ParameterAdded, "{parameter} was added, required",
        breaks("requests without it are rejected", "pass `{argument}` to `{call}`"));
    PARAMETER_IN_PLACE_OF_ANOTHER = Rule::new(ParameterAdded, "{parameter} was added, required",
        breaks("requests without it are rejected; \
            after recompiling, the argument for `{replaced}` is sent as `{argument}`",
            "check each call of `{call}`: it takes `{replacement}` in place of `{replaced}`"));
    PARAMETER_TYPE = Rule::new(ParameterChanged, "the type of {parameter} changed from {old} to {new}",
        breaks("values of the old type may be rejected", "convert `{argument}` in the calls"));
    PARAMETER_STYLE = Rule::new(ParameterChanged, "the serialization of {parameter} changed from {old} to {new}",
        breaks("the server may not understand the old serialization", "update the bindings")).without_code();
    PARAMETER_REQUIRED = Rule::new(ParameterChanged, "{parameter} is now required",
        breaks("requests without it are rejected",
            "pass `{argument}` to `{call}` as an argument instead of calling its setter"));
    PARAMETER_OPTIONAL = Rule::new(ParameterChanged, "{parameter} is now optional",
        works("set it where it is needed: `{call}(..).{argument}(..)`"));
    PARAMETER_DEFAULT = Rule::new(ParameterChanged, "the default of {parameter} changed from {old} to {new}",
        breaks("if it is absent, the server uses the new default",
            "set the value where the code relies on the old default")).affecting_creation();
    PARAMETER_DEFAULT_ADDED_OR_REMOVED = Rule::new(ParameterChanged,
        "the default of {parameter} changed from {old} to {new}",
        differs("if it is absent, the new default applies", ""));
    PARAMETER_ORDER = Rule::new(ParameterChanged, "the order of the arguments of `{item}` changed",
        breaks("after recompiling, arguments may be swapped silently",
            "pass the arguments of `{call}` in the new order"));
    PATH_PARAMETERS_SWAPPED = Rule::new(ParameterChanged, "the path parameters of `{item}` changed places",
        breaks("the server may read each value as the other one; after recompiling, they are sent in the new order",
            "check the order of the arguments of `{call}`"));
    PARAMETER_CONSTANT = Rule::new(ParameterChanged, "{parameter} changed from {old} to {new}",
        breaks("the old value is rejected; the new bindings send the new one", "")).without_code();
    PARAMETER_CONSTANT_ADDED = Rule::new(ParameterAdded, "{parameter} was added, {new}",
        breaks("requests without it are rejected; the new bindings send it", "")).without_code();
    PARAMETER_CONSTANT_REMOVED = Rule::new(ParameterRemoved, "{parameter} was removed",
        breaks("the server no longer accepts it", "")).without_code();
    PARAMETER_BECOMES_ARGUMENT = Rule::new(ParameterChanged, "{parameter} changed from {old} to {new}",
        works("pass `{argument}` to `{call}`"));
    PARAMETER_CONSTANT_EXCLUDED = Rule::new(ParameterChanged, "{parameter} changed from {old} to {new}",
        breaks("the server may reject the old value", "pass `{argument}` to `{call}`")).affecting_creation();
    PARAMETER_BECOMES_CONSTANT = Rule::new(ParameterChanged, "{parameter} changed from {old} to {new}",
        breaks("other values are rejected", "remove `{argument}` from the call"));

    BODY_REMOVED = Rule::new(OperationChanged, "`{operation}` no longer takes a body",
        breaks("requests with a body may be rejected", "remove the body from the call"));
    BODY_ADDED = Rule::new(OperationChanged, "`{operation}` now takes a body, optional", NO_EFFECT);
    BODY_ADDED_AND_REQUIRED = Rule::new(OperationChanged, "`{operation}` now takes a body, required",
        breaks("requests without a body are rejected", "pass a body to `{call}`"));
    BODY_REQUIRED = Rule::new(OperationChanged, "the body of `{operation}` is now required",
        breaks("requests without a body are rejected", "adapt the body in the calls of `{call}`"));
    BODY_REQUIRED_AND_PASSED = Rule::new(OperationChanged,
        "the body of `{operation}`, which is always sent, is now required",
        works("adapt the body in the calls of `{call}`"));
    BODY_OPTIONAL = Rule::new(OperationChanged, "the body of `{operation}` is now optional",
        works("adapt the body in the calls of `{call}`"));
    BODY_CONTENT = Rule::new(OperationChanged, "the body of `{operation}` changed from {old} to {new}",
        breaks("the old body may be rejected", "adapt the body in the calls of `{call}`"));
    BODY_CONTENT_ACCEPTED = Rule::new(OperationChanged, "the body of `{operation}` changed from {old} to {new}",
        works("adapt the body in the calls of `{call}`"));

    RESPONSE = Rule::new(OperationChanged, "the response of `{item}` changed from {old} to {new}",
        breaks("the old bindings may fail to read it", "adapt the code to the new response of `{call}`"));
    RESPONSE_STILL_READ = Rule::new(OperationChanged, "the response of `{item}` changed from {old} to {new}",
        works("adapt the code to the new response of `{call}`"));
    READING = Rule::new(OperationChanged, "the response of `{item}` is now read {new} instead of {old}",
        works("adapt the code that reads the response"));
    MEDIA_TYPE = Rule::new(OperationChanged, "the media type of `{item}` changed from `{old}` to `{new}`",
        NO_EFFECT).without_code();
    MEDIA_TYPE_REPLACED = Rule::new(OperationChanged, "the media type of `{item}` changed from `{old}` to `{new}`",
        breaks("the old bindings request media types that the server may no longer offer", "")).without_code();
    OTHER_MEDIA_TYPE_ADDED = Rule::new(OperationChanged, "`{item}` is now available as `{new}`",
        NO_EFFECT).without_code();
    OTHER_MEDIA_TYPE_REMOVED = Rule::new(OperationChanged, "`{item}` is no longer available as `{old}`",
        breaks("requests with `.accept(\"{old}\")` may be rejected", "request another media type")).without_code();
    ERROR_RESPONSE = Rule::new(OperationChanged, "the error response {status} of `{item}` changed from {old} to {new}",
        differs("a body that the old bindings cannot read is `None`",
            "adapt the code to the new error response {status}"));
    ERROR_RESPONSE_ADDED = Rule::new(OperationChanged, "`{item}` declares an error response {status}",
        works("adapt the code to the new error type of the operation"));
    ERROR_RESPONSE_REMOVED = Rule::new(OperationChanged, "`{item}` no longer declares an error response {status}",
        works("remove the code that handles the error response {status}"));
    HEADER_TYPE = Rule::new(OperationChanged, "the header `{header}` of `{item}` changed from {old} to {new}",
        works("convert its value"));
    HEADER_ADDED = Rule::new(OperationChanged, "`{item}` declares the header `{header}`", NO_EFFECT);
    HEADER_REMOVED = Rule::new(OperationChanged, "`{item}` no longer declares the header `{header}`",
        works("remove its uses, or read it from `.send_raw()`"));

    OPERATION_REMOVED = Rule::new(OperationRemoved, "`{item}` was removed",
        breaks("the server no longer supports this operation", "remove the calls of `{call}`"));
    OPERATION_ADDED = Rule::new(OperationAdded, "`{item}` was added: `{call}`", NO_EFFECT);
    OPERATION_MOVED = Rule::new(OperationChanged, "`{item}`: {differences}",
        breaks("the old bindings send requests that the server may no longer support",
            "update the bindings")).without_code();
    OPERATION_MOVED_AND_RENAMED = Rule::new(OperationChanged, "`{item}`: {differences}",
        breaks("the old bindings send requests that the server may no longer support",
            "call `{call}` instead of `{old call}`"));
    OPERATION_RENAMED = Rule::new(OperationChanged, "`{item}`: {differences}",
        works("call `{call}` instead of `{old call}`"));
    OPERATION_ID = Rule::new(OperationChanged, "`{item}`: {differences}", NO_EFFECT).docs();
    PATH_PARAMETER_RENAMED = Rule::new(OperationChanged, "`{item}`: {differences}", NO_EFFECT).without_code();
    OPERATION_CREDENTIALS = Rule::new(OperationChanged,
        "the credentials required by `{item}` changed from {old} to {new}", NO_EFFECT).without_code();
    OPERATION_CREDENTIALS_NARROWED = Rule::new(OperationChanged,
        "the credentials required by `{item}` changed from {old} to {new}",
        breaks("requests with the previously sufficient credentials are rejected",
            "pass the required token to the client")).without_code();
    OPERATION_SERVER = Rule::new(OperationChanged, "the server of `{item}` changed from {old} to {new}",
        breaks("the old bindings send requests to a server that may no longer support the operation",
            "")).without_code();

    INFO = Rule::new(Service, "the title or the description of the API changed", NO_EFFECT).docs();
    INFO_VERSION = Rule::new(Service, "the API changed from {old} to {new}", NO_EFFECT).docs();
    CREDENTIALS = Rule::new(Service, "the credentials required by the API changed from {old} to {new}",
        works("adapt the calls of `Client::new`"));
    CREDENTIALS_NARROWED = Rule::new(Service, "the credentials required by the API changed from {old} to {new}",
        breaks("requests with the previously sufficient credentials are rejected",
            "pass the required token to the client"));
    DEFAULT_SCHEME = Rule::new(Service, "`.token(..)` now uses the scheme `{new}` instead of `{old}`",
        breaks("after recompiling, programs send their token with another scheme",
            "set `scheme = \"{old}\"` in `[token]` of bindery.toml")).without_code();
    SCHEME_ADDED = Rule::new(Service, "the security scheme `{item}` was added", NO_EFFECT);
    SCHEME_REMOVED = Rule::new(Service, "the security scheme `{item}` was removed",
        breaks("the server no longer accepts tokens that are sent this way",
            "use another scheme: `.token_as(TokenScheme::.., ..)`"));
    SCHEME_PLACE = Rule::new(Service, "the token of `{item}` is now sent {new} instead of {old}",
        breaks("the old bindings send the token where the server does not expect it", "")).without_code();

    SERVER_PATH = Rule::new(Service, "the server address changed from `{was}` to `{is}`",
        breaks("the old bindings send requests to addresses that the server may no longer support",
            "update the bindings; if you pass the client an address with this path, change it"));
    SERVER_HOST = Rule::new(Service, "the server address changed from `{was}` to `{is}`",
        breaks("after recompiling, programs without an explicit server \
            send their requests and tokens to the new server",
            "pass the client the old address to keep using it"));
    SERVER_HOST_PASSED = Rule::new(Service, "the server address changed from `{was}` to `{is}`",
        breaks("the address that programs pass to the client may be outdated",
            "check the address that you pass to the client"));
    SERVER_OF_DESCRIPTION = Rule::new(Service, "the server address changed from `{was}` to `{is}`",
        differs("the client uses the server in the description", ""));
    SERVER_OF_RETRIEVAL = Rule::new(Service, "the server address changed from `{was}` to `{is}`",
        differs("the description names no host; after recompiling, programs without an explicit server \
            use the one from which the new description was loaded", ""));
    NAMED_SERVER_ADDED = Rule::new(Service, "the server `{new}` was added", NO_EFFECT);
    NAMED_SERVER_REMOVED = Rule::new(Service, "the server `{old}` was removed", works("remove the uses of its constant"));
    NAMED_SERVER = Rule::new(Service, "the server `{name}` changed from `{old}` to `{new}`",
        breaks("programs that use it connect to the new address", "")).without_code();
    SERVER_VARIABLE_ADDED = Rule::new(Service, "the server variable `{name}` was added", NO_EFFECT);
    SERVER_VARIABLE_REMOVED = Rule::new(Service, "the server variable `{name}` was removed",
        works("remove the calls that set it"));
    SERVER_VARIABLE = Rule::new(Service, "the default of the server variable `{name}` changed from `{old}` to `{new}`",
        breaks("programs that do not set it connect to the new address", "")).without_code();

    SCHEMA_ADDED = Rule::new(TypeAdded, "the schema `{item}` was added", NO_EFFECT);
    SCHEMA_REMOVED = Rule::new(TypeRemoved, "the schema `{item}` was removed",
        works("remove its uses, or define the type yourself"));
    SCHEMA_NAME = Rule::new(TypeChanged, "the schema `{old}` was renamed to `{new}`", NO_EFFECT);
    SCHEMA_AND_TYPE_NAME = Rule::new(TypeChanged, "the schema `{old}` was renamed to `{new}`",
        works("replace `{was}` by `{type}`"));
    TYPE_NAME = Rule::new(TypeChanged, "the type of `{item}` was renamed from `{old}` to `{new}`",
        works("replace `{was}` by `{type}`"));
    TYPE_SPLIT = Rule::new(TypeChanged, "`{item}` has its own type `{new}` instead of `{old}`",
        works("replace `{was}` by `{type}` for `{item}`; other uses keep `{was}`"));
    TYPE_SHAPE = Rule::new(TypeChanged, "`{item}` changed from {old} to {new}",
        breaks("values of the old type are no longer understood",
            "adapt the code to the new declaration of `{type}`")).affecting_reading();
    OWN_TYPE = Rule::new(TypeChanged, "the schema `{item}`, which your type replaces, changed",
        differs("your type may not match the values that the server sends and accepts", ""));
    INTERFACE = Rule::new(Interface, "`{item}` {effect} because of other changes",
        works("adapt the code to the new declaration of `{item}`"));

    VALUE_ADDED = Rule::by_direction(ValueAdded, "the value {new} was added to `{item}`",
        NO_EFFECT, differs("the old bindings read it as an unknown value", ""));
    VALUE_REMOVED = Rule::removed(ValueRemoved, "the value {value} of `{item}` was removed",
        "remove the uses of `{variant}`");
    VALUE_ORDER = Rule::new(TypeChanged, "the order of the values of `{item}` changed",
        differs("values are compared and listed in the new order", "")).without_code();
    INTEGER_MEANING = Rule::new(ValueChanged, "the meaning of the value {value} of `{item}` changed",
        differs("`meaning()` returns the new text", ""));
    MEANING_AND_NAME = Rule::new(ValueChanged, "the meaning of the value {value} of `{item}` changed",
        breaks("the value now means `{new variant}` instead of `{variant}`",
            "check the code that uses `{variant}`: the value is now called `{new variant}`"));
    STRING_MEANING = Rule::new(ValueChanged, "the meaning of the value {value} of `{item}` changed", NO_EFFECT).docs();
    ALTERNATIVE = Rule::new(ValueChanged, "an alternative of `{item}` changed from {old} to {new}",
        breaks("values of the old type are no longer understood",
            "adapt the code to the new content of `{variant}`")).affecting_reading();
    ALTERNATIVE_ADDED = Rule::by_direction(ValueAdded, "the alternative {alternative} was added to `{item}`",
        NO_EFFECT, differs("the old bindings read it as an unknown value", ""));
    ALTERNATIVE_REMOVED = Rule::removed(ValueRemoved, "the alternative {alternative} was removed from `{item}`",
        "remove the uses of `{variant}`");
    ALTERNATIVE_ORDER = Rule::by_direction(TypeChanged, "the alternatives of `{item}` are tried in another order",
        NO_EFFECT,
        breaks("after recompiling, a response that fits several alternatives is read as another one",
            "check the code that handles each alternative")).without_code();
    TAGS = Rule::new(ValueChanged, "the alternatives of `{item}` are distinguished differently",
        breaks("the old bindings may send or read a value as the wrong alternative, or fail to read it",
            "")).without_code().affecting_reading();

    EVENT_ADDED = Rule::new(OperationAdded, "the event `{item}` was added",
        differs("the old bindings read it as an unknown event", ""));
    EVENT_REMOVED = Rule::new(OperationRemoved, "the event `{item}` was removed",
        breaks("the server no longer sends it", "remove its uses"));
    EVENT_PAYLOAD = Rule::new(OperationChanged, "the payload of the event `{item}` changed from {old} to {new}",
        breaks("the old bindings may fail to read its payload",
            "adapt the code to the new payload of `Event::{name}`")).affecting_reading();
    EVENT_ID = Rule::new(OperationChanged, "the event `{item}` is now identified by `{new}` instead of `{old}`",
        breaks("the old bindings read it as an unknown event", "update the bindings"));
    EVENT_RENAMED = Rule::new(OperationChanged, "the event `{item}` was renamed to `{name}` in the code",
        works("replace `Event::{old name}` by `Event::{name}`"));
    EVENT_PLACES = Rule::new(OperationChanged, "events are now identified by {new} instead of {old}",
        breaks("the old bindings cannot identify events", "update the bindings"));
}
