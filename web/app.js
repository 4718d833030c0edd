// The page of `kindred review`: starts the session, and shows the view that the address names. The queue and
// the open item stay in the document while other views cover them, so that the user returns to the same place.

import {Api} from './base/api.js';
import {fill, make, setAttribute} from './base/element.js';
import {listenToKeys, showKeys} from './base/keys.js';
import {Live} from './base/live.js';
import {News} from './base/news.js';
import {Route} from './base/route.js';
import {applyTheme, followSystem, toggleTheme} from './base/theme.js';
import {CompareView} from './compare/compare_view.js';
import {DecisionsView} from './decide/decisions_view.js';
import {undo} from './decide/decide.js';
import {ItemView} from './item/item_view.js';
import {QueueView} from './queue/queue_view.js';
import {RunStatus} from './run_status.js';
import {SkippedView} from './skipped_view.js';
import {count} from './base/words.js';

applyTheme();
followSystem();

const kTitles = {
  queue: 'Queue',
  item: 'Item',
  compare: 'Side by side',
  decisions: 'Decisions',
  skipped: 'Not read',
};

const main = document.getElementById('main');

// The token leaves the address bar, the history and every link that is copied from it.
function takeToken() {
  const match = /^#token=([0-9a-fA-F]+)$/.exec(location.hash);
  if (match === null) return null;
  history.replaceState(null, '', '#/');
  return match[1];
}

// An address with a new token, pasted over that of an open page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});

// The link is no address of a view.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

function showRefusal(error) {
  const refused = error.status === 401 || error.status === 403;
  fill(
    main,
    make(
      'section',
      {class: 'refusal', 'aria-labelledby': 'refusal'},
      make('h1', {id: 'refusal'}, refused ? 'This address is not complete' : 'The program does not respond'),
      make(
        'p',
        {},
        refused
          ? 'Open the whole address that kindred review printed, including everything after #token=. The address of an earlier run is no longer valid.'
          : 'Start kindred review again and open the address that it prints.'
      )
    )
  );
}

class App {
  api = new Api();
  news = new News(document.getElementById('news'));
  route = new Route();
  live = new Live(this.api);
  #views = {};
  #links = {};

  async start(token) {
    try {
      await this.api.start(token);
    } catch (error) {
      showRefusal(error);
      return;
    }
    this.#views = {
      queue: new QueueView(this),
      item: new ItemView(this),
      compare: new CompareView(this),
      decisions: new DecisionsView(this),
      skipped: new SkippedView(this),
    };
    this.#showTop();
    fill(main, this.#views.queue, this.#views.item);
    this.route.addEventListener('change', () => this.#show());
    this.live.addEventListener('change', () => this.#showCounts());
    this.live.addEventListener('gone', (event) => this.#lost(event.detail));
    this.live.addEventListener('back', () => this.news.clear());
    listenToKeys((key) => this.#act(key));
    this.#show();
    this.live.ask();
  }

  // The threshold of the queue's histogram moves: the open family splits along.
  threshold(value) {
    this.#views.item.threshold(value);
  }

  // A decision was made or undone.
  async decided() {
    await this.live.askAgain();
  }

  // The item after the open one, in the queue's order.
  next() {
    return this.#views.queue.next();
  }

  // The program has ended, or was restarted and no longer accepts this session.
  #lost(error) {
    if (error.status === 401) {
      showRefusal(error);
    } else {
      this.news.fail(error);
    }
  }

  #showTop() {
    const names = {queue: 'Queue', decisions: 'Decisions', skipped: 'Not read'};
    for (const [view, name] of Object.entries(names)) {
      this.#links[view] = make('a', {href: '#/'}, name, make('span', {class: 'number'}));
    }
    fill(document.getElementById('views'), Object.values(this.#links));
    fill(document.getElementById('run'), new RunStatus(this));
    fill(
      document.getElementById('tools'),
      make(
        'button',
        {
          type: 'button',
          class: 'quiet',
          title: 'Dark or light (t)',
          'aria-label': 'Dark or light',
          click: toggleTheme,
        },
        '◐'
      ),
      make(
        'button',
        {type: 'button', class: 'quiet', title: 'Keys (?)', 'aria-label': 'Keys', click: showKeys},
        '?'
      )
    );
  }

  #showCounts() {
    const {decided, skips} = this.live.summary;
    for (const [view, number] of [
      ['decisions', decided],
      ['skipped', skips],
    ]) {
      fill(this.#links[view].querySelector('.number'), number > 0 ? ` ${count(number)}` : null);
    }
  }

  #show() {
    const {view} = this.route.current;
    main.dataset.view = view;
    document.title = `${kTitles[view]} – Kindred`;
    for (const [name, link] of Object.entries(this.#links)) {
      const here = name === view || (name === 'queue' && (view === 'item' || view === 'compare'));
      setAttribute(link, 'aria-current', here ? 'page' : null);
      setAttribute(link, 'href', this.route.to({view: name}));
    }
    const covering = ['compare', 'decisions', 'skipped'];
    for (const name of covering) {
      if (name !== view) this.#views[name].remove();
    }
    if (covering.includes(view) && !this.#views[view].isConnected) main.append(this.#views[view]);
    this.#views.queue.show();
    this.#views.item.show();
    if (covering.includes(view)) this.#views[view].show();
  }

  #act(key) {
    const {view} = this.route.current;
    if (key === '?') return showKeys() ?? true;
    if (key === 't') return toggleTheme() !== null;
    if (key === 'u') return undo(this) ?? true;
    if (key === 'Escape') return this.#back();
    if (view === 'queue' || view === 'item') {
      if (this.#views.queue.act(key)) return true;
      if (!this.#views.queue.settle()) return true;
      return this.route.current.view === 'item' && this.#views.item.act(key);
    }
    return this.#views[view].act?.(key) ?? false;
  }

  #back() {
    const {view, item} = this.route.current;
    if (view === 'compare') {
      this.route.go({view: 'item', item});
    } else if (view !== 'queue') {
      this.route.go({view: 'queue'});
      this.#views.queue.focusCurrent();
    } else {
      return false;
    }
    return true;
  }
}

new App().start(takeToken());
