//! Changes in the description, before their effects on the code are known: the judgements of one difference, with its
//! texts.

use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;

use indexmap::IndexMap;

use super::change::Series;
use super::hole::Hole;
use super::judge::Judgement;
use super::kind::ChangeKind;
use super::phrase::join_texts;
use super::rule::{DirectionEffect, Effect, Scope};
use super::rules::INTERFACE;
use super::texts::fill;
use super::version::Versions;
use bindery::internal::inflection::short_list;
use bindery::internal::ir::Node;
use bindery::internal::pointer::Pointer;

/// Maximum number of other elements in the message; the items of the code list all.
const MAX_NAMED_ELEMENTS: usize = 3;

/// The effect of a change on the wire, for an unmodified program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WireEffect {
    /// None: only docs differ.
    Docs,
    /// Requests and responses still work.
    Works,
    /// Requests may be rejected, or have another meaning.
    Breaks,
}

/// A location in a description, and its content as shown in the report.
#[derive(Clone, Debug)]
pub(super) struct LocatedText {
    pub(super) pointer: Pointer,
    pub(super) text: String,
}

/// A change in the description.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) kind: ChangeKind,
    pub(super) resource: String,
    pub(super) subject: String,
    pub(super) message: String,
    pub(super) series: Option<Series>,
    pub(super) excerpts: Versions<Option<LocatedText>>,
    /// The effect on the wire.
    pub(super) wire: WireEffect,
    /// The reasons of the effect.
    pub(super) at_run_time: Option<String>,
    /// The migration if code stops compiling or working.
    pub(super) migration: Option<String>,
    /// The changed elements of the API.
    pub(super) at: Versions<BTreeSet<Node>>,
    /// `true` if it may change the code; otherwise, only the wire or the docs change.
    pub(super) may_change_code: bool,
    /// `true` if it also concerns programs that only create the value around the element, and do not name the element, if
    /// it breaks programs.
    pub(super) affects_creation: bool,
    /// `true` if programs cannot read the value around the element until they use the new bindings.
    pub(super) affects_reading: bool,
}

/// Returns the changes that judgements are about. An element of the description may be several of the model, such as a
/// field and its type, or a member of all types that inherit it. A text that lists values changes with these values.
pub(super) fn findings(mut judgements: Vec<Judgement<'_>>) -> Vec<Finding> {
    let is_value = |kind| matches!(kind, ChangeKind::ValueAdded | ChangeKind::ValueRemoved | ChangeKind::ValueChanged);
    let values = judgements.iter().filter(|judgement| is_value(judgement.rule.kind()));
    let listed: HashSet<Pointer> =
        values.flat_map(|judgement| judgement.delta.locations().into_array()).flatten().collect();
    let is_listed = |pointer: &Pointer| listed.contains(pointer);
    judgements.retain(|judgement| {
        let is_docs = judgement.rule.kind() == ChangeKind::Docs;
        !(is_docs && judgement.delta.locations().into_array().iter().flatten().any(is_listed))
    });
    let groups = grouped(judgements.into_iter().map(Described::new), |described| {
        let Described { judgement, path, contents, locations } = described;
        let located = locations
            .as_ref()
            .zip(contents.as_ref())
            .map(|(pointer, text)| pointer.as_ref().filter(|_| text.is_some()).cloned());
        let path = (located.old.is_none() && located.new.is_none()).then(|| path.clone());
        (judgement.rule.kind(), judgement.rule.message, located, path, judgement.delta.detail())
    });
    // A reader cannot distinguish changes with the same message.
    let changes = groups.into_iter().map(with_message);
    let changes =
        grouped(changes, |(message, group)| (group[0].judgement.rule.kind(), group[0].path.clone(), message.clone()));
    let changes = changes.into_iter().filter_map(|alike| {
        let message = alike.first()?.0.clone();
        Some(Finding::new(message, alike.into_iter().flat_map(|(_, group)| group).collect()))
    });
    changes.collect()
}

/// Groups items by a key, in the order of the first ones.
fn grouped<T, K: Eq + Hash>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<Vec<T>> {
    let mut groups: IndexMap<K, Vec<T>> = IndexMap::new();
    for item in items {
        groups.entry(key(&item)).or_default().push(item);
    }
    groups.into_values().collect()
}

/// Returns the judgements of one location, that of the element named after it first, with their message.
fn with_message(mut group: Vec<Described<'_>>) -> (String, Vec<Described<'_>>) {
    let first = group.iter().position(Described::is_named_after_location).unwrap_or_default();
    group[..=first].rotate_right(1);
    let main = &group[0];
    let mut message = main.fill(main.judgement.rule.message);
    let mut others: Vec<&str> = Vec::new();
    for one in group.iter().filter(|one| one.path != main.path) {
        if !others.contains(&&*one.path) {
            others.push(&one.path);
        }
    }
    if main.judgement.rule.scope != Scope::Docs && !others.is_empty() {
        let others: Vec<String> = others.iter().map(|path| format!("`{path}`")).collect();
        message = format!("{message} (also {})", short_list(&others, MAX_NAMED_ELEMENTS));
    }
    (message, group)
}

/// A judgement with its texts.
struct Described<'a> {
    judgement: Judgement<'a>,
    path: String,
    contents: Versions<Option<String>>,
    locations: Versions<Option<Pointer>>,
}

