// What all members of a family share: the passages, as they are in its centre. The program reads all members
// for it, so it is requested only when its tab is opened.

import {fill, make} from '../base/element.js';
import {plain, shortName, visibleNodes} from '../base/names.js';
import {bytes, count, counted, percent} from '../base/words.js';
import {openBoilerplate} from '../decide/boilerplate.js';

const kPassages = 12;
const kLetters = 600; // bytes of a passage that are shown

export async function drawShared(panel, {app, item, members}) {
  if (panel.dataset.shared === `${item.id} ${item.generation}` && panel.querySelector('.passages') !== null)
    return;
  fill(panel, make('p', {class: 'soft'}, 'Reading the files …'));
  try {
    const shared = await app.api.get(`items/${encodeURIComponent(item.id)}/shared`);
    const longest = [...shared.runs].sort((one, other) => other.length - one.length).slice(0, kPassages);
    const texts = await Promise.all(
      longest.map(
        async ({offset, length}) =>
          (await app.api.content(item.id, shared.of, 'text', offset, Math.min(length, kLetters))).piece
      )
    );
    if (panel.getAttribute('aria-labelledby') !== 'tab-shared') return;
    panel.dataset.shared = `${item.id} ${item.generation}`;
    fill(panel, nodesOf(app, item, members, shared, longest, texts));
  } catch (error) {
    fill(panel, make('p', {class: 'problem'}, plain(error.message), ' ', plain(error.hint ?? '')));
  }
}

function nodesOf(app, item, members, shared, longest, texts) {
  const centre = members.get(shared.of);
  const name = shortName(centre?.path ?? '');
  const decoder = new TextDecoder();
  const all = shared.complete
    ? `All ${counted(shared.files, 'file')}`
    : `The first ${counted(shared.files, 'file')} (the family is too large to read all)`;
  return make(
    'div',
    {class: 'passages'},
    make(
      'p',
      {},
      shared.bytes === 0
        ? `${all} have no passage in common.`
        : `${all} share ${bytes(shared.bytes)}, ${percent(shared.bytes / Math.max(1, shared.size))} of ${name}.`
    ),
    longest.map(({offset, length}, at) =>
      make(
        'figure',
        {},
        make(
          'blockquote',
          {class: 'passage', tabindex: '0', 'aria-label': `Passage ${at + 1}`},
          visibleNodes(decoder.decode(texts[at])),
          length > kLetters ? ' …' : ''
        ),
        make(
          'figcaption',
          {class: 'soft'},
          `${bytes(length)} from byte ${count(offset)} `,
          make(
            'button',
            {
              type: 'button',
              click: () =>
                openBoilerplate(app, {
                  item: item.id,
                  file: shared.of,
                  digest: item.members.find(({n}) => n === shared.of)?.digest,
                  offset,
                  length,
                  text: decoder.decode(texts[at].slice(0, 300)),
                }),
            },
            'Boilerplate …'
          )
        )
      )
    ),
    shared.runs.length > longest.length
      ? make('p', {class: 'soft'}, `and ${count(shared.runs.length - longest.length)} shorter ones`)
      : null
  );
}
