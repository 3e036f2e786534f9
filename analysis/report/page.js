// The page: headings, sentences, tables and controls of a report, around the charts of chart.js. All text from
// results goes through textContent.
import {init} from 'echarts/core';
import {distinct, headingOf, heightOf, lookOf, optionOf, partsOf, textOf} from './chart.js';

const report = JSON.parse(document.getElementById('data').textContent);
for (const part of report.parts) {
  part.plots.forEach(restore);
  part.details.forEach((detail) => detail.plots.forEach(restore));
}
const main = document.getElementById('main');
const charts = [];

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Makes the rows of a plot, which is sent by columns, with each word once.
function restore(plot) {
  const cells = plot.columns.map(({values, words}) =>
    words.length > 0 ? values.map((place) => place === null ? null : words[place]) : values);
  plot.rows = cells[0].map((_, row) => cells.map((column) => column[row]));
}

const kMostRows = 1000;  // Of a table: more of them hold a browser up.

function tableIn(kind, caption, columns, all) {
  const rows = all.slice(0, kMostRows);
  if (rows.length < all.length) caption += ` (the first ${kMostRows} of ${all.length} rows; --format csv has all)`;
  const words = columns.map((_, place) => rows.some((row) => typeof row[place] === 'string'));
  const head = make('tr', {}, ...columns.map((column, place) =>
    make('th', {scope: 'col', ...(words[place] ? {class: 'word'} : {})}, column)));
  const body = make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map((cell, place) =>
    place === 0 ? make('th', {scope: 'row'}, textOf(cell))
      : make('td', words[place] ? {class: String(cell).length > 40 ? 'word long' : 'word'} : {}, textOf(cell))))));
  return make('div', {class: kind, tabindex: '0', role: 'region', 'aria-label': caption},
    make('table', {}, make('caption', {}, caption), make('thead', {}, head), body));
}

// A table that is made when it is first looked at: most never are.
function tableBehind(summary, caption, columns, rows) {
  const details = make('details', {}, make('summary', {}, summary));
  details.addEventListener('toggle', () => {
    if (details.querySelector('table')) return;
    details.append(tableIn('scroll', caption, columns, rows));
  }, {once: false});
  return details;
}

// Columns and rows as people read them: bars and maps with a column for each part.
function tableOf(plot) {
  if (plot.kind !== 'bars' && plot.kind !== 'heat') {
    const used = plot.columns.map((_, place) => plot.rows.some((row) => row[place] !== null));
    const keep = (row) => row.filter((_, place) => used[place]);
    return [keep(plot.columns).map(headingOf), plot.rows.map(keep)];
  }
  const [side, top] = plot.kind === 'bars' ? [0, 1] : [1, 0];
  const across = distinct(plot, top), values = new Map(plot.rows.map((row) => [row[side] + '\n' + row[top], row[2]]));
  return [[headingOf(plot.columns[side]), ...across.map(String)],
    distinct(plot, side).map((name) => [name, ...across.map((part) => values.get(name + '\n' + part) ?? null)])];
}

class Chart {
  constructor(plot, holder) {
    this.plot = plot;
    this.holder = holder;
    this.hidden = new Set();
    holder.style.height = heightOf(plot) + 'px';
    charts.push(this);
  }
  draw(printed = false) {
    if (this.holder.clientWidth === 0) return;
    this.drawn ??= init(this.holder, null, {renderer: 'canvas', devicePixelRatio: Math.max(2, devicePixelRatio)});
    this.drawn.resize();
    const option = optionOf(this.plot, lookOf(document.body, printed), this.hidden,
      this.holder.clientWidth);
    this.drawn.setOption(option, {notMerge: true});
    this.holder.dataset.drawn = 'yes';
  }
}

function buttonsOf(chart) {
  const parts = partsOf(chart.plot);
  if (parts.length < 2) return [];
  const list = make('ul', {class: 'parts', 'aria-label': 'Parts that are drawn'});
  parts.forEach((part, place) => {
    const button = make('button', {type: 'button', 'aria-pressed': 'true'},
      make('span', {class: 'swatch part-' + place % 8, 'aria-hidden': 'true'}), part);
    button.addEventListener('click', () => {
      const hide = button.getAttribute('aria-pressed') === 'true';
      button.setAttribute('aria-pressed', String(!hide));
      if (hide) chart.hidden.add(part); else chart.hidden.delete(part);
      chart.draw();
    });
    list.append(make('li', {}, button));
  });
  return [list];
}

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    seen.unobserve(entry.target);
    charts.find((chart) => chart.holder === entry.target).draw();
  }
}, {rootMargin: '400px'});

