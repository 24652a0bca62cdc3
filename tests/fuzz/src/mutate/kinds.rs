//! The kinds of mutation, each equally likely.

use fastrand::Rng;
use serde_json::{Map, Value, json};

use super::tree::{any, insert_into, is_container, is_filled, part, pointers, take};
use super::{schema, text, words};

const KINDS: [fn(&mut Value, &mut Rng); 20] = [
    delete,
    duplicate,
    swap,
    relocate,
    retype,
    copy,
    rename,
    reorder,
    repeat,
    text::change,
    text::change,
    words::insert,
    words::insert,
    words::version,
    schema::retarget,
    schema::retarget,
    schema::refer,
    schema::wrap,
    schema::nest,
    schema::circle,
];

/// Applies one mutation to a value.
pub(super) fn change(value: &mut Value, random: &mut Rng) {
    KINDS[random.usize(..KINDS.len())](value, random);
}

/// Inserts a part of another value, as a replacement or as an additional member.
pub(super) fn graft(value: &mut Value, other: &Value, random: &mut Rng) {
    let Some(from) = any(other, random, is_filled) else { return };
    let mut branch = other.pointer(&from).cloned().unwrap_or_default();
    let Some((key, part)) = take(&mut branch, random) else { return };
    let beside = random.bool();
    let target = any(value, random, |value| !beside || is_container(value));
    match target.and_then(|pointer| value.pointer_mut(&pointer)) {
        Some(target) if beside => insert_into(target, key, part, random),
        Some(target) => *target = part,
        None => {}
    }
}

fn delete(value: &mut Value, random: &mut Rng) {
    if let Some(container) = any(value, random, is_filled).and_then(|pointer| value.pointer_mut(&pointer)) {
        take(container, random);
    }
}

/// Copies a member to another key.
fn duplicate(value: &mut Value, random: &mut Rng) {
    let key = words::key(value, random);
    if let Some(container) = any(value, random, is_filled).and_then(|pointer| value.pointer_mut(&pointer)) {
        let Some((_, member)) = take(&mut container.clone(), random) else { return };
        insert_into(container, key, member, random);
    }
}

fn swap(value: &mut Value, random: &mut Rng) {
    let pointers = pointers(value);
    let mut pick = || pointers[random.usize(..pointers.len())].clone();
    let (one, other) = (pick(), pick());
    // A value cannot be moved into itself.
    if one.starts_with(&other) || other.starts_with(&one) {
        return;
    }
    let first = value.pointer_mut(&one).map(Value::take);
    if let (Some(first), Some(second)) = (first, value.pointer_mut(&other)) {
        let second = std::mem::replace(second, first);
        if let Some(first) = value.pointer_mut(&one) {
            *first = second;
        }
    }
}

fn relocate(value: &mut Value, random: &mut Rng) {
    let taken = any(value, random, is_filled).and_then(|pointer| take(value.pointer_mut(&pointer)?, random));
    let target = any(value, random, is_container).and_then(|pointer| value.pointer_mut(&pointer));
    if let (Some((key, member)), Some(target)) = (taken, target) {
        insert_into(target, key, member, random);
    }
}

fn copy(value: &mut Value, random: &mut Rng) {
    let copied = part(value, random);
    if let Some(target) = any(value, random, |_| true).and_then(|pointer| value.pointer_mut(&pointer)) {
        *target = copied;
    }
}

/// Replaces a value with one of another type, or with a boundary value of its type.
fn retype(value: &mut Value, random: &mut Rng) {
    let Some(target) = any(value, random, |_| true).and_then(|pointer| value.pointer_mut(&pointer)) else { return };
    let old = target.take();
    *target = match random.usize(..18) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(false),
        3 => json!(0),
        4 => json!(-1),
        5 => json!(i64::MIN),
        6 => json!(u64::MAX),
        7 => json!(1e308),
        8 => json!(0.1),
        9 => json!(""),
        10 => json!([]),
        11 => json!({}),
        12 => Value::String(old.to_string()),
        13 => json!([old]),
        14 => json!({ "value": old }),
        15 => old.as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or(old),
        16 => old.as_object().map_or(json!({}), |members| members.values().cloned().collect()),
        _ => json!(random.i64(-1_000..1_000)),
    };
}

fn rename(value: &mut Value, random: &mut Rng) {
    let key = words::key(value, random);
    let filled = |value: &Value| value.is_object() && is_filled(value);
    let Some(Value::Object(members)) = any(value, random, filled).and_then(|pointer| value.pointer_mut(&pointer))
    else {
        return;
    };
    let at = random.usize(..members.len());
    let renamed: Map<_, _> = std::mem::take(members)
        .into_iter()
        .enumerate()
        .map(|(index, (old, value))| (if index == at { key.clone() } else { old }, value))
        .collect();
    *members = renamed;
}

fn reorder(value: &mut Value, random: &mut Rng) {
    match any(value, random, is_filled).and_then(|pointer| value.pointer_mut(&pointer)) {
        Some(Value::Array(items)) => random.shuffle(items),
        Some(Value::Object(members)) => {
            let mut entries: Vec<_> = std::mem::take(members).into_iter().collect();
            random.shuffle(&mut entries);
            members.extend(entries);
        }
        _ => {}
    }
}

/// Repeats a member or element many times, to provoke name collisions and quadratic cost.
fn repeat(value: &mut Value, random: &mut Rng) {
    let times = 1 << random.usize(1..7);
    let Some(container) = any(value, random, is_filled).and_then(|pointer| value.pointer_mut(&pointer)) else { return };
    let Some((key, member)) = take(&mut container.clone(), random) else { return };
    let separator = ["", "_", "-", " ", "."][random.usize(..5)];
    for number in 0..times {
        insert_into(container, format!("{key}{separator}{number}"), member.clone(), random);
    }
}
