//! Public members: each is printed as it is listed, with the docs and the body that its role says.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::rust_type::{Scope, rust_type};
use super::tokens::{code, doc, ident};
use crate::rust::ir::{Block, Crate, Declaration, Public, Role, RustType};

/// The code before and after a declaration.
pub(super) struct Code {
    /// Docs and attributes.
    head: TokenStream,
    /// The value of a constant, the statements of a function, or what a type or a trait has besides its public members.
    body: TokenStream,
    /// The position of the declaration, if it differs from that of its block.
    scope: Option<Scope>,
    /// The name of the argument, if the body is that of the function of `From`.
    converted: Option<&'static str>,
}

impl Code {
    pub(super) fn new(head: TokenStream, body: TokenStream) -> Self {
        Self { head, body, scope: None, converted: None }
    }

    pub(super) fn head(head: TokenStream) -> Self {
        Self::new(head, TokenStream::new())
    }

    pub(super) fn body(body: TokenStream) -> Self {
        Self::new(TokenStream::new(), body)
    }

    /// The value that the argument with this name is converted to.
    pub(super) fn conversion(name: &'static str, value: TokenStream) -> Self {
        Self { converted: Some(name), ..Self::body(value) }
    }

    pub(super) fn in_scope(self, scope: Scope) -> Self {
        Self { scope: Some(scope), ..self }
    }
}

