//! The rounds: corrections are proposed and applied until nothing new is found.

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
    /// The places of `[accept]`, with the numbers of corrections that are not proposed there.
    pub(super) accepted: Vec<(String, usize)>,
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
        let mut observation =
            Self { choice, proposals: Vec::new(), after: Survey::default(), before, model: original, accepted };
        let (mut config, mut corrected): (Config, Option<(Model, Survey)>) = (config.clone(), None);
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
            new.retain(|proposal| !is_accepted(&mut observation.accepted, proposal));
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
        correct::write_corrections(&self.proposals, path, label, start)
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

/// Returns `true` if a correction is not proposed, because its place is accepted, and counts it.
fn is_accepted(accepted: &mut [(String, usize)], proposal: &Proposal) -> bool {
    let is_inside = |place: &str| {
        let rest = proposal.element.as_str().strip_prefix(place);
        place == "*" || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut places = accepted.iter_mut().filter(|(place, _)| is_inside(place));
    places.next().map(|(_, count)| *count += 1).is_some()
}
