// The selected passage as boilerplate needs it: a place in what was shown of a file, and the first words of
// it.

import {shorten} from '../base/names.js';
import {bytes, count} from '../base/words.js';

const kLetters = 600;

// `selected` is {run, side} or null. Answers {passage, problem}: one of them is null.
export function passageOf(comparison, selected, texts) {
  if (selected === null) return {passage: null, problem: 'Select the passage first: click it, or press x.'};
  const {item, kind, runs} = comparison;
  const {run, side} = selected;
  const member = comparison[side];
  const {length, a_offset: inA, b_offset: inB} = runs.find(({n}) => n === run.n);
  const offset = side === 'a' ? inA : inB;
  const text =
    kind === 'text'
      ? new TextDecoder().decode(texts[side].subarray(offset, offset + Math.min(length, kLetters)))
      : `${bytes(length)} from byte ${count(offset)}`;
  return {
    passage: {item, file: member.n, digest: member.digest, offset, length, text: shorten(text, kLetters)},
    problem: null,
  };
}
