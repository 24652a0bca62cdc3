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
        "The file cannot be read: it is not there, or reading it is not allowed."
    SourceUnreachable "source-unreachable"
        "The server cannot be reached, or the connection broke or took too long."
    SourceRefused "source-refused"
        "The server answered with an error status, such as 401 when a token is needed."
    SourceTooLarge "source-too-large"
        "The description is larger than the limit that `--max-bytes` sets."
    TooManyFiles "too-many-files"
        "The description consists of more files than are read."
    TooManyRedirects "too-many-redirects"
        "The server redirected more than five times."
    NoDescriptionFound "no-description-found"
        "Neither the page at the address nor the usual places hold a description."
    DescriptionAmbiguous "description-ambiguous"
        "The page lists several descriptions; one has to be chosen by name."
    SyntaxInvalid "syntax-invalid"
        "The text is neither well-formed JSON nor well-formed YAML."
    NestedTooDeeply "nested-too-deeply"
        "The description nests, or leads from reference to reference, more deeply than any sound one does."
    ExpansionTooLarge "expansion-too-large"
        "The description has too many parts, or repeats parts of itself, by aliases, references or `allOf`, until it is many times its own size."
    NotOpenApi "not-openapi"
        "The document is no OpenAPI description."
    VersionUnsupported "version-unsupported"
        "The description follows a version of OpenAPI that is not supported."
    PartInvalid "part-invalid"
        "A part of the description does not follow the specification and was left out."
    NotCarriedOver "not-carried-over"
        "A part of a Swagger 2.0 description has no equal in OpenAPI 3.0 and was left out."
    TypeUnknown "type-unknown"
        "A schema names a type that OpenAPI does not have; the nearest one is used, or any value is taken."
    KeyRepeated "key-repeated"
        "An object has a key more than once; the last value counts."
    FieldUnknown "field-unknown"
        "An object has a field that the specification does not have in this version; it has no effect. A field of your own begins with `x-`."
    FieldInvalid "field-invalid"
        "The value of a field is not of the kind that the specification asks for, or is none of the values that it has."
    FieldMissing "field-missing"
        "A field is not there that the specification requires."
    FieldsExclusive "fields-exclusive"
        "An object has two fields that exclude each other."
    FieldIgnored "field-ignored"
        "A field has no effect where it stands, as the specification says."
    FieldUnsupported "field-unsupported"
        "A field of the specification is not supported; the emitted client does without it."
    RuleViolated "rule-violated"
        "The description breaks a rule of the specification, such as that each `operationId` is unique."
    KeywordRepaired "keyword-repaired"
        "The value of a keyword is not of the kind the specification asks for, and was repaired or ignored."
    DefaultInvalid "default-invalid"
        "The default of a schema is not a value of its type, and is ignored."
    ReferenceUnresolved "reference-unresolved"
        "A `$ref` points to a place that does not exist. If more than a tenth of the operations or schemas lacks content, nothing is written unless `--allow-partial` or `allow-partial = true` allows it."
    ReferenceCircular "reference-circular"
        "A `$ref` leads back to itself without ever reaching a schema."
    SchemaUnsupported "schema-unsupported"
        "A schema combines keywords in a way that has no Rust type; any JSON value is accepted in its place."
    PatternUnsupported "pattern-unsupported"
        "A pattern uses what takes time without bound, or is no regular expression; values are not checked against it."
    CodeMeaningMissing "code-meaning-missing"
        "An enumerated code has no meaning in the description; its variant is named after the number."
    CodeNotListed "code-not-listed"
        "The description tells the meaning of a code that its enumeration does not list; no variant is made."
    CodeOutOfRange "code-out-of-range"
        "An enumerated code does not fit in 64 bits; no variant is made."
    EnumerationEmpty "enumeration-empty"
        "An enumeration lists no value; the plain type is used."
    EnumerationDuplicate "enumeration-duplicate"
        "An enumeration lists a value twice."
    ParameterRepaired "parameter-repaired"
        "A parameter contradicts its path or itself, and was repaired."
    OperationLeftOut "operation-left-out"
        "An operation cannot be called by the emitted client, and was left out."
    MediaTypeUnsupported "media-type-unsupported"
        "A media type is passed on as bytes or text, since its content is not typed."
    SecurityAmbiguous "security-ambiguous"
        "Several keys are declared together; the first is sent."
    SecurityUnsupported "security-unsupported"
        "A security scheme is not supported, and no credential is sent for it."
    PathAmbiguous "path-ambiguous"
        "Two paths differ by the names of their parameters only; the server decides which one is meant."
    AlternativesAlike "alternatives-alike"
        "Nothing in a value tells an alternative from one before it: it can be sent, and is received as that one."
    NameCollision "name-collision"
        "Two names of the description become the same Rust name; one of them was spelled out."
    NameConfusable "name-confusable"
        "Two names of one scope look the same, since letters of different scripts do."
    ConfigurationInvalid "configuration-invalid"
        "The configuration file, a correction or an argument cannot be used."
    OverrideUnused "override-unused"
        "An override in the configuration, or an action of a correction, matches nothing in the description."
    OverrideNeedless "override-needless"
        "An action of a correction changes nothing: the description says so by itself."
    PaginationInvalid "pagination-invalid"
        "What the configuration says about the pages of an operation does not fit it; they are not walked."
    OutputUnwritable "output-unwritable"
        "The output folder cannot be written."
    OutputUnconfirmed "output-unconfirmed"
        "Writing has to be confirmed, and standard input is not a terminal."
    OutputForeign "output-foreign"
        "The output folder holds files that Bindery did not write."
    OutputEdited "output-edited"
        "A file that Bindery wrote was edited by hand."
}
