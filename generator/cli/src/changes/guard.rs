//! The conditions of rules, which are about the elements of both versions.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value as Json;

use super::constant::is_allowed;
use super::constraints;
use super::delta::Delta;
use super::fact::{Aspect, Combinations, Value, alias_constraints, is_required_in_requests};
use super::interface::have_same_arguments;
use super::matching::split_null;
use super::operations::{has_swapped_parameters, identities};
use super::subject::Subject;
use super::version::{ApiVersion, Versions};
use bindery::internal::analysis::{Direction, asks_for_body, has_simple_default, is_nullable, is_required};
use bindery::internal::model::{
    Content, Field, Parameter, Shape, StatusMatch, Success, Text, Type, identity, path_shape,
};

/// A condition of a rule.
pub(super) type Guard = for<'d, 'a> fn(&'d Delta<'a>) -> bool;

impl<'a> Delta<'a> {
    fn fields(&self) -> Versions<Option<&'a Field>> {
        self.each(ApiVersion::field)
    }

    fn parameters(&self) -> Versions<Option<&'a Parameter>> {
        self.each(ApiVersion::parameter)
    }

    /// Returns the value of a flag of the facts.
    fn flag(&self, aspect: Aspect) -> Versions<Option<bool>> {
        self.each(|version, part| {
            let facts = super::fact::facts(version, part, self.form());
            facts.into_iter().find_map(|(other, value)| match value {
                Value::Flag(flag) if other == aspect => Some(flag),
                _ => None,
            })
        })
    }

    /// Returns the members or parameters of which one takes the position of the other without a compile error.
    pub(super) fn replacement(&self) -> Option<Versions<Subject>> {
        let owner = self.context.versions.zip(self.pair.whole).map(|(version, whole)| Some((version, whole?)));
        let items = owner.map(|owner| {
            let (version, whole) = owner?;
            match whole {
                Subject::Type(id) if !version.takes_fields_struct(id) => version.constructor(id),
                Subject::Operation(index) => version.function(index).filter(|function| !function.takes_struct()),
                _ => None,
            }
        });
        if !have_same_arguments(items.old?, items.new?) {
            return None;
        }
        let all = Versions::new(owner.old?, owner.new?).map(|(version, whole)| arguments(version, whole));
        let at = |all: &[Subject], part| all.iter().position(|argument| Some(*argument) == part);
        let at = at(&all.old, self.part.old).or_else(|| at(&all.new, self.part.new))?;
        Some(Versions::new(*all.old.get(at)?, *all.new.get(at)?))
    }
}

/// Returns the arguments of the constructor of a type or of the function of an operation.
fn arguments(version: ApiVersion<'_>, whole: Subject) -> Vec<Subject> {
    let definition = version.definition(whole).map(|definition| &definition.shape);
    match (whole, definition) {
        (Subject::Type(id), Some(Shape::Object(object))) => {
            let is_argument = |field: &Field| is_required_in_requests(field) && !split_null(version, &field.ty).1;
            let fields = object.fields.iter().enumerate().filter(|(_, field)| is_argument(field));
            fields.map(|(at, _)| Subject::Field(id, at)).collect()
        }
        (Subject::Operation(index), _) => {
            let parameters = version.api.operations[index].parameters.iter().enumerate();
            let required = parameters.filter(|(_, parameter)| parameter.required);
            required.map(|(at, _)| Subject::Parameter(index, at)).collect()
        }
        _ => Vec::new(),
    }
}

pub(super) fn is_replaced(delta: &Delta<'_>) -> bool {
    delta.replacement().is_some()
}

pub(super) fn has_same_type(delta: &Delta<'_>) -> bool {
    delta.other(Aspect::DataType).is_none()
}

/// Returns `true` if a value that was allowed may be rejected.
pub(super) fn is_tighter(delta: &Delta<'_>) -> bool {
    delta.limit_change().is_some_and(|change| change.tighter)
}

/// Returns `true` if a value that was rejected may be allowed.
pub(super) fn is_looser(delta: &Delta<'_>) -> bool {
    let change = delta.limits().and_then(|limits| constraints::compare(&limits.new, &limits.old));
    change.is_some_and(|change| change.tighter)
}

