// The files that were skipped, and why.

import {fill, make, setText} from './base/element.js';
import {nameNodes, plain, shorten} from './base/names.js';
import {SheetView} from './base/sheet_view.js';
import {counted} from './base/words.js';

function fillRow([name, reason], skip) {
  fill(name, skip === null ? '…' : nameNodes(skip.path, 160));
  name.title = skip === null ? '' : shorten(plain(skip.path), 1000);
  const kind = skip?.error ? 'Problem: ' : skip?.stage === 'inside' ? 'Not opened: ' : '';
  setText(reason, skip === null ? '' : kind + plain(skip.reason));
}

export class SkippedView extends SheetView {
  constructor(app) {
    super(app, {
      name: 'skips',
      title: 'Not read',
      label: 'Files that were not read',
      about:
        'These were skipped, or their contents could not be opened. Those marked “problem” should have been readable.',
      rowHeight: 52,
      cells: () => [make('bdi', {class: 'name'}), make('span', {class: 'soft'})],
      fillRow,
      total: (count) => (count === 0 ? 'Everything was read.' : counted(count, 'name')),
    });
  }
}

customElements.define('skipped-view', SkippedView);
