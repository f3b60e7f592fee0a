/** Locked funds, command by command, on the engine and on an oracle: Y1, Y2, Y3. */
import type { HostingProduct } from '@fairlead/engine';
import { amountMinor, ratePpm } from '@fairlead/units';
import { answers, changed, describeModel } from '../../../test/kit/model.ts';
import type { Plant } from '../../../test/kit/story.ts';
import { HostingStory } from './story.ts';

/** A change of all products that are configured. */
const sold = (change: (product: HostingProduct) => Partial<HostingProduct>): Plant =>
  changed('configure_hosting', ({ product }) => ({ product: { ...product, ...change(product) } }));

const bugs: readonly (readonly [string, Plant])[] = [
  [
    'a yield that is one thousandth off',
    sold(({ dailyYieldPpm: rate }) => ({ dailyYieldPpm: ratePpm((rate * 1_001n) / 1_000n) })),
  ],
  [
    'damages that are one thousandth off',
    sold(({ damagesRatePpm: rate }) => ({ damagesRatePpm: ratePpm((rate * 1_001n) / 1_000n) })),
  ],
  ['a day more', sold(({ days }) => ({ days: days + 1 }))],
  [
    'a capacity that is one unit off',
    sold(({ capacityMinor }) => ({ capacityMinor: amountMinor(capacityMinor - 1n) })),
  ],
  ['a closed product sold', sold(() => ({ isOpen: true }))],
  [
    'one more done at once',
    (command) =>
      command.kind === 'run_schedules' && command.max > 0
        ? { ...command, max: command.max + 1 }
        : command,
  ],
  [
    'another order redeemed',
    (command) =>
      command.kind === 'redeem_hosting'
        ? { ...command, hostingId: command.hostingId - 1 }
        : command,
  ],
];

describeModel('locked funds do what the oracle does, through restarts with days outstanding', {
  story: (seed, plant) => new HostingStory(seed, plant),
  seeds: [1, 2, 3, 4],
  commands: 3_000,
  comparedEach: 10,
  wantedOfEach: [
    ...['completed', 'redeemed'],
    ...answers('run_schedules', 'ok', 'quantity_out_of_range'),
    ...answers('buy_hosting', 'ok', 'account_not_found', 'product_not_found', 'account_frozen'),
    ...answers('buy_hosting', 'product_closed', 'below_minimum', 'quantity_out_of_range'),
    ...answers('buy_hosting', 'sold_out', 'insufficient_balance', 'house_limit'),
    ...answers('redeem_hosting', 'ok', 'hosting_not_found', 'account_frozen', 'hosting_not_open'),
    ...answers('configure_hosting', 'ok', 'terms_invalid', 'currency_not_found'),
    ...answers('transfer', 'insufficient_balance'),
    ...answers('post_entry', 'insufficient_balance'),
  ],
  short: { commands: 200, runs: 40, seed: 20_261_122 },
  bugs: { rows: bugs, seeds: [1], commands: 3_000, comparedEach: 20 },
});
