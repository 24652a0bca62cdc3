//! Names of what stands inside types, operations and groups: each scope by itself.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use super::bodies;
use super::compound::words_of;
use super::errors::error_name_place;
use super::history::NameAllocator;
use super::keys::{body_type_place, group_place, headers_type_place, output_type_place};
use super::operation::{self, OperationWords, Vocabulary, in_one_way, operation_words};
use super::outputs::outputs;
use super::reserved::{
    BLOCKING_FUNCTIONS, CALL_CONSTRUCTOR, CALL_FUNCTIONS, CLIENT_FUNCTIONS, GROUP_FUNCTIONS, OPERATORS, PAGE_FUNCTIONS,
    STREAM_FUNCTIONS,
};
use super::scope::NameRequest;
use super::{GroupNames, OperationNames, TypeNames};
use crate::ident::{spelled, symbols, type_name, unraw, value_name};
use crate::model::{
    Api, BodyKind, Definition, IntegerEnum, Object, Operation, Parameter, ParameterLocation, Shape, StringEnum, TypeId,
    Union,
};

/// Modules that have another meaning: the root of a folder, the folders themselves, and the types that belong to no group.
const MODULES: [&str; 8] = ["api", "cli", "mock", "r#mod", "shared", "types", "unused", "wire"];
/// Names that some systems keep from files, as those of modules are; `com` and `lpt` with a digit besides.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];
/// Crates that are there without being asked for: a module of that name would hide one from its neighbours.
const CRATES: [&str; 5] = ["alloc", "core", "proc_macro", "std", "test"];

/// What the files of operations import.
const IMPORTED: [&str; 14] = [
    "Body",
    "BuildError",
    "Bytes",
    "Call",
    "Client",
    "Content",
    "Failure",
    "Method",
    "Multipart",
    "Operation",
    "Request",
    "Response",
    "Rule",
    "Style",
];

/// What is appended to the name of an operation for the types that belong to it.
const DERIVED: [&str; 4] = ["Body", "Error", "Headers", "Output"];

/// Last words of enumerations that do not say what their values are.
const SAYS_NOTHING: [&str; 7] = ["Code", "Enum", "Item", "Kind", "Parameter", "String", "Value"];

/// Constants that types have besides those of the description.
const CONSTANTS: [&str; 1] = ["RULES"];

type MemberNames = HashMap<(TypeId, usize), String>;

fn set(names: &[&str]) -> HashSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn value_contender(place: String, wire: &str) -> NameRequest {
    let natural = value_name(wire);
    NameRequest {
        place,
        exact: unraw(&natural) == wire,
        alternatives: vec![value_name(&spelled(wire))],
        others: Vec::new(),
        natural,
    }
}

fn type_contender(place: String, wire: &str) -> NameRequest {
    let natural = type_name(wire);
    NameRequest {
        place,
        exact: natural == wire,
        alternatives: vec![type_name(&symbols(wire)), type_name(&spelled(wire))],
        others: Vec::new(),
        natural,
    }
}

pub(super) fn groups_and_operations(
    api: &Api,
    allocator: &mut NameAllocator<'_>,
) -> (Vec<GroupNames>, Vec<OperationNames>) {
    let requests = api.groups.iter().map(|group| {
        // Rust takes no other letters in the names of files.
        let ascii: String = group.wire.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect();
        let named = ascii.contains(|c: char| c.is_ascii_alphanumeric());
        let plain = value_contender(group_place(&group.wire), if named { &ascii } else { "group" });
        NameRequest { alternatives: vec![format!("{}_group", unraw(&plain.natural))], ..plain }
    });
    let requests: Vec<NameRequest> = requests.collect();
    let mut taken = set(&CLIENT_FUNCTIONS);
    taken.extend(set(&MODULES));
    taken.extend(set(&DEVICES));
    taken.extend((0..=9).flat_map(|digit| [format!("com{digit}"), format!("lpt{digit}")]));
    taken.extend(set(&CRATES));
    let functions = allocator.allocate(&requests, &taken);
    let groups = functions.into_iter().map(|function| {
        let type_name = format!("{}Api", type_name(unraw(&function)));
        GroupNames { function, type_name }
    });
    let groups: Vec<GroupNames> = groups.collect();
    let mut operations = vec![OperationNames::default(); api.operations.len()];
    let vocabulary = Vocabulary::of(api);
    for ((group, members), names) in api.operations_by_group().into_iter().enumerate().zip(&groups) {
        group_operations(api, (group, members, names), &vocabulary, &mut operations, allocator);
    }
    for (operation, names) in api.operations.iter().zip(&mut operations) {
        let place = api.stored_at(&operation.origin);
        parameters(&place, operation, names, allocator);
        let headers = operation.headers.iter();
        let headers = headers.map(|header| value_contender(format!("{place}#answer {}", header.wire), &header.wire));
        names.headers = allocator.allocate(&headers.collect::<Vec<_>>(), &HashSet::new());
        outputs(&place, operation, names, allocator);
    }
    (groups, operations)
}

