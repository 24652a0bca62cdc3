//! The relation between the words of a name and the string in a member.

use crate::ident::{value_name, without_underscore};

/// Words of a member's name without information about the subject: `event_type` is about an event.
const OF_KIND: [&str; 3] = ["type", "kind", "name"];

/// Returns the words of a string, separated by `_`.
pub(super) fn snake_words(text: &str) -> String {
    without_underscore(&value_name(text)).to_owned()
}

/// Returns `true` if a name contains the words of a member: `labeled_issue_event` contains those of `event` and
/// `event_type`.
pub(super) fn is_called_after(name: &str, member: &str) -> bool {
    let member = snake_words(member);
    let mut of = member.split('_').filter(|word| !OF_KIND.contains(word)).peekable();
    of.peek().is_some() && of.all(|word| name.split('_').any(|own| own == word))
}

/// Returns `true` if the words are the name or its beginning or end, or a more specific form, as `required_reviewers`
/// for `reviewers`. A name followed by further words, as in `custom_greeting`, does not count, since these may vary.
pub(super) fn is_called(name: &str, said: &str) -> bool {
    let ends = |whole: &str, part: &str| {
        whole.strip_suffix(part).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    };
    let begins = name.strip_prefix(said).is_some_and(|after| after.starts_with('_'));
    !name.is_empty() && !said.is_empty() && (begins || ends(name, said) || ends(said, name))
}

/// Returns `true` if one of the words of a name is a past participle: `labeled`, `added`.
pub(super) fn says_what_happened(name: &str) -> bool {
    name.split('_').any(|word| word.len() > "ed".len() + 1 && word.ends_with("ed"))
}

#[cfg(test)]
mod tests {
    use super::{is_called, is_called_after, says_what_happened, snake_words};

    #[test]
    fn a_name_is_called_after_a_member() {
        assert!(is_called_after("labeled_issue_event", "event") && is_called_after("labeled_event", "eventType"));
        assert!(!is_called_after("labeled_issue", "event") && !is_called_after("labeled_type", "type"));
    }

    #[test]
    fn a_name_is_part_of_another() {
        assert!(is_called("reviewers", "required_reviewers") && is_called("wait_timer", "wait_timer"));
        assert!(is_called("user_summary", "user") && !is_called("custom", "custom_greeting"));
        assert!(!is_called("viewers", "reviewers") && !is_called("", "a"));
    }

    #[test]
    fn what_happened_is_a_participle() {
        assert!(says_what_happened(&snake_words("Added to Project Issue Event")));
        assert!(!says_what_happened("state_change_event") && !says_what_happened("red_event"));
    }
}
