//! The closed list of diagnostic codes.

macro_rules! codes {
    ($($variant:ident $text:literal $explanation:literal)*) => {
        /// The kind of problem that a diagnostic reports. The text form is stable, so scripts may rely on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $explanation] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the stable text form.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// Returns the meaning of the code and how to fix the problem.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$variant => $explanation),* }
            }
        }
    };
}

codes! {
    SourceUnreadable "source-unreadable"
        "The file cannot be read: it does not exist, or access is denied."
    SourceUnreachable "source-unreachable"
        "The server cannot be reached, or the connection failed or timed out."
    SourceRefused "source-refused"
        "The server returned an error status, such as 401 if a token is required."
    SourceTooLarge "source-too-large"
        "The description is larger than `--max-bytes`."
    TooManyFiles "too-many-files"
        "The description consists of too many files."
    TooManyRedirects "too-many-redirects"
        "The server redirected more than five times."
    NoDescriptionFound "no-description-found"
        "No description was found, neither at the address nor at the usual paths."
    DescriptionAmbiguous "description-ambiguous"
        "The page lists several descriptions; select one with `--description`."
    SyntaxInvalid "syntax-invalid"
        "The text is neither valid JSON nor valid YAML."
    NestedTooDeeply "nested-too-deeply"
        "The nesting or a chain of references is too deep."
    ExpansionTooLarge "expansion-too-large"
        "The description has too many components, or aliases, references or `allOf` expand it to many times its size."
    NotOpenApi "not-openapi"
        "The document is not an OpenAPI description."
    VersionUnsupported "version-unsupported"
        "The OpenAPI version of the description is not supported."
    PartInvalid "part-invalid"
        "A component of the description does not follow the specification and was skipped."
    NotCarriedOver "not-carried-over"
        "A component of a Swagger 2.0 description has no equivalent in OpenAPI 3.0 and was skipped."
    TypeUnknown "type-unknown"
        "A schema has a type that OpenAPI does not define; the closest one is used, or any value is accepted."
    ContentMissing "content-missing"
        "More than a tenth of the operations or of the component schemas lack content, and nothing was written. An operation lacks content if it is skipped, or if its body or a success response is missing or has no type; a component schema, if it is a reference that cannot be followed or is not supported. `--allow-partial` or `allow-partial = true` permits it."
    KeyRepeated "key-repeated"
        "An object has a duplicate key; the last value is used."
    FieldUnknown "field-unknown"
        "An object has a field that this version of the specification does not define; it has no effect. The names of extensions start with `x-`."
    FieldInvalid "field-invalid"
        "The value of a field has the wrong type, or is not one of the allowed values."
    FieldMissing "field-missing"
        "A required field is missing."
    FieldsExclusive "fields-exclusive"
        "An object has two mutually exclusive fields."
    FieldIgnored "field-ignored"
        "A field has no effect at its location, according to the specification."
    FieldUnsupported "field-unsupported"
        "A field of the specification is not supported; the generated client ignores it."
    RuleViolated "rule-violated"
        "The description violates a rule of the specification, such as that each `operationId` is unique."
    KeywordRepaired "keyword-repaired"
        "The value of a keyword has the wrong type, and was repaired or ignored."
    DefaultInvalid "default-invalid"
        "The default of a schema is not a value of its type, and is ignored."
    ReferenceUnresolved "reference-unresolved"
        "A `$ref` points to a location that does not exist."
    ReferenceCircular "reference-circular"
        "A `$ref` refers back to itself without reaching a schema."
    SchemaUnsupported "schema-unsupported"
        "A schema combines keywords in a way that has no Rust type; any JSON value is accepted instead."
    PatternUnsupported "pattern-unsupported"
        "A pattern is not a valid regular expression, or cannot be matched in linear time; values are not checked against it."
    CodeMeaningMissing "code-meaning-missing"
        "The description has no meaning for an enum value; its variant is named after the number."
    CodeNotListed "code-not-listed"
        "The description has a meaning for a value that its enumeration does not list; no variant is generated."
    CodeOutOfRange "code-out-of-range"
        "An enum value does not fit in 64 bits; no variant is generated."
    EnumerationEmpty "enumeration-empty"
        "An enumeration lists no values; the plain type is used."
    EnumerationDuplicate "enumeration-duplicate"
        "An enumeration lists a value twice."
    ParameterRepaired "parameter-repaired"
        "A parameter contradicts its path or itself, and was repaired."
    OperationLeftOut "operation-left-out"
        "An operation cannot be called by the generated client, and was skipped."
    MediaTypeUnsupported "media-type-unsupported"
        "The content of a media type is not typed; it is passed on as bytes or text."
    SecurityAmbiguous "security-ambiguous"
        "Several credentials are required together; only the first is sent."
    SecurityUnsupported "security-unsupported"
        "A security scheme is not supported, and no credential is sent for it."
    PathAmbiguous "path-ambiguous"
        "Two paths differ only in the names of their parameters; the server decides which one is used."
    AlternativesAlike "alternatives-alike"
        "An alternative is indistinguishable from an earlier one: it can be sent, but is received as the earlier one."
    NameCollision "name-collision"
        "Two names of the description map to the same Rust name; one of them was spelled out."
    NameConfusable "name-confusable"
        "Two names in one scope look the same because they use letters of different scripts."
    ConfigurationInvalid "configuration-invalid"
        "The configuration file, a correction or an argument is invalid."
    OverrideUnused "override-unused"
        "An override in the configuration, or an action of a correction, matches nothing in the description."
    OverrideNeedless "override-needless"
        "An action of a correction changes nothing: the description already has its result."
    PaginationInvalid "pagination-invalid"
        "The pagination settings of an operation do not fit it; its pages are not followed."
    OutputUnwritable "output-unwritable"
        "The output directory cannot be written."
    OutputUnconfirmed "output-unconfirmed"
        "Writing must be confirmed, but standard input is not a terminal."
    OutputForeign "output-foreign"
        "The output directory contains files that Bindery did not write."
    OutputEdited "output-edited"
        "A file that Bindery wrote was edited by hand."
    ProgramUnusable "program-unusable"
        "A program cannot be checked or changed: it does not compile, does not use the client, or has uncommitted changes."
    ProgramAffected "program-affected"
        "A program uses an item of the client that the new description changes."
}
