/**
 * What the house stands for: what it has, what of that it keeps ready, and what open positions and options come to.
 * Of committed rows, at the present index.
 */

import type { Exposure } from '@fairlead/contract';
import { type BalanceRow, HOUSE, type HouseAccount } from '@fairlead/engine';
import { type QuoteScale, quoteScale } from '@fairlead/formula';
import { divCeil, divFloor, formatDecimal, type PriceE8 } from '@fairlead/units';
import type { Reads } from '../core/store/database.ts';
import { derivativeIndex, type OpenSum, openPositionSums } from '../futures/index.ts';
import { balancesOf } from '../ledger/index.ts';
import type { MarketData } from '../market/data/index.ts';
import type { MarketTerms, Terms } from '../market/index.ts';
import { type OptionExposure, optionExposures } from '../options/index.ts';

interface Needs {
  readonly reads: Reads;
  readonly terms: Terms;
  readonly marketData: MarketData;
  readonly clock: { now(): number };
}

/** What is open in one market. */
interface MarketParts {
  readonly market: MarketTerms;
  readonly sums: readonly OpenSum[];
  readonly options: readonly OptionExposure[];
}

export async function exposure(context: Needs): Promise<Exposure> {
  const { reads, clock } = context;
  const balances = await balancesOf(reads, HOUSE);
  const sums = Map.groupBy(await openPositionSums(reads), ({ marketId }) => marketId);
  const options = Map.groupBy(await optionExposures(reads), ({ marketId }) => marketId);
  const sold = soldMarkets(context).map(
    (market): MarketParts => ({
      market,
      sums: sums.get(market.marketId) ?? [],
      options: options.get(market.marketId) ?? [],
    }),
  );
  const byCurrency = Map.groupBy(sold, ({ market }) => market.quoteCurrencyId);
  return {
    time: clock.now(),
    currencies: [...byCurrency.values()].map((markets) =>
      currencyExposure(context, markets, balances),
    ),
    markets: sold.map((parts) => marketExposure(context, parts)),
  };
}

/** Markets with futures or options, by id. */
function soldMarkets({ terms, marketData: { derivatives } }: Needs): MarketTerms[] {
  return terms
    .markets()
    .filter(
      ({ marketId }) =>
        derivatives.futures(marketId) !== undefined || derivatives.options(marketId) !== undefined,
    );
}

type CurrencyExposure = Exposure['currencies'][number];

function currencyExposure(
  context: Needs,
  markets: readonly MarketParts[],
  balances: readonly BalanceRow[],
): CurrencyExposure {
  const quote = markets[0]?.market.quote;
  if (quote === undefined) throw new TypeError('a group has a member');
  const text = (amount: bigint) => formatDecimal(amount, quote.scale);
  const of = (account: HouseAccount) => {
    const row = balances.find(
      (each) => each.account === account && each.currencyId === quote.currencyId,
    );
    return { total: row?.total ?? 0n, frozen: row?.frozen ?? 0n };
  };
  const [contract, option] = [of('contract_house'), of('option_house')];
  const pnl = markets.map(({ market, sums }) =>
    unrealisedPnl(sums, scaleOf(market), derivativeIndex(context, market)?.price),
  );
  return {
    currency_id: quote.currencyId,
    currency: quote.name,
    contract_house: text(contract.total),
    contract_reserved: text(contract.frozen),
    contract_available: text(contract.total - contract.frozen),
    insurance_fund: text(of('insurance_fund').total),
    unrealised_pnl: text(pnl.reduce((sum, each) => sum + each, 0n)),
    option_house: text(option.total),
    option_reserved: text(option.frozen),
    option_available: text(option.total - option.frozen),
    option_escrow: text(of('option_escrow').total),
  };
}

function marketExposure(
  { marketData: { derivatives } }: Needs,
  { market, sums, options }: MarketParts,
): Exposure['markets'][number] {
  const text = (amount: bigint) => formatDecimal(amount, market.quote.scale);
  const scale = scaleOf(market);
  const notional = (isCounted: (sum: OpenSum) => boolean) =>
    text(openNotional(sums.filter(isCounted), scale));
  const futures = derivatives.futures(market.marketId);
  const sold = derivatives.options(market.marketId);
  const total = (pick: (row: OptionExposure) => bigint) =>
    options.reduce((sum, row) => sum + pick(row), 0n);
  return {
    symbol: market.symbol,
    long_notional: notional(({ status, side }) => status === 'holding' && side === 'long'),
    short_notional: notional(({ status, side }) => status === 'holding' && side === 'short'),
    waiting_notional: notional(({ status }) => status === 'waiting'),
    ...(futures !== undefined && { max_open_interest: text(futures.openInterestMaxMinor) }),
    positions: sums.reduce((count, { positions }) => count + positions, 0),
    rise_payout: text(total(({ risePayout }) => risePayout)),
    fall_payout: text(total(({ fallPayout }) => fallPayout)),
    ...(sold !== undefined && { max_exposure: text(sold.exposureMaxMinor) }),
    option_orders: options.reduce((count, { orders }) => count + orders, 0),
  };
}

const scaleOf = ({ base, quote }: MarketTerms): QuoteScale =>
  quoteScale({ base: base.scale, quote: quote.scale });

/** Worth at the prices at which they opened or would open, together rounded up. */
function openNotional(sums: readonly OpenSum[], { numerator, denominator }: QuoteScale): bigint {
  const exact = sums.reduce((sum, { sizePriceE8 }) => sum + sizePriceE8, 0n);
  return divCeil(exact * numerator, denominator);
}

/** What closing all that is held at an index would win, together rounded down; nothing without an index. */
function unrealisedPnl(
  sums: readonly OpenSum[],
  { numerator, denominator }: QuoteScale,
  index: PriceE8 | undefined,
): bigint {
  if (index === undefined) return 0n;
  const exact = sums
    .filter(({ status }) => status === 'holding')
    .map(({ side, sizeMinor, sizePriceE8 }) => {
      const rise = sizeMinor * index - sizePriceE8;
      return side === 'long' ? rise : -rise;
    });
  const sum = exact.reduce((all, each) => all + each, 0n);
  return divFloor(sum * numerator, denominator);
}
