// What ECharts is told of a plot: `optionOf(plot, look, hidden)`. The kinds and the places of their columns are
// those of plot.h. Text that comes from results is never markup: tips are made of elements.
import {use} from 'echarts/core';
import {BarChart, CustomChart, HeatmapChart, LineChart, ParallelChart, ScatterChart} from 'echarts/charts';
import {AriaComponent, DataZoomInsideComponent, GridComponent, ParallelComponent, TooltipComponent,
  VisualMapContinuousComponent} from 'echarts/components';
import {CanvasRenderer} from 'echarts/renderers';

use([BarChart, CustomChart, HeatmapChart, LineChart, ParallelChart, ScatterChart, AriaComponent,
  DataZoomInsideComponent, GridComponent, ParallelComponent, TooltipComponent, VisualMapContinuousComponent,
  CanvasRenderer]);

const kColours = 8;  // Of Okabe and Ito, as page.css names them.
const kManyBars = 12;  // Categories, from which bars stand upright and need no names of their own.

const format = new Intl.NumberFormat('en', {maximumSignificantDigits: 4});
export const textOf = (value) =>
  value === null ? '' : typeof value === 'number' ? format.format(value) : String(value);
const rounded = new Intl.NumberFormat('en', {maximumSignificantDigits: 2});
const roundly = (value) => value >= 100 ? Math.round(value).toLocaleString('en') : rounded.format(value);
export const headingOf = (column) => column.unit ? `${column.name}, ${column.unit}` : column.name;
const withUnit = (value, column) => textOf(value) + (column.unit ? ' ' + column.unit : '');

// The values of a column, each once, in the order in which they come.
export const distinct = (plot, place) => [...new Set(plot.rows.map((row) => row[place]))];

// What buttons turn on and off: parts of bars, series of lines, groups of points.
export function partsOf(plot) {
  if (plot.kind === 'bars' || plot.kind === 'spans') return distinct(plot, 1);
  if (plot.kind === 'lines' || plot.kind === 'scatter') return distinct(plot, 0);
  return [];
}

export function lookOf(element, printed) {
  const style = getComputedStyle(element);
  const named = (name) => style.getPropertyValue('--' + name).trim();
  const look = {family: style.fontFamily, ink: named('ink'), soft: named('soft'), line: named('line'),
    axis: named('axis'), paper: named('paper'), empty: named('empty'), full: named('full'), parts: []};
  for (let i = 0; i < kColours; ++i) look.parts.push(named('part-' + i));
  return printed ? {...look, ink: '#1c2430', soft: '#55606e', paper: '#ffffff', empty: '#edf1f5', full: '#0a3d6b'}
    : look;
}

function element(name, text, kind) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

function tip(title, lines) {
  const box = element('div', '', 'tip');
  box.append(element('p', title, 'of'));
  for (const line of lines) box.append(element('p', line));
  return box;
}

const axisLook = (look) => ({
  axisLine: {lineStyle: {color: look.axis}}, axisTick: {show: false},
  axisLabel: {color: look.soft, fontSize: 13, hideOverlap: true}, splitLine: {lineStyle: {color: look.line}},
  nameTextStyle: {color: look.soft, fontSize: 13},
});

const valueAxis = (column, look, more) => ({
  type: 'value', name: headingOf(column), nameLocation: 'middle', nameGap: 30, ...axisLook(look), ...more,
});

const logMark = (value) => textOf(value);

// Names on the left get two fifths of a narrow page at most.
const namesWidth = (names, width) =>
  Math.min(Math.max(...names.map((name) => String(name).length)) * 7.2 + 12, width * (width < 560 ? 0.4 : 0.3));

function categoryAxis(names, look, width) {
  const room = namesWidth(names, width);
  return {type: 'category', data: names.map(String), inverse: true, ...axisLook(look),
    axisLabel: {color: look.ink, fontSize: 13, width: room, overflow: 'break', lineHeight: 15, interval: 0},
    splitLine: {show: false}};
}

const gridOf = (left, more) => ({left, right: 24, top: 16, bottom: 48, ...more});
const colourOf = (parts, part, look) => look.parts[parts.indexOf(part) % look.parts.length];
const shadowTip = (look) => ({confine: true, backgroundColor: look.paper, borderColor: look.line,
  textStyle: {color: look.ink}, extraCssText: 'box-shadow: 0 2px 8px rgba(0,0,0,.18)'});

