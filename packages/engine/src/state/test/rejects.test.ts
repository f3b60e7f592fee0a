/**
 * Goal: reach every reject code, in the order of precedence in which REJECTS declares them, each by a
 * command that is also wrong in every later way its kind knows. Swapping two checks fails a row here.
 * Every refusal must leave the state and the changes as they were.
 */
import {
  type AmendOrder,
  type CancelOrder,
  type CancelTrigger,
  type Command,
  type Convert,
  type Market,
  type PlaceLimitOrder,
  type PlaceMarketOrder,
  type PlaceTrailing,
  type PlaceTrigger,
  type PostEntry,
  REJECTS,
  type Reject,
  type ReplaceOrder,
  type UserAccount,
} from '@fairlead/engine';
import {
  BTC,
  BTC_USDT,
  ETH,
  ETH_BTC,
  ETH_USDT,
  limitOrder,
  TestExchange,
  triggerOrder,
} from '@fairlead/testkit';
import {
  amountMinor,
  type PriceTicks,
  type QuantityLots,
  quantityLots,
  ratePpm,
} from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { FROZEN } from '../../../test/kit/words.ts';
import { type CustodyIds, custodyRows, prepareCustody } from '../../custody/test/reject-rows.ts';
import { type FuturesIds, futuresRows, prepareFutures } from '../../futures/test/reject-rows.ts';
import { type HostingIds, hostingRows, prepareHosting } from '../../hosting/test/reject-rows.ts';
import {
  type OfferingIds,
  offeringRows,
  prepareOfferings,
} from '../../offerings/test/reject-rows.ts';
import { optionRows, prepareOptions } from '../../options/test/reject-rows.ts';

const RICH = 1;
/** Has nothing available, and as many orders as may wait. */
const POOR = 2;
const NOBODY = 99;
const UNKNOWN = 77;
const OPEN = BTC_USDT.marketId;
const STALE = ETH_USDT.marketId;
const HALTED = ETH_BTC.marketId;

/** BTC/USDT open at 100.00 with one ask of RICH at 101.00, ETH/USDT without index, ETH/BTC halted. */
function prepared(): TestExchange {
  return preparedWithIds().exchange;
}

interface Prepared {
  readonly exchange: TestExchange;
  readonly ids: CustodyIds & FuturesIds & HostingIds & OfferingIds;
}

function preparedWithIds(): Prepared {
  const exchange = TestExchange.withMarket(RICH, POOR);
  exchange.run({ kind: 'configure_currency', currency: ETH });
  exchange.run({ kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 2 } });
  exchange.run({ kind: 'configure_market', market: ETH_USDT });
  exchange.run({ kind: 'configure_market', market: { ...ETH_BTC, state: 'halted' } });
  exchange.fund(RICH, 3, 10_000_000_000n);
  exchange.fund(RICH, 1, 1_000_000_000n);
  exchange.fund(POOR, 3, 200_000n);
  exchange.limit(RICH, 'sell', [10_100, 50]);
  exchange.limit(POOR, 'buy', [10_000, 1], { clientOrderId: 'taken' });
  const taken = { limit: 10_000, clientOrderId: 'taken' };
  exchange.run(triggerOrder(POOR, ['buy', 'stop'], [10_100, 1], taken));
  const derivativeIds = { ...prepareCustody(exchange), ...prepareFutures(exchange) };
  prepareOptions(exchange);
  const wealthIds = { ...prepareHosting(exchange), ...prepareOfferings(exchange) };
  const ids = { ...derivativeIds, ...wealthIds };
  exchange.engine.takeChanges();
  return { exchange, ids };
}

const place = (
  owner: number,
  marketId: number,
  [price, quantity]: [number, number],
  clientOrderId?: string,
): PlaceLimitOrder =>
  ({
    ...limitOrder(owner, 'buy', [price, quantity]),
    marketId,
    timeInForce: 'post_only',
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
  }) as PlaceLimitOrder;

