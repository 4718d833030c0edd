// The queue: what there is to decide, most valuable first. A list whose rows come as they are needed, below a
// head with kinds, search and filters.

import {fill, make} from '../base/element.js';
import {Pages} from '../base/pages.js';
import {VirtualList} from '../base/virtual_list.js';
import {openRules} from '../decide/rules.js';
import {fillItemRow, kRowHeight, makeItemRow} from './item_row.js';
import {QueueHead} from './queue_head.js';

const kWide = matchMedia('(min-width: 900px)');
const kLooking = 120; // milliseconds on a row until its item is shown

export class QueueView extends HTMLElement {
  #app;
  #pages = null;
  #waiting = null; // pages that will replace these when they have come
  #shown = null; // filters and generation of what is in the list
  #cursor = 0;
  #rewind = false; // other filters: the list begins at its top
  #opening = false; // the row at the cursor is to be opened when it arrives
  #timer = 0;
  #list = new VirtualList();
  #head = new QueueHead();

  constructor(app) {
    super();
    this.#app = app;
    this.#list.setAttribute('role', 'list');
    this.#list.setAttribute('aria-label', 'Items');
    this.#list.makeRow = makeItemRow;
    this.#list.fillRow = (row, index) => this.#fillRow(row, index);
    this.#list.inSight = (from, to) => this.#pages?.want(from, to);
    this.#list.addEventListener('focusin', (event) => this.#focused(event));
    this.#head.addEventListener('filter', (event) => this.#filter(event.detail));
    this.#head.addEventListener('threshold', (event) => app.threshold(event.detail));
    this.#head.addEventListener('panel', () => this.#loadChoices());
    this.#head.addEventListener('leave', () => this.focusCurrent());
    this.#head.addEventListener('rules', () => openRules(app));
    app.live.addEventListener('change', () => this.show());
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    fill(this, make('section', {class: 'queue', 'aria-labelledby': 'queue-title'}, this.#head, this.#list));
  }

  // Shows what the address and the program's state ask for; what is there already stays.
  show() {
    const {filters, item} = this.#app.route.current;
    const summary = this.#app.live.summary;
    this.#head.showFilters(filters);
    if (summary !== null) this.#head.showSummary(summary);
    const wanted = JSON.stringify([filters, summary?.generation]);
    if (summary !== null && this.#shown?.wanted !== wanted) {
      const same = this.#shown?.filters === JSON.stringify(filters);
      this.#shown = {wanted, filters: JSON.stringify(filters)};
      this.#load(filters, same);
    } else if (item !== null && this.#pages?.at(this.#cursor)?.id !== item) {
      this.#moveTo(item);
    }
    this.#list.refresh();
  }

  act(key) {
    const moves = {
      j: 1,
      ArrowDown: 1,
      k: -1,
      ArrowUp: -1,
      PageDown: this.#list.rowsInView,
      PageUp: -this.#list.rowsInView,
      Home: -Infinity,
      End: Infinity,
    };
    const inItem = document.activeElement?.closest('item-view') !== null && document.activeElement !== null;
    if (key in moves && !(inItem && key.length > 1)) return this.#move(moves[key]);
    if (key === '/') return this.#head.focusSearch() ?? true;
    if (key === 'f') return this.#head.openFilters() ?? true;
    if (key === 'r') return openRules(this.#app) ?? true;
    if (key === 'Enter' && !inItem) return this.#open();
    return false;
  }

  focusCurrent() {
    this.#list.show(this.#cursor);
    this.#list.rowAt(this.#cursor)?.firstElementChild.focus();
  }

  // The item after the open one, or before it at the end.
  next() {
    return (this.#pages?.at(this.#cursor + 1) ?? this.#pages?.at(this.#cursor - 1))?.id ?? null;
  }

  #load(filters, same) {
    this.#waiting?.stop();
    if (!same) this.#cursor = 0;
    this.#rewind = this.#rewind || !same;
    const from = same ? this.#list.firstRow : 0;
    const pages = new Pages(
      (offset, limit, signal) => this.#app.api.get('items', {...filters, offset, limit}, signal),
      (arrived) => this.#arrived(arrived),
      (error) => this.#app.news.fail(error)
    );
    this.#waiting = pages;
    pages.open(from, from + this.#list.rowsInView + 1);
    if (this.#head.isOpen) this.#loadChoices();
  }

  #arrived(pages) {
    const isNew = pages === this.#waiting;
    if (isNew) {
      this.#pages?.stop();
      this.#pages = pages;
      this.#waiting = null;
    }
    if (pages !== this.#pages) return;
    this.#list.resize(pages.total, kRowHeight);
    this.#cursor = Math.max(0, Math.min(this.#cursor, pages.total - 1));
    if (isNew && this.#rewind) this.#list.show(0);
    if (isNew) this.#rewind = false;
    const {item} = this.#app.route.current;
    if (isNew && item !== null && pages.at(this.#cursor)?.id !== item) this.#moveTo(item);
    this.#list.refresh();
    this.#head.showStatus(pages.total, this.#app.route.current.filters, this.#app.live.summary);
    if (this.#opening) this.#open({replace: true});
  }

  #moveTo(item) {
    const at = this.#pages?.find((row) => row.id === item) ?? -1;
    if (at < 0) return;
    this.#cursor = at;
    this.#list.show(at);
  }

  #move(step) {
    const count = this.#list.count;
    if (count === 0) return false;
    this.#cursor = Math.max(0, Math.min(count - 1, this.#cursor + step));
    this.#list.show(this.#cursor);
    this.#list.refresh();
    const inside = document.activeElement?.closest('item-view') ?? null;
    if (inside === null) this.#list.rowAt(this.#cursor)?.firstElementChild.focus({preventScroll: true});
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (kWide.matches || this.#app.route.current.view === 'item') {
      this.#timer = setTimeout(() => this.#look(), kLooking);
    }
    return true;
  }

  // Opens the row at the cursor now, without the usual delay. False: the row has not been fetched yet.
  settle() {
    if (this.#timer !== 0) {
      clearTimeout(this.#timer);
      this.#look();
    }
    return !this.#opening;
  }

  #look() {
    this.#timer = 0;
    this.#opening = !this.#open({replace: true});
    // A hidden list, beside an item on a narrow page, asks for no rows.
    if (this.#opening) this.#pages?.want(this.#cursor, this.#cursor + 1);
  }

  #open({replace = false} = {}) {
    const item = this.#pages?.at(this.#cursor);
    if (!item) return false;
    this.#opening = false;
    this.#app.route.go({view: 'item', item: item.id}, {replace});
    return true;
  }

  #focused(event) {
    const row = event.target.closest('.row');
    const at = row === null ? -1 : Number(row.getAttribute('aria-posinset')) - 1;
    if (at >= 0 && at !== this.#cursor) {
      this.#cursor = at;
      this.#list.refresh();
    }
  }

  #fillRow(row, index) {
    const item = this.#pages?.at(index) ?? null;
    const {route} = this.#app;
    fillItemRow(row, item, {
      href: item === null ? null : route.to({view: 'item', item: item.id}),
      current: item !== null && item.id === route.current.item,
      focusable: index === this.#cursor,
    });
  }

  #filter(change) {
    const filters = {...this.#app.route.current.filters, ...change};
    if (filters.sort === 'value') filters.sort = '';
    this.#app.route.go({filters}, {replace: true});
  }

  async #loadChoices() {
    const {filters} = this.#app.route.current;
    try {
      // The threshold and the chosen type would hide what else there is to choose.
      const [histogram, facets] = await Promise.all([
        this.#app.api.get('histogram', {...filters, min: '', max: ''}),
        this.#app.api.get('facets', {...filters, type: '', folder: ''}),
      ]);
      this.#head.choices(histogram.bins, facets);
    } catch (error) {
      this.#app.news.fail(error);
    }
  }
}

customElements.define('queue-view', QueueView);
