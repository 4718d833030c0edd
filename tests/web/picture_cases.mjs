// Takes the pictures of README.md and docs/using/review.md, if KINDRED_RENEW_PICTURES=1 asks for it: of the program
// itself, on the made-up home directory.

import assert from 'node:assert/strict';
import {statSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {until} from './page.mjs';
import {openItem, withProgram} from './program_cases.mjs';

const kMost = 200_000; // bytes

async function take(page, name) {
  const path = fileURLToPath(new URL(`../../docs/pictures/review-${name}.png`, import.meta.url));
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
  await page.screenshot({path});
  assert.ok(statSync(path).size < kMost, `${path} is too large`);
}

const pictures = [
  {
    name: 'pictures: queue, family, folders, side by side',
    only: 'wide',
    run: ({page, program}) =>
      withProgram(page, program, {}, async () => {
        await page.setViewportSize({width: 1200, height: 680});
        await take(page, 'queue');
        await openItem(page, 'home/backup/photos/summer');
        await until(page, 'folders-part', 'equal files');
        await take(page, 'folders');
        await openItem(page, 'winter harbour');
        await until(page, '.panel', 'Suggested to keep');
        await take(page, 'family');
        await page.click('.members a:has-text("winter harbour 4.md")');
        await page.waitForSelector('text-pane .run');
        await take(page, 'compare');
      }),
  },
  {
    name: 'pictures: dark',
    only: 'wide',
    dark: true,
    run: ({page, program}) =>
      withProgram(page, program, {}, async () => {
        await page.setViewportSize({width: 1200, height: 680});
        await openItem(page, 'winter harbour');
        await page.click('[role=tab]:has-text("Graph")');
        await take(page, 'dark');
      }),
  },
  {
    name: 'pictures: a telephone',
    only: 'narrow',
    run: ({page, program}) =>
      withProgram(page, program, {}, async () => {
        await openItem(page, 'winter harbour');
        await until(page, '.panel', 'Suggested to keep');
        await take(page, 'narrow');
      }),
  },
];

export const cases = process.env.KINDRED_RENEW_PICTURES === '1' ? pictures : [];
