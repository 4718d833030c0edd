// Families and folders: threshold, timeline, shares, what all share, graph, tree against tree.

import assert from 'node:assert/strict';
import {counted, eventually, show, slide, texts, until, withMock} from './page.mjs';

const tab = (page, name) => page.click(`[role=tab]:has-text("${name}")`);

export const cases = [
  {
    name: 'a family: timeline and the suggested newest',
    run: ({page, accessibility}) =>
      withMock(page, {}, async () => {
        await show(page, '#/item/f-report');
        await until(page, '.panel', 'Suggested to keep: harbour plan 7 final.txt (newest, 2024-05-17)');
        await counted(page, '.timeline circle', 7);
        await counted(page, '.members tbody tr', 7);
        await until(page, '.members tr.reference', 'harbour plan 7 final');
        assert.deepEqual(await accessibility(), []);
      }),
  },
  {
    name: 'the threshold splits the open family',
    run: ({page}) =>
      withMock(page, {}, async () => {
        await show(page, '#/item/f-report');
        await until(page, '.split', 'All 7 files are linked.');
        await slide(page, 'family-part input[type=range]', 70);
        await until(page, '.split', '2 parts');
        await eventually(async () =>
          assert.deepEqual(await texts(page, '.members .part'), ['Part 1: 4 files', 'Part 2: 3 files'])
        );
        await slide(page, 'family-part input[type=range]', 100);
        await until(page, '.split', '7 files alone');
      }),
  },
  {
    name: 'a family whose links are limited goes by the centre',
    run: ({page, accessibility}) =>
      withMock(page, {large: true}, async () => {
        await show(page, '#/item/f-large');
        await until(page, '.split', '1,500 files around the centre, draft 0.txt.');
        await until(page, '.split', 'Links are limited (2 of 84,211 are here), so subgroups are not shown.');
        await until(page, 'family-part output', '0 %: 1,496 of 1,496 files');
        await slide(page, 'family-part input[type=range]', 80);
        await until(
          page,
          '.split',
          '1,455 of 1,500 files are at least 80 % similar to the centre, draft 0.txt; for 3 it is not known.'
        );
        await until(page, '.members .part', '80 % or more similar to the centre: 1,455 files');
        assert.doesNotMatch(await page.textContent('family-part'), /\d parts?|alone/);
        await page.check('input[data-control=reference-2]');
        await until(page, '.members tbody tr:nth-child(2) .alike', 'centre');
        await until(page, '.members tbody tr:nth-child(4) .alike', '93 % with the centre');
        assert.deepEqual(await accessibility(), []);
      }),
  },
  {
    name: 'the histogram of the queue splits it, too',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async () => {
        await show(page, '#/item/f-report');
        await until(page, '.split', 'All 7 files are linked.');
        await page.keyboard.press('f');
        await page.waitForSelector('filter-panel rect', {state: 'attached'});
        await page.$eval('filter-panel input[type=range]', (slider) => {
          slider.value = '70';
          slider.dispatchEvent(new Event('input'));
        });
        await until(page, '.split', '2 parts');
      }),
  },
  {
    name: 'a family: shares as a table or as cells',
    run: ({page, accessibility}) =>
      withMock(page, {}, async () => {
        await show(page, '#/item/f-report');
        await tab(page, 'Shares');
        await counted(page, '.matrix tbody tr', 7);
        assert.deepEqual(await accessibility(), []);
        await show(page, '#/item/f-minutes');
        await page.waitForSelector('canvas.cells');
        await page.locator('canvas.cells').hover({position: {x: 20, y: 60}});
        await until(page, '.under', /\d+ % of board \d+\.txt in board/);
        await page.locator('canvas.cells').click({position: {x: 20, y: 60}});
        await page.waitForSelector('text-pane .run');
      }),
  },
  {
    name: 'a family: what all share, and the graph',
    run: ({page, accessibility}) =>
      withMock(page, {}, async () => {
        await show(page, '#/item/f-report');
        await tab(page, 'What all share');
        await until(page, '.panel', 'All 7 files share 800 bytes');
        await counted(page, 'blockquote', 2);
        await tab(page, 'Graph');
        await counted(page, '.graph circle', 7);
        assert.deepEqual(await accessibility(), []);
        await page.$eval('.graph .link', (link) =>
          link.dispatchEvent(new MouseEvent('click', {bubbles: true}))
        );
        await page.waitForSelector('text-pane .run');
      }),
  },
  {
    name: 'folders: tree against tree',
    run: ({page, accessibility}) =>
      withMock(page, {}, async () => {
        await show(page, '#/item/d-backup');
        await until(page, 'folders-part', '19 equal files, 1 changed, 1 only in A, 1 only in B.');
        await page.click('summary:has-text("old")');
        await until(page, '.tree', 'equal, at another place: quay.jpg');
        await page.check('#only-differences');
        await eventually(async () => assert.doesNotMatch(await page.textContent('.tree'), /18 equal/));
        await until(page, '.tree', 'list.txt');
        assert.deepEqual(await accessibility(), []);
      }),
  },
];