fn group_operations(
    api: &Api,
    (group, members, names): (usize, Vec<usize>, &GroupNames),
    vocabulary: &Vocabulary,
    operations: &mut [OperationNames],
    allocator: &mut NameAllocator<'_>,
) {
    let wire = &api.groups[group].wire;
    let mut words: Vec<OperationWords> =
        members.iter().map(|index| operation_words(&api.operations[*index], wire, vocabulary)).collect();
    in_one_way(&mut words, &operation::words(wire));
    let place = |index: &usize| api.stored_at(&api.operations[*index].origin);
    let plainest = plainest(&words);
    let functions = members.iter().zip(&words).enumerate().map(|(at, (index, words))| NameRequest {
        place: place(index),
        natural: value_name(&words.function.join("_")),
        others: words.others.iter().map(|words| value_name(&words.join("_"))).collect(),
        alternatives: words.alternatives.iter().map(|words| value_name(&words.join("_"))).collect(),
        exact: plainest.get(words.function.as_slice()) == Some(&Some(at)),
    });
    let functions = allocator.allocate(&functions.collect::<Vec<_>>(), &set(&GROUP_FUNCTIONS));
    let types = members.iter().zip(&words).zip(&functions).map(|((index, words), function)| NameRequest {
        place: format!("{}#type", place(index)),
        natural: type_name(&words.of_type.join("_")),
        others: Vec::new(),
        alternatives: vec![
            type_name(&format!("{}_{wire}", unraw(function))),
            type_name(&format!("{}_{}", words.of_type.join("_"), unraw(function))),
        ],
        exact: words.function.join("_") == unraw(function),
    });
    let types: Vec<NameRequest> = types.collect();
    let mut taken = set(&IMPORTED);
    taken.extend(super::types::reserved_names());
    taken.insert(names.type_name.clone());
    // What an operation sends and answers is called after it: an operation `Build` would have the error `BuildError`.
    let imported = IMPORTED.iter().flat_map(|name| DERIVED.iter().filter_map(|ending| name.strip_suffix(ending)));
    taken.extend(imported.filter(|name| !name.is_empty()).map(str::to_owned));
    taken.extend(derived(&types, allocator));
    let types = allocator.allocate(&types, &taken);
    taken.extend(types.iter().cloned());
    for ((index, function), type_name) in members.iter().zip(functions).zip(types) {
        let Some(names) = operations.get_mut(*index) else { continue };
        names.function = function;
        names.type_name = type_name;
        belongings(&place(index), names, &mut taken, allocator);
    }
    bodies::share(api, &members, operations, &taken);
    bodies::note_users(&members, operations);
}

/// What the enumeration of an operation's bodies is usually called.
pub(super) fn usual_body(operation: &str) -> String {
    format!("{operation}Body")
}

/// The types that belong to an operation are called after it, unless the user calls them otherwise.
fn belongings(place: &str, names: &mut OperationNames, taken: &mut HashSet<String>, allocator: &mut NameAllocator<'_>) {
    let [body, error, headers, output] = DERIVED.map(|ending| format!("{}{ending}", names.type_name));
    let mut called = |place: String, natural: String| match allocator.chosen([&place]) {
        None => natural,
        Some(_) => {
            taken.remove(&natural);
            let request = NameRequest { place, natural, others: Vec::new(), alternatives: Vec::new(), exact: true };
            let given = allocator.allocate(&[request], taken).pop().unwrap_or_default();
            taken.insert(given.clone());
            given
        }
    };
    names.body_type = called(body_type_place(place), body);
    names.error_type = called(error_name_place(place), error);
    names.headers_type = called(headers_type_place(place), headers);
    names.output_type = called(output_type_place(place), output);
}

