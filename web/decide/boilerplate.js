// Boilerplate: a passage that many files share without being related. Before it becomes a template, the program
// shows which families would dissolve or shrink without it.

import {fill, make} from '../base/element.js';
import {openDialog} from '../base/dialog.js';
import {nameNodes, plain, visibleNodes} from '../base/names.js';
import {bytes, count, counted} from '../base/words.js';

// `passage` is {item, file, digest, offset, length, text}: a place in what was shown of a member, and its first words.
export function openBoilerplate(app, passage) {
  const effect = make(
    'div',
    {class: 'effect', role: 'status'},
    make('p', {class: 'soft'}, 'Checking what would change …')
  );
  const name = make('input', {
    type: 'text',
    required: true,
    autofocus: true,
    maxlength: '100',
    value: `passage-${passage.offset}`,
    pattern: '[A-Za-z0-9._\\-]+',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const apply = make(
    'button',
    {type: 'button', class: 'primary', disabled: true, click: () => store()},
    'Ignore it from now on'
  );
  const dialog = openDialog(
    'Boilerplate',
    [
      make(
        'p',
        {},
        `This passage of ${bytes(passage.length)} will no longer count as shared content:`
      ),
      make('blockquote', {class: 'passage', tabindex: '0'}, visibleNodes(passage.text)),
      make('label', {class: 'stacked'}, 'Name of the template', name),
      effect,
    ],
    [make('button', {type: 'button', click: () => dialog.close()}, 'Cancel'), apply]
  );
  const request = () => ({
    item: passage.item,
    file: passage.file,
    digest: passage.digest,
    offset: passage.offset,
    length: passage.length,
    name: name.value.trim(),
  });

  app.api
    .post('templates/preview', request())
    .then((answer) => {
      fill(effect, effectNodes(answer));
      apply.disabled = false;
    })
    .catch((error) =>
      fill(effect, make('p', {class: 'problem'}, plain(error.message), ' ', plain(error.hint ?? '')))
    );

  async function store() {
    if (!name.reportValidity()) return;
    apply.disabled = true;
    try {
      await app.api.post('templates', request());
      dialog.close();
      app.news.say('The passage is ignored from now on; the files are compared again.');
      app.decided();
    } catch (error) {
      apply.disabled = false;
      fill(effect, make('p', {class: 'problem'}, plain(error.message), ' ', plain(error.hint ?? '')));
    }
  }
}

function effectNodes(effect) {
  const changes = effect.changes ?? [];
  const few = changes.slice(0, 10);
  const nothing = effect.dissolved === 0 && effect.shrunk === 0;
  return [
    make(
      'p',
      {},
      nothing
        ? `No family changes; ${counted(effect.files_touched, 'file')} have the passage.`
        : `${counted(effect.dissolved, 'family dissolves', 'families dissolve')}, ${counted(effect.shrunk, 'becomes smaller', 'become smaller')}; ` +
            `${counted(effect.files_touched, 'file')} have the passage.`
    ),
    few.length === 0
      ? null
      : make(
          'ul',
          {class: 'changes'},
          few.map((change) =>
            make(
              'li',
              {},
              make('bdi', {}, nameNodes(change.example, 80)),
              make(
                'span',
                {class: 'soft'},
                change.left === 0
                  ? ` and ${count(change.files - 1)} more: dissolves`
                  : `: ${count(change.left)} of ${counted(change.files, 'file')} stay together`
              )
            )
          )
        ),
    changes.length > few.length
      ? make('p', {class: 'soft'}, `and ${count(changes.length - few.length)} more`)
      : null,
  ];
}
