/** `npm run torture [-- --rounds 25 --store pglite|postgres --engines 1|4 --seed 1 --power-loss --lying-disk --minutes 60]` (docs/internals/torture.md). */
import { parseArgs } from 'node:util';
import { type TortureOptions, torture } from './support/torture/torture.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    store: { type: 'string', default: 'pglite' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    engines: { type: 'string', default: process.env['ENGINES'] ?? '1' },
    'power-loss': { type: 'boolean', default: false },
    'lying-disk': { type: 'boolean', default: false },
  },
});

function count(text: string, name: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name}: a whole number`);
  return number;
}

const isLying = values['lying-disk'];
const isPowerLoss = values['power-loss'] || isLying;
if (values.store !== 'pglite' && values.store !== 'postgres')
  throw new Error('--store: pglite or postgres');
if (isPowerLoss && values.store !== 'pglite')
  throw new Error('--power-loss: for the embedded database only');
if (values.engines !== '1' && values.engines !== '4') throw new Error('--engines: 1 or 4');
if (values.engines === '4' && values.store !== 'postgres')
  throw new Error('--engines 4: with --store postgres, and Redis');
const options: TortureOptions = {
  store: values.store,
  engines: values.engines === '4' ? 4 : 1,
  rounds: count(values.rounds, 'rounds'),
  seed: count(values.seed, 'seed'),
  isPowerLoss,
  isLying,
  untilMs: Date.now() + count(values.minutes, 'minutes') * 60_000,
  onRound: (round, { acknowledged, inDoubt, whole, pagesLost, carried }) =>
    process.stdout.write(
      `seed ${options.seed + round}: ${acknowledged} acknowledged, ${inDoubt} in doubt (${whole} of them done)${isPowerLoss ? `, ${pagesLost} pages lost` : ''}${options.engines === 4 ? `, ${carried} transfers waited for an engine that was dead` : ''}\n`,
    ),
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const startedAtMs = Date.now();
const figures = await torture(options);
const seconds = Math.round((Date.now() - startedAtMs) / 1_000);
process.stdout.write(
  `${figures.rounds} rounds on ${options.store}${isPowerLoss ? ' with power loss' : ''} in ${seconds} s: ${figures.acknowledged} acknowledged, ${figures.inDoubt} in doubt, 0 lost, 0 doubled\n`,
);
