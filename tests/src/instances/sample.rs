//! One string that matches a pattern.

use super::pattern::Part;

/// Maximum length of a generated string.
const MAX_LEN: usize = 20_000;

/// A string under construction.
#[derive(Debug)]
pub(super) struct Sample {
    text: String,
    /// The number of repetitions beyond the minimum.
    extra: usize,
    /// `true` to take the last alternative instead of the first.
    is_last: bool,
    /// The remaining steps: groups that repeat an empty string cost time too.
    steps: usize,
}

impl Sample {
    /// Returns a string that matches a part, unless it is too long.
    pub(super) fn build(part: &Part, extra: usize, is_last: bool) -> Option<String> {
        let mut sample = Self { text: String::new(), extra, is_last, steps: MAX_LEN };
        sample.add(part)?;
        Some(sample.text)
    }

    fn add(&mut self, part: &Part) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        match part {
            Part::OneOf(characters) => {
                // Different characters in a row test more than equal ones.
                let index = if self.is_last { self.text.len() } else { 0 };
                self.text.push(*characters.get(index % characters.len().max(1))?);
                Some(())
            }
            Part::All(parts) => parts.iter().try_for_each(|part| self.add(part)),
            Part::Either(parts) => self.add(if self.is_last { parts.last()? } else { parts.first()? }),
            Part::Repeat(part, least, most) => {
                let count = least.saturating_add(self.extra).min(*most);
                (0..count).try_for_each(|_| self.add(part))
            }
        }
    }
}
