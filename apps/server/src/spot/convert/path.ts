/** Through which markets one currency becomes another: one market, or a sale and a purchase in two that share their quote. */
import { ProblemError } from '@fairlead/contract';
import { type MarketTerms, type Terms, VALUED_IN } from '../../market/index.ts';

export interface ConversionPath {
  readonly sale?: MarketTerms;
  readonly purchase?: MarketTerms;
}

/** The same for everybody, whatever the books are. Throws `not_found` where there is no way. */
export function conversionPath(
  terms: Terms,
  {
    from_currency_id: from,
    to_currency_id: to,
  }: { from_currency_id: number; to_currency_id: number },
): ConversionPath {
  const markets = terms.markets().filter(({ state }) => state !== 'closed');
  const find = (base: number, quote: number) =>
    markets.find(
      ({ baseCurrencyId, quoteCurrencyId }) => baseCurrencyId === base && quoteCurrencyId === quote,
    );
  const sale = find(from, to);
  if (sale !== undefined) return { sale };
  const purchase = find(to, from);
  if (purchase !== undefined) return { purchase };
  const quotes = [...new Set(markets.map(({ quote }) => quote))].sort(
    (left, right) => Number(right.name === VALUED_IN) - Number(left.name === VALUED_IN),
  );
  for (const { currencyId } of quotes) {
    const [sold, bought] = [find(from, currencyId), find(to, currencyId)];
    if (from !== to && sold !== undefined && bought !== undefined)
      return { sale: sold, purchase: bought };
  }
  throw new ProblemError('not_found');
}

/** By what a conversion's texts are read. */
export const pathReading = (terms: Terms, { sale, purchase }: ConversionPath): string =>
  [sale, purchase].map((market) => market && terms.readingOf(market.marketId)).join('|');
