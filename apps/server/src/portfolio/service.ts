/** What accounts were worth by day, and what each day's profit or loss came from (docs/internals/portfolio.md). */

import type { Portfolio, PortfolioDay } from '@fairlead/contract';
import { derivativePrice, type EntryReason } from '@fairlead/engine';
import {
  currencyValue,
  dayProfit,
  momentValue,
  NO_FLOWS,
  netPnl,
  type PortfolioFlows,
  type PortfolioMoment,
  type PortfolioProfit,
  returnRate,
  totalProfit,
  turnoverValue,
  VALUE_SCALE,
} from '@fairlead/formula';
import {
  amountMinor,
  assertNever,
  formatDecimal,
  PRICE_SCALE,
  type PriceE8,
  priceE8,
} from '@fairlead/units';
import { rateText } from '../core/http/figures.ts';
import type { Reads } from '../core/store/database.ts';
import { closedAt, derivativeIndex } from '../futures/index.ts';
import { CONVERT_CURRENCY, type Passage } from '../ledger/index.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import { type HistoryQuery, isOpenAt, type PortfolioHistory, readHistory } from './history.ts';
import type { PostingSum } from './queries.ts';

interface Surroundings {
  readonly reads: Reads;
  readonly terms: Terms;
  readonly marketData: MarketData;
  readonly clock: { now(): number };
}

const ONE_E8 = priceE8(10n ** BigInt(PRICE_SCALE));
const text = (value: bigint): string => formatDecimal(value, VALUE_SCALE);

/** Days before the first posting are left out; today comes last. */
export async function portfolioOf(context: Surroundings, query: HistoryQuery): Promise<Portfolio> {
  const asOf = context.clock.now();
  const history = await readHistory(context, query);
  const unpriced = new Set<string>();
  const figures = history === undefined ? [] : new Figures(context, history, unpriced).days();
  const total = totalProfit(figures.map(({ profit }) => profit));
  const rate = returnRate(figures[0]?.openingValue ?? 0n, total);
  return {
    convert_currency: CONVERT_CURRENCY,
    as_of: asOf,
    days: figures.map(dayView),
    total: profitView(total),
    ...(rate !== undefined && { return_rate: rateText(rate) }),
    unpriced: [...unpriced].sort(),
  };
}

interface DayFigures {
  readonly date: string;
  readonly openingValue: bigint;
  readonly closingValue: bigint;
  readonly profit: PortfolioProfit;
}

function dayView({ date, openingValue, closingValue, profit }: DayFigures): PortfolioDay {
  return {
    date,
    opening_value: text(openingValue),
    closing_value: text(closingValue),
    ...profitView(profit),
  };
}

function profitView(profit: PortfolioProfit): Portfolio['total'] {
  return {
    deposits: text(profit.deposits),
    withdrawals: text(profit.withdrawals),
    pnl: text(profit.pnl),
    spot: text(profit.spot),
    futures: text(profit.futures),
    options: text(profit.options),
    hosting: text(profit.hosting),
    offerings: text(profit.offerings),
    referral: text(profit.referral),
    other: text(profit.other),
  };
}

/** What a posting counts as; undefined where money only changed its form or place. */
function flowOf({
  reason,
  isReversal,
  isIn,
}: Pick<PostingSum, 'reason' | 'isReversal' | 'isIn'>): keyof PortfolioFlows | undefined {
  const isOutside = isReversal || OUTSIDE.includes(reason);
  if (isOutside) return isIn ? 'deposits' : 'withdrawals';
  switch (reason) {
    case 'trade':
    case 'transfer':
    case 'division':
      return undefined;
    case 'futures_open':
    case 'futures_close':
      return 'futures';
    case 'option_purchase':
    case 'option_delivery':
      return 'options';
    case 'hosting_interest':
    case 'hosting_redemption':
      return 'hosting';
    case 'subscription':
      return 'offerings';
    case 'rebate_payout':
      return 'referral';
    case 'correction':
    case 'capital':
    case 'deposit':
    case 'faucet':
    case 'withdrawal':
    case 'family_transfer':
      return 'other';
    default:
      return assertNever(reason);
  }
}

/** Across the border, either way: a withdrawal that is refunded comes back in. */
const OUTSIDE: readonly EntryReason[] = ['deposit', 'faucet', 'withdrawal', 'family_transfer'];

/** Works the history out, moment by moment. Moment k is the start of day k; the last one is now. */
class Figures {
  readonly #context: Surroundings;
  readonly #history: PortfolioHistory;
  readonly #unpriced: Set<string>;

  constructor(context: Surroundings, history: PortfolioHistory, unpriced: Set<string>) {
    this.#context = context;
    this.#history = history;
    this.#unpriced = unpriced;
  }

