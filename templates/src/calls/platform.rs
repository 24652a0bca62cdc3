//! The clock and the random numbers of the system or of the browser.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use std::time::{Instant, SystemTime, UNIX_EPOCH};
#[cfg(target_arch = "wasm32")]
pub(crate) use web_time::{Instant, SystemTime, UNIX_EPOCH};

/// Returns 64 random bits, for delays, keys and boundaries. Nothing secret depends on them.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn bits() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // Each `RandomState` has new keys.
    RandomState::new().hash_one(0_u8)
}

/// Returns 64 random bits. In a browser the keys of hash maps are constant.
#[cfg(target_arch = "wasm32")]
pub(crate) fn bits() -> u64 {
    let half = || (js_sys::Math::random() * f64::from(u32::MAX)) as u64;
    half() << 32 | half()
}
