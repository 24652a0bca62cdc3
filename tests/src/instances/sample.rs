//! One text of a pattern.

use super::pattern::Part;

/// The longest text that is made.
const LONGEST: usize = 20_000;

/// A text while it is made.
#[derive(Debug)]
pub(super) struct Sample {
    text: String,
    /// How often more than asked for something is repeated.
    extra: usize,
    /// `true` if the last alternative is taken, and not the first.
    is_last: bool,
    /// Steps that are left: groups that repeat nothing cost time too.
    steps: usize,
}

impl Sample {
    /// A text that a part matches, unless it is too long.
    pub(super) fn of(part: &Part, extra: usize, is_last: bool) -> Option<String> {
        let mut sample = Self { text: String::new(), extra, is_last, steps: LONGEST };
        sample.add(part)?;
        Some(sample.text)
    }

    fn add(&mut self, part: &Part) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        match part {
            Part::OneOf(characters) => {
                // Equal characters in a row say less than different ones.
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
