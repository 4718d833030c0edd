// What the test double answers: a made-up home directory with every kind of item, and on request 100,000 sets
// of copies. Texts are made of passages, so that the shared runs are known without comparing.

import {png} from './png.mjs';

const kWords = (
  'the plan of the harbour shows where ships may lie and what the season costs each of them ' +
  'who signs here has read the rules of the quay and pays before the lines are made fast'
).split(' ');

// A passage of some 70 words, another one for each seed.
export function passage(seed) {
  const words = [];
  for (let i = 0; i < 70; ++i)
    words.push(kWords[(seed * 7 + i * ((seed % 5) + 1) + ((i * i) % 11)) % kWords.length]);
  return `${seed}. ${words.join(' ')}.\n`;
}

function file(path, passages, day, extra = {}) {
  const text = passages.map(passage).join('');
  return {path, passages, bytes: Buffer.from(text), mtime: `${day}T09:30:00Z`, ...extra};
}

// Runs of passages that both have: in the order of A; those out of order are moved.
export function runsOf(a, b) {
  const offsets = ({passages}) => {
    let at = 0;
    return passages.map((seed) => {
      const here = {seed, at, length: Buffer.byteLength(passage(seed))};
      at += here.length;
      return here;
    });
  };
  const there = offsets(b);
  const runs = [];
  let last = -1;
  for (const {seed, at, length} of offsets(a)) {
    const other = there.find((each) => each.seed === seed);
    if (other === undefined) continue;
    const before = runs.at(-1);
    if (
      before !== undefined &&
      before.a_offset + before.length === at &&
      before.b_offset + before.length === other.at
    ) {
      before.length += length;
    } else {
      runs.push({n: runs.length + 1, a_offset: at, b_offset: other.at, length, moved: other.at < last});
    }
    last = Math.max(last, other.at);
  }
  return runs;
}

function share(a, b) {
  const shared = runsOf(a, b).reduce((sum, {length}) => sum + length, 0);
  return shared / a.bytes.length;
}

// A picture of one colour.
function plainPicture(rgb) {
  const [width, height] = [120, 80];
  const line = Buffer.concat([Buffer.from([0]), ...Array(width).fill(Buffer.from(rgb))]);
  return png(width, height, Buffer.concat(Array(height).fill(line)));
}

function familyOf(id, files, sentence) {
  const links = [];
  for (let a = 0; a < files.length; ++a) {
    for (let b = a + 1; b < files.length; ++b) {
      const [ofA, ofB] =
        files[a].kind === 'image' ? [0.8, 0.8] : [share(files[a], files[b]), share(files[b], files[a])];
      const similarity = Math.max(ofA, ofB);
      if (similarity >= 0.25)
        links.push({a, b, of_a: ofA, of_b: ofB, similarity, shared_bytes: 0, measured: (a + b) % 5 !== 0});
    }
  }
  links.sort((one, other) => other.similarity - one.similarity);
  return {id, kind: 'family', sentence, files, links};
}

const kBase = [1, 2, 3, 4, 5, 6];

export function homeItems() {
  const report = [
    '2019-03-01',
    '2019-06-11',
    '2020-01-15',
    '2021-02-02',
    '2022-07-08',
    '2023-09-01',
    '2024-05-17',
  ].map((day, at) =>
    file(
      `home/reports/harbour plan ${at + 1}${at === 6 ? ' final' : ''}.txt`,
      at < 4 ? [...kBase.slice(0, 4), 20 + at, 7] : [kBase[3], kBase[0], 30, 31, 32 + at, 7, 33],
      day
    )
  );
  const minutes = Array.from({length: 40}, (_, at) =>
    file(
      `home/minutes/board ${2000 + at}.txt`,
      [1, 2, (at % 8) + 40, at + 60, 3],
      `20${String((at % 24) + 1).padStart(2, '0')}-0${(at % 9) + 1}-1${at % 9}`
    )
  );
  const letter = file('home/letters/offer.txt', [11, 12, 13], '2022-02-02');
  const book = file('home/books/collected letters.txt', [50, 11, 12, 13, 51, 52, 53, 54, 55], '2023-03-03');
  const blob = (path, changed) => {
    const bytes = Buffer.alloc(40_000);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = (i * 31 + (i >> 8)) & 0xff;
    bytes.fill(changed, 20_000, 20_100);
    return {path, passages: [], bytes, mtime: '2021-05-05T10:00:00Z', kind: 'binary'};
  };
  const picture = (path, rgb) => ({
    path,
    passages: [],
    bytes: plainPicture(rgb),
    mtime: '2020-08-08T10:00:00Z',
    kind: 'image',
  });
  const binaries = familyOf(
    'f-bin',
    [blob('home/firmware/v1.bin', 1), blob('home/firmware/v2.bin', 2)],
    '2 versions of v1.bin; 99 % is equal'
  );
  binaries.links = [
    {a: 0, b: 1, of_a: 0.99, of_b: 0.99, similarity: 0.99, shared_bytes: 39_900, measured: true},
  ];
  return [
    {
      id: 'i-photos',
      kind: 'identical',
      sentence: '3 copies of summer.jpg',
      files: ['home/photos/summer.jpg', 'home/backup/photos/summer.jpg', 'home/phone/IMG_2041.jpg'].map(
        (path, at) => ({...file(path, [90, 91, 92, 93], `2018-08-${String(10 + at)}`)})
      ),
    },
    familyOf('f-report', report, '7 versions of harbour plan; the newest is harbour plan 7 final.txt'),
    {
      id: 'd-backup',
      kind: 'folders',
      sentence: '96 % of home/backup/photos is in home/photos; 1 file differs',
      files: [
        {
          path: 'home/backup/photos',
          passages: [],
          bytes: Buffer.alloc(90_000),
          mtime: '2019-01-01T00:00:00Z',
        },
        {path: 'home/photos', passages: [], bytes: Buffer.alloc(95_000), mtime: '2022-01-01T00:00:00Z'},
      ],
    },
    familyOf('f-minutes', minutes, '40 versions of board 2000.txt; 44 to 82 % are alike'),
    {
      id: 'c-letter',
      kind: 'contained',
      sentence: 'All of offer.txt is in collected letters.txt',
      files: [letter, book],
      links: [
        {
          a: 0,
          b: 1,
          of_a: 1,
          of_b: share(book, letter),
          similarity: 1,
          shared_bytes: letter.bytes.length,
          measured: true,
        },
      ],
    },
    binaries,
    familyOf(
      'f-images',
      [
        picture('home/photos/quay.png', [30, 90, 180]),
        picture('home/photos/quay (edited).png', [40, 140, 90]),
      ],
      '2 versions of quay.png; 80 % is equal'
    ),
    {
      id: 'n-zip',
      kind: 'inside',
      sentence: 'offer.txt is also inside letters.zip',
      files: [letter, {...letter, path: 'home/archive/letters.zip//offer.txt'}],
    },
  ];
}

