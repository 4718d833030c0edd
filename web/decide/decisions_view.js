// All decisions, newest first, with their notes; buttons to undo the last one and to export all as a file.

import {fill, make, setText} from '../base/element.js';
import {baseName, folderOf, nameNodes, plain, shorten} from '../base/names.js';
import {SheetView} from '../base/sheet_view.js';
import {counted, minute} from '../base/words.js';
import {undo} from './decide.js';
import {verdictText} from './verdicts.js';

const download = (format) =>
  make(
    'a',
    {class: 'button', href: `/api/decisions/export?format=${format}`, download: `decisions.${format}`},
    `Export ${format.toUpperCase()}`
  );

function fillRow([name, what, facts], decision) {
  fill(name, decision === null ? '…' : nameNodes(baseName(decision.a.path), 100));
  name.title = decision === null ? '' : shorten(plain(decision.a.path), 1000);
  const note = decision?.note ? ` — ${plain(decision.note)}` : '';
  setText(what, decision === null ? '' : verdictText(decision.verdict, decision.b?.path) + note);
  setText(
    facts,
    decision === null ? '' : `${minute(decision.time)} · ${shorten(plain(folderOf(decision.a.path)), 80)}`
  );
}

export class DecisionsView extends SheetView {
  constructor(app) {
    super(app, {
      name: 'decisions',
      title: 'Decisions',
      label: 'Decisions',
      about: 'Decisions are stored with the index and apply to later scans. Nothing is deleted here.',
      actions: [
        make('button', {type: 'button', click: () => undo(app)}, 'Undo the last (u)'),
        download('csv'),
        download('json'),
      ],
      rowHeight: 68,
      cells: () => [
        make('bdi', {class: 'name'}),
        make('bdi', {class: 'what'}),
        make('bdi', {class: 'soft'}),
      ],
      fillRow,
      total: (count) => (count === 0 ? 'Nothing is decided yet.' : counted(count, 'decision')),
      arrived: (decisions) => app.live.seen(Math.max(0, ...decisions.map(({batch}) => batch))),
    });
  }
}

customElements.define('decisions-view', DecisionsView);
