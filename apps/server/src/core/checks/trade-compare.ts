/**
 * Compares a trade with the entry that moved its money and the grid that it was priced on. Pure; what is read for it is in
 * trade-queries.ts.
 */
export interface TradeSide {
  readonly orderId: number;
  readonly owner: number;
  readonly fee: bigint;
}

export interface PastTrade {
  readonly tradeId: number;
  readonly price: bigint;
  readonly lots: bigint;
  readonly notional: bigint;
  readonly isTakerBuyer: boolean;
  readonly maker: TradeSide;
  readonly taker: TradeSide;
  readonly timeMs: number;
  readonly base: number;
  readonly quote: number;
  /** Of the grid that it was priced on. */
  readonly lotBase: bigint;
  readonly tickLotQuote: bigint;
  /** Absent where there is no entry. */
  readonly entryTimeMs: number | undefined;
  /** By owner and currency. */
  readonly postings: ReadonlyMap<string, bigint> | undefined;
}

/** What a trade did to one account, and how far that is off. */
export interface TradeFault {
  readonly what: string;
  readonly difference: bigint;
}

export function tradeFaults(trade: PastTrade): readonly TradeFault[] {
  const faults: TradeFault[] = [];
  const priced = trade.price * trade.lots * trade.tickLotQuote;
  if (priced !== trade.notional)
    faults.push({
      what: `price and quantity make ${priced}, the trade says ${trade.notional}`,
      difference: trade.notional - priced,
    });
  if (trade.postings === undefined) return [...faults, { what: 'has no entry', difference: 1n }];
  if (trade.entryTimeMs !== trade.timeMs)
    faults.push({ what: 'its entry is of another time', difference: 1n });
  const expected = expectedPostings(trade);
  for (const key of new Set([...expected.keys(), ...trade.postings.keys()])) {
    const [should, is] = [expected.get(key) ?? 0n, trade.postings.get(key) ?? 0n];
    if (should === is) continue;
    faults.push({
      what: `${nameOf(key)} was posted ${is}, should be ${should}`,
      difference: is - should,
    });
  }
  return faults;
}

export const postingKey = (owner: number, currencyId: number): string => `${owner} ${currencyId}`;

const nameOf = (key: string): string => (key.startsWith('0 ') ? 'the house' : `owner ${key}`);

/** By owner and currency: what both paid and got, and the fees, which are the house's and those it owes of them. */
function expectedPostings(trade: PastTrade): ReadonlyMap<string, bigint> {
  const { notional, maker, taker, base, quote, isTakerBuyer } = trade;
  const [buyer, seller] = isTakerBuyer ? [taker, maker] : [maker, taker];
  const sold = trade.lots * trade.lotBase;
  const sums = new Map<string, bigint>();
  const add = (owner: number, currencyId: number, amount: bigint): void => {
    const key = postingKey(owner, currencyId);
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  add(buyer.owner, quote, -notional);
  add(seller.owner, quote, notional - seller.fee);
  add(0, quote, seller.fee);
  add(seller.owner, base, -sold);
  add(buyer.owner, base, sold - buyer.fee);
  add(0, base, buyer.fee);
  return sums;
}
