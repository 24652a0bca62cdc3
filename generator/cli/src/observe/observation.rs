//! The rounds: corrections are proposed and applied until nothing new is found.

use std::collections::BTreeSet;
use std::path::Path;

use super::address::{self, Choice};
use super::correct::{self, Written};
use super::har::Traffic;
use super::model::Model;
use super::propose::{Proposal, propose};
use super::survey::Survey;
use bindery::internal::config::Config;
use bindery::internal::diagnostic::Result;
use bindery::internal::pointer::Pointer;
use bindery::internal::source::Input;

/// Maximum number of rounds: a correction may show what another one hid.
const MAX_ROUNDS: usize = 5;

/// The differences between a description and the traffic of its server.
pub struct Observation {
    pub(super) model: Model,
    pub(super) choice: Choice,
    pub(super) before: Survey,
    pub(super) after: Survey,
    pub(super) proposals: Vec<Proposal>,
    /// The places of `[accept]`, with the numbers of differences there.
    pub(super) accepted: Vec<(String, usize)>,
    /// The number of successful responses that stay unreadable, outside of these places.
    unsolved: usize,
}

impl Observation {
    /// Compares recorded traffic with a description, which a configuration corrects. `server` is the start of the addresses
    /// of the calls, if it is not the server of the description.
    ///
    /// # Errors
    ///
    /// Returns the errors of the description, and `source-unreadable` if a recording cannot be read.
    pub fn new(input: &Input, config: &Config, traffic: &Traffic, server: Option<&str>) -> Result<Self> {
        let original = Model::read(input, config)?;
        let choice = address::choose(&original, traffic, server)?;
        let before = Survey::new(&original, traffic, &choice)?;
        let accepted = config.accepted_differences().map(|place| (place.to_owned(), 0)).collect();
        let mut observation = Self {
            choice,
            proposals: Vec::new(),
            after: Survey::default(),
            before,
            model: original,
            accepted,
            unsolved: 0,
        };
        let (mut config, mut corrected): (Config, Option<(Model, Survey)>) = (config.clone(), None);
        let mut accepted_operations: BTreeSet<String> = BTreeSet::new();
        for _ in 0..MAX_ROUNDS {
            let (model, survey) =
                corrected.as_ref().map_or((&observation.model, &observation.before), |(model, survey)| (model, survey));
            let is_new = |new: &Proposal| {
                !observation.proposals.iter().any(|known| {
                    known.kind == new.kind && known.element == new.element && known.correction == new.correction
                })
            };
            let proposed = propose(model, survey, traffic, &observation.choice)?;
            let mut new: Vec<Proposal> = proposed.into_iter().filter(is_new).collect();
            new.retain(|proposal| {
                let is_accepted = is_accepted(&mut observation.accepted, &proposal.element);
                accepted_operations.extend(proposal.operations.iter().filter(|_| is_accepted).cloned());
                !is_accepted
            });
            if new.is_empty() {
                break;
            }
            correct::apply(&new, &mut config);
            // A member without a type may be null.
            let untyped: Vec<Pointer> = new
                .iter()
                .filter(|new| new.kind == "member" && new.is_last_resort)
                .map(|new| new.element.clone())
                .collect();
            observation.proposals.retain(|known| known.kind != "field" || !untyped.contains(&known.element));
            observation.proposals.extend(new);
            let model = Model::read(input, &config)?;
            let survey = survey.again(&model, traffic, &observation.choice)?;
            corrected = Some((model, survey));
        }
        if let Some((_, survey)) = corrected {
            observation.after = survey;
        }
        observation.unsolved = observation.unsolved(&accepted_operations);
        observation.proposals.sort_by(|one, other| (&one.element, one.kind).cmp(&(&other.element, other.kind)));
        Ok(observation)
    }

    /// Writes the corrections next to a configuration, which may not exist; `label` is the client if the file lists
    /// several. `start` is the text of a new configuration.
    ///
    /// # Errors
    ///
    /// `configuration-invalid` or `output-unwritable` if a file cannot be read, changed or written.
    pub fn write(&self, path: &Path, label: Option<&str>, start: &str) -> Result<Written> {
        correct::write_corrections(&self.proposals, &self.model.written, path, label, start)
    }

    /// Counts the responses that stay unreadable, unless their place, or a correction of their operation, is accepted.
    fn unsolved(&mut self, accepted_operations: &BTreeSet<String>) -> usize {
        let survey = if self.proposals.is_empty() { &self.before } else { &self.after };
        let (model, accepted) = (&self.model, &mut self.accepted);
        let unreadable = survey.responses.iter().filter(|((operation, status), response)| {
            let operation = &model.api.operations[*operation];
            let element = || model.written_at(&operation.origin).child("responses").child(&status.to_string());
            let is_accepted = accepted_operations.contains(&operation.route())
                || (response.unreadable > 0 && is_accepted(accepted, &element()));
            !is_accepted
        });
        unreadable.map(|(_, response)| response.unreadable).sum()
    }

    /// Returns `true` if corrections are proposed, or responses stay unreadable, which no correction is known for.
    #[must_use]
    pub fn needs_correction(&self) -> bool {
        self.has_proposals() || self.unsolved > 0
    }

    /// Returns `true` if corrections are proposed.
    #[must_use]
    pub fn has_proposals(&self) -> bool {
        !self.proposals.is_empty()
    }

    /// Returns the number of successful responses that a client cannot read without corrections.
    #[must_use]
    pub fn unreadable(&self) -> usize {
        self.before.unreadable()
    }
}

/// Returns `true` if nothing is proposed for an element, because its place is accepted, and counts it.
fn is_accepted(accepted: &mut [(String, usize)], element: &Pointer) -> bool {
    let is_inside = |place: &str| {
        let rest = element.as_str().strip_prefix(place);
        place == "*" || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut places = accepted.iter_mut().filter(|(place, _)| is_inside(place));
    places.next().map(|(_, count)| *count += 1).is_some()
}
