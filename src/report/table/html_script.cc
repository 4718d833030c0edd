// The script of HTML reports: sorts, filters and pages through lists that are in the page already. It never
// makes markup out of text (no innerHTML), so names stay names. Lists beyond kPage items are taken out of the
// page and put back a page at a time: a browser lays out hundreds of rows, not a hundred thousand.
#include "report/html/html_page.h"

namespace kindred::report {

const std::string& HtmlScript() {
  static const std::string script = R"js(
'use strict';
document.documentElement.classList.add('js');
const kPage = 200;

function make(tag, text, parent) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  if (parent) parent.append(element);
  return element;
}

function numberOf(text) {
  const number = parseFloat(text.replace(/[^0-9.]/g, ''));
  return isNaN(number) ? -1 : number;
}

// A list of items of which a page is shown inside `place`. Tools go in front of `front`.
class List {
  constructor(items, place, front, filterable) {
    this.all = items;
    this.view = items;
    this.place = place;
    this.first = 0;
    this.words = '';
    this.order = null;
    if (filterable) this.addTools(front);
    this.show();
  }

  addTools(front) {
    const tools = make('div');
    tools.className = 'tools';
    front.before(tools);
    this.tools = tools;
    const input = make('input', '', tools);
    input.type = 'search';
    input.placeholder = 'Search ( / )';
    input.setAttribute('aria-label', 'Search in this list');
    let timer = 0;
    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => { this.words = input.value.toLowerCase(); this.arrange(); }, 150);
    });
    this.back = make('button', '\u2039', tools);
    this.count = make('span', '', tools);
    this.count.setAttribute('aria-live', 'polite');
    this.next = make('button', '\u203a', tools);
    this.back.setAttribute('aria-label', 'Previous page');
    this.next.setAttribute('aria-label', 'Next page');
    this.back.addEventListener('click', () => this.turn(-kPage));
    this.next.addEventListener('click', () => this.turn(kPage));
  }

  turn(by) {
    this.first += by;
    this.show();
  }

  // `key` gives an item's number or text, or null for the order of the report.
  sort(key, down) {
    this.order = key && { key, down };
    this.arrange();
  }

  arrange() {
    const words = this.words;
    let view = words ? this.all.filter(item => item.textContent.toLowerCase().includes(words)) : this.all;
    if (this.order) {
      const sign = this.order.down ? -1 : 1;
      const keyed = view.map(item => [this.order.key(item), item]);
      keyed.sort((a, b) => a[0] < b[0] ? -sign : a[0] > b[0] ? sign : 0);
      view = keyed.map(pair => pair[1]);
    }
    this.view = view;
    this.first = 0;
    this.show();
  }

  show() {
    const last = Math.min(this.first + kPage, this.view.length);
    this.place.replaceChildren(...this.view.slice(this.first, last));
    if (!this.count) return;
    const all = this.view.length.toLocaleString('en');
    this.count.textContent = this.view.length <= kPage ? all + ' shown'
      : (this.first + 1).toLocaleString('en') + '\u2013' + last.toLocaleString('en') + ' of ' + all;
    this.back.hidden = this.next.hidden = this.view.length <= kPage;
    this.back.disabled = this.first === 0;
    this.next.disabled = last === this.view.length;
  }
}

function readyTable(table) {
  if (table.dataset.ready || table.className === 'mx') return;
  table.dataset.ready = 'yes';
  const rows = Array.from(table.querySelectorAll('tbody > tr'));
  const bodies = Array.from(table.tBodies);
  bodies.slice(1).forEach(body => body.remove());
  if (!bodies.length) return;
  const list = new List(rows, bodies[0], table.parentNode, rows.length > 10);
  table.querySelectorAll('thead th').forEach((head, column) => {
    const button = make('button', head.textContent);
    head.replaceChildren(button);
    const isNumber = head.className !== '';
    button.addEventListener('click', () => {
      const was = head.getAttribute('aria-sort');
      const down = was ? was === 'ascending' : isNumber;
      table.querySelectorAll('th').forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      list.sort(row => {
        const text = row.cells[column].textContent;
        return isNumber ? numberOf(text) : text;
      }, down);
    });
  });
}

function chipOf(card, label) {
  for (const chip of card.querySelectorAll('summary > .chip')) {
    if (chip.firstChild.textContent === label) return chip.lastChild.textContent;
  }
  return '';
}

function readyCards(box) {
  const cards = Array.from(box.querySelectorAll(':scope > .card'));
  if (!cards.length) return;
  const list = new List(cards, box, box, true);
  const select = make('select');
  select.setAttribute('aria-label', 'Order');
  list.tools.firstChild.after(select);
  make('option', 'best first', select).value = '';
  make('option', 'by name', select).value = 'name';
  cards[0].querySelectorAll('summary > .chip:not(.id)').forEach(chip => {
    const label = chip.firstChild.textContent;
    make('option', 'by ' + label.trim(), select).value = label;
  });
  select.addEventListener('change', () => {
    const label = select.value;
    if (label === '') list.sort(null);
    else if (label === 'name') list.sort(card => card.querySelector('summary').textContent, false);
    else list.sort(card => numberOf(chipOf(card, label)), true);
  });
}

// Two files side by side: j and k go to the next and the previous run of A.
function readySide(table) {
  const runs = Array.from(table.querySelectorAll('a.no[id^="a"]'));
  if (!runs.length) return;
  let at = -1;
  const tools = make('div');
  tools.className = 'tools';
  table.before(tools);
  const back = make('button', '\u2039', tools);
  const status = make('span', '', tools);
  const next = make('button', '\u203a', tools);
  back.setAttribute('aria-label', 'Previous run (k)');
  next.setAttribute('aria-label', 'Next run (j)');
  status.setAttribute('aria-live', 'polite');
  const show = () => {
    const all = runs.length.toLocaleString('en') + (runs.length === 1 ? ' run' : ' runs');
    status.textContent = at < 0 ? all : 'run ' + (at + 1).toLocaleString('en') + ' of ' + all;
  };
  const go = by => {
    at = Math.max(0, Math.min(runs.length - 1, at + by));
    runs[at].scrollIntoView({ block: 'center' });
    runs[at].focus({ preventScroll: true });
    show();
  };
  back.addEventListener('click', () => go(-1));
  next.addEventListener('click', () => go(1));
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'j') go(1);
    else if (event.key === 'k') go(-1);
  });
  show();
}

// / goes to the next search field, Escape empties it.
document.addEventListener('keydown', event => {
  const field = document.activeElement;
  const typing = field && (field.tagName === 'INPUT' || field.tagName === 'SELECT');
  if (event.key === 'Escape' && typing && field.type === 'search') {
    field.value = '';
    field.dispatchEvent(new Event('input'));
  } else if (event.key === '/' && !typing) {
    const fields = Array.from(document.querySelectorAll('input[type=search]')).filter(one => one.offsetParent);
    const next = fields.find(one => one.getBoundingClientRect().top >= 0) || fields[0];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'center' });
  }
});

// Not while the page is still read: of a card that is open from the start only some rows are there then.
document.addEventListener('toggle', event => {
  if (event.target.open && document.readyState !== 'loading') event.target.querySelectorAll('table').forEach(readyTable);
}, true);
document.addEventListener('DOMContentLoaded', () => {
  document.querySelectorAll('.card[open] .box > table, section > .box > table').forEach(readyTable);
  document.querySelectorAll('.cards').forEach(readyCards);
  document.querySelectorAll('.side').forEach(readySide);
});
)js";
  return script;
}

}  // namespace kindred::report
