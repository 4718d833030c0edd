// A test double of the server of `kindred review` (docs/formats/http.md): the same answers and headers, from
// mock_answers.mjs, for what is hard to produce with the program: 100,000 rows, a scan that runs as long as a
// test wants, errors.

import {randomBytes} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {fileURLToPath} from 'node:url';
import {Answers, Refusal} from './mock_answers.mjs';

const kWeb = fileURLToPath(new URL('../../web/', import.meta.url));
const kTypes = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
const kHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'",
};

export class Mock extends Answers {
  token = randomBytes(32).toString('hex');
  csrf = randomBytes(16).toString('hex');
  requests = [];
  #held = null; // a promise: items, comparisons and decisions are answered after it

  async start() {
    this.server = createServer((request, response) => this.#serve(request, response));
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${this.server.address().port}`;
    this.url = `${this.origin}/#token=${this.token}`;
    return this;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }

  // From now on items, comparisons and decisions are answered only after the function that is returned was called: what a
  // case does meanwhile happens before any answer, however slow the machine is.
  hold() {
    let release;
    this.#held = new Promise((go) => (release = go));
    return () => {
      this.#held = null;
      release();
    };
  }

  async #serve(request, response) {
    const url = new URL(request.url, this.origin);
    this.requests.push(`${request.method} ${url.pathname}`);
    const reply = (status, type, body, headers = {}) => {
      response.writeHead(status, {...kHeaders, 'Content-Type': type, ...headers});
      response.end(body);
    };
    try {
      if (!url.pathname.startsWith('/api/')) {
        const name = url.pathname === '/' ? 'index.html' : url.pathname.slice(1);
        if (!/^[a-z_./]+$/.test(name) || name.includes('..'))
          throw new Refusal(404, 'not-found', 'there is no such page');
        reply(200, kTypes[name.split('.').at(-1)], await readFile(kWeb + name), {
          'Cache-Control': 'no-cache',
        });
        return;
      }
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : {};
      if (/\/(items|compare|decisions)/.test(url.pathname)) {
        await this.#held;
      }
      const answer = this.#api(request, url, body);
      const tag = answer.generation === undefined ? {} : {ETag: `"${this.generation}"`};
      if (answer.bytes instanceof Buffer) {
        reply(200, answer.type ?? 'application/octet-stream', answer.bytes, {
          'Cache-Control': 'no-store',
          ...answer.headers,
        });
      } else if (tag.ETag && request.headers['if-none-match'] === tag.ETag) {
        reply(304, 'application/json', '', tag);
      } else {
        reply(200, 'application/json', JSON.stringify(answer), {
          'Cache-Control': 'no-store',
          ...tag,
          ...answer.cookie,
        });
      }
    } catch (error) {
      reply(
        error.status ?? 500,
        'application/json',
        JSON.stringify({error: {kind: error.kind ?? 'failed', what: error.message, where: '', hint: ''}})
      );
    }
  }

  #api(request, url, body) {
    const path = url.pathname.slice('/api/'.length);
    const filters = Object.fromEntries(url.searchParams);
    if (path === 'session' && request.method === 'POST') {
      if (body.token !== this.token) throw new Refusal(401, 'unauthorized', 'the token is wrong');
      return {
        csrf: this.csrf,
        cookie: {'Set-Cookie': `kindred_session=${this.token}; HttpOnly; SameSite=Strict; Path=/`},
      };
    }
    if (!(request.headers.cookie ?? '').includes(this.token))
      throw new Refusal(401, 'unauthorized', 'the token is missing');
    if (request.method === 'POST' && request.headers['x-kindred-csrf'] !== this.csrf)
      throw new Refusal(403, 'forbidden', 'the CSRF token is missing');
    const {offset = 0, limit = 100} = filters;
    if (request.method === 'POST') return this.#change(path, body);
    const part = /^items\/([^/]+)(\/.*)?$/.exec(path);
    if (part !== null) {
      const id = decodeURIComponent(part[1]);
      if (part[2] === '/relations') return this.relations(id);
      if (part[2] === '/shared')
        return {
          of: 0,
          size: this.item(id).files[0].bytes.length,
          bytes: 800,
          runs: [
            {offset: 0, length: 400},
            {offset: 400, length: 400},
          ],
          files: this.item(id).files.length,
          complete: true,
        };
      return this.details(id, filters);
    }
    const paged = (all) => ({
      generation: this.generation,
      total: all.length,
      offset: Number(offset),
      items: all.slice(Number(offset), Number(offset) + Number(limit)),
      next: null,
    });
    switch (path) {
      case 'session':
        return {csrf: this.csrf};
      case 'summary':
        return this.summary();
      case 'items':
        return this.state === 'running' && this.generation === 1
          ? paged([])
          : this.list(filters, Number(offset), Number(limit));
      case 'histogram':
        return {
          generation: this.generation,
          bins: Array.from({length: 100}, (_, at) => (at < 25 ? 0 : (at * 37) % 60)),
          families: 3,
          links: 100,
        };
      case 'facets':
        return {
          generation: this.generation,
          types: [
            {type: 'txt', items: 4},
            {type: 'jpg', items: 1},
          ],
          folders: [{folder: 'home/reports', items: 1}],
        };
      case 'compare':
        return this.compare(filters);
      case 'content': {
        const {bytes} = this.item(filters.item).files[filters.file];
        return {
          bytes: bytes.subarray(Number(offset), Number(offset) + Number(filters.length ?? 65536)),
          headers: {'X-Kindred-Size': bytes.length},
        };
      }
      case 'image':
        return {bytes: this.item(filters.item).files[filters.file].bytes, type: 'image/png'};
      case 'skips':
        return paged(this.skips);
      case 'decisions':
        return paged([...this.decisions].reverse().map((each) => this.shownDecision(each)));
      case 'decisions/export':
        return {
          bytes: Buffer.from('verdict,path\n'),
          type: 'text/csv',
          headers: {'Content-Disposition': 'attachment; filename="decisions.csv"'},
        };
      default:
        throw new Refusal(404, 'not-found', 'there is no such thing');
    }
  }

  #change(path, body) {
    switch (path) {
      case 'decisions':
        return {decided: this.decide(body.decisions).length, batch: this.batch, generation: this.generation};
      case 'decisions/undo':
        return this.undo(body.batch);
      case 'rules':
        return this.rule(body);
      case 'templates/preview':
        return {
          dissolved: 1,
          shrunk: 2,
          files_touched: 41,
          changes: [
            {id: '1a', files: 40, left: 0, parts: 0, example: 'home/minutes/board 2000.txt'},
            {id: '2b', files: 7, left: 5, parts: 1, example: 'home/reports/harbour plan 1.txt'},
          ],
        };
      case 'templates':
        this.templates.push(body);
        ++this.generation;
        return {stored: true};
      case 'stop':
        this.state = 'stopped';
        this.progress = null;
        ++this.generation;
        return this.summary();
      case 'scan':
        this.state = 'running';
        this.progress = {
          stage: 'read',
          files: 120,
          total_files: 3000,
          bytes: 10,
          total_bytes: 100,
          seconds: 1,
        };
        return this.summary();
      default:
        throw new Refusal(404, 'not-found', 'there is no such thing');
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const mock = await new Mock({
    rows: Number(process.argv[2] ?? 0),
    hostile: process.argv.includes('hostile'),
  }).start();
  console.log(mock.url);
}
