/**
 * Every way in which a command of futures is refused, in the order of precedence: each row is also wrong in every
 * later way its kind knows. What lots are worth is known with the price only, so "too many lots for the multiple" has
 * its price in order.
 */
import type {
  AmendPosition,
  Command,
  ConfigureFutures,
  FuturesTerms,
  OpenPosition,
  Reject,
  SetLevel,
  SetStops,
} from '@fairlead/engine';
import { BTC_USDT, ETH_BTC, ETH_USDT, type TestExchange } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { FROZEN } from '../../../test/kit/words.ts';
import { positionOf } from './words.ts';

/** Has as many positions as one may have, and nothing available. */
const FULL_OWNER = 21;
/** Has nothing. */
const BROKE = 22;
/** Has more than the house. */
const FUNDED = 23;
const NOBODY = 99;
const UNKNOWN = 77;
const OPEN = BTC_USDT.marketId;
const STALE = ETH_USDT.marketId;
const HALTED = ETH_BTC.marketId;
const USDT_ID = 3;
const INDEX = 10_000_000_000n;
const e8 = (value: bigint) => priceE8(value);

/** A lot of one satoshi, which at 100.00 is worth one minor unit. */
const TERMS: FuturesTerms = {
  marketId: OPEN,
  lotBaseMinor: amountMinor(1n),
  lotsMin: 2,
  lotsMax: 1_000_000_000,
  multiples: [2, 10].map((multiple) => ({
    multiple,
    maintenanceRatePpm: ratePpm(5_000n),
    notionalMaxMinor: amountMinor(1_000_000n),
  })),
  openFeePpm: ratePpm(0n),
  closeFeePpm: ratePpm(0n),
  insuranceSharePpm: ratePpm(0n),
  halfSpreadPpm: ratePpm(0n),
  priceStepE8: 1n,
  profitCapMultiple: 10,
  openInterestMaxMinor: amountMinor(3_800_000n),
  positionsMax: 2,
  isOpen: true,
};

/** Wrong in all that comes after market and multiple. */
const wrongMarket = {
  clientOrderId: 'held',
  lots: 0,
  price: e8(1n),
  shownPrice: e8(1n),
  stopLoss: e8(INDEX),
};

const market = (change: Partial<OpenPosition>): OpenPosition => ({
  kind: 'open_position',
  owner: FULL_OWNER,
  marketId: OPEN,
  side: 'long',
  type: 'market',
  multiple: 3,
  ...wrongMarket,
  ...change,
});

const limit = (change: Partial<OpenPosition>): OpenPosition => ({
  ...market({}),
  type: 'limit',
  price: e8(0n),
  shownPrice: e8(0n),
  stopLoss: e8(0n),
  ...change,
});

/** Leaves fields out: `undefined` is not a value of theirs. */
function without<Fields extends object>(fields: Fields, ...names: (keyof Fields)[]): Fields {
  const rest = { ...fields };
  for (const name of names) delete rest[name];
  return rest;
}

/** What the rows name. */
export interface FuturesIds {
  readonly holding: number;
  readonly waiting: number;
  readonly ofStale: number;
}

/** Terms for two of the three markets, a house with 100,000 to spare, and positions. Time stands still. */
export function prepareFutures(exchange: TestExchange): FuturesIds {
  const { timeMs } = exchange;
  let references = 0;
  const pay = (target: { owner: number; account: 'contract' } | { house: 'contract_house' }) => {
    return (amount: bigint) => {
      references += 1;
      const reference = `futures:${references}`;
      const base = {
        kind: 'post_entry',
        reason: 'faucet',
        reference,
        currencyId: USDT_ID,
      } as const;
      exchange.run({ ...base, amount: amountMinor(amount), source: { house: 'external' }, target });
    };
  };
  const tick = { kind: 'index_tick', marketId: STALE } as const;
  exchange.run({ kind: 'configure_futures', terms: TERMS });
  exchange.run({ kind: 'configure_futures', terms: { ...TERMS, marketId: STALE } });
  for (const owner of [FULL_OWNER, BROKE, FUNDED]) exchange.run({ kind: 'open_account', owner });
  pay({ house: 'contract_house' })(103_000n);
  pay({ owner: FULL_OWNER, account: 'contract' })(300n);
  pay({ owner: FUNDED, account: 'contract' })(1_000_000n);
  const base = { kind: 'open_position', side: 'long', type: 'market', multiple: 10 } as const;
  const asked = { ...base, owner: FULL_OWNER, lots: 1_000, marketId: OPEN } as const;
  exchange.run({ ...tick, sampleTimeMs: timeMs - 500, quotedAtMs: timeMs, price: e8(INDEX) });
  const ofStale = positionOf(exchange.run({ ...asked, marketId: STALE }));
  exchange.run({ ...tick, sampleTimeMs: timeMs - 400 });
  const holding = positionOf(exchange.run({ ...asked, clientOrderId: 'held' }));
  const waiting = positionOf(exchange.run({ ...asked, type: 'limit', price: e8(INDEX - 1n) }));
  return {
    holding: holding.positionId,
    waiting: waiting.positionId,
    ofStale: ofStale.positionId,
  };
}

