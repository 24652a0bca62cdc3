//! The events that the server sends: their names and payloads, before and after.

use super::ChangeKind;
use super::compare::{Comparison, Part};
use super::pairing::{added, pair};
use super::side::{Claim, Side};
use crate::model::{Event, EventPlace, plain_event};
use crate::pointer::Pointer;

/// The type of received events.
const OWNER: &str = "events::Event";

impl Comparison<'_> {
    pub(super) fn events(&mut self) {
        let (old, new) = (self.old, self.new);
        let pairs = pair(keys(old), keys(new));
        for (before, same) in pairs.iter().enumerate() {
            match *same {
                Some(after) => self.event(before, after),
                None => self.event_removed(before),
            }
        }
        for after in added(&pairs, new.api.events.len()) {
            let event = &new.api.events[after];
            let part = Part { resource: "webhooks", subject: &event.wire };
            let found = part.finding(ChangeKind::EventAdded, format!("the event {} is new", part.quoted()));
            let found = found.after(&event.origin, &event.wire).at_run_time("until now it is unlisted where it comes");
            self.found.push(found.claims(claims(new, after)));
        }
        self.event_places();
    }

    fn event_removed(&mut self, before: usize) {
        let event = &self.old.api.events[before];
        let part = Part { resource: "webhooks", subject: &event.wire };
        let found = part.finding(ChangeKind::EventRemoved, format!("the event {} is gone", part.quoted()));
        let found = found.before(&event.origin, &event.wire).breaks("what waits for it waits in vain");
        self.found.push(found.migrate("take it out of the code").claims(claims(self.old, before)));
    }

    fn event(&mut self, before: usize, after: usize) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (&old.api.events[before], &new.api.events[after]);
        let part = Part { resource: "webhooks", subject: &other.wire };
        self.docs(&part, (&one.docs, &one.origin), (&other.docs, &other.origin));
        let claims: Vec<Claim> = claims(old, before).into_iter().chain(claims(new, after)).collect();
        if !self.same(&one.ty, &other.ty) {
            let (was, is) = (super::phrase::ty(old.api, &one.ty), super::phrase::ty(new.api, &other.ty));
            let found = part
                .finding(ChangeKind::EventChanged, format!("the event {} brings {is} instead of {was}", part.quoted()))
                .before(&one.origin, was)
                .after(&other.origin, is)
                .breaks("the old bindings may not read what it brings")
                .migrate(format!("read what `Event::{}` holds now", new.names.event(after)));
            self.found.push(found.claims(claims.clone()));
        }
        let (was, is) = (compared(old, before), compared(new, after));
        if was != is {
            let sentence = format!("the event {} is known by `{is}` instead of `{was}`", part.quoted());
            let found = part.finding(ChangeKind::EventChanged, sentence);
            let found = found.before(&one.origin, was).after(&other.origin, is);
            let found = found.breaks("the old bindings do not know it where it comes by this name");
            self.found.push(found.migrate("compile with the new bindings").claims(claims.clone()));
        }
        let (was, is) = (old.names.event(before), new.names.event(after));
        if was != is {
            let sentence = format!("the event {} is called `{is}` in the code", part.quoted());
            let found = part.finding(ChangeKind::EventChanged, sentence);
            let found = found.before(&one.origin, &one.wire).after(&other.origin, &other.wire);
            self.found.push(found.migrate(format!("write `Event::{is}` for `Event::{was}`")).claims(claims));
        }
    }

    /// Reports differences in the identification of events.
    fn event_places(&mut self) {
        let (old, new) = (self.old, self.new);
        let (Some(before), Some(after)) = (old.api.events.first(), new.api.events.first()) else { return };
        let (was, is) = (places(old), places(new));
        if was == is {
            return;
        }
        let place = |event: &Event| event.origin.split_last().map_or_else(Pointer::root, |(events, _)| events);
        let part = Part { resource: "webhooks", subject: "webhooks" };
        let readers = ["::read", "::read_verified"].map(|function| Claim::member(OWNER, function.to_owned()));
        let found = part
            .finding(ChangeKind::EventChanged, format!("events are distinguished by {is} instead of {was}"))
            .before(&place(before), was)
            .after(&place(after), is)
            .breaks("the old bindings look elsewhere for which event came")
            .migrate("compile with the new bindings")
            .claims(readers);
        self.found.push(found);
    }
}

/// Returns the keys by which the events of a side are matched.
fn keys(side: Side<'_>) -> impl Iterator<Item = String> {
    side.api.events.iter().map(|event| plain_event(&event.wire))
}

/// Returns the name by which an event is identified.
fn compared(side: Side<'_>, index: usize) -> String {
    side.analysis.events.names.get(index).cloned().unwrap_or_default()
}

/// Returns the identification of events as a phrase.
fn places(side: Side<'_>) -> String {
    let places = side.analysis.events.places.iter().map(|place| match place {
        EventPlace::Header(name) => format!("the header `{name}`"),
        EventPlace::Member(name) => format!("the member `{name}`"),
    });
    let places: Vec<String> = places.collect();
    if places.is_empty() { "nothing".to_owned() } else { places.join(" and ") }
}

/// Returns the claims for the variant of an event, and for items that depend on all events. The first event adds the
/// enumeration, and the last one removes it.
fn claims(side: Side<'_>, index: usize) -> Vec<Claim> {
    let variant = Claim::member(OWNER, format!("::{}", side.names.event(index)));
    let common = Claim::member(OWNER, " as PartialEq".to_owned());
    let only = (side.api.events.len() == 1).then(|| Claim::whole(OWNER.to_owned()));
    let features = ["events", "webhook-signatures"].map(Claim::feature);
    [variant, common].into_iter().chain(features).chain(only).collect()
}
