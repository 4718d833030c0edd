// The run and the page's frame: progress and stop, files that were not read, a missing token, a program that
// ended, themes.

import assert from 'node:assert/strict';
import {eventually, show, startMock, texts, until, withMock} from './page.mjs';

export const cases = [
  {
    name: 'a scan shows its progress and can be stopped',
    run: async ({page, accessibility}) => {
      const mock = await startMock(page, {});
      mock.state = 'running';
      mock.progress = {stage: 'read', files: 120, total_files: 3000, bytes: 25, total_bytes: 100, seconds: 1};
      await page.goto(mock.url);
      await until(page, 'run-status', 'Reading: 120 of 3,000 files');
      await page.waitForSelector('progress[value="0.25"]');
      await until(page, '.queue-status', 'Items appear when the scan is complete.');
      assert.deepEqual(await accessibility(), []);
      await page.click('text=Stop');
      await until(page, '#news', 'The scan was stopped.');
      assert.equal(mock.state, 'stopped');
      await until(page, '.queue-status', '8 items');
      await page.click('text=Scan again');
      await until(page, 'run-status', 'Reading');
      mock.state = 'ready';
      ++mock.generation;
      await until(page, '#news', 'The scan is complete.');
    },
  },
  {
    name: 'files that were not read',
    run: ({page, accessibility}) =>
      withMock(page, {}, async () => {
        await page.click('#views a:has-text("Not read")');
        await until(page, 'skipped-view .sheet', '2 names');
        await eventually(async () =>
          assert.deepEqual(await texts(page, 'skipped-view .line'), [
            'home/private/diary.txtProblem: Permission denied',
            'home/run/socketsocket',
          ])
        );
        assert.deepEqual(await accessibility(), []);
      }),
  },
  {
    name: 'without the token there is a message and no data',
    run: async ({page, accessibility}) => {
      const mock = await startMock(page, {});
      for (const address of [mock.origin, `${mock.origin}/#token=${'0'.repeat(64)}`]) {
        await page.goto('about:blank');
        await page.goto(address);
        await until(page, 'main', 'This address is not complete');
      }
      assert.ok(!mock.requests.some((line) => /items|summary/.test(line)));
      assert.deepEqual(await accessibility(), []);
      await page.goto(mock.url);
      await page.waitForSelector('.row:not(.waiting)');
    },
  },
  {
    name: 'a program that ended is said so',
    only: 'wide',
    run: async ({page, problems}) => {
      const mock = await startMock(page, {});
      await page.goto(mock.url);
      await page.waitForSelector('.row:not(.waiting)');
      mock.stop();
      await until(page, '#news', 'The program does not respond.');
      // The browser logs the refused connections.
      problems.length = 0;
    },
  },
  {
    name: 'a program that was started again wants its new address',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        mock.token = 'f'.repeat(64);
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        await until(page, 'main', 'This address is not complete');
      }),
  },
  {
    name: 'dark and light',
    run: ({page}) =>
      withMock(page, {}, async () => {
        const background = () => page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
        const light = await background();
        await page.emulateMedia({colorScheme: 'dark'});
        await eventually(async () => assert.notEqual(await background(), light));
        await page.keyboard.press('t');
        await eventually(async () => assert.equal(await background(), light));
        await page.reload();
        await page.waitForSelector('.row:not(.waiting)');
        assert.equal(await background(), light, 'the choice is lost with the page');
      }),
  },
  {
    name: 'dark has enough contrast',
    dark: true,
    run: ({page, accessibility}) =>
      withMock(page, {}, async () => {
        assert.deepEqual(await accessibility(), []);
        for (const [hash, part] of [
          ['#/item/f-report', '.timeline circle'],
          ['#/item/d-backup', '.tree summary'],
          ['#/compare/f-report/0/6', 'text-pane .run'],
        ]) {
          await show(page, hash);
          await page.waitForSelector(part);
          assert.deepEqual(await accessibility(), []);
        }
      }),
  },
  {
    name: 'nothing flickers: rows stay the same elements',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await page.evaluate(() => {
          window.kept = [...document.querySelectorAll('queue-view .row')];
          window.gaps = 0;
          new MutationObserver(
            () => (window.gaps += document.querySelectorAll('queue-view .row.waiting').length)
          ).observe(document.querySelector('queue-view virtual-list'), {
            subtree: true,
            childList: true,
            attributes: true,
          });
        });
        mock.decide([{verdict: 'keep', item: 'f-report', a: 6}]);
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        await page.waitForFunction(() =>
          document.querySelector('queue-view').textContent.includes('1 of 7 decided')
        );
        assert.ok(await page.evaluate(() => window.kept.every((row) => row.isConnected)));
        assert.equal(await page.evaluate(() => window.gaps), 0);
      }),
  },
];
