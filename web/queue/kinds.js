// The kinds of items, in plain words.

export const kKinds = ['identical', 'folders', 'family', 'contained', 'inside'];

const kNames = {
  identical: {many: 'Copies', about: 'Files with equal contents', value: 'to free'},
  folders: {many: 'Folders', about: 'Folders that are nearly completely in another one', value: 'duplicated'},
  family: {many: 'Versions', about: 'Files that are versions of one another', value: 'in older versions'},
  contained: {many: 'Contained', about: 'Files that are nearly completely in a larger one', value: 'contained'},
  inside: {many: 'Inside archives', about: 'Equal contents inside archives and documents', value: ''},
};

export function kindName(kind) {
  return kNames[kind]?.many ?? kind;
}

export function kindAbout(kind) {
  return kNames[kind]?.about ?? '';
}

// What the value of an item of this kind is: "4.1 MB in older versions".
export function valueName(kind) {
  return kNames[kind]?.value ?? '';
}

export const kSorts = [
  ['value', 'Most to gain'],
  ['size', 'Largest'],
  ['newest', 'Newest'],
  ['files', 'Most files'],
  ['similarity', 'Most similar'],
];
