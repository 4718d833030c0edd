// Short messages at the lower edge, read out by screen readers: what was done, with an undo button, and errors.

import {fill, make} from './element.js';
import {plain, shorten} from './names.js';

const kStay = 8000; // milliseconds

export class News {
  #place;
  #timer = 0;

  constructor(place) {
    this.#place = place;
  }

  say(text, {label = null, act = null, error = false} = {}) {
    clearTimeout(this.#timer);
    fill(
      this.#place,
      make(
        'div',
        {class: error ? 'news error' : 'news'},
        make('span', {}, shorten(text, 300)),
        label === null ? null : make('button', {type: 'button', click: act}, label),
        make(
          'button',
          {type: 'button', class: 'quiet', 'aria-label': 'Dismiss', click: () => this.clear()},
          '✕'
        )
      )
    );
    if (!error) this.#timer = setTimeout(() => this.clear(), kStay);
  }

  fail(error) {
    const where = error.where ? ` (${plain(error.where)})` : '';
    this.say(`${plain(error.message)}${where} ${plain(error.hint ?? '')}`.trim(), {error: true});
  }

  clear() {
    fill(this.#place);
  }
}
