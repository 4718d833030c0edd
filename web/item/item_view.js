// The open item: its description, its parts, its members, and the buttons for decisions. While no item is open,
// the overview of what was found.

import {fill, make, setText} from '../base/element.js';
import {nameNodes, plain, shorten} from '../base/names.js';
import {DecisionBar} from '../decide/decision_bar.js';
import {period} from '../base/words.js';
import {itemFacts} from '../queue/item_row.js';
import {kindName} from '../queue/kinds.js';
import {FamilyPart} from './family_part.js';
import {FoldersPart} from './folders_part.js';
import {MemberTable} from './members.js';
import {overview} from './overview.js';

const kWide = matchMedia('(min-width: 900px)');
const kMembers = 1000; // of one answer
const kMost = 20_000;
const kTitle = 300; // characters; names in sentences are shortened by the program

export class ItemView extends HTMLElement {
  #app;
  #item = null;
  #wanted = null; // its id; the item that is shown may still be another one
  #since = 0; // the generation when it was asked for
  #members = new Map();
  #stop = new AbortController();
  #threshold = 0;
  #title = make('h1', {id: 'item-title', tabindex: '-1'});
  #kind = make('p', {class: 'kind'});
  #facts = make('p', {class: 'facts'});
  #cover = make('p', {class: 'soft cover'});
  #body = make('div', {class: 'item-body'});
  #card;
  #overview = make('section', {class: 'overview', 'aria-label': 'What was found'});
  #table;
  #family;
  #folders;
  #bar;

