//! Timestamps that are sent as seconds since 1970.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, RangeInclusive};
use std::time::{Duration, SystemTime};

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

/// The seconds of the years from -9999 to 9999. Some libraries panic outside of them.
pub(crate) const UNIX_SECONDS: RangeInclusive<i64> = -377_705_023_201..=253_402_300_799;

/// The last point in time of the crate `jiff`, which represents all later ones.
const JIFF_MAX: Duration = Duration::new(253_402_207_200, 999_999_999);

/// A timestamp that is written as the number of whole seconds since 1970-01-01T00:00:00Z: `1735689600`. Fractions of a
/// second are not sent.
///
/// A number that is too large for seconds is read as milliseconds, microseconds or nanoseconds, and is sent back so.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnixTime<T>(pub T, Unit);

/// The unit of a timestamp: the number of its digits after the seconds.
#[derive(Clone, Copy, Debug, Default)]
struct Unit(u32);

impl Unit {
    const ALL: [Self; 4] = [Self(0), Self(3), Self(6), Self(9)];

    /// Returns the number of units in a second.
    fn per_second(self) -> i64 {
        10_i64.pow(self.0)
    }
}

impl<T> UnixTime<T> {
    /// Creates a timestamp that is sent in seconds.
    pub const fn new(timestamp: T) -> Self {
        Self(timestamp, Unit(0))
    }
}

impl<T: PartialEq> PartialEq for UnixTime<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: Eq> Eq for UnixTime<T> {}

impl<T: Hash> Hash for UnixTime<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T: PartialOrd> PartialOrd for UnixTime<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl<T: Ord> Ord for UnixTime<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<T> Deref for UnixTime<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for UnixTime<T> {
    fn from(timestamp: T) -> Self {
        Self::new(timestamp)
    }
}

impl<T: fmt::Display> fmt::Display for UnixTime<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<'de, T: TryFrom<SystemTime, Error: fmt::Display>> Deserialize<'de> for UnixTime<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(deserializer)?;
        let fits = |unit: &Unit| UNIX_SECONDS.contains(&number.div_euclid(unit.per_second()));
        let unit = Unit::ALL.into_iter().find(fits);
        let time = unit.and_then(|unit| Some((unit, system_time(number, unit)?)));
        let (unit, time) =
            time.ok_or_else(|| D::Error::custom(format_args!("timestamp out of range: {number}")))?;
        T::try_from(time)
            .or_else(|_| T::try_from(time.min(SystemTime::UNIX_EPOCH + JIFF_MAX)))
            .map(|time| Self(time, unit))
            .map_err(D::Error::custom)
    }
}

impl<T: Clone + Into<SystemTime>> Serialize for UnixTime<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nanoseconds_per_unit = 1_000_000_000 / u128::from(self.1.per_second().unsigned_abs());
        let number = match self.0.clone().into().duration_since(SystemTime::UNIX_EPOCH) {
            Ok(JIFF_MAX) => Ok(UNIX_SECONDS.end() * self.1.per_second()),
            Ok(after) => i64::try_from(after.as_nanos() / nanoseconds_per_unit),
            Err(before) => {
                let before = before.duration().as_nanos().div_ceil(nanoseconds_per_unit);
                i64::try_from(before).map(|number| -number)
            }
        };
        serializer.serialize_i64(number.map_err(S::Error::custom)?)
    }
}

/// Returns the time, or `None` if the platform cannot represent it.
fn system_time(number: i64, unit: Unit) -> Option<SystemTime> {
    let nanoseconds = u128::from(number.unsigned_abs()) * 1_000_000_000
        / u128::from(unit.per_second().unsigned_abs());
    let seconds = u64::try_from(nanoseconds / 1_000_000_000).ok()?;
    let rest = u32::try_from(nanoseconds % 1_000_000_000).ok()?;
    let distance = Duration::new(seconds, rest);
    if number < 0 {
        SystemTime::UNIX_EPOCH.checked_sub(distance)
    } else {
        SystemTime::UNIX_EPOCH.checked_add(distance)
    }
}
