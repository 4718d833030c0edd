// The modules that compute: formats, names, splitting, alignment, trees, layout. They run in the browser, as
// they do for users.

import assert from 'node:assert/strict';
import {withMock} from './page.mjs';

export const cases = [
  {
    name: 'sizes, dates and shares',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async () => {
        const words = await page.evaluate(async () => {
          const {bytes, parseBytes, percent, day, counted, shortPeriod} = await import('/base/words.js');
          return [
            [0, 1, 999, 1000, 1234567, 999_999, 5e15].map(bytes),
            ['10 MB', '1.5g', '2000', 'x', '-1'].map(parseBytes),
            [0, 0.001, 0.999, 1].map(percent),
            [day('2020-02-03T12:00:00Z'), day(null), day('x')],
            counted(1, 'copy', 'copies'),
            shortPeriod('2019-06-01T12:00:00Z', '2024-06-01T12:00:00Z'),
          ];
        });
        assert.deepEqual(words, [
          ['0 bytes', '1 byte', '999 bytes', '1.0 kB', '1.2 MB', '1.0 MB', '5.0 PB'],
          [10e6, 1.5e9, 2000, null, null],
          ['0 %', 'less than 1 %', '99 %', '100 %'],
          ['2020-02-03', '', ''],
          '1 copy',
          '2019–2024',
        ]);
      }),
  },
  {
    name: 'names are shown as they are',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async () => {
        const shown = await page.evaluate(async () => {
          const {plain, shorten, visibleNodes, nameNodes} = await import('/base/names.js');
          const text = (name) => nameNodes(name).map((node) => node.textContent);
          return [
            plain('a\u202Eb\n\udcff'),
            shorten('abcdefghij', 5),
            shorten('😀'.repeat(10), 3),
            visibleNodes('a\u0000\u202Eb\tc\n').map((node) => node.title ?? node),
            text('x\u202Efdp.exe'),
            shorten('x'.repeat(4096), 120).length,
          ];
        });
        assert.deepEqual(shown, [
          'a[U+202E]b[\\n][\\xff]',
          'ab…ij',
          '😀…😀',
          ['a', 'U+0000', 'U+202E', 'b\tc\n'],
          ['x', 'U+202E', 'fdp.exe'],
          120,
        ]);
      }),
  },
  {
    name: 'a threshold splits a family',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async () => {
        const splits = await page.evaluate(async () => {
          const {splitFamily} = await import('/item/split.js');
          const links = [
            {a: 0, b: 1, similarity: 0.9},
            {a: 1, b: 2, similarity: 0.5},
            {a: 3, b: 4, similarity: 0.8},
            {a: 2, b: 3, similarity: 0.3},
          ];
          return [0, 0.4, 0.6, 0.95].map((threshold) => {
            const {parts, alone} = splitFamily([0, 1, 2, 3, 4], links, threshold);
            return [parts, alone];
          });
        });
        assert.deepEqual(splits, [
          [[[0, 1, 2, 3, 4]], []],
          [
            [
              [0, 1, 2],
              [3, 4],
            ],
            [],
          ],
          [
            [
              [0, 1],
              [3, 4],
            ],
            [2],
          ],
          [[], [0, 1, 2, 3, 4]],
        ]);
      }),
  },
  {
    name: 'lines are aligned by runs',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async () => {
        const result = await page.evaluate(async () => {
          const {textRows} = await import('/compare/text_rows.js');
          const {placeRuns, coverOf, differencesOf, inOrder} = await import('/compare/runs.js');
          const {decode} = await import('/compare/decode.js');
          const [a, b] = ['x\nsame ä line\nend\n', 'same ä line\nnew\nend\n'].map((text) =>
            new TextEncoder().encode(text)
          );
          const given = [
            {n: 1, a_offset: 2, b_offset: 0, length: 13, moved: false},
            {n: 2, a_offset: 15, b_offset: 17, length: 4, moved: false},
          ];
          const [textA, textB] = [
            decode(
              a,
              given.flatMap((run) => [run.a_offset, run.a_offset + run.length])
            ),
            decode(
              b,
              given.flatMap((run) => [run.b_offset, run.b_offset + run.length])
            ),
          ];
          const runs = placeRuns(given, textA.at, textB.at);
          const side = (text, part) => (part === null ? null : text.slice(part.from, part.to));
          const rows = (together) =>
            textRows(textA.text, textB.text, inOrder(runs), 40, together).rows.map(({a: one, b: other}) => [
              side(textA.text, one),
              side(textB.text, other),
            ]);
          const inLine = textRows(
            'x\nshared\n',
            'y\nz shared\n',
            [{n: 1, a: {from: 2, to: 9}, b: {from: 4, to: 11}}],
            40,
            false
          ).rows.map(({a: one, b: other}) => [one?.line, other?.line]);
          const wrapped = textRows('the quick brown fox jumps', '', [], 10, false).rows.map(({a: one}) =>
            one === null ? null : 'the quick brown fox jumps'.slice(one.from, one.to)
          );
          return {
            rows: rows(false),
            together: rows(true),
            wrapped,
            inLine,
            cover: coverOf(runs, 'a').map(({from, to}) => [from, to]),
            differences: differencesOf(inOrder(runs), textA.text.length, textB.text.length).length,
          };
        });
        assert.deepEqual(result.rows, [
          ['x', null],
          ['same ä line', 'same ä line'],
          [null, 'new'],
          ['end', 'end'],
        ]);
        assert.deepEqual(result.together, result.rows);
        assert.deepEqual(
          result.inLine,
          [
            [0, 0],
            [1, 1],
          ],
          'a run within a line aligns other lines'
        );
        assert.deepEqual(result.wrapped, ['the quick ', 'brown fox ', 'jumps']);
        assert.deepEqual(result.cover, [
          [2, 14],
          [14, 18],
        ]);
        assert.equal(result.differences, 2);
      }),
  },
  {
    name: 'texts without line ends are laid out at once',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async () => {
        const {rows, first, seconds} = await page.evaluate(async () => {
          const {textRows} = await import('/compare/text_rows.js');
          const text = 'a few words that are repeated '.repeat(100_000);
          const runs = Array.from({length: 20_000}, (_, at) => ({
            n: at + 1,
            a: {from: at * 150, to: at * 150 + 100},
            b: {from: at * 150, to: at * 150 + 100},
          }));
          const started = performance.now();
          const laid = textRows(text, text, runs, 60, false).rows;
          textRows(text, '', [], 60, true);
          return {rows: laid.length, first: laid[3], seconds: (performance.now() - started) / 1000};
        });
        assert.ok(rows >= 60_000, `${rows} rows`);
        assert.deepEqual([first.a.from, first.b.from], [150, 150], 'the second run begins no row');
        assert.ok(seconds < 60, `took ${seconds} s`);
      }),
  },
  {
    name: 'the layout of a graph is the same each time',
    only: 'wide',
    run: ({page}) =>
      withMock(page, {}, async () => {
        const [first, second, inside] = await page.evaluate(async () => {
          const {layout} = await import('/item/layout.js');
          const links = Array.from({length: 19}, (_, at) => ({a: at, b: at + 1, similarity: 0.7}));
          const [one, other] = [layout(20, links, 600, 400), layout(20, links, 600, 400)];
          return [
            [...one.x],
            [...other.x],
            [...one.x].every((x) => x >= 71 && x <= 529) && [...one.y].every((y) => y >= 14 && y <= 386),
          ];
        });
        assert.deepEqual(first, second);
        assert.ok(inside);
        assert.ok(new Set(first.map(Math.round)).size > 10, 'the nodes cover one another');
      }),
  },
];
