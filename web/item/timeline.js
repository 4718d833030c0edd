// When the versions of a family were last changed: a dot for each, in a lane for each part of the family,
// oldest at the left. The table of members has the same facts in words, so the picture is hidden from screen
// readers but for its label.

import {fill, make, makeSvg} from '../base/element.js';
import {plain, shortName, shorten} from '../base/names.js';
import {bytes, count, day, seconds} from '../base/words.js';

const kMost = 600; // dots
const kRadius = 6;
const kLanes = 8;

// Dates of the axis: as many as fit, at whole years, months or days.
function ticks(from, to, most) {
  if (to - from < 2 * 86400) return [from, to];
  const steps = [86400, 7 * 86400, 30.44 * 86400, 91.3 * 86400, 365.25 * 86400, 5 * 365.25 * 86400];
  const step = steps.find((each) => (to - from) / each <= most) ?? (to - from) / most;
  const dates = [];
  for (let at = from; at <= to + 1; at += step) dates.push(at);
  return dates;
}

// Dots of a lane that would cover one another are put above one another.
function stack(dots) {
  const rows = [];
  for (const dot of dots) {
    let row = rows.findIndex((last) => dot.x - last >= 2 * kRadius + 2);
    if (row < 0) row = rows.length < 6 ? rows.push(-Infinity) - 1 : 5;
    rows[row] = dot.x;
    dot.row = row;
  }
  return rows.length;
}

export function drawTimeline(panel, {item, members, reference, split, width, compare, refer}) {
  const dated = [...members.values()]
    .map((member) => ({member, time: seconds(member.mtime)}))
    .filter(({time}) => time !== null)
    .sort((one, other) => one.time - other.time || one.member.n - other.member.n)
    .slice(-kMost);
  if (dated.length === 0) {
    fill(panel, make('p', {class: 'soft'}, 'No dates are known.'));
    return;
  }
  const from = dated[0].time;
  const to = dated[dated.length - 1].time;
  const margin = 34;
  const x = (time) =>
    to === from ? width / 2 : margin + ((time - from) / (to - from)) * (width - 2 * margin);
  const lanes = new Map();
  for (const {member, time} of dated) {
    const part = split.partOf.get(member.n) ?? -1;
    const lane = part < 0 || part >= kLanes ? kLanes : part;
    if (!lanes.has(lane)) lanes.set(lane, []);
    lanes.get(lane).push({member, x: x(time), part});
  }
  const nodes = [];
  let y = 22;
  for (const lane of [...lanes.keys()].sort((one, other) => one - other)) {
    const dots = lanes.get(lane);
    const rows = stack(dots);
    const base = y + (rows - 1) * (2 * kRadius + 2) + kRadius;
    nodes.push(makeSvg('line', {class: 'lane', x1: margin / 2, x2: width - margin / 2, y1: base, y2: base}));
    for (const dot of dots)
      nodes.push(dotOf(dot, base - dot.row * (2 * kRadius + 2), {item, reference, compare, refer}));
    y = base + 2 * kRadius + 14;
  }
  const dates = ticks(from, to, Math.max(1, Math.floor(width / 110)));
  for (const time of dates) {
    nodes.push(
      makeSvg('line', {class: 'tick', x1: x(time), x2: x(time), y1: y - 8, y2: y - 3}),
      makeSvg('text', {x: x(time), y: y + 10, 'text-anchor': 'middle'}, day(time))
    );
  }
  const suggested = members.get(item.suggested ?? item.newest?.n);
  fill(
    panel,
    make(
      'p',
      {class: 'soft'},
      suggested
        ? [
            'Suggested to keep: ',
            make('bdi', {}, shortName(suggested.path, 80)),
            ` (newest, ${day(suggested.mtime)}).`,
          ]
        : '',
      dated.length < members.size
        ? ` The newest ${count(dated.length)} of ${count(members.size)} files are shown.`
        : ''
    ),
    makeSvg(
      'svg',
      {
        class: 'timeline',
        width,
        height: y + 18,
        role: 'img',
        'aria-label': `Timeline from ${day(from)} to ${day(to)}; the table below has all dates`,
      },
      nodes
    ),
    make(
      'p',
      {class: 'soft hint'},
      'Click a dot to compare it with the reference; with Shift it becomes the reference.'
    )
  );
}

function dotOf({member, x, part}, y, {item, reference, compare, refer}) {
  const isReference = member.n === reference;
  const names = [
    'dot',
    `part-${part < 0 ? 'none' : part % 6}`,
    isReference ? 'reference' : '',
    member.n === item.suggested ? 'suggested' : '',
  ];
  return makeSvg(
    'circle',
    {
      class: names.filter(Boolean).join(' '),
      cx: x,
      cy: y,
      r: isReference ? kRadius + 2 : kRadius,
      click: (event) => (event.shiftKey || isReference ? refer(member.n) : compare(member.n, reference)),
    },
    makeSvg('title', {}, `${shorten(plain(member.path), 300)}\n${day(member.mtime)}, ${bytes(member.size)}`)
  );
}
