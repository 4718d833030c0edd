// The state of the program, in the page's header: a progress bar and a button to stop the scan, or the time
// when it ended and a button to scan again.

import {fill, make, setAttribute, setText} from './base/element.js';
import {plain} from './base/names.js';
import {bytes, count, counted} from './base/words.js';

const kStages = {
  walk: 'Looking for files',
  compare: 'Looking for changes',
  read: 'Reading',
  index: 'Storing',
  load: 'Loading',
  collate: 'Comparing',
  pair: 'Comparing',
  judge: 'Comparing',
  measure: 'Measuring',
  group: 'Grouping',
  near: 'Comparing',
  report: 'Sorting',
};

export class RunStatus extends HTMLElement {
  #app;
  #state = null;
  #bar = make('progress', {max: '1', 'aria-label': 'Progress of the scan'});
  #text = make('span', {class: 'run-text'});
  #button = make('button', {type: 'button', click: () => this.#press()});

  constructor(app) {
    super();
    this.#app = app;
  }

  connectedCallback() {
    fill(this, this.#bar, this.#text, this.#button);
    this.#bar.hidden = true;
    this.#button.hidden = true;
    this.#app.live.addEventListener('change', () => this.#show());
  }

  #show() {
    const {state, progress, summary, error} = this.#app.live.summary;
    const running = state === 'running';
    this.#bar.hidden = !running;
    this.#button.hidden = false;
    setText(this.#button, running ? 'Stop' : 'Scan again');
    setText(this.#text, running ? this.#progress(progress) : this.#ended(state, summary, error));
    if (this.#state !== null && this.#state === 'running' && !running) {
      this.#app.news.say(
        state === 'ready'
          ? 'The scan is complete.'
          : state === 'stopped'
            ? 'The scan was stopped.'
            : `The scan failed: ${plain(error?.what)}`,
        {error: state === 'failed'}
      );
    }
    this.#state = state;
  }

  #progress(progress) {
    const stage = kStages[progress?.stage] ?? 'Working';
    const [part, all] =
      progress?.total_bytes > 0
        ? [progress.bytes, progress.total_bytes]
        : [progress?.files ?? 0, progress?.total_files ?? 0];
    setAttribute(this.#bar, 'value', all > 0 ? Math.min(1, part / all) : null);
    if (!progress?.files) return `${stage} …`;
    const files =
      progress.total_files > 0
        ? `${count(progress.files)} of ${counted(progress.total_files, 'file')}`
        : counted(progress.files, 'file');
    return `${stage}: ${files}`;
  }

  #ended(state, summary, error) {
    if (state === 'failed') return `Failed: ${plain(error?.what)}`;
    const files = summary === null ? '' : `${counted(summary.files, 'file')}, ${bytes(summary.bytes)}`;
    return state === 'stopped' ? `Stopped. ${files}` : files;
  }

  async #press() {
    try {
      await this.#app.api.post(this.#state === 'running' ? 'stop' : 'scan');
    } catch (error) {
      this.#app.news.fail(error);
    }
    this.#app.live.ask();
  }
}

customElements.define('run-status', RunStatus);
