/** Looks at one rule of who may lead, with one mistake planted: `node plant.ts <place in the list>`. */
import process from 'node:process';
import { plantIn } from '../../../../test/support/planted-source.ts';
import { PLANTED_MISTAKES } from './planted-mistakes.ts';

const [place = '0'] = process.argv.slice(2);
const mistake = PLANTED_MISTAKES[Number(place)];
if (mistake === undefined) throw new RangeError(`there are ${PLANTED_MISTAKES.length} mistakes`);
plantIn(mistake);

const { LEAD_RULES, Stage } = await import('./lead-rules.ts');
const rule = LEAD_RULES.find(({ name }) => name === mistake.rule);
if (rule === undefined) throw new Error(`no rule "${mistake.rule}"`);
process.stdout.write(JSON.stringify((await Stage.look(rule)) ?? null));
process.exit(0);
