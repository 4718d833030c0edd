// The page with the program itself: `kindred review` on a made-up home directory, with its own index.

import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {makeHome} from './home_tree.mjs';
import {atEnd, eventually, show, texts, until} from './page.mjs';

// Starts the program in `work`, where home/ is; answers its address and what ends it.
export async function startProgram(program, work) {
  const child = spawn(program, ['review', 'home', '--no-browser'], {
    cwd: work,
    env: {...process.env, KINDRED_INDEX: join(work, 'index')},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  const line = await Promise.race([
    new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text)))),
    ended.then((code) => assert.fail(`ended with ${code}: ${errors}`)),
  ]);
  assert.match(line, /^http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]{64}\n$/);
  return {
    url: line.trim(),
    stop: async () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

// Runs `use` with the page open on the program; everything is gone afterwards.
export async function withProgram(page, program, options, use) {
  const work = mkdtempSync(join(tmpdir(), 'kindred-web-'));
  let running = null;
  atEnd(page, async () => {
    await running?.stop();
    rmSync(work, {recursive: true, force: true});
  });
  makeHome(join(work, 'home'), options);
  const start = async () => {
    running = await startProgram(program, work);
    await page.goto(running.url);
    await page.waitForSelector('queue-view .row:not(.waiting) .sentence');
  };
  await start();
  await use({
    restart: async () => {
      await page.goto('about:blank'); // a page that asks on would log errors
      assert.equal(await running.stop(), 0);
      await start();
    },
  });
}

// Opens the first item whose sentence has the words.
export async function openItem(page, words) {
  const id = await page.evaluate(
    async (text) =>
      (await (await fetch('/api/items?decided=show&covered=show&limit=1000')).json()).items.find(
        ({sentence}) => sentence.includes(text)
      )?.id,
    words
  );
  assert.ok(id, `no item says "${words}"`);
  await show(page, `#/item/${id}`);
  await until(page, '#item-title', words);
}

export const cases = [
  {
    name: 'program: every kind of item',
    run: ({page, program, accessibility}) =>
      withProgram(page, program, {}, async () => {
        await until(page, '#queue-title', /kB can be freed/);
        assert.deepEqual(await accessibility(), []);
        await openItem(page, 'home/backup/photos/summer');
        await until(page, 'folders-part', /8 equal files.*1 only in B/);
        await openItem(page, 'winter harbour');
        await until(page, '.panel', 'Suggested to keep: winter harbour final.md (newest, 2022-08-15)');
        await page.click('[role=tab]:has-text("Shares")');
        await page.waitForSelector('.matrix tbody tr >> nth=4');
        await page.click('[role=tab]:has-text("What all share")');
        await until(page, '.passages', /All \d files share/);
        await until(page, 'blockquote', 'The harbour of Lindholm');
        await openItem(page, 'offer Aalto.txt');
        await page.keyboard.press('c');
        await until(page, '.compare-head .facts', /100 % of A is in B/);
        await openItem(page, 'router');
        await page.keyboard.press('c');
        await page.waitForSelector('hex-pane .run');
        await page.keyboard.press('n');
        await until(page, '.where', 'Difference 1 of 1');
        await openItem(page, 'boat');
        await page.keyboard.press('c');
        await until(page, 'image-pane', /A: 96 × 60 pixels.*B: 96 × 60 pixels/);
        await show(page, '#/skipped');
        await until(page, 'skipped-view', 'home/devices/pipe');
      }),
  },
  {
    name: 'program: a copied folder covers its files',
    run: ({page, program}) =>
      withProgram(page, program, {}, async () => {
        await page.click('.kinds button:has-text("Copies")');
        await until(page, '.queue-status', /^2 items/); // of nine sets
        await show(page, '#/?q=IMG_201');
        await until(page, '.queue-status', /^1 item/);
        await until(
          page,
          'queue-view .row:not(.waiting)',
          /Copies · in a copied folder.*2 copies of IMG_201/
        );
        await openItem(page, '2 copies of IMG_201.jpg');
        await page.click('.cover a');
        await until(
          page,
          '#item-title',
          '100 % of home/backup/photos/summer is in home/photos; 8 identical files'
        );
        await page.click('.verdicts button:has-text("Copies")');
        await until(page, '#news', 'Undo');
        const copies = () =>
          page.evaluate(async () => (await (await fetch('/api/items?kind=identical')).json()).total);
        assert.equal(await copies(), 2);
        await openItem(page, '2 copies of IMG_201.jpg');
        await until(page, '.members', 'With its folder');
        await page.keyboard.press('u');
        await page.waitForFunction(
          () => !document.querySelector('.members').textContent.includes('With its folder')
        );
        assert.equal(await copies(), 2);
      }),
  },
  {
    name: 'program: side by side, runs as the program has them',
    run: ({page, program}) =>
      withProgram(page, program, {}, async () => {
        await openItem(page, 'winter harbour');
        await page.click('.members a:has-text("winter harbour 4.md")');
        await page.setViewportSize({width: page.viewportSize().width, height: 3000});
        await page.waitForSelector('text-pane .run');
        await page.waitForSelector('.run.moved'); // a paragraph
        await eventually(async () =>
          assert.match((await texts(page, '.differs')).join(''), /survey of the piles/)
        );
        assert.doesNotMatch(
          (await texts(page, '.differs')).join(''),
          /The harbour of Lindholm is to stay open/
        );
      }),
  },
  {
    name: 'program: decisions last, and are honoured by the next run',
    only: 'wide',
    run: ({page, program}) =>
      withProgram(page, program, {}, async ({restart}) => {
        await until(page, '.queue-status', /\d+ items/);
        const total = Number(/\d+/.exec(await page.textContent('.queue-status'))[0]);
        await openItem(page, '3 copies of IMG_203.jpg');
        await page.fill('.note', 'one is enough');
        await page.click('.verdicts button:has-text("Copies")');
        await until(page, '#news', '2 copies of');
        await until(page, '.queue-status', `${total - 1} items; 1 decided item hidden`);
        await restart();
        await until(page, '.queue-status', `${total - 1} items; 1 decided item hidden`);
        await page.click('#views a:has-text("Decisions")');
        await until(page, 'decisions-view', 'one is enough');
        await page.keyboard.press('u');
        await until(page, 'decisions-view .sheet', 'Nothing is decided yet.');
        await show(page, '#/');
        await until(page, '.queue-status', `${total} items`);
      }),
  },
  {
    name: 'program: a rule, previewed and done',
    only: 'narrow',
    run: ({page, program}) =>
      withProgram(page, program, {}, async () => {
        await page.click('.kinds button:has-text("Copies")');
        await page.click('button:has-text("Rules")');
        await page.check('input[value=prefer]');
        await page.fill('dialog input[type=text]', 'home/photos');
        await page.click('dialog button:has-text("Preview")');
        await until(page, '.outcome', /\d+ decisions about 8 items/);
        await page.click('dialog .primary:enabled');
        await until(page, '#news', /decisions about 8 items/);
        await until(page, '.queue-status', /decided items hidden/);
        await page.click('#news button:has-text("Undo")');
        await page.waitForFunction(
          () => !document.querySelector('.queue-status').textContent.includes('hidden')
        );
      }),
  },
  {
    name: 'program: boilerplate dissolves a family',
    only: 'wide',
    run: ({page, program}) =>
      withProgram(page, program, {}, async () => {
        await openItem(page, '2022-01.txt');
        await page.keyboard.press('c');
        await page.waitForSelector('text-pane .run');
        await page.keyboard.press('x');
        await page.keyboard.press('5');
        await until(page, '.effect', '1 family dissolves');
        await page.click('dialog .primary:enabled');
        await until(page, '#news', /left out from now on|scan is complete/);
        await page.waitForFunction(
          async () =>
            !(await (await fetch('/api/items?limit=1000')).json()).items.some(
              ({kind, sentence}) => kind === 'family' && sentence.includes('2022-01.txt')
            )
        );
      }),
  },
  {
    name: 'program: hostile names',
    run: ({page, program, accessibility}) =>
      withProgram(page, program, {harm: true}, async () => {
        await openItem(page, '4 copies');
        for (const expected of ['script>.txt', '<script>window.hacked=1<', 'U+202E', '\\n'])
          await until(page, '.members', expected);
        await page.keyboard.press('c');
        await page.waitForSelector('text-pane .run');
        await eventually(async () =>
          assert.match((await texts(page, 'text-pane code')).join(''), /<script>/)
        );
        await openItem(page, 'of bytes');
        await until(page, '.members', '\\xff\\xfe');
        assert.deepEqual(await accessibility(), []);
      }),
  },
];
