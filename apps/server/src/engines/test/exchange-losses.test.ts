/** Databases that go back to an earlier state while the others do not: what is between two engines afterwards, by growth.md's table. */
import process from 'node:process';
import { type Command, MAIN_OWNER_MAX, subAccountOf } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  POSTGRES_TEMPLATE,
  urlOf,
} from '../../../test/support/postgres-server.ts';
import type { TestDatabase } from '../../../test/support/test-database.ts';
import { FakeClock, hashes, seed } from '../../../test/support/test-sequencer.ts';
import { type AuditEntry, AuditLog } from '../../core/acts/audit.ts';
import { PastCheck } from '../../core/checks/past-check.ts';
import { quickCheck, recount } from '../../core/checks/reconciliation.ts';
import { DatabaseAwayError } from '../../core/store/database.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { readSentTransfers } from '../../ledger/queries.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { engineOfCall } from '../calls.ts';
import { Exchange, type ExchangeSide } from '../exchange/exchange.ts';
import { JoinedSequencer } from '../joined.ts';
import { ADA, BOB, forge, log, lostNumber, Side, unforge, words } from './side.ts';

const MINUTES_MS = 60_000;

async function openDatabaseOf(name: string): Promise<TestDatabase> {
  const open = () => openPostgres({ url: urlOf(name) });
  const database = await open();
  return {
    database,
    openAnother: open,
    async remove() {
      await database.close();
      await dropDatabase(name);
    },
  };
}

