/**
 * The move from one engine to four, on PostgreSQL databases. Goal: after a drawn day every account, order and number is where it
 * belongs and nowhere else, all checks of all four are green, and the day goes on; a try that was cut off anywhere left the home as
 * it was. What the commands mean is the engine's own tests'.
 */
import { stateHash } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPostgres } from '../../../../test/support/postgres-server.ts';
import { FakeClock, render } from '../../../../test/support/test-sequencer.ts';
import { ENGINE_NAMES, type EngineName } from '../../../core/config/engines.ts';
import { fingerprint } from '../../../core/sequencer/fingerprint.ts';
import type { Database, Queryable } from '../../../core/store/database.ts';
import { openPostgres } from '../../../core/store/postgres/database.ts';
import { readSnapshot } from '../../../core/store/snapshot-reader.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { proveMarks } from '../../marks.ts';
import { numbersAfter } from '../../shares.ts';
import { type Divided, type DivideStep, divide } from '../divide.ts';
import { BusyDay, type Engines, OWNERS, seedAll } from './busy-day.ts';
import { makeDatabases, openFour, openOne, type Urls } from './exchange.ts';

const ROUTE = 'futures/open';
const MONEY =
  'SELECT account_id, sum(total_minor)::text AS total, sum(frozen_minor)::text AS frozen';

