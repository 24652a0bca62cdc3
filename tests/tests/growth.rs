//! The cost of a description grows in a straight line with its text.

use bindery_tests::growth::{Cost, MOST, RECIPES, Recipe, cost};

/// How much a difference of tables and caches may add at these sizes, in milliseconds.
const NOISE: f64 = 4.0;

#[test]
fn twice_the_text_takes_about_twice_the_time() {
    let told: Vec<String> = RECIPES
        .iter()
        // What else the machine does may slow down one of the runs: only what is slow again is told.
        .filter_map(|recipe| excess(recipe, 1).and_then(|_| excess(recipe, 3)))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// What is wrong with the cost of a recipe, by the least of some runs.
fn excess(recipe: &Recipe, runs: usize) -> Option<String> {
    let costs = cost(recipe, recipe.small, 2).and_then(|one| Ok((one, cost(recipe, 4 * recipe.small, runs)?)));
    match costs {
        Ok((one, four)) => {
            // Four times as many are two steps of twice as many; what compares all with all takes sixteen times as much.
            let most = one.milliseconds * four.bytes as f64 / one.bytes as f64 * (MOST / 2.0).powi(2) + NOISE;
            (four.milliseconds > most).then(|| told_of(recipe.name, one, four))
        }
        Err(problem) => Some(format!("{}: {problem}", recipe.name)),
    }
}

fn told_of(name: &str, one: Cost, four: Cost) -> String {
    let Cost { bytes, milliseconds } = one;
    format!("{name}: {bytes} bytes took {milliseconds} ms, {} took {} ms", four.bytes, four.milliseconds)
}
