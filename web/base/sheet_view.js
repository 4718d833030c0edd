// A view with a heading and one list of the program, of any length, fetched as it scrolls. Derived classes
// choose the list and fill the rows.

import {fill, make, setText} from './element.js';
import {Pages} from './pages.js';
import {VirtualList} from './virtual_list.js';

export class SheetView extends HTMLElement {
  #app;
  #parts;
  #pages = null;
  #generation = null;
  #count = make('p', {class: 'soft', role: 'status'});
  #list = new VirtualList();

  // `name` is that of the list in the API, and of the view; `about` and `actions` are shown above it. `cells()`
  // makes the elements of a row, `fillRow(cells, record)` fills them (null: not there yet), `total(n)` says
  // how many records there are, `arrived(records)` is called with those that came.
  constructor(app, {name, title, label, about, actions = null, rowHeight, cells, fillRow, total, arrived}) {
    super();
    this.#app = app;
    this.#parts = {name, title, about, actions, rowHeight, total, arrived};
    this.#list.setAttribute('role', 'list');
    this.#list.setAttribute('aria-label', label);
    this.#list.setAttribute('tabindex', '0');
    this.#list.makeRow = () => make('div', {class: 'line', role: 'listitem'}, cells());
    this.#list.fillRow = (row, index) => fillRow(row.children, this.#pages?.at(index) ?? null);
    this.#list.inSight = (from, to) => this.#pages?.want(from, to);
    app.live.addEventListener('change', () => {
      if (this.isConnected && app.live.summary.generation !== this.#generation) this.show();
    });
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    const {name, title, about, actions} = this.#parts;
    const heading = `${name}-title`;
    this.className = 'wide-view';
    fill(
      this,
      make(
        'section',
        {class: 'sheet', 'aria-labelledby': heading},
        make('h1', {id: heading}, title),
        make('p', {}, about),
        actions === null ? null : make('p', {class: 'actions'}, actions),
        this.#count,
        this.#list
      )
    );
  }

  // What is there stays until the new rows have come.
  show() {
    const {name, rowHeight, total, arrived} = this.#parts;
    this.#generation = this.#app.live.summary?.generation ?? null;
    const pages = new Pages(
      (offset, limit, signal) => this.#app.api.get(name, {offset, limit}, signal),
      (_, answer) => {
        if (this.#pages !== pages) this.#pages?.stop();
        this.#pages = pages;
        setText(this.#count, total(pages.total));
        this.#list.resize(pages.total, rowHeight);
        this.#list.refresh();
        arrived?.(answer.items);
      },
      (error) => this.#app.news.fail(error)
    );
    const from = this.#list.firstRow;
    pages.open(from, from + this.#list.rowsInView);
  }
}
