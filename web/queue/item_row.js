// One row of the queue: the description, a name, what can be freed, and the facts in small type. Rows are
// reused for other items, so everything is set in place.

import {fill, make, setAttribute, setClass, setText} from '../base/element.js';
import {baseName, folderOf, nameNodes, plain, shorten} from '../base/names.js';
import {bytes, counted, percent, shortPeriod} from '../base/words.js';
import {kindName, valueName} from './kinds.js';

export const kRowHeight = 110;

export function makeItemRow() {
  const link = make(
    'a',
    {class: 'row-link', tabindex: '-1'},
    make('span', {class: 'row-head'}, make('span', {class: 'kind'}), make('span', {class: 'value'})),
    make('span', {class: 'sentence'}),
    make('span', {class: 'row-path'}, make('bdi', {class: 'name'}), make('bdi', {class: 'folder'})),
    make('span', {class: 'facts'})
  );
  return make('div', {class: 'row', role: 'listitem'}, link);
}

// `between` is how the dates are written: period or shortPeriod.
export function itemFacts(item, between) {
  const facts = [counted(item.files, 'file'), bytes(item.size)];
  if (item.kind !== 'identical' && item.kind !== 'inside') {
    facts.push(`${percent(item.similarity)} alike, ${item.measured ? 'measured' : 'estimated'}`);
  }
  facts.push(between(item.oldest?.mtime, item.newest?.mtime));
  facts.push(
    (item.types ?? [])
      .filter((type) => type !== 'none')
      .slice(0, 3)
      .map(plain)
      .join(', ')
  );
  return facts.filter((fact) => fact).join(' · ');
}

function decisionText({decided, of, wholly}) {
  return wholly ? 'Decided' : `${decided} of ${of} decided`;
}

export function fillItemRow(row, item, {href, current, focusable}) {
  const link = row.firstElementChild;
  const [head, sentence, path, facts] = link.children;
  setClass(row, 'waiting', item === null);
  setClass(row, 'current', current);
  setAttribute(link, 'tabindex', focusable ? '0' : '-1');
  setAttribute(link, 'aria-current', current ? 'true' : null);
  if (item === null) {
    setAttribute(link, 'href', null);
    for (const part of [
      head.children[0],
      head.children[1],
      sentence,
      path.children[0],
      path.children[1],
      facts,
    ])
      setText(part, '');
    return;
  }
  setAttribute(link, 'href', href);
  row.dataset.kind = item.kind;
  setClass(row, 'decided', item.decision?.wholly);
  setText(
    head.children[0],
    [
      kindName(item.kind),
      item.covered_by ? 'in a copied folder' : '',
      item.decision ? decisionText(item.decision) : '',
    ]
      .filter(Boolean)
      .join(' · ')
  );
  setText(head.children[1], item.value > 0 ? `${bytes(item.value)} ${valueName(item.kind)}` : '');
  fill(sentence, nameNodes(item.sentence, 400));
  const first = item.paths?.[0] ?? '';
  fill(path.children[0], nameNodes(baseName(first), 60));
  fill(path.children[1], nameNodes(folderOf(first), 60));
  path.title = shorten((item.paths ?? []).map(plain).join('\n'), 1000);
  setText(facts, itemFacts(item, shortPeriod));
}
