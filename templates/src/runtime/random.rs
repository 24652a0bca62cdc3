//! Random numbers, for waits, keys and boundaries: nothing secret depends on them.

/// 64 random bits.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn bits() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // Each of these is made with keys of its own.
    RandomState::new().hash_one(0_u8)
}

/// 64 random bits. In a browser the keys of hash maps are always the same.
#[cfg(target_arch = "wasm32")]
pub(super) fn bits() -> u64 {
    let half = || (js_sys::Math::random() * f64::from(u32::MAX)) as u64;
    half() << 32 | half()
}
