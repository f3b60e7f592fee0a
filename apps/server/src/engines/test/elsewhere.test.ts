/** Operators at the home, and a product whose engine another process runs: they see what stops it, have it counted and resume it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, canDeploy, Deployment, data } from '../../../test/support/deployment-fixture.ts';
import { ENGINE_NAMES, type EngineName } from '../../core/config/engines.ts';
import type { RunningServer } from '../../core/processes/lifetime.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
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
    await change(-1);
    await expect.poll(() => seen()).toMatchObject({ futures: { is_recounting: false } });
    await recount();
    await expect.poll(() => seen()).toMatchObject({ futures: { is_resumable: true } });
    expect(await data(gateway, 'resumeTrading', resume, operator)).toMatchObject({
      trading: { mode: 'open' },
    });
    await trader.openPosition();
  });

  test('one whose process is gone is not shown, and nobody resumes it', async () => {
    await servers.futures.stop();
    await expect.poll(async () => 'futures' in (await seen())).toBe(false);
    expect((await ask(gateway, 'resumeTrading', resume, operator)).error).toBe('unavailable');
    expect(await seen()).toMatchObject({ options: { mode: 'open' }, wealth: { mode: 'open' } });
  });
});
