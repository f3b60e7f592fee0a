/** What becomes of options and positions is told to their owners, once, whatever dies between commit and message. */

import type { PositionRow } from '@fairlead/engine';
import { BTC_USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import type { CommittedBatch } from '../../core/sequencer/submission.ts';
import { startPositionNotices } from '../../futures/notices.ts';
import { buy, buyer, passSeconds, startOptionServer } from '../../options/test/fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startOptionServer();
});
afterAll(() => server.stop());

const inbox = async (of: TestUser) =>
  (await server.data('messages', { limit: 100 }, of)).list.filter(
    ({ kind }) => kind === 'option_delivered',
  );
const wantDeliveries = (of: TestUser) =>
  server.data('saveNotification', { kind: 'deliveries', inbox: true }, of);

test('a delivered option is told with its receipt, where that is wanted', async () => {
  const [told, untold] = [await buyer(server), await buyer(server)];
  await wantDeliveries(told);
  await buy(server, told);
  await buy(server, untold);
  await passSeconds(server, 40, () => '101');
  await server.notices.settled();
  const [order] = (await server.data('optionOrders', { status: 'settled' }, told)).list;
  expect(await inbox(untold)).toEqual([]);
  const [message, ...more] = await inbox(told);
  expect(more).toEqual([]);
  expect(message).toMatchObject({
    kind: 'option_delivered',
    title: 'BTC/USDT option delivered',
    body: 'You were right: +74 USDT.',
    link: `pages/settlement/receipt?id=${order?.receipt_id}`,
  });
});

test('a crash between delivery and message: told at the start, once, and not pushed twice', async () => {
  const user = await buyer(server);
  await wantDeliveries(user);
  await buy(server, user);
  await server.notices.stop();
  await passSeconds(server, 40, () => '99');
  expect(await inbox(user)).toEqual([]);
  for (let start = 0; start < 2; start += 1) {
    await server.restart();
    await server.notices.settled();
    expect((await inbox(user)).map(({ body }) => body)).toEqual([
      'It went the other way: -101 USDT.',
    ]);
  }
});

/** A long of 2 BTC that was closed at 90 without its owner. */
const closed = (owner: number, more: Partial<PositionRow> = {}): PositionRow => ({
  positionId: 5_000,
  owner,
  marketId: BTC_USDT.marketId,
  currencyId: BTC_USDT.quoteCurrencyId,
  side: 'long',
  type: 'market',
  lots: 2,
  lotBaseMinor: amountMinor(1_0000_0000n),
  multiple: 10,
  maintenanceRatePpm: ratePpm(5_000n),
  openFeePpm: ratePpm(0n),
  closeFeePpm: ratePpm(0n),
  insuranceSharePpm: ratePpm(0n),
  halfSpreadPpm: ratePpm(0n),
  priceStepE8: 1n,
  profitCapMultiple: 10,
  openPrice: priceE8(100_00000000n),
  closePrice: priceE8(90_00000000n),
  margin: amountMinor(20_000000n),
  maintenance: amountMinor(1_000000n),
  openFee: amountMinor(500000n),
  closeFee: amountMinor(0n),
  hold: amountMinor(0n),
  reserved: amountMinor(0n),
  realisedPnl: amountMinor(-20_000000n),
  insurancePaid: amountMinor(0n),
  status: 'closed',
  closeReason: 'liquidation',
  closeReceiptId: 77,
  createdAtMs: 0,
  updatedAtMs: 0,
  ...more,
});

test('a position that was closed or (Q8) could not open without its owner is told; what they closed themselves is not', async () => {
  const { userId, token } = await server.register();
  let commit: (batch: CommittedBatch) => void = () => {};
  const notices = startPositionNotices({
    ...server.context,
    sequencer: {
      onCommitted: (listener) => {
        commit = listener;
        return () => undefined;
      },
    },
  });
  const positions = [
    closed(userId),
    closed(userId, { positionId: 5_001, closeReason: 'stop_loss', side: 'short' }),
    closed(userId, { positionId: 5_002, closeReason: 'user' }),
    closed(userId, { positionId: 5_003, status: 'holding' }),
    closed(userId, {
      positionId: 5_004,
      status: 'cancelled',
      closeReason: 'house_limit',
      price: priceE8(95_00000000n),
    }),
  ];
  // The rest of a batch is of no concern here.
  const batch = { changes: { positions } } as unknown as CommittedBatch;
  commit(batch);
  commit(batch);
  await notices.stop();
  const { list } = await server.data('messages', {}, { token });
  expect(list.map(({ title, body }) => `${title}: ${body}`)).toEqual([
    'BTC/USDT order not opened: Your long at 95.00 was reached and could not be opened: the house had no room for it. What it held back is available again.',
    'BTC/USDT position closed: Your short position was closed at 90.00: stop loss. Result after fees: -20.5 USDT.',
    'BTC/USDT position liquidated: Your long position was liquidated at 90.00: its margin was used up. Result after fees: -20.5 USDT.',
  ]);
  expect(list.map(({ link }) => link)).toEqual([
    'pages/lever/index',
    'pages/settlement/receipt?id=77',
    'pages/settlement/receipt?id=77',
  ]);
});
