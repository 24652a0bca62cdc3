//! Types and arguments as people write them.