/// Returns `true` if both versions declare a value.
pub(super) fn is_in_both(delta: &Delta<'_>) -> bool {
    matches!(delta.values, Some(Versions { old: Value::Json(Some(_)), new: Value::Json(Some(_)) }))
}

// Members of objects.

/// Returns `true` if responses without the old member cannot be read: a member that may be null may also be absent.
pub(super) fn was_always_received(delta: &Delta<'_>) -> bool {
    let (Some(version), Some(field)) = (delta.parts().old.map(|(version, _)| version), delta.fields().old) else {
        return false;
    };
    let is_null = split_null(version, &field.ty).1 || is_nullable(field, Direction::Response);
    is_required(field, Direction::Response) && !field.write_only && field.constant.is_none() && !is_null
}

pub(super) fn is_asked_for(delta: &Delta<'_>) -> bool {
    delta.fields().new.is_some_and(is_required_in_requests)
}

pub(super) fn has_default(delta: &Delta<'_>) -> bool {
    delta.fields().new.is_some_and(|field| field.default.is_some())
}

pub(super) fn has_or_had_default(delta: &Delta<'_>) -> bool {
    delta.fields().into_array().into_iter().flatten().any(|field| field.default.is_some())
}

/// Returns `true` if the constructor sets the new member to its default.
pub(super) fn is_set_to_default(delta: &Delta<'_>) -> bool {
    delta.fields().new.is_some_and(|field| has_simple_default(delta.context.versions.new.api, field))
}

/// Returns `true` if the old member was an argument of the constructor.
pub(super) fn was_argument(delta: &Delta<'_>) -> bool {
    let Some(field) = delta.fields().old else { return false };
    delta.directions.sent
        && is_required(field, delta.form())
        && !field.read_only
        && delta.flag(Aspect::Null).old != Some(true)
        && !has_simple_default(delta.context.versions.old.api, field)
}

pub(super) fn is_null(delta: &Delta<'_>) -> bool {
    delta.flag(Aspect::Null).new == Some(true)
}

pub(super) fn was_null(delta: &Delta<'_>) -> bool {
    delta.flag(Aspect::Null).old == Some(true)
}

pub(super) fn is_required_now(delta: &Delta<'_>) -> bool {
    let parameter = delta.parameters().new.map(|parameter| parameter.required);
    parameter.or(delta.flag(Aspect::Presence).new) == Some(true)
}

pub(super) fn is_not_sent(delta: &Delta<'_>) -> bool {
    !delta.directions.sent
}

/// Returns `true` if a program may rely on the default: neither version requires the value. The constructor sets the
/// default of a required member that is sent.
pub(super) fn may_rely_on_default(delta: &Delta<'_>) -> bool {
    if delta.parameters().new.is_some() {
        return !is_required_now(delta);
    }
    let required = delta.flag(Aspect::Presence);
    !required.is_changed() && (required.new != Some(true) || delta.directions.sent)
}

// Constants.

/// Returns the constant of a member or a parameter.
fn constants<'a>(delta: &Delta<'a>) -> Versions<Option<&'a Json>> {
    match &delta.values {
        Some(Versions { old: Value::Json(old), new: Value::Json(new) }) => Versions::new(*old, *new),
        _ => delta.each(|version, part| {
            let of_field = version.field(part).and_then(|field| field.constant.as_ref());
            of_field.or_else(|| version.parameter(part).and_then(|parameter| parameter.constant.as_ref()))
        }),
    }
}

pub(super) fn is_constant(delta: &Delta<'_>) -> bool {
    constants(delta).new.is_some() || matches!(delta.part.new, Some(Subject::Constant(..)))
}

pub(super) fn was_constant(delta: &Delta<'_>) -> bool {
    constants(delta).old.is_some() || matches!(delta.part.old, Some(Subject::Constant(..)))
}

/// Returns `true` if the new type allows the old constant.
pub(super) fn allows_old_constant(delta: &Delta<'_>) -> bool {
    let api = delta.context.versions.new.api;
    let declared = delta.fields().new.map(|field| (&field.ty, &field.constraints));
    let declared = declared.or_else(|| delta.parameters().new.map(|parameter| (&parameter.ty, &parameter.constraints)));
    let Some((ty, own)) = declared else { return false };
    let of_alias = alias_constraints(api, ty.split_null().0).cloned().unwrap_or_default();
    let constant = constants(delta).old.filter(|constant| !constant.is_null());
    constant.is_none_or(|constant| is_allowed(constant, api, ty, &own.clone().and(of_alias)))
}

