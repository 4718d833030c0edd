// Two texts side by side, or one below the other where the page is narrow: rows on demand. Offsets are places
// in the decoded texts.

import {fill, make, setClass, setText} from '../base/element.js';
import {visibleNodes} from '../base/names.js';
import {kLine, kNarrow, RunPane} from './run_pane.js';
import {rowOf, textRows} from './text_rows.js';

export class TextPane extends RunPane {
  #texts = {a: '', b: ''};
  #rows = [];
  #numbers = [[], []];
  #width = 0;
  #together = false;

  constructor() {
    super('Lines of both files', 'text-row');
  }

  // `runs` as placeRuns makes them. Answers the differences.
  show(textA, textB, runs) {
    const differences = this.begin(runs, textA.length, textB.length);
    this.#texts = {a: textA, b: textB};
    this.cover = {a: numbered(this.cover.a, textA), b: numbered(this.cover.b, textB)};
    this.#width = 0;
    this.layOut();
    this.showStart();
    return differences;
  }

  layOut() {
    const width = this.clientWidth;
    if (width === 0 || width === this.#width) return;
    this.#width = width;
    this.#together = width < kNarrow;
    setClass(this.list, 'together', this.#together);
    const letter = letterWidth(this);
    const columns = this.#together
      ? Math.floor((width - 100) / letter)
      : Math.floor((width / 2 - 92) / letter);
    const laid = textRows(this.#texts.a, this.#texts.b, this.ordered, Math.max(16, columns), this.#together);
    this.#rows = laid.rows;
    this.#numbers = laid.lineNumbers;
    this.list.resize(this.#rows.length, kLine);
    this.list.refresh();
  }

  rowOf(side, place) {
    return rowOf(this.#rows, side, place);
  }

  fillRow(row, index) {
    const {a, b, both = false} = this.#rows[index];
    const [gutterA, codeA, gutterB, codeB] = row.children;
    this.#fillSide(gutterA, codeA, 'a', a);
    this.#fillSide(gutterB, codeB, 'b', b);
    if (this.#together) {
      row.dataset.side = both ? 'both' : a !== null ? 'a' : 'b';
      if (!both)
        setText(
          a !== null ? gutterA : gutterB,
          `${a !== null ? 'A' : 'B'} ${(a !== null ? gutterA : gutterB).textContent}`
        );
    } else {
      delete row.dataset.side;
    }
    setClass(
      row,
      'here',
      this.here !== null && (this.#touches(a, this.here.a) || this.#touches(b, this.here.b))
    );
  }

  #touches(part, range) {
    return (
      part !== null &&
      range.to > range.from &&
      part.from < range.to &&
      part.to >= range.from &&
      (part.to > range.from || part.from === part.to)
    );
  }

  #fillSide(gutter, code, side, part) {
    setClass(code, 'missing', part === null);
    if (part === null) {
      setText(gutter, '');
      fill(code);
      return;
    }
    const number = part.first ? this.#numbers[side === 'a' ? 0 : 1][part.line] : 0;
    setText(gutter, number > 0 ? String(number) : part.first ? '↪' : '');
    fill(code, this.#contents(side, part));
  }

  // The row's text: what is shared in its colour, with the number where the run begins.
  #contents(side, {from, to}) {
    const text = this.#texts[side];
    const contents = [];
    this.pieces(side, from, to, (start, end, stretch) => {
      const run = stretch?.run ?? null;
      const isNumbered = run !== null && start <= stretch.number && stretch.number < end;
      const attributes = {
        'data-number': isNumbered ? `${run.n}${run.moved ? '⇅' : ''}` : null,
        'data-edge': start === from,
      };
      const shown = visibleNodes(text.slice(start, end).replaceAll('\t', '    '));
      contents.push(this.piece(side, run, attributes, shown));
    });
    return contents;
  }
}

// Where the number of each run is: at its first letters. Many runs begin with the end of a sentence and of a
// line.
function numbered(cover, text) {
  const seen = new Set();
  return cover.map((stretch) => {
    const isFirst = !seen.has(stretch.run.n);
    seen.add(stretch.run.n);
    const letters = text.slice(stretch.from, Math.min(stretch.to, stretch.from + 16)).search(/[\p{L}\p{N}]/u);
    return {...stretch, number: isFirst ? stretch.from + Math.max(0, letters) : -1};
  });
}

function letterWidth(element) {
  const probe = make('code', {class: 'probe'}, 'x'.repeat(100));
  element.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return width || 8;
}

customElements.define('text-pane', TextPane);
