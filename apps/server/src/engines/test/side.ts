/** An engine of several in a test: its tables, its writer, and what passes between it and the others. */
import { type Command, Engine, type Result, type UserAccount } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { TestDatabase } from '../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../test/support/test-sequencer.ts';
import type { EngineName } from '../../core/config/engines.ts';
import { Secrets } from '../../core/operations/secrets.ts';
import type { Seen } from '../../core/sequencer/seen.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import type { RunOptions } from '../../core/sequencer/submission.ts';
import type { Queryable } from '../../core/store/database.ts';
import { readTrading } from '../../core/store/trading-record.ts';
import { balancesOf } from '../../ledger/queries.ts';
import { type Arrivals, LocalArrivals } from '../arrivals.ts';
import { Carrier } from '../carrier.ts';
import { Mirror, type RefusedCommand } from '../mirror.ts';
import { answerOfSent } from '../proof.ts';
import { countFrom } from '../queries.ts';
import { accountsOf, numbersAfter } from '../shares.ts';
import { TransferWords } from '../words.ts';

export const ADA = 101;
export const BOB = 102;
export const log = pino({ level: 'silent' });
export const words = new TransferWords(new Secrets('a secret of the tests, 32 letters long'));

/** Its database as it is at each question: a test may put another in its place. */
const nowOf = (side: Side): Queryable => ({
  query: (sql, values) => side.books.query(sql, values),
});

/** One engine: its tables, its writer and what it takes from the others. */
export class Side {
  tables: TestDatabase;
  readonly clock: FakeClock;
  readonly name: EngineName;
  sequencer!: Sequencer;
  mirror: Mirror | undefined;
  arrivals!: Arrivals;
  carrier!: Carrier;
  /** Answers of the others that are lost on their way. */
  answersLost = 0;
  isAway = false;
  /** What of the home it could not have. */
  readonly refused: RefusedCommand[] = [];

  constructor(tables: TestDatabase, name: EngineName, clock = new FakeClock()) {
    this.tables = tables;
    this.name = name;
    this.clock = clock;
  }

  get books() {
    return this.tables.database;
  }

  /** `seen`: what somebody had seen of it before. */
  async begin(others: () => readonly Side[], seen: readonly Seen[] = []): Promise<void> {
    expect(await countFrom(this.books, numbersAfter(this.name))).toBe(true);
    const bounds = { triggerFiresMax: 1, triggerRunFiresMax: 1, accounts: accountsOf(this.name) };
    const createEngine = (snapshot: ConstructorParameters<typeof Engine>[0]) =>
      new Engine(snapshot, bounds);
    this.sequencer = await start(this.books, {
      createEngine,
      clock: this.clock,
      readSeen: () => Promise.resolve(seen),
    });
    const run = (command: Command, options?: RunOptions): Promise<Result> =>
      this.sequencer.run(command, options);
    const home = others().find(({ name }) => name === 'spot');
    const parts = { books: this.books, run };
    const onRefused = (refused: RefusedCommand) => this.refused.push(refused);
    const nowMs = () => this.clock.nowMs;
    this.mirror = home && new Mirror({ ...parts, home: nowOf(home), onRefused, nowMs });
    this.arrivals = new LocalArrivals(parts, this.mirror);
    this.carrier = new Carrier({
      books: this.books,
      sequencer: this.sequencer,
      arrivalsOf: (name) => {
        const other = others().find((each) => each.name === name);
        return other === undefined || other.isAway ? undefined : this.#lossy(other);
      },
      others: () => others().map(({ books }) => books),
      answerOf: (row) => answerOfSent(this.books, row),
      clock: this.clock,
      log,
      words,
      // Tests look for themselves.
      againMs: 3_600_000,
    });
  }

  async end(): Promise<void> {
    await this.carrier.stop();
    await this.sequencer.stop();
  }

  async run(command: Command): Promise<Result> {
    const result = await this.sequencer.run(command);
    await this.carrier.settled();
    return result;
  }

  transfer(amount: bigint, target: UserAccount, owner = ADA): Promise<Result> {
    const source = accountsOf(this.name)[0];
    const facts = { owner, source, target, currencyId: USDT.currencyId };
    return this.run({ kind: 'transfer', ...facts, amount: amountMinor(amount) });
  }

  /** Ends a stop. */
  async resume(): Promise<void> {
    const since = await readTrading(this.books);
    const endsSinceMs = since?.sinceMs ?? 0;
    const open = { mode: 'open', cause: 'operator', reason: 'all is well', endsSinceMs } as const;
    expect(await this.run({ kind: 'set_trading_mode', ...open })).toMatchObject({ ok: true });
  }

  async total(owner = ADA): Promise<bigint> {
    const rows = await balancesOf(this.books, owner);
    return rows.find(({ currencyId }) => currencyId === USDT.currencyId)?.total ?? 0n;
  }

  async elsewhere(): Promise<bigint> {
    const rows = await balancesOf(this.books, 0);
    return rows.find(({ account }) => account === 'other_engines')?.total ?? 0n;
  }

  #lossy(other: Side): Arrivals {
    return {
      receive: async (command, answer) => {
        const arrival = await other.arrivals.receive(command, answer);
        if (this.answersLost === 0) return arrival;
        this.answersLost -= 1;
        throw new Error('the answer was lost');
      },
    };
  }
}

/** As somebody who has a product's database writes it: credited there, and never sent. */
export async function forge(
  { books }: Side,
  transferId: number,
  given: { readonly amount: bigint; readonly timeMs: number },
): Promise<void> {
  await books.query(
    `INSERT INTO received_transfers (transfer_id, owner_id, source, target, currency_id,
       amount_minor, status, time_ms)
     VALUES ($1, ${ADA}, 'coin', 'contract', ${USDT.currencyId}, $2, 'credited', $3)`,
    [transferId, given.amount, given.timeMs],
  );
}

/** As it was, so that what follows finds it right. */
export const unforge = ({ books }: Side, transferId: number): Promise<void> =>
  books.transaction(async (sql) => {
    await sql.query('ALTER TABLE received_transfers DISABLE TRIGGER USER');
    await sql.query('DELETE FROM received_transfers WHERE transfer_id = $1', [transferId]);
    await sql.query('ALTER TABLE received_transfers ENABLE TRIGGER USER');
  });

/** A number that the last loss left out and nothing had. */
export async function lostNumber({ books }: Side): Promise<number> {
  const [row] = await books.query<{ id: bigint }>(
    `SELECT (result->>'entry_from')::bigint + 1000 AS id FROM receipts WHERE kind = 'loss'
     ORDER BY receipt_id DESC LIMIT 1`,
  );
  return Number(row?.id);
}
