// What the test double knows and decides: items of mock_data.mjs as the program would describe them, and the
// decisions about them. mock.mjs serves it.

import {copySet, homeItems, hostileItems, largeFamily, runsOf} from './mock_data.mjs';

export class Refusal extends Error {
  constructor(status, kind, what) {
    super(what);
    this.status = status;
    this.kind = kind;
  }
}

const sizeOf = (file) => file.size ?? file.bytes.length;
const suffix = (path) => /\.([^./]+)$/.exec(path)?.[1].toLowerCase() ?? 'none';

export class Answers {
  generation = 1;
  state = 'ready';
  progress = null;
  skips = [
    {path: 'home/private/diary.txt', stage: 'open', reason: 'Permission denied', error: true},
    {path: 'home/run/socket', stage: 'walk', reason: 'socket', error: false},
  ];
  decisions = []; // {id, batch, time, verdict, item, a, b, note}
  templates = [];
  batch = 0;
  contradicted = ''; // why every decision is refused

  // `rows` further sets of copies; `hostile`: with names and contents that mean harm; `large`: with a family
  // whose links are limited.
  constructor({rows = 0, hostile = false, large = false} = {}) {
    this.rows = rows;
    this.items = hostile ? hostileItems() : homeItems();
    if (large) this.items.push(largeFamily());
  }

  item(id) {
    const number = /^i-(\d+)$/.exec(id);
    const found = number !== null ? copySet(Number(number[1])) : this.items.find((each) => each.id === id);
    if (found === undefined) throw new Refusal(404, 'not-found', 'there is no such item');
    return found;
  }

  decisionOf(item, n) {
    return (
      this.decisions.findLast(
        (each) =>
          each.item === item &&
          (each.a === n || (each.b === n && ['superseded', 'copy'].includes(each.verdict)))
      ) ?? null
    );
  }

  row(item) {
    const {files} = item;
    const size = files.reduce((sum, file) => sum + sizeOf(file), 0);
    const dated = files
      .map((file, n) => ({n, path: file.path, mtime: file.mtime}))
      .sort((one, other) => String(one.mtime).localeCompare(String(other.mtime)));
    const decided = files.filter((_, n) => this.decisionOf(item.id, n) !== null).length;
    const links = item.links ?? [];
    return {
      id: item.id,
      kind: item.kind,
      sentence: item.sentence,
      files: files.length,
      size,
      value: item.kind === 'inside' ? 0 : size - sizeOf(files[dated.at(-1).n]),
      similarity: links.length > 0 ? links.reduce((sum, link) => sum + link.similarity, 0) / links.length : 1,
      measured: links.every(({measured}) => measured),
      newest: dated.at(-1),
      oldest: dated[0],
      paths: files.slice(0, 3).map(({path}) => path),
      types: [...new Set(files.map(({path}) => suffix(path)))],
      covered_by: item.coveredBy ?? null,
      decision:
        decided === 0
          ? null
          : {
              decided,
              of: files.length,
              wholly: decided === files.length || (item.kind === 'contained' && decided > 0),
              verdicts: [],
            },
    };
  }

  chosen(filters) {
    const size = Number(filters.min_size ?? 0);
    return this.items
      .map((item) => this.row(item))
      .filter(
        (row) =>
          (!filters.kind || row.kind === filters.kind) &&
          (filters.decided || !row.decision?.wholly) &&
          row.size >= size &&
          row.size <= Number(filters.max_size ?? Infinity) &&
          row.similarity >= Number(filters.min ?? 0) &&
          (!filters.type || row.types.includes(filters.type)) &&
          (!filters.after || row.newest.mtime >= filters.after) &&
          (!filters.before || row.newest.mtime < filters.before) &&
          this.item(row.id).files.some(
            ({path}) =>
              (!filters.folder || path.startsWith(`${filters.folder}/`)) &&
              (filters.q ?? '')
                .toLowerCase()
                .split(' ')
                .every((word) => path.toLowerCase().includes(word))
          )
      )
      .sort((one, other) => (filters.sort === 'files' ? other.files - one.files : other.value - one.value));
  }

