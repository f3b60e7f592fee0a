/** A year as a file, in parts: rows of entries for other programs, lines for whoever adds up, a whole ledger for beancount. */
import { setImmediate as turn } from 'node:timers/promises';
import { ProblemError, TAX_FILE_ROWS_MAX, type TaxFile } from '@fairlead/contract';
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
import { csvLines } from '../../core/operations/csv.ts';
import type { Terms } from '../../market/index.ts';
import type { TaxYear } from './tax-year.ts';
import type { TaxQuery } from './tax-years.ts';

/** Some milliseconds of work. */
const WORK_BETWEEN_TURNS = 200;

export interface TaxFilePart {
  readonly text: string;
  readonly rows: number;
  readonly next?: string;
}

interface FileRequest {
  readonly query: Pick<TaxQuery, 'year' | 'zone' | 'say'> & {
    readonly currency: Pick<TaxQuery['currency'], 'currencyId'>;
  };
  readonly year: TaxYear;
  readonly format: TaxFile;
  /** How many entries were in the parts before. */
  readonly after: number;
  readonly exchange: string;
  readonly terms: Pick<Terms, 'knownCurrency'>;
}

/** So many entries, and the head or the end where it is the first part or the last. Others have turns between. */
export async function taxFilePart(
  request: FileRequest,
  entriesMax = TAX_FILE_ROWS_MAX,
): Promise<TaxFilePart> {
  const { format, after, year, query } = request;
  if (after > year.applied.length)
    throw new ProblemError('validation_failed', {
      fields: { after: query.say('fields.too_large') },
    });
  const words = wordsOf(request);
  const end = Math.min(after + entriesMax, year.applied.length);
  const isLast = end === year.applied.length;
  const part =
    format === 'beancount'
      ? await beancountPart(request, words, { end, isLast })
      : await csvPart(request, CSV[format], words, end);
  return isLast ? part : { ...part, next: String(end) };
}

type Csv = readonly [
  head: readonly string[],
  rowsOf: (applied: Applied, words: FileWords) => FileCell[][],
];

const CSV: Readonly<Record<Exclude<TaxFile, 'beancount'>, Csv>> = {
  csv: [PLAIN_HEAD, ({ lines }, words) => lines.flatMap((line) => plainRows(line, words))],
  koinly: [KOINLY_HEAD, ({ movement }, words) => koinlyRows(movement, words)],
  cointracking: [COINTRACKING_HEAD, ({ movement }, words) => coinTrackingRows(movement, words)],
};

async function csvPart(
  { after, year }: FileRequest,
  [head, rowsOf]: Csv,
  words: FileWords,
  end: number,
): Promise<TaxFilePart> {
  const pause = pauses();
  let text = after === 0 ? csvLines([head]) : '';
  let count = 0;
  for (const applied of year.applied.slice(after, end)) {
    const rows = rowsOf(applied, words);
    text += csvLines(rows);
    count += rows.length;
    await pause(1 + rows.length);
  }
  return { text, rows: count };
}

/** Names of lots go on from part to part, so what was written before is written again and left out. */
async function beancountPart(
  { query, year, after }: FileRequest,
  words: FileWords,
  { end, isLast }: { readonly end: number; readonly isLast: boolean },
): Promise<TaxFilePart> {
  const pause = pauses();
  const writer = new BeancountWriter(words);
  const lastMs = Math.min(year.toMs - 1, year.asOfMs);
  const dates = {
    from: `${query.year}-01-01`,
    // The balance of a date is that at its start.
    next: query.zone.dateAfter(lastMs),
  };
  const opening = writer.opening(dates, year.opening);
  let text = after === 0 ? `${opening}\n` : '';
  for (const [at, applied] of year.applied.slice(0, end).entries()) {
    const entry = writer.entry(applied);
    if (at >= after && entry !== '') text += `${entry}\n`;
    await pause(1 + applied.taken.length + applied.added.length);
  }
  if (isLast) text += `${writer.closing(dates, year.closing)}\n`;
  return { text, rows: end - after };
}

/** Lets whatever came meanwhile have its turn after each so many entries and lots. */
function pauses(): (work: number) => Promise<void> | undefined {
  let done = 0;
  return (work) => {
    done += work;
    if (done < WORK_BETWEEN_TURNS) return undefined;
    done = 0;
    return turn();
  };
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
