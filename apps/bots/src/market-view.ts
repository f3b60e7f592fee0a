/** A market as the bots see it: the wire's decimal text turned into whole ticks and lots. */
import type { Quotation, Wallet } from '@fairlead/contract';
import { divCeil, divFloor, formatDecimal, PRICE_SCALE, parseDecimal } from '@fairlead/units';

/** As many decimals as any currency has. */
const FUNDS_SCALE = 18;
const ONE_E18 = 10n ** 18n;

export interface MarketTerms {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Price step, of 10^-8 quote per base. */
  readonly tickE8: bigint;
  /** Quantity step, of 10^-18 base. */
  readonly lotE18: bigint;
  /** Of 10^-8 quote. */
  readonly minNotionalE8: bigint;
}

export interface MarketView extends MarketTerms {
  /** Takes orders now. */
  readonly isOpen: boolean;
  /** Absent while the index is stale. */
  readonly indexE8?: bigint;
}

/** Reads a row of `currency/quotation_new`; undefined for a market that is not traded on a book. */
export function readMarket(row: Quotation): MarketView | undefined {
  const tickE8 = parseDecimal(row.tick_size, PRICE_SCALE);
  const lotE18 = parseDecimal(row.lot_size, FUNDS_SCALE);
  const minNotionalE8 = parseDecimal(row.min_notional, PRICE_SCALE);
  if (!row.spot || !tickE8 || !lotE18 || minNotionalE8 === undefined) return undefined;
  const indexE8 =
    row.is_stale || row.index_price === undefined
      ? undefined
      : parseDecimal(row.index_price, PRICE_SCALE);
  return {
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    tickE8,
    lotE18,
    minNotionalE8,
    isOpen: row.state === 'open',
    ...(indexE8 !== undefined && indexE8 > 0n && { indexE8 }),
  };
}

/** What others' sums are meant in: one of it counts as a US dollar. */
const DOLLAR = 'USDT';
const DOLLAR_E8 = 10n ** BigInt(PRICE_SCALE);

/** Dollars in one unit of a quote currency, of 10^-8, by its own market; undefined for one that has no price now. */
export const dollarsOf = (quote: string, all: readonly MarketView[]): bigint | undefined =>
  quote === DOLLAR
    ? DOLLAR_E8
    : all.find((view) => view.base === quote && view.quote === DOLLAR)?.indexE8;

/** Funds of the coin account by currency name, of 10^-18: all, or only what is available. */
export function readFunds(
  wallet: Wallet,
  which: 'total' | 'available',
): ReadonlyMap<string, bigint> {
  const balances = wallet.accounts.find(({ account }) => account === 'coin')?.balances ?? [];
  return new Map(
    balances.map((balance) => [balance.name, parseDecimal(balance[which], FUNDS_SCALE) ?? 0n]),
  );
}

/** Whole lots worth `notionalE8` at a price, rounded down. */
export const lotsWorth = (terms: MarketTerms, notionalE8: bigint, priceE8: bigint): number =>
  Number(divFloor(notionalE8 * ONE_E18, priceE8 * terms.lotE18));

/** The fewest lots that reach the market's least notional at a price, with a little room for the price to move. */
export const leastLots = (terms: MarketTerms, priceE8: bigint): number => {
  const notionalE8 = divCeil(terms.minNotionalE8 * 102n, 100n);
  return Math.max(1, Number(divCeil(notionalE8 * ONE_E18, priceE8 * terms.lotE18)));
};

/** What lots cost at a price in ticks, of 10^-18 quote, rounded up. */
export const costE18 = (terms: MarketTerms, lots: number, priceTicks: number): bigint =>
  divCeil(BigInt(lots) * terms.lotE18 * BigInt(priceTicks) * terms.tickE8, 10n ** 8n);

export const priceText = (terms: MarketTerms, priceTicks: number): string =>
  trimmed(formatDecimal(BigInt(priceTicks) * terms.tickE8, PRICE_SCALE));

export const quantityText = (terms: MarketTerms, lots: number): string =>
  trimmed(formatDecimal(BigInt(lots) * terms.lotE18, FUNDS_SCALE));

/** Whole ticks of a price as the wire writes it. */
export const ticksOf = (terms: MarketTerms, price: string): number =>
  Number(divFloor(parseDecimal(price, PRICE_SCALE) ?? 0n, terms.tickE8));

/** Whole lots of a quantity as the wire writes it. */
export const lotsOf = (terms: MarketTerms, quantity: string): number =>
  Number(divFloor(parseDecimal(quantity, FUNDS_SCALE) ?? 0n, terms.lotE18));

const trimmed = (text: string): string => text.replace(/(?:\.|(?<![.0]))0+$/, '');