  constructor(app) {
    super();
    this.#app = app;
    this.#table = new MemberTable(app);
    this.#family = new FamilyPart(app);
    this.#folders = new FoldersPart(app);
    this.#bar = new DecisionBar(app, () => this.#boilerplate());
    this.#table.addEventListener('choose', () => this.#choose());
    this.#family.addEventListener('split', (event) => this.threshold(event.detail));
    this.#family.addEventListener('refer', (event) => this.#refer(event.detail));
    app.live.addEventListener('change', () => this.#hear(app.live.summary));
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.#card = make(
      'section',
      {class: 'item', 'aria-labelledby': 'item-title'},
      make(
        'div',
        {class: 'item-head'},
        make('a', {class: 'back', href: '#/', click: (event) => this.#back(event)}, '‹ Queue'),
        this.#kind,
        this.#title,
        this.#facts,
        this.#cover,
        make(
          'p',
          {class: 'actions'},
          make(
            'button',
            {type: 'button', class: 'compare', click: () => this.#compare()},
            'Compare side by side (c)'
          ),
          make('button', {type: 'button', click: () => this.#copyLink()}, 'Copy link')
        )
      ),
      this.#body,
      this.#bar
    );
    this.#card.hidden = true;
    fill(this, this.#overview, this.#card);
  }

  show() {
    const {item} = this.#app.route.current;
    if (item === this.#wanted) return;
    if (item === null) {
      this.#stop.abort();
      this.#item = null;
      this.#wanted = null;
      this.#card.hidden = true;
      this.#overview.hidden = false;
      return;
    }
    this.#load(item, false);
  }

  // After decisions and runs the item may differ.
  #hear({generation}) {
    this.#drawOverview();
    const isHere = this.#item?.id === this.#wanted;
    const known = isHere ? this.#item?.generation : this.#since;
    if (this.#wanted !== null && known !== generation) this.#load(this.#wanted, isHere);
  }

  threshold(value) {
    this.#threshold = value;
    if (this.#item?.kind !== 'family') return;
    const split = this.#family.split(value);
    this.#table.show(this.#item, this.#members, split);
  }

  act(key) {
    const isHere = this.#item !== null && this.#item.id === this.#app.route.current.item;
    if (key === 'c') return isHere && (this.#compare() ?? true);
    if (key === 'Enter') return this.#title.focus() ?? true;
    return this.#bar.act(key);
  }

  async #load(id, again) {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#wanted = id;
    this.#since = this.#app.live.summary?.generation ?? 0;
    const {signal} = this.#stop;
    if (!again) this.#bar.wait();
    try {
      const path = `items/${encodeURIComponent(id)}`;
      const item = await this.#app.api.get(path, {}, signal);
      const members = new Map(item.members.map((member) => [member.n, member]));
      while (members.size < Math.min(item.members_total, kMost)) {
        const more = await this.#app.api.get(path, {offset: members.size, limit: kMembers}, signal);
        if (more.members.length === 0) break;
        for (const member of more.members) members.set(member.n, member);
      }
      this.#open(item, members, again);
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (error.status === 404) {
        this.#item = null;
        this.#wanted = null;
        this.#card.hidden = true;
        this.#overview.hidden = false;
        if (!again)
          this.#app.news.say(
            'This item no longer exists: its files have changed, or the address belongs to another tree.'
          );
      } else {
        this.#app.news.fail(error);
      }
    }
  }

  #open(item, members, again) {
    const isNew = this.#item?.id !== item.id;
    this.#item = item;
    this.#members = members;
    this.#card.hidden = false;
    this.#overview.hidden = true;
    this.#card.dataset.kind = item.kind;
    setText(this.#kind, kindName(item.kind) + (item.decision?.wholly ? ' · decided' : ''));
    fill(this.#title, nameNodes(item.sentence, kTitle));
    this.#title.title = shorten((item.paths ?? []).map(plain).join('\n'), 1000);
    this.#showCover(item);
    setText(this.#facts, itemFacts(item, period));
    if (isNew && !again) {
      this.#table.reference = referenceOf(item);
      this.#table.selection = new Set([...members.keys()].filter((n) => n !== this.#table.reference));
      this.#threshold = Number(this.#app.route.current.filters.min ?? 0);
      this.#body.scrollTop = 0;
      this.#card.scrollTop = 0;
    }
    const parts =
      item.kind === 'family'
        ? [this.#family, this.#table]
        : item.kind === 'folders'
          ? [this.#table, this.#folders]
          : [this.#table];
    if (
      parts.length !== this.#body.children.length ||
      parts.some((part, at) => part !== this.#body.children[at])
    )
      fill(this.#body, parts);
    if (item.kind === 'family') this.#family.show(item, members, this.#table.reference, this.#threshold);
    if (item.kind === 'folders' && isNew) this.#folders.show(item);
    this.#table.show(item, members, item.kind === 'family' ? this.#family.split(this.#threshold) : null);
    this.#choose();
    // On narrow pages the queue is gone, and the focus with it.
    const isLost = document.activeElement === document.body && !kWide.matches;
    if (isNew && isLost && this.#app.route.current.view === 'item') this.#title.focus({preventScroll: true});
  }

  // Copies within a copied folder are reached by search and by links only.
  #showCover({covered_by: folders}) {
    this.#cover.hidden = !folders;
    fill(
      this.#cover,
      folders
        ? [
            'These files are in folders that are copied as a whole, and are decided with them: ',
            make('a', {href: this.#app.route.to({view: 'item', item: folders})}, 'show the folders'),
            '.',
          ]
        : []
    );
  }

  #choose() {
    this.#bar.show(this.#item, this.#members, this.#table.reference, [...this.#table.selection]);
    this.querySelector('.compare').hidden = this.#item.kind === 'folders' || this.#members.size < 2;
    if (this.#item.kind === 'family') this.#family.refer(this.#table.reference);
  }

  #refer(n) {
    this.#table.selection.add(this.#table.reference);
    this.#table.selection.delete(n);
    this.#table.reference = n;
    this.#table.show(this.#item, this.#members, this.#family.split(this.#threshold));
    this.#choose();
  }

  // The reference and the first selected member, or any other.
  #compare() {
    const {reference, selection} = this.#table;
    if (this.#item.kind === 'folders') return;
    const other =
      [...selection].find((n) => n !== reference) ?? [...this.#members.keys()].find((n) => n !== reference);
    if (other !== undefined)
      this.#app.route.go({view: 'compare', item: this.#item.id, a: other, b: reference});
  }

  #boilerplate() {
    this.#app.news.say('Compare two files, select the passage that they share, and press 5.', {
      label: 'Compare',
      act: () => this.#compare(),
    });
  }

  async #copyLink() {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    this.#app.news.say(`Copied: ${plain(location.href)}`);
  }

  #back(event) {
    event.preventDefault();
    this.#app.route.go({view: 'queue'});
  }

  #drawOverview() {
    overview(this.#overview, this.#app);
  }
}

// The member that probably stays: the larger one of a contained pair, the folder that has more than the
// other, the newest.
function referenceOf(item) {
  if (item.kind === 'contained') return 1;
  if (item.kind === 'folders' && item.a.of !== item.b.of) return item.a.of > item.b.of ? 1 : 0;
  return item.suggested ?? item.newest?.n ?? 0;
}

customElements.define('item-view', ItemView);