function bars(plot, look, hidden, width) {
  const names = distinct(plot, 0), parts = partsOf(plot), upright = names.length > kManyBars;
  const values = new Map(plot.rows.map((row) => [row[0] + '\n' + row[1], row[2]]));
  const shown = parts.filter((part) => !hidden.has(part));
  const series = shown.map((part) => ({
    type: 'bar', name: part, stack: 'all', barCategoryGap: upright ? '15%' : '35%',
    itemStyle: {color: colourOf(parts, part, look), borderColor: look.paper, borderWidth: upright ? 0 : 1},
    data: names.map((name) => values.get(name + '\n' + part) ?? 0),
  }));
  const formatter = (info) => tip(String(names[info.dataIndex]), [
    `${info.seriesName}: ${withUnit(info.value, plot.columns[2])}`,
    `of ${withUnit(shown.reduce((sum, part) => sum + (values.get(names[info.dataIndex] + '\n' + part) ?? 0), 0),
      plot.columns[2])}`]);
  if (upright)
    return {series, tooltip: {...shadowTip(look), formatter}, grid: gridOf(64),
      xAxis: {type: 'category', data: names.map(String), name: headingOf(plot.columns[0]),
        nameLocation: 'middle', nameGap: 30, ...axisLook(look), splitLine: {show: false}},
      yAxis: valueAxis(plot.columns[2], look, {nameGap: 48})};
  return {series, tooltip: {...shadowTip(look), formatter}, grid: gridOf(namesWidth(names, width) + 12),
    xAxis: valueAxis(plot.columns[2], look), yAxis: categoryAxis(names, look, width)};
}

function lines(plot, look, hidden, width) {
  const parts = partsOf(plot), shown = parts.filter((part) => !hidden.has(part));
  const whole = plot.rows.every((row) => Number.isInteger(row[1]));
  const direct = parts.length > 1 && parts.length <= 6 && width > 640 && parts.every((part) => part.length <= 22);
  const series = [];
  for (const part of shown) {
    const rows = plot.rows.filter((row) => row[0] === part), colour = colourOf(parts, part, look);
    series.push({type: 'line', name: part, data: rows.map((row) => [row[1], row[2]]), color: colour,
      symbolSize: rows.length > 40 ? 0 : 6, lineStyle: {width: 2}, showSymbol: rows.length <= 40,
      labelLayout: {moveOverlap: 'shiftY'}, endLabel: {show: direct, formatter: '{a}', color: look.ink, fontSize: 13,
        width: 150, overflow: 'truncate'}});
    const ranges = rows.filter((row) => row[3] !== null);
    if (ranges.length > 0) series.push(whiskers(ranges.map((row) => [row[1], row[3], row[4]]), colour, true));
  }
  const formatter = (info) => tip(info.seriesName, [
    `${plot.columns[1].name}: ${withUnit(info.value[0], plot.columns[1])}`,
    `${plot.columns[2].name}: ${withUnit(info.value[1], plot.columns[2])}`]);
  return {series, tooltip: {...shadowTip(look), formatter},
    grid: gridOf(64, {right: direct ? 168 : 24}), dataZoom: [{type: 'inside', zoomOnMouseWheel: 'ctrl'}],
    xAxis: valueAxis(plot.columns[1], look, plot.log ? {type: 'log', axisLabel: {...axisLook(look).axisLabel,
      formatter: logMark}} : {scale: true, minInterval: whole ? 1 : undefined}),
    yAxis: valueAxis(plot.columns[2], look, {nameGap: 48, scale: plot.rows.every((row) => row[2] > 0)
      && !plot.log})};
}

// Intervals: from the second value of an item to its third, upright or lying.
function whiskers(items, colour, upright) {
  return {type: 'custom', data: items, silent: true, z: 1, encode: upright ? {x: 0, y: [1, 2]} : {x: [1, 2], y: 0},
    renderItem: (_, api) => {
      const at = (value) => upright ? api.coord([api.value(0), value]) : api.coord([value, api.value(0)]);
      const [x1, y1] = at(api.value(1)), [x2, y2] = at(api.value(2));
      const dx = upright ? 5 : 0, dy = upright ? 0 : 5;
      const line = (a, b, c, d) => ({type: 'line', shape: {x1: a, y1: b, x2: c, y2: d},
        style: {stroke: colour, lineWidth: 2}});
      return {type: 'group', children: [line(x1, y1, x2, y2), line(x1 - dx, y1 - dy, x1 + dx, y1 + dy),
        line(x2 - dx, y2 - dy, x2 + dx, y2 + dy)]};
    }};
}

