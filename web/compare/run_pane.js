// What the panes of two texts and of two binaries have in common: a list of rows with both sides, shared runs
// numbered and coloured, one of them selected, one difference marked. Dispatches 'run' when a run is selected.
// What derives from it lays out its rows in layOut(), fills one in fillRow(row, index), and finds one in
// rowOf(side, place).

import {fill, make} from '../base/element.js';
import {VirtualList} from '../base/virtual_list.js';
import {coverOf, differencesOf, firstAfter, inOrder} from './runs.js';

export const kLine = 21; // pixels of a row
export const kNarrow = 700; // pixels below which there is little room beside each other
const kHues = 6;

export class RunPane extends HTMLElement {
  list = new VirtualList();
  ordered = []; // runs that are in the same order on both sides
  cover = {a: [], b: []}; // stretches of each side that are in runs
  here = null; // the current difference
  #runs = [];
  #selected = 0;
  #sizes = new ResizeObserver(() => this.layOut());

  constructor(label, rowClass) {
    super();
    this.list.setAttribute('role', 'list');
    this.list.setAttribute('aria-label', label);
    this.list.setAttribute('tabindex', '0');
    this.list.makeRow = () =>
      make(
        'div',
        {class: rowClass, role: 'listitem'},
        make('span', {class: 'gutter'}),
        make('code', {}),
        make('span', {class: 'gutter'}),
        make('code', {})
      );
    this.list.fillRow = (row, index) => this.fillRow(row, index);
    this.list.addEventListener('click', (event) => this.#clicked(event));
  }

  connectedCallback() {
    if (this.childElementCount === 0) fill(this, this.list);
    this.#sizes.observe(this);
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
  }

  // Two other files; `runs` as placeRuns makes them. Answers the differences.
  begin(runs, lengthA, lengthB) {
    this.#runs = runs;
    this.#selected = 0;
    this.here = null;
    this.ordered = inOrder(runs);
    this.cover = {a: coverOf(runs, 'a'), b: coverOf(runs, 'b')};
    return differencesOf(this.ordered, lengthA, lengthB);
  }

  // Brings the first shared run into sight, if what is before it fills the pane: of a small file beside a large one,
  // or of two that begin differently.
  showStart() {
    if (this.ordered.length === 0) return;
    const row = this.rowOf('a', this.ordered[0].a.from);
    if (row >= this.list.rowsInView) this.#look('a', this.ordered[0].a.from);
  }

  // The arrow keys scroll what has the focus.
  focus() {
    this.list.focus({preventScroll: true});
  }

  showDifference(difference) {
    this.here = difference;
    const side = difference.a.to > difference.a.from ? 'a' : 'b';
    this.#look(side, difference[side].from);
  }

  select(run, side = 'a') {
    this.#selected = run.n;
    this.#look(side, run[side].from);
  }

  // Calls `each(start, end, stretch)` for from..to of a side, piece by piece; the stretch of a difference is null.
  pieces(side, from, to, each) {
    const cover = this.cover[side];
    let at = from;
    for (let next = firstAfter(cover, from); next < cover.length && cover[next].from < to; ++next) {
      const [start, end] = [Math.max(from, cover[next].from), Math.min(to, cover[next].to)];
      if (end <= start) continue; // only the end of a line
      if (start > at) each(at, start, null);
      each(start, end, cover[next]);
      at = end;
    }
    if (at < to) each(at, to, null);
  }

  // A piece of a row, in the colour of its run.
  piece(side, run, attributes, contents) {
    if (run === null) return make('span', {class: 'differs'}, contents);
    const names = [
      'run',
      `hue-${run.n % kHues}`,
      run.moved ? 'moved' : '',
      run.n === this.#selected ? 'selected' : '',
    ];
    return make(
      'span',
      {class: names.filter(Boolean).join(' '), 'data-run': run.n, 'data-side': side, ...attributes},
      contents
    );
  }

  #look(side, place) {
    this.list.show(this.rowOf(side, place), 'middle');
    this.list.refresh();
  }

  #clicked(event) {
    const piece = event.target.closest('[data-run]');
    if (piece === null || String(getSelection()) !== '') return;
    const run = this.#runs.find(({n}) => n === Number(piece.dataset.run));
    this.#selected = run.n;
    this.list.refresh();
    this.dispatchEvent(new CustomEvent('run', {detail: {run, side: piece.dataset.side}}));
  }
}
