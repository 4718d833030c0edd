// The files of two folders as one tree: every file of A or B at its place below its folder, with what became
// of it. A file that was moved is at its place in A, and says where it is in B.

import {baseName} from '../base/names.js';

// The path below the folder; paths elsewhere (a partner outside) stay as they are.
export function below(folder, path) {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

// Answers {name, folders: Map, files: [], counts: {same, changed, a, b}}.
export function buildTree(relations, a, b) {
  const root = makeFolder('');
  for (const relation of relations) {
    if (relation.further) continue;
    const place = relation.a !== null ? below(a, relation.a) : below(b, relation.b);
    const parts = place.split('/');
    let folder = root;
    const kind = sideOf(relation.relation);
    ++root.counts[kind];
    for (const part of parts.slice(0, -1)) {
      if (!folder.folders.has(part)) folder.folders.set(part, makeFolder(part));
      folder = folder.folders.get(part);
      ++folder.counts[kind];
    }
    folder.files.push({
      name: parts[parts.length - 1],
      relation,
      kind,
      moved:
        relation.a !== null && relation.b !== null && place !== below(b, relation.b)
          ? below(b, relation.b)
          : null,
    });
  }
  sortTree(root);
  return root;
}

function makeFolder(name) {
  return {name: baseName(name), folders: new Map(), files: [], counts: {same: 0, changed: 0, a: 0, b: 0}};
}

function sideOf(relation) {
  if (relation === 'only_a') return 'a';
  if (relation === 'only_b') return 'b';
  return relation === 'identical' || relation === 'moved' ? 'same' : 'changed';
}

function sortTree(folder) {
  folder.files.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  folder.folders = new Map([...folder.folders].sort(([one], [other]) => (one < other ? -1 : 1)));
  for (const inner of folder.folders.values()) sortTree(inner);
}

// Whether anything below differs between the two sides.
export function differs({counts}) {
  return counts.changed + counts.a + counts.b > 0;
}