function openingRows(): (readonly [Reject, Command])[] {
  const offered = { multiple: 10 } as const;
  const unnamed = without(market(offered), 'clientOrderId');
  const priced = without(unnamed, 'price', 'shownPrice');
  const shown = e8((INDEX * 1_000n) / 1_001n);
  const unnamedLimit = without(limit(offered), 'clientOrderId');
  const pricedLimit = without(unnamedLimit, 'shownPrice');
  const far = e8(2n * INDEX);
  const near = e8(INDEX + 1n);
  const sound = without({ ...priced, owner: FULL_OWNER, lots: 900_000 }, 'stopLoss');
  return [
    // open_position, market
    ['account_not_found', market({ owner: NOBODY, marketId: UNKNOWN })],
    ['market_not_found', market({ owner: FROZEN, marketId: UNKNOWN })],
    ['account_frozen', market({ owner: FROZEN, marketId: HALTED })],
    ['market_closed', market({ marketId: HALTED })],
    ['not_offered', market({})],
    ['duplicate_client_order_id', market(offered)],
    ['quantity_out_of_range', unnamed],
    ['quantity_out_of_range', { ...unnamed, lots: 1.5 }],
    ['quantity_out_of_range', { ...unnamed, lots: 1_000_000_001 }],
    ['quantity_out_of_range', { ...priced, shownPrice: shown, lots: 1_000_001 }],
    ['price_out_of_range', { ...unnamed, lots: 1, marketId: STALE }],
    ['price_out_of_range', { ...unnamed, lots: 2, marketId: STALE }],
    ['price_out_of_range', { ...priced, shownPrice: e8(0n), lots: 2, marketId: STALE }],
    ['price_out_of_range', { ...priced, shownPrice: e8(2n ** 53n), lots: 2 }],
    ['below_minimum', { ...priced, shownPrice: shown, lots: 1, marketId: STALE }],
    ['below_minimum', { ...priced, shownPrice: shown, lots: 2 }],
    ['price_stale', { ...priced, shownPrice: shown, lots: 900_000, marketId: STALE }],
    ['price_moved', { ...priced, shownPrice: shown, lots: 900_000 }],
    ['stops_invalid', { ...priced, lots: 900_000 }],
    ['terms_changed', { ...sound, shownTerms: { profitCapMultiple: 11 } }],
    ['terms_changed', { ...sound, shownTerms: { maintenanceRatePpm: ratePpm(4_999n) } }],
    ['terms_changed', { ...sound, shownTerms: { lotBaseMinor: amountMinor(2n) } }],
    [
      'too_many_orders',
      { ...sound, shownTerms: { openFeePpm: ratePpm(0n), halfSpreadPpm: ratePpm(1n) } },
    ],
    ['too_many_orders', sound],
    ['per_user_limit', { ...sound, owner: BROKE, lots: 950_001 }],
    ['insufficient_balance', { ...sound, owner: BROKE }],
    ['house_limit', { ...sound, owner: FUNDED }],
    // open_position, limit
    ['account_not_found', limit({ owner: NOBODY, marketId: UNKNOWN })],
    ['market_not_found', limit({ owner: FROZEN, marketId: UNKNOWN })],
    ['account_frozen', limit({ owner: FROZEN, marketId: HALTED })],
    ['market_closed', limit({ marketId: HALTED })],
    ['not_offered', limit({})],
    ['duplicate_client_order_id', limit(offered)],
    ['quantity_out_of_range', unnamedLimit],
    ['quantity_out_of_range', { ...pricedLimit, price: far, lots: 900_000 }],
    ['price_out_of_range', { ...unnamedLimit, lots: 1 }],
    ['price_out_of_range', { ...unnamedLimit, lots: 2 }],
    ['price_out_of_range', without({ ...unnamedLimit, lots: 2 }, 'price')],
    ['price_out_of_range', { ...unnamedLimit, price: far, lots: 2 }],
    ['price_out_of_range', { ...pricedLimit, price: e8(2n ** 53n), lots: 2 }],
    ['below_minimum', { ...pricedLimit, price: far, lots: 1 }],
    ['below_minimum', { ...pricedLimit, price: far, lots: 2 }],
    ['price_out_of_band', { ...pricedLimit, price: far, lots: 400_000 }],
    ['price_out_of_band', { ...pricedLimit, price: e8(INDEX / 2n), lots: 900_000 }],
    ['stops_invalid', { ...pricedLimit, price: near, lots: 900_000 }],
    ['stops_invalid', { ...pricedLimit, price: near, lots: 900_000, stopLoss: near }],
    [
      'terms_changed',
      { ...sound, type: 'limit', price: near, shownTerms: { profitCapMultiple: 11 } },
    ],
    ['too_many_orders', { ...sound, type: 'limit', price: near }],
    ['per_user_limit', { ...sound, type: 'limit', price: near, owner: BROKE, lots: 960_000 }],
    ['insufficient_balance', { ...sound, type: 'limit', price: near, owner: BROKE }],
  ];
}

