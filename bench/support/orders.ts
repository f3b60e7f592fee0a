/** Durable orders through a sequencer, without HTTP: 200 traders, every second order takes what the one before it made. */
import { randomUUID } from 'node:crypto';
import type { Command, OrderRow } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, priceTicks, quantityLots } from '@fairlead/units';
import { successBody } from '../../apps/server/src/core/http/envelope.ts';
import { fingerprint } from '../../apps/server/src/core/sequencer/fingerprint.ts';
import type { Sequencer } from '../../apps/server/src/core/sequencer/sequencer.ts';

const TRADERS = 200;

/** Opens the market and gives every trader funds. */
export async function seed(sequencer: Sequencer): Promise<void> {
  const commands: Command[] = [
    { kind: 'configure_currency', currency: BTC },
    { kind: 'configure_currency', currency: USDT },
    { kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 10_000 } },
    {
      kind: 'index_tick',
      marketId: BTC_USDT.marketId,
      sampleTimeMs: Date.now() - 1_000,
      price: priceE8(100_00000000n),
    },
  ];
  for (let owner = 1; owner <= TRADERS; owner += 1) {
    commands.push({ kind: 'open_account', owner });
    for (const { currencyId } of [BTC, USDT]) {
      commands.push({
        kind: 'post_entry',
        reason: 'faucet',
        reference: `bench:${owner}:${currencyId}`,
        currencyId,
        amount: amountMinor(10n ** 15n),
        source: { house: 'external' },
        target: { owner, account: 'coin' },
      });
    }
  }
  for (const result of await Promise.all(commands.map((command) => sequencer.run(command)))) {
    if (!result.ok) throw new Error(`the bench's seed was refused: ${result.reject}`);
  }
}

/** Places one order a call, by the next trader, with a key of its own; every second takes what the one before it made. */
export function orderPlacer(sequencer: Sequencer): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    const owner = 1 + (count % TRADERS);
    const side = count % 2 === 0 ? 'buy' : 'sell';
    const body = { symbol: 'BTC/USDT', side, type: 'limit', price: '100.00', quantity: '0.010' };
    const { status } = await sequencer.submit({
      command: {
        kind: 'place_order',
        owner,
        marketId: BTC_USDT.marketId,
        side,
        type: 'limit',
        timeInForce: 'gtc',
        price: priceTicks(10_000),
        quantity: quantityLots(10),
      },
      idempotency: {
        owner,
        key: randomUUID(),
        route: 'coin/trade',
        fingerprint: fingerprint('coin/trade', body),
      },
      render: (result) => {
        if (!result.ok || result.value.kind !== 'order') return { status: 400, body: '{}' };
        return { status: 200, body: successBody({ order: orderText(result.value.order) }) };
      },
    });
    if (status !== 200) throw new Error(`the bench's order was refused: ${status}`);
  };
}

/** As the app is answered (orderView), so that answers are as long as theirs. */
function orderText(order: OrderRow) {
  const isFilled = order.status === 'completed';
  return {
    id: order.orderId,
    symbol: 'BTC/USDT',
    side: order.side,
    type: order.type,
    time_in_force: order.timeInForce,
    price: '100.00',
    quantity: '0.010',
    filled_quantity: isFilled ? '0.010' : '0.000',
    filled_amount: isFilled ? '1.000000' : '0.000000',
    ...(isFilled && { average_price: '100.0000' }),
    fee: isFilled ? '0.00002000' : '0.00000000',
    fee_currency: order.side === 'buy' ? 'BTC' : 'USDT',
    maker_fee_rate: '0.001',
    taker_fee_rate: '0.002',
    status: order.status,
    created_at: order.createdAtMs,
    updated_at: order.updatedAtMs,
  };
}

/** Runs `task` so many times by so many callers, each waiting for its answer; latencies in ms. */
export async function inParallel(
  times: number,
  callers: number,
  task: () => Promise<void>,
): Promise<number[]> {
  const latencies: number[] = [];
  let left = times;
  const call = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await task();
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return latencies;
}
