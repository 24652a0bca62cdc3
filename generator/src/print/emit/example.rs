//! `examples/first.rs`: a small program that compiles.

use super::EmittedFile;
use super::file::Target;
use super::wire::Expression;
use crate::base::ident::{value_name, without_underscore};
use crate::rust::ir::{Client, Crate, ExampleCall, ExampleValue, Group, Printed, Scheme, argument_list};

/// Maximum length of a line with a call.
const MAX_LINE_LEN: usize = 100;

/// The start of the lines of the example of a group.
const DOC_PREFIX: &str = "//! ";

/// `examples/first.rs`.
pub(super) struct Example;

impl Target for Example {
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        file(package).into_iter().collect()
    }
}

fn file(package: &Crate) -> Option<EmittedFile<'_>> {
    let client = package.client.as_ref()?;
    package.overview.call.as_ref()?;
    let inputs = inputs(package, client);
    let variables = inputs.iter().map(|input| format!("{}=.. ", input.variable)).collect::<String>();
    let text = format!(
        "//! Sends a request to the server and prints the response.\n//!\n//! ```text\n//! {variables}cargo run --example \
         first\n//! ```\n\n{}\n",
        program(package, client)
    );
    Some(EmittedFile::text("examples/first.rs", text))
}

/// A value that a program reads from the environment.
struct Input {
    /// The name of the variable in the program.
    name: String,
    /// The name in the environment.
    variable: String,
}

impl Input {
    /// Returns an input whose name in the environment begins with the name of the API.
    fn new(package: &Crate, name: &str) -> Self {
        let suffix = without_underscore(name).to_uppercase();
        Self { name: name.to_owned(), variable: format!("{}_{suffix}", package.overview.environment) }
    }
}

/// Returns the values that a program reads from the environment.
fn inputs(package: &Crate, client: &Client) -> Vec<Input> {
    let credentials = credentials(package, client);
    let address = client.constructor.takes_address.then_some("address");
    let token = (credentials.is_empty() && client.constructor.takes_token).then_some("token");
    let of_credentials = credentials.iter().flat_map(|credential| &credential.names).map(String::as_str);
    address.into_iter().chain(token).chain(of_credentials).map(|name| Input::new(package, name)).collect()
}

/// A credential that a program sets on the builder.
struct Credential {
    /// The call of the setter.
    setter: String,
    /// The variables that it takes.
    names: Vec<String>,
}

/// Returns the credentials of the first call that `Client::new` does not take.
fn credentials(package: &Crate, client: &Client) -> Vec<Credential> {
    let schemes = package.overview.call.as_ref().map_or(&[][..], |call| &call.schemes);
    if client.constructor.takes_token && matches!(schemes, [] | [0]) {
        return Vec::new();
    }
    schemes
        .iter()
        .filter_map(|index| client.schemes.get(*index).map(|scheme| credential(client, *index, scheme)))
        .collect()
}

fn credential(client: &Client, index: usize, scheme: &Scheme) -> Credential {
    if client.basic_scheme() == Some(scheme) {
        let names = ["user", "password"].map(str::to_owned).to_vec();
        return Credential { setter: ".basic_auth(user, password)".to_owned(), names };
    }
    if index == 0 {
        return Credential { setter: ".token(token)".to_owned(), names: vec!["token".to_owned()] };
    }
    let name = value_name(&scheme.name);
    // The other variables of the program have these names.
    let name = match name.as_str() {
        "address" | "client" | "password" | "response" | "token" | "user" => format!("{name}_token"),
        _ => name,
    };
    Credential { setter: format!(".token_as(TokenScheme::{}, {name})", scheme.name), names: vec![name] }
}

/// Returns a program that makes a client, and a call if there is a simple one.
pub(super) fn program(package: &Crate, client: &Client) -> String {
    let call = package.overview.call.as_ref();
    // The program drops the types of the crate, and has its own limit.
    let limit = package.recursion_limit.map(|limit| format!("#![recursion_limit = \"{limit}\"]\n"));
    let credentials = credentials(package, client);
    let names_scheme = credentials.iter().any(|credential| credential.setter.contains("TokenScheme::"));
    let imports: Vec<&str> = ["Client"]
        .into_iter()
        .chain(names_scheme.then_some("TokenScheme"))
        .chain(call.is_some_and(uses_types).then_some("types"))
        .collect();
    let imported =
        if let [only] = imports.as_slice() { (*only).to_owned() } else { format!("{{{}}}", imports.join(", ")) };
    let mut lines: Vec<String> = limit.into_iter().collect();
    lines.extend([
        format!("use {}::{imported};\n", package.library),
        "#[tokio::main(flavor = \"current_thread\")]".to_owned(),
        "async fn main() -> Result<(), Box<dyn std::error::Error>> {".to_owned(),
    ]);
    let inputs = inputs(package, client);
    let read = |Input { name, variable }: &Input| format!("    let {name} = std::env::var(\"{variable}\")?;");
    lines.extend(inputs.iter().map(read));
    lines.extend(construction(client, &inputs, &credentials));
    match call {
        Some(call) => {
            lines.extend(statement(call, "    ", 0));
            lines.extend(call.has_output.then(|| printing(call)));
        }
        None => lines.push("    println!(\"{client:?}\");".to_owned()),
    }
    lines.push("    Ok(())\n}".to_owned());
    lines.join("\n")
}