const market = (
  owner: number,
  marketId: number,
  size: PlaceMarketOrder['size'],
  side: 'buy' | 'sell' = 'buy',
): PlaceMarketOrder => ({
  kind: 'place_order',
  owner,
  marketId,
  side,
  type: 'market',
  timeInForce: 'fok',
  size,
});
const amount = (minor: bigint) => ({ by: 'amount', amount: amountMinor(minor) }) as const;
const lots = (quantity: number) =>
  ({ by: 'quantity', quantity: quantity as QuantityLots }) as const;

/** A buy at its trigger price unless a limit is given, and dearer than was shown. */
const wait = (
  owner: number,
  marketId: number,
  [price, quantity, limit = price]: readonly [number, number, number?],
  clientOrderId?: string,
): PlaceTrigger => {
  const named = clientOrderId === undefined ? {} : { clientOrderId };
  const options = { marketId, limit, ...named };
  return {
    ...triggerOrder(owner, ['buy', 'stop'], [price, quantity], options),
    shownFeePpm: ratePpm(0n),
  };
};

/** At the market as post only, which nothing can fill. */
const waitFor = (minor: bigint): PlaceTrigger => ({
  ...triggerOrder(RICH, ['buy', 'stop'], [10_100, 1]),
  order: { type: 'market', timeInForce: 'post_only', size: amount(minor) },
});

/** By a hundredth, with an activation and a limit; dearer than was shown. */
const trail = (
  owner: number,
  marketId: number,
  [from, quantity, limit]: readonly [number, number, number],
  more: Partial<PlaceTrailing> = {},
): PlaceTrailing => ({
  kind: 'place_trailing',
  owner,
  marketId,
  side: 'buy',
  triggerBy: 'index',
  trailPpm: ratePpm(10_000n),
  activationPrice: from as PriceTicks,
  order: {
    type: 'limit',
    timeInForce: 'gtc',
    price: limit as PriceTicks,
    quantity: quantity as QuantityLots,
  },
  shownFeePpm: ratePpm(0n),
  ...more,
});

const TAKEN = { clientOrderId: 'taken', trailPpm: ratePpm(0n) };

const unwait = (owner: number, trigger: CancelTrigger['trigger']): Command => ({
  kind: 'cancel_trigger',
  owner,
  trigger,
});

/** Expired, and dearer than was shown. */
const exchangeFor = (
  owner: number,
  [sold, bought]: readonly [number, number],
  quantity = 0,
): Convert => ({
  kind: 'convert',
  owner,
  sale: { marketId: sold, quantity: quantity as QuantityLots, worst: 0 as PriceTicks },
  purchase: { marketId: bought, worst: 0 as PriceTicks },
  goodTillMs: 0,
  shownFeePpm: ratePpm(0n),
});
const IN_TIME = { goodTillMs: 2 ** 45 };
const SHOWN = { shownFeePpm: ratePpm(2_000n) };

const buying = (minor: bigint, worst: number): Convert => ({
  kind: 'convert',
  owner: POOR,
  purchase: { marketId: OPEN, amount: amountMinor(minor), worst: worst as PriceTicks },
  shownFeePpm: ratePpm(1_999n),
});

const cancel = (owner: number, orderId: number): CancelOrder => ({
  kind: 'cancel_order',
  owner,
  order: { orderId },
});

/** Its price and quantity out of range, unless told otherwise. */
const amend = (
  owner: number,
  [marketId, orderId]: readonly [number, number],
  [price, quantity]: readonly [number, number] = [0, 0],
): AmendOrder => ({
  kind: 'amend_order',
  owner,
  marketId,
  order: { orderId },
  price: price as PriceTicks,
  quantity: quantity as QuantityLots,
});

/** By one that is refused too, under a name that waits. */
const replace = (owner: number, orderId: number, marketId: number): ReplaceOrder => ({
  kind: 'replace_order',
  owner,
  order: { orderId },
  mode: 'stop_on_failure',
  placed: place(owner, marketId, [0, 0], 'taken'),
});