/// Prints a block: the type, its functions, and the traits that it implements.
pub(super) fn items<R: Copy>(
    package: &Crate,
    block: &Block<'_, R>,
    scope: Scope,
    print: impl Fn(R) -> Code,
) -> Vec<TokenStream> {
    let (mut ty, mut parts, mut functions, mut traits) = (None, Vec::new(), Vec::new(), Vec::new());
    for (index, member) in block.members.iter().enumerate() {
        let Code { head, body, scope: own_scope, converted } = match member.role {
            Role::Derived | Role::Associated | Role::Support => continue,
            Role::Documented(docs, attributes) => Code::head(described(docs, attributes)),
            Role::Noted(text) => Code::head(noted(text)),
            Role::Own(role) => print(role),
        };
        let (head, declared) = (marked(package, block, member, head), declared(member, own_scope.unwrap_or(scope)));
        match member.declaration {
            Declaration::Field(_) | Declaration::Variant(_) => parts.push(quote!(#head #declared)),
            Declaration::Constant(_) => functions.push(quote!(#head #declared = #body;)),
            Declaration::Function(_) => functions.push(quote!(#head #declared { #body })),
            Declaration::Trait(RustType { ref arguments, .. }) => {
                let types = block.members[index + 1..].iter().take_while(|next| matches!(next.role, Role::Associated));
                let types = types.map(|ty| self::declared(ty, scope));
                let body = match (converted.map(ident), arguments.as_slice()) {
                    (Some(name), [ty]) => {
                        let ty = rust_type(ty, scope);
                        quote!(fn from(#name: #ty) -> Self { #body })
                    }
                    _ => body,
                };
                traits.push(quote!(#head #declared { #(#types;)* #body }));
            }
            _ => ty = Some((member, quote!(#head #declared), body)),
        }
    }
    let ty = ty.map(|(member, declared, body)| match member.declaration {
        Declaration::Struct | Declaration::Enum => quote!(#declared { #body #(#parts),* }),
        _ => quote!(#declared;),
    });
    let functions = (!functions.is_empty()).then(|| {
        let (about, name) = (noted(block.about), code(block.alias.as_deref().unwrap_or(&block.name)));
        quote!(#about impl #name { #(#functions)* })
    });
    ty.into_iter().chain(functions).chain(traits).collect()
}

/// The start of the note of a mark. The number of the member follows.
const NOTE: &str = "bindery:";

/// Returns the number of the marked member in the message of a warning.
pub fn marked_item(message: &str) -> Option<usize> {
    message.rsplit_once(NOTE)?.1.trim().parse().ok()
}

/// Adds the mark of a member, if it has one, to its attributes. They have one attribute of this kind only.
fn marked<R>(package: &Crate, block: &Block<'_, R>, member: &Public<'_, R>, head: TokenStream) -> TokenStream {
    if package.marks.is_empty() || matches!(member.declaration, Declaration::Trait(_)) {
        return head;
    }
    let path = block.path() + &member.declaration.path(&member.name);
    let Some(number) = package.marks.get(&path) else { return head };
    let note = format!("{NOTE}{number}");
    let others = head.into_iter().collect::<Vec<_>>();
    let others = others.chunks(2).filter(|attribute| match attribute {
        [_, TokenTree::Group(group)] => !group.stream().to_string().starts_with("deprecated"),
        _ => true,
    });
    let others = others.flatten();
    quote!(#(#others)* #[deprecated(note = #note)])
}

/// Docs and attributes; the configuration has seen to it that they are such.
pub(super) fn described(docs: &[String], attributes: &[String]) -> TokenStream {
    let mut described = doc(docs);
    described.extend(attributes.iter().map(|text| code(text)));
    described
}

/// Docs in one line, if there are any.
pub(super) fn noted(text: &str) -> TokenStream {
    doc(&text.lines().map(str::to_owned).collect::<Vec<_>>())
}

/// `#[derive(Clone, Debug)]`
pub(super) fn derives<R>(block: &Block<'_, R>) -> TokenStream {
    let derived = block.members.iter().filter_map(|member| match (&member.role, &member.declaration) {
        (Role::Derived, Declaration::Trait(derived)) => Some(derived.text(&|path| Scope::Types.path(path))),
        _ => None,
    });
    let derived: Vec<String> = derived.collect();
    let list = code(&derived.join(", "));
    if derived.is_empty() { TokenStream::new() } else { quote!(#[derive(#list)]) }
}

fn declared<R>(member: &Public<'_, R>, scope: Scope) -> TokenStream {
    code(&member.declaration.text(&member.name, &|path| scope.path(path)))
}

#[cfg(test)]
mod tests {
    use super::marked_item;
    use crate::pipeline::Emission;

    #[test]
    fn members_are_marked_once() {
        let emission = Emission::from_text(
            r##"{ "openapi": "3.0.3", "info": { "title": "t", "version": "1" }, "paths": { "/a": { "put": {
                "operationId": "put", "deprecated": true, "requestBody": { "required": true, "content": {
                    "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } },
                "responses": { "200": { "description": "", "content": {
                    "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } } } } } },
                "components": { "schemas": { "Pet": { "type": "object", "properties": {
                    "name": { "type": "string" }, "kind": { "type": "string", "enum": ["cat"] } } } } } }"##,
        );
        let paths =
            ["types::Pet.name", "types::Pet::new", "types::PetKind::Cat", "api::a::AApi::put", "types::PetKind"];
        let texts = emission.marked_texts(paths.into_iter().map(str::to_owned));
        let text: String = texts.into_iter().map(|(_, text)| text).collect();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (number, declared) in
            ["pub name: Option<String>,", "pub fn new(", "Cat,", "pub fn put(", "pub enum PetKind {"].iter().enumerate()
        {
            let mark = format!("#[deprecated(note = \"bindery:{number}\")]");
            let at = lines.iter().position(|line| *line == mark).unwrap();
            assert!(lines[at..at + 3].iter().any(|line| line.starts_with(declared)), "{:#?}", &lines[at..at + 3]);
        }
        assert_eq!(lines.iter().filter(|line| line.starts_with("#[deprecated")).count(), paths.len());
        assert!(lines.contains(&"#![allow(deprecated)]"));
        assert_eq!(marked_item("use of deprecated field `a::A::b`: bindery:17"), Some(17));
        assert_eq!(marked_item("use of deprecated field `a::A::b`"), None);
    }
}
