//! A rule: the differences that it is about, their effects, and its texts.

use super::ChangeKind;
use super::delta::Delta;
use super::fact::Aspect;
use super::guard::Guard;
use super::phrase::join_texts;
use super::subject::{Subject, SubjectKind};

/// The effect of a change on a program that was compiled with the old bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    Works,
    /// It works, but values differ.
    Differs,
    Breaks,
}

/// The effect of a change in one direction, with the reason and the advice.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectionEffect {
    pub(super) effect: Effect,
    pub(super) reason: &'static str,
    pub(super) advice: &'static str,
}

/// The effects on what programs send and receive.
pub(super) type Effects = [DirectionEffect; 2];

/// No effect.
pub(super) const NO_EFFECT: DirectionEffect = works("");

pub(super) const fn works(advice: &'static str) -> DirectionEffect {
    DirectionEffect { effect: Effect::Works, reason: "", advice }
}

pub(super) const fn differs(reason: &'static str, advice: &'static str) -> DirectionEffect {
    DirectionEffect { effect: Effect::Differs, reason, advice }
}

pub(super) const fn breaks(reason: &'static str, advice: &'static str) -> DirectionEffect {
    DirectionEffect { effect: Effect::Breaks, reason, advice }
}

pub(super) const fn both(effect: DirectionEffect) -> Effects {
    [effect, effect]
}

/// Returns the effects of an element that is no longer sent or received.
pub(super) const fn removal(advice: &'static str) -> Effects {
    [breaks("the server no longer accepts it", advice), breaks("programs no longer receive it", advice)]
}

/// Returns the effects of an element that is no longer sent or received, and that responses must contain.
pub(super) const fn removal_of_required(advice: &'static str) -> Effects {
    let received = breaks("the old bindings cannot read responses without it", advice);
    [breaks("the server no longer accepts it", advice), received]
}

/// The code that a change may affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// None, and requests and responses are the same.
    Docs,
    /// None, but requests or responses differ.
    Wire,
    /// Code that names the element.
    Code,
    /// If the change breaks programs, also code that only creates the value around the element.
    Creation,
}

/// The versions that have an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Presence {
    Added,
    Removed,
    Changed,
}

/// A rule. Its texts are templates: `{item}` is the path of the changed element, `{old}` and `{new}` are its contents, and
/// the difference has the other values.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The kind of the element; `None` for each.
    subject: Option<SubjectKind>,
    pub(super) aspect: Aspect,
    presence: Presence,
    guards: &'static [Guard],
    pub(super) message: &'static str,
    pub(super) effects: Effects,
    pub(super) scope: Scope,
    /// The message of several changes that differ in one value, `{each}`.
    pub(super) together: Option<&'static str>,
    /// `true` if programs cannot read the value around the element when the change breaks what they receive.
    pub(super) affects_reading: bool,
}

impl Rule {
    /// Creates a rule for a different aspect of an element that both versions have.
    pub(super) const fn changed(subject: SubjectKind, aspect: Aspect, message: &'static str, effects: Effects) -> Self {
        let subject = Some(subject);
        let (presence, guards, scope) = (Presence::Changed, &[], Scope::Code);
        Self { subject, aspect, presence, guards, message, effects, scope, together: None, affects_reading: false }
    }

    /// Creates a rule for an added element.
    pub(super) const fn added(subject: SubjectKind, message: &'static str, effects: Effects) -> Self {
        Self { presence: Presence::Added, ..Self::changed(subject, Aspect::Exists, message, effects) }
    }

    /// Creates a rule for a removed element.
    pub(super) const fn removed(subject: SubjectKind, message: &'static str, effects: Effects) -> Self {
        Self { presence: Presence::Removed, ..Self::changed(subject, Aspect::Exists, message, effects) }
    }

    /// Creates a rule for a different aspect of any element.
    pub(super) const fn of_all(aspect: Aspect, message: &'static str, effects: Effects) -> Self {
        Self { subject: None, ..Self::changed(SubjectKind::Type, aspect, message, effects) }
    }

    /// Adds conditions that all have to be met.
    pub(super) const fn when(self, guards: &'static [Guard]) -> Self {
        Self { guards, ..self }
    }

