//! Formats the steps as a Markdown table.

use super::Transition;

const HEAD: &str =
    "| step | operations changed | changes | lines changed | lines per change | renamed |\n|---|---|---|---|---|---|\n";

/// Returns a table with a row for each step, and one for the total.
pub(super) fn table(steps: &[Transition]) -> String {
    let rows: String = steps.iter().map(row).collect();
    format!("{HEAD}{rows}{}", sum(steps))
}

fn row(step: &Transition) -> String {
    format!(
        "| {} to {} | {} of {} | {} | +{} -{} of {} | {} | {} of {} |\n",
        step.old,
        step.new,
        step.changed_operations,
        step.operations,
        step.changes,
        step.lines.added,
        step.lines.removed,
        step.of_lines,
        each(step.lines.all(), step.changes),
        step.renamed.len(),
        step.unchanged
    )
}

fn sum(steps: &[Transition]) -> String {
    let all = |count: fn(&Transition) -> usize| steps.iter().map(count).sum::<usize>();
    let changes = all(|step| step.changes);
    format!(
        "| all | {} | {} | +{} -{} | {} | {} of {} |\n",
        all(|step| step.changed_operations),
        changes,
        all(|step| step.lines.added),
        all(|step| step.lines.removed),
        each(all(|step| step.lines.all()), changes),
        all(|step| step.renamed.len()),
        all(|step| step.unchanged)
    )
}

fn each(lines: usize, changes: usize) -> String {
    if changes == 0 {
        return "-".to_owned();
    }
    let tenths = (lines * 10 + changes / 2) / changes;
    format!("{}.{}", tenths / 10, tenths % 10)
}
