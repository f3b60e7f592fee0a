/**
 * The postings of a trade as one row (migration 0045). What reads `postings` gets them one by one again; here they are put
 * together, and only where every one of them can be had back from the row. Any other entry's stay rows of their own.
 */
import type { EntryRow, PostingRow } from '@fairlead/engine';
import { type AmountMinor, amountMinor, assert } from '@fairlead/units';
import { amount, int4, int8, tableOf } from '../core/store/table.ts';

/** Both legs of one trade, each with what its accounts had after it. */
export interface TradePostingsRow {
  readonly entryId: number;
  readonly timeMs: number;
  readonly buyer: number;
  readonly seller: number;
  readonly quoteCurrencyId: number;
  readonly baseCurrencyId: number;
  /** What the buyer paid. */
  readonly quote: AmountMinor;
  /** Of it, what the house kept of the seller's. */
  readonly quoteFee: AmountMinor;
  /** What the seller gave. */
  readonly base: AmountMinor;
  /** Of it, what the house kept of the buyer's. */
  readonly baseFee: AmountMinor;
  readonly buyerQuoteBalance: AmountMinor;
  readonly sellerQuoteBalance: AmountMinor;
  /** Absent without a fee. */
  readonly feesQuoteBalance?: AmountMinor | undefined;
  readonly sellerBaseBalance: AmountMinor;
  readonly buyerBaseBalance: AmountMinor;
  readonly feesBaseBalance?: AmountMinor | undefined;
}

export const TRADE_POSTINGS = tableOf<TradePostingsRow>()({
  name: 'trade_postings',
  keys: { entryId: int8('entry_id') },
  fixed: {
    timeMs: int8('time_ms'),
    buyer: int8('buyer_owner_id'),
    seller: int8('seller_owner_id'),
    quoteCurrencyId: int4('quote_currency_id'),
    baseCurrencyId: int4('base_currency_id'),
    quote: amount('quote_minor'),
    quoteFee: amount('quote_fee_minor'),
    base: amount('base_minor'),
    baseFee: amount('base_fee_minor'),
    buyerQuoteBalance: amount('buyer_quote_balance_minor'),
    sellerQuoteBalance: amount('seller_quote_balance_minor'),
    feesQuoteBalance: amount('fees_quote_balance_minor'),
    sellerBaseBalance: amount('seller_base_balance_minor'),
    buyerBaseBalance: amount('buyer_base_balance_minor'),
    feesBaseBalance: amount('fees_base_balance_minor'),
  },
});

/** A posting that has a row of its own, with its place in its entry, from 0. */
export interface PlacedPosting {
  readonly posting: PostingRow;
  readonly ordinal: number;
  readonly timeMs: number;
}

export interface PackedPostings {
  readonly trades: readonly TradePostingsRow[];
  readonly rows: readonly PlacedPosting[];
}

/** Puts the postings of a batch into rows. They are in the order of its entries, from which they take their time. */
export function packPostings(
  entries: readonly EntryRow[],
  postings: readonly PostingRow[],
): PackedPostings {
  const trades: TradePostingsRow[] = [];
  const rows: PlacedPosting[] = [];
  let at = 0;
  for (const entry of entries) {
    const start = at;
    while (postings[at]?.entryId === entry.entryId) at += 1;
    const trade = entry.reason === 'trade' ? tradeOf(entry, postings, [start, at]) : undefined;
    if (trade !== undefined) trades.push(trade);
    else
      for (let place = start; place < at; place += 1)
        rows.push({
          posting: postings[place] as PostingRow,
          ordinal: place - start,
          timeMs: entry.timeMs,
        });
  }
  assert(at === postings.length, 'a posting has its entry in its batch');
  return { trades, rows };
}

const NO_FEE = amountMinor(0n);

/** One currency: what one side paid, the other received, and the house kept of it. */
interface Leg {
  readonly from: PostingRow;
  readonly to: PostingRow;
  readonly fee: PostingRow | undefined;
  readonly end: number;
}

/** Quote from buyer to seller, then base from seller to buyer, and nothing else; a part of a fee that is owed to an inviter is. */
function tradeOf(
  { entryId, timeMs }: EntryRow,
  postings: readonly PostingRow[],
  [start, end]: readonly [start: number, end: number],
): TradePostingsRow | undefined {
  const quote = legAt(postings, start, end);
  const base = quote && legAt(postings, quote.end, end);
  if (quote === undefined || base === undefined || base.end !== end) return undefined;
  if (base.from.owner !== quote.to.owner || base.to.owner !== quote.from.owner) return undefined;
  return {
    entryId,
    timeMs,
    buyer: quote.from.owner,
    seller: quote.to.owner,
    quoteCurrencyId: quote.from.currencyId,
    baseCurrencyId: base.from.currencyId,
    quote: amountMinor(-quote.from.amount),
    quoteFee: quote.fee?.amount ?? NO_FEE,
    base: amountMinor(-base.from.amount),
    baseFee: base.fee?.amount ?? NO_FEE,
    buyerQuoteBalance: quote.from.balance,
    sellerQuoteBalance: quote.to.balance,
    feesQuoteBalance: quote.fee?.balance,
    sellerBaseBalance: base.from.balance,
    buyerBaseBalance: base.to.balance,
    feesBaseBalance: base.fee?.balance,
  };
}

function legAt(postings: readonly PostingRow[], start: number, end: number): Leg | undefined {
  const [from, to] = [postings[start], postings[start + 1]];
  if (start + 2 > end || from === undefined || to === undefined) return undefined;
  const { currencyId } = from;
  const isPaid = from.account === 'coin' && from.amount < 0n;
  const isReceived = to.account === 'coin' && to.currencyId === currencyId && to.amount > 0n;
  if (!(isPaid && isReceived)) return undefined;
  const next = start + 2 < end ? postings[start + 2] : undefined;
  const isFee = next?.account === 'fees' && next.currencyId === currencyId && next.amount > 0n;
  const fee = isFee ? next : undefined;
  if (from.amount + to.amount + (fee?.amount ?? 0n) !== 0n) return undefined;
  return { from, to, fee, end: start + (isFee ? 3 : 2) };
}
