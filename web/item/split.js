// What is left of a family when only links above a threshold count: the connected parts, and the files that
// are alone. Union-find over the links; each part is identified by its lowest member. Cost: nearly linear in
// the links.

export function splitFamily(numbers, links, threshold) {
  const parent = new Map(numbers.map((number) => [number, number]));
  const root = (number) => {
    while (parent.get(number) !== number) {
      parent.set(number, parent.get(parent.get(number)));
      number = parent.get(number);
    }
    return number;
  };
  for (const link of links) {
    if (link.similarity < threshold || !parent.has(link.a) || !parent.has(link.b)) continue;
    const a = root(link.a);
    const b = root(link.b);
    if (a !== b) parent.set(Math.max(a, b), Math.min(a, b));
  }
  const byRoot = new Map();
  for (const number of numbers) {
    const at = root(number);
    if (!byRoot.has(at)) byRoot.set(at, []);
    byRoot.get(at).push(number);
  }
  const groups = [...byRoot.values()];
  const parts = groups
    .filter((group) => group.length > 1)
    .sort((one, other) => other.length - one.length || one[0] - other[0]);
  const alone = groups.filter((group) => group.length === 1).map(([number]) => number);
  const partOf = new Map(alone.map((number) => [number, -1]));
  parts.forEach((part, at) => part.forEach((number) => partOf.set(number, at)));
  return {parts, alone, partOf};
}

// If not all links of a family are here, parts would depend on which links happen to be. Instead, the number of
// files that are similar enough to the centre is shown: `near`, the rest `far`, and `unknown` for files that are
// linked to the centre only through others.
export function splitByCentre(members, threshold) {
  const near = [];
  const far = [];
  const unknown = [];
  for (const {n, with_centre: share} of members.values())
    (share >= threshold ? near : share > 0 ? far : unknown).push(n);
  const alone = [...far, ...unknown];
  const partOf = new Map([...near.map((n) => [n, 0]), ...alone.map((n) => [n, -1])]);
  return {parts: [near], alone, partOf, byCentre: {near, far, unknown}};
}
