// Numbers, sizes, dates and shares as people read them; one style for the whole page.

const kUnits = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
const kNumber = new Intl.NumberFormat('en-GB');

export function count(number) {
  return kNumber.format(number ?? 0);
}

// counted(3, 'file') is "3 files".
export function counted(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

// Decimal units, as in the reports: "1.2 GB", "45.6 MB", "789.0 kB".
export function bytes(number) {
  if (number === null || number === undefined) return '';
  if (number < 1000) return counted(number, 'byte');
  let unit = 0;
  let value = number;
  while (value >= 999.95 && unit + 1 < kUnits.length) {
    value /= 1000;
    ++unit;
  }
  return `${value.toFixed(1)} ${kUnits[unit]}`;
}

// "10 MB", "1.5g", "2000": the bytes, or null if it is not a size.
export function parseBytes(text) {
  const match = /^\s*([0-9]+(?:[.,][0-9]+)?)\s*([kmgtp]?)(?:b|bytes?)?\s*$/i.exec(text ?? '');
  if (!match) return null;
  const power = ['', 'k', 'm', 'g', 't', 'p'].indexOf(match[2].toLowerCase());
  return Math.round(Number(match[1].replace(',', '.')) * 1000 ** power);
}

// Shares are rounded down, so that 100 % means all.
export function percent(share) {
  if (share === null || share === undefined) return '';
  if (share > 0 && share < 0.01) return 'less than 1 %';
  return `${Math.floor(share * 100 + 1e-9)} %`;
}

// Times come as ISO text, as seconds or as null; nothing but a valid time is shown.
function dateOf(time) {
  if (time === null || time === undefined || time === '') return null;
  const date = new Date(typeof time === 'number' ? time * 1000 : time);
  return Number.isNaN(date.getTime()) ? null : date;
}

export function seconds(time) {
  const date = dateOf(time);
  return date === null ? null : date.getTime() / 1000;
}

function two(number) {
  return String(number).padStart(2, '0');
}

export function day(time) {
  const date = dateOf(time);
  if (date === null) return '';
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function minute(time) {
  const date = dateOf(time);
  return date === null ? '' : `${day(time)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

// "2019-03-01 to 2024-05-17", or one day.
export function period(oldest, newest) {
  const from = day(oldest);
  const to = day(newest);
  return !from || from === to ? to : `${from} to ${to}`;
}

// The same where there is little room: "2019–2024", or the days if they are of one year.
export function shortPeriod(oldest, newest) {
  const from = day(oldest).slice(0, 4);
  const to = day(newest).slice(0, 4);
  return from === to ? period(oldest, newest) : `${from}–${to}`;
}
