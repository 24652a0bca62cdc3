// Opens the page of changes as a user does, and checks it.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const out = process.argv[2];
const address = (name) => pathToFileURL(`${out}/${name}`).href;
const CHANGES = 8;
const THOUSANDS = 3000;
const SERVICE = 16;
// Much longer than needed, so that the test passes on a busy machine.
const PATIENCE = 5000;

// As root, Chromium only starts without a sandbox. It only opens our own pages.
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

/** Opens a page, runs `look`, and checks that the page made no requests and logged nothing. */
async function open(name, options, look) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const asked = [];
  const complaints = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(address(name));
  await look(page);
  assert.deepEqual(asked.map((url) => url.split("#")[0]), [address(name)], "the page asked for something");
  assert.deepEqual(complaints, []);
  await context.close();
}

/** Returns the violations that axe finds in the visible content. */
async function violations(page) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
}

/** Checks that nothing overflows the right edge. */
async function fits(page) {
  const [content, view] = await page.evaluate(() => {
    const root = document.documentElement;
    return [root.scrollWidth, root.clientWidth];
  });
  assert.ok(content <= view, `the page is ${content} wide and shows ${view}`);
}

const count = (page, selector) => page.locator(`${selector}:visible`).count();

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 360]) {
    for (const javaScriptEnabled of [true, false]) {
      const viewport = { width, height: width === 360 ? 740 : 900 };
      const name = `${colorScheme}, ${width} px, ${javaScriptEnabled ? "with" : "without"} scripts`;
      await open("page.html", { colorScheme, viewport, javaScriptEnabled }, async (page) => {
        assert.equal(await page.locator("#controls").isVisible(), javaScriptEnabled, name);
        assert.equal(await count(page, "article.change"), CHANGES, name);
        assert.ok(await page.getByText("What to do").first().isVisible(), name);
        await fits(page);
        if (javaScriptEnabled) {
          // Content off the screen has no layout, so it would be neither checked nor in the screenshot.
          await page.evaluate(() => {
            for (const change of document.querySelectorAll(".change")) change.style.contentVisibility = "visible";
          });
          await page.screenshot({ path: `${out}/${colorScheme}-${width}.png`, fullPage: true });
          await page.getByRole("button", { name: "Expand all" }).click();
          await page.evaluate(() => document.querySelectorAll("details").forEach((all) => (all.open = true)));
          await fits(page);
          assert.deepEqual(await violations(page), [], name);
        }
      });
      console.log(`ok: ${name}`);
    }
  }
}

// The page that the command writes, and its screenshot in the manual.
for (const colorScheme of ["light", "dark"]) {
  const viewport = { width: 1100, height: 1250 };
  await open("service.html", { colorScheme, viewport }, async (page) => {
    assert.equal(await count(page, "article.change"), SERVICE);
    await page.screenshot({ path: `${out}/service-${colorScheme}.png` });
    await fits(page);
    assert.deepEqual(await violations(page), [], "the service");
  });
  console.log(`ok: the upgrade of the service, ${colorScheme}`);
}

await open("page.html", {}, async (page) => {
  const hits = page.locator("#hits");
  await page.getByRole("checkbox", { name: "breaking" }).uncheck();
  assert.equal(await count(page, "article.change"), 4);
  assert.equal(await hits.textContent(), "4 of 8 changes");
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("combobox", { name: "Kind" }).selectOption("value-meaning");
  assert.equal(await count(page, "article.change"), 1);
  assert.equal(await count(page, "nav li"), 1);
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("combobox", { name: "Resource" }).selectOption({ label: "Projects" });
  assert.equal(await count(page, "article.change"), 2);
  assert.equal(await count(page, "section.resource"), 2);
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByLabel("only changes that still compile").check();
  assert.equal(await count(page, "article.change"), 1);
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("searchbox").fill("STORY risk");
  await page.waitForFunction(() => document.getElementById("hits").textContent.includes(" of "));
  assert.equal(await count(page, "article.change"), 1);
  await page.getByRole("searchbox").fill("nothing is called that");
  await page.waitForFunction(() => document.getElementById("hits").textContent.startsWith("0 of"));
  assert.ok(await page.getByText("No changes match the filter.").isVisible());
  assert.deepEqual(await violations(page), []);
});
console.log("ok: filters and search");

await open("page.html", {}, async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.textContent.trim() || document.activeElement.id);
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Skip to the changes");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "search", "what follows the link is the search");
  const folded = page.locator("article[data-verdict=docs] > details");
  await folded.locator("> summary").focus();
  await page.keyboard.press("Enter");
  assert.ok(await folded.evaluate((details) => details.open));
});
console.log("ok: keyboard");

// Without scripts, so that only the style opens folded content.
for (const javaScriptEnabled of [true, false]) {
  await open("page.html", { javaScriptEnabled }, async (page) => {
    await page.emulateMedia({ media: "print" });
    assert.equal(await count(page, ":is(#controls, .skip)"), 0);
    assert.ok(await page.locator("article[data-verdict=docs] .side").first().isVisible(), "what is folded is not printed");
    await page.pdf({ path: `${out}/page.pdf`, format: "A4", preferCSSPageSize: true });
    assert.ok(statSync(`${out}/page.pdf`).size > 20_000);
    assert.ok(readFileSync(`${out}/page.pdf`).subarray(0, 5).equals(Buffer.from("%PDF-")));
  });
}
console.log("ok: paper");

await open("thousands.html", {}, async (page) => {
  const taken = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd);
  assert.ok(taken < PATIENCE, `opening took ${taken} ms`);
  const searched = await page.evaluate(async (expected) => {
    const start = performance.now();
    const search = document.getElementById("search");
    search.value = "freeze";
    search.dispatchEvent(new Event("input"));
    while (document.getElementById("hits").textContent === `${expected} changes`) {
      await new Promise((resume) => requestAnimationFrame(resume));
    }
    return performance.now() - start;
  }, THOUSANDS);
  assert.ok(searched < PATIENCE, `searching took ${searched} ms`);
  await fits(page);
  console.log(`ok: ${THOUSANDS} changes, opened in ${Math.round(taken)} ms, searched in ${Math.round(searched)} ms`);
});

await browser.close();
