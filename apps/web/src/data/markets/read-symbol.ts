import { storage } from '@fairlead/calls';

const SYMBOL = /^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}$/;
const DEFAULT_SYMBOL = 'BTC/USDT';
const LAST_KEY = 'last_symbol';

const known = (text: string | null): string | undefined => {
  const symbol = text?.toUpperCase() ?? '';
  return SYMBOL.test(symbol) ? symbol : undefined;
};

/** The market that a page's query names, if it does. */
export const namedSymbol = (query: URLSearchParams): string | undefined =>
  known(query.get('symbol'));

/** The market that a page's query names; where it names none, the one that was looked at last. */
export function readSymbol(query: URLSearchParams): string {
  return namedSymbol(query) ?? known(storage.read(LAST_KEY)) ?? DEFAULT_SYMBOL;
}

/** For the next visit that names no market. */
export const keepSymbol = (symbol: string): void => storage.write(LAST_KEY, symbol);