const move = (
  owner: number,
  [source, target]: [UserAccount, UserAccount],
  [currencyId, minor]: [number, bigint],
): Command => ({
  kind: 'transfer',
  owner,
  source,
  target,
  currencyId,
  amount: amountMinor(minor),
});

const post = (
  owner: number,
  reference: string,
  [currencyId, minor]: [number, bigint],
  source: 'fees' | 'external' | 'self' = 'fees',
): PostEntry => ({
  kind: 'post_entry',
  reason: 'faucet',
  reference,
  currencyId,
  amount: amountMinor(minor),
  source: source === 'self' ? { owner, account: 'coin' } : { house: source },
  target: { owner, account: 'coin' },
});

const IN_TRANSIT = { house: 'withdrawals_in_transit' } as const;
const IN_ESCROW = { house: 'option_escrow' } as const;
const IN_REBATES = { house: 'referral_rebates' } as const;

const configure = (change: Partial<Market>): Command => ({
  kind: 'configure_market',
  market: { ...BTC_USDT, ...change },
});

const HUGE = 2n ** 62n + 1n;

const tradingRows: readonly (readonly [Reject, Command])[] = [
  // place_order, limit: each also crosses as post_only, by an owner without money and room
  ['account_not_found', place(NOBODY, UNKNOWN, [0, 0], 'taken')],
  ['market_not_found', place(FROZEN, UNKNOWN, [0, 0], 'taken')],
  ['account_frozen', place(FROZEN, HALTED, [0, 0], 'taken')],
  ['market_closed', place(POOR, HALTED, [0, 0], 'taken')],
  ['duplicate_client_order_id', place(POOR, OPEN, [0, 0], 'taken')],
  ['expiry_out_of_range', { ...place(POOR, OPEN, [0, 0]), expiresAtMs: 0 }],
  ['quantity_out_of_range', place(POOR, OPEN, [0, 0])],
  ['quantity_out_of_range', place(POOR, OPEN, [50_000, -1])],
  ['quantity_out_of_range', place(POOR, OPEN, [2 ** 52, 2])],
  ['quantity_out_of_range', { ...place(POOR, OPEN, [0, 2]), display: quantityLots(3) }],
  ['quantity_out_of_range', { ...place(POOR, OPEN, [0, 2]), display: 0.5 as QuantityLots }],
  ['price_out_of_range', place(POOR, OPEN, [0, 1])],
  ['price_out_of_range', place(POOR, OPEN, [1.5, 1])],
  ['below_minimum', place(POOR, OPEN, [99, 1])],
  ['display_too_small', { ...place(POOR, OPEN, [100, 11]), display: quantityLots(1) }],
  ['display_too_small', { ...place(POOR, OPEN, [99, 2]), display: quantityLots(1) }],
  ['price_out_of_band', place(POOR, OPEN, [12_001, 10])],
  ['price_out_of_band', place(POOR, OPEN, [7_999, 10])],
  ['terms_changed', { ...place(POOR, OPEN, [12_000, 10]), shownFeePpm: ratePpm(999n) }],
  // Post only pays the maker's fee alone.
  ['too_many_orders', { ...place(POOR, OPEN, [12_000, 10]), shownFeePpm: ratePpm(1_000n) }],
  ['too_many_orders', place(POOR, OPEN, [12_000, 10])],
  ['insufficient_balance', { ...place(POOR, OPEN, [12_000, 10]), timeInForce: 'fok' }],
  ['would_not_fill', place(RICH, OPEN, [12_000, 10])],
  // place_order, market
  ['amount_not_positive', market(POOR, STALE, amount(0n), 'sell')],
  ['quantity_out_of_range', market(POOR, STALE, amount(1n), 'sell')],
  ['quantity_out_of_range', market(POOR, STALE, amount(HUGE))],
  ['quantity_out_of_range', market(POOR, STALE, amount(2n ** 60n))],
  ['quantity_out_of_range', market(POOR, STALE, lots(0))],
  ['quantity_out_of_range', market(POOR, OPEN, lots(2 ** 50))],
  ['below_minimum', market(POOR, STALE, amount(999n))],
  ['price_stale', market(POOR, STALE, amount(1_000n))],
  ['price_stale', market(POOR, STALE, lots(1))],
  ['terms_changed', { ...market(POOR, OPEN, amount(180_001n)), shownFeePpm: ratePpm(1_999n) }],
  [
    'insufficient_balance',
    { ...market(POOR, OPEN, amount(180_001n)), shownFeePpm: ratePpm(2_000n) },
  ],
  ['insufficient_balance', market(POOR, OPEN, amount(180_001n))],
  ['insufficient_balance', market(POOR, OPEN, lots(1), 'sell')],
  ['would_not_fill', market(RICH, OPEN, amount(200_000n))],
  // Too little for one lot.
  ['would_not_fill', market(RICH, OPEN, amount(100_999n))],
  // cancel_order
  ['account_not_found', cancel(NOBODY, UNKNOWN)],
  ['order_not_found', cancel(POOR, 4)],
  ['order_not_found', cancel(RICH, 2)],
  ['order_not_found', cancel(RICH, 0)],
  ['order_not_found', { kind: 'cancel_order', owner: RICH, order: { clientOrderId: 'taken' } }],
  ['cancel_restricted', { ...cancel(POOR, 2), onlyFilled: 'part' }],
  // amend_order
  ['account_not_found', amend(NOBODY, [UNKNOWN, 0])],
  ['market_not_found', amend(FROZEN, [UNKNOWN, 0])],
  ['account_frozen', amend(FROZEN, [HALTED, 0])],
  ['market_closed', amend(POOR, [HALTED, 0])],
  ['order_not_found', amend(POOR, [OPEN, 1])],
  ['order_not_found', amend(POOR, [STALE, 2])],
  ['below_filled', { ...amend(POOR, [OPEN, 2]), mustKeepPlace: true }],
  ['place_not_kept', { ...amend(POOR, [OPEN, 2], [0, 1.5]), mustKeepPlace: true }],
  ['quantity_out_of_range', amend(POOR, [OPEN, 2], [0, 1.5])],
  ['quantity_out_of_range', { ...amend(POOR, [OPEN, 2], [0, 2]), display: quantityLots(3) }],
  ['price_out_of_range', amend(POOR, [OPEN, 2], [0, 2])],
  ['below_minimum', amend(POOR, [OPEN, 2], [49, 2])],
  ['display_too_small', { ...amend(POOR, [OPEN, 2], [99, 2]), display: quantityLots(1) }],
  ['price_out_of_band', amend(POOR, [OPEN, 2], [12_001, 2])],
  ['insufficient_balance', amend(POOR, [OPEN, 2], [12_000, 2])],
  // replace_order
  ['account_not_found', replace(NOBODY, 0, UNKNOWN)],
  ['market_not_found', replace(FROZEN, 1, UNKNOWN)],
  ['account_frozen', replace(FROZEN, 1, HALTED)],
  ['market_closed', replace(POOR, 1, HALTED)],
  ['order_not_found', replace(POOR, 1, OPEN)],
  ['cancel_restricted', { ...replace(POOR, 2, OPEN), onlyFilled: 'part' }],
  ['duplicate_client_order_id', replace(POOR, 2, OPEN)],
  // place_trigger: in the stale market by who may have no more, unless it has come past that
  ['account_not_found', wait(NOBODY, UNKNOWN, [0, 0], 'taken')],
  ['market_not_found', wait(FROZEN, UNKNOWN, [0, 0], 'taken')],
  ['account_frozen', wait(FROZEN, HALTED, [0, 0], 'taken')],
  ['market_closed', wait(POOR, HALTED, [0, 0], 'taken')],
  ['duplicate_client_order_id', wait(POOR, STALE, [0, 0], 'taken')],
  ['amount_not_positive', { ...waitFor(0n), triggerPrice: 0 as PriceTicks, side: 'sell' }],
  ['quantity_out_of_range', wait(POOR, STALE, [0, 0])],
  ['quantity_out_of_range', wait(POOR, STALE, [1, 2, 2 ** 52])],
  ['quantity_out_of_range', { ...waitFor(1n), marketId: STALE, side: 'sell' }],
  ['price_out_of_range', wait(POOR, STALE, [0, 1])],
  ['price_out_of_range', wait(POOR, STALE, [1, 1, 0])],
  ['below_minimum', wait(POOR, STALE, [1, 1, 2])],
  ['below_minimum', { ...waitFor(999n), marketId: STALE }],
  ['price_stale', wait(POOR, STALE, [1, 100, 20_000])],
  ['price_out_of_band', wait(POOR, OPEN, [9_999, 10, 12_001])],
  ['price_out_of_band', wait(POOR, OPEN, [9_999, 10, 7_999])],
  ['price_reached', wait(POOR, OPEN, [9_999, 10])],
  ['terms_changed', wait(POOR, OPEN, [10_100, 10])],
  ['too_many_orders', triggerOrder(POOR, ['buy', 'stop'], [10_100, 10])],
  ['insufficient_balance', waitFor(20_000_000_000n)],
  ['would_not_fill', waitFor(200_000n)],
  // place_trailing: likewise
  ['account_not_found', trail(NOBODY, UNKNOWN, [0, 0, 0], TAKEN)],
  ['market_not_found', trail(FROZEN, UNKNOWN, [0, 0, 0], TAKEN)],
  ['account_frozen', trail(FROZEN, HALTED, [0, 0, 0], TAKEN)],
  ['market_closed', trail(POOR, HALTED, [0, 0, 0], TAKEN)],
  ['duplicate_client_order_id', trail(POOR, STALE, [0, 0, 0], TAKEN)],
  ['quantity_out_of_range', trail(POOR, STALE, [0, 0, 0])],
  ['price_out_of_range', trail(POOR, STALE, [9_000, 1, 0], { trailPpm: ratePpm(900n) })],
  ['price_out_of_range', trail(POOR, STALE, [0, 1, 1])],
  ['below_minimum', trail(POOR, STALE, [1, 1, 2])],
  ['price_stale', trail(POOR, STALE, [1, 100, 20_000])],
  ['price_out_of_band', trail(POOR, OPEN, [10_000, 10, 12_200])],
  ['price_reached', trail(POOR, OPEN, [10_000, 10, 10_000])],
  ['terms_changed', trail(POOR, OPEN, [9_900, 10, 10_000])],
  ['too_many_orders', trail(POOR, OPEN, [9_900, 10, 10_000], { shownFeePpm: ratePpm(1_000_000n) })],
  [
    'insufficient_balance',
    trail(RICH, OPEN, [9_900, 100_000_000, 10_000], { shownFeePpm: ratePpm(1_000_000n) }),
  ],
  [
    'would_not_fill',
    trail(RICH, OPEN, [9_900, 1, 1], {
      shownFeePpm: ratePpm(1_000_000n),
      order: { type: 'market', timeInForce: 'post_only', size: amount(200_000n) },
    }),
  ],
  // cancel_trigger
  ['account_not_found', unwait(NOBODY, { triggerId: 0 })],
  ['order_not_found', unwait(POOR, { triggerId: 4 })],
  ['order_not_found', unwait(RICH, { triggerId: 3 })],
  ['order_not_found', unwait(RICH, { triggerId: 0 })],
  ['order_not_found', unwait(RICH, { clientOrderId: 'taken' })],
  // set_cancel_timer
  ['account_not_found', { kind: 'set_cancel_timer', owner: NOBODY, afterMs: 0 }],
  ['market_not_found', { kind: 'set_cancel_timer', owner: POOR, afterMs: 0, marketId: UNKNOWN }],
  ['quantity_out_of_range', { kind: 'set_cancel_timer', owner: POOR, afterMs: 0, timer: 16 }],
  ['quantity_out_of_range', { kind: 'set_cancel_timer', owner: POOR, timer: 16 }],
  // convert: two legs of which one is in a market that is wrong
  ['account_not_found', exchangeFor(NOBODY, [UNKNOWN, STALE])],
  ['market_not_found', exchangeFor(FROZEN, [UNKNOWN, HALTED])],
  ['market_not_found', exchangeFor(FROZEN, [HALTED, UNKNOWN])],
  ['account_frozen', exchangeFor(FROZEN, [HALTED, HALTED])],
  ['market_closed', exchangeFor(POOR, [HALTED, HALTED])],
  ['list_invalid', exchangeFor(POOR, [OPEN, OPEN])],
  ['quote_expired', exchangeFor(POOR, [OPEN, STALE])],
  ['amount_not_positive', buying(0n, 9_999)],
  ['quantity_out_of_range', { ...exchangeFor(POOR, [OPEN, STALE]), ...IN_TIME }],
  ['below_minimum', buying(999n, 9_999)],
  ['price_stale', { ...exchangeFor(POOR, [STALE, OPEN], 1), ...IN_TIME }],
  ['price_moved', buying(100_000_000n, 10_099)],
  ['price_moved', buying(100_999n, 10_100)],
  ['terms_changed', buying(180_001n, 10_100)],
  ['insufficient_balance', { ...buying(180_001n, 10_100), ...SHOWN }],
  ['would_not_fill', { ...buying(180_001n, 10_100), ...SHOWN, owner: RICH }],
  // transfer
  ['account_not_found', move(NOBODY, ['coin', 'coin'], [UNKNOWN, 0n])],
  ['currency_not_found', move(FROZEN, ['coin', 'coin'], [UNKNOWN, 0n])],
  ['account_frozen', move(FROZEN, ['coin', 'coin'], [3, 0n])],
  ['same_account', move(POOR, ['coin', 'coin'], [3, 0n])],
  ['amount_not_positive', move(POOR, ['coin', 'trust'], [3, 0n])],
  ['amount_not_positive', move(POOR, ['coin', 'trust'], [3, -1n])],
  ['quantity_out_of_range', move(POOR, ['coin', 'trust'], [3, HUGE])],
  ['insufficient_balance', move(POOR, ['coin', 'trust'], [3, 1n])],
  // post_entry
  ['account_not_found', post(NOBODY, 'faucet:1', [UNKNOWN, 0n], 'self')],
  ['currency_not_found', post(POOR, 'faucet:1', [UNKNOWN, 0n], 'self')],
  ['terms_invalid', post(POOR, 'withdrawal:1', [3, 0n], 'self')],
  ['terms_invalid', post(POOR, 'reversal:1', [3, 0n], 'self')],
  ['terms_invalid', post(POOR, 'release:1', [3, 0n], 'self')],
  ['terms_invalid', { ...post(POOR, 'faucet:1', [3, 0n]), source: IN_TRANSIT }],
  ['terms_invalid', { ...post(POOR, 'faucet:1', [3, 0n]), target: IN_TRANSIT }],
  ['terms_invalid', { ...post(POOR, 'faucet:1', [3, 0n]), source: IN_ESCROW }],
  ['terms_invalid', { ...post(POOR, 'faucet:1', [3, 0n]), target: IN_ESCROW }],
  ['terms_invalid', { ...post(POOR, 'faucet:1', [3, 0n]), source: IN_REBATES }],
  ['terms_invalid', { ...post(POOR, 'faucet:1', [3, 0n]), target: IN_REBATES }],
  ['duplicate_reference', post(POOR, 'faucet:1', [3, 0n], 'self')],
  ['same_account', post(POOR, 'new', [3, 0n], 'self')],
  ['amount_not_positive', post(POOR, 'new', [3, 0n])],
  ['quantity_out_of_range', post(POOR, 'new', [3, HUGE])],
  ['quantity_out_of_range', post(POOR, 'new', [3, HUGE - 1n], 'external')],
  ['insufficient_balance', post(POOR, 'new', [3, 1n])],
  // terms and index
  ['currency_not_found', configure({ quoteCurrencyId: UNKNOWN, marketId: 0 })],
  ['terms_invalid', configure({ marketId: 0 })],
  ['terms_invalid', { kind: 'configure_currency', currency: { ...BTC, scale: 7 } }],
  ['account_not_found', { kind: 'open_account', owner: 0, inviter: NOBODY }],
  ['terms_invalid', { kind: 'open_account', owner: 0, inviter: RICH }],
  ['terms_invalid', { kind: 'open_account', owner: NOBODY, inviter: NOBODY }],
  ['market_not_found', { kind: 'set_market_state', marketId: UNKNOWN, state: 'open' }],
  ['market_not_found', { kind: 'index_tick', marketId: UNKNOWN, sampleTimeMs: -1 }],
  ['terms_invalid', { kind: 'index_tick', marketId: OPEN, sampleTimeMs: -1 }],
];

