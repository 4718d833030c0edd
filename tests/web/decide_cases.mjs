// Decisions: verdicts by button and key, notes, undo, rules, boilerplate, the list and its export.

import assert from 'node:assert/strict';
import {compared, counted, eventually, show, texts, until, withMock} from './page.mjs';

export const cases = [
  {
    name: 'decide by key: the item leaves the queue, undo brings it back',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await show(page, '#/item/f-report');
        await until(page, 'decision-bar .about', '6 files selected; reference: harbour plan 7 final.txt');
        await page.keyboard.press('m');
        await page.keyboard.type('old drafts');
        await page.keyboard.press('Escape');
        await page.keyboard.press('2');
        await until(page, '#news', '6 files superseded by harbour plan 7 final.txt.');
        assert.equal(mock.decisions.length, 6);
        assert.ok(
          mock.decisions.every(
            ({verdict, b, note}) => verdict === 'superseded' && b === 6 && note === 'old drafts'
          )
        );
        await page.waitForFunction(() => !location.hash.includes('f-report'));
        await until(page, '.queue-status', '7 items; 1 decided item hidden');
        await page.keyboard.press('u');
        await until(page, '.queue-status', '8 items');
        assert.equal(mock.decisions.length, 0);
        await page.keyboard.press('u');
        await until(page, '#news', 'no decision to undo');
      }),
  },
  {
    name: 'a key that is pressed before the next item is there is about that item',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await show(page, '#/item/f-minutes');
        await until(page, '#item-title', '40 versions');
        let release = mock.hold();
        await page.keyboard.press('j');
        await page.keyboard.press('1');
        await page.keyboard.press('1');
        release();
        await until(page, '#news', '2 files kept.');
        assert.deepEqual([...new Set(mock.decisions.map(({item}) => item))], ['f-bin']);
        assert.equal(mock.decisions.length, 2, 'a key pressed twice decides twice');
        await show(page, '#/compare/f-report/0/6');
        await compared(page, 'harbour plan 1.txt');
        release = mock.hold();
        await page.keyboard.press('j');
        await page.keyboard.press('2');
        release();
        await until(page, '#news', '1 file superseded');
        assert.deepEqual(
          mock.decisions.slice(2).map(({item, a, b}) => [item, a, b]),
          [['f-report', 1, 6]]
        );
      }),
  },
  {
    name: 'a key that is pressed twice decides once',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await show(page, '#/item/f-report');
        await until(page, 'decision-bar .about', '6 files selected');
        const release = mock.hold();
        await page.keyboard.press('4');
        await page.keyboard.press('4');
        release();
        await until(page, '#news', '6 files not related');
        await page.waitForTimeout(300); // for a second decision, which must not come
        assert.equal(mock.decisions.length, 6);
      }),
  },
  {
    name: 'a key decides nothing while the row at the cursor has not come',
    run: ({page}) =>
      withMock(page, {rows: 1000}, async (mock) => {
        await show(page, '#/item/f-minutes');
        await until(page, '#item-title', '40 versions');
        const release = mock.hold();
        if (await page.isVisible('.back')) await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press('End');
        await page.keyboard.press('1');
        release();
        await until(page, '#item-title', 'scan 000999');
        assert.deepEqual(mock.decisions, []);
      }),
  },
  {
    name: 'the reference and the selection are what a decision is about',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await show(page, '#/item/i-photos');
        await page.check('[aria-label="Reference: IMG_2041.jpg"]');
        await page.uncheck('[aria-label="Select summer.jpg"] >> nth=0');
        await until(page, 'decision-bar .about', '1 file selected; reference: IMG_2041.jpg');
        await page.check('[aria-label="Select all"]');
        await until(page, 'decision-bar .about', '2 files selected');
        await page.uncheck('[aria-label="Select all"]');
        await until(page, 'decision-bar .about', '0 files selected');
        await page.check('[aria-label="Select summer.jpg"] >> nth=1');
        await counted(page, '.verdicts button', 2); // copies are no versions
        await page.click('.verdicts button:has-text("Copies")');
        await until(page, '#news', '1 copy of IMG_2041.jpg.');
        assert.deepEqual(
          mock.decisions.map(({verdict, a, b}) => [verdict, a, b]),
          [['copy', 1, 2]]
        );
        await until(page, '.members', /Copy of IMG_2041.jpg.*Stays/);
      }),
  },
  {
    name: 'keep all, not related',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await show(page, '#/item/c-letter');
        await until(page, 'decision-bar .about', 'reference: collected letters.txt');
        await page.keyboard.press('4');
        await until(page, '#news', 'not related');
        await show(page, '#/compare/f-report/1/6');
        await page.waitForSelector('text-pane .run');
        await page.keyboard.press('1');
        await until(page, '#news', '2 files kept.');
        assert.deepEqual(
          mock.decisions.map(({verdict, a, b}) => [verdict, a, b]),
          [
            ['unrelated', 0, 1],
            ['keep', 1, null],
            ['keep', 6, null],
          ]
        );
      }),
  },
  {
    name: 'folders are kept, or copies',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await show(page, '#/item/d-backup');
        await until(page, 'decision-bar .about', '1 folder selected');
        await counted(page, '.verdicts button', 2);
        await page.click('.verdicts button:has-text("Keep all")');
        await until(page, '#news', '2 folders kept.');
        assert.deepEqual(
          mock.decisions.map(({verdict, a}) => [verdict, a]),
          [
            ['keep', 0],
            ['keep', 1],
          ]
        );
      }),
  },
  {
    name: 'a contradiction is reported, and another reference replaces the first',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await show(page, '#/item/f-report');
        await until(page, 'decision-bar .about', '6 files selected');
        mock.contradicted = 'this contradicts an earlier decision: /home/a is superseded by /home/b';
        await page.keyboard.press('2');
        await until(page, '#news', '/home/a is superseded by /home/b');
        assert.equal(mock.decisions.length, 0);
        mock.contradicted = '';
        await page.keyboard.press('2');
        await until(page, '#news', '6 files superseded by harbour plan 7 final.txt.');
        await page.waitForFunction(() => !location.hash.includes('f-report')); // the next item opens by itself
        // What was to go stays from now on; without a word about it, it would be both.
        await show(page, '#/item/f-report?decided=show');
        await until(page, '.members', 'Superseded by');
        await page.check('[aria-label="Reference: harbour plan 1.txt"]');
        await page.keyboard.press('2');
        await until(page, '#news', 'superseded by harbour plan 1.txt.');
        assert.deepEqual(
          mock.decisions.slice(6).map(({verdict, a, b}) => [verdict, a, b])[0],
          ['keep', 0, null]
        );
      }),
  },
  {
    name: 'a decision of another user is not undone by accident',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await show(page, '#/item/c-letter');
        await until(page, 'decision-bar .about', 'reference');
        await page.keyboard.press('4');
        await until(page, '#news', 'not related');
        await until(page, '.queue-status', '1 decided item hidden');
        const before = mock.summary();
        mock.summary = () => before; // the page does not learn of it
        mock.decide([{verdict: 'keep', item: 'f-report', a: 6}]);
        await page.keyboard.press('u');
        await until(page, '#news', 'something else was decided meanwhile');
        assert.equal(mock.decisions.length, 2);
      }),
  },
  {
    name: 'files of a pool are shown, and not decided about',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        mock.item('i-photos').files[0].elsewhere = true;
        await show(page, '#/item/i-photos');
        await until(page, '.members', 'in a pool');
        await page.keyboard.press('1');
        await until(page, '#news', '2 files kept.');
        assert.deepEqual(
          mock.decisions.map(({a}) => a),
          [1, 2]
        );
      }),
  },
  {
    name: 'a rule shows what it would do',
    run: ({page, accessibility}) =>
      withMock(page, {}, async (mock) => {
        await page.click('.kinds button:has-text("Copies")');
        await until(page, '.queue-status', '1 item ');
        await page.keyboard.press('r');
        await until(page, 'dialog', 'Items of the queue: Copies');
        await page.click('dialog button:has-text("Preview")');
        await until(page, '.outcome', '3 decisions about 1 item');
        assert.equal(mock.decisions.length, 0, 'a preview decides');
        assert.deepEqual(await accessibility(), []);
        await page.check('input[value=protect]');
        await page.waitForSelector('dialog .primary:disabled'); // what was previewed was another rule
        await page.fill('dialog input[type=text]', 'home/phone');
        await page.click('dialog button:has-text("Preview")');
        await until(page, '.outcome', '1 decision about 1 item');
        await page.check('input[value=keep-newest]');
        await page.click('dialog button:has-text("Preview")');
        await page.click('dialog .primary:enabled');
        await until(page, '#news', '3 decisions about 1 item.');
        assert.equal(mock.decisions.length, 3);
        await page.click('#news button:has-text("Undo")');
        await until(page, '#news', 'undone');
        assert.equal(mock.decisions.length, 0);
      }),
  },
  {
    name: 'a rule is undone before the page has loaded its effect',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async (mock) => {
        await page.keyboard.press('r');
        await page.click('dialog button:has-text("Preview")');
        await page.waitForSelector('dialog .primary:enabled');
        await page.route('**/api/summary', () => {}); // no answer, as if it were slow
        await page.click('dialog .primary:enabled');
        await page.click('#news button:has-text("Undo")');
        await until(page, '#news', 'undone');
        assert.equal(mock.decisions.length, 0);
        await page.unroute('**/api/summary');
      }),
  },
  {
    name: 'boilerplate from a selected passage, with what dissolves',
    run: ({page, accessibility}) =>
      withMock(page, {}, async (mock) => {
        await show(page, '#/compare/f-report/0/6');
        await page.waitForSelector('text-pane .run');
        await page.keyboard.press('5');
        await until(page, '#news', 'Select the passage first');
        await page.keyboard.press('x');
        await page.keyboard.press('5');
        await until(page, '.effect', '1 family dissolves, 2 become smaller');
        assert.deepEqual(await accessibility(), []);
        await page.click('dialog .primary');
        await until(page, '#news', 'ignored from now on');
        assert.equal(mock.templates[0].item, 'f-report');
        assert.ok(mock.templates[0].length > 100);
        assert.equal(mock.templates[0].digest, '0'.repeat(32));
        // The extracted text of a document, too.
        for (const file of mock.item('f-report').files) file.extracted = true;
        await show(page, '#/compare/f-report/1/6');
        await compared(page, 'harbour plan 2.txt');
        await page.keyboard.press('x');
        await page.keyboard.press('5');
        await until(page, '.effect', '1 family dissolves');
      }),
  },
  {
    name: 'the list of decisions, and its export',
    run: ({page, accessibility}) =>
      withMock(page, {}, async (mock) => {
        mock.decide([
          {verdict: 'superseded', item: 'f-report', a: 0, b: 6, note: 'a draft'},
          {verdict: 'keep', item: 'f-report', a: 6},
        ]);
        await show(page, '#/decisions');
        await until(page, 'decisions-view .sheet', '2 decisions');
        await eventually(async () =>
          assert.ok(
            (await texts(page, 'decisions-view .what')).includes(
              'Superseded by harbour plan 7 final.txt — a draft'
            )
          )
        );
        assert.deepEqual(await accessibility(), []);
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Export CSV')]);
        assert.equal(download.suggestedFilename(), 'decisions.csv');
        await page.click('text=Undo the last');
        await until(page, 'decisions-view .sheet', 'Nothing is decided yet.');
      }),
  },
];
