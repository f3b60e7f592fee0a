/**
 * The simulator's store against real ones: the same batches to both, the same question to both, the same answer from both,
 * to the value; and in the end the same rows in every table. So what the simulator finds out holds for tables.
 */
import { Engine } from '@fairlead/engine';
import { amountMinor, HOUR_MS, priceE8, priceTicks, quantityLots } from '@fairlead/units';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../src/core/sequencer/fingerprint.ts';
import { type Sequencer, startSequencer } from '../../../src/core/sequencer/sequencer.ts';
import { BatchEncoder, type EncodedBatch } from '../../../src/core/store/batch/encoder.ts';
import { copy } from '../../../src/core/store/batch/statement-builders.ts';
import { upserts } from '../../../src/core/store/batch/table-writer.ts';
import type { Database } from '../../../src/core/store/database.ts';
import { beginEpoch } from '../../../src/core/store/leader-queries.ts';
import { BALANCES } from '../../../src/ledger/record.ts';
import {
  conversionOf,
  markDue,
  setTold,
  untoldPurchases,
} from '../../../src/spot/recurring/purchase-queries.ts';
import {
  askDue,
  duePlans,
  findPlan,
  forgetAsked,
  insertPlan,
  lockPlans,
  type NewPlan,
  purchasedOf,
  setPlanState,
  setStopTold,
  untoldStops,
} from '../../../src/spot/recurring/queries.ts';
import { EXCHANGE_TABLES } from '../../../src/tables.ts';
import { describeDatabases, openTestDatabase } from '../../support/test-database.ts';
import { FakeClock } from '../../support/test-sequencer.ts';
import { DrawnCommands } from '../drawn/commands.ts';
import { BEGINS_AT_MS, beginning, MARKETS, WALKS } from '../drawn/exchange-terms.ts';
import { IndexVenues } from '../drawn/index-venues.ts';
import { FEW_AT_ONCE } from '../records.ts';
import { textOf } from '../texts.ts';
import { answerQuery } from './memory-queries.ts';
import { MemoryTables } from './memory-tables.ts';
import { MirrorDatabase } from './mirror-database.ts';
import schema from './schema.json' with { type: 'json' };
import { readSchema, TABLES, type TableSchema } from './schema.ts';

const COMMANDS = 1_600;
const RESTART_EACH = 80;
const TICK_EACH = 6;

const sorted = (rows: readonly unknown[]): string[] => rows.map(textOf).sort();

/** Rows without an order of their own may come in any; of answers of one time any may be the newest. */
const compare = (sql: string, real: unknown, memory: unknown): void => {
  const isRows = Array.isArray(real) && Array.isArray(memory);
  if (isRows && sql.includes('ORDER BY created_at_ms DESC LIMIT')) {
    expect(memory.length, sql).toBe(real.length);
  } else if (isRows && !sql.includes('ORDER BY')) expect(sorted(memory), sql).toEqual(sorted(real));
  else expect(memory, sql).toEqual(real);
};

class Story {
  readonly clock = new FakeClock();
  readonly #venues = new IndexVenues(5, WALKS);
  readonly #commands: DrawnCommands;
  readonly #database: MirrorDatabase;
  #sequencer: Sequencer | undefined;
  #drawn = 0;

  constructor(database: MirrorDatabase, tables: MemoryTables) {
    this.clock.nowMs = BEGINS_AT_MS;
    this.#database = database;
    this.#commands = new DrawnCommands(16, tables, (symbol) => this.#venues.price(symbol));
  }

