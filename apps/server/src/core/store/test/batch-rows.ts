/** Rows as an engine's batch has them, for tests of the writer. */
import type { BalanceRow, Changes, EntryRow, OrderRow, PostingRow } from '@fairlead/engine';
import { ledgerAccountId } from '@fairlead/engine';
import { amountMinor, priceTicks, quantityLots, ratePpm } from '@fairlead/units';
import type { AnswerRow, BatchRows } from '../batch/writer.ts';

export const TIME_MS = 1_800_000_000_000;

export const NO_CHANGES: Changes = {
  owners: [],
  currencies: [],
  markets: [],
  orders: [],
  trades: [],
  amendments: [],
  conversions: [],
  triggers: [],
  orderLists: [],
  triggerBacklogs: [],
  cancelTimers: [],
  entries: [],
  postings: [],
  balances: [],
  transfers: [],
  sentTransfers: [],
  receivedTransfers: [],
  depth: [],
  index: [],
  grids: [],
  deposits: [],
  withdrawals: [],
  ownerStates: [],
  withdrawalHolds: [],
  loneWords: [],
  vouches: [],
  futuresTerms: [],
  optionTerms: [],
  optionCurrencies: [],
  positions: [],
  options: [],
  receipts: [],
  hostingProducts: [],
  hostings: [],
  offerings: [],
  subscriptions: [],
  referralTerms: [],
  partners: [],
  referrals: [],
  rebates: [],
  rebateDays: [],
  counters: {
    sequence: 1,
    timeMs: TIME_MS,
    orderId: 1_000,
    tradeId: 1_000,
    entryId: 1_000,
    receiptId: 0,
  },
};

/** A batch that takes the tables from sequence 0 to 1. */
export function batchOf(changes: Partial<Changes>, rows: Partial<BatchRows> = {}): BatchRows {
  return {
    epoch: 0,
    previousSequence: 0,
    previousOrderId: 0,
    answers: [],
    sampleSources: new Map(),
    receipts: [],
    ...rows,
    changes: { ...NO_CHANGES, ...changes },
  };
}

export const ORDER: OrderRow = {
  orderId: 1,
  owner: 7,
  marketId: 1,
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  price: priceTicks(10_000),
  quantity: quantityLots(5),
  filledQuantity: quantityLots(0),
  filledAmount: amountMinor(0n),
  fee: amountMinor(0n),
  hold: amountMinor(500_000n),
  makerFeePpm: ratePpm(1_000n),
  takerFeePpm: ratePpm(2_000n),
  status: 'waiting',
  createdAtMs: TIME_MS,
  updatedAtMs: TIME_MS,
};

export const ANSWER: AnswerRow = {
  owner: 7,
  key: 'key',
  route: 'coin/trade',
  fingerprint: 'f',
  status: 200,
  body: '{"b":1, "a":"ü"}',
  sequence: 1,
  timeMs: TIME_MS,
};

export function entry(entryId: number, reference = `r${entryId}`): EntryRow {
  return { entryId, sequence: 1, reason: 'faucet', reference, timeMs: TIME_MS + entryId };
}

/** A posting to a user's coin account, or to the outside for owner 0. */
export function posting(
  entryId: number,
  owner: number,
  { amount, balance = amount }: { readonly amount: bigint; readonly balance?: bigint },
): PostingRow {
  const account = owner === 0 ? 'external' : 'coin';
  return {
    entryId,
    accountId: ledgerAccountId(owner, account, 1),
    owner,
    account,
    currencyId: 1,
    amount: amountMinor(amount),
    balance: amountMinor(balance),
  };
}

export function balance(owner: number, total: bigint, frozen = 0n): BalanceRow {
  const account = owner === 0 ? 'external' : 'coin';
  return {
    accountId: ledgerAccountId(owner, account, 1),
    owner,
    account,
    currencyId: 1,
    total: amountMinor(total),
    frozen: amountMinor(frozen),
  };
}

/** The entry of a trade. */
export const tradeEntry = (entryId: number): EntryRow => ({
  ...entry(entryId, `${entryId}`),
  reason: 'trade',
});

/** As the engine posts a trade of 8, who sells currency 1 to 7 for 100 of currency 3: quote, then base, each with its fee. */
export function tradePostings(
  entryId: number,
  { fees: [quoteFee, baseFee] }: { readonly fees: readonly [quote: bigint, base: bigint] },
): PostingRow[] {
  const leg = (currencyId: number, [from, to]: readonly [number, number], fee: bigint) =>
    (
      [
        [from, 'coin', -100n],
        [to, 'coin', 100n - fee],
        [0, 'fees', fee],
      ] as const
    )
      .filter(([, , amount]) => amount !== 0n)
      .map(([owner, account, amount], place) => ({
        entryId,
        accountId: ledgerAccountId(owner, account, currencyId),
        owner,
        account,
        currencyId,
        amount: amountMinor(amount),
        balance: amountMinor(BigInt(1_000 * currencyId + place)),
      }));
  return [...leg(3, [7, 8], quoteFee), ...leg(1, [8, 7], baseFee)];
}
