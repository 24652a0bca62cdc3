//! The command line of the emitted crate: for each operation what it is called and takes, and how its value is made from
//! JSON. It is plain text, since there is a line or more of it for everything that an operation can be given.

mod body;
mod parameter;

use proc_macro2::TokenStream;
use quote::quote;

use self::body::told_body;
use super::api::answer_kinds;
use super::manifest::single_line;
use super::{EmittedFile, Emitter, ident, literal};
use crate::facts::Module;
use crate::ident::unraw;
use crate::model::{Content, Docs, Streaming, Success, Text, Type};

impl<'a> Emitter<'a> {
    /// `src/main.rs`, `src/cli/mod.rs`, and a file for each group.
    pub(super) fn cli_files(&self) -> Vec<EmittedFile<'a>> {
        let mut files = vec![self.main(), self.program()];
        for (group, indexes) in self.api.operations_by_group().into_iter().enumerate() {
            let tables = self.group_tables(&indexes);
            let imports = vec![
                quote!(
                    use crate::api;
                ),
                quote!(
                    use crate::runtime::cli;
                ),
            ];
            let about = format!(
                " The operations of `{}` on the command line.",
                self.bindings.module_name(Module::Group(group))
            );
            let path = self.group_file("cli", group);
            files.push(EmittedFile::tables(path, quote!(#![doc = #about]), imports, tables));
        }
        files
    }

    fn main(&self) -> EmittedFile<'a> {
        let library = ident(&self.code_name());
        let main = quote! {
            fn main() -> std::process::ExitCode { #library::cli::main() }
        };
        EmittedFile::items("src/main.rs", quote!(#![doc = " The command line of the client."]), vec![main])
    }

    fn program(&self) -> EmittedFile<'a> {
        let modules = (0..self.api.groups.len()).map(|group| ident(&self.names.group(group).function));
        let modules: Vec<_> = modules.collect();
        let about = single_line(&self.api.title);
        let groups = self.api.groups.iter().zip(&modules).map(|(group, module)| {
            let name = unraw(&module.to_string()).to_owned();
            let about = single_line(group.description.as_deref().unwrap_or_default());
            quote!(Group { name: #name, about: #about, operations: #module::OPERATIONS })
        });
        let server = match self.api.address() {
            Some(server) => quote!(Some(#server)),
            None => quote!(None),
        };
        let schemes = self.api.security.iter().enumerate().map(|(index, scheme)| {
            let (wire, name) = (&scheme.wire, ident(self.names.scheme(index)));
            quote!(Scheme { name: #wire, give: |builder, token| builder.token_as(crate::TokenScheme::#name, token) })
        });
        let used =
            [(!self.api.groups.is_empty(), "Group"), (true, "Program"), (!self.api.security.is_empty(), "Scheme")];
        let used = used.into_iter().filter(|(used, _)| *used).map(|(_, name)| ident(name));
        let mut items: Vec<TokenStream> = modules.iter().map(|module| quote!(mod #module;)).collect();
        items.push(quote!(
            use crate::runtime::Client;
        ));
        items.push(quote!(
            use crate::runtime::cli::{#(#used),*};
        ));
        items.push(quote! {
            static PROGRAM: Program = Program {
                name: env!("CARGO_PKG_NAME"),
                version: env!("CARGO_PKG_VERSION"),
                about: #about,
                server: #server,
                groups: &[#(#groups),*],
                builder: |server| Client::builder(server),
                schemes: &[#(#schemes),*],
            };
        });
        items.push(quote! {
            /// Runs the command line.
            pub fn main() -> std::process::ExitCode { crate::runtime::cli::main(&PROGRAM) }
        });
        EmittedFile::items("src/cli/mod.rs", quote!(#![doc = " The command line of the client."]), items)
    }

    /// The table of a group's operations, and a function for each that makes its value.
    fn group_tables(&self, indexes: &[usize]) -> Vec<String> {
        let entries = indexes.iter().map(|index| self.entry(*index)).collect::<String>();
        let table = format!("pub(super) const OPERATIONS: &[cli::Entry] = &[\n{entries}];\n");
        std::iter::once(table).chain(indexes.iter().map(|index| self.maker(*index))).collect()
    }

    fn entry(&self, index: usize) -> String {
        let operation = &self.api.operations[index];
        let names = self.names.operation(index);
        let answers: Vec<String> = operation.accept.iter().map(|media_type| literal(media_type)).collect();
        format!(
            "    cli::Entry {{\n        name: {},\n        command: {},\n        method: {},\n        path: {},\n        \
             about: {},\n        parameters: &[{}],\n        body: {},\n        answers: &[{}],\n        \
             call: |job| cli::run(job, self::{}, {}),\n        flows: &[{}],\n    }},\n",
            literal(&operation.name()),
            literal(unraw(&names.function)),
            literal(&operation.method),
            literal(&operation.path),
            literal(&about(&operation.docs)),
            self.parameters(index),
            told_body(operation),
            answers.join(", "),
            names.function,
            self.shown(index),
            self.flows(index),
        )
    }

    // Functions of operations have paths: a variable such as `job` may be called like one of them.

    /// The other ways in which the answer of an operation can be had.
    fn flows(&self, index: usize) -> String {
        let operation = &self.api.operations[index];
        let function = &self.names.operation(index).function;
        let mut flows = Vec::new();
        if operation.pagination.is_some() {
            flows.push(format!(
                "cli::Flow::All(|job| cli::all(job, self::{function}, |call| Box::pin(call.items()), cli::json))"
            ));
        }
        let (open, shown) = match &operation.streaming {
            Some(Streaming::Events(_)) => ("events", "|event| cli::json(event.data)"),
            Some(Streaming::Lines { .. }) => ("lines", "cli::json"),
            None => return listed(&flows),
        };
        flows.push(format!(
            "cli::Flow::Follow(|job| cli::follow(job, self::{function}, |call| Box::pin(call.{open}()), {shown}))"
        ));
        listed(&flows)
    }

    /// The function that shows an answer.
    fn shown(&self, index: usize) -> String {
        let of = |content: &Content| match content {
            Content::Json(_) => "cli::json",
            Content::Text => "cli::text",
            Content::Bytes => "cli::bytes",
        };
        match &self.api.operations[index].success {
            Success::Nothing => "cli::nothing".to_owned(),
            Success::Undeclared => "cli::body".to_owned(),
            Success::One(content) => of(content).to_owned(),
            Success::Several(responses) => {
                let ty = self.own_path(index, &self.names.operation(index).output_type);
                let arms =
                    answer_kinds(self.names.operation(index), responses).into_iter().map(|(variant, response)| {
                        match &response.content {
                            Some(content) => {
                                format!("            {ty}::{variant}(answer) => {}(answer),\n", of(content))
                            }
                            None => format!("            {ty}::{variant} => cli::nothing(()),\n"),
                        }
                    });
                format!("|answer| match answer {{\n{}        }}", arms.collect::<String>())
            }
        }
    }

    /// `api::story::ListStories`
    pub(super) fn operation_path(&self, index: usize) -> String {
        self.own_path(index, &self.names.operation(index).type_name)
    }

    /// The path of a type that belongs to an operation.
    pub(in crate::emit) fn own_path(&self, index: usize, name: &str) -> String {
        let group = &self.names.group(self.api.operations[index].group).function;
        format!("api::{group}::{name}")
    }

    /// The function that makes the value of an operation from what it is given.
    fn maker(&self, index: usize) -> String {
        let operation = &self.api.operations[index];
        let names = self.names.operation(index);
        let path = self.operation_path(index);
        let mut fields = String::new();
        for (parameter, name) in operation.parameters.iter().zip(&names.parameters) {
            let required = if parameter.required { "required" } else { "optional" };
            let getter = match parameter.ty.split_null().0 {
                Type::Text(Text::File) if parameter.required => "required_file",
                Type::Text(Text::File) => "file",
                Type::List(item) if **item == Type::Text(Text::File) && parameter.required => "required_files",
                Type::List(item) if **item == Type::Text(Text::File) => "files",
                _ => required,
            };
            fields.push_str(&format!("        {name}: input.{getter}({})?,\n", literal(unraw(name))));
        }
        if let Some(body) = operation.body.as_ref().filter(|_| !operation.has_parts()) {
            let kinds = self.body_kinds(index, &body.alternatives);
            let getter = if body.required { "required_body" } else { "body" };
            fields.push_str(&format!("        {}: input.{getter}(&[{kinds}])?,\n", names.body));
        }
        let head = |input: &str| {
            format!("fn {}({input}: &mut cli::Input) -> Result<{path}, cli::InputError> {{\n", names.function)
        };
        if fields.is_empty() {
            format!("{}    Ok({path})\n}}\n", head("_input"))
        } else {
            format!("{}    Ok({path} {{\n{fields}    }})\n}}\n", head("input"))
        }
    }
}

/// What an operation does, in one line.
fn about(docs: &Docs) -> String {
    single_line(docs.title.as_deref().or(docs.description.as_deref()).unwrap_or_default())
}

/// Rows of a list inside of an entry.
fn listed(rows: &[String]) -> String {
    let rows: String = rows.iter().map(|row| format!("\n            {row},")).collect();
    if rows.is_empty() { rows } else { rows + "\n        " }
}