  get sequencer(): Sequencer {
    if (this.#sequencer === undefined) throw new Error('not begun');
    return this.#sequencer;
  }

  async restart(): Promise<void> {
    await this.#sequencer?.stop();
    this.#sequencer = await startSequencer({
      tables: EXCHANGE_TABLES,
      database: this.#database,
      clock: this.clock,
      createEngine: (snapshot) => new Engine(snapshot, FEW_AT_ONCE),
      // What waits for a sample is told at once that none comes, but for those that a tick below frees.
      startTimer: () => () => undefined,
      limits: { answersMax: 10, batchCommandsMax: 4 },
    });
  }

  /** Sends a few commands, with ticks and what the clock makes due among them. */
  async send(count: number): Promise<void> {
    const sent: Promise<unknown>[] = [];
    for (let at = 0; at < count; at += 1) {
      this.#drawn += 1;
      const { sender, command, afterSamplesOf } = this.#commands.next();
      sent.push(
        this.sequencer.submit({
          command,
          ...(afterSamplesOf && { afterSamplesOf }),
          idempotency: {
            owner: sender,
            key: `key ${this.#drawn}`,
            route: 'mirrored',
            fingerprint: fingerprint('mirrored', JSON.parse(textOf(command))),
          },
          render: (result) => ({ status: result.ok ? 200 : 400, body: textOf(result) }),
        }),
      );
    }
    sent.push(...this.#tick(), this.sequencer.run({ kind: 'run_schedules', max: 50 }));
    await Promise.all(sent);
  }

  /**
   * A trade of two whom nobody invited, who are few among those that are drawn, as are those of whom nothing may leave; and
   * more that waits for it than fires at once.
   */
  async trade(): Promise<void> {
    const [market] = MARKETS;
    if (market === undefined) throw new Error('no market');
    const { marketId, symbol, tickSizeE8, baseCurrencyId, quoteCurrencyId } = market;
    const sent = [...this.#tick()];
    const price = priceTicks(Number(this.#venues.price(symbol) / tickSizeE8));
    for (const [owner, side] of [
      [900_001, 'sell'],
      [900_002, 'buy'],
    ] as const) {
      sent.push(this.sequencer.run({ kind: 'open_account', owner }));
      for (const currencyId of [baseCurrencyId, quoteCurrencyId])
        sent.push(
          this.sequencer.run({
            ...{ kind: 'post_entry', reason: 'faucet', reference: `${owner} ${currencyId}` },
            ...{ currencyId, amount: amountMinor(10n ** 15n), source: { house: 'external' } },
            target: { owner, account: 'coin' },
          }),
        );
      sent.push(
        this.sequencer.run({
          ...{
            kind: 'place_order',
            owner,
            marketId,
            side,
            type: 'limit',
            timeInForce: 'gtc',
            price,
          },
          quantity: quantityLots(1_000),
        }),
      );
      if (side === 'buy') continue;
      const quantity = quantityLots(1_000);
      const order = { type: 'limit', timeInForce: 'gtc', price, quantity } as const;
      const stop = { triggerKind: 'stop', triggerBy: 'last', triggerPrice: price, order } as const;
      for (let at = 0; at < 3; at += 1)
        sent.push(this.sequencer.run({ kind: 'place_trigger', owner, marketId, side, ...stop }));
    }
    const quantity = quantityLots(1_000);
    const leg = { side: 'sell', type: 'limit', timeInForce: 'gtc', quantity } as const;
    const [above, below] = [priceTicks(price + 2), priceTicks(price - 2)];
    const stop = { kind: 'stop', by: 'last', price: below } as const;
    const legs = [
      { ...leg, price: above },
      { ...leg, price: below, trigger: stop },
    ];
    const clientListId = 'a list';
    const oco = { kind: 'place_list', owner: 900_001, marketId, legs, clientListId } as const;
    sent.push(this.sequencer.run(oco));
    const holding = { kind: 'hold_withdrawals', owner: 900_001, reason: 'hold_activity' } as const;
    sent.push(this.sequencer.run(holding));
    for (const result of await Promise.all(sent)) expect(result).toMatchObject({ ok: true });
  }

  #tick(): Promise<unknown>[] {
    this.clock.nowMs += 1_000;
    this.#venues.move();
    const sampleTimeMs = this.clock.nowMs;
    return MARKETS.map(({ marketId, symbol }) => {
      const price = priceE8(this.#venues.price(symbol));
      const tick = { kind: 'index_tick', marketId, sampleTimeMs, price } as const;
      const sampleSources = textOf({ sources: [{ venue: 'ada', price }], dropped: [] });
      return this.sequencer.run({ ...tick, quotedAtMs: sampleTimeMs }, { sampleSources });
    });
  }
}

/** One engine keeps all accounts: nothing is sent to another. */
const BETWEEN_ENGINES: readonly string[] = [
  ...['sent_transfers', 'received_transfers', 'number_beginnings', 'settings'],
];
/** No batch writes them. */
const OF_PLANS: readonly string[] = ['recurring_plans', 'recurring_purchases', 'recurring_stops'];

describeDatabases('memory store', (kind) => {
  it('gives the answers and keeps the rows of a real one', async () => {
    const test = await openTestDatabase(kind);
    const tables = new MemoryTables();
    const story = new Story(new MirrorDatabase(test.database, tables, compare), tables);
    await story.restart();
    const byOperator = { kind: 'set_trading_mode', cause: 'operator', reason: 'a trial' } as const;
    const resume = { ...byOperator, mode: 'open', endsSinceMs: story.clock.nowMs } as const;
    const stop = { ...byOperator, mode: 'cancel_only' } as const;
    for (const command of [...beginning(), stop, resume])
      expect((await story.sequencer.run(command)).ok).toBe(true);
    for (let sent = 0; sent < COMMANDS; sent += TICK_EACH) {
      await story.send(TICK_EACH);
      if (sent % RESTART_EACH >= RESTART_EACH - TICK_EACH) {
        story.clock.nowMs += 20 * HOUR_MS;
        await story.restart();
      }
    }
    // An hour ahead for a while, and back: what was made meanwhile is voided.
    story.clock.nowMs += HOUR_MS;
    await story.send(TICK_EACH);
    story.clock.nowMs -= HOUR_MS;
    await story.restart();
    await story.send(TICK_EACH);
    await story.trade();
    await story.sequencer.stop();
    for (const table of TABLES) {
      const sql = `SELECT * FROM ${table}`;
      compare(sql, await test.database.query(sql), answerQuery(tables, sql, []));
      // Everything that a batch can write was written, or nothing was compared.
      if (!BETWEEN_ENGINES.includes(table) && !OF_PLANS.includes(table))
        expect(tables.table(table).size, table).toBeGreaterThan(0);
    }
    await test.remove();
  });

  it('says of recurring buys what a real one says', async () => {
    const test = await openTestDatabase(kind);
    // People and markets are not what this is about.
    for (const column of ['user_id', 'market_id'])
      await test.database.query(
        `ALTER TABLE recurring_plans DROP CONSTRAINT recurring_plans_${column}_fkey`,
      );
    const tables = new MemoryTables();
    const database = new MirrorDatabase(test.database, tables, compare);
    const begun: number[] = [];
    for (const each of [1, 2, 3, 4]) {
      const plan = await insertPlan(database, newPlan(each), () => `digest ${each}`);
      begun.push(plan?.planId ?? 0);
    }
    await insertPlan(database, newPlan(1), () => 'another');
    const [first = 0, second = 0, third = 0, fourth = 0] = begun;
    const bought = { plan_id: first, due_ms: 1_000, spent_minor: 70, received_minor: 7 };
    await addConversion(test.database, tables, { ...bought, conversion_id: 5 });
    const page = { after: undefined, limit: 3 };
    const read = async () => {
      await duePlans(database, 5_000, page);
      await duePlans(database, 5_000, { ...page, after: { dueMs: 1_000, planId: first } });
      await untoldPurchases(database, page);
      await untoldPurchases(database, { after: { planId: first, dueMs: 1_000 }, limit: 3 });
      await untoldStops(database, { after: 0, limit: 3 });
      for (const planId of begun)
        for (const dueMs of [1_000, 2_000]) {
          await purchasedOf(database, { planId, dueMs });
          await conversionOf(database, { planId, dueMs });
        }
    };
    await read();
    for (const planId of [first, second]) await askDue(database, { planId, dueMs: 1_000 });
    await read();
    const done = { planId: first, dueMs: 1_000, doneAtMs: 1_100, dueCount: 1, isAsked: true };
    const amounts = { spent: amountMinor(70n), bought: amountMinor(7n), orderId: 5 };
    const next = { nextMs: 2_000, failures: 0, cause: undefined, stoppedBy: undefined };
    const marked = { ...done, ...amounts, ...next, outcome: 'bought' } as const;
    expect(await markDue(database, marked)).toBe(true);
    expect(await markDue(database, marked)).toBe(false);
    const nothing = { spent: amountMinor(0n), bought: amountMinor(0n), orderId: undefined };
    const missed = { ...marked, ...nothing, outcome: 'missed', cause: 'away' } as const;
    const ended = { planId: third, isAsked: false, stoppedBy: 'until', dueCount: 3 } as const;
    expect(await markDue(database, { ...missed, ...ended })).toBe(true);
    await forgetAsked(database, { planId: second, dueMs: 1_000 });
    await read();
    await setTold(database, { planId: first, dueMs: 1_000 });
    const own = { userId: 7, planId: second };
    await setPlanState(database, own, { state: 'paused', stoppedBy: 'user', dueMs: 9_000 });
    const digestOf = (lastStop: number | undefined) => `after ${lastStop}`;
    const goesOn = { state: 'active', stoppedBy: undefined, dueMs: 9_000 } as const;
    await setPlanState(database, own, { ...goesOn, agreed: { ms: 8_000, digestOf } });
    await findPlan(database, own);
    // Of those that stop in one statement none is before another: one is left.
    for (const planId of [first, fourth])
      await setPlanState(
        database,
        { userId: 7, planId },
        { ...goesOn, state: 'paused', stoppedBy: 'user' },
      );
    await lockPlans(database, { userId: 7, nowMs: 8_500 });
    await read();
    await setStopTold(database, { planId: second, stoppedAtMs: 8_500 });
    await read();
    for (const table of OF_PLANS) {
      const sql = `SELECT * FROM ${table}`;
      compare(sql, await test.database.query(sql), answerQuery(tables, sql, []));
      expect(tables.table(table).size, table).toBeGreaterThan(0);
    }
    await test.remove();
  });

  it('refuses what a real one refuses, and nothing of it is left', async () => {
    const test = await openTestDatabase(kind);
    const tables = new MemoryTables();
    const database = new MirrorDatabase(test.database, tables, compare);
    const writer = await database.openWriter();
    const { epoch } = await beginEpoch(writer, { nonce: 'a' });
    const refused: EncodedBatch[] = [
      withOwners(epoch - 1, [1]),
      withOwners(epoch, [2, 2]),
      withOwners(epoch, [-1]),
      withPostings(epoch, [7n, -6n]),
      withBalance(epoch, { total: 3n, frozen: 4n }),
    ];
    for (const batch of refused) await expect(writer.write(batch)).rejects.toThrow();
    await writer.write(withOwners(epoch, [1, 2]));
    expect(tables.table('owners').size).toBe(2);
    expect(tables.table('posting_rows').size + tables.table('balances').size).toBe(0);
    await writer.close();
    await test.remove();
  });
});

describe('schema.json', () => {
  it('is what the migrations make; if not: node apps/server/test/simulation/store/write-schema.ts', async () => {
    const test = await openTestDatabase();
    expect(await readSchema(test.database)).toEqual(schema as TableSchema[]);
    await test.remove();
  });
});

const newPlan = (place: number): NewPlan => ({
  ...{ userId: 7, clientPlanId: `plan ${place}`, marketId: 1, amount: amountMinor(100n) },
  ...{ weekdays: place === 4 ? 0 : 127, monthDay: place === 4 ? 31 : undefined, minute: 5 },
  ...{ total: place === 2 ? amountMinor(900n) : undefined, maxPrice: undefined },
  ...{ untilMs: undefined, dueMs: 1_000 * place, createdAtMs: 500 },
  ...(place === 3 && { dueMs: 1_000 }),
});

async function addConversion(
  database: Database,
  tables: MemoryTables,
  given: Readonly<Record<string, number>>,
): Promise<void> {
  const owned = { owner_id: 7, from_currency_id: 3, to_currency_id: 1, time_ms: 1_050 };
  const order = { purchase_order_id: 5, purchase_receipt_id: 1, purchase_index_e8: 9 };
  const row: Record<string, number> = { ...given, ...owned, ...order };
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`).join(', ');
  const sql = `INSERT INTO conversions (${names.join(', ')}) VALUES (${places})`;
  await database.query(sql, Object.values(row));
  const cells = Object.entries(row).map(([name, value]) => [name, BigInt(value)]);
  tables.table('conversions').insert(Object.fromEntries(cells), []);
}

const COPY_OWNERS = copy('owners', ['owner_id']);
const COPY_POSTINGS = copy('posting_rows', [
  ...['entry_id', 'ordinal', 'account_id', 'owner_id', 'account', 'currency_id'],
  ...['amount_minor', 'balance_minor', 'time_ms'],
]);
const upsertBalances = upserts(BALANCES);

function withOwners(epoch: number, owners: readonly number[]): EncodedBatch {
  const encoder = fenced(epoch);
  encoder.copy(COPY_OWNERS, owners, (owner) => encoder.int8(owner));
  return encoder.take();
}

function withPostings(epoch: number, amounts: readonly bigint[]): EncodedBatch {
  const encoder = fenced(epoch);
  encoder.copy(COPY_POSTINGS, amounts, (amount, at) => {
    encoder.int8(1);
    encoder.int2(at);
    encoder.int8(5);
    encoder.int8(1);
    encoder.text('coin');
    encoder.int4(1);
    encoder.int8(amount);
    encoder.int8(amount);
    encoder.int8(1);
  });
  return encoder.take();
}

function withBalance(epoch: number, row: { total: bigint; frozen: bigint }): EncodedBatch {
  const encoder = fenced(epoch);
  const balance = { accountId: 5, owner: 1, account: 'coin', currencyId: 1 } as const;
  const { total, frozen } = row;
  upsertBalances(encoder, [{ ...balance, total: amountMinor(total), frozen: amountMinor(frozen) }]);
  return encoder.take();
}

/** A batch with its fence: from sequence 0 to 0. */
function fenced(epoch: number): BatchEncoder {
  const encoder = new BatchEncoder();
  encoder.execute(
    {
      name: 'advance_leader',
      sql: 'SELECT advance_leader($1, $2, $3, $4, $5, $6, $7)',
      columns: 7,
    },
    () => {
      encoder.int8(epoch);
      for (let column = 1; column < 7; column += 1) encoder.int8(0);
    },
  );
  return encoder;
}
