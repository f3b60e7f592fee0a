/** Reports and their lines as the wire shows them. */
import {
  type RecordKind,
  TAX_REPORT_FIGURES,
  type TaxLineView,
  type TaxReport,
} from '@fairlead/contract';
import type { EntryReason } from '@fairlead/engine';
import {
  dayOf,
  type Lot,
  type TaxFigure,
  type TaxLine,
  type TaxSum,
  YearSums,
} from '@fairlead/formula/tax';
import { DAY_MS, formatDecimal } from '@fairlead/units';
import { amountText } from '../../core/http/figures.ts';
import type { Reads } from '../../core/store/database.ts';
import { recordKindOf } from '../../ledger/index.ts';
import type { Terms } from '../../market/index.ts';
import { postingsOfEntries } from './tax-queries.ts';
import type { TaxYear } from './tax-year.ts';
import type { TaxQuery } from './tax-years.ts';

const UNPRICED_MAX = 100;
const LOTS_MAX = 100;

export function reportView(query: TaxQuery, year: TaxYear, terms: Terms): TaxReport {
  const sums = new YearSums();
  const unpriced = new Map<string, { currency: string; date: string; lines: number }>();
  const nameOf = (currencyId: number): string => terms.knownCurrency(currencyId).name;
  for (const { lines } of year.applied)
    for (const line of lines) {
      sums.add(line);
      if (line.missing !== 'price') continue;
      const date = new Date(dayOf(line.timeMs) * DAY_MS).toISOString().slice(0, 10);
      const at = { currency: nameOf(line.currencyId), date };
      const key = `${at.currency} ${date}`;
      unpriced.set(key, { ...at, lines: (unpriced.get(key)?.lines ?? 0) + 1 });
    }
  const list = sums.list();
  const { currency, depositCost, zone } = query;
  return {
    year: query.year,
    method: query.method,
    currency: currency.name,
    time_zone: zone.name,
    deposit_cost: depositCost,
    stated_deposits: year.statedCount,
    as_of: year.asOfMs,
    is_over: year.toMs <= year.asOfMs,
    from: year.fromMs,
    to: year.toMs,
    figures: figureViews(list, query),
    currencies: list.map((sum) => ({
      figure: sum.figure,
      currency: nameOf(sum.currencyId),
      quantity: amountText(sum.quantity, terms.knownCurrency(sum.currencyId)),
      ...sumView(sum, query),
    })),
    holdings: year.holdings.map(({ currencyId, quantity, lots, cost, value, unrealised }) => ({
      currency: nameOf(currencyId),
      quantity: amountText(quantity, terms.knownCurrency(currencyId)),
      lots: lots.length,
      ...money(query, { cost, value, unrealised }),
    })),
    unpriced: [...unpriced.values()].slice(0, UNPRICED_MAX),
  };
}

function figureViews(list: readonly TaxSum[], query: TaxQuery): TaxReport['figures'] {
  return TAX_REPORT_FIGURES.flatMap((figure: TaxFigure) => {
    const own = list.filter((sum) => sum.figure === figure);
    const [first] = own;
    if (first === undefined) return [];
    const total = { ...first, value: 0n, cost: 0n, count: 0, missing: 0 };
    for (const each of own) {
      total.value += each.value;
      total.cost += each.cost;
      total.count += each.count;
      total.missing += each.missing;
    }
    return [{ figure, ...sumView(total, query) }];
  });
}

function sumView({ figure, value, cost, count, missing }: TaxSum, query: TaxQuery) {
  const text = (amount: bigint): string => formatDecimal(amount, query.currency.scale);
  const parts = figure === 'gains' ? { proceeds: text(value), cost: text(cost) } : {};
  return { value: text(figure === 'gains' ? value - cost : value), ...parts, count, missing };
}

