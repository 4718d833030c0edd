// Two members of an item side by side: texts, bytes or images. The keys n and p go through the differences, x
// through the shared passages; the selected passage leads to where it occurs on the other side, or becomes
// boilerplate.

import {fill, make, setText} from '../base/element.js';
import {pathElement, plain} from '../base/names.js';
import {bytes, count, counted, day, percent} from '../base/words.js';
import {openBoilerplate} from '../decide/boilerplate.js';
import {DecisionBar} from '../decide/decision_bar.js';
import {decode} from './decode.js';
import {HexPane} from './hex_pane.js';
import {ImagePane} from './image_pane.js';
import {loadText} from './load_text.js';
import {passageOf} from './passage.js';
import {placeRuns} from './runs.js';
import {TextPane} from './text_pane.js';

export class CompareView extends HTMLElement {
  #app;
  #shown = '';
  #stop = new AbortController();
  #comparison = null;
  #item = null;
  #texts = null;
  #runs = [];
  #differences = [];
  #at = -1;
  #selected = null;
  #pane = null;
  #sides = make('div', {class: 'sides'});
  #facts = make('p', {class: 'facts', role: 'status'});
  #place = make('div', {class: 'pane'});
  #where = make('span', {class: 'where', role: 'status'});
  #passage = make('span', {class: 'passage-tools'});
  #back = make('a', {class: 'back', href: '#/'}, '‹ Item');
  #panes = {text: new TextPane(), binary: new HexPane(), image: new ImagePane()};
  #bar;

