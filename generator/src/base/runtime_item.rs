//! The items of the runtime crate that emitted code imports: where they are, the features that add them, and, because a file
//! cannot declare what it imports, the names that types of a description do not get.

use serde::{Serialize, Serializer};

/// The files that import an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Importer {
    /// Modules of types.
    Types,
    /// Modules of operations, whose types have the names of operations.
    Operations,
    /// Files that declare nothing with a name of the description.
    Other,
}

/// Declares the items, sorted by name.
macro_rules! runtime_items {
    ($($item:ident $name:literal $importer:ident $(in $module:literal)? $(if $feature:literal)?;)*) => {
        /// An item of the runtime crate, or a crate that it re-exports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RuntimeItem {
            $($item),*
        }

        impl RuntimeItem {
            pub(crate) const ALL: &[Self] = &[$(Self::$item),*];

            /// Returns the name.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$item => $name),*
                }
            }

            /// Returns the files that import it.
            pub(crate) fn importer(self) -> Importer {
                match self {
                    $(Self::$item => Importer::$importer),*
                }
            }

            /// Returns the module of the runtime crate that it is in, unless that is the root.
            pub(crate) fn module(self) -> Option<&'static str> {
                match self {
                    $(Self::$item => None$(.or(Some($module)))?),*
                }
            }

            /// Returns the feature of the runtime crate that adds it.
            pub(crate) fn feature(self) -> Option<&'static str> {
                match self {
                    $(Self::$item => None$(.or(Some($feature)))?),*
                }
            }
        }
    };
}

runtime_items! {
    Base64 "Base64" Types if "base64";
    Body "Body" Operations;
    BuildError "BuildError" Operations;
    Content "Content" Operations;
    CredentialLocation "CredentialLocation" Other;
    Date "Date" Types if "time";
    DateTime "DateTime" Types if "time";
    Decimal "Decimal" Types;
    DeclaresHeaders "DeclaresHeaders" Operations;
    EventError "EventError" Other;
    Failure "Failure" Operations in "generated";
    HeaderError "HeaderError" Operations;
    JsonOrText "JsonOrText" Operations;
    Multipart "Multipart" Operations;
    NumberOrText "NumberOrText" Types;
    Operation "Operation" Operations;
    Paginated "Paginated" Other;
    Patch "Patch" Types;
    Quoted "Quoted" Types;
    ReadHeaders "ReadHeaders" Other;
    Request "Request" Operations;
    Response "Response" Operations;
    Rule "Rule" Operations in "generated";
    Scheme "Scheme" Other;
    Secret "Secret" Types;
    Server "Server" Other in "generated";
    ServerAddress "ServerAddress" Other;
    Service "Service" Other in "generated";
    StreamsEvents "StreamsEvents" Other;
    StreamsLines "StreamsLines" Other;
    Style "Style" Operations;
    TokenScheme "TokenScheme" Other;
    UnixTime "UnixTime" Types;
    UnlistedCode "UnlistedCode" Types;
    UnlistedEvent "UnlistedEvent" Other;
    UnlistedText "UnlistedText" Types;
    Upload "Upload" Other;
    Verifier "Verifier" Other;
    Bytes "bytes" Other;
    Chrono "chrono" Other if "chrono";
    EventEnumeration "event_enumeration" Other;
    FromVariants "from_variants" Types;
    Jiff "jiff" Other if "jiff";
    SerdeJson "serde_json" Other;
    Time "time" Other if "time";
    Uuid "uuid" Other if "uuid";
    Validate "validate" Other in "generated";
}

impl RuntimeItem {
    /// Returns the names that these files import.
    pub(crate) fn imported_by(importer: Importer) -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().filter(move |item| item.importer() == importer).map(|item| item.name())
    }
}

/// An item is serialized as its name.
impl Serialize for RuntimeItem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
