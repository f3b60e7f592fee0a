/**
 * Makes four engines of one: each product's accounts, terms and orders go from the database of a stopped exchange to one of their
 * own. The other databases are written first, each in one transaction; the home's own transaction comes last, and its commit is the
 * division: whatever ends it before leaves the home as it was, and what it wrote elsewhere is written anew by the next try.
 */
import { randomUUID } from 'node:crypto';
import { Engine, ledgerAccount, type StoredSnapshot, stateHash } from '@fairlead/engine';
import { driftWords, quickCheckWithin, recountWithin } from '../../core/checks/reconciliation.ts';
import { type EngineName, PRODUCT_ENGINES, type ProductEngine } from '../../core/config/engines.ts';
import type { BulkSession } from '../../core/store/bulk-session.ts';
import { listTables } from '../../core/store/bulk-tables.ts';
import type { Queryable } from '../../core/store/database.ts';
import type { ExchangeTables } from '../../core/store/exchange-tables.ts';
import { ensurePartitions } from '../../core/store/maintenance.ts';
import { migrate } from '../../core/store/migrator.ts';
import { type Leader, readLeader, readSnapshotWithin } from '../../core/store/snapshot-reader.ts';
import { countFrom } from '../queries.ts';
import { accountsOf, numbersAfter } from '../shares.ts';
import { partOf } from './contents.ts';
import { DivideError } from './divide-error.ts';
import { type Held, refuseUnreported, withAll } from './held.ts';
import {
  bookAccounts,
  clearTarget,
  copyRows,
  countRebatesFrom,
  countWritten,
  holdLeader,
  writeMark,
} from './queries.ts';

/** What a try has come to, in this order; of each product its three. */
export type DivideStep =
  | 'held'
  | 'read'
  | `${ProductEngine} ${'copied' | 'checked' | 'written'}`
  | 'home booked'
  | 'home checked'
  | 'home written';

export interface DivideParts {
  /** Where the databases are: that of the exchange as it is, which becomes spot's, and empty ones of the others. As their owner. */
  readonly urls: Readonly<Record<EngineName, string>>;
  readonly tables: ExchangeTables;
  readonly nowMs: number;
  /** Refuses servers that cannot pass on to a reports database what the four need one for. */
  readonly needsReports?: boolean;
  /** Told after each step; where it throws the try ends there. */
  readonly onStep?: (step: DivideStep) => void;
}

/** What became of one engine. */
export interface DividedEngine {
  /** Accounts that are its own now, with anything in them; of spot those that it kept. */
  readonly accounts: number;
  /** Of its product's state, the same as it was within the one engine. */
  readonly stateHash: string;
  /** Behind which number it counts. */
  readonly after: number;
}

export interface Divided {
  readonly divisionId: string;
  /** Absent where it had been divided before, and nothing was done. */
  readonly engines?: Readonly<Record<EngineName, DividedEngine>>;
}

/**
 * Divides. Throws DivideError with the line to show where it cannot be done: somebody serves from one of the databases, one of them
 * is not what it must be, or what was written is not what was there.
 */
export function divide(parts: DivideParts): Promise<Divided> {
  return withAll(parts.urls, async (held) => {
    if (held.dividedId !== undefined) return { divisionId: held.dividedId };
    if (parts.needsReports === true) await refuseUnreported(held);
    parts.onStep?.('held');
    return new Division(parts, held).run();
  });
}

/** The exchange before. */
interface Before {
  readonly leader: Leader;
  readonly state: StoredSnapshot;
}

class Division {
  readonly #parts: DivideParts;
  readonly #held: Held;
  readonly #id = randomUUID();
  readonly #engines = new Map<EngineName, DividedEngine>();
  /** What the engines have of one another, by currency. */
  readonly #between = new Map<number, bigint>();

  constructor(parts: DivideParts, held: Held) {
    this.#parts = parts;
    this.#held = held;
  }

