// Shared runs of two sides, in whatever they count (characters of text, bytes of binaries): what covers each
// side, and the differences between the runs that are in order.

// `place(offset)` of each side translates the program's byte offsets.
export function placeRuns(runs, placeA, placeB) {
  return runs
    .map(({n, a_offset: a, b_offset: b, length, moved}) => ({
      n,
      moved,
      a: {from: placeA(a), to: placeA(a + length)},
      b: {from: placeB(b), to: placeB(b + length)},
    }))
    .filter(({a, b}) => a.to > a.from && b.to > b.from);
}

// Stretches that do not overlap, in order. The first run that reaches a place has it.
function stretches(runs, side) {
  const cover = [];
  let end = 0;
  for (const run of [...runs].sort(
    (one, other) => one[side].from - other[side].from || other[side].to - one[side].to
  )) {
    const from = Math.max(end, run[side].from);
    if (from >= run[side].to) continue;
    cover.push({from, to: run[side].to, run});
    end = run[side].to;
  }
  return cover;
}

// The runs of a side as stretches that do not overlap, in order. Runs that overlap share a few bytes by
// chance, such as the first word of two paragraphs; then those that are in order have them, and moved ones
// get what is left.
export function coverOf(runs, side) {
  const ordered = stretches(
    runs.filter(({moved}) => !moved),
    side
  );
  const cover = [...ordered];
  for (const stretch of stretches(
    runs.filter(({moved}) => moved),
    side
  )) {
    let at = stretch.from;
    for (
      let next = firstAfter(ordered, at);
      next < ordered.length && ordered[next].from < stretch.to;
      ++next
    ) {
      if (ordered[next].from > at) cover.push({from: at, to: ordered[next].from, run: stretch.run});
      at = ordered[next].to;
    }
    if (at < stretch.to) cover.push({from: at, to: stretch.to, run: stretch.run});
  }
  return cover.sort((one, other) => one.from - other.from);
}

// The first stretch of the cover that ends after the place.
export function firstAfter(cover, place) {
  let low = 0;
  let high = cover.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cover[middle].to <= place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// The runs that follow one another on both sides.
export function inOrder(runs) {
  const kept = [];
  let endB = -1;
  for (const run of runs.filter(({moved}) => !moved).sort((one, other) => one.a.from - other.a.from)) {
    if (run.b.from < endB) continue;
    kept.push(run);
    endB = run.b.from + 1;
  }
  return kept;
}

// What lies between runs that are in order: on one side or on both.
export function differencesOf(ordered, lengthA, lengthB) {
  const differences = [];
  let [a, b] = [0, 0];
  for (const run of [...ordered, {a: {from: lengthA, to: lengthA}, b: {from: lengthB, to: lengthB}}]) {
    const gap = {a: {from: a, to: Math.max(a, run.a.from)}, b: {from: b, to: Math.max(b, run.b.from)}};
    if (gap.a.to > gap.a.from || gap.b.to > gap.b.from) differences.push(gap);
    a = Math.max(a, run.a.to);
    b = Math.max(b, run.b.to);
  }
  return differences;
}
