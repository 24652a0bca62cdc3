//! The events that the server sends: their names and payloads in both versions.

use super::compare::Comparison;
use super::pairing::{join, pair};
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use super::{phrase, rules};
use crate::ir::Node;
use crate::model::{Event, EventPlace, plain_event};
use crate::pointer::Pointer;

impl Comparison<'_> {
    pub(super) fn compare_events(&mut self) {
        let Versions { old, new } = self.versions;
        for index in join(&pair(keys(old), keys(new)), new.api.events.len()) {
            let events = self.versions.zip(index).map(|(version, index)| Some(&version.api.events[index?]));
            let name = events.newest().map(|event| event.wire.as_str()).unwrap_or_default();
            let subject = ChangeSubject::new("webhooks", name, index.map(|index| index.map(Node::Event)))
                .at(events.map(|event| event.map(|event| &event.origin)));
            let rule = match (index.old, index.new) {
                (Some(old), Some(new)) => {
                    self.compare_event(subject, Versions::new(old, new));
                    continue;
                }
                (_, None) => rules::EVENT_REMOVED,
                (None, _) => rules::EVENT_ADDED,
            };
            self.report(&rule, &subject, events.map(|event| event.map(|event| event.wire.clone())));
        }
        self.compare_event_places();
    }

    fn compare_event(&mut self, subject: ChangeSubject, index: Versions<usize>) {
        let names = self.versions.zip(index).map(|(version, index)| version.names.event(index));
        let events = self.versions.zip(index).map(|(version, index)| &version.api.events[index]);
        let subject = subject.with("old name", names.old).with("name", names.new);
        self.compare_docs(&subject, events.map(|event| &event.docs));
        if !self.are_equal(&events.old.ty, &events.new.ty) {
            let types = self.versions.zip(events).map(|(version, event)| phrase::ty(version.api, &event.ty));
            self.report(&rules::EVENT_PAYLOAD, &subject, types);
        }
        let ids = self.versions.zip(index).map(|(version, index)| event_id(version, index));
        if ids.is_changed() {
            self.report(&rules::EVENT_ID, &subject, ids);
        }
        if names.is_changed() {
            self.report(&rules::EVENT_RENAMED, &subject, events.map(|event| event.wire.clone()));
        }
    }

    /// Reports differences in the identification of events.
    fn compare_event_places(&mut self) {
        let first = self.versions.map(|version| version.api.events.first());
        let places = self.versions.map(event_places);
        if let (Some(old), Some(new)) = (first.old, first.new)
            && places.is_changed()
        {
            let location = |event: &Event| event.origin.split_last().map_or_else(Pointer::root, |(events, _)| events);
            let locations = Versions::new(location(old), location(new));
            let nodes = Versions::new(Some(Node::Events), Some(Node::Events));
            let subject = ChangeSubject::new("webhooks", "webhooks", nodes).at(locations.as_ref());
            self.report(&rules::EVENT_PLACES, &subject, places);
        }
    }
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