export const kHostileNames = [
  'home/x/<script>window.hacked=1</script>.txt',
  'home/x/<img src=x onerror=window.hacked=1>.txt',
  'home/x/invoice\u202Efdp.exe',
  'home/x/line\nbreak\ttab\u0007.txt',
  'home/x/bytes\udcff\udc80.txt',
  `home/x/${'long '.repeat(800)}end.txt`,
  'home/x/" onmouseover="window.hacked=1',
  'home/x/javascript:window.hacked=1',
  'home/x/\u200bzero\u2066width\u2069.txt',
];

export function hostileItems() {
  const evil = Buffer.from(
    `<script>window.hacked=1</script>\n<img src=x onerror="window.hacked=1">\n\u202Ereversed\u202C\n\u0000\u0007bell\n${'wide '.repeat(3000)}\n${passage(1)}`
  );
  const files = kHostileNames.map((path, at) => ({
    path,
    passages: [],
    bytes: Buffer.concat([evil, Buffer.from(`${at}\n`)]),
    mtime: `2020-01-0${at + 1}T00:00:00Z`,
    evil: true,
  }));
  const links = [];
  for (let a = 0; a < files.length; ++a)
    for (let b = a + 1; b < files.length; ++b)
      links.push({a, b, of_a: 0.99, of_b: 0.99, similarity: 0.99, shared_bytes: evil.length, measured: true});
  return [
    {
      id: 'f-evil',
      kind: 'family',
      sentence: `9 versions of ${kHostileNames[0]}; the newest is ${kHostileNames[2]}`,
      files,
      links,
      common: evil.length,
    },
    {
      id: 'i-evil',
      kind: 'identical',
      sentence: `9 copies of ${kHostileNames[1]} and ${kHostileNames[5]}`,
      files,
      coveredBy: 'd-evil',
    },
    {
      id: 'd-evil',
      kind: 'folders',
      sentence: 'All of home/<b>x is in home/\u202Ey',
      files: [
        {path: 'home/<b>x</b>', passages: [], bytes: Buffer.alloc(9), mtime: null},
        {path: 'home/\u202Ey', passages: [], bytes: Buffer.alloc(9), mtime: null},
      ],
    },
  ];
}

// A family of 1,500 drafts of which only the two strongest links came along; 42 drafts are little like the first, and of
// the last three nothing is known.
export function largeFamily() {
  const files = Array.from({length: 1500}, (_, at) => ({
    path: `home/drafts/draft ${at}.txt`,
    passages: [],
    bytes: Buffer.alloc(0),
    size: 1000 + at,
    mtime: '2021-01-01T00:00:00Z',
    withCentre: at === 0 ? 1 : at >= 1497 ? 0 : at % 35 === 1 && at < 1450 ? 0.4 : 0.93,
  }));
  const link = (a, b) => ({a, b, of_a: 1, of_b: 1, similarity: 1, shared_bytes: 1000, measured: true});
  return {
    id: 'f-large',
    kind: 'family',
    sentence: '1,500 versions of draft 0.txt',
    files,
    links: [link(1, 2), link(3, 4)],
    linksTotal: 84_211,
  };
}

// Sets of copies by the thousand; made when asked for.
export function copySet(number) {
  const name = `home/archive/${String(number % 97)}/scan ${String(number).padStart(6, '0')}.pdf`;
  const files = [name, `home/old/${name.slice(13)}`].map((path) => ({
    path,
    passages: [],
    bytes: Buffer.alloc(0),
    size: 5_000_000 - number,
    mtime: '2021-01-01T00:00:00Z',
  }));
  return {
    id: `i-${number}`,
    kind: 'identical',
    sentence: `2 copies of scan ${String(number).padStart(6, '0')}.pdf`,
    files,
  };
}
