// Two folders against each other: one tree of the files of both, each with what became of it. The contents of
// a folder are made when it is opened.

import {fill, make} from '../base/element.js';
import {nameNodes, plain, shorten} from '../base/names.js';
import {bytes, count, counted, percent} from '../base/words.js';
import {buildTree, differs} from './tree.js';

const kAtOnce = 1000;
const kMost = 20_000;
const kOpenBelow = 40; // files: folders with fewer are opened at once if they differ

const kSigns = {
  identical: ['=', 'equal'],
  moved: ['⇄', 'equal, at another place'],
  changed: ['≈', 'changed'],
  contains: ['⊃', 'contains the file of B'],
  contained: ['⊂', 'contained in the file of B'],
  only_a: ['←', 'only in A'],
  only_b: ['→', 'only in B'],
};

export class FoldersPart extends HTMLElement {
  #app;
  #item = null;
  #relations = [];
  #onlyDifferences = false;
  #stop = new AbortController();
  #tree = make('div', {class: 'tree'});
  #summary = make('p', {role: 'status'});
  #toggle = make('input', {type: 'checkbox', id: 'only-differences', change: () => this.#filter()});

  constructor(app) {
    super();
    this.#app = app;
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    fill(
      this,
      make('h2', {}, 'Tree against tree'),
      this.#summary,
      make('p', {}, this.#toggle, make('label', {for: 'only-differences'}, ' Only differences')),
      this.#tree
    );
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  async show(item) {
    this.#item = item;
    this.#stop.abort();
    this.#stop = new AbortController();
    const {signal} = this.#stop;
    fill(this.#tree);
    fill(this.#summary, 'Comparing the folders …');
    try {
      const relations = [];
      let total = 1;
      while (relations.length < Math.min(total, kMost)) {
        const answer = await this.#app.api.get(
          `items/${encodeURIComponent(item.id)}/relations`,
          {offset: relations.length, limit: kAtOnce},
          signal
        );
        total = answer.total;
        if (answer.items.length === 0) break;
        relations.push(...answer.items);
      }
      this.#relations = relations;
      this.#draw(total);
    } catch (error) {
      if (error.name !== 'AbortError')
        fill(this.#summary, `${plain(error.message)} ${plain(error.hint ?? '')}`);
    }
  }

  #filter() {
    this.#onlyDifferences = this.#toggle.checked;
    this.#draw(this.#relations.length);
  }

  #draw(total) {
    const {a, b} = this.#item;
    const tree = buildTree(this.#relations, a.path, b.path);
    const {same, changed, a: onlyA, b: onlyB} = tree.counts;
    fill(
      this.#summary,
      `${counted(same, 'equal file')}, ${count(changed)} changed, ${count(onlyA)} only in A, ${count(onlyB)} only in B.`,
      total > this.#relations.length
        ? ` The first ${count(this.#relations.length)} of ${count(total)} are shown.`
        : ''
    );
    const side = (name, folder) =>
      make(
        'span',
        {title: shorten(plain(folder.path), 1000)},
        make('strong', {}, `${name} `),
        make('bdi', {}, nameNodes(folder.path, 60)),
        make('span', {class: 'soft'}, ` ${percent(folder.of)} of its bytes in the other`)
      );
    fill(this.#tree, make('div', {class: 'tree-sides'}, side('A', a), side('B', b)), this.#contents(tree));
  }

  #contents(folder) {
    const inner = [...folder.folders.values()].filter((each) => !this.#onlyDifferences || differs(each));
    const files = folder.files.filter((file) => !this.#onlyDifferences || file.kind !== 'same');
    return make(
      'ul',
      {},
      inner.map((each) => make('li', {}, this.#folder(each))),
      files.map((file) => make('li', {class: `file is-${file.kind}`}, fileNodes(file)))
    );
  }

  #folder(folder) {
    const {same, changed, a, b} = folder.counts;
    const figures = [
      same > 0 ? `${count(same)} equal` : '',
      changed > 0 ? `${count(changed)} changed` : '',
      a > 0 ? `${count(a)} only in A` : '',
      b > 0 ? `${count(b)} only in B` : '',
    ];
    const details = make(
      'details',
      {},
      make(
        'summary',
        {},
        make('bdi', {}, nameNodes(folder.name, 60)),
        make('span', {class: 'soft'}, ` ${figures.filter(Boolean).join(', ')}`)
      )
    );
    const open = () => {
      if (details.open && details.childElementCount === 1) details.append(this.#contents(folder));
    };
    details.addEventListener('toggle', open);
    if (differs(folder) && same + changed + a + b <= kOpenBelow) {
      details.open = true;
      open();
    }
    return details;
  }
}

function fileNodes({name, relation, moved}) {
  const [sign, words] = kSigns[relation.relation] ?? ['?', plain(relation.relation)];
  const side = (path, size) =>
    make(
      'span',
      {class: path === null ? 'side none' : 'side', title: path === null ? '' : shorten(plain(path), 1000)},
      path === null ? '' : bytes(size)
    );
  const share = ['changed', 'contains', 'contained'].includes(relation.relation)
    ? `, ${percent(Math.max(relation.of_a, relation.of_b))} alike${relation.measured ? '' : ' (estimated)'}`
    : '';
  return [
    make('span', {class: 'sign', 'aria-hidden': 'true'}, sign),
    make('bdi', {class: 'name'}, nameNodes(name, 60)),
    side(relation.a, relation.size_a),
    side(relation.b, relation.size_b),
    make(
      'span',
      {class: 'soft words'},
      words,
      share,
      moved === null ? '' : [': ', make('bdi', {}, nameNodes(moved, 60))],
      relation.replaced ? '; another file has its name' : ''
    ),
  ];
}

customElements.define('folders-part', FoldersPart);
