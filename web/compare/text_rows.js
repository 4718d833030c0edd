// The rows of two texts side by side. Lines are aligned where a shared run has the start of a line on both
// sides; lines between are put beside each other in order. Lines wider than the column are wrapped here and
// not by the browser: every row then has one height, and a list of a million rows needs no more than those in
// sight.
//
// Example: A is "x\nsame\n", B is "same\n". The run "same\n" begins a line on both sides, so the rows are (x,
// –) and (same, same).

const kLong = 300; // a line of more characters is broken where a long shared run begins, to be aligned there
const kWorth = 60; // characters of a run that are worth this

function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

// The starts with further ones, in order; those are not after a line end.
function withForced(starts, forced) {
  return forced.length === 0
    ? starts
    : [...new Set([...starts, ...forced])].sort((one, other) => one - other);
}

function lowerBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// The length of the line that has this place.
function lineLength(starts, end, place) {
  const next = lowerBound(starts, place + 1);
  return (next < starts.length ? starts[next] : end) - starts[next - 1];
}

// Pairs of line numbers that face each other; -1: none.
function alignLines(textA, textB, ordered) {
  const [linesA, linesB] = [lineStarts(textA), lineStarts(textB)];
  const isLong = ({a, b}) =>
    lineLength(linesA, textA.length, a.from) > kLong || lineLength(linesB, textB.length, b.from) > kLong;
  const broken = ordered.filter((run) => run.a.to - run.a.from >= kWorth && isLong(run));
  const forcedA = broken.map(({a}) => a.from);
  const forcedB = broken.map(({b}) => b.from);
  const startsA = withForced(linesA, forcedA);
  const startsB = withForced(linesB, forcedB);
  const pairs = [];
  let [nextA, nextB] = [0, 0];
  const upTo = (a, b) => {
    while (nextA < a && nextB < b) pairs.push([nextA++, nextB++]);
    while (nextA < a) pairs.push([nextA++, -1]);
    while (nextB < b) pairs.push([-1, nextB++]);
  };
  for (const run of ordered) {
    for (
      let line = lowerBound(startsA, run.a.from);
      line < startsA.length && startsA[line] < run.a.to;
      ++line
    ) {
      const there = run.b.from + startsA[line] - run.a.from;
      const other = lowerBound(startsB, there);
      if (line < nextA || other < nextB || startsB[other] !== there) continue;
      upTo(line, other);
      pairs.push([nextA++, nextB++]);
    }
  }
  upTo(startsA.length, startsB.length);
  return {pairs, startsA, startsB};
}

// Wide characters (of East Asia, emoji) take two columns, tabs four.
function widthOf(code) {
  if (code < 0x20) return code === 9 ? 4 : 1;
  return code >= 0x1100 &&
    (code <= 0x115f ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xfe6f) ||
      (code >= 0xff00 && code <= 0xff60) ||
      code > 0xffff)
    ? 2
    : 1;
}

// Pushes the ends of the rows that [from, to) needs: after a blank if there is one in the second half of the
// row.
function wrap(text, from, to, columns, ends) {
  let width = 0;
  let rowStart = from;
  let blank = -1;
  for (let at = from; at < to;) {
    const code = text.codePointAt(at);
    const step = code > 0xffff ? 2 : 1;
    const wide = widthOf(code);
    if (width + wide > columns && at > rowStart) {
      const cut = blank > rowStart + (at - rowStart) / 2 ? blank : at;
      ends.push(cut);
      rowStart = cut;
      at = cut;
      width = 0;
      blank = -1;
      continue;
    }
    width += wide;
    at += step;
    if (code === 32 || code === 9) blank = at;
  }
  ends.push(to);
}

function rowsOf(text, starts, line, columns) {
  if (line < 0) return [];
  const from = starts[line];
  let to = line + 1 < starts.length ? starts[line + 1] : text.length;
  if (to > from && text[to - 1] === '\n') --to;
  if (to > from && text[to - 1] === '\r') --to;
  const ends = [];
  wrap(text, from, to, columns, ends);
  return ends.map((end, at) => ({from: at === 0 ? from : ends[at - 1], to: end, first: at === 0, line}));
}

// Rows {a, b}, each a side {from, to, first, line} or null. `together`: for one column, what is equal is
// there once, and of what differs first A, then B.
export function textRows(textA, textB, ordered, columns, together) {
  const {pairs, startsA, startsB} = alignLines(textA, textB, ordered);
  const rows = [];
  let waiting = [];
  const flush = () => {
    for (const row of waiting) rows.push(row);
    waiting = [];
  };
  for (const [lineA, lineB] of pairs) {
    const a = rowsOf(textA, startsA, lineA, columns);
    const b = rowsOf(textB, startsB, lineB, columns);
    if (!together) {
      for (let at = 0; at < Math.max(a.length, b.length); ++at)
        rows.push({a: a[at] ?? null, b: b[at] ?? null});
    } else if (
      a.length > 0 &&
      b.length > 0 &&
      textA.slice(a[0].from, a.at(-1).to) === textB.slice(b[0].from, b.at(-1).to)
    ) {
      flush();
      a.forEach((side, at) => rows.push({a: side, b: b[at] ?? null, both: true}));
    } else {
      for (const side of a) rows.push({a: side, b: null});
      for (const side of b) waiting.push({a: null, b: side});
    }
  }
  flush();
  return {rows, lineNumbers: [numbersOf(textA, startsA), numbersOf(textB, startsB)]};
}

// The number of each line from 1, as editors count; 0: it continues the line before.
function numbersOf(text, starts) {
  let number = 0;
  return starts.map((start) => (start === 0 || text[start - 1] === '\n' ? ++number : 0));
}

// The first row that reaches the place on this side.
export function rowOf(rows, side, place) {
  let best = -1;
  for (let at = 0; at < rows.length; ++at) {
    const part = rows[at][side];
    if (part === null) continue;
    if (part.from > place) break;
    best = at;
  }
  return Math.max(0, best);
}
