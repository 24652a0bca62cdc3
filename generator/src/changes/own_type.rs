//! Schemas that the user's types replace. Their changes do not affect the emitted code, but may affect these types.

use super::ChangeKind;
use super::compare::Comparison;
use super::finding::Finding;
use crate::pointer::Pointer;

impl Comparison<'_> {
    /// Reports changes of schemas that the user's types replace.
    pub(super) fn behind_own_types(&mut self) {
        let (before, after) = (&self.old.api.own_types.behind, &self.new.api.own_types.behind);
        for (name, _) in before.iter().filter(|(name, says)| after.get(*name).is_some_and(|now| now != *says)) {
            let place = Pointer::root().child("components").child("schemas").child(name);
            let sentence = format!("the schema `{name}`, for which a type of yours stands, says something else");
            let found = Finding::new(ChangeKind::TypeChanged, name, name, sentence)
                .at_run_time("your type may not read what is sent now, or send what is asked for")
                .before(&place, "")
                .after(&place, "");
            self.found.push(found);
        }
    }
}