/** What is known of some amounts in the account's currency; the rest is left out. */
function money<Name extends string>(
  { currency }: TaxQuery,
  amounts: Readonly<Record<Name, bigint | undefined>>,
): Partial<Record<Name, string>> {
  const known: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(amounts) as Name[]) {
    const amount = amounts[name];
    if (amount !== undefined) known[name] = formatDecimal(amount, currency.scale);
  }
  return known;
}

/** What a line is of: a figure, or a lot that is there at the end. */
export type ShownLine = Omit<TaxLine, 'figure' | 'reason'> & Pick<Lot, 'isStated'>;

export function linesOf(
  year: TaxYear,
  figure: TaxFigure | 'holdings',
  currencyId?: number,
): ShownLine[] {
  const isAsked = (line: { readonly currencyId: number }): boolean =>
    currencyId === undefined || line.currencyId === currencyId;
  if (figure !== 'holdings')
    return year.applied.flatMap(({ lines }) =>
      lines.filter((line) => line.figure === figure && isAsked(line)),
    );
  return year.holdings.filter(isAsked).flatMap((holding) =>
    holding.lots.map((lot) => ({
      entryId: lot.entryId,
      timeMs: lot.acquiredMs,
      currencyId: holding.currencyId,
      quantity: lot.quantity,
      value: undefined,
      cost: lot.cost,
      ...(lot.cost === undefined && { missing: 'cost' as const }),
      ...(lot.isStated && { isStated: true as const }),
    })),
  );
}

/** One page of lines, each with its entry as the journal has it. */
export async function lineViews(
  { reads, terms }: { readonly reads: Reads; readonly terms: Terms },
  query: TaxQuery,
  lines: readonly ShownLine[],
): Promise<TaxLineView[]> {
  const entryIds = [...new Set(lines.map(({ entryId }) => entryId))];
  const postings = Map.groupBy(
    await postingsOfEntries(reads, query.owners, entryIds),
    ({ entryId }) => entryId,
  );
  return lines.map((line) => {
    const { entryId, timeMs, currencyId, quantity, value, cost, gain, missing, lots = [] } = line;
    const currency = terms.knownCurrency(currencyId);
    const own = postings.get(entryId) ?? [];
    return {
      entry_id: entryId,
      time: timeMs,
      kind: kindOf(own[0]?.reason),
      reference: own[0]?.reference ?? '',
      currency: currency.name,
      quantity: amountText(quantity, currency),
      ...money(query, { value, cost, gain }),
      ...(missing !== undefined && { missing }),
      ...(line.isStated && { is_stated: true as const }),
      ...(own[0]?.reason === 'deposit' && saidView(query, terms, line)),
      lots: lots.slice(0, LOTS_MAX).map((lot: Lot) => ({
        entry_id: lot.entryId,
        acquired_at: lot.acquiredMs,
        quantity: amountText(lot.quantity, currency),
        ...money(query, { cost: lot.cost }),
        ...(lot.isStated && { is_stated: true as const }),
      })),
      lots_total: lots.length,
      postings: own.map((posting) => {
        const of = terms.knownCurrency(posting.currencyId);
        return {
          account: posting.account,
          currency: of.name,
          amount: amountText(posting.amount, of),
        };
      }),
    };
  });
}

/** What its owner stated of a deposit, where it counts: not of one in the currency that all is measured by. */
function saidView(
  { stated, currency }: TaxQuery,
  terms: Terms,
  { entryId, currencyId }: ShownLine,
): Pick<TaxLineView, 'stated'> {
  const said = stated.get(entryId);
  if (said === undefined || currencyId === currency.currencyId) return {};
  const { name, scale } = terms.knownCurrency(said.currencyId);
  const { acquired, statedMs } = said;
  const cost = formatDecimal(said.cost, scale);
  return {
    stated: { cost, acquired, currency: name, ...(statedMs && { stated_at: statedMs }) },
  };
}

/** As records call it; what nobody knows is a correction. */
const kindOf = (reason: EntryReason | undefined): RecordKind =>
  reason === undefined ? 'correction' : recordKindOf(reason);
