// A family of versions: a threshold that splits it, and four ways to look at it. Each picture is drawn when
// its tab is open.

import {fill, make, setAttribute, setText} from '../base/element.js';
import {LinkHistogram} from '../base/histogram.js';
import {shortName} from '../base/names.js';
import {count, counted, percent} from '../base/words.js';
import {drawGraph} from './graph.js';
import {drawMatrix} from './matrix.js';
import {drawShared} from './shared.js';
import {splitByCentre, splitFamily} from './split.js';
import {drawTimeline} from './timeline.js';

const kTabs = [
  ['timeline', 'Timeline', drawTimeline],
  ['matrix', 'Shares', drawMatrix],
  ['shared', 'What all share', drawShared],
  ['graph', 'Graph', drawGraph],
];

export class FamilyPart extends HTMLElement {
  #app;
  #item = null;
  #members = new Map();
  #reference = 0;
  #threshold = 0;
  #split = null;
  #open = 'timeline';
  #drawn = '';
  #histogram = new LinkHistogram('Count links from');
  #text = make('p', {class: 'split', role: 'status'});
  #panel = make('div', {
    class: 'panel',
    role: 'tabpanel',
    id: 'family-panel',
    'aria-labelledby': 'tab-timeline',
    tabindex: '0',
  });
  #tabs = kTabs.map(([name, title]) =>
    make(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${name}`,
        'aria-controls': 'family-panel',
        click: () => this.#show(name),
        keydown: (event) => this.#step(event),
      },
      title
    )
  );

  constructor(app) {
    super();
    this.#app = app;
    this.#histogram.addEventListener('move', (event) =>
      this.dispatchEvent(new CustomEvent('split', {detail: event.detail}))
    );
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    fill(
      this,
      make('div', {class: 'splitter'}, this.#histogram, this.#text),
      make('div', {class: 'tabs', role: 'tablist', 'aria-label': 'Pictures of the family'}, this.#tabs),
      this.#panel
    );
    new ResizeObserver(() => this.#draw()).observe(this.#panel);
  }

  show(item, members, reference, threshold) {
    this.#item = item;
    this.#members = members;
    this.#reference = reference;
    const bins = new Array(100).fill(0);
    const shares = item.links_limited
      ? [...members.values()]
          .filter(({n, with_centre: share}) => n !== item.centre && share > 0)
          .map((member) => member.with_centre)
      : (item.links ?? []).map(({similarity}) => similarity);
    for (const share of shares) ++bins[Math.min(99, Math.floor(share * 100))];
    this.#histogram.unit = item.links_limited ? 'files' : 'links';
    this.#histogram.bins = bins;
    this.#histogram.value = threshold;
    this.#drawn = '';
    this.#split = null;
    this.split(threshold);
    this.#show(this.#open);
  }

  refer(reference) {
    if (reference === this.#reference) return;
    this.#reference = reference;
    this.#draw();
  }

  // What is left above the threshold; the pictures follow.
  split(threshold) {
    if (this.#split !== null && this.#split.threshold === threshold) return this.#split;
    const split = this.#item.links_limited
      ? splitByCentre(this.#members, threshold)
      : splitFamily([...this.#members.keys()], this.#item.links ?? [], threshold);
    this.#split = {...split, threshold};
    if (Math.abs(this.#histogram.value - threshold) > 0.004) this.#histogram.value = threshold;
    setText(this.#text, this.#item.links_limited ? this.#centreText() : this.#partsText());
    this.#draw();
    return this.#split;
  }

  #partsText() {
    const {parts, alone} = this.#split;
    if (parts.length === 1 && alone.length === 0)
      return `All ${counted(this.#members.size, 'file')} are linked.`;
    return [
      parts.length > 0 ? counted(parts.length, 'part') : '',
      alone.length > 0 ? `${counted(alone.length, 'file')} alone` : '',
    ]
      .filter(Boolean)
      .join(', ');
  }

  #centreText() {
    const {byCentre, threshold} = this.#split;
    const {links, links_total: total, centre} = this.#item;
    const name = shortName(this.#members.get(centre)?.path ?? '');
    const all = counted(this.#members.size, 'file');
    const found =
      threshold === 0
        ? `${all} around the centre, ${name}.`
        : `${count(byCentre.near.length)} of ${all} are at least ${percent(threshold)} similar to the centre, ${name}` +
          (byCentre.unknown.length > 0 ? `; for ${count(byCentre.unknown.length)} it is not known.` : '.');
    const why =
      total > links.length
        ? `${count(links.length)} of ${count(total)} are here`
        : 'the family is too large to compare all pairs';
    return `${found} Links are limited (${why}), so subgroups are not shown.`;
  }

  #show(name) {
    this.#open = name;
    kTabs.forEach(([tab], at) => {
      setAttribute(this.#tabs[at], 'aria-selected', String(tab === name));
      setAttribute(this.#tabs[at], 'tabindex', tab === name ? '0' : '-1');
    });
    setAttribute(this.#panel, 'aria-labelledby', `tab-${name}`);
    this.#draw();
  }

  #step(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (kTabs.findIndex(([name]) => name === this.#open) + step + kTabs.length) % kTabs.length;
    this.#show(kTabs[at][0]);
    this.#tabs[at].focus();
  }

  #draw() {
    if (this.#item === null || this.#split === null || this.#panel.clientWidth === 0) return;
    const wanted = JSON.stringify([
      this.#open,
      this.#item.id,
      this.#item.generation,
      this.#split.threshold,
      this.#reference,
      this.#panel.clientWidth,
    ]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    const draw = kTabs.find(([name]) => name === this.#open)[2];
    draw(this.#panel, {
      app: this.#app,
      item: this.#item,
      members: this.#members,
      reference: this.#reference,
      split: this.#split,
      width: this.#panel.clientWidth - 2,
      compare: (a, b) => this.#app.route.go({view: 'compare', item: this.#item.id, a, b}),
      refer: (n) => this.dispatchEvent(new CustomEvent('refer', {detail: n})),
    });
  }
}

customElements.define('family-part', FamilyPart);
