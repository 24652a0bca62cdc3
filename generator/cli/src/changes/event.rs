//! The events that the server sends: their names and payloads in both versions.

use super::compare::Comparison;
use super::pairing::matched;
use super::rules;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use bindery::internal::ir::Node;
use bindery::internal::model::{Event, EventPlace, plain_event};
use bindery::internal::pointer::Pointer;

impl Comparison<'_> {
    pub(super) fn compare_events(&mut self) {
        let events = self.versions.map(|version| version.api.events.as_slice());
        for (index, found) in matched(events, |event| plain_event(&event.wire)) {
            let name = found.newest().map(|event| event.wire.as_str()).unwrap_or_default();
            let subject = ChangeSubject::new("webhooks", name, index.map_some(Node::Event))
                .at(found.map_some(|event| &event.origin))
                .in_directions(false, true);
            if let (Some(old), Some(new)) = (index.old, index.new) {
                self.compare_event(subject, Versions::new(old, new));
            } else {
                let rule = if index.new.is_none() { rules::EVENT_REMOVED } else { rules::EVENT_ADDED };
                self.report(rule, &subject, found.map_some(|event| event.wire.clone()));
            }
        }
        self.compare_event_places();
    }

    fn compare_event(&mut self, subject: ChangeSubject, index: Versions<usize>) {
        let names = self.versions.zip(index).map(|(version, index)| version.names.event(index));
        let events = self.versions.zip(index).map(|(version, index)| &version.api.events[index]);
        let subject = subject.with("old name", names.old).with("name", names.new);
        self.compare_docs(&subject, events.map(|event| &event.docs));
        let types = events.map(|event| &event.ty);
        if !self.are_equal(types.old, types.new) {
            self.report_type(rules::EVENT_PAYLOAD, &subject, types);
        }
        let ids = self.versions.zip(index).map(|(version, index)| event_id(version, index));
        if ids.is_changed() {
            self.report(rules::EVENT_ID, &subject, ids);
        }
        if names.is_changed() {
            self.report(rules::EVENT_RENAMED, &subject, events.map(|event| event.wire.clone()));
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
            let subject = ChangeSubject::new("webhooks", "webhooks", Versions::same(Some(Node::Events)));
            let subject = subject.at(locations.as_ref());
            self.report(rules::EVENT_PLACES, &subject, places);
        }
    }
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