// Types and values.

fn names(delta: &Delta<'_>) -> Option<Versions<[Option<String>; 2]>> {
    delta.both(|version, part| {
        let id = part.type_id()?;
        let schema = version.api.definition(id).naming.schema().map(str::to_owned);
        Some([schema, Some(version.type_name(id).to_owned())])
    })
}

pub(super) fn is_schema_renamed(delta: &Delta<'_>) -> bool {
    names(delta).is_some_and(|Versions { old: [old, _], new: [new, _] }| old.is_some() && new.is_some() && old != new)
}

pub(super) fn is_type_renamed(delta: &Delta<'_>) -> bool {
    names(delta).is_some_and(|Versions { old: [_, old], new: [_, new] }| old != new)
}

/// Returns `true` if another type has the old name of the type.
pub(super) fn is_old_name_in_use(delta: &Delta<'_>) -> bool {
    let id = delta.part.old.and_then(Subject::type_id);
    id.is_some_and(|id| delta.context.type_names.contains(delta.context.versions.old.type_name(id)))
}

/// Returns `true` if a constructor takes the members in order: the compiler does not notice another order if their types
/// are equal.
pub(super) fn has_constructor(delta: &Delta<'_>) -> bool {
    let id = delta.part.new.and_then(Subject::type_id);
    is_of_shape(delta, |shape| matches!(shape, Shape::Object(_)))
        && delta.directions.sent
        && id.is_some_and(|id| !delta.context.versions.new.takes_fields_struct(id))
}

fn is_of_shape(delta: &Delta<'_>, is: fn(&Shape) -> bool) -> bool {
    delta.definitions().is_some_and(|definitions| is(&definitions.new.shape))
}

pub(super) fn is_enumeration(delta: &Delta<'_>) -> bool {
    is_of_shape(delta, |shape| matches!(shape, Shape::IntegerEnum(_) | Shape::StringEnum(_)))
}

pub(super) fn is_integer(delta: &Delta<'_>) -> bool {
    is_of_shape(delta, |shape| matches!(shape, Shape::IntegerEnum(_)))
}

pub(super) fn is_union(delta: &Delta<'_>) -> bool {
    is_of_shape(delta, |shape| matches!(shape, Shape::Union(_)))
}

pub(super) fn has_other_name(delta: &Delta<'_>) -> bool {
    delta.both(ApiVersion::member_name).is_some_and(|names| names.is_changed())
}

// Operations.

pub(super) fn is_moved(delta: &Delta<'_>) -> bool {
    let routes = delta.operations();
    routes.is_some_and(|both| both.map(|operation| (&operation.method, path_shape(&operation.path))).is_changed())
}

pub(super) fn has_other_path(delta: &Delta<'_>) -> bool {
    delta.operations().is_some_and(|both| both.map(|operation| &operation.path).is_changed())
}

pub(super) fn has_swapped_path(delta: &Delta<'_>) -> bool {
    delta.operations().is_some_and(|Versions { old, new }| has_swapped_parameters(&old.path, &new.path))
}

pub(super) fn is_called_otherwise(delta: &Delta<'_>) -> bool {
    delta.both(|version, part| Some(version.operation_names(part.operation()?))).is_some_and(|names| names.is_changed())
}

/// Returns `true` if the function takes its arguments in order.
pub(super) fn takes_arguments(delta: &Delta<'_>) -> bool {
    let index = delta.part.new.and_then(Subject::operation);
    !has_swapped_path(delta) && index.is_some_and(|index| !delta.context.versions.new.takes_arguments_struct(index))
}

/// Returns `true` if programs with the old credentials may lack one: every program had one of the old combinations.
pub(super) fn is_narrower(delta: &Delta<'_>) -> bool {
    let Some(Versions { old: Value::Credentials(old, _), new: Value::Credentials(new, _) }) = &delta.values else {
        return false;
    };
    let is_open = |combinations: &Combinations<'_>| combinations.is_empty() || combinations.contains(&BTreeSet::new());
    !is_open(new) && (is_open(old) || old.iter().any(|had| !new.iter().any(|required| required.is_subset(had))))
}

