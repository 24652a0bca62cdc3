//! The events that the server sends: their names and payloads in both versions.

use super::compare::Comparison;
use super::pairing::{added, pair};
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use super::{ChangeKind, phrase};
use crate::ir::Node;
use crate::model::{Event, EventPlace, plain_event};
use crate::pointer::Pointer;

impl Comparison<'_> {
    pub(super) fn compare_events(&mut self) {
        let Versions { old, new } = self.versions;
        let pairs = pair(keys(old), keys(new));
        for (before, same) in pairs.iter().enumerate() {
            match *same {
                Some(after) => self.compare_event(Versions::new(before, after)),
                None => self.report_removed_event(before),
            }
        }
        for index in added(&pairs, new.api.events.len()) {
            let event = &new.api.events[index];
            let subject = event_subject(event, Versions::only_new(Node::Event(index)));
            let found =
                subject.finding(ChangeKind::OperationAdded, format!("the event {} was added", subject.quoted()));
            let found =
                found.with_new(&event.origin, &event.wire).at_run_time("the old bindings read it as an unknown event");
            self.found.push(found);
        }
        self.compare_event_places();
    }

    fn report_removed_event(&mut self, index: usize) {
        let old = self.versions.old;
        let event = &old.api.events[index];
        let subject = event_subject(event, Versions::only_old(Node::Event(index)));
        let found =
            subject.finding(ChangeKind::OperationRemoved, format!("the event {} was removed", subject.quoted()));
        let found = found.with_old(&event.origin, &event.wire).breaks("the server no longer sends it");
        self.found.push(found.migrate("remove its uses"));
    }

    fn compare_event(&mut self, index: Versions<usize>) {
        let names = self.versions.zip(index).map(|(version, index)| version.names.event(index));
        let events = self.versions.zip(index).map(|(version, index)| &version.api.events[index]);
        let subject = event_subject(events.new, index.map(|index| Some(Node::Event(index))));
        let locations = events.map(|event| &event.origin);
        let subject = subject.at(locations);
        self.compare_docs(&subject, events.map(|event| &event.docs));
        if !self.are_equal(&events.old.ty, &events.new.ty) {
            let types = self.versions.zip(events).map(|(version, event)| phrase::ty(version.api, &event.ty));
            let part = format!("the payload of the event {}", subject.quoted());
            let found = subject
                .changed(ChangeKind::OperationChanged, &part, locations, types)
                .breaks("the old bindings may fail to read its payload")
                .migrate(format!("adapt the code to the new payload of `Event::{}`", names.new));
            self.found.push(found);
        }
        let ids = self.versions.zip(index).map(|(version, index)| event_id(version, index));
        if ids.old != ids.new {
            let name = subject.quoted();
            let message = format!("the event {name} is now identified by `{}` instead of `{}`", ids.new, ids.old);
            let found = subject.finding(ChangeKind::OperationChanged, message).with_both(locations, ids);
            let found = found.breaks("the old bindings read it as an unknown event");
            self.found.push(found.migrate("update the bindings"));
        }
        let Versions { old: was, new: is } = names;
        if was != is {
            let message = format!("the event {} was renamed to `{is}` in the code", subject.quoted());
            let found = subject.finding(ChangeKind::OperationChanged, message);
            let found = found.with_both(locations, events.map(|event| &event.wire));
            self.found.push(found.migrate(format!("replace `Event::{was}` by `Event::{is}`")));
        }
    }

    /// Reports differences in the identification of events.
    fn compare_event_places(&mut self) {
        let Versions { old, new } = self.versions;
        let (Some(first_old), Some(first_new)) = (old.api.events.first(), new.api.events.first()) else { return };
        let places = self.versions.map(event_places);
        if places.old == places.new {
            return;
        }
        let location = |event: &Event| event.origin.split_last().map_or_else(Pointer::root, |(events, _)| events);
        let locations = Versions::new(location(first_old), location(first_new));
        let message = format!("events are now identified by {} instead of {}", places.new, places.old);
        let found = ChangeSubject::new("webhooks", "webhooks", Versions::new(Some(Node::Events), Some(Node::Events)))
            .finding(ChangeKind::OperationChanged, message)
            .with_both(locations.as_ref(), places)
            .breaks("the old bindings cannot identify events")
            .migrate("update the bindings");
        self.found.push(found);
    }
}

fn event_subject(event: &Event, nodes: Versions<Option<Node>>) -> ChangeSubject {
    ChangeSubject::new("webhooks", &event.wire, nodes)
}

/// Returns the keys by which the events of a version are matched.
fn keys(version: ApiVersion<'_>) -> impl Iterator<Item = String> {
    version.api.events.iter().map(|event| plain_event(&event.wire))
}

/// Returns the name by which an event is identified.
fn event_id(version: ApiVersion<'_>, index: usize) -> String {
    version.analysis.events.names.get(index).cloned().unwrap_or_default()
}

/// Returns the identification of events as a phrase.
fn event_places(version: ApiVersion<'_>) -> String {
    let places = version.analysis.events.places.iter().map(|place| match place {
        EventPlace::Header(name) => format!("the header `{name}`"),
        EventPlace::Member(name) => format!("the member `{name}`"),
    });
    let places: Vec<String> = places.collect();
    if places.is_empty() { "nothing".to_owned() } else { places.join(" and ") }
}
