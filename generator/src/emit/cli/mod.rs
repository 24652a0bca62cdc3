//! The command line of the emitted crate: for each operation what it is called and takes, and how its value is made from
//! JSON. It is plain text, since there is a line or more of it for everything that an operation can be given.

mod input;

use std::rc::Rc;

use quote::quote;

use super::EmittedFile;
use super::file::Target;
use super::module::{gated, operation_modules, operation_path, path_beside};
use super::tokens::{ident, literal};
use crate::crate_feature::CrateFeature;
use crate::ident::without_underscore;
use crate::ir::{Body, Client, Command, Content, Crate, GivenAs, GroupOperations, Input, Operation, Output, Streaming};
use input::{body_entry, body_kinds, parameters};

/// The command line.
pub(super) struct CommandLine;

impl Target for CommandLine {
    fn feature(&self) -> Option<CrateFeature> {
        Some(CrateFeature::Cli)
    }

    /// Returns `src/main.rs` and `src/cli/mod.rs`.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        let programs = package.client.iter().flat_map(|client| [main(package), program(package, client)]);
        programs.collect()
    }

    fn operations_file<'a>(&self, _: &'a Crate, group: &Rc<GroupOperations>) -> Option<EmittedFile<'a>> {
        let api = (!group.operations.is_empty()).then(|| {
            quote!(
                use crate::api;
            )
        });
        let cli = quote!(
            use crate::runtime::cli;
        );
        let imports = api.into_iter().chain([cli]);
        let about = format!(" The operations of `{}` on the command line.", group.group.function);
        let path = group.file("cli");
        Some(EmittedFile::tables(path, quote!(#![doc = #about]), imports, tables(group)))
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
    let (groups, is_shared) = (&client.groups, package.shared_support.is_some());
    let about = &package.about.line;
    let rows = groups.iter().map(|group| {
        let modules = group.modules().map(ident);
        let (name, about) = (without_underscore(&group.function), &group.about);
        let gate = gated(&group.gate);
        let of = (!group.gate.is_open()).then(|| quote!(crate::runtime::cli::));
        quote!(#gate #of Group { name: #name, about: #about, operations: &[#(#modules::OPERATIONS),*] })
    });
    let server = match &client.address {
        Some(server) => quote!(Some(#server)),
        None => quote!(None),
    };
    let schemes = client.schemes.iter().map(|scheme| {
        let (wire, name) = (&scheme.wire, ident(&scheme.name));
        let given = if is_shared {
            // The command line builds what all clients share.
            quote!(ClientBuilder::from(builder).token_as(crate::TokenScheme::#name, token).into())
        } else {
            quote!(builder.token_as(crate::TokenScheme::#name, token))
        };
        quote!(Scheme { name: #wire, give: |builder, token| #given })
    });
    let into = is_shared.then(|| quote!(.into()));
    let builder = if client.constructor.takes_address {
        quote!(Client::builder(server) #into)
    } else {
        quote!(Client::builder().base_url(server) #into)
    };
    let converted = (is_shared && !client.schemes.is_empty()).then(|| {
        quote!(
            use crate::runtime::ClientBuilder;
        )
    });
    let names_group = groups.iter().any(|group| group.gate.is_open());
    let used = [(names_group, "Group"), (true, "Program"), (!client.schemes.is_empty(), "Scheme")];
    let used = used.into_iter().filter(|(used, _)| *used).map(|(_, name)| ident(name));
    let mut items = operation_modules(groups);
    items.push(quote!(
        use crate::runtime::Client;
    ));
    items.extend(converted);
    items.push(quote!(
        use crate::runtime::cli::{#(#used),*};
    ));
    items.push(quote! {
        static PROGRAM: Program = Program {
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
        pub fn main() -> std::process::ExitCode { crate::runtime::cli::main(&PROGRAM) }
    });
    EmittedFile::items("src/cli/mod.rs", quote!(#![doc = " The command line of the client."]), items)
}

/// Returns the table of a group's operations, and for each operation the function that builds its value.
fn tables(group: &GroupOperations) -> Vec<String> {
    let operations = || group.operations.iter().zip(&group.commands);
    let entries: String = operations().map(|(operation, command)| entry(operation, command)).collect();
    let table = format!("pub(super) const OPERATIONS: &[cli::Entry] = &[\n{entries}];\n");
    std::iter::once(table).chain(operations().map(|(operation, command)| maker(operation, command))).collect()
}

fn entry(operation: &Operation, command: &Command) -> String {
    let accepts: Vec<String> = operation.accept.iter().map(|media_type| literal(media_type)).collect();
    format!(
        "    cli::Entry {{\n        name: {},\n        command: {},\n        method: {},\n        path: {},\n        \
         about: {},\n        parameters: &[{}],\n        body: {},\n        accepts: &[{}],\n        \
         call: |job| cli::run(job, self::{}, {}),\n        flows: &[{}],\n    }},\n",
        literal(&operation.wire_name),
        literal(without_underscore(&operation.function)),
        literal(&operation.method),
        literal(&operation.path),
        literal(&command.about),
        parameters(&command.parameters),
        body_entry(operation.body_input(), command),
        accepts.join(", "),
        operation.function,
        display_function(operation),
        flows(operation),
    )
}

// Functions of operations have paths: a variable such as `job` may be called like one of them.

/// The other ways in which the answer of an operation can be had.
fn flows(operation: &Operation) -> String {
    let function = &operation.function;
    let pages = operation.pages.as_ref().map(|_| {
        format!("cli::Flow::All(|job| cli::all(job, self::{function}, |call| Box::pin(call.items()), cli::json))")
    });
    let streaming = operation.streaming.as_ref().map(|streaming| {
        let (open, shown) = match streaming {
            Streaming::Events(_) => ("events", "|event| cli::json(event.data)"),
            Streaming::Lines { .. } => ("lines", "cli::json"),
        };
        format!("cli::Flow::Follow(|job| cli::follow(job, self::{function}, |call| Box::pin(call.{open}()), {shown}))")
    });
    let rows = pages.into_iter().chain(streaming).map(|row| format!("\n            {row},"));
    let rows: String = rows.collect();
    if rows.is_empty() { rows } else { rows + "\n        " }
}

/// The function that shows an answer.
fn display_function(operation: &Operation) -> String {
    let of = |content: &Content| match content {
        Content::Json(_) | Content::Lines(_) => "cli::json",
        Content::Text | Content::JsonText(_) => "cli::text",
        Content::Bytes => "cli::bytes",
    };
    match &operation.output {
        Output::Nothing => "cli::nothing".to_owned(),
        Output::Undeclared => "cli::body".to_owned(),
        Output::One(content, _) => of(content).to_owned(),
        Output::Several(output) => {
            let ty = path_beside(operation, &output.name);
            let arms = output.variants.iter().map(|variant| match &variant.content {
                Some(content) => {
                    format!("            {ty}::{}(response) => {}(response),\n", variant.name, of(content))
                }
                None => format!("            {ty}::{} => cli::nothing(()),\n", variant.name),
            });
            format!("|response| match response {{\n{}        }}", arms.collect::<String>())
        }
    }
}

/// The function that makes the value of an operation from what it is given.
fn maker(operation: &Operation, command: &Command) -> String {
    let path = operation_path(operation);
    let mut fields = String::new();
    for parameter in &command.parameters {
        let getter = match (parameter.given_as, parameter.is_required) {
            (GivenAs::File, true) => "required_file",
            (GivenAs::File, false) => "file",
            (GivenAs::Files, true) => "required_files",
            (GivenAs::Files, false) => "files",
            (GivenAs::Value, true) => "required",
            (GivenAs::Value, false) => "optional",
        };
        fields.push_str(&format!(
            "        {}: input.{getter}({})?,\n",
            parameter.name,
            literal(without_underscore(&parameter.name))
        ));
    }
    if let Some((input, body)) = operation.body_input() {
        fields.push_str(&body_field(operation, input, body));
    }
    let head = |input: &str| {
        format!("fn {}({input}: &mut cli::Input) -> Result<{path}, cli::InputError> {{\n", operation.function)
    };
    if fields.is_empty() {
        format!("{}    Ok({path} {{}})\n}}\n", head("_input"))
    } else {
        format!("{}    Ok({path} {{\n{fields}    }})\n}}\n", head("input"))
    }
}

fn body_field(operation: &Operation, input: &Input, body: &Body) -> String {
    let getter = if input.is_required { "required_body" } else { "body" };
    format!("        {}: input.{getter}(&[{}])?,\n", input.name, body_kinds(operation, body))
}
