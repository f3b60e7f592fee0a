/**
 * The engine against the oracle, command by command: result, trades, fees, balances, depth, open orders.
 * Seeded runs are long; fast-check runs are short and shrink to the few commands that matter. Ids of
 * entries and the form of changes are other tests' matter. Trigger orders (B18), amended (B20) met by their own (B21), of lists (B23)
 * and shown in parts (B24) among them.
 */
import { RandomCommands } from '@fairlead/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Comparison } from './compare-with-naive.ts';

/** What lists are refused with; owners, markets and their states are other tests' matter. */
const LIST_REJECTS = [
  'list_invalid',
  'duplicate_client_order_id',
  'quantity_out_of_range',
  'price_out_of_range',
  'price_out_of_band',
  'price_stale',
  'price_reached',
  'below_minimum',
  'terms_changed',
  'too_many_orders',
  'insufficient_balance',
  'would_not_fill',
] as const;

/** Orders of lists as they are kept beside, and what came of them. */
const LEGS = [
  ...['triggered', 'pending', 'waiting', 'expired'].map((end) => `trailing_stop ${end}`),
  ...['triggered', 'price_stale'].map((end) => `fill market ${end}`),
  ...['fill', 'stop'].flatMap((kind) => [
    `${kind} shown triggered`,
    `${kind} expire_maker triggered`,
  ]),
];

const AMENDED_TRIGGERS = [
  ...['fill', 'stop', 'take_profit', 'trailing_stop'].map((kind) => `${kind} pending`),
  ...['stop', 'take_profit', 'trailing_stop'].map((kind) => `${kind} waiting`),
  ...['order_not_found', 'order_not_open', 'order_in_list', 'list_invalid', 'market_closed'],
  ...['quantity_out_of_range', 'price_out_of_range'],
];

describe('the engine does what the oracle does', () => {
  const ends = new Set<string>();
  const changed = new Set<string>();
  const lists = new Set<string>();

  /** So few at once that something is often left. */
  const few = { triggerFiresMax: 1, triggerRunFiresMax: 1 };

  test.each([
    ...[1, 2, 3, 4, 9, 10, 13, 14, 15, 16].map(
      (seed) => [seed, 'thousands fire at once', undefined] as const,
    ),
    ...[5, 6, 7, 8, 11, 12].map((seed) => [seed, 'one fires at once', few] as const),
  ])('seed %i, 2,500 commands: %s', (seed, _, bounds) => {
    const comparison = new Comparison(undefined, bounds);
    const commands = new RandomCommands(seed);
    for (let at = 0; at < 2_500; at += 1) {
      const { command, timeMs } = commands.next();
      comparison.run(command, timeMs);
      commands.orderIdMax = comparison.naive.lastOrderId;
      if (at % 50 === 0) comparison.compareAll();
      if (at % 50 === 0) comparison.engine.checkInvariants();
    }
    comparison.compareAll();
    expect(comparison.naive.trades.length).toBeGreaterThan(100);
    for (const end of comparison.ends.keys()) ends.add(end);
    if (comparison.wasLeft) ends.add('left for later');
    for (const end of comparison.changed) changed.add(end);
    for (const end of comparison.lists) lists.add(end);
  });

  test('trigger orders came to every end by then', () => {
    const wanted = [
      'waiting',
      'triggered',
      'user',
      'market_terms',
      'operator',
      'would_not_fill',
      'timer',
      'expired',
    ];
    const hows = ['', 'trailing ', 'trailing following '];
    const expected = ['index', 'last'].flatMap((by) =>
      hows.flatMap((how) =>
        wanted
          .filter((end) => how !== 'trailing ' || (end !== 'triggered' && end !== 'would_not_fill'))
          .map((end) => `${how}${by} ${end}`),
      ),
    );
    expect([...ends]).toEqual(
      expect.arrayContaining([...expected, 'last price_stale', 'left for later']),
    );
  });

  test('orders were amended, replaced, expired and passed in every way by then', () => {
    const amended = ['in place', 'placed again', 'completed', 'self_trade'];
    const refused = ['insufficient_balance', 'would_not_fill', 'terms_changed', 'order_not_open'];
    expect([...changed]).toEqual(
      expect.arrayContaining([
        ...[...amended, ...refused].map((end) => `amend_order ${end}`),
        ...['placed', 'order_not_found'].map((end) => `replace_order ${end}`),
        ...['expired', 'self_trade'].map((end) => `waited ${end}`),
        ...['run_schedules', 'place_order'].map((kind) => `${kind} expired`),
        ...['shown again', 'shown again and again', 'place_order display_too_small'],
        'amend_order display_too_small',
        ...AMENDED_TRIGGERS.map((end) => `amend_trigger ${end}`),
        'replace_order cancel_restricted',
      ]),
    );
  });

  test('lists of orders came to every end by then', () => {
    const alone = ['open', 'filled', 'triggered', 'self_trade'];
    const behind = ['pending', 'placed', 'refused', 'expired', 'self_trade'];
    const takenBack = ['user', 'timer', 'operator', 'market_terms'];
    expect([...lists]).toEqual(
      expect.arrayContaining([
        ...[...alone, ...takenBack].map((end) => `oco ${end}`),
        ...[...behind, ...takenBack].map((end) => `oto ${end}`),
        ...[...behind, ...takenBack, ...alone].map((end) => `otoco ${end}`),
        'late',
        ...['oco', 'otoco'].map((kind) => `${kind} expired`),
        ...LEGS,
        ...LIST_REJECTS.map((code) => `place_list ${code}`),
      ]),
    );
  });

  test('any seed, 120 commands', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const comparison = new Comparison(undefined, seed % 2 === 0 ? few : undefined);
        const commands = new RandomCommands(seed);
        for (let at = 0; at < 120; at += 1) {
          const { command, timeMs } = commands.next();
          comparison.run(command, timeMs);
          commands.orderIdMax = comparison.naive.lastOrderId;
        }
        comparison.compareAll();
        comparison.engine.checkInvariants();
      }),
      { seed: 20_261_121, numRuns: 60 },
    );
  });
});
