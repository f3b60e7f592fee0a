/** Options, command by command, on the engine and on an oracle: P1, P3, P4, P5, P6. */
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { answers, changed, describeModel } from '../../../test/kit/model.ts';
import type { Plant } from '../../../test/kit/story.ts';
import { OptionsStory } from './story.ts';

const bugs: readonly (readonly [string, Plant])[] = [
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

describeModel(
  'options do what the oracle does, through restarts within windows and across deliveries',
  {
    story: (seed, plant) => new OptionsStory(seed, plant),
    seeds: [1, 2, 3, 4],
    commands: 3_000,
    comparedEach: 10,
    wantedOfEach: [
      ...['win', 'lose', 'flat', 'refunded'].map((result) => `delivery ${result}`),
      ...answers('buy_option', 'ok', 'market_closed', 'not_offered', 'price_stale', 'price_moved'),
      ...answers('buy_option', 'below_minimum', 'too_many_orders', 'insufficient_balance'),
      ...answers('buy_option', 'house_limit', 'account_frozen'),
      ...answers('set_market_state', 'market_in_use'),
      ...answers('post_entry', 'insufficient_balance', 'terms_invalid'),
    ],
    wantedOfAll: {
      claim: 'Q6: windows fell short by the house and by the market, of wins and of losses',
      names: ['house win', 'house lose', 'house flat', 'market win', 'market lose'],
    },
    short: { commands: 200, runs: 40, seed: 20_261_122 },
    bugs: { rows: bugs, seeds: [1], commands: 2_000, comparedEach: 20 },
  },
);
