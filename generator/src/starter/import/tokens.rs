//! Rust source as tokens: calls of methods and macros, without parsing the program.

use std::str::FromStr;

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// Maximum nesting of brackets.
const MAX_DEPTH: usize = 100;

/// A call of a method, or of a macro, whose name ends with `!`.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) name: String,
    /// The last identifier before the name.
    pub(super) receiver: String,
    /// The call that has this one in its arguments.
    pub(super) outer: String,
    pub(super) arguments: TokenStream,
}

/// Returns the calls and the string literals of a source file, or `None` if it is not Rust.
pub(super) fn scan(text: &str) -> Option<(Vec<Call>, Vec<String>)> {
    let tokens = TokenStream::from_str(text).ok()?;
    let (mut calls, mut texts) = (Vec::new(), Vec::new());
    scan_tokens(tokens, 0, "", &mut calls, &mut texts)?;
    Some((calls, texts))
}

/// Returns the calls in some tokens.
pub(super) fn calls(tokens: TokenStream) -> Vec<Call> {
    let mut calls = Vec::new();
    let _ = scan_tokens(tokens, 0, "", &mut calls, &mut Vec::new());
    calls
}

fn scan_tokens(
    tokens: TokenStream,
    depth: usize,
    outer: &str,
    calls: &mut Vec<Call>,
    texts: &mut Vec<String>,
) -> Option<()> {
    if depth > MAX_DEPTH {
        return None;
    }
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let ident = |index: Option<usize>| match all.get(index?)? {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    };
    let punct =
        |index: usize, sign: char| matches!(all.get(index), Some(TokenTree::Punct(own)) if own.as_char() == sign);
    for (at, token) in all.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let name = ident(at.checked_sub(1));
                let name = name.or_else(|| Some(ident(at.checked_sub(2))? + "!").filter(|_| punct(at - 1, '!')));
                if let Some(name) = name.clone() {
                    let receiver = (0..at).rev().filter_map(|index| ident(Some(index))).nth(1).unwrap_or_default();
                    calls.push(Call { name, receiver, outer: outer.to_owned(), arguments: group.stream() });
                }
                scan_tokens(group.stream(), depth + 1, name.as_deref().unwrap_or(outer), calls, texts)?;
            }
            TokenTree::Literal(_) => texts.extend(text(token)),
            _ => {}
        }
    }
    Some(())
}

/// Returns the value of a string literal.
pub(super) fn text(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}

/// Splits tokens at commas that are not between angle brackets.
pub(super) fn arguments(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut arguments = vec![Vec::new()];
    let (mut depth, mut before) = (0_usize, ' ');
    for token in tokens {
        let sign = if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' };
        match sign {
            '<' => depth += 1,
            '>' if !matches!(before, '-' | '=') => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = sign;
        if sign == ',' && depth == 0 {
            arguments.push(Vec::new());
        } else if let Some(last) = arguments.last_mut() {
            last.push(token);
        }
    }
    arguments.retain(|argument| !argument.is_empty());
    arguments
}

/// Splits `name = value` or `name: value` at the first such sign, which is not part of `==` or `::`.
pub(super) fn entry(argument: &[TokenTree], sign: char) -> Option<(&[TokenTree], &[TokenTree])> {
    let spacing = |index: usize| match argument.get(index) {
        Some(TokenTree::Punct(own)) if own.as_char() == sign => Some(own.spacing()),
        _ => None,
    };
    let is_joined = |index: Option<usize>| index.and_then(spacing) == Some(Spacing::Joint);
    let at = (0..argument.len()).find(|at| spacing(*at) == Some(Spacing::Alone) && !is_joined(at.checked_sub(1)))?;
    Some((argument.get(..at)?, argument.get(at + 1..)?))
}

/// Returns tokens as text without spaces, as paths are written.
pub(super) fn joined(tokens: &[TokenTree]) -> String {
    tokens.iter().map(|token| text(token).unwrap_or_else(|| token.to_string())).collect()
}

/// Returns the only token if it is a bracketed group.
pub(super) fn group(tokens: &[TokenTree], delimiter: Delimiter) -> Option<&Group> {
    match tokens {
        [TokenTree::Group(group)] if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}
