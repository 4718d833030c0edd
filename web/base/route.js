// The address of what is shown: #/item/ID?kind=family. It holds every state that a user may want to return to,
// or send to a colleague: the view, and the filters of the queue.

const kFilters = [
  'kind',
  'folder',
  'type',
  'after',
  'before',
  'min_size',
  'max_size',
  'min',
  'max',
  'q',
  'decided',
  'sort',
];

function parse(hash) {
  const [path, search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  let parts;
  try {
    parts = path
      .split('/')
      .filter((part) => part)
      .map(decodeURIComponent);
  } catch {
    parts = [];
  }
  const filters = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (kFilters.includes(name) && value) filters[name] = value;
  }
  const views = {item: 2, compare: 4, decisions: 1, skipped: 1};
  const known = parts.length > 0 && views[parts[0]] === parts.length;
  return {
    view: known ? parts[0] : 'queue',
    item: known ? (parts[1] ?? null) : null,
    a: known && parts.length === 4 ? Number(parts[2]) : null,
    b: known && parts.length === 4 ? Number(parts[3]) : null,
    filters,
  };
}

export function address({view = 'queue', item = null, a = null, b = null, filters = {}}) {
  const parts = view === 'queue' ? [] : [view, item, a, b].filter((part) => part !== null);
  const search = new URLSearchParams();
  for (const name of kFilters) {
    if (filters[name]) search.set(name, filters[name]);
  }
  const text = search.toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${text ? `?${text}` : ''}`;
}

// Dispatches 'change' when the address has changed, by whatever way.
export class Route extends EventTarget {
  constructor() {
    super();
    this.current = parse(location.hash);
    addEventListener('hashchange', () => this.#changed());
  }

  // The same view with other parts; `replace` leaves no step in the browser's history.
  go(change, {replace = false} = {}) {
    const to = address(
      change.view === undefined ? {...this.current, ...change} : {filters: this.current.filters, ...change}
    );
    if (to === (location.hash || '#/')) return;
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    this.#changed();
  }

  to(change) {
    return address({filters: this.current.filters, ...change});
  }

  #changed() {
    this.current = parse(location.hash);
    this.dispatchEvent(new Event('change'));
  }
}