/// Of the operations that want a name, the one with the plainest path; none where several are as plain.
fn plainest(words: &[OperationWords]) -> HashMap<&[String], Option<usize>> {
    let mut ranks: HashMap<&[String], (usize, usize)> = HashMap::new();
    let mut plainest: HashMap<&[String], Option<usize>> = HashMap::new();
    for (at, words) in words.iter().enumerate() {
        let function = words.function.as_slice();
        let order = ranks.get(function).map_or(Ordering::Less, |rank| words.rank.cmp(rank));
        match order {
            Ordering::Less => {
                ranks.insert(function, words.rank);
                plainest.insert(function, Some(at));
            }
            Ordering::Equal => drop(plainest.insert(function, None)),
            Ordering::Greater => {}
        }
    }
    plainest
}

/// What the names of operations leave no room for: those of the types that belong to others. Where one of two had its name
/// before, it is the other that gives way.
fn derived(types: &[NameRequest], allocator: &NameAllocator<'_>) -> HashSet<String> {
    let had: HashSet<&str> = types.iter().filter_map(|own| allocator.memory.settled(&own.place)).collect();
    let of = |name: &str| DERIVED.map(|ending| format!("{name}{ending}"));
    let naturals = types.iter().map(|own| own.natural.as_str());
    let in_the_way = naturals.clone().filter(|name| of(name).iter().any(|derived| had.contains(derived.as_str())));
    let in_the_way: Vec<String> = in_the_way.filter(|name| !had.contains(name)).map(str::to_owned).collect();
    let derived = naturals.chain(had.iter().copied()).flat_map(of).filter(|name| !had.contains(name.as_str()));
    derived.chain(in_the_way).collect()
}

/// Parameters and the body share one scope: they are arguments of one function and fields of one struct.
fn parameters(at: &str, operation: &Operation, names: &mut OperationNames, allocator: &mut NameAllocator<'_>) {
    let mut requests: Vec<NameRequest> = operation
        .parameters
        .iter()
        .map(|parameter| {
            let natural = value_name(&parameter.wire);
            let place = parameter.place.as_str();
            NameRequest {
                place: parameter_place(at, parameter),
                alternatives: vec![format!("{}_{place}", unraw(&natural))],
                exact: parameter.place == ParameterLocation::Path,
                others: Vec::new(),
                natural,
            }
        })
        .collect();
    let body = operation.body.as_ref().map(|body| match body.alternatives.first().map(|content| &content.kind) {
        Some(BodyKind::Json { wrapper: Some(wrapper), .. }) => value_name(wrapper),
        _ => "body".to_owned(),
    });
    if let Some(natural) = &body {
        let spelled = format!("{}_body", unraw(natural));
        let place = format!("{at}#body");
        requests.push(NameRequest {
            place,
            natural: natural.clone(),
            others: Vec::new(),
            alternatives: vec![spelled],
            exact: false,
        });
    }
    let mut taken = set(&CALL_FUNCTIONS);
    taken.insert(CALL_CONSTRUCTOR.to_owned());
    taken.extend(set(&BLOCKING_FUNCTIONS));
    taken.extend(set(&OPERATORS));
    if operation.pagination.is_some() {
        taken.extend(set(&PAGE_FUNCTIONS));
    }
    if operation.streaming.is_some() {
        taken.extend(set(&STREAM_FUNCTIONS));
    }
    let mut given = allocator.allocate(&requests, &taken);
    if body.is_some() {
        names.body = given.pop().unwrap_or_default();
    }
    names.parameters = given;
}

/// What the name of a parameter is remembered by: its position among the others may change.
pub(super) fn parameter_place(operation: &str, parameter: &Parameter) -> String {
    format!("{operation}#{} {}", parameter.place.as_str(), parameter.wire)
}

/// The names of fields, of variants, and of setters that are not called after their field.
pub(super) fn fields_and_variants(
    api: &Api,
    types: &[TypeNames],
    allocator: &mut NameAllocator<'_>,
) -> (MemberNames, MemberNames, MemberNames) {
    let mut fields = MemberNames::new();
    let mut all_setters = MemberNames::new();
    let mut variants = MemberNames::new();
    for (id, definition) in api.definitions() {
        let place = allocator.memory.known_place(api.places_of(definition));
        allocator.mirror(place.clone(), api.places_of(definition).filter(|other| *other != place).collect());
        let unlisted = set(&["Unlisted"]);
        match &definition.shape {
            Shape::Object(object) => {
                let names = object_names(id, &place, object, allocator);
                all_setters.extend(setters(&place, object, &names, allocator));
                fields.extend(names);
            }
            Shape::IntegerEnum(codes) => {
                variants.extend(numbered(id, allocator.allocate(&code_contenders(&place, codes), &unlisted)));
            }
            Shape::StringEnum(words) => {
                let requests = word_contenders(&place, words, &types[id.index()].name);
                variants.extend(numbered(id, allocator.allocate(&requests, &unlisted)));
            }
            Shape::Union(union) => {
                variants.extend(numbered(id, alternatives((id, definition), union, api, types, allocator)));
            }
            Shape::Alias(_) | Shape::Wrapper(_) => {}
        }
    }
    allocator.mirror(String::new(), Vec::new());
    (fields, variants, all_setters)
}

