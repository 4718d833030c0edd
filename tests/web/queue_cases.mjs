// The queue: order, kinds, search, filters, keys, permalinks, and lists of 100,000 rows.

import assert from 'node:assert/strict';
import {eventually, gone, show, slide, texts, until, withMock} from './page.mjs';

const kRows = 'queue-view .row:not(.waiting) .sentence';

export const cases = [
  {
    name: 'the queue is by value, in plain sentences',
    run: ({page, accessibility}) =>
      withMock(page, {}, async (mock) => {
        const sentences = await texts(page, kRows);
        assert.equal(sentences[0], '96 % of home/backup/photos is in home/photos; 1 file differs');
        assert.ok(sentences.length > 4);
        const words = await page.$eval('body', (body) => body.innerText);
        assert.doesNotMatch(words, /of_a|\bmarks\b|undefined|NaN|\[object/);
        assert.equal(await page.evaluate(() => location.hash), '#/', 'the token stays in the address');
        assert.equal(await page.evaluate(() => document.cookie), '', 'scripts can read the cookie');
        assert.ok(
          !mock.requests.some((line) => !/ \/(api\/.*|[a-z_]*(\/[a-z_]+)?\.(js|css|svg)|)$/.test(line)),
          mock.requests.join()
        );
        assert.deepEqual(await accessibility(), []);
      }),
  },
  {
    // bench/reports/review.py measures how long it takes; a test on shared processors cannot.
    name: 'the first paint and the first rows are the same whatever the number of rows',
    run: ({page}) =>
      withMock(page, {rows: 100_000}, async (mock) => {
        const asked = async (rows) => {
          mock.rows = rows;
          mock.requests.length = 0;
          await page.reload();
          await page.waitForSelector('queue-view .row:not(.waiting)');
          await eventually(async () =>
            assert.equal(
              await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length),
              1
            )
          );
          return mock.requests.filter((line) => line.includes('/api/')).sort();
        };
        const few = await asked(100);
        assert.deepEqual(await asked(100_000), few);
        assert.equal(few.filter((line) => line.endsWith('/api/items')).length, 1, few.join());
        assert.ok((await page.$$eval('queue-view .row', (rows) => rows.length)) < 40);
      }),
  },
  {
    name: 'kinds, search and order',
    run: ({page}) =>
      withMock(page, {}, async () => {
        await page.click('.kinds button:has-text("Versions")');
        await until(page, '.queue-status', '4 items');
        assert.match(await page.evaluate(() => location.hash), /kind=family/);
        await page.keyboard.press('/');
        await page.keyboard.type('harbour');
        await until(page, '.queue-status', '1 item ');
        await eventually(async () =>
          assert.deepEqual(await texts(page, kRows), [
            '7 versions of harbour plan; the newest is harbour plan 7 final.txt',
          ])
        );
        await page.fill('input[type=search]', '');
        await page.selectOption('.queue-tools select', 'files');
        await until(page, kRows, /^40 versions/);
      }),
  },
  {
    name: 'filters by folder, type, date, size and similarity',
    run: ({page, accessibility}) =>
      withMock(page, {}, async () => {
        await page.click('button:has-text("Filters")');
        await page.waitForSelector('filter-panel rect', {state: 'attached'});
        const field = (label) =>
          page
            .locator(
              `filter-panel label:has-text("${label}") input, filter-panel label:has-text("${label}") select`
            )
            .first();
        assert.deepEqual(await accessibility(), []);
        await field('Folder').fill('home/reports');
        await field('Folder').press('Tab');
        await until(page, '.queue-status', '1 item ');
        await page.click('.chip');
        await until(page, '.queue-status', '8 items');
        await field('Type').selectOption('jpg');
        await until(page, '.queue-status', '1 item ');
        await field('Type').selectOption('');
        await field('Changed from').fill('2024-01-01');
        await field('Changed from').press('Tab');
        await until(page, '.queue-status', '2 items');
        await page.click('.chip');
        await field('Size at least').fill('100 KB');
        await field('Size at least').press('Tab');
        await until(page, '.queue-status', '1 item ');
        await page.click('.chip');
        await slide(page, 'filter-panel input[type=range]', 70);
        await page.waitForFunction(() => /min=0\.7/.test(location.hash));
        await page.waitForFunction(
          () => !document.querySelector('queue-view').textContent.includes('40 versions')
        );
      }),
  },
  {
    name: 'the address restores the view',
    run: ({page, narrow}) =>
      withMock(page, {}, async (mock) => {
        await page.goto(`${mock.origin}/#/item/f-report?kind=family`);
        await page.reload();
        await until(page, '#item-title', '7 versions of harbour plan');
        await page.waitForSelector('.kinds button[aria-pressed=true]:has-text("Versions")', {state: 'attached'});
        // At 400 pixels the queue is not beside the item.
        if (narrow) await page.waitForSelector('queue-view', {state: 'hidden'});
        await show(page, '#/item/f-gone');
        await until(page, '#news', 'no longer exists');
      }),
  },
  {
    name: 'the keyboard goes through the queue',
    run: ({page, narrow}) =>
      withMock(page, {}, async () => {
        await page.keyboard.press('j');
        await page.keyboard.press('j');
        await page.keyboard.press('k');
        await until(page, '.row-link:focus .sentence', '40 versions');
        if (narrow) await page.keyboard.press('Enter');
        await until(page, '#item-title', '40 versions');
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => document.activeElement.closest('queue-view') !== null);
        await page.keyboard.press('End');
        await until(page, '.row-link:focus .sentence', 'offer.txt is also inside');
        await page.keyboard.press('?');
        await until(page, 'dialog', 'Next item');
        await page.keyboard.press('Escape');
        await gone(page, 'dialog');
      }),
  },
  {
    name: 'the queue is where it was after another view',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {rows: 500}, async () => {
        await show(page, '#/item/i-2');
        await until(page, '#item-title', 'scan 000002');
        await page.keyboard.press('End');
        await until(page, '#item-title', 'scan 000499');
        await gone(page, 'queue-view .row.waiting');
        const before = await texts(page, 'queue-view .row');
        await show(page, '#/decisions');
        await page.waitForSelector('decisions-view .sheet');
        await page.goBack();
        await page.waitForSelector('queue-view .row.current');
        await page.waitForFunction(
          (expected) =>
            [...document.querySelectorAll('queue-view .row')].map((row) => row.textContent).join() ===
            expected,
          before.join()
        );
        await show(page, '#/compare/f-report/0/6');
        await page.waitForSelector('text-pane .run');
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => {
          const [row, list] = [
            document.querySelector('queue-view .row.current'),
            document.querySelector('queue-view virtual-list'),
          ].map((element) => element?.getBoundingClientRect());
          return row && row.top >= list.top && row.bottom <= list.bottom + 1;
        });
      }),
  },
  {
    name: '100,000 rows: the last one at once, few in the document',
    run: ({page}) =>
      withMock(page, {rows: 100_000}, async (mock) => {
        await until(page, '.queue-status', '100,008 items');
        await page.keyboard.press('End');
        await until(page, '.row-link:focus .sentence', 'scan 099999.pdf');
        assert.ok((await page.$$eval('queue-view .row', (rows) => rows.length)) < 40);
        assert.ok(
          mock.requests.filter((line) => line.endsWith('/api/items')).length < 8,
          'pages in between were fetched'
        );
      }),
  },
  {
    name: 'another order or filter begins at the top of the list',
    run: ({page}) =>
      withMock(page, {rows: 300}, async () => {
        await page.$eval('virtual-list', (list) => (list.scrollTop = 9000));
        await page.waitForFunction(
          () => Number(document.querySelector('virtual-list .row')?.getAttribute('aria-posinset')) > 20
        );
        await page.selectOption('.queue-tools select', 'files');
        await page.waitForFunction(() => document.querySelector('virtual-list').scrollTop === 0);
        await until(page, 'virtual-list .row[aria-posinset="1"] .sentence', '40 versions of board');
      }),
  },
  {
    name: 'a million rows: the scrollbar is in proportion, the wheel in pixels',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {rows: 1_000_000}, async () => {
        const list = 'queue-view virtual-list';
        await page.$eval(
          list,
          (element) => (element.scrollTop = (element.scrollHeight - element.clientHeight) / 2)
        );
        await page.waitForFunction(() =>
          /scan (499|500)/.test(document.querySelector('.row:not(.waiting) .sentence')?.textContent ?? '')
        );
        const first = () =>
          page.$$eval('queue-view .row:not(.waiting)', (rows) =>
            Math.min(...rows.map((row) => Number(row.getAttribute('aria-posinset'))))
          );
        // Scrolling has ended when the rows stay where they are.
        const rest = async () => {
          for (let before = null, now = await first(); before !== now; ) {
            await page.waitForTimeout(400);
            [before, now] = [now, await first()];
          }
          return first();
        };
        const before = await rest();
        await page.hover(list);
        await page.mouse.wheel(0, 212);
        await eventually(async () => assert.equal(await first(), before + 2, 'two rows by a step of two rows'));
        assert.equal(await rest(), before + 2);
        await page.$eval(list, (element) => (element.scrollTop = element.scrollHeight));
        await page.waitForFunction(() =>
          document.querySelector('queue-view').textContent.includes('scan 999999.pdf')
        );
        await eventually(async () =>
          assert.equal(
            await page.$$eval('queue-view .row', (rows) => rows.at(-1).getAttribute('aria-posinset')),
            '1000008'
          )
        );
      }),
  },
];