  list(filters, offset, limit) {
    const fixed = this.chosen(filters);
    const narrowed = Object.keys(filters).some(
      (name) => name !== 'sort' && name !== 'offset' && name !== 'limit'
    );
    const total = fixed.length + (narrowed ? 0 : this.rows);
    const items = [];
    for (let at = offset; at < Math.min(total, offset + limit); ++at)
      items.push(at < fixed.length ? fixed[at] : this.row(copySet(at - fixed.length)));
    return {generation: this.generation, total, offset, items, next: null};
  }

  member(item, n) {
    const file = item.files[n];
    if (file === undefined) throw new Refusal(400, 'usage', 'there is no such file');
    const slash = file.path.lastIndexOf('/');
    const decision = this.decisionOf(item.id, n);
    return {
      n,
      path: file.path,
      folder: file.path.slice(0, slash),
      name: file.path.slice(slash + 1),
      size: sizeOf(file),
      mtime: file.mtime,
      type: suffix(file.path),
      digest: '0'.repeat(32),
      copies: n === 0 ? 2 : 1,
      copy_paths: [],
      with_centre: file.withCentre ?? 1,
      measured: true,
      newest: n === this.row(item).newest.n,
      elsewhere: file.elsewhere ?? false,
      decision: decision && {
        ...decision,
        about: item.kind === 'identical' ? 'copy' : 'version',
        as: decision.a === n ? 'a' : 'b',
        with: decision.a === n ? decision.b : decision.a,
      },
    };
  }

  details(id, {offset = 0, limit = 1000}) {
    const item = this.item(id);
    const row = this.row(item);
    const [a, b] = item.files;
    return {
      generation: this.generation,
      ...row,
      members: item.files
        .map((_, n) => this.member(item, n))
        .slice(Number(offset), Number(offset) + Number(limit)),
      members_total: item.files.length,
      members_offset: Number(offset),
      centre: 0,
      suggested: item.links ? row.newest.n : null,
      at_least: false,
      links: item.links ?? [],
      links_total: item.linksTotal ?? item.links?.length ?? 0,
      links_limited: item.linksTotal !== undefined,
      ...(item.kind === 'folders'
        ? {
            a: {path: a.path, files: 20, size: sizeOf(a), of: 0.96, mtime: a.mtime},
            b: {path: b.path, files: 21, size: sizeOf(b), of: 0.9, mtime: b.mtime},
          }
        : {}),
    };
  }

  relations(id) {
    const [a, b] = this.item(id).files.map(({path}) => path);
    const both = (relation, name, other = name) => ({
      relation,
      a: `${a}/${name}`,
      b: `${b}/${other}`,
      of_a: 0.9,
      of_b: 0.8,
      size_a: 5000,
      size_b: 5100,
      further: false,
      measured: relation !== 'changed',
      replaced: false,
    });
    const items = [
      ...Array.from({length: 18}, (_, at) => both('identical', `2018/IMG_${at}.jpg`)),
      both('moved', 'old/quay.jpg', 'quay.jpg'),
      both('changed', 'notes/list.txt'),
      {...both('only_a', 'notes/draft.txt'), b: null},
      {...both('only_b', 'x', '2022/<b>new</b>.jpg'), a: null},
    ];
    return {generation: this.generation, total: items.length, offset: 0, items, next: null};
  }

  compare({item: id, a, b}) {
    const item = this.item(id);
    const [one, other] = [item.files[a], item.files[b]];
    const kind = one.kind ?? 'text';
    const runs = one.evil
      ? [{n: 1, a_offset: 0, b_offset: 0, length: item.common, moved: false}]
      : kind === 'binary'
        ? [
            {n: 1, a_offset: 0, b_offset: 0, length: 20_000, moved: false},
            {n: 2, a_offset: 20_100, b_offset: 20_100, length: 19_900, moved: false},
          ]
        : kind === 'image'
          ? []
          : runsOf(one, other);
    const shared = runs.reduce((sum, {length}) => sum + length, 0);
    return {
      a: this.member(item, Number(a)),
      b: this.member(item, Number(b)),
      kind,
      of_a: shared / one.bytes.length,
      of_b: shared / other.bytes.length,
      identical: one.bytes.equals(other.bytes),
      text_a: {size: one.bytes.length, lines: 1, as_file: !one.extracted},
      text_b: {size: other.bytes.length, lines: 1, as_file: !other.extracted},
      runs,
      truncated: false,
    };
  }