/// What nothing but its position names is written down: the rules would say otherwise beside other alternatives.
fn alternatives(
    (id, definition): (TypeId, &Definition),
    union: &Union,
    api: &Api,
    types: &[TypeNames],
    allocator: &mut NameAllocator<'_>,
) -> Vec<String> {
    let natural = super::variants::variants(union, &types[id.index()].name);
    let requests = union.variants.iter().zip(natural.names).map(|(variant, natural)| NameRequest {
        place: alternative_place(&api.place_of_alternative(definition, variant)),
        others: super::variants::possible(variant),
        alternatives: Vec::new(),
        exact: false,
        natural,
    });
    let requests: Vec<NameRequest> = requests.collect();
    let names = allocator.allocate(&requests, &set(&["Unlisted"]));
    for index in natural.by_position {
        if let (Some(request), Some(name)) = (requests.get(index), names.get(index)) {
            allocator.keep(&request.place, name);
        }
    }
    names
}

/// What the name of a value of an enumeration is remembered by: its position among the others may change.
pub(super) fn value_place(enumeration: &str, wire: &str) -> String {
    format!("{enumeration}#value {wire}")
}

/// What the name of a field is remembered by: at the same pointer there may be its type, which has a name of its own.
pub(super) fn field_place(object: &str, wire: &str) -> String {
    format!("{object}#field {wire}")
}

/// What the name of an alternative is remembered by.
pub(super) fn alternative_place(alternative: &str) -> String {
    format!("{alternative}#alternative")
}

/// What the name of a constant is remembered by: the same member may have been a field.
pub(super) fn constant_place(object: &str, wire: &str) -> String {
    format!("{object}#constant {wire}")
}

/// Fields and constants are written in different cases, but some letters have none.
fn object_names(
    id: TypeId,
    place: &str,
    object: &Object,
    allocator: &mut NameAllocator<'_>,
) -> Vec<((TypeId, usize), String)> {
    let is_constant = |index: &usize| object.fields.get(*index).is_some_and(|field| field.constant.is_some());
    let (constants, held): (Vec<usize>, Vec<usize>) = (0..=object.fields.len()).partition(is_constant);
    let held_names = allocator.allocate(&object_contenders(place, object), &HashSet::new());
    let mut taken: HashSet<String> = held_names.iter().cloned().collect();
    taken.extend(set(&CONSTANTS));
    let requests = constants.iter().filter_map(|index| object.fields.get(*index)).map(|field| {
        let plain = value_contender(constant_place(place, &field.wire), &field.wire);
        let upper = |name: &str| unraw(name).to_uppercase();
        let natural = upper(&plain.natural);
        let mut alternatives: Vec<String> = plain.alternatives.iter().map(|name| upper(name)).collect();
        alternatives.insert(0, format!("{natural}_VALUE"));
        NameRequest { natural, alternatives, exact: false, ..plain }
    });
    let constant_names = allocator.allocate(&requests.collect::<Vec<_>>(), &taken);
    let names = held.into_iter().zip(held_names).chain(constants.into_iter().zip(constant_names));
    names.map(|(index, name)| ((id, index), name)).collect()
}

/// The setter of a field, where no other takes its name.
pub(super) fn usual_setter(field: &str) -> String {
    format!("with_{}", unraw(field))
}

/// `with_payload` sets the field `with_payload`, unless there is a field `payload`.
fn setters(
    place: &str,
    object: &Object,
    names: &[((TypeId, usize), String)],
    allocator: &mut NameAllocator<'_>,
) -> Vec<((TypeId, usize), String)> {
    let held =
        names.iter().filter(|((_, index), _)| object.fields.get(*index).is_some_and(|field| field.constant.is_none()));
    let held: Vec<&((TypeId, usize), String)> = held.collect();
    if !held.iter().any(|(_, name)| name.starts_with("with_")) {
        return Vec::new();
    }
    let requests = held.iter().map(|((_, index), name)| {
        let wire = object.fields.get(*index).map_or("", |field| field.wire.as_str());
        let usual = usual_setter(name);
        let says_with = name.starts_with("with_");
        let other = if says_with { usual.clone() } else { format!("{usual}_value") };
        NameRequest {
            place: format!("{place}#setter {wire}"),
            exact: !says_with,
            others: vec![usual.clone()],
            alternatives: vec![other],
            natural: if says_with { name.clone() } else { usual },
        }
    });
    let given = allocator.allocate(&requests.collect::<Vec<_>>(), &HashSet::new());
    let given = held.into_iter().zip(given).filter(|((_, name), setter)| usual_setter(name) != *setter);
    given.map(|((at, _), setter)| (*at, setter)).collect()
}

