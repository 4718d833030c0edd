// A list of any number of rows of one height, of which only those in sight are in the document. Browsers
// limit the height of an element (some to 17 million pixels), so the scrollbar is scaled: beyond kTallest
// pixels it represents more than it measures. Small steps of the scrollbar (wheel, touch, arrow keys) then
// move the rows by as many pixels as they would in a short list; large ones (the thumb, the End key) move in
// proportion. When scrolling ends, the thumb is put where the rows are.

import {setAttribute} from './element.js';

const kTallest = 4_000_000;
const kAround = 4; // rows beyond those in sight, on both sides
const kSettle = 150; // milliseconds without a scroll event after which scrolling has ended

export class VirtualList extends HTMLElement {
  #count = 0;
  #rowHeight = 40;
  #top = 0; // in pixels of all rows
  #lastScroll = 0;
  #rows = new Map(); // index to element
  #spare = [];
  #settle = 0;
  #frame = 0;
  #window = document.createElement('div');
  #spacer = document.createElement('div');
  #wanted = null; // a row to show when the list is visible again
  #sizes = new ResizeObserver(() => this.#resized());

  // Functions of the owner: make an empty row; fill one; receive which rows are in sight.
  makeRow = () => document.createElement('div');
  fillRow = () => {};
  inSight = () => {};

  constructor() {
    super();
    this.#window.className = 'window';
    this.#spacer.className = 'spacer';
  }

  connectedCallback() {
    if (!this.#window.isConnected) this.append(this.#window, this.#spacer);
    this.addEventListener('scroll', this.#scrolled, {passive: true});
    this.#sizes.observe(this);
  }

  disconnectedCallback() {
    this.removeEventListener('scroll', this.#scrolled);
    this.#sizes.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settle);
    this.#frame = 0;
  }

  get count() {
    return this.#count;
  }

  get rowHeight() {
    return this.#rowHeight;
  }

  // The first row that is wholly in sight.
  get firstRow() {
    return Math.ceil(this.#top / this.#rowHeight);
  }

  get rowsInView() {
    return Math.max(1, Math.floor(this.clientHeight / this.#rowHeight));
  }

  // The number of rows and their height. What is in sight stays there if it still exists.
  resize(count, rowHeight = this.#rowHeight) {
    if (count === this.#count && rowHeight === this.#rowHeight) return;
    const first = this.#top / this.#rowHeight;
    this.#count = count;
    this.#rowHeight = rowHeight;
    this.#spacer.style.height = `${Math.min(this.#height, kTallest)}px`;
    for (const [index, row] of this.#rows) {
      if (index >= count) this.#release(index, row);
    }
    this.#top = this.#clamp(first * rowHeight);
    this.#placeThumb();
    this.#drawSoon();
  }

  // The rows have other contents.
  refresh() {
    for (const [index, row] of this.#rows) this.fillRow(row, index);
    this.#drawSoon();
  }

  rowAt(index) {
    return this.#rows.get(index) ?? null;
  }

  // Brings the row into sight and draws it at once, so that it can take the focus. `where`: 'near' moves no
  // further than needed, 'middle' puts it there.
  show(index, where = 'near') {
    const top = index * this.#rowHeight;
    const view = this.clientHeight;
    if (view === 0) {
      this.#wanted = [index, where];
      return;
    }
    if (where === 'middle') {
      this.#top = top - (view - this.#rowHeight) / 2;
    } else if (top < this.#top) {
      this.#top = top;
    } else if (top + this.#rowHeight > this.#top + view) {
      this.#top = top + this.#rowHeight - view;
    }
    this.#top = this.#clamp(this.#top);
    this.#placeThumb();
    this.#draw();
  }

  // Also when the list becomes visible again: browsers forget how far a hidden element was scrolled.
  #resized() {
    if (this.clientHeight === 0) return;
    this.#top = this.#clamp(this.#top);
    this.#placeThumb();
    if (this.#wanted !== null) {
      const [index, where] = this.#wanted;
      this.#wanted = null;
      if (index < this.#count) this.show(index, where);
    }
    this.#drawSoon();
  }

  get #height() {
    return this.#count * this.#rowHeight;
  }

  #clamp(top) {
    return Math.max(0, Math.min(top, this.#height - this.clientHeight));
  }

  // Pixels of all rows for one pixel of the scrollbar.
  get #scale() {
    const room = Math.min(this.#height, kTallest) - this.clientHeight;
    return room <= 0 ? 1 : (this.#height - this.clientHeight) / room;
  }

  #placeThumb() {
    this.scrollTop = this.#top / this.#scale;
    this.#lastScroll = this.scrollTop;
  }

  #scrolled = () => {
    const now = this.scrollTop;
    const step = now - this.#lastScroll;
    if (step === 0) return;
    this.#lastScroll = now;
    const scale = this.#scale;
    const end = this.scrollHeight - this.clientHeight;
    const small = Math.abs(step) < this.clientHeight && now > 0 && now < end - 1;
    this.#top = this.#clamp(small && scale > 1 ? this.#top + step : now * scale);
    clearTimeout(this.#settle);
    if (scale > 1) this.#settle = setTimeout(() => this.#placeThumb(), kSettle);
    this.#drawSoon();
  };

  #drawSoon() {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const view = this.clientHeight;
    if (view === 0) return;
    this.#top = this.#clamp(this.#top);
    const from = Math.max(0, Math.floor(this.#top / this.#rowHeight) - kAround);
    const to = Math.min(this.#count, Math.ceil((this.#top + view) / this.#rowHeight) + kAround);
    for (const [index, row] of this.#rows) {
      if (index < from || index >= to) this.#release(index, row);
    }
    for (let index = from; index < to; ++index) {
      let row = this.#rows.get(index);
      if (row === undefined) {
        row = this.#spare.pop() ?? this.makeRow();
        row.style.height = `${this.#rowHeight}px`;
        this.#rows.set(index, row);
        setAttribute(row, 'aria-posinset', index + 1);
        this.fillRow(row, index);
        this.#insert(row, index);
      }
      setAttribute(row, 'aria-setsize', this.#count);
      row.style.transform = `translateY(${index * this.#rowHeight - this.#top}px)`;
    }
    this.#window.style.height = `${view}px`;
    this.inSight(from, to);
  }

  // The order in the document is that of the list: it is what screen readers and the Tab key follow.
  #insert(row, index) {
    const next = this.#rows.get(index + 1) ?? null;
    const previous = this.#rows.get(index - 1) ?? null;
    if (previous !== null && previous.isConnected) {
      previous.after(row);
    } else if (next !== null && next.isConnected) {
      next.before(row);
    } else {
      this.#window.append(row);
    }
  }

  #release(index, row) {
    this.#rows.delete(index);
    row.remove();
    this.#spare.push(row);
  }
}

customElements.define('virtual-list', VirtualList);
