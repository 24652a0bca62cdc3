//! Finds a member of an object without serializing the values of the members.

use serde::ser::{Error, Impossible, Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::wire::inject::refuse_all_but_objects;

/// Returns `true` if a value is serialized as an object without a member of this name.
pub(crate) fn lacks_member<T: Serialize + ?Sized>(value: &T, name: &str) -> bool {
    let found = value.serialize(MemberFinder { name, found: false });
    found.is_ok_and(|found| !found)
}

/// A serializer that returns `true` for an object with the member, and an error for anything but an object.
struct MemberFinder<'n> {
    name: &'n str,
    found: bool,
}

impl Serializer for MemberFinder<'_> {
    type SerializeMap = Self;
    type SerializeStruct = Self;

    refuse_all_but_objects!(bool, serde_json::Error);

    fn serialize_map(self, _: Option<usize>) -> Result<Self, serde_json::Error> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, serde_json::Error> {
        Ok(self)
    }
}

impl SerializeMap for MemberFinder<'_> {
    type Ok = bool;
    type Error = serde_json::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), serde_json::Error> {
        self.found |= serde_json::to_value(key)? == self.name;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), serde_json::Error> {
        Ok(())
    }

    fn end(self) -> Result<bool, serde_json::Error> {
        Ok(self.found)
    }
}

impl SerializeStruct for MemberFinder<'_> {
    type Ok = bool;
    type Error = serde_json::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        _: &T,
    ) -> Result<(), serde_json::Error> {
        self.found |= name == self.name;
        Ok(())
    }

    fn end(self) -> Result<bool, serde_json::Error> {
        Ok(self.found)
    }
}
