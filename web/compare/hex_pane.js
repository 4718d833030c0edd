// Two binaries side by side, in hexadecimal. Rows are counted and not stored: a block for each run and each
// difference, so that a file of any size can be looked at; its bytes are fetched in pieces as they come into
// sight.

import {fill, make, setClass, setText} from '../base/element.js';
import {kLine, kNarrow, RunPane} from './run_pane.js';
import {firstAfter} from './runs.js';

const kPiece = 65_536;
const kKeep = 64; // pieces of both sides
const kWide = 1100; // pixels above which a row has 16 bytes of each side

const hex = (value) => (value === null ? '··' : value.toString(16).padStart(2, '0'));
const letter = (value) =>
  value === null ? ' ' : value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : '·';

export class HexPane extends RunPane {
  #read = null;
  #sizes = {a: 0, b: 0};
  #blocks = [];
  #perRow = 16;
  #pieces = new Map();
  #asked = new Set();

  constructor() {
    super('Bytes of both files', 'hex-row');
  }

  // `read(side, offset, length)` is a promise of bytes. Answers the differences.
  show(sizeA, sizeB, runs, read) {
    const differences = this.begin(runs, sizeA, sizeB);
    this.#read = read;
    this.#sizes = {a: sizeA, b: sizeB};
    this.#pieces.clear();
    this.#asked.clear();
    this.#perRow = 0;
    this.layOut();
    this.showStart();
    return differences;
  }

  layOut() {
    const perRow = this.clientWidth < kNarrow ? 4 : this.clientWidth < kWide ? 8 : 16;
    if (perRow === this.#perRow || this.clientWidth === 0) return;
    this.#perRow = perRow;
    this.#blocks = [];
    let [a, b, row] = [0, 0, 0];
    const add = (toA, toB) => {
      const rows = Math.max(Math.ceil((toA - a) / perRow), Math.ceil((toB - b) / perRow));
      if (rows > 0) this.#blocks.push({row, a: {from: a, to: toA}, b: {from: b, to: toB}, to: row + rows});
      [a, b, row] = [toA, toB, row + rows];
    };
    for (const run of this.ordered) {
      if (run.a.from < a || run.b.from < b) continue;
      add(run.a.from, run.b.from);
      add(run.a.to, run.b.to);
    }
    add(this.#sizes.a, this.#sizes.b);
    this.list.resize(row, kLine);
    this.list.refresh();
  }

  rowOf(side, place) {
    const block = this.#blocks.find((each) => each[side].to > place) ?? this.#blocks.at(-1);
    return block === undefined
      ? 0
      : block.row + Math.floor(Math.max(0, place - block[side].from) / this.#perRow);
  }

  fillRow(row, index) {
    const block = this.#blocks[firstAfter(this.#blocks, index)];
    if (block === undefined) return;
    const step = (index - block.row) * this.#perRow;
    let here = false;
    for (const [side, gutter, code] of [
      ['a', row.children[0], row.children[1]],
      ['b', row.children[2], row.children[3]],
    ]) {
      const from = block[side].from + step;
      const to = Math.min(block[side].to, from + this.#perRow);
      setText(gutter, from < to ? from.toString(16).padStart(6, '0') : '');
      setClass(code, 'missing', from >= to);
      fill(code, from < to ? this.#contents(side, from, to) : null);
      here ||= this.here !== null && from < this.here[side].to && to > this.here[side].from;
    }
    setClass(row, 'here', here);
  }

  #contents(side, from, to) {
    const values = Array.from({length: to - from}, (_, at) => this.#byte(side, from + at));
    const contents = [];
    this.pieces(side, from, to, (start, end, stretch) => {
      const text = values
        .slice(start - from, end - from)
        .map(hex)
        .join(' ');
      contents.push(this.piece(side, stretch?.run ?? null, {}, text), ' ');
    });
    return [
      ...contents,
      make('span', {class: 'letters', 'aria-hidden': 'true'}, values.map(letter).join('')),
    ];
  }

  #byte(side, at) {
    const number = Math.floor(at / kPiece);
    const key = `${side} ${number}`;
    const piece = this.#pieces.get(key);
    if (piece === undefined) this.#fetch(side, number, key);
    return piece?.[at % kPiece] ?? null;
  }

  // Pending reads of other files are no longer needed.
  async #fetch(side, number, key) {
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    const read = this.#read;
    const piece = await read(side, number * kPiece, kPiece).catch(() => null);
    if (read !== this.#read) return;
    this.#asked.delete(key);
    if (piece === null) return;
    this.#pieces.set(key, piece);
    if (this.#pieces.size > kKeep) this.#pieces.delete(this.#pieces.keys().next().value);
    this.list.refresh();
  }
}

customElements.define('hex-pane', HexPane);
