/** What four real engines do, among them money between them, stands in the reports row by row, each once; and it adds up. */
import { type Command, Engine } from '@fairlead/engine';
import { BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limit, MAKER, seed, start, TAKER } from '../../../../test/support/test-sequencer.ts';
import { ENGINE_NAMES, type EngineName } from '../../../core/config/engines.ts';
import { POSTGRES_BINARIES } from '../../../core/processes/test/cluster/clusters.ts';
import type { Sequencer } from '../../../core/sequencer/sequencer.ts';
import type { Queryable } from '../../../core/store/database.ts';
import { accountSums } from '../../../ledger/explorer-queries.ts';
import { balancesOf } from '../../../ledger/queries.ts';
import { Mirror } from '../../mirror.ts';
import { accountsOf } from '../../shares.ts';
import { columnsOf } from '../publication-queries.ts';
import { KEPT_APART, publicationsOf, SHARES } from '../published.ts';
import { Reported } from './reported.ts';

const SENT = 700n;

describe.skipIf(POSTGRES_BINARIES === undefined)('what engines do, in the reports', () => {
  let reported: Reported;
  const sequencers = new Map<EngineName, Sequencer>();

  const run = async (name: EngineName, command: Command) => {
    const result = await sequencers.get(name)?.run(command);
    if (result?.ok !== true) throw new Error(`${command.kind}: ${result?.reject}`);
    return result.value;
  };
  const move = async (from: EngineName, to: EngineName, owner: number, amount: bigint) => {
    const [source] = accountsOf(from);
    const [target] = accountsOf(to);
    const facts = { owner, source, target, currencyId: USDT.currencyId };
    const value = await run(from, { kind: 'transfer', ...facts, amount: amountMinor(amount) });
    if (value.kind !== 'sent_transfer') throw new Error(value.kind);
    const { transferId, reference } = value.transfer;
    await run(to, {
      kind: 'receive_transfer',
      ...facts,
      transferId,
      amount: amountMinor(amount),
      reference,
    });
    await run(from, { kind: 'end_transfer', transferId });
  };

  beforeAll(async () => {
    reported = await Reported.create();
    for (const name of ENGINE_NAMES) {
      const bounds = { triggerFiresMax: 1, triggerRunFiresMax: 1, accounts: accountsOf(name) };
      const database = reported.of(name);
      const createEngine = (snapshot: ConstructorParameters<typeof Engine>[0]) =>
        new Engine(snapshot, bounds);
      const sequencer = await start(database, { createEngine });
      sequencers.set(name, sequencer);
      if (name === 'spot') {
        await seed(sequencer);
        continue;
      }
      const parts = { home: reported.of('spot'), books: database };
      const mirror = new Mirror({
        ...parts,
        run: (command) => sequencer.run(command),
        onRefused: ({ reject }) => {
          throw new Error(reject);
        },
      });
      await mirror.look();
      for (const owner of [MAKER, TAKER]) await mirror.open(owner);
    }
    await move('spot', 'wealth', MAKER, SENT);
    await reported.setUp();
  });
  afterAll(async () => {
    for (const sequencer of sequencers.values()) await sequencer.stop();
    await reported?.remove();
  });

  /** Rows of a table as texts, in order. */
  const rowsOf = async (
    source: Queryable,
    table: string,
    columns: readonly string[],
    where = 'true',
  ): Promise<string[]> => {
    const rows = await source.query<{ row: string }>(
      `SELECT row::text AS row FROM (SELECT ${columns.join(', ')} FROM ${table} WHERE ${where}) AS row`,
    );
    return rows.map(({ row }) => row);
  };

  it('every row is there once, and what is on no list is not', async () => {
    for (const other of ['futures', 'options', 'wealth'] as const) {
      await move('spot', other, MAKER, SENT);
      await move('spot', other, TAKER, SENT);
      await move(other, 'spot', TAKER, 200n);
    }
    await run('spot', limit(MAKER, 'sell', [100_00, 5]));
    await run('spot', limit(TAKER, 'buy', [100_00, 3]));
    const published = new Map<string, string[]>();
    for (const name of ENGINE_NAMES) {
      const engine = reported.of(name);
      const { kept, added } = publicationsOf(name);
      for (const { table, without, where } of [...kept, ...added]) {
        const columns = (await columnsOf(engine, table)).filter((each) => !without.includes(each));
        const rows = await rowsOf(engine, table, columns, where);
        published.set(table, [...(published.get(table) ?? []), ...rows]);
      }
      if (name === 'spot') continue;
      for (const { table, when = 'true' } of KEPT_APART) {
        const where = when.replaceAll('NEW.', '');
        const rows = await rowsOf(engine, table, await columnsOf(engine, table), where);
        published.set(table, [...(published.get(table) ?? []), ...rows]);
      }
    }
    const reads = reported.reads();
    for (const [table, rows] of published) {
      const share = SHARES.get(table);
      const without = share !== undefined && 'from' in share ? (share.without ?? []) : [];
      const columns = (await columnsOf(reported.reports, table)).filter(
        (each) => !without.includes(each),
      );
      expect((await rowsOf(reads, table, columns)).toSorted(), table).toEqual(rows.toSorted());
    }
    for (const table of ['trades', 'trade_postings', 'sent_transfers', 'received_transfers'])
      expect(published.get(table), table).not.toEqual([]);
    for (const [table, share] of SHARES)
      if ('left' in share && share.left !== 'view' && table !== 'schema_migrations') {
        const rows = await reported.reports.query<{ count: bigint }>(
          `SELECT count(*) FROM ${table}`,
        );
        // What migrations fill is there as in any database.
        if (!['leader', 'step_marks', 'past_check'].includes(table))
          expect(rows, table).toEqual([{ count: 0n }]);
      }
  });

  it('an owner has all their accounts, and all of it sums to nothing', async () => {
    const reads = reported.reads();
    const accounts = (await balancesOf(reads, TAKER)).filter(
      ({ currencyId }) => currencyId === USDT.currencyId,
    );
    expect(accounts.map(({ account, total }) => [account, total])).toEqual(
      expect.arrayContaining([
        ['contract', 500n],
        ['option', 500n],
        ['trust', 500n],
      ]),
    );
    expect(accounts).toHaveLength(4);
    const sums = await accountSums(reads);
    const total = new Map<number, bigint>();
    for (const sum of sums)
      total.set(sum.currencyId, (total.get(sum.currencyId) ?? 0n) + sum.total);
    expect([...total]).toEqual([
      [BTC_USDT.baseCurrencyId, 0n],
      [USDT.currencyId, 0n],
    ]);
    // Nothing is on its way.
    expect(sums.find(({ account }) => account === 'other_engines')?.total).toBe(0n);
  });
});
