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
import { beginEpoch } from '../../../src/core/store/leader-queries.ts';
import { BALANCES } from '../../../src/ledger/record.ts';
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
      if (!BETWEEN_ENGINES.includes(table))
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
