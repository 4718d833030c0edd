// The state of the program: polls its summary. Dispatches 'change' when it differs, 'gone' when the program
// stops responding, and 'back' when it responds again.

const kBusy = 400; // milliseconds between questions during a run
const kIdle = 3000;

export class Live extends EventTarget {
  #api;
  #text = '';
  #timer = 0;
  #asking = null;
  #gone = false;
  summary = null;
  batch = 0; // of decisions, the newest that this page has seen

  constructor(api) {
    super();
    this.#api = api;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.ask();
    });
  }

  // Asks now; further questions follow. The promise is for the answer.
  ask() {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  // A batch of decisions that was made here.
  seen(batch) {
    this.batch = Math.max(this.batch, batch ?? 0);
  }

  // As ask(), but ignores a request that is under way: it may have been sent before something was changed.
  async askAgain() {
    await this.#asking;
    await this.ask();
  }

  async #ask() {
    clearTimeout(this.#timer);
    try {
      const summary = await this.#api.get('summary');
      if (this.#gone) {
        this.#gone = false;
        this.dispatchEvent(new Event('back'));
      }
      const text = JSON.stringify(summary);
      if (text !== this.#text) {
        this.#text = text;
        this.summary = summary;
        this.batch = summary.batch;
        this.dispatchEvent(new Event('change'));
      }
    } catch (error) {
      if (!this.#gone) {
        this.#gone = true;
        this.dispatchEvent(new CustomEvent('gone', {detail: error}));
      }
    }
    const pause = this.summary?.state === 'running' ? kBusy : kIdle;
    if (!document.hidden) this.#timer = setTimeout(() => this.ask(), pause);
  }
}
