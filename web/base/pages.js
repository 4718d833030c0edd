// Rows of a long list of the program, fetched in pages as they come into sight. Pages that were only passed
// while the user scrolled quickly are not fetched.

const kPage = 100;
const kKeep = 60; // pages
const kPause = 40; // milliseconds; a scrollbar that is dragged passes many pages in this time

export class Pages {
  #get;
  #arrived;
  #pages = new Map(); // page number to rows
  #asked = new Set();
  #stop = new AbortController();
  #timer = 0;
  #range = [0, 0];
  total = 0;

  // `get(offset, limit, signal)` returns {total, items}; `arrived(pages, answer)` is called with it.
  constructor(get, arrived, failed) {
    this.#get = get;
    this.#arrived = arrived;
    this.failed = failed;
  }

  at(index) {
    return this.#pages.get(Math.floor(index / kPage))?.[index % kPage] ?? null;
  }

  // The first index whose row fits, of those that were fetched; -1: none.
  find(fits) {
    for (const [page, rows] of this.#pages) {
      const at = rows.findIndex(fits);
      if (at >= 0) return page * kPage + at;
    }
    return -1;
  }

  // Fetches what rows from..to need, then calls `arrived` once: a list that is replaced in place shows no gap
  // meanwhile.
  async open(from = 0, to = 1) {
    this.#range = [Math.floor(from / kPage), Math.floor(Math.max(from, to - 1) / kPage)];
    const arrived = this.#arrived;
    let last = null;
    this.#arrived = (_, answer) => (last = answer);
    for (let page = this.#range[0]; page <= this.#range[1]; ++page) await this.#fetch(page);
    this.#arrived = arrived;
    if (last !== null && !this.#stop.signal.aborted) arrived(this, last);
  }

  // Rows from..to are in sight.
  want(from, to) {
    this.#range = [Math.floor(from / kPage), Math.floor(Math.max(from, to - 1) / kPage)];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (let page = this.#range[0]; page <= this.#range[1]; ++page) {
        if (!this.#pages.has(page) && page * kPage < this.total) this.#fetch(page);
      }
    }, kPause);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }

  async #fetch(page) {
    if (this.#asked.has(page)) return;
    this.#asked.add(page);
    try {
      const answer = await this.#get(page * kPage, kPage, this.#stop.signal);
      if (this.#stop.signal.aborted) return;
      this.total = answer.total;
      this.#pages.set(page, answer.items);
      for (const old of this.#pages.keys()) {
        if (this.#pages.size <= kKeep) break;
        if (old < this.#range[0] || old > this.#range[1]) this.#pages.delete(old);
      }
      this.#arrived(this, answer);
    } catch (error) {
      if (error.name !== 'AbortError') this.failed(error);
    } finally {
      this.#asked.delete(page);
    }
  }
}
