// The row of buttons that decides: 1 to 5, a note, and one line that says what the buttons are about.

import {fill, make, setText} from '../base/element.js';
import {shortName} from '../base/names.js';
import {counted} from '../base/words.js';
import {decide} from './decide.js';
import {kVerdicts, verdictsFor} from './verdicts.js';

export class DecisionBar extends HTMLElement {
  #app;
  #subject = null;
  #waits = false; // for what it will be about
  #pending = null; // a key that was pressed meanwhile
  #busy = false;
  #boilerplate;
  #about = make('p', {class: 'about', id: 'decision-about'});
  #buttons = make('div', {
    class: 'verdicts',
    role: 'group',
    'aria-label': 'Decide',
    'aria-describedby': 'decision-about',
  });
  #note = make('input', {
    type: 'text',
    class: 'note',
    placeholder: 'Note (m)',
    'aria-label': 'Note',
    maxlength: '1000',
    autocomplete: 'off',
  });

  // `boilerplate()` is what the fifth button does.
  constructor(app, boilerplate) {
    super();
    this.#app = app;
    this.#boilerplate = boilerplate;
  }

  connectedCallback() {
    if (this.childElementCount === 0) fill(this, this.#about, this.#buttons, this.#note);
  }

  // Another item will be shown soon: no button may decide about the old one. A key that is pressed until then
  // applies to the new one.
  wait() {
    this.#waits = true;
    this.#pending = null;
    for (const button of this.#buttons.children) button.disabled = true;
  }

  // `members` is by number. The note stays while the item does.
  show(item, members, reference, selection) {
    if (this.#subject?.item.id !== item.id) this.#note.value = '';
    this.#subject = {item, members, reference, selection};
    const possible = verdictsFor(item.kind);
    const shown = [...this.#buttons.children].map((button) => button.dataset.verdict).join();
    if (shown !== possible.join()) {
      fill(
        this.#buttons,
        kVerdicts
          .filter(({verdict}) => possible.includes(verdict))
          .map(({key, verdict, label, about}) =>
            make(
              'button',
              {
                type: 'button',
                title: `${about} (${key})`,
                'data-verdict': verdict,
                'aria-keyshortcuts': key,
                click: () => this.#decide(verdict),
              },
              make('kbd', {'aria-hidden': 'true'}, key),
              label
            )
          )
      );
    }
    const what = item.kind === 'folders' ? 'folder' : 'file';
    setText(
      this.#about,
      `${counted(selection.length, what)} selected; reference: ${shortName(members.get(reference)?.path ?? '')}`
    );
    for (const button of this.#buttons.children) button.disabled = false;
    this.#waits = false;
    const key = this.#pending;
    this.#pending = null;
    if (key !== null) this.act(key);
  }

  act(key) {
    if (key === 'm') return this.#note.focus() ?? true;
    const verdict = kVerdicts.find((each) => each.key === key)?.verdict;
    if (verdict === undefined) return false;
    if (this.#waits) {
      this.#pending = key;
    } else if (this.#subject !== null && verdictsFor(this.#subject.item.kind).includes(verdict)) {
      this.#decide(verdict);
    }
    return true;
  }

  async #decide(verdict) {
    if (verdict === 'boilerplate') {
      this.#boilerplate();
      return;
    }
    if (this.#busy) return; // the same key twice is one decision
    this.#busy = true;
    const {item, members, reference, selection} = this.#subject;
    const done = await decide(this.#app, {
      verdict,
      item: item.id,
      what: item.kind === 'folders' ? 'folder' : 'file',
      members,
      reference,
      selection,
      note: this.#note.value.trim(),
    });
    this.#busy = false;
    if (done) this.#note.value = '';
  }
}

customElements.define('decision-bar', DecisionBar);