describe.skipIf(!hasPostgres)('a database of several that went back', () => {
  const clock = new FakeClock();
  let spot: Side;
  let futures: Side;
  let told: AuditEntry[];
  const saved = new Map<string, string>();
  const sides = () => [spot, futures];
  const others = (side: Side) => () => sides().filter((each) => each !== side);

  beforeEach(async () => {
    told = [];
    clock.nowMs = new FakeClock().nowMs;
    const make = async (name: 'spot' | 'futures') =>
      new Side(
        await openDatabaseOf(await createDatabase(process.env[POSTGRES_TEMPLATE])),
        name,
        clock,
      );
    spot = await make('spot');
    futures = await make('futures');
    await spot.begin(others(spot));
    await seed(spot.sequencer);
    await futures.begin(others(futures));
    for (const owner of [ADA, BOB]) await spot.run({ kind: 'open_account', owner });
    await fund('ada', ADA, 1_000n);
    await futures.mirror?.look();
  });

  afterEach(async () => {
    expect(await faults()).toEqual([]);
    // Nothing is on its way any more, so the engines have nothing of one another.
    for (const side of sides()) await side.carrier.look();
    expect((await spot.elsewhere()) + (await futures.elsewhere())).toBe(0n);
    for (const side of sides()) {
      expect(await quickCheck(side.books, EXCHANGE_TABLES)).toEqual([]);
      expect(await recount(side.books)).toEqual([]);
      const { running, reloaded } = await hashes(side.sequencer, side.books);
      expect(running).toBe(reloaded);
      await side.end();
      await side.tables.remove();
    }
    for (const name of saved.values()) await dropDatabase(name);
    saved.clear();
  });

  const fund = (reference: string, owner: number, amount: bigint) =>
    spot.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference,
      currencyId: USDT.currencyId,
      amount: amountMinor(amount),
      source: { house: 'external' },
      target: { owner, account: 'coin' },
    });

  /** Stops a side, copies its database, and begins again. */
  async function save(side: Side): Promise<void> {
    await side.end();
    const name = await nameOf(side);
    await side.books.close();
    saved.set(side.name, await createDatabase(name));
    side.tables = await openDatabaseOf(name);
    await side.begin(others(side));
  }

  /** Its database is as it was saved, though somebody has seen what came after. */
  async function goBack(side: Side): Promise<void> {
    const { seen } = side.sequencer.committed;
    await side.end();
    await side.tables.remove();
    const name = saved.get(side.name);
    if (name === undefined) throw new Error('it was not saved');
    saved.delete(side.name);
    side.tables = await openDatabaseOf(name);
    clock.nowMs += 1_000;
    await side.begin(others(side), [seen]);
  }

  const nameOf = async ({ books }: Side): Promise<string> => {
    const [row] = await books.query<{ name: string }>('SELECT current_database() AS name');
    return row?.name ?? '';
  };

  const exchange = (...away: ExchangeSide[]) =>
    new Exchange({
      sides: [
        ...away,
        ...sides().map(({ name, books, sequencer, arrivals }) => ({
          name,
          books,
          own: { run: (command: Command) => sequencer.run(command), arrivals },
        })),
      ],
      audit: {
        add: async (entry) => {
          told.push(entry);
        },
      },
      log,
      words,
    });

  const settle = () => exchange().settle(clock.nowMs);
  const faults = async () => [
    ...(await exchange().all('spot')),
    ...(await exchange().newest('futures')),
  ];
  const totals = async (): Promise<bigint[]> => [await spot.total(), await futures.total()];
  const outsideOf = async ({ books }: Side): Promise<bigint> => {
    const [row] = await books.query<{ total: string }>(
      `SELECT coalesce(sum(total_minor), 0)::text AS total FROM balances
       WHERE account = 'external' AND currency_id = ${USDT.currencyId}`,
    );
    return BigInt(row?.total ?? 0);
  };

  test('a sender that forgot what was credited gives it again, once, and operators are told', async () => {
    await save(spot);
    await spot.transfer(300n, 'contract');
    await goBack(spot);
    expect(await totals()).toEqual([1_000n, 300n]);
    const outside = await outsideOf(spot);
    await settle();
    await settle();
    expect(await totals()).toEqual([700n, 300n]);
    expect(await outsideOf(spot)).toBe(outside);
    expect(told).toMatchObject([
      {
        action: 'transfer.restored',
        detail: { user_id: ADA, amount: '300', found: 'not_sent', missing: '0' },
      },
    ]);
    const [row] = await spot.books.query('SELECT status, amount_minor FROM sent_transfers');
    expect(row).toEqual({ status: 'done', amount_minor: 300n });
    // Nothing goes to another engine before operators resume; its numbers go on beyond all that were given out.
    const stopped = { ok: false, reject: 'cancel_only' };
    expect(await spot.transfer(1n, 'contract')).toEqual(stopped);
    await spot.resume();
    const next = await spot.transfer(1n, 'contract');
    expect(next).toMatchObject({ ok: true });
  });

  const toContract = {
    kind: 'transfer',
    owner: ADA,
    source: 'coin',
    target: 'contract',
    currencyId: USDT.currencyId,
    amount: amountMinor(300n),
  } as const;
  const K = { owner: ADA, key: 'K', route: 'POST wallet/change', fingerprint: 'f' };

  const submit = (fingerprint = 'f', currencyId = USDT.currencyId) => {
    const away = { sequencer: futures.sequencer, isElsewhere: true };
    const joined = new JoinedSequencer({
      members: {
        ...{ options: away, wealth: away },
        spot: { sequencer: spot.sequencer },
        futures: { sequencer: futures.sequencer },
      },
      engineOfCall,
      onTickLost: () => undefined,
    });
    return joined.submit({
      command: { ...toContract, currencyId },
      idempotency: { ...K, fingerprint },
      render: ({ ok }) => ({ status: 200, body: ok ? '{"first":true}' : 'none' }),
    });
  };

  test('a repeat of a call whose engine lost it is answered as it was, and moves nothing again', async () => {
    await save(spot);
    expect(await submit()).toEqual({ status: 200, body: '{"first":true}', isReplay: false });
    await spot.carrier.settled();
    expect(await totals()).toEqual([700n, 300n]);
    await goBack(spot);
    await settle();
    await spot.resume();
    expect(await submit()).toEqual({ status: 200, body: '{"first":true}', isReplay: true });
    await expect(submit('another')).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await spot.carrier.settled();
    expect(await totals()).toEqual([700n, 300n]);
  });

  test('a repeat of a call that was refused there and forgotten here moves the money', async () => {
    const currencyId = 9;
    await spot.run({
      kind: 'configure_currency',
      currency: { ...USDT, currencyId, name: 'NEW' },
    });
    await spot.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference: 'new',
      currencyId,
      amount: amountMinor(300n),
      source: { house: 'external' },
      target: { owner: ADA, account: 'coin' },
    });
    await save(spot);
    expect(await submit('f', currencyId)).toMatchObject({ status: 200, isReplay: false });
    await spot.carrier.settled();
    expect(await futures.books.query('SELECT status FROM received_transfers')).toEqual([
      { status: 'refused' },
    ]);
    await goBack(spot);
    await settle();
    await spot.resume();
    await futures.mirror?.look();
    expect(await submit('f', currencyId)).toMatchObject({ status: 200, isReplay: false });
    await spot.carrier.settled();
    const rows = await futures.books.query(
      'SELECT status FROM received_transfers ORDER BY transfer_id',
    );
    expect(rows).toEqual([{ status: 'refused' }, { status: 'credited' }]);
  });

  test('a key that the other engine has already keeps its answer there, and the money comes', async () => {
    const there = { ...K, fingerprint: 'there' };
    await futures.sequencer.submit({
      command: { kind: 'refuse', reject: 'terms_invalid' },
      idempotency: there,
      render: () => ({ status: 400, body: 'there' }),
    });
    await spot.sequencer.submit({
      command: toContract,
      idempotency: K,
      render: () => ({ status: 200, body: 'here' }),
    });
    await spot.carrier.settled();
    expect(await totals()).toEqual([700n, 300n]);
    expect(await futures.sequencer.replayStored(there)).toMatchObject({ body: 'there' });
  });

  test('a sender whose user has less now takes what is there, and the house owes the rest', async () => {
    await save(spot);
    await fund('more', ADA, 500n);
    await spot.transfer(1_400n, 'contract');
    await goBack(spot);
    const outside = await outsideOf(spot);
    await settle();
    expect(await totals()).toEqual([0n, 1_400n]);
    expect(await outsideOf(spot)).toBe(outside - 400n);
    expect(told).toMatchObject([{ detail: { missing: '400' } }]);
  });

  test('a sender that forgot the account as well owes it, and who comes next has another number', async () => {
    await save(spot);
    await spot.run({ kind: 'open_account', owner: 5_000 });
    await fund('late', 5_000, 50n);
    await spot.transfer(50n, 'contract', 5_000);
    await goBack(spot);
    await settle();
    expect(await futures.total(5_000)).toBe(50n);
    expect(told).toMatchObject([{ detail: { user_id: 5_000, missing: '50' } }]);
    const [next] = await spot.books.query<{ id: bigint }>(
      `SELECT nextval(pg_get_serial_sequence('users', 'user_id')) AS id`,
    );
    expect(next?.id).toBeGreaterThan(5_000n);
  });

  test('numbers go on behind main accounts, and never to those of sub-accounts', async () => {
    const sub = subAccountOf(5_000, 3);
    await save(spot);
    for (const owner of [5_000, sub]) await spot.run({ kind: 'open_account', owner });
    await fund('late', sub, 50n);
    await spot.transfer(50n, 'contract', sub);
    await goBack(spot);
    await settle();
    const sequence = "pg_get_serial_sequence('users', 'user_id')";
    const [next] = await spot.books.query<{ id: bigint }>(`SELECT nextval(${sequence}) AS id`);
    expect(next?.id).toBe(5_001n);
    await spot.books.query(`SELECT setval(${sequence}, $1)`, [MAIN_OWNER_MAX]);
    await expect(spot.books.query(`SELECT nextval(${sequence})`)).rejects.toThrow('maximum value');
  });

  test('a sender that forgot only the end of it asks again', async () => {
    futures.isAway = true;
    await spot.transfer(300n, 'contract');
    await save(spot);
    futures.isAway = false;
    await spot.carrier.look();
    await goBack(spot);
    await settle();
    expect(told).toEqual([]);
    await spot.carrier.look();
    expect(await readSentTransfers(spot.books)).toEqual([]);
    expect(await totals()).toEqual([700n, 300n]);
  });

  test('a sender that forgot what was never credited has it', async () => {
    await save(spot);
    futures.isAway = true;
    await spot.transfer(300n, 'contract');
    await goBack(spot);
    futures.isAway = false;
    await settle();
    expect(told).toEqual([]);
    expect(await totals()).toEqual([1_000n, 0n]);
  });

  test('a receiver that forgot what it credited is given it again, once', async () => {
    await save(futures);
    await spot.transfer(300n, 'contract');
    await goBack(futures);
    expect(await totals()).toEqual([700n, 0n]);
    await settle();
    await settle();
    expect(await totals()).toEqual([700n, 300n]);
    expect(told).toMatchObject([{ detail: { found: 'not_credited', status: 'credited' } }]);
  });

  test('a receiver that forgot what it refused refuses it again, though it would take it now', async () => {
    await save(futures);
    await spot.run({
      kind: 'configure_currency',
      currency: { ...USDT, currencyId: 9, name: 'NEW' },
    });
    await spot.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference: 'new',
      currencyId: 9,
      amount: amountMinor(50n),
      source: { house: 'external' },
      target: { owner: ADA, account: 'coin' },
    });
    const facts = { owner: ADA, source: 'coin', target: 'contract' } as const;
    const amount = amountMinor(50n);
    await spot.run({ kind: 'transfer', ...facts, currencyId: 9, amount });
    await goBack(futures);
    await futures.mirror?.look();
    await settle();
    const rows = await futures.books.query('SELECT status, reject FROM received_transfers');
    expect(rows).toEqual([{ status: 'refused', reject: 'currency_not_found' }]);
    expect(told).toMatchObject([{ detail: { found: 'not_refused', status: 'refused' } }]);
  });

  test('a receiver that had sent it on is given it first, and has it taken then', async () => {
    await save(futures);
    await spot.transfer(300n, 'contract');
    await futures.transfer(250n, 'coin');
    await goBack(futures);
    expect(await totals()).toEqual([950n, 0n]);
    const outside = await outsideOf(futures);
    await settle();
    expect(await totals()).toEqual([950n, 50n]);
    expect(await outsideOf(futures)).toBe(outside);
    expect(told.map(({ detail }) => detail?.['found'])).toEqual(['not_credited', 'not_sent']);
  });

  test('its stop counts as ended once operators of the home resumed that product', async () => {
    await save(futures);
    await spot.transfer(300n, 'contract');
    await goBack(futures);
    await settle();
    const resumes = { home: spot.books, product: 'futures' };
    const past = new PastCheck({ database: futures.books, clock, resumes });
    const audit = new AuditLog(spot.books, clock);
    const action = { action: 'trading.resumed', subject: 'exchange' };
    expect(await past.newest(10)).toEqual([]);
    await futures.resume();
    await audit.add(action);
    expect(await past.newest(10)).toMatchObject([{ check: 'stop_missing' }]);
    await audit.add({ ...action, detail: { product: 'futures' } });
    expect(await past.newest(10)).toEqual([]);
    expect(await past.all()).toEqual([]);
  });

  test('both went back, each to a time of its own', async () => {
    await save(futures);
    await spot.transfer(300n, 'contract');
    await save(spot);
    await futures.transfer(50n, 'coin');
    await spot.transfer(100n, 'contract');
    // Spot forgets the second and third; futures all of them.
    await goBack(spot);
    await goBack(futures);
    await settle();
    expect(await totals()).toEqual([700n, 300n]);
    expect(told).toMatchObject([{ detail: { found: 'not_credited' } }]);
  });

  test('a loss is made good once: what is written into its numbers afterwards is a drift of whoever wrote it', async () => {
    await save(spot);
    await spot.transfer(300n, 'contract');
    await goBack(spot);
    await settle();
    const forged = await lostNumber(spot);
    await forge(futures, forged, { amount: 200n, timeMs: clock.nowMs - 1_000 });
    for (const [name, drifts] of [
      ['spot', []],
      ['futures', [{ check: 'exchange', difference: 200n }]],
    ] as const) {
      expect(await exchange().all(name)).toMatchObject(drifts);
      expect(await exchange().newest(name)).toMatchObject(drifts);
      expect((await exchange().goOn(name, 100)).drifts).toMatchObject(drifts);
    }
    await settle();
    expect(await totals()).toEqual([700n, 300n]);
    expect(told).toHaveLength(1);
    await unforge(futures, forged);
  });

  test('until a start has made a loss good nothing is written, and what came after it was declared is no part of it', async () => {
    await save(spot);
    await spot.transfer(300n, 'contract');
    await goBack(spot);
    expect(await faults()).toEqual([]);
    const forged = await lostNumber(spot);
    await forge(futures, forged, { amount: 200n, timeMs: clock.nowMs + 10 * MINUTES_MS });
    expect(await exchange().all('futures')).toMatchObject([{ difference: 200n }]);
    expect(await totals()).toEqual([1_000n, 300n]);
    await settle();
    expect(await totals()).toEqual([700n, 300n]);
    await unforge(futures, forged);
  });

  test('while the database of one is away the others are compared, and nobody says that nothing is wrong', async () => {
    const query = () => Promise.reject(new DatabaseAwayError('away'));
    const without = exchange({ name: 'wealth', books: { query } });
    expect(await without.newest('futures')).toEqual([]);
    expect(await without.newest('wealth')).toEqual([]);
    await forge(futures, 1_000_000, { amount: 200n, timeMs: clock.nowMs });
    expect(await without.newest('futures')).toMatchObject([{ difference: 200n }]);
    await expect(without.all('futures')).rejects.toThrow(DatabaseAwayError);
    await expect(without.goOn('futures', 100)).rejects.toThrow(DatabaseAwayError);
    await unforge(futures, 1_000_000);
  });

  test('what no loss explains is a drift of whose rows are not as its journal, and nothing is written again', async () => {
    await spot.transfer(300n, 'contract');
    clock.nowMs += 10 * MINUTES_MS;
    await save(futures);
    await spot.transfer(20n, 'contract');
    await goBack(futures);
    const [gone] = await futures.books.transaction(async (transaction) => {
      await transaction.query('ALTER TABLE received_transfers DISABLE TRIGGER USER');
      const rows = await transaction.query(
        'DELETE FROM received_transfers RETURNING transfer_id, owner_id, source, target, currency_id, amount_minor, status, time_ms',
      );
      await transaction.query('ALTER TABLE received_transfers ENABLE TRIGGER USER');
      return rows;
    });
    await settle();
    expect(await totals()).toEqual([680n, 320n]);
    const [drift, ...rest] = await exchange().all('futures');
    expect(drift).toMatchObject({ check: 'exchange', difference: 300n });
    expect(drift?.subject).toMatch(/^transfer \d+ from spot to futures: over and never credited$/);
    expect(rest).toEqual([]);
    expect((await exchange().goOn('futures', 100)).drifts).toHaveLength(1);
    expect(await exchange().all('spot')).toEqual([]);
    // As it was, so that what follows finds it right.
    await futures.books.query(
      'INSERT INTO received_transfers VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, $8)',
      Object.values(gone ?? {}) as never,
    );
  });

  test('no order of reading finds anything while transfers run both ways', async () => {
    const running = { is: true };
    const found: unknown[] = [];
    const looking = (async () => {
      const own = exchange();
      while (running.is) {
        found.push(...(await own.all('spot')), ...(await own.newest('futures')));
        found.push(...(await own.goOn('spot', 2)).drifts);
      }
    })();
    for (let at = 0; at < 40; at += 1)
      await Promise.all([
        ...[1n, 2n, 3n].map((amount) => spot.transfer(amount, 'contract')),
        at > 2 ? futures.transfer(4n, 'coin') : undefined,
      ]);
    running.is = false;
    await looking;
    expect(found).toEqual([]);
    expect(told).toEqual([]);
  });
});
