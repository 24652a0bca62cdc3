//! The cost of a description grows in a straight line with its text.

use bindery_tests::growth::{Cost, MOST, RECIPES, cost};

/// How much a difference of tables and caches may add at these sizes, in milliseconds.
const NOISE: f64 = 4.0;

#[test]
fn twice_the_text_takes_about_twice_the_time() {
    let mut told = Vec::new();
    for recipe in RECIPES {
        let costs = cost(recipe, recipe.small, 2).and_then(|one| Ok((one, cost(recipe, 4 * recipe.small, 2)?)));
        match costs {
            // Four times as many are two steps of twice as many; what compares all with all takes sixteen times as much.
            Ok((one, four)) => {
                let most = one.milliseconds * four.bytes as f64 / one.bytes as f64 * (MOST / 2.0).powi(2) + NOISE;
                told.extend((four.milliseconds > most).then(|| told_of(recipe.name, one, four)));
            }
            Err(problem) => told.push(format!("{}: {problem}", recipe.name)),
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

fn told_of(name: &str, one: Cost, four: Cost) -> String {
    let Cost { bytes, milliseconds } = one;
    format!("{name}: {bytes} bytes took {milliseconds} ms, {} took {} ms", four.bytes, four.milliseconds)
}
