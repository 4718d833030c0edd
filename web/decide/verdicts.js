// The verdicts of decisions: their keys, their labels, and what each stores. A decision is about selected
// members of an item and a reference: the member that stays.

import {shortName} from '../base/names.js';
import {counted} from '../base/words.js';

export const kVerdicts = [
  {key: '1', verdict: 'keep', label: 'Keep all', about: 'Keep all of them, including the reference'},
  {
    key: '2',
    verdict: 'superseded',
    label: 'Superseded',
    about: 'The reference replaces the selected files',
  },
  {key: '3', verdict: 'copy', label: 'Copies', about: 'The selected files are copies of the reference'},
  {
    key: '4',
    verdict: 'unrelated',
    label: 'Not related',
    about: 'They are unrelated to the reference: later scans leave the pair out',
  },
  {
    key: '5',
    verdict: 'boilerplate',
    label: 'Boilerplate',
    about: 'The selected passage occurs in many unrelated files',
  },
];

const kDone = {
  keep: 'Keep',
  superseded: 'Superseded by',
  copy: 'Copy of',
  unrelated: 'Not related to',
  boilerplate: 'Boilerplate',
};

// Which verdicts an item of this kind can have. Files with equal bytes are copies, others are versions. Parts of
// archives cannot be removed.
export function verdictsFor(kind) {
  if (kind === 'folders' || kind === 'identical') return ['keep', 'copy'];
  if (kind === 'inside') return ['keep'];
  return ['keep', 'superseded', 'unrelated', 'boilerplate'];
}

// "Superseded by report.docx", for members and for the list of decisions.
export function verdictText(verdict, other) {
  const name = other ? shortName(other) : '';
  return name && verdict !== 'keep' && verdict !== 'boilerplate'
    ? `${kDone[verdict]} ${name}`
    : (kDone[verdict] ?? verdict);
}

// The decisions that a verdict on these members is, as the program takes them: one for a list of members. A
// reference that was to go until now is kept from now on. `isHere(n)`: the member is on this machine.
export function decisionsOf(verdict, item, members, reference, selection, note) {
  const isHere = (n) => !members.get(n)?.elsewhere;
  if (verdict === 'keep') {
    const all = [...new Set([...selection, reference])].filter(isHere);
    return all.length > 0 ? [{verdict, item, a: all, b: null, note}] : [];
  }
  const others = selection.filter((a) => a !== reference && isHere(a));
  if (others.length === 0 || !isHere(reference)) return [];
  const given = members.get(reference)?.decision;
  const goes =
    verdict !== 'unrelated' && given?.as === 'a' && ['copy', 'superseded'].includes(given.verdict);
  return [
    ...(goes ? [{verdict: 'keep', item, a: [reference], b: null, note: ''}] : []),
    {verdict, item, a: others, b: reference, note},
  ];
}

// What was done, for the message with the undo button.
export function doneText(verdict, files, reference, what = 'file') {
  const name = shortName(reference);
  switch (verdict) {
    case 'keep':
      return `${counted(files, what)} kept.`;
    case 'superseded':
      return `${counted(files, 'file')} superseded by ${name}.`;
    case 'copy':
      return `${counted(files, 'copy', 'copies')} of ${name}.`;
    default:
      return `${counted(files, 'file')} not related to ${name}.`;
  }
}
