// Makes the shell of the report page: page.html with its styles, its scripts and ECharts in it, and a policy
// that allows these and nothing else.
//
//   node build.mjs FOLDER_OF_NODE_MODULES OUTPUT.cpp
//
// The output is C++ that holds the page as text: page_shell() of page.h.
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const [modules, output] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const required = createRequire(path.join(modules, 'resolve.js'));
const {build} = await import(pathToFileURL(required.resolve('esbuild')));

// Licences that ask to be told wherever the code is.
const licence = ['echarts/NOTICE', 'zrender/LICENSE'].map((name) => readFileSync(path.join(modules, name), 'utf8'))
  .join('\n').replaceAll('*/', '* /');
const bundle = await build({
  entryPoints: [path.join(here, 'page.js')],
  bundle: true, minify: true, write: false, format: 'iife', target: 'es2020', charset: 'ascii',
  nodePaths: [modules], legalComments: 'none', logLevel: 'error',
  banner: {js: `/*\n${licence}*/`},
});

// A script ends at "</script", wherever that stands; in JavaScript the same text may be written with "\/".
const script = bundle.outputFiles[0].text.replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3c!--');
const style = readFileSync(path.join(here, 'page.css'), 'utf8');
const hash = (text) => createHash('sha256').update(text, 'utf8').digest('base64');
const parts = {
  SCRIPT_HASH: hash(script), STYLE_HASH: hash(style), PAGE_STYLE: style, PAGE_SCRIPT: script,
};
const page = readFileSync(path.join(here, 'page.html'), 'utf8')
  .replace(/SCRIPT_HASH|STYLE_HASH|PAGE_STYLE|PAGE_SCRIPT/g, (name) => parts[name]);

// Compilers take pieces of a literal; three octal digits are one character whatever follows.
const bytes = Buffer.from(page, 'utf8');
const literal = (piece) => '"' + Array.from(piece, (byte) => {
  const plain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92 && byte !== 63;
  return plain ? String.fromCharCode(byte) : '\\' + byte.toString(8).padStart(3, '0');
}).join('') + '"';
const pieces = [];
for (let at = 0; at < bytes.length; at += 4096) pieces.push('  ' + literal(bytes.subarray(at, at + 4096)));
writeFileSync(output, `#include "analysis/report/page.h"

namespace headrace {

std::string_view page_shell() {
  static constexpr char kPage[] =
${pieces.join('\n')};
  return {kPage, sizeof kPage - 1};
}

}  // namespace headrace
`);
