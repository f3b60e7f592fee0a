/** Makes each sample's price again from the quotes that the receipt names. */
import { indexQuorum, QUOTE_AHEAD_MAX_MS, QUOTE_FRESH_MS } from '@fairlead/formula';
import { formatDecimal, PRICE_SCALE, type PriceE8 } from '@fairlead/units';
import { differs, type Finding, findingOf } from './finding.ts';
import { readPrice } from './read-fields.ts';
import type { Receipt, ReceiptSample } from './receipt.ts';

/** Feeds that declare themselves to be a quorum of one. */
const DECLARED_FEEDS: readonly string[] = ['simulated', 'replay'];
/** Quotes dropped for these reasons took part in the median. */
const OUTLIER = 'outlier';
const REFUSALS: readonly string[] = ['no_quorum', 'disagrees'];
/** Quotes dropped for these did not. */
const UNFIT: readonly string[] = [
  'stale',
  'future',
  'not_a_price',
  'not_positive',
  'crossed',
  'superseded',
];

/** Every sample is what the rules of the index make of its quotes. */
export function checkSamples({ samples }: Receipt): Finding {
  return findingOf(samples.map(sampleProblem));
}

/** Quotes that took part in making the samples' prices. */
export function countQuotes({ samples }: Receipt): number {
  return samples.reduce((sum, sample) => sum + judgedQuotes(sample).length, 0);
}

function sampleProblem(sample: ReceiptSample): string | undefined {
  const problem = declaredProblem(sample) ?? quorumProblem(sample);
  return problem === undefined ? undefined : `sample of ${sample.time}: ${problem}`;
}

const isDeclared = ({ sources, dropped }: ReceiptSample): boolean =>
  dropped.length === 0 && sources.some(({ venue }) => DECLARED_FEEDS.includes(venue));

function declaredProblem(sample: ReceiptSample): string | undefined {
  if (!isDeclared(sample)) return undefined;
  const [source, second] = sample.sources;
  if (second !== undefined) return 'a declared feed stands alone';
  return (
    differs('its price', { found: sample.index_price, expected: source?.price }) ??
    differs('the time of its source', { found: source?.time, expected: sample.time })
  );
}

interface JudgedQuote {
  readonly venue: string;
  readonly price: PriceE8;
  readonly time: number;
  readonly fate: string;
}

/** Quotes that were fresh: the sources, and those dropped because of their price alone. */
function judgedQuotes({ sources, dropped }: ReceiptSample): readonly JudgedQuote[] {
  const left = dropped.filter(({ reason }) => reason === OUTLIER || REFUSALS.includes(reason));
  return [
    ...sources.map((source) => ({ ...source, fate: 'source' })),
    ...left.map(({ venue, price, time = Number.NaN, reason }) => ({
      venue,
      price: price ?? '',
      time,
      fate: reason,
    })),
  ].map((quote) => ({ ...quote, price: readPrice(quote.price, `the quote of ${quote.venue}`) }));
}

function quorumProblem(sample: ReceiptSample): string | undefined {
  if (isDeclared(sample)) return undefined;
  const quotes = judgedQuotes(sample);
  const venues = new Set(quotes.map(({ venue }) => venue));
  if (venues.size < quotes.length) return 'a venue is counted twice';
  const old = quotes.find(({ time }) => !isFresh(time, sample.time));
  if (old !== undefined) return `the quote of ${old.venue} is not of that time`;
  const { price, refusal, outliers } = indexQuorum(quotes);
  const expectedFate = (quote: JudgedQuote): string =>
    outliers.includes(quote) ? OUTLIER : (refusal ?? 'source');
  const wrong = quotes.find((quote) => quote.fate !== expectedFate(quote));
  if (wrong !== undefined) return `${wrong.venue} is ${wrong.fate}, not ${expectedFate(wrong)}`;
  const expected = price === undefined ? undefined : formatDecimal(price, PRICE_SCALE);
  return differs('its price', { found: sample.index_price, expected }) ?? droppedProblem(sample);
}

const isFresh = (time: number, sampleTime: number): boolean =>
  sampleTime - time <= QUOTE_FRESH_MS && time - sampleTime <= QUOTE_AHEAD_MAX_MS;

/** Of quotes dropped before the median, what their times can prove. Arrival, bid and ask are not in a receipt. */
function droppedProblem({ time: sampleTime, sources, dropped }: ReceiptSample): string | undefined {
  for (const { venue, time, reason } of dropped) {
    if (![OUTLIER, ...REFUSALS, ...UNFIT].includes(reason))
      return `${venue} is dropped for nothing`;
    if (time === undefined) continue;
    if (reason === 'future' && time - sampleTime <= QUOTE_AHEAD_MAX_MS) {
      return `${venue} is not ahead of time`;
    }
    if (reason === 'superseded' && !hasNewer([...sources, ...dropped], { venue, time })) {
      return `${venue} has no newer quote`;
    }
  }
  return undefined;
}

interface AnyQuote {
  readonly venue: string;
  readonly time?: number | undefined;
  readonly reason?: string;
}

const hasNewer = (quotes: readonly AnyQuote[], old: { venue: string; time: number }): boolean =>
  quotes.some(
    ({ venue, time = 0, reason }) =>
      venue === old.venue && reason !== 'superseded' && time >= old.time,
  );