  async run(): Promise<Divided> {
    const { home } = this.#held;
    const before = await home.bulk((session) => this.#read(session));
    this.#step('read');
    const timeMs = Math.max(this.#parts.nowMs, before.leader.counters.timeMs);
    for (const name of PRODUCT_ENGINES) await this.#writeProduct(name, { before, timeMs });
    await ensurePartitions(home, timeMs);
    await home.bulk((session) => this.#writeHome(session, { before, timeMs }));
    this.#step('home written');
    return {
      divisionId: this.#id,
      engines: Object.fromEntries(this.#engines) as Record<EngineName, DividedEngine>,
    };
  }

  #step(step: DivideStep): void {
    this.#parts.onStep?.(step);
  }

  /** The exchange as its one engine has it; its books must add up. */
  async #read(session: BulkSession): Promise<Before> {
    await session.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await this.#checkBooks(session, 'spot');
    const leader = await readLeader(session);
    return { leader, state: await this.#stateOf(session) };
  }

  async #writeProduct(
    name: ProductEngine,
    { before, timeMs }: { readonly before: Before; readonly timeMs: number },
  ): Promise<void> {
    const { home, others } = this.#held;
    const target = others[name];
    await migrate(target);
    await ensurePartitions(target, timeMs);
    await home.bulk(async (from) => {
      await from.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await target.bulk(async (to) => {
        await clearTarget(to, name);
        await copyRows(from, to, { name, tables: await listTables(from) });
        const after = numbersAfter(name);
        if (!(await countFrom(to, after)))
          throw new DivideError(`the database for ${name} has counted otherwise before`);
        await countRebatesFrom(to, after);
        const sequence = after + 1;
        const entries = await bookAccounts(to, {
          ...{ engine: name, product: name, afterEntryId: after, sequence, timeMs },
        });
        await countWritten(to, { sequence, entryId: after + entries, timeMs });
        await this.#mark(to, name, { before, timeMs });
        this.#step(`${name} copied`);
        await this.#compare(to, name, { before, entries });
        this.#step(`${name} checked`);
      });
    });
    this.#step(`${name} written`);
  }

  async #writeHome(
    session: BulkSession,
    { before, timeMs }: { readonly before: Before; readonly timeMs: number },
  ): Promise<void> {
    const { epoch, nonce } = await holdLeader(session);
    const { counters } = before.leader;
    const sequence = counters.sequence + 1;
    let entryId = counters.entryId;
    for (const product of PRODUCT_ENGINES) {
      const booking = { engine: 'spot', product, afterEntryId: entryId, sequence, timeMs } as const;
      entryId += await bookAccounts(session, booking);
    }
    await countWritten(session, { sequence, entryId, timeMs });
    await this.#mark(session, 'spot', { before, timeMs });
    this.#step('home booked');
    await this.#compare(session, 'spot', { before, entries: entryId - counters.entryId });
    for (const [currencyId, amount] of this.#between)
      if (amount !== 0n)
        throw new DivideError(`${amount} of currency ${currencyId} would be with no engine`);
    this.#step('home checked');
    const isSame = epoch === before.leader.epoch && nonce === before.leader.nonce;
    if (!isSame || !this.#held.isHeld())
      throw new DivideError('another process took the database meanwhile; nothing was changed');
  }

  #mark(
    session: Queryable,
    engine: EngineName,
    { before, timeMs }: { readonly before: Before; readonly timeMs: number },
  ): Promise<void> {
    const lastSequence = before.leader.counters.sequence;
    return writeMark(session, { engine, divisionId: this.#id, lastSequence, timeMs });
  }

  /** An engine that is made from what was written has what the one engine had of its product, and its books add up. */
  async #compare(
    session: BulkSession,
    name: EngineName,
    { before, entries }: { readonly before: Before; readonly entries: number },
  ): Promise<void> {
    await this.#checkBooks(session, name);
    const state = await this.#stateOf(session, name);
    const owners = new Set(state.owners);
    let accounts = 0;
    for (const { accountId, total } of state.balances) {
      const { owner, kind, currencyId } = ledgerAccount(accountId);
      if (kind === 'other_engines')
        this.#between.set(currencyId, (this.#between.get(currencyId) ?? 0n) + total);
      else if (total !== 0n) accounts += 1;
      if (owner !== 0 && !owners.has(owner))
        throw new DivideError(`user ${owner} has money in ${name} and no account there`);
    }
    const [was, is] = [before.state, state].map((each) => stateHash(partOf(each, name, owners)));
    if (was === undefined || was !== is)
      throw new DivideError(`${name} would not be as it was: its state is ${is}, was ${was}`);
    if (name !== 'spot' && accounts !== entries)
      throw new DivideError(`${name} would have ${accounts} accounts, ${entries} were booked`);
    this.#engines.set(name, { accounts, stateHash: was, after: numbersAfter(name) });
  }

  async #checkBooks(session: BulkSession, name: EngineName): Promise<void> {
    const drifts = [
      ...(await quickCheckWithin(session, this.#parts.tables)),
      ...(await recountWithin(session)),
    ];
    if (drifts.length > 0)
      throw new DivideError(`the books of ${name} do not add up: ${driftWords(drifts)}`);
  }

  /** What an engine has that starts from these tables; one with all accounts where none is named. */
  async #stateOf(session: BulkSession, name?: EngineName): Promise<StoredSnapshot> {
    const snapshot = await readSnapshotWithin(session, this.#parts.tables);
    // What it does at once is nothing here: it runs no command.
    const bounds = { triggerFiresMax: 1, triggerRunFiresMax: 1 };
    const engine = new Engine(
      snapshot,
      name === undefined ? bounds : { ...bounds, accounts: accountsOf(name) },
    );
    engine.checkInvariants();
    return engine.holdSnapshot();
  }
}
