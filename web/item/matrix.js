// How much of each file occurs in each other one. A small family is a table with figures; a large one is a
// picture of coloured cells on a canvas, with the names of the two files below it.

import {fill, make} from '../base/element.js';
import {plain, shortName} from '../base/names.js';
import {colour} from '../base/theme.js';
import {count, percent} from '../base/words.js';

const kTable = 12; // files
const kMost = 400;

// By part and then by date, so that what belongs together is a block.
function orderOf(members, split) {
  const part = (n) => {
    const at = split.partOf.get(n) ?? -1;
    return at < 0 ? Infinity : at;
  };
  return [...members.values()].sort(
    (one, other) =>
      (part(one.n) === part(other.n) ? 0 : part(one.n) - part(other.n)) ||
      String(one.mtime).localeCompare(String(other.mtime)) ||
      one.n - other.n
  );
}

function sharesOf(links) {
  const shares = new Map();
  for (const {a, b, of_a: ofA, of_b: ofB, measured, similarity} of links ?? []) {
    shares.set(`${a} ${b}`, {share: ofA, measured, similarity});
    shares.set(`${b} ${a}`, {share: ofB, measured, similarity});
  }
  return shares;
}

export function drawMatrix(panel, context) {
  const order = orderOf(context.members, context.split);
  const shares = sharesOf(context.item.links);
  if (order.length <= kTable) {
    fill(panel, tableOf(order, shares, context));
  } else {
    drawCells(panel, order.slice(0, kMost), shares, context);
  }
}

function tableOf(order, shares, {app, item, split}) {
  const name = (member) => shortName(member.path, 40);
  return make(
    'div',
    {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Shares'},
    make(
      'table',
      {class: 'matrix'},
      make('caption', {class: 'soft'}, 'How much of the file at the left occurs in the file above'),
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          make('td', {}),
          order.map((member, at) =>
            make(
              'th',
              {scope: 'col', title: name(member)},
              String(at + 1),
              make('span', {class: 'unseen'}, ` ${name(member)}`)
            )
          )
        )
      ),
      make(
        'tbody',
        {},
        order.map((row, at) =>
          make(
            'tr',
            {},
            make(
              'th',
              {scope: 'row', title: plain(row.path).slice(0, 1000)},
              `${at + 1} `,
              make('bdi', {}, name(row))
            ),
            order.map((column) => {
              const cell = shares.get(`${row.n} ${column.n}`);
              if (row.n === column.n || cell === undefined)
                return make('td', {class: 'none'}, row.n === column.n ? '' : '–');
              const faint = cell.similarity < split.threshold;
              return make(
                'td',
                {class: faint ? 'faint' : `heat-${Math.min(9, Math.floor(cell.share * 10))}`},
                make(
                  'a',
                  {
                    href: app.route.to({view: 'compare', item: item.id, a: row.n, b: column.n}),
                    title: cell.measured ? 'measured' : 'estimated',
                  },
                  `${cell.measured ? '' : '≈'}${percent(cell.share).replace(' %', '')}`
                )
              );
            })
          )
        )
      )
    )
  );
}

function drawCells(panel, order, shares, {members, split, width, compare}) {
  const side = Math.max(200, Math.min(width, 640));
  const cell = side / order.length;
  const sharp = devicePixelRatio || 1;
  const canvas = make('canvas', {
    class: 'cells',
    role: 'img',
    width: Math.round(side * sharp),
    height: Math.round(side * sharp),
    'aria-label': `Shares of ${count(order.length)} files; the table below has those with the reference`,
  });
  canvas.style.width = `${side}px`;
  canvas.style.height = `${side}px`;
  const text = make('p', {class: 'soft under', role: 'status'}, 'Point at a cell; click to compare.');
  const draw = canvas.getContext('2d');
  draw.scale(sharp, sharp);
  draw.fillStyle = colour('sunken');
  draw.fillRect(0, 0, side, side);
  const full = colour('key');
  order.forEach((row, y) =>
    order.forEach((column, x) => {
      const found = y === x ? {share: 1, similarity: 1} : shares.get(`${row.n} ${column.n}`);
      if (found === undefined) return;
      draw.globalAlpha = found.similarity < split.threshold ? 0.08 : 0.15 + 0.85 * found.share;
      draw.fillStyle = full;
      draw.fillRect(
        x * cell,
        y * cell,
        Math.max(1, cell - (cell > 6 ? 1 : 0)),
        Math.max(1, cell - (cell > 6 ? 1 : 0))
      );
    })
  );
  const at = (event) => {
    const [row, column] = [order[Math.floor(event.offsetY / cell)], order[Math.floor(event.offsetX / cell)]];
    return row && column && row !== column ? [row, column] : null;
  };
  canvas.addEventListener('pointermove', (event) => {
    const pair = at(event);
    if (pair === null) return;
    const found = shares.get(`${pair[0].n} ${pair[1].n}`);
    text.textContent =
      `${found ? percent(found.share) : 'Nothing known'} of ${shortName(pair[0].path)} in ${shortName(pair[1].path)}` +
      (found && !found.measured ? ', estimated' : '');
  });
  canvas.addEventListener('click', (event) => {
    const pair = at(event);
    if (pair !== null) compare(pair[0].n, pair[1].n);
  });
  fill(
    panel,
    order.length < members.size
      ? make('p', {class: 'soft'}, `The first ${count(order.length)} of ${count(members.size)} files.`)
      : null,
    canvas,
    text
  );
}
