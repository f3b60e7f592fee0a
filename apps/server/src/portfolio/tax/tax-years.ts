/**
 * Years of owners, worked out from the ledger when they are asked for. Nothing of them is kept but for a minute, so that the
 * pages of one report and the parts of one file are not each worked out anew.
 */
import { ProblemError } from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import {
  type Applied,
  type DepositCost,
  dayOf,
  type Holding,
  type Movement,
  type StatedCost,
  TaxLedger,
  type TaxMethod,
  type UnrealisedHolding,
  unrealisedOf,
  Valuation,
} from '@fairlead/formula/tax';
import { Turns } from '../../core/http/turns.ts';
import type { Reads } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import type { Terms } from '../../market/index.ts';
import type { TimeZone } from '../calendar-days.ts';
import { firstPostingMs } from '../queries.ts';
import { readMovements } from './read-movements.ts';
import { readPrices } from './tax-prices.ts';
import { newestEntry } from './tax-queries.ts';

/** Entries of one owner from the first on: some 200 MB while they are worked on. Who has more is told so. */
const MOVEMENTS_MAX = 200_000;
/** One at a time: it is the heaviest read there is. */
const TURNS = { atOnceMax: 1, waitingMax: 20 };
const KEPT_FOR_MS = 60_000;
/** Entries kept of all years together, of some 500 bytes each. */
const KEPT_MAX = 100_000;

export interface TaxQuery {
  readonly owner: number;
  readonly year: number;
  readonly method: TaxMethod;
  readonly currency: Currency;
  readonly zone: TimeZone;
  readonly depositCost: DepositCost;
  readonly stated: ReadonlyMap<number, StatedCost>;
  readonly say: Say;
}

export interface TaxYear {
  readonly fromMs: number;
  /** Exclusive: the year's end. */
  readonly toMs: number;
  readonly asOfMs: number;
  /** What was there when it began. */
  readonly opening: readonly Holding[];
  readonly applied: readonly Applied[];
  readonly closing: readonly Holding[];
  readonly holdings: readonly UnrealisedHolding[];
}

interface Context {
  readonly reads: Reads;
  readonly terms: Terms;
  readonly clock: { now(): number };
}

interface Kept {
  readonly newest: number;
  readonly year: TaxYear;
}

export class TaxYears {
  readonly #context: Context;
  readonly #turns = new Turns(TURNS);
  /** The one used longest ago comes first. */
  readonly #kept = new Map<string, Kept>();

  constructor(context: Context) {
    this.#context = context;
  }

  async of(query: TaxQuery): Promise<TaxYear> {
    const newest = await newestEntry(this.#context.reads, query.owner);
    const key = keyOf(query);
    return this.#find(key, newest) ?? this.#turns.run(() => this.#make({ query, key, newest }));
  }

  #find(key: string, newest: number): TaxYear | undefined {
    const kept = this.#kept.get(key);
    const isFresh =
      kept?.newest === newest && kept.year.asOfMs > this.#context.clock.now() - KEPT_FOR_MS;
    return isFresh ? kept.year : undefined;
  }

  async #make({
    query,
    key,
    newest,
  }: {
    readonly query: TaxQuery;
    readonly key: string;
    readonly newest: number;
  }): Promise<TaxYear> {
    // Who waited may find what another made meanwhile.
    const found = this.#find(key, newest);
    if (found !== undefined) return found;
    const year = await makeYear(this.#context, query);
    this.#kept.delete(key);
    this.#kept.set(key, { newest, year });
    let weight = 0;
    for (const each of this.#kept.values()) weight += each.year.applied.length + 1;
    for (const [oldest, each] of this.#kept) {
      if (weight <= KEPT_MAX) break;
      weight -= each.year.applied.length + 1;
      this.#kept.delete(oldest);
    }
    return year;
  }
}

const keyOf = ({ owner, year, method, currency, zone, depositCost, stated }: TaxQuery): string =>
  JSON.stringify([
    owner,
    year,
    method,
    currency.currencyId,
    zone.name,
    depositCost,
    [...stated].map(([entryId, { cost, acquiredMs }]) => [entryId, String(cost), acquiredMs]),
  ]);

/** When a year begins and, exclusive, ends there; one that has not begun is refused. */
function spanOf({ year, zone, say }: TaxQuery, nowMs: number): [fromMs: number, toMs: number] {
  const startOf = (of: number): number =>
    zone.daysOf(`${of}-01-01`, `${of}-01-01`)[0]?.startMs ?? Date.UTC(of, 0);
  const fromMs = startOf(year);
  if (fromMs > nowMs)
    throw new ProblemError('validation_failed', { fields: { year: say('fields.too_large') } });
  return [fromMs, startOf(year + 1)];
}

async function makeYear(context: Context, query: TaxQuery): Promise<TaxYear> {
  const { reads, clock } = context;
  const { owner, currency, method, depositCost, stated, say } = query;
  const asOfMs = clock.now();
  const [fromMs, toMs] = spanOf(query, asOfMs);
  const firstMs = (await firstPostingMs(reads, owner)) ?? fromMs;
  const prices = await readPrices(context, [Math.min(firstMs, fromMs), toMs]);
  const valuation = new Valuation(prices, currency.currencyId);
  const ledger = new TaxLedger({ method, valuation, depositCost, stated });
  const applied: Applied[] = [];
  let opening: readonly Holding[] | undefined;
  let count = 0;
  for await (const page of readMovements(reads, { owner, toMs, feesFromMs: fromMs })) {
    count += page.length;
    if (count > MOVEMENTS_MAX)
      throw new ProblemError('validation_failed', { fields: { year: say('fields.too_large') } });
    for (const movement of page) {
      refuseLater(query, movement);
      if (movement.timeMs >= fromMs) opening ??= ledger.holdings();
      const done = ledger.apply(movement);
      if (movement.timeMs >= fromMs) applied.push(done);
    }
  }
  const closing = ledger.holdings();
  const lastDay = dayOf(Math.min(toMs - 1, asOfMs));
  return {
    fromMs,
    toMs,
    asOfMs,
    opening: opening ?? closing,
    applied,
    closing,
    holdings: closing.map((holding) => unrealisedOf(holding, valuation, lastDay)),
  };
}

/** Nothing is acquired after it was deposited. */
function refuseLater({ stated, say }: TaxQuery, { entryId, timeMs }: Movement): void {
  const acquiredMs = stated.get(entryId)?.acquiredMs;
  if (acquiredMs !== undefined && acquiredMs > timeMs)
    throw new ProblemError('validation_failed', { fields: { stated: say('fields.time_order') } });
}
