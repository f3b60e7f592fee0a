/** The private event of positions: the owner is told of each change as it was committed, and nobody else. */
import { USDT } from '@fairlead/testkit';
import { amountMinor, priceE8 } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveFixture } from '../../../test/support/live-fixture.ts';
import { MAKER, TAKER } from '../../../test/support/test-sequencer.ts';
import { FUTURES_TERMS } from './fixture.ts';

let live: LiveFixture;
beforeEach(async () => {
  live = await LiveFixture.open();
  const { market } = live;
  const { currencyId } = USDT;
  await market.run({ kind: 'configure_futures', terms: FUTURES_TERMS });
  await market.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: 'contract house',
    currencyId,
    amount: amountMinor(10_000_000000n),
    source: { house: 'external' },
    target: { house: 'contract_house' },
  });
  const [source, target] = ['coin', 'contract'] as const;
  const amount = amountMinor(1_000_000000n);
  await market.run({ kind: 'transfer', owner: MAKER, source, target, currencyId, amount });
});
afterEach(() => live.close());

async function second(price: bigint): Promise<void> {
  const { market } = live;
  market.clock.nowMs += 1_000;
  const sampleTimeMs = market.clock.nowMs;
  const said = { price: priceE8(price * 100_000_000n), quotedAtMs: sampleTimeMs };
  await market.run({ kind: 'index_tick', marketId: 1, sampleTimeMs, ...said });
}

test('a position as it opens, gets its stops and is liquidated, to its owner only', async () => {
  live.addSession('maker', MAKER);
  live.addSession('taker', TAKER);
  const [owner, other, guest] = [await live.connect(), await live.connect(), await live.connect()];
  await owner.ask('login', { token: 'maker' });
  await other.ask('login', { token: 'taker' });
  await second(100n);
  const opened = await live.market.sequencer.run({
    kind: 'open_position',
    owner: MAKER,
    marketId: 1,
    side: 'long',
    type: 'market',
    lots: 10,
    multiple: 10,
  });
  if (!opened.ok || opened.value.kind !== 'position') throw new Error('it did not open');
  const { positionId } = opened.value.position;
  const takeProfit = priceE8(110_00000000n);
  await live.market.run({ kind: 'set_stops', owner: MAKER, positionId, takeProfit });
  await second(90n);
  await owner.until(() => owner.of('position').length === 3 && owner.of('record').length === 2);
  expect(owner.of('position')).toMatchObject([
    { id: positionId, status: 'holding', open_price: '100.01', unrealised_pnl: '-0.010000' },
    { id: positionId, status: 'holding', take_profit: '110.00' },
    {
      id: positionId,
      status: 'closed',
      close_reason: 'liquidation',
      close_price: '90.00',
      realised_pnl: '-10.001000',
      // Of the 0.010001 that the opening's fee brought in.
      insurance_paid: '0.009000',
    },
  ]);
  expect(owner.of('record')).toMatchObject([
    { account: 'contract', kind: 'futures_open', amount: '-0.050005' },
    { account: 'contract', kind: 'futures_close', amount: '-10.001000' },
  ]);
  await Promise.all([other.settle(), guest.settle()]);
  for (const { told } of [other, guest])
    expect(told.filter(({ event }) => event !== 'data')).toEqual([]);
});
