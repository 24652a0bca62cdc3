//! The rules by which changes are judged, in order: the first one that applies to a difference decides. The guide prints
//! them.
//!
//! Effects are those on a program that was compiled with the old bindings, first on what it sends, then on what it
//! receives. Whether it compiles with the new ones follows from the interfaces.

use super::fact::Aspect::{
    About, Accept, Code, Constant, Content, Credentials, DataType, DefaultScheme, DefaultValue, Deprecation,
    Directions, Docs, Identity, Limits, Meaning, Name, Null, Order, PathOrder, Place, Presence, Reading, Replaced,
    Route, Style, Tags, Url,
};
use super::guard::*;
use super::rule::{NO_EFFECT, Rule, both, breaks, differs, removal, removal_of_required, works};
use super::subject::SubjectKind::{
    Address, Alternative, Body, Event, Events, Failure, Field, Header, Info, MediaType, NamedServer, Operation,
    OtherMembers, Output, OwnType, Parameter, Scheme, Security, ServerVariable, Type, Value,
};

/// Declares the rules and lists them.
macro_rules! rules {
    ($($name:ident = $rule:expr;)*) => {
        /// All rules, with their names.
        pub const RULES: &[(&str, Rule)] = &[$((stringify!($name), $rule)),*];
    };
}

/// The rule of an item of the code that differs without a change of its element.
pub(super) const INTERFACE: Rule = Rule::of_all(
    Code,
    "`{item}` {effect} because of other changes",
    both(works("adapt the code to the new declaration of `{item}`")),
);