function afterwardRows({ holding, waiting, ofStale }: FuturesIds): (readonly [Reject, Command])[] {
  const cancel = { kind: 'cancel_position', owner: FULL_OWNER } as const;
  const close = { kind: 'close_position', owner: FULL_OWNER } as const;
  const closeAll = { kind: 'close_positions', owner: FULL_OWNER } as const;
  const stops: SetStops = {
    kind: 'set_stops',
    owner: FULL_OWNER,
    positionId: holding,
    takeProfit: e8(INDEX - 1n),
  };
  const configure = (change: Partial<FuturesTerms>): ConfigureFutures => ({
    kind: 'configure_futures',
    terms: { ...TERMS, ...change },
  });
  return [
    ['account_not_found', { ...cancel, owner: NOBODY, positionId: UNKNOWN }],
    ['position_not_found', { ...cancel, positionId: UNKNOWN }],
    ['position_not_found', { ...cancel, owner: FUNDED, positionId: holding }],
    ['position_not_found', { ...cancel, positionId: Number.NaN }],
    ['position_not_open', { ...cancel, positionId: holding }],
    ['account_not_found', { ...close, owner: NOBODY, positionId: UNKNOWN }],
    ['position_not_found', { ...close, positionId: 0 }],
    ['position_not_found', { ...close, owner: FUNDED, positionId: holding }],
    ['position_not_open', { ...close, positionId: waiting }],
    ['position_not_open', { ...close, positionId: waiting, lots: 0 }],
    ['quantity_out_of_range', { ...close, positionId: ofStale, lots: 0 }],
    ['quantity_out_of_range', { ...close, positionId: ofStale, lots: 1.5 }],
    ['quantity_out_of_range', { ...close, positionId: ofStale, lots: 1_001 }],
    ['below_minimum', { ...close, positionId: ofStale, lots: 990 }],
    ['price_stale', { ...close, positionId: ofStale }],
    ['price_stale', { ...close, positionId: ofStale, lots: 500 }],
    ...changeRows({ holding, waiting, ofStale }),
    ['account_not_found', { ...closeAll, owner: NOBODY, marketIds: [STALE] }],
    ['price_stale', { ...closeAll, marketIds: [STALE] }],
    ['account_not_found', { ...stops, owner: NOBODY, positionId: UNKNOWN }],
    ['position_not_found', { ...stops, positionId: UNKNOWN }],
    ['position_not_found', { ...stops, owner: FUNDED }],
    ['stops_invalid', stops],
    ['stops_invalid', { ...stops, positionId: waiting }],
    ['stops_invalid', { ...stops, positionId: ofStale, stopLoss: e8(INDEX) }],
    ['market_not_found', configure({ marketId: UNKNOWN, lotsMin: 0 })],
    ['terms_invalid', configure({ lotsMin: 0 })],
  ];
}

