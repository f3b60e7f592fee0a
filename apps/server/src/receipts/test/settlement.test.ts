/**
 * Receipts over HTTP: for everybody by id and in the order of the chain, with owner and amounts for their owner alone,
 * heads as they were published; and the whole of it re-computed by `fairlead-verify`, a process of its own.
 */
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import type { Receipt } from '@fairlead/contract';
import { verifyChain } from '@fairlead/receipt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { addCapital, FUTURES_TERMS, fundContract, long } from '../../futures/test/fixture.ts';
import { ask, buyer, parked, startOptionServer } from '../../options/test/fixture.ts';
import { publishHead } from '../queries.ts';
import { DerivativeStory } from './receipt-story.ts';

const VERIFY = path.resolve(
  import.meta.dirname,
  '../../../../../packages/receipt/bin/fairlead-verify.mjs',
);

let server: TestServer;
let story: DerivativeStory;
let alice: TestUser;
let bob: TestUser;

/** Alice's position and order, Bob's order, and how they ended: six receipts. */
async function trade(): Promise<{ readonly positionId: number; readonly closeReceipt: number }> {
  const opened = server.call('openPosition', long(), { token: alice.token });
  await parked(server, 1);
  await story.tick('100.00');
  const { position } = (await opened).message;
  for (const [user, direction] of [
    [alice, 'rise'],
    [bob, 'fall'],
  ] as const) {
    const { answer } = await ask(server, user, { more: { direction } });
    await story.tick('100.00');
    expect((await answer).type).toBe('ok');
  }
  await story.ticks(34, '101.00');
  const closing = server.call(
    'closePosition',
    { position_id: position.id },
    { token: alice.token },
  );
  await parked(server, 1);
  await story.tick('101.50');
  const closed = (await closing).message.position;
  return { positionId: position.id, closeReceipt: closed.receipt_id ?? 0 };
}

beforeAll(async () => {
  server = await startOptionServer();
  await server.run({ kind: 'configure_futures', terms: FUTURES_TERMS });
  await addCapital(server, 'contract_house', 50_000);
  story = new DerivativeStory(server.sequencer, server.clock);
  [alice, bob] = [await buyer(server), await buyer(server)];
  await fundContract(server, alice, 1_000);
});
afterAll(() => server.stop());

