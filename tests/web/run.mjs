// run.mjs MODULES CHROMIUM PROGRAM [PART OF A NAME]: runs all cases, each at 1400 and at 400 pixels of width.
// Whatever a case is about, it fails as well if the page logs an error, violates its policy, or is wider than
// the window.

import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import {cases as compareCases} from './compare_cases.mjs';
import {cases as decideCases} from './decide_cases.mjs';
import {cases as familyCases} from './family_cases.mjs';
import {cases as hostileCases} from './hostile_cases.mjs';
import {cases as moduleCases} from './module_cases.mjs';
import {cases as programCases} from './program_cases.mjs';
import {cases as queueCases} from './queue_cases.mjs';
import {cases as runCases} from './run_cases.mjs';
import {end, kPatience} from './page.mjs';
import {cases as pictureCases} from './picture_cases.mjs';

const [modules, executablePath, program, wanted = ''] = process.argv.slice(2);
const {chromium} = createRequire(pathToFileURL(`${modules}/`))('playwright-core');
const axe = await readFile(`${modules}/node_modules/axe-core/axe.min.js`, 'utf8');

const kAtOnce = 3; // windows
const kWidths = {wide: {width: 1400, height: 860}, narrow: {width: 400, height: 800}};

// Errors that the browser reports by itself for statuses that a case provokes.
const kExpected = /Failed to load resource: the server responded with a status of (401|404|409|500)/;

// A window, with everything that goes wrong in it. It is used for many cases: a new one takes half a second,
// and each case has its own server and thus its own origin.
async function openWindow(browser) {
  const page = await (await browser.newContext({reducedMotion: 'reduce'})).newPage();
  const window = {page, problems: []};
  page.on('pageerror', (error) => window.problems.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !kExpected.test(message.text()))
      window.problems.push(`console: ${message.text()}`);
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`)
    );
  });
  page.setDefaultTimeout(kPatience);
  return window;
}

async function finish(page, problems) {
  const state = await page.evaluate(() => ({
    violations: window.violations ?? [],
    hacked: window.hacked ?? null,
    over: document.documentElement.scrollWidth - innerWidth,
  }));
  if (state.violations.length > 0) problems.push(`policy: ${state.violations.join('; ')}`);
  if (state.hacked !== null) problems.push('a name or a content was run as script');
  if (state.over > 0) problems.push(`the page is ${state.over} pixels wider than the window`);
}

// What axe-core calls serious or critical.
async function accessibility(page) {
  await page.evaluate(axe);
  const {violations} = await page.evaluate(() => window.axe.run(document, {resultTypes: ['violations']}));
  return violations
    .filter(({impact}) => impact === 'serious' || impact === 'critical')
    .map(
      ({id, nodes}) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({html, failureSummary}) => `${html.slice(0, 160)} ${failureSummary.split('\n')[1] ?? ''}`)
          .join(' | ')}`
    );
}

// One case at one width; its problems.
async function runCase(window, each, size) {
  const {page} = window;
  const problems = (window.problems = []);
  await page.setViewportSize(kWidths[size]);
  await page.emulateMedia({colorScheme: each.dark ? 'dark' : 'light'});
  try {
    await each.run({
      page,
      size,
      program,
      problems,
      narrow: size === 'narrow',
      accessibility: () => accessibility(page),
    });
    await finish(page, problems);
  } catch (error) {
    problems.push(error.stack);
    await page.screenshot({path: `${modules}/failed ${size}.png`}).catch(() => {});
  }
  await page.goto('about:blank');
  await end(page);
  return problems;
}

const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu']});
const all = [
  ...moduleCases,
  ...queueCases,
  ...familyCases,
  ...compareCases,
  ...decideCases,
  ...runCases,
  ...hostileCases,
  ...programCases,
  ...pictureCases,
];
const waiting = all
  .flatMap((each) =>
    Object.keys(kWidths)
      .filter((size) => !each.only || each.only === size)
      .map((size) => ({each, size, name: `${each.name} (${size})`}))
  )
  .filter(({name}) => name.includes(wanted));
const count = waiting.length;
const failures = [];

async function work() {
  const window = await openWindow(browser);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const started = Date.now();
    const problems = await runCase(window, next.each, next.size);
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${next.name} (${Date.now() - started} ms)`);
    for (const problem of problems) console.log(`     ${problem}`);
    if (problems.length > 0) failures.push(next.name);
  }
}

await Promise.all(Array.from({length: kAtOnce}, work));
await browser.close();
console.log(
  failures.length === 0
    ? `all ${count} passed`
    : `${failures.length} of ${count} failed: ${failures.join(', ')}`
);
process.exit(failures.length === 0 && count > 0 ? 0 : 1);
