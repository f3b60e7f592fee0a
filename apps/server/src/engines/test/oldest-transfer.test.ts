/** How old the oldest transfer between two engines is, as Prometheus is told, on their real tables. */
import { USDT } from '@fairlead/testkit';
import { amountMinor, MINUTE_MS } from '@fairlead/units';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeDatabases, openTestDatabase } from '../../../test/support/test-database.ts';
import { seed } from '../../../test/support/test-sequencer.ts';
import { gaugeTransfers } from '../gauges.ts';
import { ADA, Side } from './side.ts';

const NAME = 'fairlead_transfers_oldest_seconds';

describeDatabases('the oldest transfer on its way', (kind) => {
  let spot: Side;
  let futures: Side;
  let registry: Registry;

  beforeEach(async () => {
    spot = new Side(await openTestDatabase(kind), 'spot');
    futures = new Side(await openTestDatabase(kind), 'futures');
    await spot.begin(() => [futures]);
    await seed(spot.sequencer);
    await futures.begin(() => [spot]);
    await spot.run({ kind: 'open_account', owner: ADA });
    await spot.run({
      ...{ kind: 'post_entry', reason: 'faucet', reference: 'ada', amount: amountMinor(1_000n) },
      ...{ currencyId: USDT.currencyId, source: { house: 'external' } },
      target: { owner: ADA, account: 'coin' },
    });
    await futures.mirror?.look();
    registry = new Registry();
    gaugeTransfers(registry, { engines: [spot, futures], clock: { now: () => spot.clock.nowMs } });
  });

  afterEach(async () => {
    for (const side of [spot, futures]) {
      await side.end();
      await side.tables.remove();
    }
  });

  /** In whole seconds: what arrives is booked a moment after it left. */
  async function ages(): Promise<Record<string, number>> {
    const [read] = (await registry.getMetricsAsJSON()).filter(({ name }) => name === NAME);
    const values = read?.values as { value: number; labels: { engine?: string } }[];
    return Object.fromEntries(
      values.map(({ value, labels }) => [labels.engine, Math.round(value)]),
    );
  }

  it('is none while nothing is, and grows from when it left until it is there', async () => {
    expect(await ages()).toEqual({ spot: 0, futures: 0 });
    await spot.transfer(100n, 'contract');
    expect(await ages()).toEqual({ spot: 0, futures: 0 });
    futures.isAway = true;
    await spot.transfer(200n, 'contract');
    spot.clock.nowMs += MINUTE_MS;
    await spot.transfer(300n, 'contract');
    spot.clock.nowMs += MINUTE_MS;
    expect(await ages()).toEqual({ spot: 120, futures: 0 });
    futures.isAway = false;
    futures.clock.nowMs = spot.clock.nowMs;
    // What failed is tried again at one of the next looks.
    for (let looks = 0; looks < 4; looks += 1) await spot.carrier.look();
    expect(await ages()).toEqual({ spot: 0, futures: 0 });
    expect([await spot.total(), await futures.total()]).toEqual([400n, 600n]);
  });

  it('is by the engine that it left, also on its way back to the home', async () => {
    await spot.transfer(500n, 'contract');
    spot.isAway = true;
    await futures.transfer(100n, 'coin');
    spot.clock.nowMs += 5 * MINUTE_MS;
    expect(await ages()).toEqual({ spot: 0, futures: 300 });
  });

  it('counts what somebody wrote into the table, which nobody carries', async () => {
    await spot.books.query(
      `INSERT INTO sent_transfers (transfer_id, owner_id, source, target, currency_id, amount_minor,
         reference, time_ms, status)
       VALUES (900000000000, ${ADA}, 'coin', 'contract', ${USDT.currencyId}, 5, 'forged', $1, 'sent')`,
      [spot.clock.nowMs - MINUTE_MS],
    );
    await spot.carrier.look();
    expect(await ages()).toEqual({ spot: 60, futures: 0 });
  });

  it('is not below zero where a clock was put back, and absent where its database is away', async () => {
    futures.isAway = true;
    await spot.transfer(200n, 'contract');
    spot.clock.nowMs -= MINUTE_MS;
    expect(await ages()).toEqual({ spot: 0, futures: 0 });
    const away = { query: () => Promise.reject(new Error('away')) };
    const others = new Registry();
    gaugeTransfers(others, {
      engines: [spot, { name: 'futures', books: away }],
      clock: spot.clock,
    });
    const [read] = await others.getMetricsAsJSON();
    expect(read?.values.map(({ labels }) => labels)).toEqual([{ engine: 'spot' }]);
  });
});
