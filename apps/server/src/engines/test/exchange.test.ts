/** A whole exchange of four engines in one process: every product in its own database, money between them, and a restart. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, BTC_USDT, data, register } from '../../../test/support/deployment-fixture.ts';
import { RECORDED } from '../../../test/support/spawned.ts';
import { quickCheck } from '../../core/checks/reconciliation.ts';
import { loadConfig } from '../../core/config/config.ts';
import { ENGINE_NAMES, type EngineName, engineOf, folderOf } from '../../core/config/engines.ts';
import { createLog } from '../../core/http/log.ts';
import type { RunningServer } from '../../core/processes/lifetime.ts';
import { POSTGRES_BINARIES } from '../../core/processes/test/cluster/clusters.ts';
import { HIGH_WATER_FILE } from '../../core/store/exchange-mark.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { balancesOf } from '../../ledger/queries.ts';
import { startServer } from '../../server.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { Reported, urlOf } from '../reports/test/reported.ts';
import { numbersAfter } from '../shares.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };
const USDT = 'USDT';

describe.skipIf(POSTGRES_BINARIES === undefined)('an exchange of four engines', () => {
  let reported: Reported;
  const fatal: Error[] = [];
  let folder: string;
  let server: RunningServer;
  let ownerPassword: string | undefined;
  let user: { readonly token: string; readonly userId: number };

  const start = async (): Promise<RunningServer> => {
    const url = (name: EngineName) => urlOf(reported.engines, name);
    const config = loadConfig({
      ENGINES: '4',
      DATABASE_URL: url('spot'),
      DATABASE_URL_FUTURES: url('futures'),
      DATABASE_URL_OPTIONS: url('options'),
      DATABASE_URL_WEALTH: url('wealth'),
      DATABASE_URL_REPORTS: urlOf(reported.server, 'reports'),
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      BOTS: 'false',
      FEED: RECORDED,
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      RATE_LIMIT_FACTOR: '1000',
    });
    const log = createLog(config.logLevel);
    return startServer({ config, log, onFatal: (cause) => fatal.push(cause) });
  };

  const inBooks = async <Row>(name: EngineName, sql: string): Promise<Row[]> => {
    const books = await openPostgres({ url: urlOf(reported.engines, name) });
    try {
      return await books.query<Row>(sql);
    } finally {
      await books.close();
    }
  };

  const balanceIn = async (name: EngineName, account: string) => {
    const books = await openPostgres({ url: urlOf(reported.engines, name) });
    try {
      return (await balancesOf(books, user.userId)).find((each) => each.account === account);
    } finally {
      await books.close();
    }
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-engines-'));
    reported = await Reported.create();
    await reported.setUp({ nowMs: Date.now() });
    server = await start();
    ownerPassword = server.ownerPassword;
    user = await register(server);
  }, 300_000);

  afterAll(async () => {
    await server?.stop();
    await reported?.remove();
    await rm(folder, { recursive: true, force: true });
    expect(fatal).toEqual([]);
  }, 600_000);

  const currency = async (): Promise<number> => {
    const list = await data(server, 'currencies', {}, user);
    return list.find(({ name }) => name === USDT)?.currency_id ?? 0;
  };

  const move = async (from: string, to: string, amount: string) =>
    ask(
      server,
      'transfer',
      { currency_id: await currency(), from_account: from, to_account: to, amount },
      user,
    );

  let ownerSession: Promise<{ readonly token: string }> | undefined;
  const owner = () => {
    ownerSession ??= data(server, 'operatorLogin', {
      name: 'owner',
      password: ownerPassword,
    });
    return ownerSession;
  };

  const prove = async () => ask(server, 'takeLiabilities', { reason: 'a look' }, await owner());

  /** The first operator passes the user's papers. */
  const verify = async (): Promise<void> => {
    await data(
      server,
      'realName',
      { country: 'JP', name: 'Mara Sato', id_number: `TK-${String(user.userId).padStart(6, '0')}` },
      user,
    );
    const operator = await owner();
    const asked = { user_id: user.userId, status: 'under_review' };
    const { list } = await data(server, 'operatorVerifications', asked, operator);
    for (const { id } of list)
      await data(server, 'decideVerification', { id, decision: 'passed' }, operator);
  };

  test('money reaches the account of each product, whose engine opens the account with it', async () => {
    await data(server, 'faucet', { currency_id: await currency(), amount: '5000' }, user);
    for (const account of ['contract', 'option', 'trust'])
      expect(await move('coin', account, '500')).toMatchObject({ type: 'ok' });
    for (const [name, account] of [
      ['futures', 'contract'],
      ['options', 'option'],
      ['wealth', 'trust'],
    ] as const)
      await vi.waitFor(
        async () => expect((await balanceIn(name, account))?.total).toBe(500_000_000n),
        PATIENCE,
      );
  });

  test('what reads across sees all of it: the wallet, its records and its transfers', async () => {
    const wallet = await data(server, 'wallet', {}, user);
    expect(wallet.on_the_way).toBeUndefined();
    const held = wallet.accounts.map(({ account, balances }) => [
      account,
      Number(balances.find(({ name }) => name === USDT)?.available),
    ]);
    expect(Object.fromEntries(held)).toEqual({
      coin: 3_500,
      contract: 500,
      option: 500,
      trust: 500,
    });
    const { list } = await data(server, 'transfers', { page: 1, limit: 10 }, user);
    expect(list.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    const records = await data(server, 'records', { page: 1, limit: 20 }, user);
    // Each transfer leaves one account and reaches another.
    expect(records.list.filter(({ kind }) => kind === 'transfer')).toHaveLength(6);
  });

  test('what is owed is proved over the accounts of all engines', async () => {
    const operator = await owner();
    const { list: before } = await data(server, 'liabilities', { page: 1, limit: 1 }, user);
    await data(server, 'takeLiabilities', { reason: 'a look at all of them' }, operator);
    const tree = await vi.waitFor(async () => {
      const { list } = await data(server, 'liabilities', { page: 1, limit: 1 }, user);
      expect(list[0]?.id).toBeGreaterThan(before[0]?.id ?? 0);
      return list[0]?.trees.find(({ currency: name }) => name === USDT);
    }, PATIENCE);
    let owed = 0n;
    for (const name of ENGINE_NAMES) {
      const [sum] = await inBooks<{ total: string }>(
        name,
        `SELECT coalesce(sum(total_minor), 0)::text AS total FROM balances
         WHERE owner_id <> 0 AND currency_id = ${await currency()}`,
      );
      owed += BigInt(sum?.total ?? 0);
    }
    expect(Number(tree?.total) * 1e6).toBe(Number(owed));
    // Hers are in four of them.
    expect((await balanceIn('spot', 'coin'))?.total).toBe(3_500_000_000n);
  });

  test('a position opens and closes in the engine of futures, with receipts of its own chain', async () => {
    const opened = await ask(
      server,
      'openPosition',
      { symbol: BTC_USDT, side: 'long', type: 'market', lots: '10', multiple: '20' },
      user,
    );
    expect(opened.text).toContain('ok');
    const { position } = opened.message as { position: { id: number; open_receipt_id: number } };
    expect(engineOf(position.open_receipt_id)).toBe('futures');
    const list = await data(server, 'positions', { status: 'holding' }, user);
    expect(list.list.map(({ id }) => id)).toEqual([position.id]);
    const closed = await ask(server, 'closePosition', { position_id: position.id }, user);
    expect(closed).toMatchObject({ type: 'ok' });
    expect(await inBooks('spot', 'SELECT FROM positions')).toEqual([]);
  });

  test('an option is bought and delivered by its own engine, and locked funds by theirs', async () => {
    await verify();
    const currencyId = await currency();
    const [time] = await data(server, 'optionTimes', { symbol: BTC_USDT }, user);
    const bought = await data(
      server,
      'buyOption',
      {
        symbol: BTC_USDT,
        currency_id: currencyId,
        direction: 'rise',
        seconds: time?.seconds,
        amount: time?.min_amount,
      },
      user,
    );
    expect(engineOf(bought.order.id)).toBe('options');
    const products = await data(server, 'hostingProducts', {}, user);
    const product = products.find(({ currency: name }) => name === USDT);
    const hosted = await data(
      server,
      'buyHosting',
      { product_id: product?.id, amount: product?.min_amount, agreed: 'true' },
      user,
    );
    expect(hosted).toBeDefined();
    expect(await inBooks('spot', 'SELECT FROM option_orders')).toEqual([]);
    expect(await inBooks('wealth', 'SELECT FROM hosting_orders')).toHaveLength(1);
  });

  test('what is wrong in the books of one product stops that one, until operators resume it', async () => {
    const operator = await owner();
    const futures = async () => {
      const { products = [] } = await data(server, 'system', {}, operator);
      return products.find(({ product }) => product === 'futures');
    };
    const change = (minor: number) =>
      inBooks(
        'futures',
        `UPDATE balances SET total_minor = total_minor + ${minor} WHERE account = 'insurance_fund'`,
      );
    const recount = () => data(server, 'recountBooks', { product: 'futures' }, operator);
    const open = () =>
      ask(
        server,
        'openPosition',
        { symbol: BTC_USDT, side: 'long', type: 'market', lots: '10', multiple: '20' },
        user,
      );
    expect(await futures()).toMatchObject({ mode: 'open', is_sound: true });
    await change(1);
    await recount();
    const stopped = { mode: 'cancel_only', cause: 'drift', is_resumable: false };
    await vi.waitFor(async () => expect(await futures()).toMatchObject(stopped), PATIENCE);
    expect(await open()).toMatchObject({ type: 'error', error: 'unavailable' });
    expect(await prove()).toMatchObject({ error: 'recount_needed' });
    expect(await data(server, 'system', {}, operator)).toMatchObject({ trading: { mode: 'open' } });
    expect(await move('coin', 'contract', '1')).toMatchObject({ type: 'ok' });
    const resume = { product: 'futures', reason: 'looked at and put right' } as const;
    expect(await ask(server, 'resumeTrading', resume, operator)).toMatchObject({
      error: 'recount_needed',
    });
    await change(-1);
    await vi.waitFor(async () => expect((await futures())?.is_recounting).toBe(false), PATIENCE);
    await recount();
    await vi.waitFor(async () => expect((await futures())?.is_resumable).toBe(true), PATIENCE);
    expect(await data(server, 'resumeTrading', resume, operator)).toMatchObject({
      trading: { mode: 'open' },
    });
    expect(await open()).toMatchObject({ type: 'ok' });
  });

  test('a stop of operators stops every product though the home is held for a drift, until it is resumed', async () => {
    const operator = await owner();
    const home = async () => (await data(server, 'system', {}, operator)).trading;
    const modes = async () => {
      const { products = [] } = await data(server, 'system', {}, operator);
      return products.map(({ mode }) => mode);
    };
    const change = (minor: number) =>
      inBooks(
        'spot',
        `UPDATE balances SET total_minor = total_minor + ${minor} WHERE account = 'demo_faucet' AND currency_id = 3`,
      );
    const recount = () => data(server, 'recountBooks', {}, operator);
    await change(1);
    await recount();
    await vi.waitFor(async () => expect(await home()).toMatchObject({ cause: 'drift' }), PATIENCE);
    expect(await modes()).toEqual(['open', 'open', 'open']);
    expect(await prove()).toMatchObject({ error: 'recount_needed' });
    await data(server, 'stopTrading', { reason: 'nothing is to open' }, operator);
    expect(await home()).toMatchObject({ mode: 'cancel_only', cause: 'drift' });
    expect(await modes()).toEqual(['cancel_only', 'cancel_only', 'cancel_only']);
    await change(-1);
    await vi.waitFor(
      async () => expect(await home()).toMatchObject({ is_recounting: false }),
      PATIENCE,
    );
    await recount();
    await vi.waitFor(
      async () => expect(await home()).toMatchObject({ is_resumable: true }),
      PATIENCE,
    );
    await data(server, 'resumeTrading', { reason: 'looked at and put right' }, operator);
    await vi.waitFor(async () => expect(await modes()).toEqual(['open', 'open', 'open']), PATIENCE);
  });

  test('the books of each add up, and all goes on after a restart', async () => {
    await server.stop();
    for (const name of ENGINE_NAMES) {
      const books = await openPostgres({ url: urlOf(reported.engines, name) });
      expect(await quickCheck(books, EXCHANGE_TABLES)).toEqual([]);
      await books.close();
    }
    server = await start();
    expect(await move('contract', 'coin', '100')).toMatchObject({ type: 'ok' });
  });

  /** As somebody finds it at the next start. */
  const meanwhile = async (change: () => Promise<unknown>): Promise<void> => {
    await server.stop();
    await change();
    server = await start();
    ownerSession = undefined;
  };
  const setTrading = (mode: string, cause: string) =>
    inBooks('futures', `UPDATE trading SET mode = '${mode}', cause = '${cause}'`);

  test('while a product is held for a loss, nothing of it reaches the home and nothing leaves', async () => {
    await meanwhile(() => setTrading('cancel_only', 'loss'));
    expect(await move('contract', 'coin', '1')).toMatchObject({ error: 'cancel_only' });
    expect(await move('coin', 'trust', '1')).toMatchObject({ type: 'ok' });
    const asked = { currency_id: await currency(), chain: 'ERC20', address_id: 1, amount: '10' };
    const withdraw = () => ask(server, 'withdraw', { ...asked, fund_password: '271828' }, user);
    expect(await withdraw()).toMatchObject({ error: 'held_for_loss' });
    expect(await prove()).toMatchObject({ error: 'held_for_loss' });
    await meanwhile(() => setTrading('open', 'operator'));
    expect(await move('contract', 'coin', '1')).toMatchObject({ type: 'ok' });
    expect((await withdraw()).error).not.toBe('held_for_loss');
  });

  test('nothing is proved while two engines say otherwise of a transfer, though no check has looked yet', async () => {
    expect(await prove()).toMatchObject({ type: 'ok' });
    await inBooks(
      'options',
      `INSERT INTO received_transfers (transfer_id, owner_id, source, target, currency_id, amount_minor,
         status, time_ms)
       VALUES (${numbersAfter('wealth') + 1}, ${user.userId}, 'trust', 'option', 3, 5, 'credited', ${Date.now()})`,
    );
    await vi.waitFor(
      async () => expect(await prove()).toMatchObject({ error: 'recount_needed' }),
      PATIENCE,
    );
  });

  test("what a product's file says of a chain that is another one now stays, and stops it", async () => {
    const file = path.join(folderOf(folder, 'futures'), HIGH_WATER_FILE);
    const kept = async () => JSON.parse(await readFile(file, 'utf8')).head;
    const hash = 'ab'.repeat(32);
    await meanwhile(async () => {
      const written = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, JSON.stringify({ ...written, head: { ...written.head, hash } }));
    });
    // It is written again as money comes.
    expect(await move('coin', 'contract', '1')).toMatchObject({ type: 'ok' });
    for (let start = 0; start < 2; start += 1) {
      await meanwhile(async () => expect(await kept()).toMatchObject({ hash }));
      expect(await move('contract', 'coin', '1')).toMatchObject({ error: 'cancel_only' });
    }
  });
});
