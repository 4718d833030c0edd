// A dialog: a title, contents, and buttons below. The browser keeps the focus inside and gives it back
// afterwards.

import {make} from './element.js';

let numbers = 0;

// `buttons` are elements; the Escape key and the cross close it. Returns the dialog, which is open.
export function openDialog(title, contents, buttons = []) {
  const heading = `dialog-${++numbers}`;
  const dialog = make(
    'dialog',
    {'aria-labelledby': heading, close: () => dialog.remove()},
    make(
      'header',
      {},
      make('h2', {id: heading}, title),
      make(
        'button',
        {type: 'button', class: 'quiet', 'aria-label': 'Close', click: () => dialog.close()},
        '✕'
      )
    ),
    make('div', {class: 'dialog-body'}, contents),
    buttons.length > 0 ? make('footer', {}, buttons) : null
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
