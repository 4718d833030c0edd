// The members of an item as a table: which one is the reference, which ones are selected, and what is known
// of each. A name leads to the comparison with the reference. Dispatches 'choose' when the reference or the
// selection changes.

import {fill, make} from '../base/element.js';
import {pathElement, plain, shorten, wholeName} from '../base/names.js';
import {bytes, count, counted, day, minute, percent} from '../base/words.js';
import {verdictText} from '../decide/verdicts.js';

const kAtOnce = 100;

export class MemberTable extends HTMLElement {
  #app;
  #item = null;
  #members = new Map();
  #split = null;
  #shown = kAtOnce;
  reference = 0;
  selection = new Set();

  constructor(app) {
    super();
    this.#app = app;
  }

  // `split` groups the members of a family; null: they are in one list.
  show(item, members, split) {
    if (this.#item?.id !== item.id) this.#shown = kAtOnce;
    this.#item = item;
    this.#members = members;
    this.#split = split;
    this.#draw();
  }

  #draw() {
    const groups = this.#groups();
    const bodies = [];
    let left = this.#shown;
    for (const {title, numbers} of groups) {
      if (left <= 0) break;
      const rows = numbers.slice(0, left).map((number) => this.#row(this.#members.get(number)));
      left -= rows.length;
      bodies.push(
        make(
          'tbody',
          {},
          title === null
            ? null
            : make('tr', {class: 'part'}, make('th', {colspan: '7', scope: 'rowgroup'}, title)),
          rows
        )
      );
    }
    const more = this.#members.size - this.#shown;
    const focused = document.activeElement?.dataset?.control ?? null;
    fill(
      this,
      make(
        'table',
        {class: 'members'},
        make('caption', {class: 'unseen'}, 'Members'),
        make(
          'thead',
          {},
          make(
            'tr',
            {},
            [
              'Reference',
              'Selected',
              this.#item.kind === 'folders' ? 'Folder' : 'File',
              'Size',
              'Changed',
              'Alike',
              ...(this.#isDecided ? ['Decision'] : []),
            ].map((title) =>
              make('th', {scope: 'col'}, title, title === 'Selected' ? [' ', this.#selectAll()] : null)
            )
          )
        ),
        bodies
      ),
      more > 0
        ? make(
            'button',
            {type: 'button', click: () => this.#more()},
            `Show ${count(Math.min(more, kAtOnce))} of ${count(more)} more`
          )
        : null
    );
    if (focused !== null) this.querySelector(`[data-control="${focused}"]`)?.focus({preventScroll: true});
  }

  get #isDecided() {
    return Boolean(this.#item.decision);
  }

  #selectAll() {
    const others = this.#members.size - 1;
    return make('input', {
      type: 'checkbox',
      'aria-label': 'Select all',
      'data-control': 'all',
      checked: this.selection.size >= others,
      change: (event) => this.#selectThese(event.target.checked ? [...this.#members.keys()] : []),
    });
  }

  #more() {
    this.#shown += kAtOnce;
    this.#draw();
  }

  #groups() {
    const all = [...this.#members.keys()];
    if (this.#split === null || (this.#split.parts.length === 1 && this.#split.alone.length === 0))
      return [{title: null, numbers: all}];
    if (this.#split.byCentre) {
      const {near, far, unknown} = this.#split.byCentre;
      return [
        [`${percent(this.#split.threshold)} or more similar to the centre`, near],
        ['Less', far],
        ['Not known', unknown],
      ]
        .filter(([, numbers]) => numbers.length > 0)
        .map(([title, numbers]) => ({title: `${title}: ${counted(numbers.length, 'file')}`, numbers}));
    }
    const groups = this.#split.parts.map((numbers, at) => ({
      title: `Part ${at + 1}: ${counted(numbers.length, 'file')}`,
      numbers,
    }));
    if (this.#split.alone.length > 0)
      groups.push({title: `Alone: ${counted(this.#split.alone.length, 'file')}`, numbers: this.#split.alone});
    return groups;
  }

  #row(member) {
    const {n} = member;
    const name = plain(member.name ?? member.path);
    const short = shorten(name, 80);
    const isReference = n === this.reference;
    const link = this.#linkWith(member);
    const badges = [
      member.newest ? make('span', {class: 'badge good'}, 'newest') : null,
      member.elsewhere
        ? make('span', {class: 'badge', title: 'A file of a pool: it is not on this machine'}, 'in a pool')
        : null,
      member.copies > 1
        ? make(
            'span',
            {class: 'badge', title: shorten((member.copy_paths ?? []).map(plain).join('\n'), 1000)},
            counted(member.copies, 'copy', 'copies')
          )
        : null,
    ];
    const compared =
      !isReference &&
      this.#item.kind !== 'folders' &&
      !member.elsewhere &&
      !this.#members.get(this.reference)?.elsewhere
        ? make(
            'a',
            {
              href: this.#app.route.to({view: 'compare', item: this.#item.id, a: n, b: this.reference}),
              'data-control': `name-${n}`,
            },
            pathElement(member.path)
          )
        : pathElement(member.path);
    return make(
      'tr',
      {
        class: isReference ? 'reference' : this.selection.has(n) ? 'selected' : null,
        'data-part': String((this.#split?.partOf.get(n) ?? 0) % 6),
      },
      make(
        'td',
        {class: 'choose'},
        make('input', {
          type: 'radio',
          name: 'reference',
          'data-control': `reference-${n}`,
          checked: isReference,
          'aria-label': `Reference: ${short}`,
          change: () => this.#refer(n),
        })
      ),
      make(
        'td',
        {class: 'choose'},
        make('input', {
          type: 'checkbox',
          'data-control': `select-${n}`,
          checked: this.selection.has(n) && !isReference,
          disabled: isReference,
          'aria-label': `Select ${short}`,
          change: (event) => this.#select(n, event.target.checked),
        })
      ),
      make('th', {class: 'file', scope: 'row'}, compared, badges, wholeName(member.path)),
      make('td', {class: 'size'}, bytes(member.size)),
      make('td', {class: 'date', title: minute(member.mtime)}, day(member.mtime)),
      make('td', {class: 'alike'}, isReference ? 'reference' : link),
      this.#isDecided
        ? make(
            'td',
            {class: 'verdict', title: plain(member.decision?.note ?? '')},
            this.#decision(member.decision)
          )
        : null
    );
  }

  // Of a pair of superseded or copied files, the second one is what stays.
  #decision(decision) {
    if (!decision) return '';
    const {verdict, about, as, with: other, other: path, note} = decision;
    const stays = as === 'b' && verdict !== 'unrelated';
    const folder = about === 'folder' && this.#item.kind !== 'folders';
    const text = stays
      ? 'Stays'
      : folder
        ? `With its folder: ${verdictText(verdict, path)}`
        : verdictText(verdict, this.#members.get(other)?.path ?? path);
    return text + (note ? ` — ${shorten(plain(note), 40)}` : '');
  }

  // How much of the member is in the reference, if they are linked.
  #linkWith(member) {
    if (this.#item.kind === 'folders') return percent([this.#item.a, this.#item.b][member.n]?.of);
    const link = this.#item.links?.find(
      ({a, b}) => (a === member.n && b === this.reference) || (b === member.n && a === this.reference)
    );
    if (link !== undefined) {
      const share = link.a === member.n ? link.of_a : link.of_b;
      return `${link.measured ? '' : 'about '}${percent(share)}`;
    }
    if (this.#item.kind === 'identical' || this.#item.kind === 'inside') return 'equal';
    if (member.n === this.#item.centre) return this.#item.links_limited ? 'centre' : '–';
    return this.#item.links_limited && member.with_centre > 0
      ? `${member.measured ? '' : 'about '}${percent(member.with_centre)} with the centre`
      : '–';
  }

  #refer(n) {
    this.selection.add(this.reference);
    this.selection.delete(n);
    this.reference = n;
    this.#draw();
    this.dispatchEvent(new Event('choose'));
  }

  #selectThese(numbers) {
    this.selection = new Set(numbers.filter((n) => n !== this.reference));
    this.#draw();
    this.dispatchEvent(new Event('choose'));
  }

  #select(n, on) {
    if (on) {
      this.selection.add(n);
    } else {
      this.selection.delete(n);
    }
    this.#draw();
    this.dispatchEvent(new Event('choose'));
  }
}

customElements.define('member-table', MemberTable);
