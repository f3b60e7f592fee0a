/** A year as a file, in parts: rows of entries for other programs, lines for whoever adds up, a whole ledger for beancount. */
import { TAX_FILE_ROWS_MAX, type TaxFile } from '@fairlead/contract';
import {
  type Applied,
  BeancountWriter,
  COINTRACKING_HEAD,
  coinTrackingRows,
  type FileCell,
  type FileWords,
  KOINLY_HEAD,
  koinlyRows,
  PLAIN_HEAD,
  plainRows,
} from '@fairlead/formula/tax';
import { DAY_MS } from '@fairlead/units';
import { csvLines } from '../../core/operations/csv.ts';
import type { Terms } from '../../market/index.ts';
import type { TaxQuery, TaxYear } from './tax-years.ts';

export interface TaxFilePart {
  readonly text: string;
  readonly rows: number;
  readonly next?: string;
}

interface FileRequest {
  readonly query: TaxQuery;
  readonly year: TaxYear;
  readonly format: TaxFile;
  /** How many entries were in the parts before. */
  readonly after: number;
  readonly exchange: string;
  readonly terms: Terms;
}

/** So many entries, and the head or the end where it is the first part or the last. */
export function taxFilePart(request: FileRequest, entriesMax = TAX_FILE_ROWS_MAX): TaxFilePart {
  const { format, after, year } = request;
  const words = wordsOf(request);
  const end = Math.min(after + entriesMax, year.applied.length);
  const isLast = end === year.applied.length;
  const next = isLast ? {} : { next: String(end) };
  if (format === 'beancount') return { ...beancountPart(request, words, { end, isLast }), ...next };
  const [head, rowsOf] = CSV[format];
  const rows = year.applied.slice(after, end).flatMap((applied) => rowsOf(applied, words));
  return {
    text: csvLines(after === 0 ? [head, ...rows] : rows),
    rows: rows.length,
    ...next,
  };
}

const CSV: Readonly<
  Record<
    Exclude<TaxFile, 'beancount'>,
    readonly [head: readonly string[], rowsOf: (applied: Applied, words: FileWords) => FileCell[][]]
  >
> = {
  csv: [PLAIN_HEAD, ({ lines }, words) => lines.flatMap((line) => plainRows(line, words))],
  koinly: [KOINLY_HEAD, ({ movement }, words) => koinlyRows(movement, words)],
  cointracking: [COINTRACKING_HEAD, ({ movement }, words) => coinTrackingRows(movement, words)],
};

/** Names of lots go on from part to part, so what was written before is written again and left out. */
function beancountPart(
  { query, year, after }: FileRequest,
  words: FileWords,
  { end, isLast }: { readonly end: number; readonly isLast: boolean },
): Pick<TaxFilePart, 'text' | 'rows'> {
  const writer = new BeancountWriter(words);
  const lastMs = Math.min(year.toMs - 1, year.asOfMs);
  const dates = {
    from: `${query.year}-01-01`,
    // The balance of a date is that at its start.
    next: query.zone.dateAt(lastMs + DAY_MS),
  };
  const opening = writer.opening(dates, year.opening);
  const entries = year.applied.slice(0, end).map((applied) => writer.entry(applied));
  const text = [
    ...(after === 0 ? [opening] : []),
    ...entries.slice(after).filter((entry) => entry !== ''),
    ...(isLast ? [writer.closing(dates, year.closing)] : []),
  ];
  return { text: text.map((part) => `${part}\n`).join(''), rows: end - after };
}

function wordsOf({ query, exchange, terms }: FileRequest): FileWords {
  const { zone, currency } = query;
  return {
    nameOf: (currencyId) => terms.knownCurrency(currencyId).name,
    scaleOf: (currencyId) => terms.knownCurrency(currencyId).scale,
    currencyId: currency.currencyId,
    exchange,
    dateOf: (timeMs) => zone.dateAt(timeMs),
    timeOf: (timeMs) => zone.isoText(timeMs),
    utcOf: (timeMs) => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' '),
  };
}
