/**
 * Years of owners, worked out from the ledger when they are asked for. Nothing of them is kept but for a minute, so that the
 * pages of one report and the parts of one file are not each worked out anew.
 */
import { setImmediate as turn } from 'node:timers/promises';
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
  unrealisedOf,
  Valuation,
} from '@fairlead/formula/tax';
import { DAY_MS } from '@fairlead/units';
import type { Reads } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import type { Terms } from '../../market/index.ts';
import type { TimeZone } from '../calendar-days.ts';
import { firstPostingMs } from '../queries.ts';
import { KeptYears } from './kept-years.ts';
import { OwnerTurns } from './owner-turns.ts';
import { readMovements } from './read-movements.ts';
import { readPrices } from './tax-prices.ts';
import { newestEntry } from './tax-queries.ts';
import type { TaxYear } from './tax-year.ts';

/** Entries of one owner from the first on: some 200 MB while they are worked on. Who has more is told so. */
const MOVEMENTS_MAX = 200_000;
/** Some milliseconds of work. */
const MOVEMENTS_A_TURN = 100;
/** It is the heaviest read there is: one is worked out at a time. */
const WAITING_MAX = 20;

/** What an owner stated of a deposit, as it was stated. */
export interface SaidCost extends StatedCost {
  readonly acquired: string;
  /** Undefined: with the call. */
  readonly statedMs: number | undefined;
}

export interface TaxQuery {
  /** Whose turn it takes: a reader of another's account takes their own. */
  readonly asker: number;
  /** The account, and with it those of its family where the report is of all. */
  readonly owners: readonly number[];
  readonly year: number;
  readonly method: TaxMethod;
  readonly currency: Currency;
  readonly zone: TimeZone;
  readonly depositCost: DepositCost;
  readonly stated: ReadonlyMap<number, SaidCost>;
  readonly say: Say;
}

interface Context {
  readonly reads: Reads;
  readonly terms: Terms;
  readonly clock: { now(): number };
}

export class TaxYears {
  readonly #context: Context;
  readonly #turns = new OwnerTurns(WAITING_MAX);
  readonly #kept = new KeptYears();

  constructor(context: Context) {
    this.#context = context;
  }

  async of(query: TaxQuery): Promise<TaxYear> {
    const newest = await newestOf(this.#context.reads, query.owners);
    // Whoever waited may find that the one before made it.
    return (
      this.#find(query, newest) ??
      this.#turns.run(
        query.asker,
        async () => this.#find(query, newest) ?? this.#make(query, newest),
      )
    );
  }

  /** What is heavy to make of a year is made in the same turn. */
  async made<Made>(query: TaxQuery, make: (year: TaxYear) => Promise<Made>): Promise<Made> {
    const newest = await newestOf(this.#context.reads, query.owners);
    return this.#turns.run(query.asker, async () =>
      make(this.#find(query, newest) ?? (await this.#make(query, newest))),
    );
  }

  #find(query: TaxQuery, newest: number): TaxYear | undefined {
    return this.#kept.find(keyOf(query), newest, this.#context.clock.now());
  }

  async #make(query: TaxQuery, newest: number): Promise<TaxYear> {
    const year = await makeYear(this.#context, query);
    this.#kept.add(keyOf(query), { newest, year }, this.#context.clock.now());
    return year;
  }
}

const keyOf = ({ owners, year, method, currency, zone, depositCost, stated }: TaxQuery): string =>
  JSON.stringify([
    owners,
    year,
    method,
    currency.currencyId,
    zone.name,
    depositCost,
    [...stated].map(([entryId, { currencyId, cost, acquired, statedMs }]) => [
      ...[entryId, currencyId, String(cost)],
      ...[acquired, statedMs],
    ]),
  ]);

/** Rises with each entry of any of them. */
async function newestOf(reads: Reads, owners: readonly number[]): Promise<number> {
  const newest = await Promise.all(owners.map((owner) => newestEntry(reads, owner)));
  return newest.reduce((sum, each) => sum + each, 0);
}

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
  const { owners, currency, method, depositCost, stated, say } = query;
  const asOfMs = clock.now();
  const [fromMs, toMs] = spanOf(query, asOfMs);
  const firsts = await Promise.all(owners.map((owner) => firstPostingMs(reads, owner)));
  const firstMs = Math.min(...firsts.map((each) => each ?? fromMs));
  const saidMs = [...stated.values()].map(({ day }) => day * DAY_MS);
  const prices = await readPrices(context, [Math.min(firstMs, fromMs, ...saidMs), toMs]);
  const valuation = new Valuation(prices, currency.currencyId);
  const ledger = new TaxLedger({ method, valuation, depositCost, stated });
  const applied: Applied[] = [];
  let opening: readonly Holding[] | undefined;
  let count = 0;
  for await (const page of readMovements(reads, { owners, toMs, feesFromMs: fromMs })) {
    count += page.length;
    if (count > MOVEMENTS_MAX)
      throw new ProblemError('validation_failed', { fields: { year: say('fields.too_large') } });
    for (const [at, movement] of page.entries()) {
      // A lot may go before a hundred thousand others, which then move.
      if (at % MOVEMENTS_A_TURN === 0) await turn();
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
    statedCount: ledger.statedCount,
    opening: opening ?? closing,
    applied,
    closing,
    holdings: closing.map((holding) => unrealisedOf(holding, valuation, lastDay)),
  };
}

/** Nothing is acquired after it was deposited. What is kept was checked; in a zone ahead its day may begin a few hours later. */
function refuseLater({ stated, say }: TaxQuery, { entryId, timeMs }: Movement): void {
  const said = stated.get(entryId);
  if (said !== undefined && said.statedMs === undefined && said.acquiredMs > timeMs)
    throw new ProblemError('validation_failed', { fields: { stated: say('fields.time_order') } });
}
