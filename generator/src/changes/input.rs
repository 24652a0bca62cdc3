//! The input of an operation: its parameters and its body, before and after.

use std::collections::HashMap;

use super::ChangeKind;
use super::compare::{Comparison, Part};
use super::object::split_null;
use super::operation::path_parameters;
use super::pairing::{added, pair};
use super::phrase;
use super::side::{Claim, Side};
use crate::model::{Body, BodyKind, Operation, Parameter, ParameterLocation, Serialization, Style, identity};

impl Comparison<'_> {
    pub(super) fn parameters(&mut self, part: &Part<'_>, before: usize, after: usize) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before], &new.api.operations[after]);
        let (arguments_before, arguments_after) = self.constant_parameters(part, before, after);
        let pairs = pair(keys(one), keys(other));
        for (at, same) in pairs.iter().enumerate().filter(|(at, _)| !arguments_before.contains(at)) {
            match same {
                Some(same) => self.parameter(part, (before, at), (after, *same)),
                None => self.parameter_removed(part, before, at),
            }
        }
        self.argument_order(part, (before, after), &pairs);
        let replaced = self.replaced_parameters(before, after);
        for at in added(&pairs, other.parameters.len()).filter(|at| !arguments_after.contains(at)) {
            self.parameter_added(part, after, at, replaced.get(&at).map(|was| one.parameters[*was].wire.as_str()));
        }
    }

    /// Reports a different order of arguments: if their types are equal, the compiler does not notice.
    fn argument_order(&mut self, part: &Part<'_>, (before, after): (usize, usize), pairs: &[Option<usize>]) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before], &new.api.operations[after]);
        let given = one.parameters.iter().zip(pairs).filter(|(parameter, _)| parameter.required);
        let now = given.filter_map(|(_, same)| *same).filter(|same| other.parameters[*same].required);
        let now: Vec<usize> = now.collect();
        if now.is_sorted() {
            return;
        }
        let mut then = now.clone();
        then.sort_unstable();
        let wires =
            |order: &[usize]| order.iter().map(|at| other.parameters[*at].wire.as_str()).collect::<Vec<_>>().join(", ");
        let found = part
            .finding(ChangeKind::Order, format!("the arguments of {} stand in another order", part.quoted()))
            .before(&one.origin, wires(&now))
            .after(&other.origin, wires(&then))
            .breaks("compiled anew, calls give their arguments for one another")
            .migrate(format!("give the arguments of `{}` in the new order", new.call(after)))
            .claims([old.function(before), new.function(after)]);
        self.found.push(found);
    }

    /// Returns the new parameters that take the position of old ones without a compile error, each with the index of
    /// the old one.
    fn replaced_parameters(&self, before: usize, after: usize) -> HashMap<usize, usize> {
        let (old, new) = (self.old, self.new);
        let function = |side: Side<'_>, index: usize| side.function(index).key();
        let (Some(was), Some(is)) = (function(old, before), function(new, after)) else { return HashMap::new() };
        if !old.interface.is_called_alike(&was, new.interface, &is) {
            return HashMap::new();
        }
        let required = |operation: &Operation| -> Vec<usize> {
            (0..operation.parameters.len()).filter(|at| operation.parameters[*at].required).collect()
        };
        let (one, other) = (&old.api.operations[before], &new.api.operations[after]);
        required(other).into_iter().zip(required(one)).collect()
    }

    fn parameter_removed(&mut self, part: &Part<'_>, index: usize, at: usize) {
        let old = self.old;
        let parameter = &old.api.operations[index].parameters[at];
        let (subject, sentence) =
            (parameter_subject(part, parameter), format!("{} is gone", parameter_phrase(parameter)));
        let part = Part { resource: part.resource, subject: &subject };
        let found = part
            .finding(ChangeKind::ParameterRemoved, sentence)
            .before(&parameter.origin, excerpt(old, parameter))
            .breaks("the server does not take it any more")
            .migrate(format!("take `{}` out of the call", old.names.operation(index).parameters[at]))
            .claims(accounts(old, index, at))
            .claims(old.types_below(&parameter.origin));
        self.found.push(found);
    }

    fn parameter_added(&mut self, part: &Part<'_>, index: usize, at: usize, replaced: Option<&str>) {
        let new = self.new;
        let parameter = &new.api.operations[index].parameters[at];
        let subject = parameter_subject(part, parameter);
        let sentence = format!("{} is new, {}", parameter_phrase(parameter), phrase::presence(parameter.required));
        let part = Part { resource: part.resource, subject: &subject };
        let found = part
            .finding(ChangeKind::ParameterAdded, sentence)
            .after(&parameter.origin, excerpt(new, parameter))
            .claims(accounts(new, index, at))
            .claims(new.types_below(&parameter.origin));
        let name = &new.names.operation(index).parameters[at];
        let call = new.call(index);
        let found = match (parameter.required, replaced) {
            (true, Some(was)) => found
                .breaks(format!(
                    "calls without it are refused; compiled again, they send as `{}` what they gave for `{was}`",
                    parameter.wire
                ))
                .migrate(format!("look at each call of `{call}`: it takes `{name}` in the place of `{was}`")),
            (true, None) => found.breaks("calls without it are refused").migrate(format!("give `{name}` to `{call}`")),
            (false, _) => found,
        };
        self.found.push(found);
    }

    fn parameter(&mut self, part: &Part<'_>, (before, at): (usize, usize), (after, same): (usize, usize)) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before].parameters[at], &new.api.operations[after].parameters[same]);
        let subject = parameter_subject(part, other);
        let whole = parameter_phrase(other);
        let part = Part { resource: part.resource, subject: &subject };
        let places = (&one.origin, &other.origin);
        self.docs(&part, (&one.docs, places.0), (&other.docs, places.1));
        let mut claims = accounts(old, before, at);
        claims.extend(accounts(new, after, same));
        let name = &new.names.operation(after).parameters[same];
        if !self.same(split_null(old, &one.ty).0, split_null(new, &other.ty).0) {
            let (was, is) = (phrase::ty(old.api, &one.ty), phrase::ty(new.api, &other.ty));
            let found = part
                .finding(ChangeKind::ParameterType, format!("{whole} is of type {is} instead of {was}"))
                .before(places.0, was)
                .after(places.1, is)
                .breaks("values of the old type may be refused")
                .migrate(format!("convert `{name}` where it is given"))
                .claims(claims.clone())
                .claims(old.types_below(places.0))
                .claims(new.types_below(places.1));
            self.found.push(found);
        } else {
            self.constraints(&part, &one.constraints, &other.constraints, places, true);
        }
        if wire_format(one) != wire_format(other) {
            let found = part
                .finding(
                    ChangeKind::ParameterType,
                    format!(
                        "{whole} is written in {} instead of {}",
                        phrase::parameter_text(other),
                        phrase::parameter_text(one)
                    ),
                )
                .before(places.0, phrase::parameter_text(one))
                .after(places.1, phrase::parameter_text(other))
                .breaks("the old bindings write it in a way that the server may not understand")
                .migrate("compile with the new bindings");
            self.found.push(found);
        }
        if one.required != other.required {
            let found = part
                .finding(ChangeKind::ParameterRequired, format!("{whole} is {} now", phrase::presence(other.required)))
                .before(places.0, excerpt(old, one))
                .after(places.1, excerpt(new, other))
                .claims(claims.clone());
            let found = if other.required {
                found.breaks("calls without it are refused").migrate(format!(
                    "give `{name}` to `{}`: it is an argument now, and not set afterwards",
                    new.call(after)
                ))
            } else {
                found.migrate(format!("set it where it is wanted: `{}(..).{name}(..)`", new.call(after)))
            };
            self.found.push(found);
        }
        if one.default != other.default {
            self.default(&part, (one.default.as_ref(), other.default.as_ref()), places, !other.required, claims);
        }
    }

    pub(super) fn bodies(&mut self, part: &Part<'_>, before: usize, after: usize) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.operations[before].body, &new.api.operations[after].body);
        match (one, other) {
            (None, None) => {}
            (Some(body), None) => {
                let found = part
                    .finding(ChangeKind::Body, format!("{} takes no body any more", part.quoted()))
                    .before(&body.origin, phrase::body(old.api, body))
                    .breaks("a body that is sent may be refused")
                    .migrate("take the body out of the call")
                    .claims(body_claims(old, before))
                    .claims(old.types_below(&body.origin));
                self.found.push(found);
            }
            (None, Some(body)) => {
                let found = part
                    .finding(
                        ChangeKind::Body,
                        format!("{} takes a body, {}", part.quoted(), phrase::presence(body.required)),
                    )
                    .after(&body.origin, phrase::body(new.api, body))
                    .claims(body_claims(new, after))
                    .claims(new.types_below(&body.origin));
                let found = if body.required {
                    found
                        .breaks("calls without a body are refused")
                        .migrate(format!("give a body to `{}`", new.call(after)))
                } else {
                    found
                };
                self.found.push(found);
            }
            (Some(one), Some(other)) => self.body(part, (before, one), (after, other)),
        }
    }

    fn body(&mut self, part: &Part<'_>, (before, one): (usize, &Body), (after, other): (usize, &Body)) {
        let (old, new) = (self.old, self.new);
        let places = (&one.origin, &other.origin);
        let subject = format!("{} body", part.subject);
        let body = Part { resource: part.resource, subject: &subject };
        self.docs(&body, (&one.docs, places.0), (&other.docs, places.1));
        let mut claims = body_claims(old, before);
        claims.extend(body_claims(new, after));
        if one.required != other.required {
            let found = body
                .finding(
                    ChangeKind::Body,
                    format!("the body of {} is {} now", part.quoted(), phrase::presence(other.required)),
                )
                .before(places.0, phrase::body(old.api, one))
                .after(places.1, phrase::body(new.api, other))
                .claims(claims.clone());
            let found = if other.required { found.breaks("calls without a body are refused") } else { found };
            self.found.push(found.migrate(format!("see how `{}` takes its body now", new.call(after))));
        }
        let media_types = |body: &'_ Body| -> Vec<String> {
            body.alternatives.iter().map(|content| identity(&content.media_type)).collect()
        };
        let pairs = pair(media_types(one), media_types(other));
        let mut same = true;
        for (content, at) in one.alternatives.iter().zip(&pairs) {
            same &= at.is_none_or(|at| self.same_body(&content.kind, &other.alternatives[at].kind));
        }
        let is_removed = pairs.contains(&None);
        if same && !is_removed && one.alternatives.len() == other.alternatives.len() {
            return;
        }
        let (was, is) = (phrase::body(old.api, one), phrase::body(new.api, other));
        let found = body
            .finding(ChangeKind::Body, format!("the body of {} is {is} instead of {was}", part.quoted()))
            .before(places.0, was)
            .after(places.1, is)
            .migrate(format!("see how `{}` takes its body now", new.call(after)))
            .claims(claims)
            .claims(old.types_below(places.0))
            .claims(new.types_below(places.1));
        let found = if is_removed || !same { found.breaks("a body of the old form may be refused") } else { found };
        self.found.push(found);
    }

    fn same_body(&mut self, old: &BodyKind, new: &BodyKind) -> bool {
        match (old, new) {
            (BodyKind::Json { ty, wrapper }, BodyKind::Json { ty: other, wrapper: filled }) => {
                wrapper == filled && self.same(ty.split_null().0, other.split_null().0)
            }
            (BodyKind::Form { ty, styles }, BodyKind::Form { ty: other, styles: written }) => {
                styles == written && self.same(ty.split_null().0, other.split_null().0)
            }
            (old, new) => old == new,
        }
    }
}

