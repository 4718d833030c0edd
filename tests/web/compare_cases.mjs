// Side by side: texts with numbered runs, differences to jump through, bytes, images.

import assert from 'node:assert/strict';
import {gone, show, until, withMock} from './page.mjs';

export const cases = [
  {
    name: 'two texts: runs are numbered, moved ones linked',
    run: ({page, accessibility, narrow}) =>
      withMock(page, {}, async () => {
        await show(page, '#/compare/f-report/0/6');
        await page.waitForSelector('text-pane .run');
        await until(page, '.compare-head .facts', '49 % of A is in B, 43 % of B is in A');
        await page.waitForSelector('.run[data-run="1"]');
        await page.waitForSelector('.run.moved[data-run="2"]');
        // Lines are aligned.
        if (!narrow) await page.waitForSelector('code.missing', {state: 'attached'});
        await page.click('.run.moved');
        await until(page, '.passage-tools', /Passage 2: .* moved/);
        await page.keyboard.press('g');
        await page.waitForSelector('.run.selected');
        assert.deepEqual(await accessibility(), []);
      }),
  },
  {
    name: 'a small file beside a large one: what they share is in sight',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        const before = Buffer.from('Another line, of the large file alone.\n'.repeat(2000));
        const large = mock.item('f-report').files[6];
        const {compare} = mock;
        large.bytes = Buffer.concat([before, large.bytes]);
        mock.compare = (filters) => {
          const answer = compare.call(mock, filters);
          for (const run of answer.runs) run.b_offset += before.length;
          return answer;
        };
        await show(page, '#/compare/f-report/0/6');
        await page.waitForSelector('text-pane .run');
      }),
  },
  {
    name: 'differences to jump through',
    run: ({page}) =>
      withMock(page, {}, async () => {
        await show(page, '#/compare/f-report/0/6');
        await until(page, '.where', '3 differences');
        await page.keyboard.press('n');
        await until(page, '.where', 'Difference 1 of 3');
        await page.waitForSelector('.here', {state: 'attached'});
        await page.keyboard.press('p');
        await until(page, '.where', 'Difference 3 of 3');
        await page.keyboard.press('x');
        await until(page, '.passage-tools', 'Passage 1');
        await page.keyboard.press('j');
        await page.waitForFunction(() => /compare\/f-report\/1\/6/.test(location.hash));
        await page.keyboard.press('Escape');
        await until(page, '#item-title', '7 versions');
      }),
  },
  {
    name: 'two binaries in hexadecimal',
    run: ({page, accessibility}) =>
      withMock(page, {}, async () => {
        await show(page, '#/compare/f-bin/0/1');
        await until(page, 'hex-pane .run', /^00 1f 3e 5d/);
        await page.keyboard.press('n');
        await until(page, '.where', 'Difference 1 of 1');
        await until(page, 'hex-pane .differs', /^(01 )+01$/);
        assert.deepEqual(await accessibility(), []);
      }),
  },
  {
    name: 'two images',
    run: ({page, accessibility}) =>
      withMock(page, {}, async () => {
        await show(page, '#/compare/f-images/0/1');
        await until(page, 'image-pane', /A: 120 × 80 pixels.*B: 120 × 80 pixels/);
        assert.deepEqual(await accessibility(), []);
      }),
  },
  {
    name: 'a comparison that fails says why',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        mock.compare = () => {
          throw Object.assign(new Error('the file has changed since the scan'), {
            status: 409,
            kind: 'changed',
          });
        };
        await show(page, '#/compare/f-report/0/6');
        await until(page, '.pane', 'the file has changed since the scan');
        await gone(page, 'compare-view .side');
      }),
  },
];
