// What several cases do with the page: open it on a test double, wait, check.

import assert from 'node:assert/strict';
import {Mock} from './mock.mjs';

// Milliseconds to wait for what should come: only a failing case waits that long.
export const kPatience = 30_000;

const ends = new WeakMap();

// What a page needs is stopped after the runner has looked at the page for the last time.
export function atEnd(page, stop) {
  ends.set(page, stop);
}

export async function end(page) {
  await ends.get(page)?.();
}

export async function startMock(page, options) {
  const mock = await new Mock(options).start();
  atEnd(page, () => mock.stop());
  return mock;
}

// Runs `use(mock)` with the page open on a new test double.
export async function withMock(page, options, use) {
  const mock = await startMock(page, options);
  await page.goto(mock.url);
  await page.waitForSelector('queue-view .row:not(.waiting) .sentence');
  await use(mock);
}

export async function show(page, hash) {
  await page.evaluate((to) => (location.hash = to), hash);
}

// Waits until the text of the first match fits.
export async function until(page, selector, expected) {
  const fits =
    expected instanceof RegExp
      ? {source: expected.source, flags: expected.flags}
      : {source: expected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), flags: ''};
  try {
    await page.waitForFunction(
      ([where, {source, flags}]) =>
        new RegExp(source, flags).test(document.querySelector(where)?.textContent ?? ''),
      [selector, fits]
    );
  } catch {
    assert.fail(
      `${selector} has "${await page.evaluate((where) => document.querySelector(where)?.textContent ?? 'nothing', selector)}", not ${expected}`
    );
  }
}

// Waits until `check()` throws no assertion. A press or a click is done when the browser has taken it; what the page
// makes of it (events, frames, answers of the program) follows later, on a loaded machine much later.
export async function eventually(check) {
  const end = Date.now() + kPatience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end || error.code !== 'ERR_ASSERTION') throw error;
    }
    await new Promise((go) => setTimeout(go, 30));
  }
}

// Waits until so many elements match.
export async function counted(page, selector, expected) {
  await eventually(async () =>
    assert.equal(await page.$$eval(selector, (elements) => elements.length), expected, selector)
  );
}

// Waits until nothing matches.
export async function gone(page, selector) {
  await counted(page, selector, 0);
}

// Waits until the page shows this comparison of two texts, not the one before.
export async function compared(page, nameA) {
  await until(page, 'compare-view .side', nameA);
  await page.waitForSelector('text-pane .run');
}

export async function texts(page, selector) {
  return page.$$eval(selector, (elements) => elements.map((element) => element.textContent));
}

// Sets a range as a user would see it: with events while it moves, and one when it rests.
export async function slide(page, selector, value) {
  await page.$eval(
    selector,
    (slider, to) => {
      slider.value = to;
      slider.dispatchEvent(new Event('input', {bubbles: true}));
      slider.dispatchEvent(new Event('change', {bubbles: true}));
    },
    String(value)
  );
}
