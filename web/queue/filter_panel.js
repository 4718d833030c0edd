// The filters of the queue: folder, type, dates, sizes, similarity. Dispatches 'change' with the filters as
// detail, and 'threshold' while the similarity moves.

import {fill, make} from '../base/element.js';
import {LinkHistogram} from '../base/histogram.js';
import {plain} from '../base/names.js';
import {bytes, count, parseBytes} from '../base/words.js';

const kLabels = {
  folder: 'Folder',
  type: 'Type',
  after: 'Changed from',
  before: 'Changed before',
  min_size: 'Size at least',
  max_size: 'Size at most',
  min: 'Similarity from',
  max: 'Similarity up to',
  q: 'Search',
  decided: 'Decided',
};

// A filter in words, for the chips above the list and the text of a rule.
export function filterText(name, value) {
  if (name === 'min_size' || name === 'max_size') return `${kLabels[name]} ${bytes(Number(value))}`;
  if (name === 'min' || name === 'max') return `${kLabels[name]} ${Math.round(Number(value) * 100)} %`;
  if (name === 'decided') return value === 'only' ? 'Only decided items' : 'Decided items, too';
  return `${kLabels[name]} ${plain(value)}`;
}

export class FilterPanel extends HTMLElement {
  #inputs = {};
  #types = make('select', {change: () => this.#tell()});
  #folders = make('datalist', {id: 'known-folders'});
  #histogram = new LinkHistogram('Only items at least this similar:');
  #filters = {};

  constructor() {
    super();
    const input = (name, attributes) => {
      this.#inputs[name] = make('input', {...attributes, autocomplete: 'off', change: () => this.#tell()});
      return make('label', {}, kLabels[name], this.#inputs[name]);
    };
    this.parts = [
      input('folder', {type: 'text', list: 'known-folders', placeholder: 'any folder', spellcheck: 'false'}),
      make('label', {}, kLabels.type, this.#types),
      input('after', {type: 'date'}),
      input('before', {type: 'date'}),
      input('min_size', {type: 'text', placeholder: 'such as 1 MB'}),
      input('max_size', {type: 'text', placeholder: 'such as 1 GB'}),
    ];
    this.#histogram.addEventListener('move', (event) =>
      this.dispatchEvent(new CustomEvent('threshold', {detail: event.detail}))
    );
    this.#histogram.addEventListener('settle', () => this.#tell());
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.id = 'filters';
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', 'Filters');
    fill(this, make('div', {class: 'fields'}, this.parts), this.#folders, this.#histogram);
  }

  set bins(bins) {
    this.#histogram.bins = bins;
  }

  // What there is to choose from: /api/facets.
  set facets({types, folders}) {
    const chosen = this.#filters.type ?? '';
    const options = types.map(({type, items}) => [type, `${plain(type)} (${count(items)})`]);
    if (chosen && !types.some(({type}) => type === chosen)) options.unshift([chosen, plain(chosen)]);
    fill(
      this.#types,
      make('option', {value: ''}, 'any type'),
      options.map(([value, text]) => make('option', {value}, text))
    );
    this.#types.value = chosen;
    fill(
      this.#folders,
      folders.map(({folder}) => make('option', {value: folder}))
    );
  }

  show(filters) {
    this.#filters = filters;
    for (const name of ['folder', 'after', 'before']) this.#inputs[name].value = filters[name] ?? '';
    for (const name of ['min_size', 'max_size'])
      this.#inputs[name].value = filters[name] ? bytes(Number(filters[name])) : '';
    if (filters.type && ![...this.#types.options].some((option) => option.value === filters.type)) {
      this.#types.append(make('option', {value: filters.type}, plain(filters.type)));
    }
    this.#types.value = filters.type ?? '';
    this.#histogram.value = Number(filters.min ?? 0);
  }

  focusFirst() {
    this.#inputs.folder.focus();
  }

  #tell() {
    const filters = {
      ...this.#filters,
      type: this.#types.value,
      min: this.#histogram.value > 0 ? String(this.#histogram.value) : '',
    };
    for (const name of ['folder', 'after', 'before']) filters[name] = this.#inputs[name].value.trim();
    for (const name of ['min_size', 'max_size']) {
      const text = this.#inputs[name].value.trim();
      const size = parseBytes(text);
      this.#inputs[name].setCustomValidity(text && size === null ? 'A size, such as 10 MB' : '');
      if (!this.#inputs[name].reportValidity()) return;
      filters[name] = size === null ? '' : String(size);
    }
    this.dispatchEvent(new CustomEvent('change', {detail: filters}));
  }
}

customElements.define('filter-panel', FilterPanel);