impl<'a> Described<'a> {
    fn new(judgement: Judgement<'a>) -> Self {
        let delta = &judgement.delta;
        let (path, contents, locations) = (delta.path(), delta.contents(), delta.locations());
        Self { judgement, path, contents, locations }
    }

    fn fill(&self, template: &str) -> String {
        fill(template, |hole| match hole {
            Hole::Item => Some(self.path.clone()),
            Hole::Old => self.contents.old.clone(),
            Hole::New => self.contents.new.clone(),
            hole => self.judgement.delta.value(hole),
        })
    }

    /// Returns the effects on what programs send and receive.
    fn effects(&self) -> [Option<&DirectionEffect>; 2] {
        let [sent, received] = &self.judgement.rule.effects;
        let directions = self.judgement.directions;
        [Some(sent).filter(|_| directions.sent), Some(received).filter(|_| directions.received)]
    }

    /// Returns `true` if the path is that of the schema at the location, or of one of its members.
    fn is_named_after_location(&self) -> bool {
        let located = self.locations.as_ref().zip(self.contents.as_ref());
        let located = located.map(|(pointer, text)| pointer.as_ref().filter(|_| text.is_some()));
        let name = located.newest().and_then(|pointer| pointer.as_str().split('/').nth(3));
        name.and_then(|name| self.path.strip_prefix(name)).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

impl Finding {
    /// Creates a change from its judgements, the main one first. In each direction, the worst effect comes with its texts;
    /// of equal ones, that with an advice for the types that programs use is worse.
    fn new(message: String, group: Vec<Described<'_>>) -> Self {
        let worst = |direction: usize| {
            let mut worst: Option<(&Described<'_>, &DirectionEffect, _)> = None;
            for one in &group {
                let Some(effect) = one.effects()[direction] else { continue };
                let rank = (effect.effect, !effect.advice.is_empty(), !one.judgement.directions.is_inherited);
                if worst.as_ref().is_none_or(|(_, _, known)| rank > *known) {
                    worst = Some((one, effect, rank));
                }
            }
            worst.map(|(one, effect, _)| (effect.effect, one.fill(effect.reason), one.fill(effect.advice)))
        };
        let main = &group[0];
        let rule = main.judgement.rule;
        let sides: Vec<(Effect, String, String)> = [worst(0), worst(1)].into_iter().flatten().collect();
        let effect = sides.iter().map(|(effect, ..)| *effect).max().unwrap_or(Effect::Works);
        let reasons = sides.iter().filter(|(other, ..)| *other == effect).map(|(_, reason, _)| reason.as_str());
        // Code may have to change even if programs neither send nor receive it in both versions.
        let without_side = sides.is_empty().then(|| main.fill(rule.effects[1].advice));
        let advice = sides.iter().map(|(.., advice)| advice.as_str()).chain(without_side.as_deref());
        let excerpts = main.locations.as_ref().zip(main.contents.as_ref());
        let mut at: Versions<BTreeSet<Node>> = Versions::new(BTreeSet::new(), BTreeSet::new());
        for nodes in group.iter().map(|one| one.judgement.delta.nodes()) {
            at.old.extend(nodes.old);
            at.new.extend(nodes.new);
        }
        let any = |is: &dyn Fn(&Judgement<'_>) -> bool| group.iter().any(|one| is(&one.judgement));
        Self {
            kind: rule.kind(),
            resource: main.judgement.delta.resource(),
            subject: main.path.clone(),
            series: rule.together.filter(|_| group.len() == 1).and_then(|template| {
                let (before, after) = template.split_once("{each}")?;
                Some(Series { before: main.fill(before), each: main.fill("{each}"), after: main.fill(after) })
            }),
            excerpts: excerpts
                .map(|(pointer, text)| Some(LocatedText { pointer: pointer.clone()?, text: text.clone()? })),
            wire: match effect {
                _ if rule.scope == Scope::Docs => WireEffect::Docs,
                Effect::Breaks => WireEffect::Breaks,
                Effect::Works | Effect::Differs => WireEffect::Works,
            },
            at_run_time: join_texts(reasons, ", and "),
            migration: join_texts(advice, "; "),
            at,
            may_change_code: any(&|one| matches!(one.rule.scope, Scope::Code | Scope::Creation)),
            affects_creation: any(&|one| one.rule.scope == Scope::Creation),
            affects_reading: any(&|one| {
                one.rule.affects_reading && one.directions.received && one.rule.effects[1].effect == Effect::Breaks
            }),
            message,
        }
    }

    /// Creates a change of the code that follows from other changes.
    pub(super) fn of_code(owner: &str, effect: &str) -> Self {
        let filled = |template: &str| {
            fill(template, |hole| Some(if hole == Hole::Item { owner.to_owned() } else { effect.to_owned() }))
        };
        Self {
            kind: INTERFACE.kind(),
            resource: owner.to_owned(),
            subject: owner.to_owned(),
            message: filled(INTERFACE.message),
            series: None,
            excerpts: Versions::new(None, None),
            wire: WireEffect::Works,
            at_run_time: None,
            migration: Some(filled(INTERFACE.effects[1].advice)),
            at: Versions::new(BTreeSet::new(), BTreeSet::new()),
            may_change_code: true,
            affects_creation: false,
            affects_reading: false,
        }
    }

    /// Returns `true` if an element is a changed one of either version.
    pub(super) fn is_at(&self, node: Node) -> bool {
        self.at.old.contains(&node) || self.at.new.contains(&node)
    }
}
