//! The command line of the emitted crate: a table of the operations of each group, from which the support code builds
//! commands and requests. It is plain text, since there is a line of it for each argument of an operation.

use quote::quote;

use super::constant::{combinations, member_styles, style};
use super::file::Target;
use super::module::{gated, operation_modules};
use super::tokens::{code, ident, import, literal, quoted};
use super::wire::Expression;
use super::{EmittedFile, EmittedItem};
use crate::base::crate_feature::CrateFeature;
use crate::base::ident::without_underscore;
use crate::rust::ir::{
    Client, Command, CommandArgument, CommandBody, CommandEncoding, CommandValue, Crate, GroupOperations, Operation,
    Parameter,
};

/// The command line.
pub(super) struct CommandLine;

impl Target for CommandLine {
    fn feature(&self) -> Option<CrateFeature> {
        Some(CrateFeature::Cli)
    }

    /// Returns `src/cli/mod.rs`.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        package.client.iter().map(|client| program(package, client)).collect()
    }

    fn operations_file<'a>(&self, package: &'a Crate, group: &'a GroupOperations) -> Option<EmittedFile<'a>> {
        let path = group.file("cli");
        let root = package.root(&path);
        let commands = || group.commands.iter().flatten();
        let types = commands().any(Command::names_types).then(|| quote!(use #root::types;));
        let style = commands().any(Command::names_styles).then(|| code("use bindery_runtime::Style;"));
        let imports = [code("use bindery_runtime::cli;")].into_iter().chain(style).chain(types);
        let about = format!(" The operations of `{}` on the command line.", group.group.function);
        Some(EmittedFile::tables(path, quote!(#![doc = #about]), imports, [table(group)]))
    }
}

/// `src/main.rs`.
pub(super) struct Program;

impl Target for Program {
    fn feature(&self) -> Option<CrateFeature> {
        Some(CrateFeature::Cli)
    }

    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        package.client.iter().map(|_| main(package)).collect()
    }
}

fn main(package: &Crate) -> EmittedFile<'_> {
    let library = ident(&package.library);
    let main = quote! {
        fn main() -> std::process::ExitCode { #library::cli::main() }
    };
    EmittedFile::items("src/main.rs", quote!(#![doc = " The command line of the client."]), vec![main])
}

fn program<'a>(package: &'a Crate, client: &Client) -> EmittedFile<'a> {
    let path = "src/cli/mod.rs";
    let (groups, root) = (&client.groups, package.root(path));
    let about = &package.about.line;
    let rows = groups.iter().map(|group| {
        let modules = group.modules().map(ident);
        let (name, about) = (without_underscore(&group.function), &group.about);
        let gate = gated(&group.gate);
        quote!(#gate cli::Group { name: #name, about: #about, operations: &[#(#modules::OPERATIONS),*] })
    });
    let server = match &client.address {
        Some(server) => quote!(Some(#server)),
        None => quote!(None),
    };
    let schemes = client.schemes.iter().map(|scheme| {
        let (wire, name) = (&scheme.wire, ident(&scheme.name));
        // The command line builds what all clients share.
        let given = quote!(ClientBuilder::from(builder).token_as(#root::TokenScheme::#name, token).into());
        quote!(cli::Scheme { name: #wire, give: |builder, token| #given })
    });
    let builder = if client.constructor.takes_address {
        quote!(Client::builder(server).into())
    } else {
        quote!(Client::builder().base_url(server).into())
    };
    let builder_type = (!client.schemes.is_empty()).then_some("ClientBuilder");
    let mut items = vec![code("use bindery_runtime::cli;")];
    items.extend(import(&root, std::iter::once("Client").chain(builder_type)));
    items.push(quote! {
        static PROGRAM: cli::Program = cli::Program {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            about: #about,
            server: #server,
            groups: &[#(#rows),*],
            builder: |server| #builder,
            schemes: &[#(#schemes),*],
        };
    });
    items.push(quote! {
        /// Runs the command line.
        pub fn main() -> std::process::ExitCode { cli::main(&PROGRAM) }
    });
    let items = operation_modules(groups).into_iter().chain(items.into_iter().map(EmittedItem::Code));
    EmittedFile::items(path, quote!(#![doc = " The command line of the client."]), items)
}

/// Returns the table of a group's operations.
fn table(group: &GroupOperations) -> String {
    let operations = group.operations.iter().zip(&group.commands);
    let entries = operations.filter_map(|(operation, command)| Some(entry(operation, command.as_ref()?)));
    format!("pub(super) const OPERATIONS: &[cli::Operation] = &[\n{}];\n", entries.collect::<String>())
}

fn entry(operation: &Operation, command: &Command) -> String {
    let texts = [
        &operation.wire_name,
        without_underscore(&operation.function),
        &operation.method,
        &operation.path,
        &command.about,
    ];
    let new = Expression::texts("..cli::Operation::new(", texts.into_iter().map(literal), ")");
    let mut text = "    cli::Operation {\n".to_owned();
    for (name, value) in fields(operation, command) {
        text.push_str(&format!("        {name}: {value},\n"));
    }
    text.push_str(&format!("        {}\n    }},\n", new.filled("", 8)));
    text
}

/// Returns the fields that differ from the defaults.
fn fields(operation: &Operation, command: &Command) -> Vec<(&'static str, String)> {
    let mut fields = Vec::new();
    let arguments: String = command.arguments.iter().map(argument).collect();
    if !arguments.is_empty() {
        fields.push(("arguments", format!("&[\n{arguments}        ]")));
    }
    if let Some(body) = &command.body {
        fields.push(("body", format!("Some({})", self::body(body))));
    }
    if let Some(accept) = operation.special_accept() {
        fields.push(("accept", format!("Some({})", literal(&accept))));
    }
    if let Some(security) = &operation.security {
        fields.push(("security", format!("Some({})", combinations(security))));
    }
    if let Some(server) = operation.server {
        fields.push(("server", format!("Some({server})")));
    }
    if operation.keeps_redirects {
        fields.push(("keeps_redirects", "true".to_owned()));
    }
    if !command.codes.is_empty() {
        let codes = command.codes.iter();
        let codes = codes.map(|(wire, name)| format!("({}, || cli::codes(types::{name}::ALL))", literal(wire)));
        fields.push(("codes", Expression::texts("&[", codes, "]").lines("", "", 8)));
    }
    fields
}

fn argument(argument: &CommandArgument) -> String {
    let place = argument.parameter.as_ref().map_or("member", |parameter| parameter.place.as_str());
    let is_key = argument.parameter.as_ref().is_some_and(|parameter| parameter.is_idempotency_key);
    let kind = match &argument.kind {
        _ if is_key => "Key".to_owned(),
        CommandValue::Text => "Text".to_owned(),
        CommandValue::Integer => "Integer".to_owned(),
        CommandValue::Number => "Number".to_owned(),
        CommandValue::Boolean => "Boolean".to_owned(),
        CommandValue::Json => "Json".to_owned(),
        CommandValue::Code(name) => format!("Code(|| cli::codes(types::{name}::ALL))"),
        CommandValue::Word(name) => format!("Word(|| cli::words(types::{name}::ALL))"),
        CommandValue::Fixed(json) => format!("Fixed({})", quoted(json)),
    };
    let texts = [literal(&argument.wire), format!("cli::Kind::{kind}"), literal(&argument.about)];
    let called = Expression::texts(&format!("cli::{place}("), texts, ")");
    let mut text = String::new();
    if argument.is_required && place != "path" {
        text.push_str(".required()");
    }
    if argument.is_list {
        text.push_str(".many()");
    }
    if argument.flag != argument.wire.replace('_', "-") && !matches!(argument.kind, CommandValue::Fixed(_)) {
        text.push_str(&format!(".flag({})", literal(&argument.flag)));
    }
    if let Some(parameter) = argument.parameter.as_ref().filter(|parameter| parameter.style.is_some()) {
        text.push_str(&put_function(parameter));
    }
    format!("            {}\n", called.filled(&(text + ","), 12))
}

/// The function that puts a parameter into a request, as in the typed call.
fn put_function(parameter: &Parameter) -> String {
    let style = parameter.style.map(style).unwrap_or_default();
    format!(".put_with(|request, name, value| request.{}(name, value, {style}))", parameter.function())
}

fn body(body: &CommandBody) -> String {
    let content = match &body.encoding {
        CommandEncoding::Raw => "Raw".to_owned(),
        CommandEncoding::Json(None) => "Json".to_owned(),
        CommandEncoding::Json(Some(wrapper)) => format!("JsonIn({})", literal(wrapper)),
        CommandEncoding::Form(styles) if styles.is_empty() => "Form(|request, value| request.form(value))".to_owned(),
        CommandEncoding::Form(styles) => {
            format!("Form(|request, value| request.form_as(value, {}))", member_styles(styles))
        }
    };
    let CommandBody { media_type, is_required, is_closed, .. } = body;
    let media_type = literal(media_type);
    let fields = [
        format!("media_type: {media_type}"),
        format!("required: {is_required}"),
        format!("closed: {is_closed}"),
        format!("content: cli::Content::{content}"),
    ];
    let fields = fields.map(|field| format!("            {field},\n"));
    format!("cli::Body {{\n{}        }}", fields.concat())
}
