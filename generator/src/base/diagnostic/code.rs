//! The closed list of diagnostic codes.

macro_rules! codes {
    ($($variant:ident $text:literal $explanation:literal $remedy:literal)*) => {
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

            /// Returns the meaning of the code.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$variant => $explanation),* }
            }

            /// Returns what to do about the problem.
            #[must_use]
            pub fn remedy(self) -> &'static str {
                match self { $(Self::$variant => $remedy),* }
            }
        }
    };
}

codes! {
    SourceUnreadable "source-unreadable"
        "The file cannot be read: it does not exist, or access is denied."
        "Check the path in the message, and that you may read the file."
    SourceUnreachable "source-unreachable"
        "The server cannot be reached: the connection failed or timed out, or the server redirected more than five times."
        "Check the address and the network, and pass the address that the server redirects to. `HTTPS_PROXY`, `--cacert` and `--timeout` are for proxies, private certificate authorities and slow servers; `--save` stores a copy to work with."
    SourceRefused "source-refused"
        "The server returned an error status, such as 401 if a token is required."
        "Pass a token with `--token-env`, or a header with `--header`; `-v` lists the addresses that were tried."
    SourceTooLarge "source-too-large"
        "The description is larger than `--max-bytes`, or consists of too many files."
        "Pass a larger `--max-bytes` if you trust the server, or bundle the files into one with a tool of your choice."
    NoDescriptionFound "no-description-found"
        "No description was found, neither at the address nor at the usual paths."
        "Pass the address of the description itself; the page with its documentation usually links to it."
    DescriptionAmbiguous "description-ambiguous"
        "The page lists several descriptions; select one with `--description`."
        "The message lists the names."
    SyntaxInvalid "syntax-invalid"
        "The text is neither valid JSON nor valid YAML."
        "Correct the text at the line in the message, or the program that writes it."
    ExpansionTooLarge "expansion-too-large"
        "The description is nested too deeply, has too many components or a chain of references that is too long, or aliases, references or `allOf` expand it to many times its size."
        "Generate a subset with `[only]`, move inner schemas to components, or reduce the nesting or the repetition at the place in the message."
    NotOpenApi "not-openapi"
        "The document is not an OpenAPI description."
        "Pass a document that begins with `openapi` or `swagger`."
    VersionUnsupported "version-unsupported"
        "The OpenAPI version of the description is not supported."
        "Convert the description to OpenAPI 3.0 or 3.1."
    PartInvalid "part-invalid"
        "A component of the description does not follow the specification and was skipped."
        "Correct it with an overlay in `corrections`, or accept the warning in `[accept]`; what refers to it accepts any value."
    NotCarriedOver "not-carried-over"
        "A component of a Swagger 2.0 description has no equivalent in OpenAPI 3.0 and was skipped."
        "Convert the description to OpenAPI 3.0, or add the part with an overlay."
    TypeUnknown "type-unknown"
        "A schema has a type that OpenAPI does not define; the closest one is used, or any value is accepted."
        "Write one of `string`, `number`, `integer`, `boolean`, `array` and `object` with an overlay."
    ContentMissing "content-missing"
        "More than a tenth of the operations or of the component schemas lack content, and nothing was written. An operation lacks content if it is skipped, or if its body or a success response is missing or has no type; a component schema, if it is a reference that cannot be followed or is not supported. `--allow-partial` or `allow-partial = true` permits it."
        "Correct the description with an overlay, or pass `--allow-partial` to generate what is there."
    FieldUnknown "field-unknown"
        "An object has a field that the specification does not define, and that would have an effect elsewhere or with another spelling; it is ignored. The names of extensions start with `x-`."
        "Check its spelling. It may belong to another object."
    FieldInvalid "field-invalid"
        "The value of a field or of a `default` has the wrong type, or is not one of the allowed values; it was repaired or ignored."
        "Write a value of the kind that the message names, such as `maxLength: 10` instead of `maxLength: \"10\"`."
    FieldMissing "field-missing"
        "A required field is missing."
        "Add it; the message says what is assumed instead."
    FieldIgnored "field-ignored"
        "A field has no effect at its location, according to the specification."
        "Move it to where it applies, or remove it."
    FieldUnsupported "field-unsupported"
        "A field of the specification is not supported; the generated client ignores it."
        "Nothing has to be done if your program does not need it."
    RuleViolated "rule-violated"
        "The description contradicts itself, or repeats what has to be unique, such as a key of an object or an `operationId`; a part of it is not used as written."
        "Correct the description at this place, or accept what the message says is used instead."
    ReferenceUnresolved "reference-unresolved"
        "A `$ref` points to a location that does not exist, or back to itself without reaching a schema."
        "Check the spelling of the reference; the message suggests a similar name if there is one. Give one of the schemas in a circle a type of its own."
    SchemaUnsupported "schema-unsupported"
        "A schema has no Rust type because of the keywords that it combines, and any JSON value is accepted instead; or a value of an integer enumeration does not fit in 64 bits and has no variant."
        "Describe the values in another way with an overlay, such as large numbers as strings, or use a type of your own with `[types]`."
    PatternUnsupported "pattern-unsupported"
        "A pattern is not a valid regular expression, or cannot be matched in linear time; values are not checked against it."
        "Write the pattern without look-around and back-references, or check the values in your program."
    CodeMeaningMissing "code-meaning-missing"
        "The description has no meaning for an enum value; its variant is named after the number."
        "Add a name to `[codes]` in `bindery.toml`, or `x-enum-varnames` to the schema."
    ParameterRepaired "parameter-repaired"
        "A parameter contradicts its path, the message or itself, and was repaired or left out."
        "Correct the parameter with an overlay if the repair is not what the server expects."
    OperationLeftOut "operation-left-out"
        "An operation cannot be called by the generated client, and was skipped."
        "Correct what the message names with an overlay, or send the request with a client of your own."
    MediaTypeUnsupported "media-type-unsupported"
        "The content of a media type is not typed; it is passed on as bytes or text."
        "Encode and decode the content in your program, or describe it as JSON, a form or text."
    SecurityAmbiguous "security-ambiguous"
        "Several credentials are required together; only the first is sent."
        "If the server needs all of them, send the others as headers of the call."
    SecurityUnsupported "security-unsupported"
        "A security scheme is not supported, and no credential is sent for it."
        "Send the credential as a header of the call, or declare a supported scheme with an overlay."
    AlternativesAlike "alternatives-alike"
        "An alternative is indistinguishable from an earlier one: it can be sent, but is received as the earlier one."
        "Add a discriminator or a required member with a constant to each alternative."
    NameCollision "name-collision"
        "Two items of the description would get the same name in Rust. One keeps it, and the other has a longer name or a number, which the message shows."
        "Both names work and stay the same in later versions. To choose another one, add the line of the message to `[names]` in `bindery.toml`."
    ConfigurationInvalid "configuration-invalid"
        "The configuration file, a correction or an argument is invalid."
        "The reference of `bindery.toml` lists all keys and their values; `bindery schema` prints them for editors."
    OverrideUnused "override-unused"
        "An override in the configuration, or an action of a correction, matches nothing in the description or changes nothing, because the description already has its result."
        "Remove it, or correct the name; the message suggests a similar one if there is one."
    PaginationInvalid "pagination-invalid"
        "The pagination settings of an operation do not fit it; its pages are not followed."
        "Name parameters and members that exist, or write `style = \"none\"`."
    OutputUnwritable "output-unwritable"
        "The output directory cannot be written."
        "Check that the directory exists and that you may write to it."
    OutputUnconfirmed "output-unconfirmed"
        "Writing must be confirmed, but standard input is not a terminal."
        "Pass `--yes` in scripts."
    OutputForeign "output-foreign"
        "The output directory contains files that Bindery did not write."
        "Choose another directory, or pass `--force` to replace the files."
    OutputEdited "output-edited"
        "A file that Bindery wrote was edited by hand."
        "Move the change to `[names]`, `[derives]`, an overlay or `src/ext.rs`; `--force` overwrites it."
    TrafficDiffers "traffic-differs"
        "Recorded responses are not as the description says."
        "Write the correction that `bindery observe` proposes with `--write`, or accept the place in `[accept]`."
    ProgramUnusable "program-unusable"
        "A program cannot be checked or changed: it does not compile, does not use the client, or has uncommitted changes."
        "Make `cargo check` of the program succeed first."
    ProgramAffected "program-affected"
        "A program uses an item of the client that the new description changes."
        "Change the program at the place in the message; `bindery diff --verbose` says how."
}
