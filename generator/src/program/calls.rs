//! The calls, patterns and statements of a source file, by their positions in the text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprCall, ExprIf, ExprLit, ExprMethodCall, FieldPat, Ident, ImplItem, Item, ItemMod, ItemUse, Lit,
    Local, Macro, Pat, PatIdent, Stmt, Token, TraitItem,
};

use super::edit::Edit;
use super::imports::Imports;

/// A call of a function or a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// The name of the function.
    pub(super) name: Range<usize>,
    /// The whole expression.
    pub(super) whole: Range<usize>,
    /// The receiver of a method.
    pub(super) receiver: Option<Range<usize>>,
    pub(super) arguments: Vec<Range<usize>>,
}

/// The parts of `if let Some(pattern) = value { .. }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionalRead {
    pub(super) whole: Range<usize>,
    /// The pattern with `Some`, and the one inside it.
    pub(super) some: Range<usize>,
    pub(super) pattern: Range<usize>,
    pub(super) value: Range<usize>,
    pub(super) body: Range<usize>,
}

impl OptionalRead {
    fn new(read: &ExprIf) -> Option<Self> {
        let Expr::Let(condition) = &*read.cond else { return None };
        let Pat::TupleStruct(some) = &*condition.pat else { return None };
        let pattern = some.elems.first().filter(|_| some.path.is_ident("Some") && some.elems.len() == 1)?;
        read.else_branch.is_none().then(|| Self {
            whole: read.span().byte_range(),
            some: some.span().byte_range(),
            pattern: pattern.span().byte_range(),
            value: condition.expr.span().byte_range(),
            body: read.then_branch.span().byte_range(),
        })
    }

    /// Returns the edits that read the value without a condition: `{ let pattern = value; .. }`.
    pub(super) fn without_condition(&self) -> Vec<Edit> {
        vec![
            Edit::replace(self.whole.start..self.pattern.start, "{ let "),
            Edit::remove(self.pattern.end..self.some.end),
            Edit::replace(self.value.end..self.body.start + 1, ";"),
        ]
    }
}

/// A variable with its first value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Variable {
    name: String,
    value: Range<usize>,
}

/// The parts of a file that edits depend on.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    calls: Vec<Call>,
    /// The positions of the calls by the range of their name, of the whole, and of their receiver.
    by_name: HashMap<Range<usize>, usize>,
    by_whole: HashMap<Range<usize>, usize>,
    by_receiver: HashMap<Range<usize>, usize>,
    /// The patterns of fields that are only a name, such as `value` in `Story { value, .. }`.
    shorthands: Vec<Range<usize>>,
    /// The patterns that are only a name.
    variables: HashSet<Range<usize>>,
    /// The names that items of the file declare.
    declared: HashSet<String>,
    /// The statements and items.
    statements: Vec<Range<usize>>,
    /// The variables that begin with an integer literal without a type, and the literals.
    integers: Vec<Variable>,
    pub(super) imports: Imports,
    /// The expressions `if let Some(..) = ..` without `else`.
    pub(super) optional_reads: Vec<OptionalRead>,
}

impl Outline {
    /// Parses a file. Returns `None` if it cannot be parsed, as with syntax that is newer than the parser.
    pub(super) fn new(text: &str) -> Option<Self> {
        // The parser would skip a byte order mark and a `#!` line, and shift all positions.
        if text.starts_with('\u{feff}') || (text.starts_with("#!") && !text.starts_with("#![")) {
            return None;
        }
        let file: syn::File = syn::parse_str(text).ok()?;
        let mut outline = Self::default();
        outline.visit_file(&file);
        Some(outline)
    }

    /// Returns the call of the function whose name is at a range.
    pub(super) fn call(&self, name: &Range<usize>) -> Option<&Call> {
        self.by_name.get(name).map(|index| &self.calls[*index])
    }

    /// Returns the call that is an expression as a whole.
    pub(super) fn call_at(&self, whole: &Range<usize>) -> Option<&Call> {
        self.by_whole.get(whole).map(|index| &self.calls[*index])
    }

    /// Returns the method calls on the result of a call, the innermost first.
    pub(super) fn chain<'o>(&'o self, call: &'o Call) -> impl Iterator<Item = &'o Call> {
        let next = |call: &&Call| self.by_receiver.get(&call.whole).map(|index| &self.calls[*index]);
        std::iter::successors(Some(call), next).skip(1)
    }

    /// Returns the edit that makes an integer variable of a statement a number, if there is one before a position.
    pub(super) fn number(&self, text: &str, statement: &Range<usize>, at: usize) -> Option<Edit> {
        let code = text.get(statement.clone())?;
        let words: Vec<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let mut before = self.integers.iter().rev().filter(|variable| variable.value.end <= at);
        let variable = before.find(|variable| words.contains(&variable.name.as_str()))?;
        Some(Edit::insert(variable.value.end, ".0"))
    }

    /// Returns `true` if a range is a pattern that matches every value.
    pub(super) fn is_variable(&self, range: &Range<usize>) -> bool {
        self.variables.contains(range)
    }

    /// Returns `true` if the file declares the new name of a type, or imports it from other modules than the old one.
    pub(super) fn declares(&self, text: &str, old: &str, new: &str) -> bool {
        self.declared.contains(new) || self.imports.has_other(text, old, new)
    }

    pub(super) fn is_shorthand(&self, range: &Range<usize>) -> bool {
        self.shorthands.contains(range)
    }

    /// Returns the innermost statement or item around a position.
    pub(super) fn statement(&self, at: usize) -> Option<&Range<usize>> {
        let around = self.statements.iter().filter(|range| range.start <= at && at < range.end);
        around.min_by_key(|range| range.len())
    }