    /// Sets the message of several changes.
    pub(super) const fn together(self, message: &'static str) -> Self {
        Self { together: Some(message), ..self }
    }

    pub(super) const fn docs(self) -> Self {
        Self { scope: Scope::Docs, ..self }
    }

    pub(super) const fn without_code(self) -> Self {
        Self { scope: Scope::Wire, ..self }
    }

    pub(super) const fn affecting_creation(self) -> Self {
        Self { scope: Scope::Creation, ..self }
    }

    pub(super) const fn affecting_reading(self) -> Self {
        Self { affects_reading: true, ..self }
    }

    /// Returns `true` if the rule is about a difference of its aspect.
    pub(super) fn applies_to(&self, delta: &Delta<'_>) -> bool {
        let presence = match (delta.part.old, delta.part.new) {
            (None, _) => Presence::Added,
            (_, None) => Presence::Removed,
            _ => Presence::Changed,
        };
        // A constant is a parameter without an argument.
        let kind = delta.part.newest().map(Subject::kind);
        let kind = if kind == Some(SubjectKind::Constant) { Some(SubjectKind::Parameter) } else { kind };
        self.presence == presence
            && (self.subject.is_none() || self.subject == kind)
            && self.guards.iter().all(|guard| guard(delta))
    }

    /// Returns the kind of change, which follows from the element.
    pub(super) fn kind(&self) -> ChangeKind {
        use ChangeKind as Change;
        let by_presence = |added, removed, changed| match self.presence {
            Presence::Added => added,
            Presence::Removed => removed,
            Presence::Changed => changed,
        };
        let Some(subject) = self.subject else {
            return match self.aspect {
                Aspect::Docs => Change::Docs,
                Aspect::Limits => Change::Limit,
                Aspect::Code => Change::Interface,
                _ => Change::Deprecation,
            };
        };
        match subject {
            SubjectKind::Info
            | SubjectKind::Address
            | SubjectKind::NamedServer
            | SubjectKind::ServerVariable
            | SubjectKind::Scheme
            | SubjectKind::Security => Change::Service,
            SubjectKind::Operation if matches!(self.aspect, Aspect::Order | Aspect::PathOrder) => {
                Change::ParameterChanged
            }
            SubjectKind::Operation | SubjectKind::Event => {
                by_presence(Change::OperationAdded, Change::OperationRemoved, Change::OperationChanged)
            }
            SubjectKind::Parameter | SubjectKind::Constant => {
                by_presence(Change::ParameterAdded, Change::ParameterRemoved, Change::ParameterChanged)
            }
            SubjectKind::Body
            | SubjectKind::Output
            | SubjectKind::MediaType
            | SubjectKind::Failure
            | SubjectKind::Header
            | SubjectKind::Events => Change::OperationChanged,
            SubjectKind::Type if self.aspect == Aspect::Tags => Change::ValueChanged,
            SubjectKind::Type | SubjectKind::OwnType => {
                by_presence(Change::TypeAdded, Change::TypeRemoved, Change::TypeChanged)
            }
            SubjectKind::Field => by_presence(Change::FieldAdded, Change::FieldRemoved, Change::FieldChanged),
            SubjectKind::OtherMembers => Change::FieldChanged,
            SubjectKind::Value | SubjectKind::Alternative => {
                by_presence(Change::ValueAdded, Change::ValueRemoved, Change::ValueChanged)
            }
        }
    }

    /// Returns the templates of the message, of the effects on what is sent and received, and of the advice.
    #[must_use]
    pub fn texts(&self) -> [String; 4] {
        let effect = |side: DirectionEffect| match (self.scope, side.effect) {
            (Scope::Docs, _) => "docs only".to_owned(),
            (_, Effect::Works) => "compatible".to_owned(),
            (_, Effect::Differs) => format!("compatible: {}", side.reason),
            (_, Effect::Breaks) => format!("breaking: {}", side.reason),
        };
        let [sent, received] = self.effects;
        let advice = join_texts([sent.advice, received.advice].into_iter(), "; ");
        [self.message.to_owned(), effect(sent), effect(received), advice.unwrap_or_default()]
    }
}