/** The same commands give the same ids each time. */
const { ids } = preparedWithIds();
const rows = [
  ...tradingRows,
  ...custodyRows(ids),
  ...futuresRows(ids),
  ...optionRows,
  ...hostingRows(ids),
  ...offeringRows(ids),
];

describe('rejects', () => {
  test.each(rows)('%s: %o', (code, command) => {
    const exchange = prepared();
    const before = exchange.engine.stateHash();
    expect(exchange.execute(command)).toEqual({ ok: false, reject: code });
    expect(exchange.engine.stateHash()).toBe(before);
    const { counters, ...changes } = exchange.engine.takeChanges();
    expect(Object.values(changes).flat()).toEqual([]);
    expect(counters.orderId).toBe(3);
    exchange.engine.checkInvariants();
  });

  test('order_not_open: an order that was cancelled or filled', () => {
    const exchange = prepared();
    exchange.cancel(POOR, 2);
    expect(exchange.cancel(POOR, 2)).toEqual({ ok: false, reject: 'order_not_open' });
  });

  test('every declared code is reached', () => {
    // Which stands before all others: trading-mode.test.ts; which takes a thousand of others: trailing.test.ts; of lists: lists.test.ts;
    // and what engines keep only some accounts for: transfer.test.ts.
    const reached = new Set<Reject>([
      ...rows.map(([code]) => code),
      'order_not_open',
      'cancel_only',
      'market_full',
      'list_invalid',
      'order_in_list',
      'sent_later',
    ]);
    expect([...reached].sort()).toEqual([...REJECTS].sort());
  });

  test('within each kind of command, rows come in the order of precedence', () => {
    const last = new Map<string, number>();
    for (const [code, command] of rows) {
      const kind = 'type' in command ? `${command.kind} ${command.type}` : command.kind;
      const rank = REJECTS.indexOf(code);
      expect(rank).toBeGreaterThanOrEqual(last.get(kind) ?? 0);
      last.set(kind, rank);
    }
  });
});

