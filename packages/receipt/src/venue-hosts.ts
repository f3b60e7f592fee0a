/**
 * Which hosts are a venue's own: the domains under which its public prices are served, as its documents say. A quote that was
 * read from any other host is that host's word.
 */

const VENUE_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  binance: ['binance.com', 'binance.vision'],
  bitfinex: ['bitfinex.com'],
  bitget: ['bitget.com'],
  bitstamp: ['bitstamp.net'],
  bybit: ['bybit.com'],
  coinbase: ['coinbase.com'],
  cryptocom: ['crypto.com'],
  gate: ['gate.io', 'gateio.ws'],
  gemini: ['gemini.com'],
  htx: ['huobi.pro', 'htx.com'],
  kraken: ['kraken.com'],
  kucoin: ['kucoin.com'],
  mexc: ['mexc.com'],
  okx: ['okx.com'],
};
/** Feeds that name themselves, and what they are made of. */
const DECLARED: readonly string[] = ['simulated', 'replay'];

/**
 * What is to be said of the host that a quote was read from; undefined where it is one of its venue's, or nothing is
 * known of it: older receipts name none.
 */
export function hostNote(source: {
  readonly venue: string;
  readonly host?: string | undefined;
}): string | undefined {
  const { venue, host } = source;
  if (host === undefined || DECLARED.includes(venue)) return undefined;
  const domains = Object.hasOwn(VENUE_DOMAINS, venue) ? VENUE_DOMAINS[venue] : undefined;
  if (domains === undefined) return `${venue}: read from ${host}; its own hosts are not known here`;
  const other = host.split(' ').find((each) => !isWithin(each, domains));
  return other === undefined
    ? undefined
    : `${venue}: read from ${other}, which is none of its hosts`;
}

/** A host, perhaps with a port, of one of the domains. */
function isWithin(host: string, domains: readonly string[]): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}
