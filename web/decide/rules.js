// Rules decide about many items at once: those that the filters of the queue choose. What a rule would do is
// shown first.

import {fill, make, setText} from '../base/element.js';
import {openDialog} from '../base/dialog.js';
import {nameNodes, plain} from '../base/names.js';
import {bytes, count, counted} from '../base/words.js';
import {filterText} from '../queue/filter_panel.js';
import {kindName} from '../queue/kinds.js';
import {undo} from './decide.js';
import {verdictText} from './verdicts.js';

const kRules = [
  [
    'keep-newest',
    'Keep the newest',
    'The newest file of each item is kept. The others are superseded by it, or copies of it.',
    false,
  ],
  ['protect', 'Protect a folder', 'Every file in this folder is kept.', true],
  [
    'prefer',
    'Prefer a folder',
    'Where an item has a file in this folder, that is kept; the others are superseded by it, or copies of it.',
    true,
  ],
];

function filtersText(filters) {
  const parts = Object.entries(filters)
    .filter(([name]) => name !== 'sort')
    .map(([name, value]) => (name === 'kind' ? kindName(value) : filterText(name, value)));
  return parts.length > 0 ? `Items of the queue: ${parts.join(' · ')}` : 'All items of the queue';
}

export function openRules(app) {
  const {sort, ...filters} = app.route.current.filters;
  const folder = make('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    list: 'known-folders',
    input: () => forget(),
  });
  const folderField = make('label', {class: 'stacked', hidden: true}, 'Folder', folder);
  const choices = kRules.map(([rule, label, about], at) =>
    make(
      'label',
      {class: 'choice'},
      make('input', {
        type: 'radio',
        name: 'rule',
        value: rule,
        checked: at === 0,
        autofocus: at === 0,
        change: () => choose(),
      }),
      make('span', {}, make('strong', {}, label), make('span', {class: 'soft'}, about))
    )
  );
  const outcome = make('div', {class: 'outcome', role: 'status'});
  const preview = make('button', {type: 'button', click: () => run(true)}, 'Preview');
  const apply = make(
    'button',
    {type: 'button', class: 'primary', disabled: true, click: () => run(false)},
    'Decide'
  );
  const dialog = openDialog(
    'Rules for many items',
    [
      make('p', {class: 'soft'}, filtersText(filters)),
      make('fieldset', {}, make('legend', {class: 'unseen'}, 'Rule'), choices),
      folderField,
      outcome,
    ],
    [preview, apply]
  );

  const chosen = () =>
    kRules.find(([rule]) => rule === dialog.querySelector('input[name=rule]:checked').value);

  // The preview is out of date.
  function forget() {
    apply.disabled = true;
    setText(apply, 'Decide');
    fill(outcome);
  }

  function choose() {
    folderField.hidden = !chosen()[3];
    folder.required = chosen()[3];
    forget();
  }

  async function run(isPreview) {
    if (!folder.reportValidity()) return;
    try {
      const answer = await app.api.post('rules', {
        rule: chosen()[0],
        folder: chosen()[3] ? folder.value.trim() : '',
        filters,
        preview: isPreview,
      });
      if (isPreview) {
        fill(outcome, outcomeNodes(answer));
        setText(apply, `Decide about ${counted(answer.items, 'item')}`);
        apply.disabled = answer.decisions === 0;
      } else {
        dialog.close();
        app.live.seen(answer.batch); // Undo may come before the next summary
        app.news.say(`${counted(answer.decisions, 'decision')} about ${counted(answer.items, 'item')}.`, {
          label: 'Undo (u)',
          act: () => undo(app),
        });
        await app.decided();
      }
    } catch (error) {
      fill(outcome, make('p', {class: 'problem'}, plain(error.message), ' ', plain(error.hint ?? '')));
    }
  }
}

function outcomeNodes({items, decisions, bytes: size, first}) {
  if (decisions === 0) return make('p', {}, 'This rule decides nothing here.');
  return [
    make(
      'p',
      {},
      `${counted(decisions, 'decision')} about ${counted(items, 'item')}; ${bytes(size)} would not be kept.`
    ),
    make(
      'ul',
      {class: 'changes'},
      first.map((each) =>
        make(
          'li',
          {},
          make('bdi', {}, nameNodes(each.a.path, 80)),
          make('span', {class: 'soft'}, ` ${verdictText(each.verdict, each.b?.path).toLowerCase()}`)
        )
      )
    ),
    decisions > first.length
      ? make('p', {class: 'soft'}, `and ${count(decisions - first.length)} more`)
      : null,
  ];
}
