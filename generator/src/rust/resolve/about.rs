//! The title and the description of the crate.

use super::Resolver;
use crate::api::model::CredentialLocation;
use crate::base::unicode::first_line;
use crate::config::CrateFeature;
use crate::rust::docs;
use crate::rust::ir::About;

/// The length of a title.
const LINE: usize = 120;

impl<'a> Resolver<'a> {
    /// Returns the title and the description of the crate.
    pub(crate) fn about(&self) -> About {
        About {
            title: docs::inline(&self.api.title),
            line: first_line(&self.api.title, LINE),
            version: Some(&self.api.version).filter(|version| is_version(version)).map(|version| docs::inline(version)),
            description: self.api.description.clone().filter(|description| !description.trim().is_empty()),
            own: self.options.docs.as_deref().map(|docs| docs.trim().to_owned()),
        }
    }

    /// Returns `true` if the crate has an optional feature. Types alone have few.
    pub(crate) fn offers(&self, feature: CrateFeature) -> bool {
        let is_of_use = match feature {
            CrateFeature::Fixtures => true,
            CrateFeature::Events => !self.api.events.is_empty(),
            CrateFeature::WebhookSignatures => self.offers(CrateFeature::Events),
            CrateFeature::Oauth => {
                let mut schemes = self.api.security.iter();
                self.has_operations() && schemes.any(|scheme| scheme.place == CredentialLocation::Bearer)
            }
            _ => self.has_operations(),
        };
        is_of_use && self.options.features.has(feature)
    }

    /// Returns `true` if there are operations. Otherwise the crate has no client, only types or a receiver of events.
    pub(crate) fn has_operations(&self) -> bool {
        !self.api.operations.is_empty()
    }
}

/// Returns `true` if a text tells versions apart: one word with a digit.
fn is_version(text: &str) -> bool {
    text.contains(|sign: char| sign.is_ascii_digit()) && text.split_whitespace().count() == 1
}
