/** Locked funds, command by command, on the engine and on an oracle: Y1, Y2, Y3. */
import type { Command } from '@fairlead/engine';
import { amountMinor, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HostingStory } from './hosting-story.ts';

describe('locked funds do what the oracle does, through restarts with days outstanding', () => {
  test.each([1, 2, 3, 4])('seed %i, 3,000 commands', (seed) => {
    const story = new HostingStory(seed);
    for (let at = 0; at < 3_000; at += 1) {
      story.step();
      if (at % 10 === 0) story.compare();
    }
    story.restart();
    story.compare();
    story.compareRows();
    const reached = (name: string) => [name, story.outcomes.has(name)];
    for (const name of [
      ...['completed', 'redeemed', 'run_schedules ok', 'run_schedules quantity_out_of_range'],
      ...['ok', 'account_not_found', 'product_not_found', 'account_frozen', 'product_closed'].map(
        (code) => `buy_hosting ${code}`,
      ),
      ...['below_minimum', 'quantity_out_of_range', 'sold_out'].map(
        (code) => `buy_hosting ${code}`,
      ),
      ...['insufficient_balance', 'house_limit'].map((code) => `buy_hosting ${code}`),
      ...['ok', 'hosting_not_found', 'account_frozen', 'hosting_not_open'].map(
        (code) => `redeem_hosting ${code}`,
      ),
      ...['ok', 'terms_invalid', 'currency_not_found'].map((code) => `configure_hosting ${code}`),
      'transfer insufficient_balance',
      'post_entry insufficient_balance',
    ]) {
      expect(reached(name)).toEqual([name, true]);
    }
  });

  test('any seed, 200 commands', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const story = new HostingStory(seed);
        for (let at = 0; at < 200; at += 1) story.step();
        story.restart();
        story.compare();
        story.compareRows();
      }),
      { seed: 20_261_122, numRuns: 40 },
    );
  });
});

/** A change of all products that are configured. */
function sold(
  change: (
    product: Extract<Command, { kind: 'configure_hosting' }>['product'],
  ) => Partial<Extract<Command, { kind: 'configure_hosting' }>['product']>,
): (command: Command) => Command {
  return (command) =>
    command.kind === 'configure_hosting'
      ? { ...command, product: { ...command.product, ...change(command.product) } }
      : command;
}

const bugs: readonly (readonly [string, (command: Command) => Command])[] = [
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

describe('a planted bug is found', () => {
  test.each(bugs)('%s', (_, plant) => {
    expect(() => {
      const story = new HostingStory(1, plant);
      for (let at = 0; at < 3_000; at += 1) {
        story.step();
        if (at % 20 === 0) story.compare();
      }
      story.commit();
      story.compareRows();
    }).toThrow();
  });
});