describe.skipIf(!hasPostgres)('one engine becomes four', () => {
  let urls: Urls;
  let remove: () => Promise<void>;
  let clock: FakeClock;
  let day: BusyDay;

  beforeEach(async () => {
    ({ urls, remove } = await makeDatabases());
    clock = new FakeClock();
  });

  afterEach(() => remove());

  const parts = (onStep?: (step: DivideStep) => void) => ({
    urls,
    tables: EXCHANGE_TABLES,
    nowMs: clock.nowMs,
    ...(onStep !== undefined && { onStep }),
  });

  /** A drawn day of the one engine; it is stopped. */
  async function liveAsOne(seed: number): Promise<void> {
    const one = await openOne(urls.spot, clock);
    const { sequencer } = one;
    await seedAll(sequencer);
    day = new BusyDay(seed, clock, all(one));
    day.listen(sequencer);
    await day.seconds(40);
    await day.night();
    await day.seconds(40);
    await sequencer.run({ kind: 'set_owner_state', owner: OWNERS[3], isFrozen: true });
    expect(await one.drifts()).toEqual([]);
    await one.close();
  }

  const all = (engine: Engines['spot']): Engines =>
    Object.fromEntries(ENGINE_NAMES.map((name) => [name, engine])) as unknown as Engines;

  async function withDatabase<Answer>(
    name: EngineName,
    run: (database: Database) => Promise<Answer>,
  ): Promise<Answer> {
    const database = await openPostgres({ url: urls[name] });
    try {
      return await run(database);
    } finally {
      await database.close();
    }
  }

  /** All that the home says of itself, to the row. */
  const homeAsItIs = () =>
    withDatabase('spot', async (database) => ({
      state: stateHash(await readSnapshot(database, EXCHANGE_TABLES)),
      rows: await counted(database),
      leader: await database.query('SELECT * FROM leader'),
    }));

  const counted = (source: Queryable) =>
    source.query(
      `SELECT (SELECT count(*) FROM journal_entries) AS entries, (SELECT count(*) FROM postings) AS postings,
         (SELECT count(*) FROM balances) AS balances, (SELECT count(*) FROM engine_marks) AS marks,
         (SELECT count(*) FROM divided_sums) AS sums`,
    );

  /** Every account over all databases, without what the engines have of one another. */
  async function money(names: readonly EngineName[]): Promise<Map<bigint, string>> {
    const totals = new Map<bigint, [bigint, bigint]>();
    for (const name of names) {
      const rows = await withDatabase(name, (database) =>
        database.query<{ account_id: bigint; total: string; frozen: string }>(
          `${MONEY} FROM balances WHERE account <> 'other_engines' GROUP BY account_id`,
        ),
      );
      for (const { account_id: id, total, frozen } of rows) {
        const [before, held] = totals.get(id) ?? [0n, 0n];
        totals.set(id, [before + BigInt(total), held + BigInt(frozen)]);
      }
    }
    return new Map(
      [...totals]
        .filter(([, [total, frozen]]) => total !== 0n || frozen !== 0n)
        .map(([id, [total, frozen]]): [bigint, string] => [id, `${total} ${frozen}`])
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    );
  }

  const sound = async (four: Awaited<ReturnType<typeof openFour>>): Promise<void> => {
    for (const name of ENGINE_NAMES)
      expect([name, await four.engines[name].drifts()]).toEqual([name, []]);
  };

  it.each([3, 17])(
    'seed %i: money, orders and numbers are the same, and the day goes on',
    async (seed) => {
      await liveAsOne(seed);
      const before = await money(['spot']);
      const open = [...Object.values(day.opened)].map(({ size }) => size);
      expect(Math.min(...open)).toBeGreaterThan(0);

      const { divisionId, engines } = await divide(parts());
      expect(Object.keys(engines ?? {})).toEqual(['futures', 'options', 'wealth', 'spot']);
      expect(await money(ENGINE_NAMES)).toEqual(before);
      expect(await divide(parts())).toEqual({ divisionId });

      const four = await openFour(urls, clock);
      expect(await four.counts()).toEqual([true, true, true, true]);
      expect(await four.look()).toEqual([0, 0, 0]);
      await sound(four);
      day.engines = four.engines;
      for (const { sequencer } of Object.values(four.engines)) day.listen(sequencer);
      day.done.clear();
      await day.seconds(35);
      await day.night();
      await day.seconds(10);
      await four.carry();
      for (const kind of [
        'close_position',
        'buy_option',
        'redeem_hosting',
        'transfer',
        'place_order',
      ])
        expect([kind, (day.done.get(kind) ?? 0) > 0]).toEqual([kind, true]);
      expect([...day.opened.options.keys()].every((id) => id > numbersAfter('options'))).toBe(true);
      await sound(four);
      const between = await money(ENGINE_NAMES);
      expect(between.size).toBeGreaterThan(0);
      await four.close();
      await expectOneHistory();
    },
  );

  /** Over all ledgers together each user's postings go on from one another, and end at what they have. */
  async function expectOneHistory(): Promise<void> {
    const postings: { account_id: bigint; amount_minor: bigint; balance_minor: bigint }[] = [];
    const held = new Map<bigint, bigint>();
    const between = new Map<number, bigint>();
    for (const name of ENGINE_NAMES)
      await withDatabase(name, async (database) => {
        postings.push(
          ...(await database.query<(typeof postings)[number]>(
            `SELECT account_id, amount_minor, balance_minor FROM postings WHERE owner_id <> 0
             ORDER BY entry_id, ordinal`,
          )),
        );
        for (const { account_id, total_minor } of await database.query<{
          account_id: bigint;
          total_minor: bigint;
        }>('SELECT account_id, total_minor FROM balances WHERE owner_id <> 0')) {
          expect(held.has(account_id)).toBe(false);
          held.set(account_id, total_minor);
        }
        for (const { currency_id, total } of await database.query<{
          currency_id: number;
          total: string;
        }>(
          `SELECT currency_id, sum(total_minor)::text AS total FROM balances
           WHERE account = 'other_engines' GROUP BY currency_id`,
        ))
          between.set(currency_id, (between.get(currency_id) ?? 0n) + BigInt(total));
      });
    const running = new Map<bigint, bigint>();
    for (const { account_id, amount_minor, balance_minor } of postings) {
      const balance = (running.get(account_id) ?? 0n) + amount_minor;
      expect(balance_minor).toBe(balance);
      running.set(account_id, balance);
    }
    for (const [id, balance] of running) expect(held.get(id) ?? 0n).toBe(balance);
    // All has arrived.
    for (const amount of between.values()) expect(amount).toBe(0n);
  }

  it('a key that was used is answered the same by the engine that is asked now', async () => {
    const one = await openOne(urls.spot, clock);
    await seedAll(one.sequencer);
    day = new BusyDay(5, clock, all(one));
    await day.seconds(2);
    const command = {
      kind: 'open_position',
      owner: OWNERS[0],
      marketId: 1,
      side: 'long',
      type: 'market',
      lots: 5,
      multiple: 10,
    } as const;
    const idempotency = {
      owner: OWNERS[0],
      key: 'once',
      route: ROUTE,
      fingerprint: fingerprint(ROUTE, { ...command }),
    };
    const asked = { command, idempotency, render };
    const first = one.sequencer.submit(asked);
    await day.seconds(1);
    const { status, body } = await first;
    expect(status).toBe(200);
    await one.close();
    await divide(parts());
    const four = await openFour(urls, clock);
    expect(await four.engines.futures.sequencer.submit(asked)).toMatchObject({ status, body });
    const other = { ...idempotency, fingerprint: fingerprint(ROUTE, { other: true }) };
    await expect(
      four.engines.options.sequencer.submit({ ...asked, idempotency: other }),
    ).rejects.toThrow();
    await four.close();
  });

  it('whatever ends it before its last commit leaves the home as it was, and the next try does it anew', async () => {
    await liveAsOne(29);
    const before = await homeAsItIs();
    const moneyBefore = await money(['spot']);
    const steps: DivideStep[] = [];
    for (let at = 0; ; at += 1) {
      steps.length = 0;
      let divided: Divided | undefined;
      try {
        divided = await divide(
          parts((step) => {
            steps.push(step);
            if (steps.length > at) throw new Error('killed');
          }),
        );
      } catch (error) {
        expect((error as Error).message).toBe('killed');
      }
      if (divided !== undefined) break;
      if (steps.at(-1) !== 'home written') expect([at, await homeAsItIs()]).toEqual([at, before]);
      else {
        // It had its commit: there is nothing left to do.
        expect((await divide(parts())).engines).toBeUndefined();
        break;
      }
    }
    expect(steps).toHaveLength(14);
    expect(await money(ENGINE_NAMES)).toEqual(moneyBefore);
    const four = await openFour(urls, clock);
    await sound(four);
    await four.close();
  });

  it('what is done wrong is found, and refused', async () => {
    await liveAsOne(41);
    const before = await homeAsItIs();
    // As if something had copied a position that is not quite what it was.
    await withDatabase('spot', (database) =>
      database.query(`CREATE FUNCTION forge() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN NEW.total_minor := NEW.total_minor - 1; RETURN NEW; END $$`),
    );
    await withDatabase('spot', (database) =>
      database.query(
        'CREATE TRIGGER forged BEFORE INSERT ON balances FOR EACH ROW EXECUTE FUNCTION forge()',
      ),
    );
    await expect(divide(parts())).rejects.toThrow(/books of spot do not add up/);
    await withDatabase('spot', (database) => database.query('DROP FUNCTION forge() CASCADE'));
    expect(await homeAsItIs()).toEqual(before);
    await divide(parts());
  });

  it('refuses while somebody serves, and databases that are not what they must be', async () => {
    const one = await openOne(urls.spot, clock);
    await seedAll(one.sequencer);
    await expect(divide(parts())).rejects.toThrow(/^DATABASE_URL: .*stop every engine/);
    await one.close();
    const before = await homeAsItIs();
    await expect(divide({ ...parts(), urls: { ...urls, options: urls.spot } })).rejects.toThrow(
      /^DATABASE_URL_OPTIONS: is the same database as DATABASE_URL;/,
    );
    const swapped = { ...urls, spot: urls.futures, futures: urls.spot };
    await expect(divide({ ...parts(), urls: swapped })).rejects.toThrow(
      /^DATABASE_URL: no exchange has ever run on it/,
    );
    const { urls: bare, remove: removeBare } = await makeDatabases({ isBare: true });
    await expect(divide({ ...parts(), urls: { ...urls, spot: bare.futures } })).rejects.toThrow(
      /^DATABASE_URL: its tables are of another version/,
    );
    const notes = { ...parts(), urls: { ...urls, wealth: bare.wealth } };
    const other = await openPostgres({ url: bare.wealth });
    await other.query('CREATE TABLE notes (note text)');
    await other.close();
    await expect(divide(notes)).rejects.toThrow(
      /^DATABASE_URL_WEALTH: is not empty: it has tables of something else \(notes\)/,
    );
    await removeBare();
    expect(await homeAsItIs()).toEqual(before);

    await divide(parts());
    // Where a server has started since, nothing is written anew.
    const four = await openFour(urls, clock);
    await four.close();
    const { urls: empty, remove: removeEmpty } = await makeDatabases();
    await expect(divide({ ...parts(), urls: { ...urls, wealth: empty.wealth } })).rejects.toThrow(
      /divided before, and DATABASE_URL_WEALTH is not of that division/,
    );
    await expect(
      divide({ ...parts(), urls: { ...urls, spot: urls.wealth, wealth: empty.wealth } }),
    ).rejects.toThrow(/^DATABASE_URL: it is the database of the wealth engine/);
    await removeEmpty();
  });

  it('refuses servers that pass nothing on to the reports, before it begins', async () => {
    await liveAsOne(7);
    const before = await homeAsItIs();
    const [server] = await withDatabase('spot', (database) =>
      database.query<{ level: string }>(`SELECT current_setting('wal_level') AS level`),
    );
    // As PostgreSQL comes.
    expect(server?.level).toBe('replica');
    const steps: string[] = [];
    await expect(
      divide({ ...parts(), needsReports: true, onStep: (step) => steps.push(step) }),
    ).rejects.toThrow(
      /^DATABASE_URL: its server has wal_level = replica, and the reports need logical/,
    );
    expect(steps).toEqual([]);
    expect(await homeAsItIs()).toEqual(before);
  });

  it('a start on databases that do not belong together is refused', async () => {
    const one = await openOne(urls.spot, clock);
    await seedAll(one.sequencer);
    await one.sequencer.run({
      kind: 'transfer',
      owner: OWNERS[0],
      source: 'coin',
      target: 'trust',
      currencyId: USDT.currencyId,
      amount: amountMinor(5n),
    });
    await one.close();
    const open = (name: EngineName) => openPostgres({ url: urls[name] });
    const home = await open('spot');
    await proveMarks(home);
    await expect(proveMarks(home, { futures: home })).rejects.toThrow(/npm run divide/);
    await divide(parts());
    const [futures, options, wealth] = [
      await open('futures'),
      await open('options'),
      await open('wealth'),
    ];
    await proveMarks(home, { futures, options, wealth });
    await expect(proveMarks(home)).rejects.toThrow(/set ENGINES=4/);
    await expect(proveMarks(futures, { options, wealth })).rejects.toThrow(/futures engine's/);
    await expect(proveMarks(home, { futures: options, options: futures, wealth })).rejects.toThrow(
      /^DATABASE_URL_FUTURES: it is the options engine's/,
    );
    for (const database of [home, futures, options, wealth]) await database.close();
  });
});
