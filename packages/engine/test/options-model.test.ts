/** Options, command by command, on the engine and on an oracle: P1, P3, P4, P5, P6. */
import type { Command } from '@fairlead/engine';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OptionsStory } from './options-story.ts';

describe('options do what the oracle does, through restarts within windows and across deliveries', () => {
  const shortfalls = new Set<string>();

  test.each([1, 2, 3, 4])('seed %i, 3,000 commands', (seed) => {
    const story = new OptionsStory(seed);
    for (let at = 0; at < 3_000; at += 1) {
      story.step();
      if (at % 10 === 0) story.compare();
    }
    story.restart();
    story.compare();
    story.compareRows();
    const reached = (name: string) => [name, story.outcomes.has(name)];
    for (const name of [
      ...['win', 'lose', 'flat', 'refunded'].map((result) => `delivery ${result}`),
      ...['ok', 'market_closed', 'not_offered', 'price_stale', 'price_moved', 'below_minimum'].map(
        (code) => `buy_option ${code}`,
      ),
      ...['too_many_orders', 'insufficient_balance', 'house_limit', 'account_frozen'].map(
        (code) => `buy_option ${code}`,
      ),
      'set_market_state market_in_use',
      'post_entry insufficient_balance',
      'post_entry terms_invalid',
    ]) {
      expect(reached(name)).toEqual([name, true]);
    }
    for (const name of story.outcomes.keys()) shortfalls.add(name);
  });

  test('Q6: windows fell short by the house and by the market, of wins and of losses', () => {
    const wanted = ['house win', 'house lose', 'house flat', 'market win', 'market lose'];
    expect(wanted.filter((name) => !shortfalls.has(name))).toEqual([]);
  });

  test('any seed, 200 commands', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const story = new OptionsStory(seed);
        for (let at = 0; at < 200; at += 1) story.step();
        story.restart();
        story.compare();
        story.compareRows();
      }),
      { seed: 20_261_122, numRuns: 40 },
    );
  });
});

/** A change of all commands of one kind. */
function changed<Kind extends Command['kind']>(
  kind: Kind,
  change: (command: Extract<Command, { kind: Kind }>) => Partial<Extract<Command, { kind: Kind }>>,
): (command: Command) => Command {
  return (command) =>
    command.kind === kind
      ? { ...command, ...change(command as Extract<Command, { kind: Kind }>) }
      : command;
}

const bugs: readonly (readonly [string, (command: Command) => Command])[] = [
  [
    'a fee that is one millionth short',
    changed('configure_option_currency', ({ currency }) => ({
      currency: { ...currency, feePpm: ratePpm(currency.feePpm + 1n) },
    })),
  ],
  [
    'a limit of the house that is one unit off',
    changed('configure_options', ({ terms }) => ({
      terms: { ...terms, exposureMaxMinor: amountMinor(terms.exposureMaxMinor - 1n) },
    })),
  ],
  [
    'one order more',
    changed('configure_options', ({ terms }) => ({
      terms: { ...terms, ordersMax: terms.ordersMax - 1 },
    })),
  ],
  [
    'a window that is late by a millisecond',
    changed('index_tick', ({ sampleTimeMs }) => ({ sampleTimeMs: sampleTimeMs + 1 })),
  ],
  [
    'a price that is off by the last decimal',
    changed('index_tick', ({ price }) =>
      price === undefined ? {} : { price: priceE8(price + 1n) },
    ),
  ],
  [
    'a stale price taken',
    changed('index_tick', ({ quotedAtMs }) =>
      quotedAtMs === undefined ? {} : { quotedAtMs: quotedAtMs + 1 },
    ),
  ],
  ['a moved price taken', changed('buy_option', () => ({ shownPrice: priceE8(1n) }))],
  [
    'a second that the market left without a price, taken for the house’s',
    changed('index_tick', () => ({ isMarketStale: false })),
  ],
  [
    'a second that the house left without a price, taken for the market’s',
    changed('index_tick', ({ price }) => ({ isMarketStale: price === undefined })),
  ],
  ['rise for fall', changed('buy_option', () => ({ direction: 'rise' as const }))],
];

describe('a planted bug is found', () => {
  test.each(bugs)('%s', (_, plant) => {
    expect(() => {
      const story = new OptionsStory(1, plant);
      for (let at = 0; at < 2_000; at += 1) {
        story.step();
        if (at % 20 === 0) story.compare();
      }
      story.commit();
      story.compareRows();
    }).toThrow();
  });
});
