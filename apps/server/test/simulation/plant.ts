/**
 * Runs seeds with one mistake planted, and prints what was found: `node plant.ts <place in the list> <seeds>`. The sources on
 * the disk stay as they are: the mistake is made where the module is loaded.
 */
import process from 'node:process';
import { plantIn } from '../support/planted-source.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';

const COMMANDS = 300;

const [place = '0', seeds = '1'] = process.argv.slice(2);
const bug = PLANTED_BUGS[Number(place)];
if (bug === undefined) throw new RangeError(`there are ${PLANTED_BUGS.length} planted bugs`);
plantIn(bug);

const { simulate } = await import('./simulation.ts');
const first = bug.firstSeed ?? 1;
let found: unknown;
for (let seed = first; seed < first + Number(seeds) && found === undefined; seed += 1) {
  const { engines = 'one', hasPeople = false } = bug;
  const { violation } = await simulate({ seed, commands: COMMANDS, engines, hasPeople });
  if (violation !== undefined) found = { seed, ...violation };
}
process.stdout.write(JSON.stringify(found ?? null));