/// Returns the keys of an operation's parameters; path parameters are identified by position, regardless of their
/// names.
fn keys(operation: &Operation) -> Vec<(ParameterLocation, String)> {
    let in_path = path_parameters(&operation.path);
    let key = |parameter: &Parameter| match parameter.place {
        ParameterLocation::Path => match in_path.iter().position(|name| *name == parameter.wire) {
            Some(position) => position.to_string(),
            None => parameter.wire.clone(),
        },
        ParameterLocation::Header => parameter.wire.to_ascii_lowercase(),
        // Its name is not on the wire.
        ParameterLocation::QueryString => String::new(),
        _ => parameter.wire.clone(),
    };
    operation.parameters.iter().map(|parameter| (parameter.place, key(parameter))).collect()
}

/// Returns everything that determines the serialization of a parameter.
fn wire_format(parameter: &Parameter) -> (Option<Serialization>, &[(String, Style)], Option<&str>) {
    (parameter.serialization, &parameter.member_styles, parameter.media_type.as_deref())
}

/// Returns the subject of a parameter: `GET /stories ?term`.
pub(super) fn parameter_subject(part: &Part<'_>, parameter: &Parameter) -> String {
    format!("{} {}", part.subject, short(parameter))
}

pub(super) fn parameter_phrase(parameter: &Parameter) -> String {
    format!("the {} parameter `{}`", parameter.place.as_str(), parameter.wire)
}