  constructor(app) {
    super();
    this.#app = app;
    this.#bar = new DecisionBar(app, () => this.#boilerplate());
    for (const pane of Object.values(this.#panes))
      pane.addEventListener('run', (event) => this.#select(event.detail.run, event.detail.side, false));
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.className = 'wide-view';
    const button = (text, label, key, act) =>
      make(
        'button',
        {
          type: 'button',
          title: `${label} (${key})`,
          'aria-label': label,
          'aria-keyshortcuts': key,
          click: act,
        },
        text
      );
    fill(
      this,
      make(
        'section',
        {class: 'comparison', 'aria-labelledby': 'compare-title'},
        make('h1', {id: 'compare-title', class: 'unseen'}, 'Side by side'),
        make(
          'div',
          {class: 'compare-head'},
          this.#back,
          this.#facts,
          make(
            'div',
            {class: 'jump', role: 'group', 'aria-label': 'Differences'},
            button('↑', 'Previous difference', 'p', () => this.#jump(-1)),
            button('↓', 'Next difference', 'n', () => this.#jump(1)),
            this.#where
          ),
          this.#passage,
          make('button', {type: 'button', click: () => this.#swap()}, 'Swap')
        ),
        this.#sides,
        this.#place,
        this.#bar
      )
    );
  }

  show() {
    const {item, a, b} = this.#app.route.current;
    const wanted = `${item} ${a} ${b} ${this.#app.live.summary?.generation ?? ''}`;
    this.#back.href = this.#app.route.to({view: 'item', item});
    if (this.#shown === wanted) return;
    this.#shown = wanted;
    this.#load(item, a, b);
  }

  act(key) {
    if (key === 'n' || key === 'p') return this.#jump(key === 'n' ? 1 : -1) ?? true;
    if (key === 'x') return this.#nextRun() ?? true;
    if (key === 'g') return this.#cross() ?? true;
    if (key === 'j' || key === 'k') return this.#other(key === 'j' ? 1 : -1) ?? true;
    return this.#bar.act(key);
  }

  async #load(item, a, b) {
    this.#stop.abort();
    this.#stop = new AbortController();
    const {signal} = this.#stop;
    this.#bar.wait();
    if (this.#comparison?.item !== item) {
      setText(this.#facts, '');
      fill(this.#sides);
      fill(this.#place, make('p', {class: 'empty'}, 'Comparing …'));
    }
    try {
      const [comparison, whole] = await Promise.all([
        this.#app.api.get('compare', {item, a, b}, signal),
        this.#app.api.get(`items/${encodeURIComponent(item)}`, {}, signal),
      ]);
      this.#comparison = {...comparison, item};
      this.#item = whole;
      this.#at = -1;
      this.#selected = null;
      await this.#draw(signal);
    } catch (error) {
      if (error.name === 'AbortError') return;
      this.#shown = '';
      setText(this.#facts, '');
      fill(this.#sides);
      fill(
        this.#place,
        make('p', {class: 'empty problem'}, plain(error.message), ' ', plain(error.hint ?? ''))
      );
    }
  }

  async #draw(signal) {
    const {a, b, kind, of_a: ofA, of_b: ofB, runs, truncated, identical, item} = this.#comparison;
    const pane = this.#panes[kind] ?? this.#panes.binary;
    let cut = truncated;
    if (pane === this.#panes.text) {
      const [bytesA, bytesB] = await Promise.all(
        [a, b].map(({n}) => loadText(this.#app.api, item, n, signal))
      );
      cut ||= bytesA.cut || bytesB.cut;
      const decodedA = decode(
        bytesA.all,
        runs.flatMap((run) => [run.a_offset, run.a_offset + run.length])
      );
      const decodedB = decode(
        bytesB.all,
        runs.flatMap((run) => [run.b_offset, run.b_offset + run.length])
      );
      this.#texts = {a: bytesA.all, b: bytesB.all};
      this.#runs = placeRuns(runs, decodedA.at, decodedB.at);
      this.#show(pane);
      this.#differences = pane.show(decodedA.text, decodedB.text, this.#runs);
    } else if (pane === this.#panes.binary) {
      this.#runs = placeRuns(
        runs,
        (offset) => offset,
        (offset) => offset
      );
      this.#show(pane);
      const sides = {a: a.n, b: b.n};
      this.#differences = pane.show(
        a.size,
        b.size,
        this.#runs,
        async (side, offset, length) => {
          try {
            return (await this.#app.api.content(item, sides[side], 'bytes', offset, length, signal)).piece;
          } catch (error) {
            if (error.name !== 'AbortError') this.#app.news.fail(error);
            throw error;
          }
        }
      );
    } else {
      this.#runs = [];
      this.#differences = [];
      this.#show(pane);
      pane.show(item, a, b);
    }
    const side = (letter, member) =>
      make(
        'div',
        {class: 'side'},
        make('span', {class: 'letter'}, letter),
        pathElement(member.path),
        make(
          'span',
          {class: 'soft'},
          [bytes(member.size), day(member.mtime), member.newest ? 'newest' : ''].filter(Boolean).join(' · ')
        )
      );
    fill(this.#sides, side('A', a), side('B', b));
    const shares =
      kind === 'image' && runs.length === 0
        ? 'Two images'
        : `${percent(ofA)} of A is in B, ${percent(ofB)} of B is in A`;
    setText(
      this.#facts,
      (identical ? 'Equal in every byte' : shares) + (cut ? '. Too large to show completely' : '')
    );
    this.#bar.show(
      this.#item,
      new Map([
        [a.n, a],
        [b.n, b],
      ]),
      b.n,
      [a.n]
    );
    this.#showWhere();
    this.#showPassage();
    if (document.activeElement === document.body) this.#pane.focus();
  }

  #show(pane) {
    this.#pane = pane;
    if (this.#place.firstElementChild !== pane) fill(this.#place, pane);
  }

  #jump(step) {
    if (this.#differences.length === 0) return;
    this.#at =
      this.#at < 0 && step < 0
        ? this.#differences.length - 1
        : (this.#at + step + this.#differences.length) % this.#differences.length;
    this.#pane.showDifference(this.#differences[this.#at]);
    this.#showWhere();
  }

  #showWhere() {
    const all = this.#differences.length;
    this.querySelector('.jump').hidden = this.#comparison.kind === 'image';
    setText(
      this.#where,
      all === 0
        ? 'No difference'
        : this.#at < 0
          ? counted(all, 'difference')
          : `Difference ${count(this.#at + 1)} of ${count(all)}`
    );
  }

  #nextRun() {
    if (this.#runs.length === 0) return;
    const at = this.#runs.findIndex(({n}) => n === this.#selected?.run.n);
    this.#select(this.#runs[(at + 1) % this.#runs.length], 'a', true);
  }

  #select(run, side, move) {
    this.#selected = {run, side};
    if (move) this.#pane.select(run, side);
    this.#showPassage();
  }

  // To the same passage on the other side.
  #cross() {
    if (this.#selected === null) return;
    this.#select(this.#selected.run, this.#selected.side === 'a' ? 'b' : 'a', true);
  }

  #showPassage() {
    if (this.#selected === null) {
      fill(this.#passage);
      return;
    }
    const {run, side} = this.#selected;
    const {length} = this.#comparison.runs.find(({n}) => n === run.n);
    fill(
      this.#passage,
      `Passage ${run.n}: ${bytes(length)}${run.moved ? ', moved' : ''} `,
      make(
        'button',
        {type: 'button', title: 'Go to where it occurs on the other side (g)', click: () => this.#cross()},
        `In ${side === 'a' ? 'B' : 'A'} (g)`
      )
    );
  }

  #boilerplate() {
    const {passage, problem} = passageOf(this.#comparison, this.#selected, this.#texts);
    if (passage === null) {
      this.#app.news.say(problem);
    } else {
      openBoilerplate(this.#app, passage);
    }
  }

  #swap() {
    const {item, a, b} = this.#app.route.current;
    this.#app.route.go({view: 'compare', item, a: b, b: a}, {replace: true});
  }

  // The next member of the item against the same reference.
  #other(step) {
    const {item, a, b} = this.#app.route.current;
    const numbers = (this.#item?.members ?? []).map(({n}) => n).filter((n) => n !== b);
    if (numbers.length < 2) return;
    const at = (numbers.indexOf(a) + step + numbers.length) % numbers.length;
    this.#app.route.go({view: 'compare', item, a: numbers[at], b}, {replace: true});
  }
}

customElements.define('compare-view', CompareView);
