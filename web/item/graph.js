// The family as a graph: files and the links above the threshold. A click on a link opens the comparison, a
// click on a file makes it the reference. Large families are cut to their best linked files, and the picture
// says so.

import {fill, make, makeSvg} from '../base/element.js';
import {plain, shortName, shorten} from '../base/names.js';
import {bytes, count, day, percent} from '../base/words.js';
import {layout} from './layout.js';

const kNodes = 150;
const kLinks = 600;

function bestLinked(members, links) {
  const degree = new Map([...members.keys()].map((n) => [n, 0]));
  for (const {a, b} of links) {
    degree.set(a, (degree.get(a) ?? 0) + 1);
    degree.set(b, (degree.get(b) ?? 0) + 1);
  }
  return [...members.values()]
    .sort((one, other) => degree.get(other.n) - degree.get(one.n) || one.n - other.n)
    .slice(0, kNodes);
}

export function drawGraph(panel, {item, members, reference, split, width, compare, refer}) {
  const counting = (item.links ?? []).filter(({similarity}) => similarity >= split.threshold);
  const nodes = bestLinked(members, counting);
  const place = new Map(nodes.map((member, at) => [member.n, at]));
  const links = counting.filter(({a, b}) => place.has(a) && place.has(b)).slice(0, kLinks);
  const room = Math.min(width, 720);
  const height = Math.max(140, Math.min(460, room * 0.6, 80 + 24 * nodes.length));
  const {x, y} = layout(
    nodes.length,
    links.map((link) => ({a: place.get(link.a), b: place.get(link.b), similarity: link.similarity})),
    room,
    height
  );
  const lines = links.map((link) => {
    const [a, b] = [place.get(link.a), place.get(link.b)];
    const title = `${shortName(members.get(link.a).path)} and ${shortName(members.get(link.b).path)}: ${percent(link.similarity)}`;
    const ends = {x1: x[a], y1: y[a], x2: x[b], y2: y[b]};
    return makeSvg(
      'g',
      {class: 'link', click: () => compare(link.a, link.b)},
      makeSvg('title', {}, title),
      makeSvg('line', {...ends, class: 'reach'}),
      makeSvg('line', {...ends, class: 'ink', 'stroke-width': (0.5 + 2.5 * link.similarity).toFixed(2)})
    );
  });
  const labelled = nodes.length <= 16;
  const dots = nodes.map((member, at) => {
    const part = split.partOf.get(member.n) ?? -1;
    const names = ['dot', `part-${part < 0 ? 'none' : part % 6}`, member.n === reference ? 'reference' : ''];
    return makeSvg(
      'g',
      {class: 'node', click: () => refer(member.n)},
      makeSvg(
        'title',
        {},
        `${shorten(plain(member.path), 300)}\n${day(member.mtime)}, ${bytes(member.size)}`
      ),
      makeSvg('circle', {
        class: names.filter(Boolean).join(' '),
        cx: x[at],
        cy: y[at],
        r: member.n === reference ? 9 : 7,
      }),
      labelled
        ? makeSvg('text', {x: x[at], y: y[at] + 20, 'text-anchor': 'middle'}, shortName(member.path, 22))
        : null
    );
  });
  const cut = nodes.length < members.size || links.length < counting.length;
  fill(
    panel,
    make(
      'p',
      {class: 'soft'},
      'Click a link to compare its files, a file to make it the reference.',
      cut
        ? ` Shown are ${count(nodes.length)} of ${count(members.size)} files and the ${count(links.length)} strongest of ${count(counting.length)} links.`
        : ''
    ),
    makeSvg(
      'svg',
      {
        class: 'graph',
        width,
        height: height + 24,
        role: 'img',
        'aria-label': `Graph of ${count(nodes.length)} files and ${count(links.length)} links; the table below has the files`,
      },
      lines,
      dots
    )
  );
}
