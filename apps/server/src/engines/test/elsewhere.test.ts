/** Operators at the home, and a product whose engine another process runs: they see what stops it, have it counted and resume it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, canDeploy, Deployment, data } from '../../../test/support/deployment-fixture.ts';
import { ENGINE_NAMES, type EngineName } from '../../core/config/engines.ts';
import { createLog } from '../../core/http/log.ts';
import { Secrets } from '../../core/operations/secrets.ts';
import { connectProcesses } from '../../core/processes/connect.ts';
import { type RunningServer, Teardown } from '../../core/processes/lifetime.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { readTrading } from '../../core/store/trading-record.ts';
import { EngineElsewhere } from '../engine-elsewhere.ts';
import { Trader } from './trader.ts';

describe.skipIf(!canDeploy)('each engine in a process of its own', () => {
  let deployment: Deployment;
  let servers: Readonly<Record<EngineName, RunningServer>>;
  let gateway: RunningServer;
  let operator: { readonly token: string };
  let trader: Trader;

  beforeAll(async () => {
    deployment = await Deployment.openDivided();
    const [spot, futures, options, wealth] = await Promise.all(
      ENGINE_NAMES.map((ENGINE) => deployment.engine({ ENGINE })),
    );
    if (!(spot && futures && options && wealth)) throw new TypeError('four are started');
    servers = { spot, futures, options, wealth };
    gateway = await deployment.gateway();
    const password = spot.ownerPassword;
    operator = await data(gateway, 'operatorLogin', { name: 'owner', password });
    trader = await Trader.register(deployment, [gateway]);
    await trader.fund();
  }, 600_000);
  afterAll(() => deployment?.remove());

  const change = async (minor: number): Promise<void> => {
    const books = await openPostgres({ url: deployment.booksUrl('futures') });
    await books.query(
      `UPDATE balances SET total_minor = total_minor + ${minor} WHERE account = 'insurance_fund'`,
    );
    await books.close();
  };
  const seen = async (server: RunningServer = gateway) => {
    const { products = [], trading } = await data(server, 'system', {}, operator);
    return { home: trading.mode, ...Object.fromEntries(products.map((one) => [one.product, one])) };
  };
  const recount = () => data(gateway, 'recountBooks', { product: 'futures' }, operator);

  /** What the process of futures says to a home that asks it to open without having seen what its checks found. */
  const resumedByALie = async (): Promise<string> => {
    const log = createLog('silent');
    const teardown = new Teardown(log);
    const { REDIS_URL = '', SECRET_KEY = '' } = deployment.environment;
    const books = await openPostgres({ url: deployment.booksUrl('futures') });
    teardown.add('books', () => books.close());
    const connected = await connectProcesses(REDIS_URL, new Secrets(SECRET_KEY), log);
    teardown.add('redis', async () => connected.close());
    try {
      const parts = { deployment: 'liar', gateway: 'liar', books, connected, log };
      const engine = new EngineElsewhere({ ...parts, name: 'futures', homeSequence: () => 0 });
      await engine.begin(teardown);
      const row = await readTrading(books);
      const open = { kind: 'set_trading_mode', mode: 'open', cause: 'operator' } as const;
      const asked = { ...open, reason: 'all is well', endsSinceMs: row?.sinceMs ?? 0 };
      const said = engine.follower.run(asked).then(JSON.stringify, ({ code }) => String(code));
      return await said;
    } finally {
      await teardown.run();
    }
  };
  const resume = { product: 'futures', reason: 'looked at and put right' } as const;

  test('all of them are shown, by whichever process is asked', async () => {
    const open = { mode: 'open', is_sound: true };
    for (const server of [servers.spot, gateway])
      expect(await seen(server)).toMatchObject({ futures: open, options: open, wealth: open });
  });

  test('one that a drift stopped is resumed once its own process has found nothing', async () => {
    await change(1);
    await recount();
    const stopped = { mode: 'cancel_only', cause: 'drift', is_resumable: false, is_sound: false };
    await expect.poll(() => seen()).toMatchObject({ home: 'open', futures: stopped });
    expect((await ask(gateway, 'resumeTrading', resume, operator)).error).toBe('recount_needed');
    expect(await resumedByALie()).toBe('recount_needed');
    expect(await seen()).toMatchObject({ futures: stopped });
    await change(-1);
    await expect.poll(() => seen()).toMatchObject({ futures: { is_recounting: false } });
    await recount();
    await expect.poll(() => seen()).toMatchObject({ futures: { is_resumable: true } });
    expect(await data(gateway, 'resumeTrading', resume, operator)).toMatchObject({
      trading: { mode: 'open' },
    });
    await trader.openPosition();
  });

  test('the home’s log says who had a product counted that another process runs', async () => {
    const home = await openPostgres({ url: deployment.databaseUrl });
    const products = await openPostgres({ url: deployment.booksUrl('futures') });
    try {
      const asked = `SELECT operators.name, subject, detail FROM audit_log JOIN operators USING (operator_id)
        WHERE action = 'trading.recount' ORDER BY audit_id`;
      const row = { name: 'owner', subject: 'exchange', detail: { product: 'futures' } };
      expect(await home.query(asked)).toEqual([row, row]);
      expect(await products.query('SELECT FROM audit_log')).toEqual([]);
    } finally {
      await home.close();
      await products.close();
    }
  });

  test('one whose process is gone is not shown, and nobody resumes it', async () => {
    await servers.futures.stop();
    await expect.poll(async () => 'futures' in (await seen())).toBe(false);
    expect((await ask(gateway, 'resumeTrading', resume, operator)).error).toBe('unavailable');
    expect(await seen()).toMatchObject({ options: { mode: 'open' }, wealth: { mode: 'open' } });
  });
});
