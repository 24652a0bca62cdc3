//! Answers requests by one description, or compares what two of them accept.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::description::{Acceptance, ServedDescription};
use super::message::{ReceivedRequest, Refusal, ServedResponse};
use bindery::internal::pointer::Pointer;

/// A description that is served, and an old one to compare it with.
#[derive(Debug)]
pub struct Rehearsal {
    old: Option<ServedDescription>,
    new: ServedDescription,
    counts: RefCell<Counts>,
}

/// The numbers of requests.
#[derive(Debug, Default)]
struct Counts {
    accepted: usize,
    rejected: usize,
    only_by_old: BTreeMap<String, usize>,
    only_by_new: BTreeMap<String, usize>,
}

impl Rehearsal {
    /// Creates a rehearsal of a description. With an old one, each request is checked by both.
    #[must_use]
    pub fn new(old: Option<ServedDescription>, new: ServedDescription) -> Self {
        Self { old, new, counts: RefCell::default() }
    }

    /// Returns the response to a request by the new description, and a line about it.
    pub fn answer(&self, request: &ReceivedRequest) -> (ServedResponse, String) {
        let answer = self.new.answer(request);
        let line = match &self.old {
            Some(old) => self.compare(old, request, &answer),
            None => self.describe(request, &answer),
        };
        let response = match answer {
            Ok(acceptance) => acceptance.response,
            Err(refusal) => refusal.response(),
        };
        (response, line)
    }

    fn describe(&self, request: &ReceivedRequest, answer: &Result<Acceptance, Refusal>) -> String {
        let described = self.new.describe(request);
        let mut counts = self.counts.borrow_mut();
        match answer {
            Ok(acceptance) => {
                counts.accepted += 1;
                format!("{described} -> {}{}", acceptance.response.status, ignored(acceptance))
            }
            Err(refusal) => {
                counts.rejected += 1;
                format!("{described} -> {}: {}", refusal.status, refusal.detail())
            }
        }
    }

    fn compare(
        &self,
        old: &ServedDescription,
        request: &ReceivedRequest,
        new_answer: &Result<Acceptance, Refusal>,
    ) -> String {
        let old_answer = old.answer(request);
        let operation = self.new.operation(request).or_else(|| old.operation(request));
        let operation = operation.unwrap_or_else(|| "other paths".to_owned());
        let mut counts = self.counts.borrow_mut();
        match (&old_answer, new_answer) {
            (Ok(_), Ok(_)) => counts.accepted += 1,
            (Err(_), Err(_)) => counts.rejected += 1,
            (Ok(_), Err(_)) => *counts.only_by_old.entry(operation).or_default() += 1,
            (Err(_), Ok(_)) => *counts.only_by_new.entry(operation).or_default() += 1,
        }
        let described = self.new.describe(request);
        format!("{described} old: {}, new: {}", verdict(&old_answer), verdict(new_answer))
    }

    /// Returns a summary of all requests.
    #[must_use]
    pub fn summary(&self) -> String {
        let counts = self.counts.borrow();
        let (accepted, rejected) = (counts.accepted, counts.rejected);
        if self.old.is_none() {
            return format!("{accepted} accepted, {rejected} rejected");
        }
        let [only_by_old, only_by_new] =
            [&counts.only_by_old, &counts.only_by_new].map(|requests| requests.values().sum::<usize>());
        let mut summary = format!(
            "{accepted} accepted by both, {only_by_old} by the old only, {only_by_new} by the new only, {rejected} by neither"
        );
        for (operation, count) in &counts.only_by_old {
            summary.push_str(&format!("\n  accepted by the old only: {operation} ({count})"));
        }
        for (operation, count) in &counts.only_by_new {
            summary.push_str(&format!("\n  accepted by the new only: {operation} ({count})"));
        }
        summary
    }
}

fn verdict(answer: &Result<Acceptance, Refusal>) -> String {
    match answer {
        Ok(acceptance) => format!("accepts{}", ignored(acceptance)),
        Err(refusal) => format!("rejects: {}", refusal.detail()),
    }
}

/// Names the parameters and members that the description does not list.
fn ignored(acceptance: &Acceptance) -> String {
    let names: Vec<&str> = acceptance.unknown.iter().map(Pointer::as_str).collect();
    if names.is_empty() { String::new() } else { format!(" (unknown: {})", names.join(", ")) }
}