  summary() {
    const answer = this.state !== 'running' || this.generation > 1;
    const value = {free: 0};
    for (const kind of ['identical', 'folders', 'family', 'contained', 'inside']) {
      const rows = answer
        ? this.items
            .filter((item) => item.kind === kind)
            .map((item) => this.row(item))
            .filter(({decision}) => !decision?.wholly)
        : [];
      value[kind] = {
        items: rows.length + (kind === 'identical' && answer ? this.rows : 0),
        bytes: rows.reduce((sum, row) => sum + row.value, 0),
      };
    }
    value.free = value.identical.bytes;
    const decided = this.items.filter((item) => this.row(item).decision?.wholly).length;
    return {
      generation: this.generation,
      state: this.state,
      progress: this.progress,
      error: this.state === 'failed' ? {kind: 'failed', what: 'the disk is full'} : null,
      version: '0.2.0',
      roots: ['home'],
      answer,
      summary: answer ? {files: 3021, bytes: 812_000_000} : null,
      value,
      decided,
      batch: this.decisions.at(-1)?.batch ?? 0,
      skips: this.skips.length,
    };
  }

  decide(decisions, preview = false) {
    const each = decisions.flatMap((wish) => [wish.a].flat().map((a) => ({...wish, a})));
    if (this.contradicted) throw new Refusal(409, 'conflict', this.contradicted);
    const made = each.map((each, at) => {
      const item = this.item(each.item);
      const end = (n) =>
        n === null || n === undefined
          ? null
          : {digest: '0'.repeat(32), size: sizeOf(item.files[n]), path: item.files[n].path};
      return {
        id: this.decisions.length + at + 1,
        batch: this.batch + 1,
        time: '2026-01-01T10:00:00Z',
        verdict: each.verdict,
        item: each.item,
        a: each.a,
        b: each.b ?? null,
        note: each.note ?? '',
        shown: {a: end(each.a), b: end(each.b)},
      };
    });
    if (!preview) {
      this.decisions.push(...made);
      ++this.batch;
      ++this.generation;
    }
    return made;
  }

  shownDecision({id, batch, time, verdict, note, shown}) {
    return {id, time, verdict, a: shown.a, b: shown.b, note, batch};
  }

  rule({rule, folder, filters, preview}) {
    const decisions = [];
    for (const row of this.chosen(filters).filter(({kind}) =>
      ['identical', 'family', 'contained'].includes(kind)
    )) {
      const {files} = this.item(row.id);
      if (rule === 'keep-newest') {
        files.forEach((_, n) =>
          decisions.push(
            n === row.newest.n
              ? {verdict: 'keep', item: row.id, a: n}
              : {
                  verdict: row.kind === 'identical' ? 'copy' : 'superseded',
                  item: row.id,
                  a: n,
                  b: row.newest.n,
                }
          )
        );
      } else {
        files.forEach(
          ({path}, n) =>
            path.startsWith(`${folder}/`) && decisions.push({verdict: 'keep', item: row.id, a: n})
        );
      }
    }
    const made = this.decide(decisions, preview);
    return {
      generation: this.generation,
      preview,
      items: new Set(decisions.map(({item}) => item)).size,
      decisions: decisions.length,
      bytes: 4096,
      first: made.slice(0, 20).map((each) => this.shownDecision(each)),
      batch: preview ? null : this.batch,
    };
  }

  undo(seen) {
    const batch = this.decisions.at(-1)?.batch;
    if (batch === undefined) throw new Refusal(404, 'not-found', 'there is no decision to undo');
    if (seen !== batch) throw new Refusal(409, 'conflict', 'something else was decided meanwhile');
    const before = this.decisions.length;
    this.decisions = this.decisions.filter((each) => each.batch !== batch);
    ++this.generation;
    return {generation: this.generation, batch, undone: before - this.decisions.length};
  }
}