/// Returns the lines that make the client.
fn construction(client: &Client, inputs: &[Input], credentials: &[Credential]) -> Vec<String> {
    if credentials.is_empty() {
        let arguments: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        return vec![format!("    let client = Client::new({});", arguments.join(", "))];
    }
    let address = if client.constructor.takes_address { "address" } else { "" };
    let setters = || credentials.iter().map(|credential| credential.setter.as_str()).chain([".build()?;"]);
    let line = format!("    let client = Client::builder({address}){}", setters().collect::<String>());
    if line.len() <= MAX_LINE_LEN {
        return vec![line];
    }
    let first = format!("    let client = Client::builder({address})");
    [first].into_iter().chain(setters().map(|setter| format!("        {setter}"))).collect()
}

/// Returns the example of a group as a program that is compiled and not run.
pub(super) fn of_group(package: &Crate, group: &Group) -> Vec<String> {
    // The tests of a module do not know its path.
    if group.examples.is_empty() || !package.is_whole {
        return Vec::new();
    }
    let library = &package.library;
    let mut lines = vec!["```no_run".to_owned()];
    if group.examples.iter().any(uses_types) {
        lines.push(format!("# use {library}::types;"));
    }
    lines.push(format!("# async fn example(client: {library}::Client) -> Result<(), Box<dyn std::error::Error>> {{"));
    lines.extend(group.examples.iter().flat_map(|call| statement(call, "", DOC_PREFIX.len())));
    lines.extend(["# Ok(())", "# }", "```"].map(str::to_owned));
    lines
}

/// Returns the lines of a statement that awaits a call. `before` is the width of what is before each line.
fn statement(call: &ExampleCall, margin: &str, before: usize) -> Vec<String> {
    let binding = if call.has_output { "let response = " } else { "" };
    let line = format!("{margin}{binding}{}.await?;", code(call));
    if before + line.len() <= MAX_LINE_LEN {
        return vec![line];
    }
    let arguments = call.arguments.iter().map(expression).collect();
    let called = Expression::List(format!(".{}(", call.function), arguments, ")");
    let called = called.lines("", "", margin.len() + 4);
    let links = [format!(".{}()", call.group), called, ".await?;".to_owned()];
    let lines = links.iter().map(|link| format!("{margin}    {link}")).collect::<Vec<_>>().join("\n");
    let first = format!("{margin}{binding}client");
    std::iter::once(first).chain(lines.lines().map(str::to_owned)).collect()
}

/// Returns an argument, whose constructors can be broken into lines.
fn expression(argument: &ExampleValue) -> Expression {
    match argument {
        ExampleValue::Call(function, arguments) => {
            Expression::List(format!("{function}("), arguments.iter().map(expression).collect(), ")")
        }
        _ => Expression::Text(argument.to_string()),
    }
}

fn uses_types(call: &ExampleCall) -> bool {
    call.arguments.iter().any(ExampleValue::names_type)
}

/// Returns the lines that print what a call returned.
fn printing(call: &ExampleCall) -> String {
    match &call.printed {
        None => "    println!(\"{response:?}\");".to_owned(),
        Some(Printed::Member(name)) => format!("    println!(\"{{}}\", response.{name});"),
        Some(Printed::Items { list, member }) => {
            let list = list.as_ref().map_or_else(String::new, |list| {
                let value = if list.is_option { ".unwrap_or_default()" } else { "" };
                format!(".{}{value}", list.path)
            });
            let printed = match member {
                Some(name) => format!("println!(\"{{}}\", item.{name});"),
                None => "println!(\"{item:?}\");".to_owned(),
            };
            format!("    for item in response{list} {{\n        {printed}\n    }}")
        }
    }
}

