// What was found, in large figures: shown beside the queue while no item is open.

import {fill, make} from '../base/element.js';
import {nameNodes} from '../base/names.js';
import {bytes, count, counted} from '../base/words.js';
import {kKinds, kindAbout, kindName, valueName} from '../queue/kinds.js';

export function overview(place, app) {
  const {value, answer, roots, generation, state, summary} = app.live.summary;
  const wanted = JSON.stringify([generation, answer, state]);
  if (place.dataset.drawn === wanted) return;
  place.dataset.drawn = wanted;
  const found = kKinds.filter((kind) => value?.[kind]?.items > 0);
  fill(
    place,
    make(
      'h2',
      {},
      answer ? 'What was found' : state === 'running' ? 'The scan is under way' : 'Nothing was found yet'
    ),
    make(
      'p',
      {class: 'soft'},
      'In ',
      roots.map((root, at) => [at > 0 ? ', ' : '', make('bdi', {}, nameNodes(root, 80))]),
      summary ? `: ${counted(summary.files, 'file')}, ${bytes(summary.bytes)}` : ''
    ),
    make(
      'ul',
      {class: 'tiles'},
      found.map((kind) =>
        make(
          'li',
          {},
          make(
            'a',
            {href: app.route.to({view: 'queue', filters: {kind}})},
            make('span', {class: 'kind'}, kindName(kind)),
            make('strong', {}, value[kind].bytes > 0 ? bytes(value[kind].bytes) : count(value[kind].items)),
            make(
              'span',
              {},
              value[kind].bytes > 0
                ? `${valueName(kind)}, ${counted(value[kind].items, 'item')}`
                : value[kind].items === 1
                  ? 'item'
                  : 'items'
            ),
            make('span', {class: 'soft'}, kindAbout(kind))
          )
        )
      )
    ),
    answer && found.length === 0
      ? make('p', {}, 'No file has anything in common with another one, or everything is decided.')
      : null,
    make(
      'p',
      {class: 'soft'},
      make('kbd', {}, 'j'),
      ' and ',
      make('kbd', {}, 'k'),
      ' go through the queue, ',
      make('kbd', {}, '1'),
      ' to ',
      make('kbd', {}, '5'),
      ' decide, ',
      make('kbd', {}, 'u'),
      ' undoes, ',
      make('kbd', {}, '?'),
      ' shows all keys. Nothing is deleted here.'
    )
  );
}
