//! Clusters of messages that differ only in names and numbers.

use std::collections::BTreeMap;

/// Messages of the same form.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cluster {
    /// Number of messages.
    pub(super) count: usize,
    /// The common form.
    pub(super) form: String,
    /// The first message, with its location.
    pub(super) example: String,
}

/// Returns the clusters of messages with their locations, the most frequent first.
pub(super) fn clusters<'a>(messages: impl Iterator<Item = (&'a str, String)>) -> Vec<Cluster> {
    let mut found: BTreeMap<String, Cluster> = BTreeMap::new();
    for (message, at) in messages {
        let form = form(message);
        let new = || Cluster { count: 0, form: form.clone(), example: at };
        found.entry(form.clone()).or_insert_with(new).count += 1;
    }
    let mut clusters: Vec<Cluster> = found.into_values().collect();
    clusters.sort_by_key(|cluster| std::cmp::Reverse(cluster.count));
    clusters
}

/// Returns a message without the text between backticks and without numbers.
fn form(message: &str) -> String {
    let mut form = String::new();
    for (index, part) in message.split('`').enumerate() {
        if index % 2 == 1 {
            form.push_str("`…`");
        } else {
            form.push_str(&without_numbers(part));
        }
    }
    form
}

fn without_numbers(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '0'..='9' if plain.ends_with('#') => {}
            '0'..='9' => plain.push('#'),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{clusters, form};

    #[test]
    fn names_and_numbers_do_not_matter() {
        assert_eq!(form("the path is `$ref: a1`; its 12 operations"), "the path is `…`; its # operations");
    }

    #[test]
    fn the_most_frequent_comes_first_with_its_first_example() {
        let messages = [("b", "1"), ("a `x`", "2"), ("a `y`", "3")].map(|(message, at)| (message, at.to_owned()));
        let found = clusters(messages.into_iter());
        assert_eq!((found[0].count, found[0].form.as_str(), found[0].example.as_str()), (2, "a `…`", "2"));
        assert_eq!(found[1].count, 1);
    }
}