/// Returns a function that receives an event, if the server sends any.
pub(super) fn events(package: &Crate) -> Option<String> {
    let events = package.events.as_ref()?;
    let first = &events.variants.first()?.name;
    let (given, read) = if events.are_distinguishable() {
        (format!("headers: &{}::runtime::http::HeaderMap", package.library), "read(headers, body)")
    } else {
        ("name: &str".to_owned(), "read_named(name, body)")
    };
    Some(format!(
        "use {}::events::Event;\n\n\
         fn receive({given}, body: &[u8]) -> Result<(), Box<dyn std::error::Error>> {{\n    \
             match Event::{read}? {{\n        \
                 Event::{first}(event) => println!(\"{{event:?}}\"),\n        \
                 Event::Unlisted(event) => println!(\"{{}}: {{}}\", event.name(), event.body()),\n        \
                 _ => {{}}\n    \
             }}\n    \
             Ok(())\n\
         }}",
        package.library
    ))
}

/// `client.story().list()`
pub(super) fn code(call: &ExampleCall) -> String {
    format!("client.{}().{}({})", call.group, call.function, argument_list(&call.arguments))
}

/// Returns the expression for a client builder.
pub(super) fn builder(client: &Client) -> &'static str {
    if client.constructor.takes_address { "Client::builder(\"https://example.com\")" } else { "Client::builder()" }
}

#[cfg(test)]
mod tests {
    use super::expression;
    use crate::pipeline::Emission;
    use crate::rust::ir::ExampleValue;

    #[test]
    fn long_constructors_have_several_lines() {
        let plain = |text: &str| ExampleValue::Plain(text.to_owned());
        let call = |function: &str, arguments| ExampleValue::Call(function.to_owned(), arguments);
        let sizes = ["S", "L"].map(|size| ExampleValue::Variant(format!("types::Size::{size}")));
        let kind = call("types::Kind::new", vec![ExampleValue::List(sizes.to_vec()), plain("1.5")]);
        let pet = call("types::Pet::new", vec![plain("\"a, (b\""), kind, plain("\"12\".parse()?")]);
        let lines = |value: &ExampleValue, indent| expression(value).lines("", "", indent);
        assert_eq!(lines(&pet, 0), pet.to_string());
        assert_eq!(
            lines(&pet, 50).lines().map(str::trim).collect::<Vec<_>>(),
            [
                "types::Pet::new(",
                "\"a, (b\",",
                "types::Kind::new(",
                "[types::Size::S, types::Size::L],",
                "1.5,",
                "),",
                "\"12\".parse()?,",
                ")"
            ]
        );
        assert_eq!(lines(&call("types::Pet::default", Vec::new()), 90), "types::Pet::default()");
    }

    #[test]
    fn the_first_program_sets_the_credentials_of_its_call() {
        let client = |default: &str, own: &str| {
            let text = format!(
                r#"{{ "openapi": "3.0.3", "info": {{ "title": "Pets", "version": "" }},
                    "servers": [{{ "url": "https://pets.io" }}], "security": {default},
                    "paths": {{ "/pets": {{ "get": {{ "security": {own},
                        "responses": {{ "204": {{ "description": "" }} }} }} }} }},
                    "components": {{ "securitySchemes": {{
                        "bearer": {{ "type": "http", "scheme": "bearer" }},
                        "basic": {{ "type": "http", "scheme": "basic" }},
                        "apiKey": {{ "type": "apiKey", "in": "header", "name": "X-Key" }} }} }} }}"#
            );
            let files: Vec<_> = Emission::from_text(text).texts().collect();
            let (_, program) = files.into_iter().find(|(path, _)| path == "examples/first.rs").unwrap();
            let lines = program.lines().map(str::trim);
            lines.filter(|line| line.contains("env::var") || line.contains("Client")).collect::<Vec<_>>().join("\n")
        };
        let bearer = r#"[{ "bearer": [] }]"#;
        let token = "let token = std::env::var(\"PETS_TOKEN\")?;\n";
        let usual = |rest: &str| format!("use pets_client::Client;\n{token}let client = Client::{rest};");
        assert_eq!(client(bearer, bearer), usual("new(token)"));
        assert_eq!(client("[]", bearer), usual("builder().token(token).build()?"));
        assert_eq!(client(bearer, r#"[{ "apiKey": [] }, { "bearer": [] }]"#), usual("new(token)"));
        assert_eq!(client(bearer, "[]"), usual("new(token)"));
        assert_eq!(
            client(bearer, r#"[{ "apiKey": [] }]"#),
            "use pets_client::{Client, TokenScheme};\n\
             let api_key = std::env::var(\"PETS_API_KEY\")?;\n\
             let client = Client::builder().token_as(TokenScheme::ApiKey, api_key).build()?;"
        );
        assert_eq!(
            client(bearer, r#"[{ "basic": [] }]"#),
            "use pets_client::Client;\n\
             let user = std::env::var(\"PETS_USER\")?;\n\
             let password = std::env::var(\"PETS_PASSWORD\")?;\n\
             let client = Client::builder().basic_auth(user, password).build()?;"
        );
    }
}
