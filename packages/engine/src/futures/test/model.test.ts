/** Futures, command by command, on the engine and on an oracle: F7, F8, F10, F12, F13. */
import { type Command, REJECTS } from '@fairlead/engine';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { answers, changed, describeModel } from '../../../test/kit/model.ts';
import type { Plant } from '../../../test/kit/story.ts';
import { FuturesStory } from './story.ts';

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
      ...[
        'sold_out',
        'would_not_fill',
        'operator_not_counted',
        'price_reached',
        'market_full',
        'display_too_small',
      ],
    ].includes(code),
);

type Terms = Extract<Command, { kind: 'configure_futures' }>['terms'];

const otherTerms = (change: (terms: Terms) => Partial<Terms>) =>
  changed('configure_futures', ({ terms }) => ({ terms: { ...terms, ...change(terms) } }));

const bugs: readonly (readonly [string, Plant])[] = [
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
  [
    'a part of one lot more',
    changed('close_position', ({ lots }) => (lots === undefined ? {} : { lots: lots + 1 })),
  ],
  [
    'a part closes it all',
    changed('close_position', ({ lots }) =>
      lots === undefined ? {} : ({ lots: undefined } as object),
    ),
  ],
  [
    'a unit more is added',
    changed('add_margin', ({ amount }) => ({ amount: amountMinor(amount + 1n) })),
  ],
  [
    'a limit that is amended to a hundredth more',
    changed('amend_position', ({ price }) =>
      price === undefined ? {} : { price: priceE8(price + 1_000_000n) },
    ),
  ],
  [
    'an amendment of a lot more',
    changed('amend_position', ({ lots }) => (lots === undefined ? {} : { lots: lots + 1 })),
  ],
  ['a level of a lot more', changed('set_level', ({ lots }) => ({ lots: lots + 1 }))],
  [
    'a level of the other kind',
    changed('set_level', ({ stop }) => ({
      stop: stop === 'take_profit' ? ('stop_loss' as const) : ('take_profit' as const),
    })),
  ],
  ['a reversal at twice', changed('reverse_position', () => ({ multiple: 2 }))],
  ['long for short', changed('open_position', () => ({ side: 'long' as const }))],
];

function more(
  terms: Terms,
  name: 'openFeePpm' | 'closeFeePpm' | 'halfSpreadPpm',
  by = 1n,
): Partial<Terms> {
  return { [name]: ratePpm(terms[name] + by) };
}

describeModel(
  'futures do what the oracle does, through restarts with positions that wait and hold',
  {
    story: (seed, plant) => new FuturesStory(seed, plant),
    seeds: [2, 9, 15, 17, 21, 35, 42],
    commands: 1_200,
    comparedEach: 20,
    wantedOfAll: {
      claim: 'every end and every refusal was among them',
      names: [
        ...ENDS,
        ...answers('open_position', ...OPENING_REJECTS, 'market_closed', 'not_offered'),
        ...answers('open_position', 'account_frozen', 'duplicate_client_order_id'),
        ...answers('cancel_position', 'ok', 'position_not_open'),
        ...answers('close_position', 'ok', 'position_not_open', 'price_stale'),
        ...answers('close_positions', 'ok', 'price_stale'),
        'part closed user',
        'part closed take_profit',
        'part closed stop_loss',
        ...answers('amend_position', 'ok', 'position_not_open', 'terms_changed', 'below_minimum'),
        ...answers('amend_position', 'quantity_out_of_range', 'stops_invalid', 'market_closed'),
        ...answers('set_level', 'ok', 'order_not_found', 'quantity_out_of_range', 'stops_invalid'),
        ...answers('remove_level', 'ok', 'order_not_found'),
        'holding with added margin',
        'closed with added margin',
        ...answers('close_position', 'quantity_out_of_range'),
        ...answers('add_margin', 'ok', 'position_not_open', 'quantity_out_of_range'),
        ...answers('add_margin', 'insufficient_balance', 'amount_not_positive', 'account_frozen'),
        ...answers('reverse_position', 'ok', 'position_not_open', 'price_stale', 'terms_changed'),
        ...answers('reverse_position', 'insufficient_balance', 'not_offered'),
        ...answers('set_stops', 'ok', 'stops_invalid'),
        ...answers('set_market_state', 'market_in_use'),
        ...answers('post_entry', 'insufficient_balance'),
        ...answers('transfer', 'insufficient_balance'),
      ],
    },
    short: { commands: 120, runs: 30, seed: 20_200_312 },
    bugs: { rows: bugs, seeds: [8], commands: 1_500, comparedEach: 10 },
  },
);
