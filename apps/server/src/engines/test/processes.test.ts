/** The engines of all products in one process, and gateways over them: each call at its engine, each copy from its engine's batches. */
import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  BTC_USDT,
  canDeploy,
  Deployment,
  data,
  priceBelow,
} from '../../../test/support/deployment-fixture.ts';
import { REDIS_URL } from '../../../test/support/redis-server.ts';
import { askForChecks, askForCopy, controlFolderOf } from '../../core/backup/control.ts';
import { quickCheck } from '../../core/checks/reconciliation.ts';
import { ENGINE_NAMES, engineOf, folderOf, PRODUCT_ENGINES } from '../../core/config/engines.ts';
import type { RunningServer } from '../../core/processes/lifetime.ts';
import { closeRedis, command, openRedis } from '../../core/processes/redis.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { numbersAfter } from '../shares.ts';
import { Trader, USDT } from './trader.ts';

describe.skipIf(!canDeploy)('gateways over four engines of one process', () => {
  let deployment: Deployment;
  let engine: RunningServer;
  let one: RunningServer;
  let other: RunningServer;
  let trader: Trader;

  beforeAll(async () => {
    deployment = await Deployment.openDivided();
    engine = await deployment.engine();
    [one, other] = await Promise.all([deployment.gateway(), deployment.gateway()]);
    trader = await Trader.register(deployment, [one, other]);
  }, 600_000);
  afterAll(() => deployment?.remove());

  test('money goes to the account of each product', async () => {
    await trader.fund();
  });

  test('a position is opened through one gateway and closed through the other', async () => {
    const position = await trader.openPosition();
    expect(engineOf(position.open_receipt_id ?? 0)).toBe('futures');
    for (const gateway of [one, other, engine])
      expect(await trader.positionsAt(gateway)).toEqual([position.id]);
    await trader.closePosition(position.id);
    expect(await trader.positionsAt(other)).toEqual([]);
  });

  test('an option is bought and settled', async () => {
    await trader.verify();
    const { id } = await trader.buyOption();
    expect((await trader.optionSettled(id)).status).toBe('settled');
  });

  test('funds are locked and found at every gateway', async () => {
    const { id } = await trader.lockFunds();
    for (const gateway of [one, other]) expect(await trader.lockedAt(gateway)).toContain(id);
  });

  test('a key is answered once, whichever process is asked and whichever engine answered', async () => {
    const { token } = trader;
    const request = {
      from_account: 'contract',
      to_account: 'coin',
      currency_id: USDT,
      amount: '1',
    };
    const key = 'from-futures';
    const first = await ask(one, 'transfer', request, { token, key });
    expect(first.type).toBe('ok');
    for (const server of [other, engine, one])
      await expect.poll(() => trader.repeated(server, request, key)).toEqual([first.text, 'true']);
    // What a gateway refuses when it reads it is told only after every engine was asked.
    const wrong = { ...request, currency_id: 999_999 };
    expect((await ask(other, 'transfer', wrong, { token, key })).error).toBe(
      'idempotency_conflict',
    );
  });

  test('a gateway that missed batches of one engine takes its copies again, and those of the others stay', async () => {
    const redis = await openRedis({ url: REDIS_URL, onError: () => undefined });
    await command(redis, ['DEL', deployment.names.of('futures').batches]);
    closeRedis(redis);
    const price = await priceBelow(one);
    const order = { symbol: BTC_USDT, side: 'buy', type: 'limit', quantity: '0.001', price };
    await data(one, 'placeOrder', order, { token: trader.token });
    const position = await trader.openPosition();
    expect(await trader.positionsAt(other)).toContain(position.id);
  });

  test('each engine runs every check for who asks in its folder, and finds what was changed behind its back', async () => {
    const dataDir = deployment.environment['DATA_DIR'] ?? '';
    for (const name of PRODUCT_ENGINES) {
      const folder = folderOf(dataDir, name);
      const found = await askForChecks(folder);
      expect([name, found?.drifts]).toEqual([name, []]);
      expect(numbersAfter(name)).toBeLessThan(found?.lastSequence ?? 0);
      expect((await stat(controlFolderOf(folder))).mode & 0o077).toBe(0);
      await expect(askForCopy(folder)).rejects.toThrow('not an embedded one');
    }
    const books = await openPostgres({ url: deployment.booksUrl('wealth') });
    // Only the running engine knows better: the tables agree with one another.
    const turn = (to: string) =>
      books.query('UPDATE owners SET is_frozen = $1 WHERE owner_id = $2', [to, trader.userId]);
    await turn('true');
    expect((await askForChecks(folderOf(dataDir, 'wealth')))?.drifts).toEqual([
      'engine_differs of state hash by 1',
    ]);
    expect((await askForChecks(folderOf(dataDir, 'options')))?.drifts).toEqual([]);
    await turn('false');
    await books.close();
  });

  test('the books of each engine add up', async () => {
    for (const name of ENGINE_NAMES) {
      const books = await openPostgres({ url: deployment.booksUrl(name) });
      expect([name, await quickCheck(books, EXCHANGE_TABLES)]).toEqual([name, []]);
      await books.close();
    }
  });
});