function heat(plot, look, hidden, width) {
  const rows = distinct(plot, 0), columns = distinct(plot, 1);
  if (typeof columns[0] === 'number') columns.sort((a, b) => a - b);
  const places = new Map(columns.map((value, place) => [value, place]));
  const heights = new Map(rows.map((value, place) => [value, place]));
  // Over time a shade is of the whole scale; on a map of points it tells the least from the greatest.
  const timed = columns.every((value) => typeof value === 'number');
  const values = plot.rows.map((row) => row[2]).filter((value) => value !== null);
  const most = timed && plot.columns[2].unit === '%' ? 100 : Math.max(...values, timed ? 1e-9 : -Infinity);
  const least = timed ? 0 : Math.min(...values);
  const few = columns.length <= 12 && width > 560;
  return {
    series: [{type: 'heatmap', data: plot.rows.map((row) => [places.get(row[1]), heights.get(row[0]), row[2]]),
      label: {show: few, formatter: (info) => textOf(info.value[2])}, progressive: 0,
      itemStyle: {borderColor: look.paper, borderWidth: columns.length > 40 ? 0 : 1}}],
    tooltip: {...shadowTip(look), formatter: (info) => tip(String(rows[info.value[1]]), [
      `${plot.columns[1].name}: ${withUnit(columns[info.value[0]], plot.columns[1])}`,
      `${plot.columns[2].name}: ${withUnit(info.value[2], plot.columns[2])}`])},
    visualMap: {type: 'continuous', min: least, max: most, calculable: false, orient: 'horizontal', right: 24, top: 0,
      itemWidth: 14, itemHeight: Math.min(160, width / 3), inRange: {color: [look.empty, look.full]},
      text: [withUnit(most, plot.columns[2]), textOf(least)],
      textStyle: {color: look.soft, fontSize: 13}},
    grid: gridOf(namesWidth(rows, width) + 12, {top: 48}),
    xAxis: {type: 'category', data: columns.map(timed ? roundly : textOf), name: headingOf(plot.columns[1]),
      nameLocation: 'middle', nameGap: 30, ...axisLook(look), splitLine: {show: false}},
    yAxis: categoryAxis(rows, look, width)};
}

function ranges(plot, look, hidden, width) {
  const names = plot.rows.map((row) => row[0]), colour = look.parts[0];
  const spans = plot.rows.map((row, place) => [place, row[2], row[3]]).filter((item) => item[1] !== null);
  const formatter = (info) => {
    const row = plot.rows[info.dataIndex];
    const lines = [`${plot.columns[1].name}: ${withUnit(row[1], plot.columns[1])}`];
    if (row[3] !== null) lines.push(`${textOf(row[2])} to ${withUnit(row[3], plot.columns[1])}`);
    return tip(String(row[0]), lines);
  };
  return {series: [whiskers(spans, colour, false),
    {type: 'scatter', symbolSize: 11, itemStyle: {color: colour}, z: 3,
      data: plot.rows.map((row, place) => [row[1], place]),
      label: {show: width > 560, position: 'top', distance: 4, color: look.ink, fontSize: 13,
        formatter: (info) => withUnit(info.value[0], plot.columns[1])}}],
  tooltip: {...shadowTip(look), formatter}, grid: gridOf(namesWidth(names, width) + 12, {right: 48, top: 24}),
  xAxis: valueAxis(plot.columns[1], look, plot.log
    ? {type: 'log', axisLabel: {...axisLook(look).axisLabel, formatter: logMark}} : {scale: true}),
  yAxis: categoryAxis(names, look, width)};
}

function scatter(plot, look, hidden) {
  const parts = partsOf(plot), all = plot.rows.flatMap((row) => [row[2], row[3]]);
  // Axes of one unit are alike, and equal values lie on the diagonal.
  const alike = plot.columns[2].unit === plot.columns[3].unit;
  const digit = (value, round) => {
    const power = 10 ** Math.floor(Math.log10(value));
    return round(value / power) * power;
  };
  const ends = plot.log ? [digit(Math.min(...all) * 0.9, Math.floor), digit(Math.max(...all) * 1.1, Math.ceil)]
    : [Math.min(...all), Math.max(...all)];
  const series = parts.filter((part) => !hidden.has(part)).map((part) => ({
    type: 'scatter', name: part, symbolSize: 9, itemStyle: {color: colourOf(parts, part, look), opacity: 0.85},
    data: plot.rows.filter((row) => row[0] === part).map((row) => [row[2], row[3], row[1]]),
  }));
  if (alike) series.push({type: 'line', data: ends.map((end) => [end, end]), silent: true, symbolSize: 0, color: look.axis,
    lineStyle: {type: 'dashed', width: 1}});
  const formatter = (info) => tip(String(info.value[2]), [2, 3].map((place) =>
    `${plot.columns[place].name}: ${withUnit(info.value[place - 2], plot.columns[place])}`));
  const more = {type: plot.log ? 'log' : 'value', ...(alike ? {min: ends[0], max: ends[1]} : {scale: true}),
    axisLabel: {...axisLook(look).axisLabel, formatter: logMark}};
  return {series, tooltip: {...shadowTip(look), formatter}, grid: gridOf(72),
    xAxis: valueAxis(plot.columns[2], look, more), yAxis: valueAxis(plot.columns[3], look, {...more, nameGap: 56})};
}

