//! Timestamps that are sent as seconds since 1970.

use std::fmt;
use std::ops::Deref;
use std::time::{Duration, SystemTime};

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

/// The seconds that all date libraries can represent: the years from -9999 to 9999.
const MIN_SECONDS: i64 = -377_705_023_201;
const MAX_SECONDS: i64 = 253_402_207_200;

/// A timestamp that is written as the number of whole seconds since 1970-01-01T00:00:00Z: `1735689600`. Fractions of a
/// second are not sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnixTime<T>(pub T);

impl<T> Deref for UnixTime<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for UnixTime<T> {
    fn from(timestamp: T) -> Self {
        Self(timestamp)
    }
}

impl<T: fmt::Display> fmt::Display for UnixTime<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<'de, T: TryFrom<SystemTime, Error: fmt::Display>> Deserialize<'de> for UnixTime<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = i64::deserialize(deserializer)?;
        // Some libraries panic if a timestamp is out of their range.
        let known = (MIN_SECONDS..=MAX_SECONDS)
            .contains(&seconds)
            .then(|| system_time(seconds))
            .flatten();
        let time = known.ok_or_else(|| {
            D::Error::custom(format_args!("timestamp out of range: {seconds} seconds"))
        })?;
        T::try_from(time).map(Self).map_err(D::Error::custom)
    }
}

impl<T: Clone + Into<SystemTime>> Serialize for UnixTime<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seconds = match self.0.clone().into().duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_secs()),
            Err(before) => {
                let before = before.duration();
                i64::try_from(before.as_secs() + u64::from(before.subsec_nanos() > 0))
                    .map(|seconds| -seconds)
            }
        };
        serializer.serialize_i64(seconds.map_err(S::Error::custom)?)
    }
}

/// Returns the time, or `None` if the platform cannot represent it.
fn system_time(seconds: i64) -> Option<SystemTime> {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 {
        SystemTime::UNIX_EPOCH.checked_sub(distance)
    } else {
        SystemTime::UNIX_EPOCH.checked_add(distance)
    }
}