fn object_contenders(place: &str, object: &Object) -> Vec<NameRequest> {
    let fields = object.fields.iter().filter(|field| field.constant.is_none());
    let mut requests: Vec<NameRequest> =
        fields.map(|field| value_contender(field_place(place, &field.wire), &field.wire)).collect();
    if object.others.is_some() {
        requests.push(NameRequest {
            place: format!("{place}#others"),
            natural: "others".to_owned(),
            others: Vec::new(),
            alternatives: vec!["other_members".to_owned()],
            exact: false,
        });
    }
    requests
}

fn numbered(id: TypeId, names: Vec<String>) -> impl Iterator<Item = ((TypeId, usize), String)> {
    names.into_iter().enumerate().map(move |(index, name)| ((id, index), name))
}

/// The only value of all symbols that stands for others.
const ALL: &str = "*";

/// Words are named by themselves; a number is what the enumeration is of: `Size1024x1024`.
fn word_contenders(place: &str, words: &StringEnum, owner: &str) -> Vec<NameRequest> {
    let kind = words_of(owner)
        .into_iter()
        .rfind(|word| word.starts_with(char::is_alphabetic) && !SAYS_NOTHING.contains(&word.as_str()));
    let has_all = words.words.iter().any(|word| word.wire == ALL);
    let requests = words.words.iter().map(|word| {
        let name = word.name.as_deref().unwrap_or(&word.wire);
        let plain = type_contender(value_place(place, &word.wire), name);
        let begins = name.trim_start().chars().next();
        match &kind {
            _ if name == ALL => {
                NameRequest { natural: "All".to_owned(), others: vec![plain.natural], exact: false, ..plain }
            }
            Some(kind) if begins.is_some_and(char::is_numeric) => {
                let natural = type_name(&format!("{kind} {name}"));
                NameRequest { others: vec![plain.natural], natural, exact: false, ..plain }
            }
            // What is written out comes before what stands for it.
            _ => NameRequest { exact: plain.exact || (has_all && plain.natural == "All"), ..plain },
        }
    });
    requests.collect()
}

/// Codes are named by what they mean; where two mean the same, by their number as well.
fn code_contenders(place: &str, codes: &IntegerEnum) -> Vec<NameRequest> {
    let requests = codes.codes.iter().map(|code| {
        let number = match code.code {
            negative if negative < 0 => format!("Minus{}", negative.unsigned_abs()),
            other => other.to_string(),
        };
        let named = code.name.as_deref().map(type_name);
        let meant = code.meaning.as_deref().and_then(meant);
        let natural = named.or(meant).unwrap_or_else(|| format!("Code{number}"));
        let spelled = format!("{natural}Code{number}");
        let key = code.code.to_string();
        NameRequest {
            place: value_place(place, &key),
            alternatives: vec![spelled],
            exact: false,
            natural,
            others: Vec::new(),
        }
    });
    requests.collect()
}

/// The name in a meaning: what stands before parentheses or a full stop, at most six words of it.
fn meant(meaning: &str) -> Option<String> {
    let end = meaning.find(['(', '.', ';', '[', '{']).filter(|end| *end > 0).unwrap_or(meaning.len());
    let end = meaning[..end].find(" - ").filter(|end| *end > 0).unwrap_or(end);
    let words: Vec<&str> = meaning[..end].split_whitespace().take(6).collect();
    let text = words.join(" ");
    text.chars().any(char::is_alphanumeric).then(|| type_name(&text))
}

pub(super) fn schemes(api: &Api, allocator: &mut NameAllocator<'_>) -> Vec<String> {
    let place = |name: &str| format!("/components/securitySchemes/{name}");
    let requests = api.security.iter().map(|scheme| type_contender(place(&scheme.wire), &scheme.wire));
    allocator.allocate(&requests.collect::<Vec<_>>(), &HashSet::new())
}