pub(super) fn has_required_body(delta: &Delta<'_>) -> bool {
    let operation = delta.each(ApiVersion::operation).new;
    operation.and_then(|operation| operation.body.as_ref()).is_some_and(|body| body.required)
}

/// Returns `true` if old programs may have left out the body. A body that the function asks for is always sent.
pub(super) fn could_be_left_out(delta: &Delta<'_>) -> bool {
    delta.operations().is_some_and(|operations| !asks_for_body(delta.context.versions.old.api, operations.old))
}

/// Returns `true` if the server may reject an old body.
pub(super) fn rejects_old_body(delta: &Delta<'_>) -> bool {
    match &delta.values {
        Some(Versions { old: Value::Body(old), new: Value::Body(new) }) => {
            !delta.context.has_same_contents(old, new, false)
        }
        _ => false,
    }
}

/// Returns `true` if the old bindings can read every new response.
pub(super) fn is_still_read(delta: &Delta<'_>) -> bool {
    let Some(operations) = delta.operations() else { return false };
    let api = delta.context.versions.old.api;
    match (&operations.old.success, &operations.new.success) {
        (Success::Nothing | Success::Undeclared | Success::One(Content::Text | Content::Bytes), _) => true,
        // A string is also read from a body that is not JSON.
        (Success::One(Content::Json(ty)), _) if api.unaliased(ty) == &Type::Text(Text::Plain) => true,
        (Success::One(Content::Json(ty)), new) if api.unaliased(ty) == &Type::Any => {
            new.contents().all(|content| matches!(content, Content::Json(_)))
        }
        (Success::Several(old), Success::Several(new)) => delta.context.were_declared(old, new),
        (Success::One(old), Success::One(new)) => delta.context.is_equivalent_content(old, new),
        _ => false,
    }
}

/// Returns `true` if none of the requested media types stays, or if a status that both versions have lost one.
pub(super) fn is_media_type_replaced(delta: &Delta<'_>) -> bool {
    let Some(operations) = delta.operations() else { return false };
    let Versions { old, new } = operations.map(|operation| identities(&operation.accept));
    if old.is_disjoint(&new) {
        return true;
    }
    let (Success::Several(old), Success::Several(new)) = (&operations.old.success, &operations.new.success) else {
        return false;
    };
    let offered = |response: &bindery::internal::model::Response| {
        response.media_type.as_deref().map(|media_type| (response.status, identity(media_type)))
    };
    let now: HashSet<_> = new.iter().filter_map(offered).collect();
    let statuses: HashSet<StatusMatch> = now.iter().map(|(status, _)| *status).collect();
    old.iter().filter_map(offered).any(|before| statuses.contains(&before.0) && !now.contains(&before))
}

// The whole API.

pub(super) fn has_same_version(delta: &Delta<'_>) -> bool {
    !delta.context.versions.map(|version| &version.api.version).is_changed()
}

/// Returns `true` if the description declares the same server: only the address from which it was loaded differs.
pub(super) fn declares_same_server(delta: &Delta<'_>) -> bool {
    let declared =
        delta.context.versions.map(|version| version.api.servers.first().map_or("", |server| &server.declared));
    !declared.is_changed()
}

pub(super) fn has_other_base_path(delta: &Delta<'_>) -> bool {
    delta.context.versions.map(|version| version.api.base_path()).is_changed()
}

pub(super) fn had_address(delta: &Delta<'_>) -> bool {
    delta.context.versions.old.api.address().is_some()
}

pub(super) fn had_host(delta: &Delta<'_>) -> bool {
    delta.context.versions.old.api.servers.first().is_some_and(|server| server.origin.is_some())
}

/// Returns `true` if the old default scheme still exists. A removed scheme is reported separately.
pub(super) fn has_old_scheme(delta: &Delta<'_>) -> bool {
    let Some(Versions { old: Value::Text(was), .. }) = &delta.values else { return false };
    delta.context.versions.new.api.security.iter().any(|scheme| scheme.wire == *was)
}
