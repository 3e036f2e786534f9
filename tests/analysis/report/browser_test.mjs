// Opens pages of `headrace report` in a browser without a network, as a reader does: every chart is drawn, tips and
// filters work, nothing is asked of the network or told to the console, and axe-core finds nothing serious. What is
// seen is kept as pictures. Run by `./headrace.sh pages`.
//
//   node tests/analysis/report/browser_test.mjs FOLDER        // of the pages, and of the pictures
//
// With HEADRACE_ACCEPT=1 the picture of the README is made anew: docs/report.png.
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const folder = path.resolve(process.argv[2]);
const required = createRequire(path.resolve('analysis/report/node_modules/resolve.js'));
const chromium = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  .find((file) => file && existsSync(file));
if (!chromium) {
  console.log('pages: skipped, for there is no Chromium here (apt-get install chromium)');
  process.exit(0);
}
const {chromium: browsers} = required('playwright-core');
const axe = readFileSync(required.resolve('axe-core/axe.min.js'), 'utf8');

let failed = 0;
const expect = (holds, what) => {
  if (holds) return;
  ++failed;
  console.log(`pages: ${what}`);
};

// A chart is drawn where its canvas has more than one colour.
const emptyCharts = () => [...document.querySelectorAll('.chart')].filter((chart) => {
  const canvas = chart.querySelector('canvas');
  if (!canvas || canvas.width === 0) return true;
  const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const seen = new Set();
  for (let i = 0; i < data.length && seen.size < 4; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  return seen.size < 3;
}).map((chart) => chart.getAttribute('aria-label'));

async function scrollThrough(page) {
  const height = await page.evaluate(() => document.body.scrollHeight);
  for (let at = 0; at <= height; at += 600) {
    await page.evaluate((y) => window.scrollTo(0, y), at);
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(200);
  await page.evaluate(() => window.scrollTo(0, 0));
}

// Moves over the charts, one after the other, until one of them answers.
async function tryTip(page, name) {
  for (const chart of await page.locator('.chart').all()) {
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    for (let y = 0.1; y < 0.9; y += 0.1)
      for (const x of [0.4, 0.6, 0.8]) {
        await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
        if (await page.locator('.tip').first().isVisible()) return page.mouse.move(0, 0);
      }
  }
  expect(false, `${name}: no tip appears over any chart`);
}

async function tryFilters(page, name) {
  const filtered = page.locator('.figure:has(.parts button)').first();
  if (await filtered.count() > 0) {
    const canvas = filtered.locator('canvas').first();
    const keep = () => canvas.evaluate((drawn) => {
      window.kept = drawn.getContext('2d').getImageData(0, 0, drawn.width, drawn.height).data;
    });
    // Returns whether more than a thousandth of the points are not as they were kept.
    const changed = () => canvas.evaluate((drawn) => {
      const now = drawn.getContext('2d').getImageData(0, 0, drawn.width, drawn.height).data;
      let others = 0;
      for (let i = 0; i < now.length; ++i) if (now[i] !== window.kept[i]) ++others;
      return others > now.length / 1000;
    });
    await page.evaluate(() => dispatchEvent(new Event('resize')));  // Drawn anew, without what a mouse brought out.
    await page.waitForTimeout(300);
    await keep();
    const button = filtered.locator('.parts button').first();
    await button.focus();
    await page.keyboard.press('Enter');
    expect(await button.getAttribute('aria-pressed') === 'false', `${name}: the keyboard turns no part off`);
    expect(await changed(), `${name}: a part that is turned off is still drawn`);
    await page.keyboard.press('Enter');
    expect(!await changed(), `${name}: a part that is turned on again is not drawn`);
  }
  for (const select of await page.locator('select').all()) {
    const shown = () => select.evaluate((list) => list.closest('p').nextElementSibling.querySelector('section').id);
    const before = await shown();
    await select.selectOption('1');
    expect(await shown() !== before, `${name}: another choice shows the same`);
    await select.selectOption('0');
  }
  const values = page.locator('.figure details').first();
  await values.locator('summary').focus();
  await page.keyboard.press('Enter');
  const row = values.locator('tbody tr').first().waitFor({timeout: 5000});
  expect(await row.then(() => true, () => false), `${name}: no table behind the first chart`);
  await page.keyboard.press('Enter');
}

async function look(browser, file, theme, width) {
  const name = `${path.basename(file, '.html')}-${theme}-${width}`;
  const context = await browser.newContext({offline: true, colorScheme: theme, viewport: {width, height: 900}});
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.text().includes('willReadFrequently')) return;  // Of what this test reads.
    if (['error', 'warning'].includes(message.type())) expect(false, `${name}: console: ${message.text()}`);
  });
  page.on('pageerror', (error) => expect(false, `${name}: ${error}`));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) expect(false, `${name}: asks for ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  await scrollThrough(page);
  const empty = await page.evaluate(emptyCharts);
  expect(empty.length === 0, `${name}: charts that are not drawn: ${empty.join('; ')}`);
  expect(await page.locator('.chart').count() > 0, `${name}: no charts`);
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(fits, `${name}: is wider than ${width}`);
  await page.screenshot({path: path.join(folder, name + '.png'), fullPage: true});
  if (process.env.HEADRACE_ACCEPT === '1' && name === 'first_run-light-1280')
    await page.screenshot({path: 'docs/report.png', clip: {x: 0, y: 0, width: 1280, height: 1180}, fullPage: true});
  if (width >= 1000) {
    const {violations} = await page.evaluate(`${axe}; axe.run(document, {resultTypes: ['violations']})`);
    for (const one of violations.filter(({impact}) => ['serious', 'critical'].includes(impact)))
      expect(false, `${name}: axe: ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map(({html}) => html).join(' ')}`);
    if (theme === 'light') {
      await tryTip(page, name);
      await tryFilters(page, name);
    }
  }
  await context.close();
}

const pages = readdirSync(folder).filter((name) => name.endsWith('.html')).map((name) => path.join(folder, name));
expect(pages.length > 0, `there are no pages in ${folder}`);
const browser = await browsers.launch({executablePath: chromium, args: ['--no-sandbox']});
await Promise.all(pages.map(async (file) => {
  for (const theme of ['light', 'dark'])
    for (const width of [1280, 400]) await look(browser, file, theme, width);
}));
await browser.close();
console.log(`pages: ${pages.length} looked at in two themes and two widths, ${failed} findings; pictures: ${folder}`);
process.exit(failed === 0 ? 0 : 1);
