/** Binance writes markets without the slash: BTCUSDT is our BTC/USDT. */
import type { MarketTerms, Terms } from '../../market/index.ts';
import { BinanceError, INVALID_SYMBOL } from './errors.ts';
import type { Parameters } from './parameters.ts';

/** As Binance writes a market. */
export const symbolOf = ({ symbol }: { readonly symbol: string }): string =>
  symbol.replace('/', '');

/** Markets that are listed, by id. */
export const listedMarkets = (terms: Terms): MarketTerms[] =>
  terms.markets().filter(({ state }) => state !== 'closed');

/** The listed market of a name; of two that read alike the older. Throws -1121. */
export function marketNamed(terms: Terms, name: string): MarketTerms {
  const market = findMarket(terms, name);
  if (market === undefined) throw INVALID_SYMBOL();
  return market;
}

/** Undefined for a name that no listed market has. */
export function findMarket(terms: Terms, name: string): MarketTerms | undefined {
  let found: MarketTerms | undefined;
  for (let at = 1; at < name.length && at <= NAME_LENGTH_MAX; at += 1) {
    const market = terms.market(`${name.slice(0, at)}/${name.slice(at)}`);
    if (market === undefined || market.state === 'closed') continue;
    if (found === undefined || market.marketId < found.marketId) found = market;
  }
  return found;
}

/** Of a currency. */
const NAME_LENGTH_MAX = 12;

/** `symbol` or `symbols`; undefined when neither is given. */
export function askedMarkets(terms: Terms, parameters: Parameters): MarketTerms[] | undefined {
  const [one, many] = [parameters.text('symbol'), parameters.words('symbols')];
  if (one !== undefined && many !== undefined)
    throw new BinanceError(-1128, 'Combination of optional parameters invalid.');
  if (one !== undefined) return [marketNamed(terms, one)];
  return many?.map((name) => marketNamed(terms, name));
}