function parallel(plot, look, hidden, width) {
  const last = plot.columns.length - 1, values = plot.rows.map((row) => row[last]);
  return {
    series: [{type: 'parallel', data: plot.rows, lineStyle: {width: 2, opacity: 0.75}, smooth: false}],
    parallel: {left: 56, right: width > 560 ? 96 : 56, top: 56, bottom: 32},
    parallelAxis: plot.columns.map((column, dim) => ({
      dim, name: headingOf(column), nameTextStyle: {color: look.ink, fontSize: 13, width: width / (last + 2),
        overflow: 'break'}, axisLabel: {color: look.ink, fontSize: 13, backgroundColor: look.paper, padding: [1, 3]},
      axisLine: {lineStyle: {color: look.axis}}, z: 5,
      ...(plot.rows.every((row) => typeof row[dim] === 'number')
        ? {scale: true, minInterval: plot.rows.every((row) => Number.isInteger(row[dim])) ? 1 : undefined}
        : {type: 'category', data: distinct(plot, dim).map(String)}),
    })),
    visualMap: {show: false, dimension: last, min: Math.min(...values), max: Math.max(...values),
      inRange: {color: [look.parts[1], look.parts[0]]}},
    tooltip: {...shadowTip(look), formatter: (info) =>
      tip('point', plot.columns.map((column, place) => `${column.name}: ${withUnit(info.value[place], column)}`))},
  };
}

// A row holds a lane for each part, so that none hides another.
function spans(plot, look, hidden, width) {
  const rows = distinct(plot, 0), parts = partsOf(plot), shown = parts.filter((part) => !hidden.has(part));
  const heights = new Map(rows.map((name, place) => [name, place]));
  const series = shown.map((part, lane) => {
    const items = plot.rows.filter((row) => row[1] === part), colour = colourOf(parts, part, look);
    return {type: 'custom', name: part, encode: {x: [1, 2], y: 0}, clip: true, progressive: 0,
      data: items.map((row) => [heights.get(row[0]), row[2], row[3], row[4]]),
      renderItem: (_, api) => {
        const [begin, middle] = api.coord([api.value(1), api.value(0)]);
        const [end] = api.coord([api.value(2), api.value(0)]), high = api.size([0, 1])[1] * 0.84;
        return {type: 'rect', style: {fill: colour}, shape: {x: begin, y: middle - high / 2 + lane * high / shown.length,
          width: Math.max(end - begin, 1), height: Math.max(high / shown.length - 0.5, 1)}};
      }};
  });
  const formatter = (info) => tip(String(rows[info.value[0]]), [
    `${info.seriesName}: ${textOf(info.value[1])} to ${withUnit(info.value[2], plot.columns[3])}`,
    `${plot.columns[4].name}: ${textOf(info.value[3])}`]);
  return {series, tooltip: {...shadowTip(look), formatter}, grid: gridOf(namesWidth(rows, width) + 12),
    dataZoom: [{type: 'inside', zoomOnMouseWheel: 'ctrl', filterMode: 'none'}],
    xAxis: valueAxis({name: 'time', unit: plot.columns[2].unit}, look), yAxis: categoryAxis(rows, look, width)};
}

const kinds = {bars, lines, heat, ranges, scatter, spans, parallel};

export function optionOf(plot, look, hidden, width) {
  return {animation: false, textStyle: {fontFamily: look.family, color: look.ink}, aria: {enabled: false},
    ...kinds[plot.kind](plot, look, hidden, width)};
}

export function heightOf(plot) {
  const names = plot.kind === 'scatter' ? 0 : distinct(plot, 0).length;
  switch (plot.kind) {
    case 'bars': return names > kManyBars ? 340 : 84 + names * 44;
    case 'heat':
    case 'spans': return 112 + names * (names > 24 ? 18 : 30);
    case 'ranges': return 96 + names * 44;
    case 'scatter': return 520;
    default: return 360;
  }
}