describe('receipts of a position and two options', () => {
  let made: Awaited<ReturnType<typeof trade>>;
  beforeAll(async () => {
    made = await trade();
  });
  const read = (id: number, token?: string): Promise<Receipt> =>
    server.data('receipt', { id }, { token });

  test('come in the order in which things happened, and what is theirs names them', async () => {
    const { list } = await server.data('receipts', {});
    expect(list.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      '1 open',
      '2 purchase',
      '3 purchase',
      '4 delivery',
      '5 delivery',
      '6 close',
    ]);
    expect(made.closeReceipt).toBe(6);
    const orders = await server.data('optionOrders', {}, { token: alice.token });
    expect(orders.list[0]).toMatchObject({ purchase_receipt_id: 2, receipt_id: 4 });
  });

  test('are the same for everybody but for the view of their owner', async () => {
    for (const id of [1, 2, 4, 6]) {
      const { own, ...seen } = await read(id, alice.token);
      expect(own).toMatchObject({ owner: alice.userId, currency: 'USDT' });
      const operator = await server.ownerToken();
      for (const token of [undefined, bob.token, operator]) {
        const stranger = await read(id, token);
        expect(stranger).toEqual(seen);
        expect(JSON.stringify(stranger)).not.toMatch(/"(own|owner|stake|margin|paid|salt|fee)"/);
      }
    }
    const { list } = await server.data('receipts', {}, { token: bob.token });
    expect(list.filter(({ own }) => own !== undefined).map(({ id }) => id)).toEqual([3, 5]);
  });

  test('are right by the checks of the app, in every view', async () => {
    for (const token of [alice.token, bob.token, undefined]) {
      const { list } = await server.data('receipts', {}, { token });
      const { receipts } = await verifyChain(list);
      const wrong = receipts.filter(({ isRight }) => !isRight);
      expect(wrong).toEqual([]);
    }
  });

  test('say what was paid: the ledger has it to the unit', async () => {
    const { own } = await read(4, alice.token);
    expect(own).toMatchObject({ stake: '100.000000', fee: '1.000000', paid: '175.000000' });
    const { own: closed } = await read(6, alice.token);
    const rows = await server.context.database.query<{ amount: string }>(
      `SELECT sum(amount_minor)::text AS amount FROM postings JOIN journal_entries USING (entry_id)
       WHERE owner_id = $1 AND account = 'contract' AND reason = 'futures_close' AND reference = $2`,
      [alice.userId, `${made.positionId}`],
    );
    const minor = (text: unknown) => BigInt(String(text).replace('.', ''));
    expect(rows).toEqual([
      { amount: `${minor(closed?.['realised_pnl']) - minor(closed?.['close_fee'])}` },
    ]);
  });

  test('are read a part at a time', async () => {
    const idsOf = async (request: Readonly<Record<string, number>>) =>
      (await server.data('receipts', request)).list.map(({ id }) => id);
    expect(await idsOf({ from: 3, limit: 2 })).toEqual([3, 4]);
    expect(await idsOf({ from: 6 })).toEqual([6]);
    expect(await idsOf({ from: 7 })).toEqual([]);
  });

  test.each([
    ['receipt', { id: 7 }, 404, 'not_found'],
    ['receipt', { id: Number.MAX_SAFE_INTEGER }, 404, 'not_found'],
    ['receipt', { id: 0 }, 422, 'validation_failed'],
    ['receipt', {}, 422, 'validation_failed'],
    ['receipt', { id: '1 OR 1' }, 422, 'validation_failed'],
    ['receipts', { limit: 101 }, 422, 'validation_failed'],
    ['receipts', { limit: 0 }, 422, 'validation_failed'],
    ['receipts', { from: -1 }, 422, 'validation_failed'],
    ['receiptHeads', { page: 0 }, 422, 'validation_failed'],
  ] as const)('%s %o is %i %s', async (route, request, status, error) => {
    const reply = await server.call(route, request);
    expect([reply.status, reply.error]).toEqual([status, error]);
  });

  test('their heads are public, newest first, and only grow', async () => {
    const { database } = server.context;
    expect((await server.data('receiptHeads', {})).list).toEqual([]);
    await publishHead(database, server.clock.nowMs);
    await publishHead(database, server.clock.nowMs + 60_000);
    const last = await read(6);
    const { list, total } = await server.data('receiptHeads', {});
    expect([list, total]).toEqual([[{ time: server.clock.nowMs, count: 6, hash: last.hash }], 1]);
  });

  test('Q9: anybody may ask for the hash at a count, and where the chain ends', async () => {
    const [second, last] = [await read(2), await read(6)];
    expect(await server.data('receiptHashes', { counts: '2,6,7' })).toEqual({
      ...{ count: 6, hash: last.hash },
      list: [
        { count: 2, hash: second.hash },
        { count: 6, hash: last.hash },
      ],
    });
    expect((await server.data('receiptHashes', {})).list).toEqual([]);
    for (const counts of ['0', '1,,2', 'x', Array(101).fill(1).join(',')])
      expect(await server.call('receiptHashes', { counts })).toMatchObject({ status: 422 });
  });

  test('fairlead-verify re-computes the whole chain of the running server, and its head', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const run = (...args: readonly string[]): Promise<readonly [number, string]> =>
      new Promise((resolve) => {
        execFile(process.execPath, [VERIFY, ...args], (error, stdout, stderr) => {
          resolve([error === null ? 0 : Number(error.code), stdout + stderr]);
        });
      });
    const [sum, hosts = '', own, outside, end] = (await run(`http://127.0.0.1:${port}`))[1].split(
      '\n',
    );
    expect(sum).toBe(
      '6 receipts, 14 samples made again from 84 quotes, 6 links, 0 with amounts, 1 published heads met',
    );
    expect(hosts).toMatch(/^read from: binance stream\.binance\.com \(\d+\), bitstamp /);
    expect(own).toBe('settlement/heads (its own word): 1 heads of 6 to 6 receipts, 1 met');
    expect(outside).toBe('no head from outside was given: this was checked against itself only');
    expect(end).toBe('all right');
    const [code, output] = await run(`http://127.0.0.1:${port}`, '--id', '4');
    expect([code, output.split('\n').at(-2)]).toEqual([0, 'all right']);
    expect((await run(`http://127.0.0.1:${port}`, '--id', '99'))[0]).toBe(2);
  });
});
