/** The private event of options: the owner is told of a purchase and of its result, and nobody else. */
import { USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveFixture } from '../../../test/support/live-fixture.ts';
import { MAKER, TAKER } from '../../../test/support/test-sequencer.ts';
import { OPTION_TERMS } from './fixture.ts';

const CAPITAL = amountMinor(10_000_000000n);

let live: LiveFixture;
beforeEach(async () => {
  live = await LiveFixture.open();
  const { market } = live;
  await market.run({ kind: 'configure_options', terms: OPTION_TERMS });
  const { currencyId } = USDT;
  await market.run({
    kind: 'configure_option_currency',
    currency: { currencyId, feePpm: ratePpm(10_000n), presets: [], isOpen: true },
  });
  await market.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: 'option house',
    currencyId,
    amount: CAPITAL,
    source: { house: 'external' },
    target: { house: 'option_house' },
  });
  const [source, target] = ['coin', 'option'] as const;
  const amount = amountMinor(1_000_000000n);
  await market.run({ kind: 'transfer', owner: MAKER, source, target, currencyId, amount });
});
afterEach(() => live.close());

async function second(price: bigint): Promise<void> {
  const { market } = live;
  market.clock.nowMs += 1_000;
  const sampleTimeMs = market.clock.nowMs;
  const said = { price: priceOf(price), quotedAtMs: sampleTimeMs };
  await market.run({ kind: 'index_tick', marketId: 1, sampleTimeMs, ...said });
}

const priceOf = (whole: bigint) => priceE8(whole * 100_000_000n);

test('an order when it is bought and when it is settled, to its owner only', async () => {
  live.addSession('maker', MAKER);
  live.addSession('taker', TAKER);
  const [owner, other, guest] = [await live.connect(), await live.connect(), await live.connect()];
  await owner.ask('login', { token: 'maker' });
  await other.ask('login', { token: 'taker' });
  await second(100n);
  await live.market.run({
    kind: 'buy_option',
    owner: MAKER,
    marketId: 1,
    currencyId: USDT.currencyId,
    direction: 'fall',
    seconds: 30,
    stake: amountMinor(100_000000n),
  });
  await owner.until(() => owner.of('option').length === 1);
  const deliversAtMs = live.market.clock.nowMs + 30_000;
  for (let passed = 1; passed <= 30; passed += 1) await second(99n);
  await owner.until(() => owner.of('option').length === 2 && owner.of('record').length === 2);
  expect(owner.of('option')).toMatchObject([
    {
      symbol: 'BTC/USDT',
      direction: 'fall',
      status: 'open',
      amount: '100.000000',
      fee: '1.000000',
      purchase_price: '100.00',
      current_price: '100.00',
      delivers_at: deliversAtMs,
      remaining_ms: 30_000,
    },
    {
      status: 'settled',
      result: 'win',
      outcome: 'fall',
      delivery_price: '99.00',
      paid: '175.000000',
      profit: '74.000000',
      settled_at: deliversAtMs,
      remaining_ms: 0,
    },
  ]);
  expect(owner.of('record')).toMatchObject([
    { account: 'option', kind: 'option_purchase', amount: '-101.000000' },
    { account: 'option', kind: 'option_delivery', amount: '175.000000', balance: '1074.000000' },
  ]);
  await Promise.all([other.settle(), guest.settle()]);
  for (const { told } of [other, guest])
    expect(told.filter(({ event }) => event !== 'data')).toEqual([]);
});
