/**
 * Runs seeds with one mistake planted, and prints what was found: `node plant.ts <place in the list> <seeds>`. The sources on
 * the disk stay as they are: the mistake is made where the module is loaded.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PLANTED_BUGS } from './planted-bugs.ts';

const COMMANDS = 300;
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');

const [place = '0', seeds = '1'] = process.argv.slice(2);
const bug = PLANTED_BUGS[Number(place)];
if (bug === undefined) throw new RangeError(`there are ${PLANTED_BUGS.length} planted bugs`);

const file = path.join(ROOT, bug.file);
const source = readFileSync(file, 'utf8');
const parts = source.split(bug.find);
if (parts.length !== 2) {
  throw new Error(`${bug.file} has the text of "${bug.name}" ${parts.length - 1} times`);
}
const url = pathToFileURL(file).href;
registerHooks({
  load(asked, context, nextLoad) {
    if (asked !== url) return nextLoad(asked, context);
    return { format: 'module-typescript', source: parts.join(bug.replace), shortCircuit: true };
  },
});

const { simulate } = await import('./simulation.ts');
const first = bug.firstSeed ?? 1;
let found: unknown;
for (let seed = first; seed < first + Number(seeds) && found === undefined; seed += 1) {
  const { violation } = await simulate({ seed, commands: COMMANDS });
  if (violation !== undefined) found = { seed, ...violation };
}
process.stdout.write(JSON.stringify(found ?? null));