describe('terms', () => {
  const wrong: readonly Partial<Market>[] = [
    { marketId: 2 ** 15 },
    { marketId: 1.5 },
    { symbol: '' },
    { symbol: 'ETH/USDT' },
    { symbol: 'XBT/USDT' },
    { tickSizeE8: 6_000_000n, tickLotQuoteMinor: amountMinor(60n) },
    { quoteCurrencyId: 1 },
    { baseCurrencyId: 2 },
    { tickSizeE8: 0n },
    { tickSizeE8: 1_000_001n },
    { lotBaseMinor: amountMinor(0n) },
    { tickLotQuoteMinor: amountMinor(0n) },
    { tickLotQuoteMinor: amountMinor(11n) },
    { tickLotQuoteMinor: amountMinor(2n ** 63n) },
    { makerFeePpm: ratePpm(-1n) },
    { takerFeePpm: ratePpm(10_001n) },
    { makerFeePpm: ratePpm(10_001n) },
    { minNotionalMinor: amountMinor(-1n) },
    { marketBandPpm: ratePpm(0n) },
    { limitBandPpm: ratePpm(200_001n) },
    { marketBandPpm: ratePpm(200_001n) },
    { minNotionalMinor: amountMinor(1_000_000_001n) },
    { lotBaseMinor: amountMinor(100_000_100n), tickLotQuoteMinor: amountMinor(10_000n) },
    { openOrdersMax: 0 },
    { openOrdersMax: 10_001 },
    { icebergPartsMax: 0 },
    { icebergPartsMax: 101 },
    { state: 'gone' as Market['state'] },
  ];
  test.each(wrong)('%o is refused', (change) => {
    const exchange = prepared();
    expect(exchange.execute(configure(change))).toEqual({ ok: false, reject: 'terms_invalid' });
  });

  test.each([
    { currencyId: 0 },
    { currencyId: 2 ** 15 },
    { scale: 19 },
    { scale: -1 },
    { name: '' },
    { name: 'ETH' },
    { name: 'XBT' },
  ])('currency %o is refused', (change) => {
    const command = { kind: 'configure_currency', currency: { ...BTC, ...change } } as const;
    expect(prepared().execute(command)).toEqual({ ok: false, reject: 'terms_invalid' });
  });

  test('name and scale of a currency can change until something depends on it', () => {
    const exchange = new TestExchange();
    exchange.run({ kind: 'configure_currency', currency: BTC });
    exchange.run({ kind: 'configure_currency', currency: { ...BTC, name: 'XBT', scale: 6 } });
    expect(exchange.engine.currency(1)).toMatchObject({ name: 'XBT', scale: 6 });
  });

  test('a balance alone keeps the name of a currency, not its full name', () => {
    const exchange = new TestExchange();
    exchange.run({ kind: 'open_account', owner: RICH });
    exchange.run({ kind: 'configure_currency', currency: BTC });
    exchange.fund(RICH, BTC.currencyId, 1n);
    const save = (change: object) =>
      exchange.execute({ kind: 'configure_currency', currency: { ...BTC, ...change } });
    expect(save({ name: 'XBT' })).toEqual({ ok: false, reject: 'terms_invalid' });
    expect(save({ fullName: 'The first coin' }).ok).toBe(true);
  });

  test('Q1: a new tick may be 0.05 % of the last index price', () => {
    const tick = { tickSizeE8: 5_000_000n, tickLotQuoteMinor: amountMinor(50n) };
    expect(prepared().execute(configure(tick)).ok).toBe(true);
  });

  test.each([
    { sampleTimeMs: 1_001_000 },
    { sampleTimeMs: 1_002_001 },
    { sampleTimeMs: 1_001_500.5 },
    { sampleTimeMs: 1_002_000, price: 0n },
    { sampleTimeMs: 1_002_000, price: 2n ** 62n + 1n },
    { sampleTimeMs: 1_002_000, price: 1n, quotedAtMs: Number.NaN },
  ])('index sample %o is refused: repeated, from the future, or no price', (sample) => {
    const exchange = prepared();
    exchange.timeMs = 1_002_000;
    const command = { kind: 'index_tick', marketId: OPEN, ...sample } as Command;
    expect(exchange.execute(command)).toEqual({ ok: false, reject: 'terms_invalid' });
  });

  test('a state that is none of the three is refused', () => {
    const command = { kind: 'set_market_state', marketId: OPEN, state: 'gone' } as never;
    expect(prepared().execute(command)).toEqual({ ok: false, reject: 'terms_invalid' });
  });
});
