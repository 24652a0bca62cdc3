//! The public items of the events that the server sends.

use super::owner::{Interface, Owner};
use crate::config::CrateFeature;
use crate::ir::Events;

/// Adds the enumeration of the events.
pub(super) fn events(events: &Events, interface: &mut Interface) {
    let owner = Owner::new(interface, "events", "Event");
    let mut owner = Owner { feature: Some(CrateFeature::Events.name()), ..owner };
    owner.compares(events.is_comparable);
    let variants =
        events.variants.iter().map(|variant| (variant.name.as_str(), format!("{}({})", variant.name, variant.ty)));
    owner.enumeration(variants.chain([("Unlisted", "Unlisted(UnlistedEvent)".to_owned())]));
    let (headers, body) = (|| ("headers", "&HeaderMap".to_owned()), || ("body", "&[u8]".to_owned()));
    let output = "Result<Self, EventError>";
    if events.are_distinguishable() {
        owner.function("read", None, vec![headers(), body()], output);
        let verifier = ("verifier", "&dyn Verifier".to_owned());
        owner.function("read_verified", None, vec![headers(), body(), verifier], output);
    }
    owner.function("read_named", None, vec![("name", "&str".to_owned()), body()], output);
}
