//! A rule: the kind, the effect and the texts of one sort of change.

use super::ChangeKind;
use super::finding::{Effect, FilledSide, Finding, LocatedText, join};
use super::subject::ChangeSubject;
use super::version::Versions;

/// The effect of a change in one direction, with the reason and the advice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    effect: Effect,
    reason: &'static str,
    advice: &'static str,
}

/// No effect.
pub(super) const NO_EFFECT: Side = works("");

pub(super) const fn works(advice: &'static str) -> Side {
    Side { effect: Effect::Works, reason: "", advice }
}

pub(super) const fn differs(reason: &'static str, advice: &'static str) -> Side {
    Side { effect: Effect::Differs, reason, advice }
}

pub(super) const fn breaks(reason: &'static str, advice: &'static str) -> Side {
    Side { effect: Effect::Breaks, reason, advice }
}

/// The code that a change may affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// None, and requests and responses are the same.
    Docs,
    /// None, but requests or responses differ.
    Wire,
    /// Code that names the element.
    Code,
    /// If the change breaks programs, also code that only creates the value around the element.
    Creation,
}

/// A rule. Its texts are templates: `{item}` is the path of the changed element, `{old}` and `{new}` are its contents, and
/// the subject has the other values.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    kind: ChangeKind,
    message: &'static str,
    sent: Side,
    received: Side,
    scope: Scope,
    /// `true` if programs cannot read the value around the element when the change breaks what they receive.
    affects_reading: bool,
}

impl Rule {
    /// Creates a rule whose effect depends on the direction of the element.
    pub(super) const fn by_direction(kind: ChangeKind, message: &'static str, sent: Side, received: Side) -> Self {
        Self { kind, message, sent, received, scope: Scope::Code, affects_reading: false }
    }

    pub(super) const fn new(kind: ChangeKind, message: &'static str, both: Side) -> Self {
        Self::by_direction(kind, message, both, both)
    }

    /// Creates a rule for an element that is no longer sent or received.
    pub(super) const fn removed(kind: ChangeKind, message: &'static str, advice: &'static str) -> Self {
        let sent = breaks("the server no longer accepts it", advice);
        Self::by_direction(kind, message, sent, breaks("programs no longer receive it", advice))
    }

    /// Creates a rule for an element that is no longer sent or received, and that responses must contain.
    pub(super) const fn removed_and_required(kind: ChangeKind, message: &'static str, advice: &'static str) -> Self {
        let sent = breaks("the server no longer accepts it", advice);
        let received = breaks("the old bindings cannot read responses without it", advice);
        Self::by_direction(kind, message, sent, received).affecting_reading()
    }

    pub(super) const fn docs(mut self) -> Self {
        self.scope = Scope::Docs;
        self
    }

    pub(super) const fn without_code(mut self) -> Self {
        self.scope = Scope::Wire;
        self
    }

    pub(super) const fn affecting_creation(mut self) -> Self {
        self.scope = Scope::Creation;
        self
    }

    pub(super) const fn affecting_reading(mut self) -> Self {
        self.affects_reading = true;
        self
    }

    /// Returns the rule for an element that was added, was removed, or differs.
    pub(super) fn choose([added, removed, differs]: [Self; 3], subject: &ChangeSubject) -> Self {
        match (subject.nodes.old, subject.nodes.new) {
            (None, Some(_)) => added,
            (Some(_), None) => removed,
            _ => differs,
        }
    }

    /// Returns the templates of the message, of the effects on what is sent and received, and of the advice.
    #[must_use]
    pub fn texts(&self) -> [String; 4] {
        let effect = |side: Side| match (self.scope, side.effect) {
            (Scope::Docs, _) => "docs only".to_owned(),
            (_, Effect::Works) => "compatible".to_owned(),
            (_, Effect::Differs) => format!("compatible: {}", side.reason),
            (_, Effect::Breaks) => format!("breaking: {}", side.reason),
        };
        let advice = join([self.sent.advice, self.received.advice].into_iter(), "; ");
        [self.message.to_owned(), effect(self.sent), effect(self.received), advice.unwrap_or_default()]
    }

    /// Returns the change of a subject; `texts` are the contents in the versions that have it.
    pub(super) fn apply(&self, subject: &ChangeSubject, texts: Versions<Option<String>>) -> Finding {
        let filled = |template: &str| subject.fill(template, texts.as_ref());
        let side = |Side { effect, reason, advice }: Side| FilledSide {
            effect,
            reason: filled(reason),
            advice: filled(advice),
            is_of_base: subject.is_of_base,
        };
        let excerpts = subject.locations.as_ref().zip(texts.as_ref());
        Finding {
            kind: self.kind,
            template: self.message,
            detail: subject.detail.clone(),
            resource: subject.resource.clone(),
            subject: subject.path.clone(),
            message: filled(self.message),
            excerpts: excerpts
                .map(|(pointer, text)| Some(LocatedText { pointer: pointer.clone()?, text: text.clone()? })),
            is_docs: self.scope == Scope::Docs,
            sides: [subject.sent.then(|| side(self.sent)), subject.received.then(|| side(self.received))],
            advice_without_side: filled(self.received.advice),
            at: subject.nodes.map(|node| node.into_iter().collect()),
            may_change_code: matches!(self.scope, Scope::Code | Scope::Creation),
            affects_creation: self.scope == Scope::Creation,
            affects_reading: self.affects_reading && subject.received && self.received.effect == Effect::Breaks,
            uses: Vec::new(),
        }
    }
}
