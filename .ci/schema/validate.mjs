// usage: node validate.mjs SCHEMA, from the root of the tree.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import Ajv from 'ajv';
import yaml from 'js-yaml';

const SHIPPED = 'scenarios';
const MUTANTS = 'tests/scenarios/schema_mutants';

const schema = JSON.parse(readFileSync(process.argv[2], 'utf8'));
// Strict: a keyword that draft-07 does not know would be ignored by every editor.
const validate = new Ajv({allErrors: true, strict: true, allowUnionTypes: true}).compile(schema);

const documents = (folder) => readdirSync(folder).filter((name) => name.endsWith('.yaml')).sort();
const load = (path) => yaml.load(readFileSync(path, 'utf8'), {schema: yaml.CORE_SCHEMA, filename: path});

let failed = 0;
const complain = (message) => {
  console.log(`schema: ${message}`);
  ++failed;
};

const scenarios = documents(SHIPPED);
for (const name of scenarios) {
  if (validate(load(join(SHIPPED, name)))) continue;
  complain(`${join(SHIPPED, name)} is refused`);
  for (const error of validate.errors.slice(0, 5)) console.log(`  ${error.instancePath || '/'} ${error.message}`);
}

const mutants = documents(MUTANTS);
for (const name of mutants) {
  if (validate(load(join(MUTANTS, name)))) complain(`${join(MUTANTS, name)} is accepted`);
}

if (scenarios.length === 0) complain('no scenario was checked');
if (mutants.length === 0) complain('no mutant was checked');
console.log(`schema: ${scenarios.length} scenarios and ${mutants.length} mutants checked, ${failed} wrong`);
process.exit(failed === 0 ? 0 : 1);
