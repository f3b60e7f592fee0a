const SYMBOL = /^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}$/;
const DEFAULT_SYMBOL = 'BTC/USDT';

/** The market that a page's query names; the best known one where it names none. */
export function readSymbol(query: URLSearchParams): string {
  const symbol = query.get('symbol')?.toUpperCase() ?? '';
  return SYMBOL.test(symbol) ? symbol : DEFAULT_SYMBOL;
}
