// Names and contents that mean harm: markup, marks of direction, control characters, bytes that are no UTF-8,
// 4 KB of name.

import assert from 'node:assert/strict';
import {show, texts, until, withMock} from './page.mjs';

const hostile = (page, use) => withMock(page, {hostile: true}, use);

export const cases = [
  {
    name: 'hostile names in the queue',
    run: ({page, accessibility}) =>
      hostile(page, async () => {
        await until(page, 'queue-view', '<script>window.hacked=1</script>.txt');
        await until(page, 'queue-view', 'U+202E');
        assert.ok(!(await page.textContent('queue-view')).includes('\u202E'));
        assert.deepEqual(await accessibility(), []);
      }),
  },
  {
    name: 'hostile names in a family',
    run: ({page, accessibility}) =>
      hostile(page, async () => {
        await show(page, '#/item/f-evil');
        await until(page, '.members', 'U+202E');
        const words = await page.textContent('.members');
        for (const expected of ['U+202E', 'U+0007', '\\n', '\\xff', 'U+200B'])
          assert.ok(words.includes(expected), expected);
        assert.ok(!/[\u202a-\u202e\u2066-\u2069\u0007]/.test(words));
        assert.ok(words.includes('…') && words.includes('end.txt'), 'long names lose their middle');
        const title = await page.$$eval('.members .path', (paths) =>
          Math.max(...paths.map((path) => path.title.length))
        );
        assert.ok(title > 900 && title <= 1000);
        const over = await page.$eval('.item', ({scrollWidth, clientWidth}) => scrollWidth - clientWidth);
        assert.equal(over, 0, 'a name without a blank makes the item wider than its place');
        // The one of 4 KB can be seen whole.
        await page.click('.whole-name summary');
        assert.ok((await page.textContent('.whole-name[open] bdi')).length > 4000);
        for (const name of ['Shares', 'Graph', 'What all share', 'Timeline']) {
          await page.click(`[role=tab]:has-text("${name}")`);
          await page.waitForSelector(`[role=tab][aria-selected=true]:has-text("${name}")`);
          assert.deepEqual(await accessibility(), [], name);
        }
      }),
  },
  {
    name: 'a long name does not fill the title',
    run: ({page}) =>
      hostile(page, async () => {
        await show(page, '#/item/i-evil');
        await until(page, '#item-title', '9 copies of');
        const [shown, whole] = await page.$eval('#item-title', ({textContent, title}) => [
          textContent,
          title,
        ]);
        assert.ok(shown.length <= 300 && shown.endsWith('end.txt'), shown);
        assert.ok(whole.startsWith('home/x/<script>'), 'whole paths');
        assert.equal(await page.locator('.whole-name').count(), 1);
        await page.click('.cover a');
        await until(page, '#item-title', 'All of home/<b>x');
        assert.equal(await page.isVisible('.cover'), false);
      }),
  },
  {
    name: 'hostile contents side by side',
    run: ({page}) =>
      hostile(page, async () => {
        await show(page, '#/compare/f-evil/0/2');
        await page.waitForSelector('text-pane .run');
        const words = (await texts(page, 'text-pane code')).join('\n');
        assert.ok(words.includes('<script>window.hacked=1</script>'));
        assert.ok(words.includes('¤') && !words.includes('\u202E'));
        assert.ok((await page.$$eval('.text-row', (rows) => rows.length)) < 80);
        await page.keyboard.press('x');
        await page.keyboard.press('5');
        await until(page, 'dialog blockquote', '<script>');
      }),
  },
  {
    name: 'hostile folders, decisions and addresses',
    run: ({page}) =>
      hostile(page, async (mock) => {
        await show(page, '#/item/d-evil');
        await until(page, 'folders-part', 'home/<b>x</b>');
        mock.decide([
          {
            verdict: 'superseded',
            item: 'f-evil',
            a: 0,
            b: 2,
            note: '<img src=x onerror=window.hacked=1>\u202E',
          },
        ]);
        await show(page, '#/decisions');
        await until(page, 'decisions-view .what', /<img src=x.*U\+202E/);
        for (const hash of [
          '#/item/%',
          '#/compare/f-evil/a/b',
          '#/item/<script>',
          '#/item/../../etc/passwd',
          '#/?folder=<b>&q=\u202E',
        ]) {
          await show(page, hash);
          await page.waitForTimeout(60);
        }
        assert.ok(await page.isVisible('header'));
      }),
  },
];
