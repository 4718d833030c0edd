// What is above the list of the queue: what can be freed, the kinds, search, order, filters, and how many
// items there are. Dispatches 'filter' with the filters that change, 'threshold' while the similarity moves,
// 'panel' when the filters open, 'leave' when the search is done, and 'rules'.

import {fill, make, setAttribute, setClass, setText} from '../base/element.js';
import {bytes, count, counted} from '../base/words.js';
import {FilterPanel, filterText} from './filter_panel.js';
import {kKinds, kSorts, kindAbout, kindName} from './kinds.js';

const kTyping = 250; // milliseconds after the last key until a search begins

export class QueueHead extends HTMLElement {
  #timer = 0;
  #panel = new FilterPanel();
  #kinds = {};
  #title = make('h1', {id: 'queue-title'}, 'Looking …');
  #status = make('p', {class: 'soft queue-status', role: 'status'});
  #chips = make('div', {class: 'chips'});
  #search = make('input', {
    type: 'search',
    placeholder: 'Search names ( / )',
    'aria-label': 'Search names',
    input: () => this.#searchSoon(),
    keydown: (event) => this.#searchKey(event),
  });
  #sort = make(
    'select',
    {'aria-label': 'Order', change: () => this.#filter({sort: this.#sort.value})},
    kSorts.map(([value, text]) => make('option', {value}, text))
  );
  #toggle = make(
    'button',
    {type: 'button', 'aria-expanded': 'false', 'aria-controls': 'filters', click: () => this.openFilters()},
    'Filters'
  );

  constructor() {
    super();
    for (const kind of ['', ...kKinds]) {
      this.#kinds[kind] = make(
        'button',
        {type: 'button', title: kindAbout(kind), 'aria-pressed': 'false', click: () => this.#filter({kind})},
        kind ? kindName(kind) : 'All',
        make('span', {class: 'number'})
      );
    }
    this.#panel.hidden = true;
    this.#panel.addEventListener('change', (event) => this.#filter(event.detail));
    this.#panel.addEventListener('threshold', (event) => this.#tell('threshold', event.detail));
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    fill(
      this,
      this.#title,
      make('div', {class: 'kinds', role: 'group', 'aria-label': 'Kinds'}, Object.values(this.#kinds)),
      make(
        'div',
        {class: 'queue-tools', role: 'search'},
        this.#search,
        this.#sort,
        this.#toggle,
        make(
          'button',
          {type: 'button', title: 'Rules for many items (r)', click: () => this.#tell('rules')},
          'Rules'
        )
      ),
      this.#panel,
      this.#chips,
      this.#status
    );
  }

  get isOpen() {
    return !this.#panel.hidden;
  }

  focusSearch() {
    this.#search.focus();
  }

  openFilters() {
    this.#panel.hidden = !this.#panel.hidden;
    this.#toggle.setAttribute('aria-expanded', String(!this.#panel.hidden));
    if (this.#panel.hidden) return;
    this.#tell('panel');
    this.#panel.focusFirst();
  }

  // What there is to choose from.
  choices(bins, facets) {
    this.#panel.bins = bins;
    this.#panel.facets = facets;
  }

  showFilters(filters) {
    for (const [kind, button] of Object.entries(this.#kinds))
      setAttribute(button, 'aria-pressed', String((filters.kind ?? '') === kind));
    if (document.activeElement !== this.#search) this.#search.value = filters.q ?? '';
    this.#sort.value = filters.sort ?? 'value';
    this.#panel.show(filters);
    const chips = Object.entries(filters).filter(
      ([name]) => !['kind', 'sort', 'q', 'decided'].includes(name)
    );
    setText(this.#toggle, chips.length > 0 ? `Filters (${chips.length})` : 'Filters');
    fill(
      this.#chips,
      chips.map(([name, value]) =>
        make(
          'button',
          {
            type: 'button',
            class: 'chip',
            'aria-label': `Remove the filter: ${filterText(name, value)}`,
            click: () => this.#filter({[name]: ''}),
          },
          filterText(name, value).slice(0, 60),
          ' ✕'
        )
      )
    );
  }

  showSummary({value, state, answer}) {
    const free = value?.free ?? 0;
    setText(
      this.#title,
      !answer && state === 'running'
        ? 'Looking for similar files …'
        : free > 0
          ? `${bytes(free)} can be freed`
          : 'What to decide'
    );
    let all = 0;
    for (const kind of kKinds) {
      const items = value?.[kind]?.items ?? 0;
      all += items;
      setText(this.#kinds[kind].querySelector('.number'), count(items));
      setClass(this.#kinds[kind], 'none', items === 0);
    }
    setText(this.#kinds[''].querySelector('.number'), count(all));
  }

  // How many items the list has, and how many decided ones it hides.
  showStatus(total, filters, {decided, state, answer}) {
    const hidden = !filters.decided && decided > 0;
    const nothing =
      state === 'running' && !answer
        ? 'Items appear when the scan is complete.'
        : 'No items match these filters.';
    const text =
      total > 0
        ? counted(total, 'item')
        : Object.keys(filters).length > 0 || state === 'running'
          ? nothing
          : 'Nothing is left to decide.';
    const toggle = () =>
      make(
        'button',
        {type: 'button', class: 'link', click: () => this.#filter({decided: filters.decided ? '' : 'show'})},
        filters.decided ? 'Hide decided items' : 'Show them'
      );
    fill(
      this.#status,
      text,
      hidden ? `; ${counted(decided, 'decided item')} hidden ` : ' ',
      hidden || filters.decided ? toggle() : null
    );
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, {detail}));
  }

  #filter(change) {
    this.#tell('filter', change);
  }

  #searchSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#filter({q: this.#search.value.trim()}), kTyping);
  }

  #searchKey(event) {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    clearTimeout(this.#timer);
    this.#filter({q: this.#search.value.trim()});
    this.#tell('leave');
  }
}

customElements.define('queue-head', QueueHead);
