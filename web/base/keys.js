// The keyboard: one table of keys, for the page and for its help. A key acts only while nothing is being
// typed and no dialog is open; keys with Ctrl, Alt or Meta are left to the browser.

import {make} from './element.js';
import {openDialog} from './dialog.js';

const kTable = [
  [
    'Queue',
    [
      ['j', 'Next item'],
      ['k', 'Previous item'],
      ['Enter', 'Open'],
      ['Home', 'First item'],
      ['End', 'Last item'],
      ['/', 'Search'],
      ['f', 'Filters'],
      ['r', 'Rules for many items'],
    ],
  ],
  [
    'Decide',
    [
      ['1', 'Keep all'],
      ['2', 'Superseded by the reference'],
      ['3', 'Copies of the reference'],
      ['4', 'Not related to the reference'],
      ['5', 'Boilerplate: the selected passage'],
      ['m', 'Note'],
      ['u', 'Undo the last decision'],
    ],
  ],
  [
    'Compare',
    [
      ['c', 'Compare side by side'],
      ['n', 'Next difference'],
      ['p', 'Previous difference'],
      ['x', 'Next shared passage'],
      ['g', 'Go to where the passage occurs on the other side'],
    ],
  ],
  [
    'Everywhere',
    [
      ['Esc', 'Back'],
      ['t', 'Dark or light'],
      ['?', 'This help'],
    ],
  ],
];

function isTyped(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('textarea, select, [contenteditable]')) return true;
  return target.matches('input') && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}

// The keys that act on the focused control itself stay with it.
function belongsToControl(event) {
  if (event.key === 'Enter') return event.target.closest('a, button, summary, input, [role=tab]') !== null;
  if (event.key === 'Home' || event.key === 'End') return event.target.matches('input[type=range]');
  return false;
}

// `act(key)` returns true if the key did something.
export function listenToKeys(act) {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (isTyped(event.target)) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    if (belongsToControl(event)) return;
    if (act(event.key)) event.preventDefault();
  });
}

export function showKeys() {
  openDialog(
    'Keys',
    make(
      'div',
      {class: 'keys'},
      kTable.map(([title, keys]) =>
        make(
          'section',
          {},
          make('h3', {}, title),
          make(
            'dl',
            {},
            keys.map(([key, what]) =>
              make('div', {}, make('dt', {}, make('kbd', {}, key)), make('dd', {}, what))
            )
          )
        )
      )
    )
  );
}