  days(): DayFigures[] {
    const { days, totals, sums } = this.#history;
    const moments = totals.map((_, at) => this.#moment(at));
    const bySpan = Map.groupBy(sums, ({ span }) => span);
    return days.flatMap(({ date }, at) => {
      const [opening, closing] = [moments[at], moments[at + 1]];
      if (opening === undefined || closing === undefined) return [];
      const profit = dayProfit(opening, closing, this.#flows(at, bySpan.get(at) ?? []));
      const [openingValue, closingValue] = [momentValue(opening), momentValue(closing)];
      return [{ date, openingValue, closingValue, profit }];
    });
  }

  #moment(at: number): PortfolioMoment {
    let held = 0n;
    for (const [accountId, total] of this.#history.totals[at] ?? [])
      held += this.#value(this.#history.currencyOf.get(accountId), total, at);
    held += this.#open(this.#history.onTheWay, at);
    return {
      held,
      unrealisedPnl: this.#unrealised(at),
      stakes: this.#open(this.#history.stakes, at),
    };
  }

  #unrealised(at: number): bigint {
    let sum = 0n;
    for (const { position, ...span } of this.#history.positions) {
      if (!isOpenAt(span, at + 1)) continue;
      const market = this.#context.terms.knownMarket(position.marketId);
      const stored = derivativePrice(this.#history.prices.get(position.marketId)?.[at]);
      const live = this.#isNow(at) ? derivativeIndex(this.#context, market)?.price : undefined;
      const index = live ?? stored;
      const outcome = index && closedAt(position, market, index);
      if (outcome === undefined) continue;
      // Its opening fee was paid and is a flow; the close fee comes with the close.
      const gain = netPnl({ ...outcome, openFee: amountMinor(0n) });
      sum += this.#value(position.currencyId, gain, at);
    }
    return sum;
  }

  /** What was in no account at a moment and is its owner's: stakes of options, and money between two accounts. */
  #open(list: readonly Passage[], at: number): bigint {
    const amounts = new Map<number, bigint>();
    for (const { currencyId, amount, ...span } of list)
      if (isOpenAt(span, at + 1)) amounts.set(currencyId, (amounts.get(currencyId) ?? 0n) + amount);
    let sum = 0n;
    for (const [currencyId, amount] of amounts) sum += this.#value(currencyId, amount, at);
    return sum;
  }

  /** Worth at a moment; what has no price counts nothing and is named. */
  #value(currencyId: number | undefined, amount: bigint, at: number): bigint {
    if (currencyId === undefined || amount === 0n) return 0n;
    const { name, scale } = this.#context.terms.knownCurrency(currencyId);
    const price = this.#price(currencyId, at);
    if (price !== undefined) return currencyValue(amount, price, scale);
    this.#unpriced.add(name);
    return 0n;
  }

  /** Now it is the fresh index that balances are shown by; the last minute's while that is stale. */
  #price(currencyId: number, at: number): PriceE8 | undefined {
    const live = this.#isNow(at) ? this.#context.marketData.usdtPrice(currencyId) : undefined;
    if (live !== undefined) return live;
    if (this.#isConvert(currencyId)) return ONE_E8;
    const marketId = this.#history.priced.get(currencyId);
    return marketId === undefined ? undefined : this.#history.prices.get(marketId)?.[at];
  }

  #isNow(at: number): boolean {
    return at === this.#history.days.length;
  }

  #isConvert(currencyId: number): boolean {
    return this.#context.terms.knownCurrency(currencyId).name === CONVERT_CURRENCY;
  }

  #flows(at: number, sums: readonly PostingSum[]): PortfolioFlows {
    const turnovers = new Map<keyof PortfolioFlows, Map<number, bigint>>();
    for (const sum of sums) {
      const flow = flowOf(sum);
      if (flow === undefined) continue;
      const byCurrency = turnovers.get(flow) ?? new Map<number, bigint>();
      turnovers.set(flow, byCurrency);
      const before = byCurrency.get(sum.currencyId) ?? 0n;
      byCurrency.set(sum.currencyId, before + this.#turnover(sum));
    }
    const flows = { ...NO_FLOWS };
    for (const [flow, byCurrency] of turnovers)
      for (const [currencyId, turnover] of byCurrency) {
        const { scale } = this.#context.terms.knownCurrency(currencyId);
        flows[flow] += turnoverValue(flow === 'withdrawals' ? -turnover : turnover, scale);
      }
    flows.offerings += this.#firstPriced(at);
    return flows;
  }

  #turnover({ currencyId, amount, count, pricedCount, turnoverE8 }: PostingSum): bigint {
    if (this.#isConvert(currencyId)) return amount * ONE_E8;
    if (pricedCount < count) this.#unpriced.add(this.#context.terms.knownCurrency(currencyId).name);
    return turnoverE8;
  }

  /** A subscribed currency that gets its first price: what was held of it at the day's start counts from now on. */
  #firstPriced(at: number): bigint {
    let gained = 0n;
    for (const [accountId, total] of this.#history.totals[at] ?? []) {
      const currencyId = this.#history.currencyOf.get(accountId);
      if (currencyId === undefined || !this.#history.subscribed.has(currencyId)) continue;
      const isFirst =
        this.#price(currencyId, at) === undefined && this.#price(currencyId, at + 1) !== undefined;
      if (isFirst) gained += this.#value(currencyId, total, at + 1);
    }
    return gained;
  }
}