rules! {
    DOCS = Rule::of_all(Docs, "the documentation of `{item}` changed", both(NO_EFFECT)).docs();
    DEPRECATION = Rule::of_all(Deprecation, "`{item}` {new}", both(NO_EFFECT)).without_code();
    LIMIT_TIGHTER_AND_LOOSER = Rule::of_all(Limits, "`{item}` {limits}",
        [breaks("values that were accepted are rejected", "make sure that the values satisfy the new constraints"),
        differs("values may exceed the old constraints; check your own validation and database columns", "")])
        .when(&[has_same_type, is_tighter, is_looser]).without_code();
    LIMIT_TIGHTER = Rule::of_all(Limits, "`{item}` {limits}",
        [breaks("values that were accepted are rejected", "make sure that the values satisfy the new constraints"),
        NO_EFFECT]).when(&[has_same_type, is_tighter]).without_code();
    LIMIT_LOOSER = Rule::of_all(Limits, "`{item}` {limits}",
        [NO_EFFECT,
        differs("values may exceed the old constraints; check your own validation and database columns", "")])
        .when(&[has_same_type]).without_code();

    FIELD_REPLACED = Rule::removed(Field, "`{item}` was removed",
        removal_of_required("check each use of `{replaced}`: `{type}::new` takes `{replacement}` in its place"))
        .when(&[is_replaced]).affecting_reading();
    FIELD_REMOVED_AND_REQUIRED = Rule::removed(Field, "`{item}` was removed",
        removal_of_required("remove the uses of `{field}`")).when(&[was_always_received]).affecting_reading();
    FIELD_REMOVED = Rule::removed(Field, "`{item}` was removed", removal("remove the uses of `{field}`"));
    FIELD_ADDED_AS_CONSTANT = Rule::added(Field, "`{item}` was added, {presence}",
        [breaks("requests without it are rejected; the new bindings send it", ""), NO_EFFECT])
        .when(&[is_constant]).affecting_creation();
    FIELD_IN_PLACE_OF_ANOTHER = Rule::added(Field, "`{item}` was added, {presence}",
        [breaks("requests without it are rejected; \
            after recompiling, `{type}::new` takes the argument for `{replaced}` as `{field}`",
            "check each use of `{replaced}`: `{type}::new` takes `{replacement}` in its place"),
        NO_EFFECT]).when(&[is_asked_for, is_replaced]).affecting_creation();
    FIELD_ADDED_WITH_DEFAULT = Rule::added(Field, "`{item}` was added, {presence}",
        [breaks("requests without it are rejected; the new bindings send its default",
            "set `{field}` where the default does not fit"),
        NO_EFFECT]).when(&[is_asked_for, is_set_to_default]).affecting_creation();
    FIELD_ADDED_AND_REQUIRED = Rule::added(Field, "`{item}` was added, {presence}",
        [breaks("requests without it are rejected", "set `{field}` when creating the value"), NO_EFFECT])
        .when(&[is_asked_for]).affecting_creation();
    FIELD_ADDED = Rule::added(Field, "`{item}` was added, {presence}", both(NO_EFFECT));
    FIELD_TYPE = Rule::changed(Field, DataType, "the type of `{item}` changed from {old} to {new}",
        [breaks("the server may reject values of the old type", "convert `{field}` where it is read or set"),
        breaks("the old bindings may fail to read the values of the server",
            "convert `{field}` where it is read or set")]).affecting_reading();
    FIELD_CONSTANT = Rule::changed(Field, Constant, "`{item}` changed from {old} to {new}",
        [breaks("the old value is rejected; the new bindings send the new one", ""),
        differs("it has another value", "")]).when(&[was_constant, is_constant]).affecting_creation();
    FIELD_CONSTANT_REMOVED = Rule::changed(Field, Constant, "`{item}` changed from {old} to {new}",
        [works("set and read `{field}`, which is now a field"),
        differs("it may have another value", "set and read `{field}`, which is now a field")])
        .when(&[was_constant, allows_old_constant]);
    FIELD_CONSTANT_EXCLUDED = Rule::changed(Field, Constant, "`{item}` changed from {old} to {new}",
        [breaks("the server may reject the old value", "set and read `{field}`, which is now a field"),
        differs("it may have another value", "set and read `{field}`, which is now a field")])
        .when(&[was_constant]).affecting_creation();
    FIELD_CONSTANT_ADDED = Rule::changed(Field, Constant, "`{item}` changed from {old} to {new}",
        [breaks("the old value is rejected; the new bindings send the new one",
            "remove the uses of the field `{old field}`, which is now a constant"),
        differs("it has another value",
            "remove the uses of the field `{old field}`, which is now a constant")]).affecting_creation();
    ARGUMENT_NULLABLE = Rule::changed(Field, Null, "`{item}` may now be null",
        [works("set `{field}` with `.{setter}(..)` instead of passing it to `{type}::new`"),
        breaks("the old bindings cannot read responses with null", "handle `None` for `{field}`")])
        .when(&[is_null, is_required_now, was_argument]).affecting_reading();
    FIELD_NULLABLE = Rule::changed(Field, Null, "`{item}` may now be null",
        [works("handle `None` for `{field}`"),
        breaks("the old bindings cannot read responses with null", "handle `None` for `{field}`")])
        .when(&[is_null, is_required_now]).affecting_reading();
    FIELD_NULLABLE_AND_OPTIONAL = Rule::changed(Field, Null, "`{item}` may now be null",
        both(works("handle `None` for `{field}`"))).when(&[is_null]);
    FIELD_NOT_NULLABLE = Rule::changed(Field, Null, "`{item}` is no longer nullable",
        [breaks("null is rejected in requests", "remove the handling of `None` for `{field}`"),
        works("remove the handling of `None` for `{field}`")]);
    FIELD_REQUIRED_WITH_DEFAULT = Rule::changed(Field, Presence, "`{item}`, which has a default, is now required",
        both(NO_EFFECT)).when(&[is_required_now, has_or_had_default, is_not_sent]);
    FIELD_REQUIRED = Rule::changed(Field, Presence, "`{item}` is now required",
        [breaks("requests without it are rejected", "set `{field}` when creating the value"),
        differs("the new bindings cannot read responses without it",
            "remove the handling of `None` for `{field}`")]).when(&[is_required_now]).affecting_creation();
    NULLABLE_FIELD_OPTIONAL = Rule::changed(Field, Presence, "`{item}`, which may be null, is now optional",
        [differs("the new bindings leave it out instead of sending null", ""), NO_EFFECT]).when(&[was_null]);
    FIELD_OPTIONAL_WITH_DEFAULT = Rule::changed(Field, Presence, "`{item}`, which has a default, is now optional",
        [works("set `{field}` where the default does not fit"),
        breaks("the old bindings cannot read responses without it", "update the bindings")])
        .when(&[has_default]).affecting_reading();
    ARGUMENT_OPTIONAL = Rule::changed(Field, Presence, "`{item}` is now optional",
        [works("set `{field}` with `.{setter}(..)` instead of passing it to `{type}::new`"),
        breaks("the old bindings cannot read responses without it", "handle `None` for `{field}`")])
        .when(&[was_argument]).affecting_reading();
    FIELD_OPTIONAL = Rule::changed(Field, Presence, "`{item}` is now optional",
        [works("handle `None` for `{field}`"),
        breaks("the old bindings cannot read responses without it", "handle `None` for `{field}`")]).affecting_reading();
    FIELD_DIRECTION = Rule::changed(Field, Directions, "`{item}` is now {new}, it was {old}",
        removal("adapt the code to the new fields of the request and response types"));
    FIELD_DEFAULT = Rule::changed(Field, DefaultValue, "the default of `{item}` changed from {old} to {new}",
        [breaks("if it is absent, the server uses the new default",
            "set the value where the code relies on the old default"),
        differs("if it is absent, the new default applies", "")])
        .when(&[may_rely_on_default, is_in_both]).affecting_creation();
    FIELD_DEFAULT_ADDED_OR_REMOVED = Rule::changed(Field, DefaultValue,
        "the default of `{item}` changed from {old} to {new}",
        both(differs("if it is absent, the new default applies",
            "set the value where the code relies on the old default"))).when(&[may_rely_on_default]);
    OTHER_FIELDS_ADDED = Rule::added(OtherMembers, "the additional members of `{item}` are now declared: {new}",
        both(NO_EFFECT));
    OTHER_FIELDS_REMOVED = Rule::removed(OtherMembers, "the additional members of `{item}` are no longer declared",
        [breaks("the server may reject them", "remove the uses of the field for additional members"),
        differs("the server may no longer send them", "remove the uses of the field for additional members")]);
    OTHER_FIELDS_TYPE = Rule::changed(OtherMembers, DataType,
        "the type of the additional members of `{item}` changed from {old} to {new}",
        [breaks("the server may reject values of the old type", "convert the additional members"),
        breaks("the old bindings may fail to read the values of the server",
            "convert the additional members")]).affecting_reading();

    PARAMETER_CONSTANT_REMOVED = Rule::removed(Parameter, "{parameter} was removed",
        both(breaks("the server no longer accepts it", ""))).when(&[was_constant]).without_code();
    PARAMETER_REPLACED = Rule::removed(Parameter, "{parameter} was removed",
        both(breaks("the server no longer accepts it",
            "check each call of `{call}`: it takes `{replacement}` in place of `{replaced}`"))).when(&[is_replaced]);
    PARAMETER_REMOVED = Rule::removed(Parameter, "{parameter} was removed",
        both(breaks("the server no longer accepts it", "remove `{argument}` from the call")));
    PARAMETER_CONSTANT_ADDED = Rule::added(Parameter, "{parameter} was added, {new}",
        both(breaks("requests without it are rejected; the new bindings send it", "")))
        .when(&[is_constant]).without_code();
    PARAMETER_IN_PLACE_OF_ANOTHER = Rule::added(Parameter, "{parameter} was added, required",
        both(breaks("requests without it are rejected; \
            after recompiling, the argument for `{replaced}` is sent as `{argument}`",
            "check each call of `{call}`: it takes `{replacement}` in place of `{replaced}`")))
        .when(&[is_required_now, is_replaced]);
    PARAMETER_ADDED_AND_REQUIRED = Rule::added(Parameter, "{parameter} was added, required",
        both(breaks("requests without it are rejected", "pass `{argument}` to `{call}`"))).when(&[is_required_now]);
    PARAMETER_ADDED = Rule::added(Parameter, "{parameter} was added, optional", both(NO_EFFECT));
    PARAMETER_TYPE = Rule::changed(Parameter, DataType, "the type of {parameter} changed from {old} to {new}",
        both(breaks("values of the old type may be rejected", "convert `{argument}` in the calls")));
    PARAMETER_STYLE = Rule::changed(Parameter, Style, "the serialization of {parameter} changed from {old} to {new}",
        both(breaks("the server may not understand the old serialization", "update the bindings"))).without_code();
    PARAMETER_REQUIRED = Rule::changed(Parameter, Presence, "{parameter} is now required",
        both(breaks("requests without it are rejected",
            "pass `{argument}` to `{call}` as an argument instead of calling its setter"))).when(&[is_required_now]);
    PARAMETER_OPTIONAL = Rule::changed(Parameter, Presence, "{parameter} is now optional",
        both(works("set it where it is needed: `{call}(..).{argument}(..)`")));
    PARAMETER_DEFAULT = Rule::changed(Parameter, DefaultValue, "the default of {parameter} changed from {old} to {new}",
        both(breaks("if it is absent, the server uses the new default",
            "set the value where the code relies on the old default")))
        .when(&[may_rely_on_default, is_in_both]).affecting_creation();
    PARAMETER_DEFAULT_ADDED_OR_REMOVED = Rule::changed(Parameter, DefaultValue,
        "the default of {parameter} changed from {old} to {new}",
        both(differs("if it is absent, the new default applies", ""))).when(&[may_rely_on_default]);
    PARAMETER_CONSTANT = Rule::changed(Parameter, Constant, "{parameter} changed from {old} to {new}",
        both(breaks("the old value is rejected; the new bindings send the new one", "")))
        .when(&[was_constant, is_constant]).without_code();
    PARAMETER_BECOMES_CONSTANT = Rule::changed(Parameter, Constant, "{parameter} changed from {old} to {new}",
        both(breaks("other values are rejected", "remove `{argument}` from the call"))).when(&[is_constant]);
    PARAMETER_BECOMES_ARGUMENT = Rule::changed(Parameter, Constant, "{parameter} changed from {old} to {new}",
        both(works("pass `{argument}` to `{call}`"))).when(&[allows_old_constant]);
    PARAMETER_CONSTANT_EXCLUDED = Rule::changed(Parameter, Constant, "{parameter} changed from {old} to {new}",
        both(breaks("the server may reject the old value", "pass `{argument}` to `{call}`"))).affecting_creation();

    BODY_REMOVED = Rule::removed(Body, "`{operation}` no longer takes a body",
        both(breaks("requests with a body may be rejected", "remove the body from the call")));
    BODY_ADDED_AND_REQUIRED = Rule::added(Body, "`{operation}` now takes a body, required",
        both(breaks("requests without a body are rejected", "pass a body to `{call}`"))).when(&[has_required_body]);
    BODY_ADDED = Rule::added(Body, "`{operation}` now takes a body, optional", both(NO_EFFECT));
    BODY_REQUIRED = Rule::changed(Body, Presence, "the body of `{operation}` is now required",
        both(breaks("requests without a body are rejected", "adapt the body in the calls of `{call}`")))
        .when(&[has_required_body, could_be_left_out]);
    BODY_REQUIRED_AND_PASSED = Rule::changed(Body, Presence,
        "the body of `{operation}`, which is always sent, is now required",
        both(works("adapt the body in the calls of `{call}`"))).when(&[has_required_body]);
    BODY_OPTIONAL = Rule::changed(Body, Presence, "the body of `{operation}` is now optional",
        both(works("adapt the body in the calls of `{call}`")));
    BODY_CONTENT = Rule::changed(Body, Content, "the body of `{operation}` changed from {old} to {new}",
        both(breaks("the old body may be rejected", "adapt the body in the calls of `{call}`")))
        .when(&[rejects_old_body]);
    BODY_CONTENT_ACCEPTED = Rule::changed(Body, Content, "the body of `{operation}` changed from {old} to {new}",
        both(works("adapt the body in the calls of `{call}`")));

    RESPONSE_STILL_READ = Rule::changed(Output, Content, "the response of `{item}` changed from {old} to {new}",
        both(works("adapt the code to the new response of `{call}`"))).when(&[is_still_read]);
    RESPONSE = Rule::changed(Output, Content, "the response of `{item}` changed from {old} to {new}",
        both(breaks("the old bindings may fail to read it", "adapt the code to the new response of `{call}`")));
    READING = Rule::changed(Output, Reading, "the response of `{item}` is now read {new} instead of {old}",
        both(works("adapt the code that reads the response")));
    MEDIA_TYPE_REPLACED = Rule::changed(Output, Accept, "the media type of `{item}` changed from `{old}` to `{new}`",
        both(breaks("the old bindings request media types that the server may no longer offer", "")))
        .when(&[is_media_type_replaced]).without_code();
    MEDIA_TYPE = Rule::changed(Output, Accept, "the media type of `{item}` changed from `{old}` to `{new}`",
        both(NO_EFFECT)).without_code();
    OTHER_MEDIA_TYPE_ADDED = Rule::added(MediaType, "`{item}` is now available as `{new}`",
        both(NO_EFFECT)).without_code();
    OTHER_MEDIA_TYPE_REMOVED = Rule::removed(MediaType, "`{item}` is no longer available as `{old}`",
        both(breaks("requests with `.accept(\"{old}\")` may be rejected", "request another media type"))).without_code();
    ERROR_RESPONSE = Rule::changed(Failure, DataType,
        "the error response {status} of `{item}` changed from {old} to {new}",
        both(differs("a body that the old bindings cannot read is `None`",
            "adapt the code to the new error response {status}")));
    ERROR_RESPONSE_ADDED = Rule::added(Failure, "`{item}` declares an error response {status}",
        both(works("adapt the code to the new error type of the operation")));
    ERROR_RESPONSE_REMOVED = Rule::removed(Failure, "`{item}` no longer declares an error response {status}",
        both(works("remove the code that handles the error response {status}")));
    HEADER_TYPE = Rule::changed(Header, DataType, "the header `{header}` of `{item}` changed from {old} to {new}",
        both(works("convert its value")));
    HEADER_ADDED = Rule::added(Header, "`{item}` declares the header `{header}`", both(NO_EFFECT));
    HEADER_REMOVED = Rule::removed(Header, "`{item}` no longer declares the header `{header}`",
        both(works("remove its uses, or read it from `.send_raw()`")));

    OPERATION_REMOVED = Rule::removed(Operation, "`{item}` was removed",
        both(breaks("the server no longer supports this operation", "remove the calls of `{call}`")));
    OPERATION_ADDED = Rule::added(Operation, "`{item}` was added: `{call}`", both(NO_EFFECT));
    OPERATION_MOVED_AND_RENAMED = Rule::changed(Operation, Route, "`{item}`: {differences}",
        both(breaks("the old bindings send requests that the server may no longer support",
            "call `{call}` instead of `{old call}`"))).when(&[is_moved, is_called_otherwise]);
    OPERATION_MOVED = Rule::changed(Operation, Route, "`{item}`: {differences}",
        both(breaks("the old bindings send requests that the server may no longer support",
            "update the bindings"))).when(&[is_moved]).without_code();
    OPERATION_RENAMED = Rule::changed(Operation, Route, "`{item}`: {differences}",
        both(works("call `{call}` instead of `{old call}`"))).when(&[is_called_otherwise]);
    PATH_PARAMETER_RENAMED = Rule::changed(Operation, Route, "`{item}`: {differences}",
        both(NO_EFFECT)).when(&[has_other_path]).without_code();
    OPERATION_ID = Rule::changed(Operation, Route, "`{item}`: {differences}", both(NO_EFFECT)).docs();
    PATH_PARAMETERS_SWAPPED = Rule::changed(Operation, PathOrder, "the path parameters of `{item}` changed places",
        both(breaks("the server may read each value as the other one; after recompiling, they are sent in the new order",
            "check the order of the arguments of `{call}`")));
    PARAMETER_ORDER = Rule::changed(Operation, Order, "the order of the arguments of `{item}` changed",
        both(breaks("after recompiling, arguments may be swapped silently",
            "pass the arguments of `{call}` in the new order"))).when(&[takes_arguments]);
    OPERATION_CREDENTIALS_NARROWED = Rule::changed(Operation, Credentials,
        "the credentials required by `{item}` changed from {old} to {new}",
        both(breaks("requests with the previously sufficient credentials are rejected",
            "pass the required token to the client"))).when(&[is_narrower]).without_code();
    OPERATION_CREDENTIALS = Rule::changed(Operation, Credentials,
        "the credentials required by `{item}` changed from {old} to {new}", both(NO_EFFECT)).without_code();
    OPERATION_SERVER = Rule::changed(Operation, Url, "the server of `{item}` changed from {old} to {new}",
        both(breaks("the old bindings send requests to a server that may no longer support the operation", "")))
        .without_code();

    INFO = Rule::changed(Info, About, "the title or the description of the API changed", both(NO_EFFECT))
        .when(&[has_same_version]).docs();
    INFO_VERSION = Rule::changed(Info, About, "the API changed from {old} to {new}", both(NO_EFFECT)).docs();
    CREDENTIALS_NARROWED = Rule::changed(Security, Credentials,
        "the credentials required by the API changed from {old} to {new}",
        both(breaks("requests with the previously sufficient credentials are rejected",
            "pass the required token to the client"))).when(&[is_narrower]);
    CREDENTIALS = Rule::changed(Security, Credentials,
        "the credentials required by the API changed from {old} to {new}",
        both(works("adapt the calls of `Client::new`")));
    DEFAULT_SCHEME = Rule::changed(Security, DefaultScheme, "`.token(..)` now uses the scheme `{new}` instead of `{old}`",
        both(breaks("after recompiling, programs send their token with another scheme",
            "set `scheme = \"{old}\"` in `[token]` of bindery.toml"))).when(&[has_old_scheme]).without_code();
    SCHEME_ADDED = Rule::added(Scheme, "the security scheme `{item}` was added", both(NO_EFFECT));
    SCHEME_REMOVED = Rule::removed(Scheme, "the security scheme `{item}` was removed",
        both(breaks("the server no longer accepts tokens that are sent this way",
            "use another scheme: `.token_as(TokenScheme::.., ..)`")));
    SCHEME_PLACE = Rule::changed(Scheme, Place, "the token of `{item}` is now sent {new} instead of {old}",
        both(breaks("the old bindings send the token where the server does not expect it", ""))).without_code();

    SERVER_OF_RETRIEVAL = Rule::changed(Address, Url, "the server address changed from `{was}` to `{is}`",
        both(differs("the description names no host; after recompiling, programs without an explicit server \
            use the one from which the new description was loaded", ""))).when(&[declares_same_server]);
    SERVER_PATH = Rule::changed(Address, Url, "the server address changed from `{was}` to `{is}`",
        both(breaks("the old bindings send requests to addresses that the server may no longer support",
            "update the bindings; if you pass the client an address with this path, change it")))
        .when(&[has_other_base_path]);
    SERVER_HOST = Rule::changed(Address, Url, "the server address changed from `{was}` to `{is}`",
        both(breaks("after recompiling, programs without an explicit server \
            send their requests and tokens to the new server",
            "pass the client the old address to keep using it"))).when(&[had_address]);
    SERVER_HOST_PASSED = Rule::changed(Address, Url, "the server address changed from `{was}` to `{is}`",
        both(breaks("the address that programs pass to the client may be outdated",
            "check the address that you pass to the client"))).when(&[had_host]);
    SERVER_OF_DESCRIPTION = Rule::changed(Address, Url, "the server address changed from `{was}` to `{is}`",
        both(differs("the client uses the server in the description", "")));
    NAMED_SERVER_ADDED = Rule::added(NamedServer, "the server `{new}` was added", both(NO_EFFECT));
    NAMED_SERVER_REMOVED = Rule::removed(NamedServer, "the server `{old}` was removed",
        both(works("remove the uses of its constant")));
    NAMED_SERVER = Rule::changed(NamedServer, Url, "the server `{name}` changed from `{old}` to `{new}`",
        both(breaks("programs that use it connect to the new address", ""))).without_code();
    SERVER_VARIABLE_ADDED = Rule::added(ServerVariable, "the server variable `{name}` was added", both(NO_EFFECT));
    SERVER_VARIABLE_REMOVED = Rule::removed(ServerVariable, "the server variable `{name}` was removed",
        both(works("remove the calls that set it")));
    SERVER_VARIABLE = Rule::changed(ServerVariable, DefaultValue,
        "the default of the server variable `{name}` changed from `{old}` to `{new}`",
        both(breaks("programs that do not set it connect to the new address", ""))).without_code();

    SCHEMA_ADDED = Rule::added(Type, "the schema `{item}` was added", both(NO_EFFECT))
        .together("the schemas {each} were added");
    SCHEMA_REMOVED = Rule::removed(Type, "the schema `{item}` was removed",
        both(works("remove its uses, or define the type yourself"))).together("the schemas {each} were removed");
    SCHEMA_AND_TYPE_NAME = Rule::changed(Type, Name, "the schema `{old}` was renamed to `{new}`",
        both(works("replace `{was}` by `{type}`"))).when(&[is_schema_renamed, is_type_renamed]);
    SCHEMA_NAME = Rule::changed(Type, Name, "the schema `{old}` was renamed to `{new}`", both(NO_EFFECT))
        .when(&[is_schema_renamed]);
    TYPE_SPLIT = Rule::changed(Type, Name, "`{item}` has its own type `{new}` instead of `{old}`",
        both(works("replace `{was}` by `{type}` for `{item}`; other uses keep `{was}`"))).when(&[is_old_name_in_use]);
    TYPE_NAME = Rule::changed(Type, Name, "the type of `{item}` was renamed from `{old}` to `{new}`",
        both(works("replace `{was}` by `{type}`")));
    TYPE_SHAPE = Rule::changed(Type, DataType, "`{item}` changed from {old} to {new}",
        both(breaks("values of the old type are no longer understood",
            "adapt the code to the new declaration of `{type}`"))).affecting_reading();
    FIELD_ORDER = Rule::changed(Type, Order, "the order of the required members of `{item}` changed",
        both(breaks("after recompiling, constructor arguments may be swapped silently",
            "pass the arguments of `{created}::new` in the new order"))).when(&[has_constructor])
        .together("the required members of {each} are in another order");
    VALUE_ORDER = Rule::changed(Type, Order, "the order of the values of `{item}` changed",
        both(differs("values are compared and listed in the new order", ""))).when(&[is_enumeration]).without_code();
    ALTERNATIVE_ORDER = Rule::changed(Type, Order, "the alternatives of `{item}` are tried in another order",
        [NO_EFFECT,
        breaks("after recompiling, a response that fits several alternatives is read as another one",
            "check the code that handles each alternative")]).when(&[is_union]).without_code();
    TAGS = Rule::changed(Type, Tags, "the alternatives of `{item}` are distinguished differently",
        both(breaks("the old bindings may send or read a value as the wrong alternative, or fail to read it",
            ""))).without_code().affecting_reading();
    OWN_TYPE = Rule::changed(OwnType, Replaced, "the schema `{item}`, which your type replaces, changed",
        both(differs("your type may not match the values that the server sends and accepts", "")));

    VALUE_ADDED = Rule::added(Value, "the value {new} was added to `{item}`",
        [NO_EFFECT, differs("the old bindings read it as an unknown value", "")])
        .together("the values {each} were added to `{item}`");
    VALUE_REMOVED = Rule::removed(Value, "the value {value} of `{item}` was removed",
        removal("remove the uses of `{variant}`")).together("the values {each} of `{item}` were removed");
    MEANING_AND_NAME = Rule::changed(Value, Meaning, "the meaning of the value {value} of `{item}` changed",
        both(breaks("the value now means `{new variant}` instead of `{variant}`",
            "check the code that uses `{variant}`: the value is now called `{new variant}`"))).when(&[has_other_name]);
    INTEGER_MEANING = Rule::changed(Value, Meaning, "the meaning of the value {value} of `{item}` changed",
        both(differs("`meaning()` returns the new text", ""))).when(&[is_integer]);
    STRING_MEANING = Rule::changed(Value, Meaning, "the meaning of the value {value} of `{item}` changed",
        both(NO_EFFECT)).docs();
    ALTERNATIVE = Rule::changed(Alternative, DataType, "an alternative of `{item}` changed from {old} to {new}",
        both(breaks("values of the old type are no longer understood",
            "adapt the code to the new content of `{variant}`"))).affecting_reading();
    ALTERNATIVE_ADDED = Rule::added(Alternative, "the alternative {alternative} was added to `{item}`",
        [NO_EFFECT, differs("the old bindings read it as an unknown value", "")])
        .together("the alternatives {each} were added to `{item}`");
    ALTERNATIVE_REMOVED = Rule::removed(Alternative, "the alternative {alternative} was removed from `{item}`",
        removal("remove the uses of `{variant}`")).together("the alternatives {each} were removed from `{item}`");

    EVENT_ADDED = Rule::added(Event, "the event `{item}` was added",
        both(differs("the old bindings read it as an unknown event", "")));
    EVENT_REMOVED = Rule::removed(Event, "the event `{item}` was removed",
        both(breaks("the server no longer sends it", "remove its uses")));
    EVENT_PAYLOAD = Rule::changed(Event, DataType, "the payload of the event `{item}` changed from {old} to {new}",
        both(breaks("the old bindings may fail to read its payload",
            "adapt the code to the new payload of `Event::{name}`"))).affecting_reading();
    EVENT_ID = Rule::changed(Event, Identity, "the event `{item}` is now identified by `{new}` instead of `{old}`",
        both(breaks("the old bindings read it as an unknown event", "update the bindings")));
    EVENT_RENAMED = Rule::changed(Event, Name, "the event `{item}` was renamed to `{name}` in the code",
        both(works("replace `Event::{old name}` by `Event::{name}`")));
    EVENT_PLACES = Rule::changed(Events, Place, "events are now identified by {new} instead of {old}",
        both(breaks("the old bindings cannot identify events", "update the bindings")));

    INTERFACE = INTERFACE;
}
