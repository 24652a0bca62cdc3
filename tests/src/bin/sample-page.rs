//! Writes the page of sample changes: `sample-page [NUMBER OF CHANGES]`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let page = bindery::report::page(&bindery_tests::changes::many(count.unwrap_or_default()));
    std::io::stdout().lock().write_all(page.as_bytes())
}
