// How many links (or files) there are of each similarity, with a threshold below. 'move' is dispatched while
// the threshold moves, and 'settle' when it rests, both with its value from 0 to 1 as detail.

import {fill, make, makeSvg, setText} from './element.js';
import {count, percent} from './words.js';

const kHeight = 48;
let numbers = 0;

export class LinkHistogram extends HTMLElement {
  #slider;
  #output = make('output', {});
  #bars = makeSvg('svg', {viewBox: `0 0 100 ${kHeight}`, preserveAspectRatio: 'none', 'aria-hidden': 'true'});
  #bins = [];
  #unit = 'links';

  constructor(label) {
    super();
    const id = `threshold-${++numbers}`;
    this.#slider = make('input', {
      type: 'range',
      id,
      min: '0',
      max: '100',
      step: '1',
      value: '0',
      input: () => this.#tell('move'),
      change: () => this.#tell('settle'),
    });
    this.label = make('label', {for: id}, label);
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    fill(this, this.#bars, this.#slider, make('p', {class: 'threshold'}, this.label, ' ', this.#output));
    this.#mark();
  }

  get value() {
    return Number(this.#slider.value) / 100;
  }

  set value(value) {
    this.#slider.value = String(Math.round(value * 100));
    this.#mark();
  }

  // What is counted: links, or files.
  set unit(unit) {
    this.#unit = unit;
    setText(this.label, `Count ${unit} from`);
  }

  // One hundred counts; the last one is that of 99 % and more.
  set bins(bins) {
    this.#bins = bins;
    const most = Math.max(1, ...bins);
    fill(
      this.#bars,
      bins.map((links, at) => {
        // The root: a bin of ten thousand links would leave the others without a pixel.
        const height = links === 0 ? 0 : Math.max(2, Math.sqrt(links / most) * kHeight);
        return makeSvg('rect', {x: at, y: kHeight - height, width: 0.9, height});
      })
    );
    this.#mark();
  }

  #tell(type) {
    this.#mark();
    this.dispatchEvent(new CustomEvent(type, {detail: this.value}));
  }

  #mark() {
    const at = Number(this.#slider.value);
    [...this.#bars.children].forEach((bar, bin) => bar.classList.toggle('below', bin < at));
    const left = this.#bins.slice(at).reduce((sum, links) => sum + links, 0);
    const all = this.#bins.reduce((sum, links) => sum + links, 0);
    setText(this.#output, `${percent(at / 100)}: ${count(left)} of ${count(all)} ${this.#unit}`);
    this.#slider.setAttribute('aria-valuetext', this.#output.textContent);
  }
}

customElements.define('link-histogram', LinkHistogram);
