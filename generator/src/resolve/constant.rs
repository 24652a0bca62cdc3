//! Values that are always the same.