    fn add_call(&mut self, call: Call) {
        let index = self.calls.len();
        self.by_name.insert(call.name.clone(), index);
        self.by_whole.insert(call.whole.clone(), index);
        if let Some(receiver) = &call.receiver {
            self.by_receiver.insert(receiver.clone(), index);
        }
        self.calls.push(call);
    }
}

impl Visit<'_> for Outline {
    fn visit_expr_call(&mut self, call: &ExprCall) {
        if let Expr::Path(path) = &*call.func
            && let Some(name) = path.path.segments.last()
        {
            self.add_call(Call {
                name: name.ident.span().byte_range(),
                whole: call.span().byte_range(),
                receiver: None,
                arguments: call.args.iter().map(|argument| argument.span().byte_range()).collect(),
            });
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        self.add_call(Call {
            name: call.method.span().byte_range(),
            whole: call.span().byte_range(),
            receiver: Some(call.receiver.span().byte_range()),
            arguments: call.args.iter().map(|argument| argument.span().byte_range()).collect(),
        });
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_if(&mut self, read: &ExprIf) {
        self.optional_reads.extend(OptionalRead::new(read));
        visit::visit_expr_if(self, read);
    }

    /// Arguments of macros are code if they look like the arguments of a function.
    fn visit_macro(&mut self, call: &Macro) {
        let arguments = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        match arguments {
            Ok(arguments) => arguments.iter().for_each(|argument| self.visit_expr(argument)),
            Err(_) => {
                let tokens = call.tokens.to_string();
                tokens.split(|c: char| !c.is_alphanumeric() && c != '_').for_each(|word| self.imports.count_name(word));
            }
        }
    }

    fn visit_local(&mut self, local: &Local) {
        let value = local.init.as_ref().map(|init| &*init.expr);
        if let (Pat::Ident(name), Some(Expr::Lit(ExprLit { lit: Lit::Int(value), .. }))) = (&local.pat, value)
            && value.suffix().is_empty()
        {
            self.integers.push(Variable { name: name.ident.to_string(), value: value.span().byte_range() });
        }
        visit::visit_local(self, local);
    }

    fn visit_pat_ident(&mut self, pattern: &PatIdent) {
        if pattern.subpat.is_none() && pattern.by_ref.is_none() && pattern.mutability.is_none() {
            self.variables.insert(pattern.span().byte_range());
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_field_pat(&mut self, field: &FieldPat) {
        if field.colon_token.is_none() {
            self.shorthands.push(field.span().byte_range());
        }
        visit::visit_field_pat(self, field);
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        self.imports.add(item);
        visit::visit_item_use(self, item);
    }

    fn visit_item_mod(&mut self, module: &ItemMod) {
        let outer = self.imports.enter_scope();
        visit::visit_item_mod(self, module);
        self.imports.leave_scope(outer);
    }

    fn visit_block(&mut self, block: &Block) {
        let outer = self.imports.enter_scope();
        visit::visit_block(self, block);
        self.imports.leave_scope(outer);
    }

    fn visit_ident(&mut self, name: &Ident) {
        self.imports.count_name(&name.to_string());
    }

    fn visit_stmt(&mut self, statement: &Stmt) {
        self.statements.push(statement.span().byte_range());
        visit::visit_stmt(self, statement);
    }

    fn visit_item(&mut self, item: &Item) {
        self.statements.push(item.span().byte_range());
        self.declared.extend(declared_name(item).map(ToString::to_string));
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &ImplItem) {
        self.statements.push(item.span().byte_range());
        visit::visit_impl_item(self, item);
    }

    fn visit_trait_item(&mut self, item: &TraitItem) {
        self.statements.push(item.span().byte_range());
        visit::visit_trait_item(self, item);
    }

    fn visit_arm(&mut self, arm: &syn::Arm) {
        self.statements.push(arm.span().byte_range());
        visit::visit_arm(self, arm);
    }

    fn visit_field(&mut self, field: &syn::Field) {
        self.statements.push(field.span().byte_range());
        visit::visit_field(self, field);
    }
}

/// Returns the name of an item that is a type, a function, a value or a module.
fn declared_name(item: &Item) -> Option<&Ident> {
    match item {
        Item::Const(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        Item::Fn(item) => Some(&item.sig.ident),
        Item::Mod(item) => Some(&item.ident),
        Item::Static(item) => Some(&item.ident),
        Item::Struct(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        Item::Type(item) => Some(&item.ident),
        Item::Union(item) => Some(&item.ident),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Outline;

    #[test]
    fn calls_are_found_in_chains_and_macros() {
        let text = "fn f() { println!(\"ä{}\", c.story().list(1, x).page(2).send()); let S { a, .. } = s; }";
        let outline = Outline::new(text).unwrap();
        let range = |part: &str| text.find(part).map(|at| at..at + part.len()).unwrap();
        let call = outline.call(&range("list")).unwrap();
        assert_eq!(call.arguments.iter().map(|range| &text[range.clone()]).collect::<Vec<_>>(), ["1", "x"]);
        let chain = outline.chain(call).map(|call| &text[call.name.clone()]);
        assert_eq!(chain.collect::<Vec<_>>(), ["page", "send"]);
        assert_eq!(outline.call_at(call.receiver.as_ref().unwrap()).unwrap().name, range("story"));
        let shorthand = range("a, ..").start;
        assert!(outline.is_shorthand(&(shorthand..shorthand + 1)));
        assert_eq!(&text[outline.statement(range("S {").start).unwrap().clone()], "let S { a, .. } = s;");
    }
}
