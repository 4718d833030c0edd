// Names of files as they may be shown. A name is any bytes: it may hold control characters, marks that turn
// the direction of writing (so that "exe.txt" looks like "txt.exe"), bytes that are not UTF-8, and 4 KB of
// text. Here every such character becomes visible, and long names lose their middle, never their end.

import {make} from './element.js';

// Control characters, marks of direction and of no width, line separators, lone surrogates (bytes that are
// not UTF-8 arrive as U+DC80..U+DCFF), and characters for private use.
const kOdd = new RegExp(
  '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f]' +
    '|[\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\uffff]' +
    '|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
  'g'
);

function code(character) {
  const value = character.charCodeAt(0);
  if (value >= 0xdc80 && value <= 0xdcff) return `\\x${(value - 0xdc00).toString(16)}`;
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `U+${value.toString(16).toUpperCase().padStart(4, '0')}`;
}

// For titles, labels and messages: plain text with the odd characters written out.
export function plain(name) {
  return String(name ?? '').replace(kOdd, (character) => `[${code(character)}]`);
}

// For contents: each odd character is one sign whose title says what it is, so that columns stay aligned. Line ends
// and tabs stay.
export function visibleNodes(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(kOdd)) {
    if (match[0] === '\n' || match[0] === '\t') continue;
    if (match.index > from) nodes.push(text.slice(from, match.index));
    nodes.push(make('span', {class: 'odd-sign', title: code(match[0])}, '¤'));
    from = match.index + 1;
  }
  if (from < text.length) nodes.push(text.slice(from));
  return nodes;
}

// The first and the last part of what is too long; whole characters only.
export function shorten(name, limit) {
  const characters = [...name];
  if (characters.length <= limit) return name;
  const head = Math.ceil((limit - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (limit - 1 - head)).join('')}`;
}

// The name as nodes: text, and a small box for each odd character.
export function nameNodes(name, limit = 120) {
  const nodes = [];
  const text = shorten(String(name ?? ''), limit);
  let from = 0;
  for (const match of text.matchAll(kOdd)) {
    if (match.index > from) nodes.push(document.createTextNode(text.slice(from, match.index)));
    nodes.push(make('span', {class: 'odd'}, code(match[0])));
    from = match.index + match[0].length;
  }
  if (from < text.length) nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

export function baseName(path) {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

export function folderOf(path) {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash) || '/';
}

// The name of a file for messages and labels.
export function shortName(path, limit = 60) {
  return shorten(plain(baseName(path)), limit);
}

// Titles beyond this would cover the screen.
const kTitle = 1000;
const kShown = 120; // characters of a name, and of its folder

// A file as two lines: its name, and its folder below it. The whole path is the title.
export function pathElement(path, {limit = kShown, tag = 'span'} = {}) {
  const folder = folderOf(path);
  return make(
    tag,
    {class: 'path', title: shorten(plain(path), kTitle)},
    make('bdi', {class: 'name'}, nameNodes(baseName(path), limit)),
    folder ? make('bdi', {class: 'folder'}, nameNodes(folder, limit)) : null
  );
}

// All of a path that pathElement shortens, on request; null if it does not.
export function wholeName(path) {
  if ([...baseName(path)].length <= kShown && [...folderOf(path)].length <= kShown) return null;
  return make(
    'details',
    {class: 'whole-name'},
    make('summary', {}, 'Whole name'),
    make('bdi', {}, nameNodes(path, Infinity))
  );
}