/** Adding margin and reversing; the market of `ofStale` has no price, and the owner nothing available. */
function changeRows({ holding, waiting, ofStale }: FuturesIds): (readonly [Reject, Command])[] {
  const add = { kind: 'add_margin', owner: FULL_OWNER, amount: amountMinor(0n) } as const;
  const reverse = { kind: 'reverse_position', owner: FULL_OWNER, multiple: 3 } as const;
  const named = { ...reverse, multiple: 10, clientOrderId: 'held', shownPrice: e8(0n) } as const;
  const unnamed = without(named, 'clientOrderId');
  const sound = without(unnamed, 'shownPrice');
  return [
    ['account_not_found', { ...add, owner: NOBODY, positionId: UNKNOWN }],
    ['position_not_found', { ...add, positionId: UNKNOWN }],
    ['position_not_found', { ...add, owner: FUNDED, positionId: holding }],
    ['position_not_open', { ...add, positionId: waiting }],
    ['amount_not_positive', { ...add, positionId: holding }],
    ['amount_not_positive', { ...add, positionId: holding, amount: amountMinor(-1n) }],
    ['quantity_out_of_range', { ...add, positionId: holding, amount: amountMinor(901n) }],
    ['insufficient_balance', { ...add, positionId: holding, amount: amountMinor(900n) }],
    ['account_not_found', { ...reverse, owner: NOBODY, positionId: UNKNOWN }],
    ['position_not_found', { ...reverse, positionId: UNKNOWN }],
    ['position_not_found', { ...reverse, owner: FUNDED, positionId: holding }],
    ['not_offered', { ...reverse, positionId: waiting }],
    ['position_not_open', { ...named, positionId: waiting }],
    ['duplicate_client_order_id', { ...named, positionId: ofStale }],
    ['price_out_of_range', { ...unnamed, positionId: ofStale }],
    ['price_stale', { ...sound, positionId: ofStale, stopLoss: e8(1n) }],
    [
      'price_moved',
      { ...sound, positionId: holding, shownPrice: e8(2n * INDEX), stopLoss: e8(1n) },
    ],
    ['stops_invalid', { ...sound, positionId: holding, stopLoss: e8(1n) }],
    ['terms_changed', { ...sound, positionId: holding, shownTerms: { profitCapMultiple: 11 } }],
    ['insufficient_balance', { ...sound, positionId: holding, multiple: 2 }],
    ...amendRows({ holding, waiting, ofStale }),
    ...levelRows({ holding, waiting, ofStale }),
  ];
}

/** The one that waits has 1,000 lots one unit below the index, and all that is available is frozen. */
function amendRows({ holding, waiting }: FuturesIds): (readonly [Reject, Command])[] {
  const amend: AmendPosition = {
    kind: 'amend_position',
    owner: FULL_OWNER,
    positionId: waiting,
    price: e8(0n),
    stopLoss: e8(2n * INDEX),
  };
  const priced = { ...amend, price: e8(2n * INDEX) };
  const near = { ...amend, price: e8(INDEX) };
  const sound = without(near, 'stopLoss');
  return [
    ['account_not_found', { ...amend, owner: NOBODY, positionId: UNKNOWN }],
    ['position_not_found', { ...amend, positionId: UNKNOWN }],
    ['position_not_found', { ...amend, owner: FUNDED }],
    ['position_not_open', { ...amend, positionId: holding, lots: 0 }],
    ['quantity_out_of_range', { ...amend, lots: 0 }],
    ['quantity_out_of_range', { ...amend, lots: 1_000_000_001 }],
    ['quantity_out_of_range', { ...priced, lots: 900_000 }],
    ['price_out_of_range', { ...amend, lots: 1 }],
    ['price_out_of_range', amend],
    ['below_minimum', { ...priced, lots: 1 }],
    ['price_out_of_band', priced],
    ['stops_invalid', near],
    ['per_user_limit', { ...sound, lots: 980_000 }],
    ['insufficient_balance', { ...sound, lots: 1_100 }],
  ];
}

function levelRows({ holding, waiting, ofStale }: FuturesIds): (readonly [Reject, Command])[] {
  const set: SetLevel = {
    kind: 'set_level',
    owner: FULL_OWNER,
    positionId: holding,
    levelId: UNKNOWN,
    stop: 'take_profit',
    price: e8(0n),
    lots: 0,
  };
  const remove = { kind: 'remove_level', owner: FULL_OWNER, levelId: UNKNOWN } as const;
  const fresh = without(set, 'levelId');
  return [
    ['account_not_found', { ...set, owner: NOBODY, positionId: UNKNOWN }],
    ['position_not_found', { ...set, positionId: UNKNOWN }],
    ['position_not_found', { ...set, owner: FUNDED }],
    ['order_not_found', set],
    ['quantity_out_of_range', fresh],
    ['quantity_out_of_range', { ...fresh, lots: 1.5 }],
    ['quantity_out_of_range', { ...fresh, lots: 1_001 }],
    ['stops_invalid', { ...fresh, lots: 1 }],
    ['stops_invalid', { ...fresh, lots: 1, price: e8(2n ** 53n), positionId: ofStale }],
    ['stops_invalid', { ...fresh, lots: 1, price: e8(INDEX) }],
    ['stops_invalid', { ...fresh, lots: 1, price: e8(INDEX - 1n), positionId: waiting }],
    ['account_not_found', { ...remove, owner: NOBODY, positionId: UNKNOWN }],
    ['position_not_found', { ...remove, positionId: UNKNOWN }],
    ['position_not_found', { ...remove, owner: FUNDED, positionId: holding }],
    ['order_not_found', { ...remove, positionId: holding }],
  ];
}

export const futuresRows = (ids: FuturesIds): readonly (readonly [Reject, Command])[] => [
  ...openingRows(),
  ...afterwardRows(ids),
];