function figureOf(plot) {
  if (plot.kind === 'table')
    return make('section', {class: 'figure', id: plot.id, 'aria-labelledby': plot.id + '-title'},
      make('h3', {id: plot.id + '-title'}, plot.title), make('p', {class: 'says'}, plot.says),
      tableIn('scroll whole', plot.title, ...tableOf(plot)));
  const holder = make('div', {class: 'chart', role: 'img',
    'aria-label': `${plot.title}. ${plot.says} The table below has the values.`});
  const chart = new Chart(plot, holder);
  seen.observe(holder);
  const [columns, rows] = tableOf(plot);
  return make('section', {class: 'figure', id: plot.id, 'aria-labelledby': plot.id + '-title'},
    make('h3', {id: plot.id + '-title'}, plot.title), make('p', {class: 'says'}, plot.says), ...buttonsOf(chart),
    holder, tableBehind('Values', plot.title, columns, rows));
}

// A choice of one among many, such as of the arms.
function chooser(label, names, show) {
  const id = 'choose-' + document.querySelectorAll('select').length + '-' + Math.random().toString(36).slice(2);
  const select = make('select', {id}, ...names.map((name, place) => make('option', {value: place}, name)));
  select.addEventListener('change', () => show(Number(select.value)));
  return make('p', {class: 'choose'}, make('label', {for: id}, label), select);
}

function chosenFrom(label, names, contents) {
  const holder = make('div', {}), made = new Map();
  const show = (place) => {
    if (!made.has(place)) made.set(place, contents(place));
    holder.replaceChildren(...made.get(place));
  };
  show(0);
  return names.length > 1 ? [chooser(label, names, show), holder] : [holder];
}

function figuresTable(figures) {
  return tableBehind(`All figures of ${figures.job}`, `Figures of ${figures.job}`,
    ['figure', 'value', 'unit', 'meaning'], figures.rows);
}

function detailOf(detail) {
  const instances = detail.plots.filter((plot) => plot.id.startsWith('series-'));
  const content = detail.plots.filter((plot) => !plot.id.startsWith('series-')).map(figureOf);
  if (instances.length > 0)
    content.push(make('h3', {}, 'Each server and node over time'),
      ...chosenFrom('Show', instances.map((plot) => plot.title), (place) => [figureOf(instances[place])]));
  content.push(...detail.figures.map(figuresTable));
  return content;
}

function answerOf(answer) {
  const box = make('div', {class: 'answer'});
  if (answer.job) box.append(make('p', {class: 'job'}, answer.job));
  box.append(make('p', {class: 'sentence'}, answer.sentence));
  for (const note of answer.notes) box.append(make('p', {class: 'note'}, note));
  return box;
}

function partOf(part, number) {
  const id = (name) => `${name}-${number}`;
  const heading = (name, text) => make('h2', {id: id(name)}, text);
  const content = [make('header', {}, make('p', {class: 'kicker'}, 'headrace report'),
    make(number === 1 ? 'h1' : 'h2', {id: id('answer')}, part.title)), ...(part.question ?
    [make('p', {class: 'says'}, part.question)] : []), ...part.answers.map(answerOf)];
  const links = [['answer', 'The answer']];
  if (part.plots.length > 0) {
    links.push(['together', 'Compared']);
    content.push(heading('together', 'Compared'), ...part.plots.map(figureOf));
  }
  if (part.details.length > 0) {
    links.push(['detail', 'In detail']);
    content.push(heading('detail', 'In detail'), ...chosenFrom('Arm',
      part.details.map((detail) => detail.name), (place) => detailOf(part.details[place])));
  }
  links.push(['origin', 'Where it comes from']);
  content.push(heading('origin', 'Where it comes from'),
    make('div', {class: 'scroll whole', tabindex: '0', role: 'region', 'aria-label': 'Provenance'},
      make('table', {}, make('caption', {}, 'Enough to run it again'), make('tbody', {},
        ...part.provenance.map(([name, value]) => make('tr', {}, make('th', {scope: 'row'}, name),
          make('td', {class: 'word long'}, value)))))));
  if (part.scenario)
    content.push(make('details', {}, make('summary', {}, 'The scenario, with the origin of each value'),
      make('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'The scenario'},
        make('pre', {}, part.scenario))));
  return {content, links: links.map(([name, text]) => make('li', {}, make('a', {href: '#' + id(name)}, text)))};
}

const parts = report.parts.map((part, place) => partOf(part, place + 1));
for (const part of parts) main.append(...part.content);
const wide = matchMedia('(min-width: 1180px)');
const contents = make('details', wide.matches ? {open: ''} : {}, make('summary', {}, 'Contents'));
parts.forEach((part, place) => contents.append(make('p', {class: 'title'}, report.parts[place].title),
  make('ol', {}, ...part.links)));
document.getElementById('contents').append(contents);
wide.addEventListener('change', () => { contents.open = wide.matches; });
document.getElementById('footer').append(
  `Made by headrace ${report.version}, revision ${report.revision}. This file needs no network. `,
  'Charts by Apache ECharts.');

const drawAgain = (printed) => { for (const chart of charts) if (chart.drawn || printed) chart.draw(printed); };
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => drawAgain(false));
let resizing = 0;
addEventListener('resize', () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => drawAgain(false), 100);
});
addEventListener('beforeprint', () => drawAgain(true));
addEventListener('afterprint', () => drawAgain(false));
