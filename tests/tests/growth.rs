//! Checks that the cost of a description is linear in its length.

use bindery_tests::growth::{Cost, MAX_RATIO, RECIPES, Recipe, cost};

/// Tolerance for tables and caches at these sizes, in milliseconds.
const NOISE: f64 = 4.0;

#[test]
fn twice_the_text_takes_about_twice_the_time() {
    let problems: Vec<String> = RECIPES
        .iter()
        // Other processes may slow down a run, so a recipe must be too slow twice.
        .filter_map(|recipe| excess(recipe, 1).and_then(|_| excess(recipe, 3)))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Returns a message if the cost of a recipe grows too fast, by the fastest of `runs` runs.
fn excess(recipe: &Recipe, runs: usize) -> Option<String> {
    // The sizes are those of an optimized build; what is refused has to be large enough.
    let small = if recipe.refused.is_some() { recipe.small } else { recipe.small / 2 };
    let costs = cost(recipe, small, 2).and_then(|one| Ok((one, cost(recipe, 4 * small, runs)?)));
    match costs {
        Ok((one, four)) => {
            // Four times the size is two doublings; quadratic code takes sixteen times as long.
            let most = one.milliseconds * four.bytes as f64 / one.bytes as f64 * (MAX_RATIO / 2.0).powi(2) + NOISE;
            (four.milliseconds > most).then(|| describe(recipe.name, one, four))
        }
        Err(problem) => Some(format!("{}: {problem}", recipe.name)),
    }
}

fn describe(name: &str, one: Cost, four: Cost) -> String {
    let Cost { bytes, milliseconds } = one;
    format!("{name}: {bytes} bytes took {milliseconds} ms, {} took {} ms", four.bytes, four.milliseconds)
}