fn short(parameter: &Parameter) -> String {
    match parameter.place {
        ParameterLocation::Path => format!("{{{}}}", parameter.wire),
        ParameterLocation::Query => format!("?{}", parameter.wire),
        place => format!("{} {}", place.as_str(), parameter.wire),
    }
}

pub(super) fn excerpt(side: Side<'_>, parameter: &Parameter) -> String {
    if let Some(only) = &parameter.constant {
        return format!("always {}", phrase::value(only));
    }
    format!("{}, {}", phrase::ty(side.api, &parameter.ty), phrase::presence(parameter.required))
}

/// Returns the claims of a parameter: an argument of the function if it is required, otherwise a setter.
pub(super) fn accounts(side: Side<'_>, index: usize, at: usize) -> Vec<Claim> {
    let parameter = &side.api.operations[index].parameters[at];
    if parameter.required {
        vec![side.function(index)]
    } else {
        vec![side.setter(index, &side.names.operation(index).parameters[at])]
    }
}

fn body_claims(side: Side<'_>, index: usize) -> Vec<Claim> {
    let names = side.names.operation(index);
    let body = Claim::whole(side.operation_type(index, "Body"));
    if side.api.asks_for_body(&side.api.operations[index]) {
        vec![side.function(index), body, Claim::feature("files")]
    } else {
        vec![side.setter(index, &names.body), body, Claim::feature("files")]
    }
}
