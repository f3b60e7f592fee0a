/** Refusals of options, each by a command that is also wrong in every later way, for the table in rejects.test.ts. */
import type { BuyOption, Command, OptionTerms, Reject } from '@fairlead/engine';
import { BTC_USDT, ETH_BTC, ETH_USDT, type TestExchange, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { FROZEN } from '../../../test/kit/words.ts';

const OPEN = BTC_USDT.marketId;
const STALE = ETH_USDT.marketId;
const HALTED = ETH_BTC.marketId;
const NOBODY = 99;
const UNKNOWN = 77;
/** Has as many open orders as may be, and nothing left. */
const SATED = 61;
/** Has nothing. */
const EMPTY = 62;
const BUYER = 63;

const TERMS: OptionTerms = {
  marketId: OPEN,
  times: [
    {
      seconds: 30,
      payoutRatioPpm: ratePpm(1_000_000n),
      minMinor: amountMinor(1_000n),
      maxMinor: amountMinor(10_000n),
    },
  ],
  exposureMaxMinor: amountMinor(8_000n),
  ordersMax: 1,
  isOpen: true,
};

/** Sells options of every market; the house can pay 5,000 more, of which the market's limit lets 7,000 through. */
export function prepareOptions(exchange: TestExchange): void {
  for (const owner of [SATED, EMPTY, BUYER]) exchange.run({ kind: 'open_account', owner });
  for (const marketId of [OPEN, STALE, HALTED]) {
    exchange.run({ kind: 'configure_options', terms: { ...TERMS, marketId } });
  }
  const currency = { currencyId: 3, feePpm: ratePpm(10_000n), presets: [], isOpen: true };
  exchange.run({ kind: 'configure_option_currency', currency });
  const pay = (amount: bigint, target: 'house' | number): Command => ({
    kind: 'post_entry',
    reason: 'capital',
    reference: `options:${target}`,
    currencyId: USDT.currencyId,
    amount: amountMinor(amount),
    source: { house: 'external' },
    target: target === 'house' ? { house: 'option_house' } : { owner: target, account: 'option' },
  });
  exchange.run(pay(6_000n, 'house'));
  exchange.run(pay(1_010n, SATED));
  exchange.run(pay(100_000n, BUYER));
  exchange.run({ ...buy({ owner: SATED }), stake: amountMinor(1_000n) });
}

const sound: BuyOption = {
  kind: 'buy_option',
  owner: BUYER,
  marketId: OPEN,
  currencyId: 3,
  direction: 'rise',
  seconds: 30,
  stake: amountMinor(1_000n),
};

const buy = (change: Partial<BuyOption>): BuyOption => ({ ...sound, ...change });

/** Of a stake that is nothing, for a time that is none, at a price that was never shown. */
const wrong = { seconds: 31, stake: amountMinor(0n), shownPrice: priceE8(0n) } as const;
const moved = priceE8(1n);
const CLOSED = { state: 'closed' } as const;

export const optionRows: readonly (readonly [Reject, Command])[] = [
  ['account_not_found', buy({ ...wrong, owner: NOBODY, currencyId: UNKNOWN, marketId: UNKNOWN })],
  ['currency_not_found', buy({ ...wrong, owner: FROZEN, currencyId: UNKNOWN, marketId: UNKNOWN })],
  ['market_not_found', buy({ ...wrong, owner: FROZEN, marketId: UNKNOWN })],
  ['account_frozen', buy({ ...wrong, owner: FROZEN, marketId: HALTED })],
  ['market_closed', buy({ ...wrong, owner: SATED, marketId: HALTED })],
  ['not_offered', buy({ ...wrong, owner: SATED, marketId: STALE })],
  ['not_offered', buy({ ...wrong, owner: SATED, marketId: STALE, seconds: 30, currencyId: 1 })],
  ['amount_not_positive', buy({ ...wrong, owner: SATED, marketId: STALE, seconds: 30 })],
  [
    'quantity_out_of_range',
    buy({ ...wrong, owner: SATED, marketId: STALE, seconds: 30, stake: amountMinor(10_001n) }),
  ],
  [
    'price_out_of_range',
    buy({ ...wrong, owner: SATED, marketId: STALE, seconds: 30, stake: amountMinor(999n) }),
  ],
  [
    'below_minimum',
    buy({ owner: SATED, marketId: STALE, stake: amountMinor(999n), shownPrice: moved }),
  ],
  ['price_stale', buy({ owner: SATED, marketId: STALE, shownPrice: moved })],
  ['price_moved', buy({ owner: SATED, stake: amountMinor(10_000n), shownPrice: moved })],
  [
    'terms_changed',
    buy({
      owner: SATED,
      stake: amountMinor(10_000n),
      shownTerms: { payoutRatioPpm: ratePpm(1_000_001n) },
    }),
  ],
  [
    'terms_changed',
    buy({
      owner: SATED,
      stake: amountMinor(10_000n),
      shownTerms: { feePpm: ratePpm(9_999n) },
    }),
  ],
  ['too_many_orders', buy({ owner: SATED, stake: amountMinor(10_000n) })],
  ['insufficient_balance', buy({ owner: EMPTY, stake: amountMinor(10_000n) })],
  ['house_limit', buy({ stake: amountMinor(7_001n) })],
  ['house_limit', buy({ stake: amountMinor(5_001n) })],
  [
    'market_not_found',
    { kind: 'configure_options', terms: { ...TERMS, marketId: UNKNOWN, times: [] } },
  ],
  ['terms_invalid', { kind: 'configure_options', terms: { ...TERMS, times: [] } }],
  [
    'currency_not_found',
    {
      kind: 'configure_option_currency',
      currency: { currencyId: UNKNOWN, feePpm: ratePpm(-1n), presets: [], isOpen: true },
    },
  ],
  [
    'terms_invalid',
    {
      kind: 'configure_option_currency',
      currency: { currencyId: 3, feePpm: ratePpm(-1n), presets: [], isOpen: true },
    },
  ],
  ['market_not_found', { kind: 'set_market_state', marketId: UNKNOWN, ...CLOSED }],
  ['terms_invalid', { kind: 'set_market_state', marketId: OPEN, state: 'gone' as 'closed' }],
  ['market_in_use', { kind: 'set_market_state', marketId: OPEN, ...CLOSED }],
  ['terms_invalid', { kind: 'configure_market', market: { ...BTC_USDT, symbol: '', ...CLOSED } }],
  ['market_in_use', { kind: 'configure_market', market: { ...BTC_USDT, ...CLOSED } }],
];
