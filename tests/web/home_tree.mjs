// A made-up home directory for the program itself: versions, copies, a copied folder, a contained file,
// binaries, images, names that mean harm. Its dates are fixed, so that pictures of the page differ only when
// the page does.

import {execFileSync} from 'node:child_process';
import {mkdirSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {png} from './png.mjs';

// Paragraphs of reports and letters; each is long enough to be a passage of its own.
const kText = {
  aim: 'The harbour of Lindholm is to stay open in winter. The committee was asked to say what this costs, who pays for it, and which of the three quays has to be rebuilt before the ice of the coming year. This report answers the first two questions; the third one needs the survey that was ordered in spring.',
  quays:
    'There are three quays. The north quay carries the fish hall and the crane of 1962; its piles were driven into sand and have sunk by nine centimetres. The middle quay is used by the ferry and by guests. The south quay was built for timber, and nothing heavier than a van has stood on it for eleven years.',
  ice: 'In four of the last ten winters the ice closed the harbour, for sixteen days on average. Each day costs the ferry company about two thousand crowns and the fish hall about five thousand. A bubbling system along the north quay would keep a lane of eight metres open down to twelve degrees of frost.',
  costs:
    'The bubbling system costs 410,000 crowns with its compressors and 38,000 crowns a year in electricity. Rebuilding the head of the north quay costs 1.9 million. If both are done in the same summer, the cofferdam is needed only once, which saves 220,000 crowns.',
  costs2:
    'The bubbling system costs 455,000 crowns with its compressors and 41,000 crowns a year in electricity. Rebuilding the head of the north quay costs 2.2 million. If both are done in the same summer, the cofferdam is needed only once, which saves 240,000 crowns.',
  pay: 'The state pays forty per cent of works that keep a public harbour open. The rest may be raised from berth fees, which have not changed since 2008, or from the reserve. The committee proposes to raise the fees by eleven per cent and to take no more than 300,000 crowns from the reserve.',
  survey:
    'The survey of the piles was made in June by divers. Of 212 piles, 31 have lost more than a third of their section, nearly all of them under the crane. The crane may stay where it is until the works begin, if it lifts no more than two tonnes. The divers advise against a third winter.',
  votes:
    'The board voted on the proposal on the second of May. Seven members were in favour, one abstained, and one asked that the minutes say that he had not been given the figures in time. The works are to be tendered before the end of August.',
  thanks:
    'The committee thanks the harbour master, the crew of the ferry, and the owners of the fish hall for opening their books. All figures are without tax. Questions may be sent to the office on the middle quay, which is open on weekdays from eight to noon.',
  letter1:
    'Dear Mrs Aalto, you asked what it would cost to keep your boat with us over the winter. A berth in the water is 1,850 crowns from October to April, if the ice allows it; a place in the shed is 2,400 crowns, with the crane in both directions. We would be glad to see the boat before the first of October.',
  letter2:
    'The shed is dry and locked, but not heated. Please take out the battery and everything that freezes. We look at each cradle after every storm and send a note if something has to be done. Work by others in the shed is allowed on weekdays, as long as the doors stay free.',
  book1:
    'This book holds the letters that left the harbour office between 1998 and 2022, as far as copies were kept. They are in the order of their dates. Spelling was corrected without a note; names of people who are still alive were left out where they wished it.',
  book2:
    'A letter of June 2003 asks the makers of the crane for a drawing of its foot. The answer has not been found. It must have come, because the foot was strengthened in September of that year with plates that fit the bolts to the millimetre.',
  book3:
    'The last letters are about the winter of 2021, when the ferry lay fast for nineteen days and the mail came over the ice by sledge, as it had last done in 1987. Whoever wants to read more of those days will find the log of the ferry in the library, where it may be looked at but not taken out. The letters of the two years before were lent to the museum and have not come back; the board has asked for them twice, and was told each time that they are being copied with great care.',
  odd: 'What follows is text that a browser would run if it were taken for markup, and characters that turn the direction of what is written after them. A page that shows files must show all of this as it is, and must not be moved by it in any way.',
  head: 'LINDHOLM HARBOUR BOARD. The office on the middle quay is open on weekdays from eight to noon. This paper is for the members of the board and for those whom it concerns; it may be copied as a whole. The board cannot answer for figures that were given by others.',
};

const report = (...names) => `# Winter harbour\n\n${names.map((name) => kText[name]).join('\n\n')}\n`;

// Bytes without a pattern, the same on each run.
function noise(size, seed) {
  const bytes = Buffer.alloc(size);
  let state = seed >>> 0;
  for (let i = 0; i < size; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

// A picture without compression, so that two of them share the bytes of what is equal in them: water below a
// sky, with a boat of this colour.
function picture(boat) {
  const [width, height] = [96, 60];
  const grain = noise(width * height, 901);
  const lines = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
      const isBoat = y > 26 && y < 40 && x > 30 + (y - 26) && x < 70 - (y - 26);
      const colour = isBoat ? boat : y < 30 ? [150 + y, 190 + y, 235] : [30, 90 + y, 130 + y];
      lines.set(
        colour.map((value) => Math.min(255, value + (grain[y * width + x] % 16))),
        y * (1 + width * 3) + 1 + x * 3
      );
    }
  }
  return png(width, height, lines);
}

export const kHarm = [
  '<script>window.hacked=1</script>.txt',
  'invoice\u202Efdp.exe',
  '<img src=x onerror=window.hacked=1>.md',
  'line\nbreak.txt',
];

// Makes the tree below `root`, which it empties first.
export function makeHome(root, {harm = false} = {}) {
  rmSync(root, {recursive: true, force: true});
  const write = (path, contents, day) => {
    const whole = join(root, path);
    mkdirSync(dirname(whole), {recursive: true});
    writeFileSync(whole, contents);
    const time = Date.parse(`${day}T10:00:00Z`) / 1000;
    utimesSync(whole, time, time);
  };
  write('reports/winter harbour draft.md', report('aim', 'quays', 'ice'), '2021-11-03');
  write('reports/winter harbour 2.md', report('aim', 'quays', 'ice', 'costs'), '2022-01-20');
  write('reports/winter harbour 3.md', report('aim', 'quays', 'ice', 'costs', 'pay'), '2022-02-11');
  write(
    'reports/winter harbour 4.md',
    report('aim', 'quays', 'ice', 'costs2', 'pay', 'thanks'),
    '2022-05-30'
  );
  write(
    'reports/winter harbour final.md',
    report('ice', 'aim', 'quays', 'survey', 'costs2', 'pay', 'votes', 'thanks'),
    '2022-08-15'
  );
  write(
    'mail/attachments/winter harbour (1).md',
    report('aim', 'quays', 'ice', 'costs', 'pay'),
    '2022-02-12'
  );
  write('letters/offer Aalto.txt', `${kText.letter1}\n\n${kText.letter2}\n`, '2019-09-02');
  write(
    'books/collected letters.txt',
    `${kText.book1}\n\n${kText.letter1}\n\n${kText.letter2}\n\n${kText.book2}\n\n${kText.book3}\n`,
    '2023-04-01'
  );
  for (let at = 0; at < 9; ++at) {
    write(`photos/summer/IMG_20${at}.jpg`, noise(60_000 + at * 7000, at + 1), `2018-07-0${at + 1}`);
    if (at !== 4)
      write(`backup/photos/summer/IMG_20${at}.jpg`, noise(60_000 + at * 7000, at + 1), `2018-07-0${at + 1}`);
  }
  write('photos/phone/IMG_0007.jpg', noise(60_000 + 3 * 7000, 4), '2020-02-02');
  const firmware = noise(40_000, 77);
  write('devices/router 1.2.bin', firmware, '2020-03-03');
  write(
    'devices/router 1.3.bin',
    Buffer.concat([firmware.subarray(0, 21_000), noise(300, 5), firmware.subarray(21_200)]),
    '2021-03-03'
  );
  write('pictures/boat.png', picture([170, 40, 40]), '2020-05-05');
  write('pictures/boat edited.png', picture([240, 240, 230]), '2020-06-05');
  for (let at = 0; at < 6; ++at) {
    write(
      `minutes/2022-0${at + 1}.txt`,
      `${kText.head}\n\nMinutes of month ${at + 1}. ${Array.from({length: 40}, (_, word) => `item${at}x${word * 7 + at}`).join(' ')}\n`,
      `2022-0${at + 1}-28`
    );
  }
  execFileSync('mkfifo', [join(root, 'devices/pipe')]);
  if (!harm) return;
  for (const name of kHarm)
    write(`odd/${name}`, `${kText.odd}\n<script>window.hacked=1</script>\n\u202Ereversed\n`, '2021-01-01');
  writeFileSync(
    Buffer.concat([Buffer.from(`${root}/odd/bytes`), Buffer.from([0xff, 0xfe]), Buffer.from('.txt')]),
    `${kText.odd}\nx\n`
  );
  write(`odd/${'long name '.repeat(24)}.txt`, `${kText.odd}\ny\n`, '2021-01-02');
}
