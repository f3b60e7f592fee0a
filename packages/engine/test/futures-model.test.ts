/** Futures, command by command, on the engine and on an oracle: F7, F8, F10, F12, F13. */
import { type Command, REJECTS } from '@fairlead/engine';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FuturesStory } from './futures-story.ts';

/** What four seeds together must have come across. */
const ENDS = [
  'waiting',
  'holding',
  'cancelled user',
  'cancelled insufficient_balance',
  'cancelled house_limit',
  'cancelled market_closed',
  'closed user',
  'closed take_profit',
  'closed stop_loss',
  'closed liquidation',
  'closed profit_cap',
  'insurance paid',
  'insurance short',
];
const OPENING_REJECTS = REJECTS.slice(REJECTS.indexOf('quantity_out_of_range')).filter(
  (code) =>
    ![
      ...['fee_exceeds_amount', 'too_many_claims', 'not_sendable', 'daily_limit'],
      ...['sold_out', 'would_not_fill'],
    ].includes(code),
);

describe('futures do what the oracle does, through restarts with positions that wait and hold', () => {
  const reached = new Set<string>();
  test.each([1, 8, 15, 17, 21, 23])('seed %i, 1,200 commands', (seed) => {
    const story = new FuturesStory(seed);
    for (let at = 0; at < 1_200; at += 1) {
      story.step();
      if (at % 20 === 0) story.compare();
    }
    story.restart();
    story.compare();
    story.compareRows();
    for (const name of story.outcomes.keys()) reached.add(name);
  });

  test('every end and every refusal was among them', () => {
    const wanted = [
      ...ENDS,
      ...OPENING_REJECTS.map((code) => `open_position ${code}`),
      ...['market_closed', 'not_offered', 'account_frozen', 'duplicate_client_order_id'].map(
        (code) => `open_position ${code}`,
      ),
      ...['cancel_position', 'close_position', 'close_positions', 'set_stops'].map(
        (kind) => `${kind} ok`,
      ),
      'cancel_position position_not_open',
      'close_position position_not_open',
      'close_position price_stale',
      'close_positions price_stale',
      'set_stops stops_invalid',
      'set_market_state market_in_use',
      'post_entry insufficient_balance',
      'transfer insufficient_balance',
    ];
    expect(wanted.filter((name) => !reached.has(name))).toEqual([]);
  });

  test('any seed, 120 commands', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const story = new FuturesStory(seed);
        for (let at = 0; at < 120; at += 1) story.step();
        story.restart();
        story.compare();
        story.compareRows();
      }),
      { seed: 20_200_312, numRuns: 30 },
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

type Terms = Extract<Command, { kind: 'configure_futures' }>['terms'];

const otherTerms = (change: (terms: Terms) => Partial<Terms>) =>
  changed('configure_futures', ({ terms }) => ({ terms: { ...terms, ...change(terms) } }));

const bugs: readonly (readonly [string, (command: Command) => Command])[] = [
  ['an opening fee a millionth higher', otherTerms((terms) => more(terms, 'openFeePpm'))],
  ['a closing fee a millionth higher', otherTerms((terms) => more(terms, 'closeFeePpm'))],
  ['a share a hundredth higher', otherTerms(() => ({ insuranceSharePpm: ratePpm(990_000n) }))],
  ['a spread a bit wider', otherTerms((terms) => more(terms, 'halfSpreadPpm', 90n))],
  [
    'Q1: openings round on a step of the order book’s own',
    otherTerms(() => ({ priceStepE8: 1_000_000n })),
  ],
  [
    'maintenance at twice the rate',
    otherTerms(({ multiples }) => ({
      multiples: multiples.map((each) => ({
        ...each,
        maintenanceRatePpm: ratePpm(2n * each.maintenanceRatePpm),
      })),
    })),
  ],
  [
    'a multiple that takes one unit less',
    otherTerms(({ multiples }) => ({
      multiples: multiples.map((each) => ({
        ...each,
        notionalMaxMinor: amountMinor(each.notionalMaxMinor / 2n),
      })),
    })),
  ],
  [
    'a cap of one margin more',
    otherTerms((terms) => ({ profitCapMultiple: terms.profitCapMultiple + 1 })),
  ],
  ['one position less', otherTerms((terms) => ({ positionsMax: terms.positionsMax - 1 }))],
  [
    'open interest that may be half of it',
    otherTerms((terms) => ({ openInterestMaxMinor: amountMinor(terms.openInterestMaxMinor / 2n) })),
  ],
  [
    'a price that is off by a hundredth',
    changed('index_tick', ({ price }) =>
      price === undefined ? {} : { price: priceE8(price + 1_000_000n) },
    ),
  ],
  [
    'stops the other way round',
    changed('set_stops', ({ takeProfit, stopLoss }) => ({
      ...(takeProfit === undefined ? {} : { stopLoss: takeProfit }),
      ...(stopLoss === undefined ? {} : { takeProfit: stopLoss }),
    })),
  ],
  ['long for short', changed('open_position', () => ({ side: 'long' as const }))],
];

function more(
  terms: Terms,
  name: 'openFeePpm' | 'closeFeePpm' | 'halfSpreadPpm',
  by = 1n,
): Partial<Terms> {
  return { [name]: ratePpm(terms[name] + by) };
}

describe('a planted bug is found', () => {
  test.each(bugs)('%s', (_, plant) => {
    expect(() => {
      const story = new FuturesStory(8, plant);
      for (let at = 0; at < 1_500; at += 1) {
        story.step();
        if (at % 10 === 0) story.compare();
      }
      story.commit();
      story.compareRows();
    }).toThrow();
  });
});
