/**
 * Two engines whose clocks are apart: what comes from another is never here before it left there, so a year for the tax office finds
 * everything had before it is spent. A clock that is far ahead drags nobody along.
 */
import type { Command } from '@fairlead/engine';
import { TaxLedger, Valuation } from '@fairlead/formula/tax';
import { BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, HOUR_MS, priceE8 } from '@fairlead/units';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeDatabases, openTestDatabase } from '../../../test/support/test-database.ts';
import { hashes, seed } from '../../../test/support/test-sequencer.ts';
import type { Reads } from '../../core/store/database.ts';
import { readSentTransfers } from '../../ledger/queries.ts';
import { readMovements } from '../../portfolio/tax/read-movements.ts';
import { engineOfCall } from '../calls.ts';
import { JoinedSequencer } from '../joined.ts';
import { ADA, Side } from './side.ts';

const gift = (reference: string, account: 'coin' | 'contract', amount: bigint): Command => ({
  kind: 'post_entry',
  reason: 'faucet',
  reference,
  currencyId: USDT.currencyId,
  amount: amountMinor(amount),
  source: { house: 'external' },
  target: { owner: ADA, account },
});

const taken = (reference: string, account: 'coin' | 'contract', amount: bigint): Command => ({
  ...(gift(reference, account, amount) as Extract<Command, { kind: 'post_entry' }>),
  reason: 'correction',
  source: { owner: ADA, account },
  target: { house: 'external' },
});

describeDatabases('engines whose clocks are apart', (kind) => {
  let spot: Side;
  let futures: Side;

  beforeEach(async () => {
    spot = new Side(await openTestDatabase(kind), 'spot');
    futures = new Side(await openTestDatabase(kind), 'futures');
    await spot.begin(() => [futures]);
    await seed(spot.sequencer);
    await futures.begin(() => [spot]);
    await spot.run({ kind: 'open_account', owner: ADA });
    await futures.mirror?.look();
  });

  afterEach(async () => {
    for (const side of [spot, futures]) {
      const { running, reloaded } = await hashes(side.sequencer, side.books);
      expect(running).toBe(reloaded);
      await side.end();
      await side.tables.remove();
    }
  });

  const must = async (side: Side, command: Command): Promise<void> => {
    expect(await side.run(command)).toMatchObject({ ok: true });
  };

  /** What a tax report makes of both books: it fails where something is spent before it was had. */
  async function held(): Promise<bigint> {
    const both = {
      query: async (sql: string, values: readonly unknown[]) =>
        (
          await Promise.all([spot, futures].map(({ books }) => books.query(sql, values as never)))
        ).flat(),
    };
    const prices = { priceOn: () => undefined, scaleOf: () => 6 };
    const ledger = new TaxLedger({
      method: 'fifo',
      valuation: new Valuation(prices, USDT.currencyId),
      depositCost: 'unknown',
      stated: new Map(),
    });
    const query = { owners: [ADA], toMs: 2 ** 52, feesFromMs: 2 ** 52 };
    for await (const page of readMovements(both as unknown as Reads, query))
      for (const movement of page) ledger.apply(movement);
    return ledger.total(USDT.currencyId);
  }

  const timesOf = async (side: Side): Promise<number[]> => {
    const rows = await side.books.query<{ time_ms: bigint }>(
      `SELECT time_ms FROM journal_entries ORDER BY entry_id`,
    );
    return rows.map(({ time_ms }) => Number(time_ms));
  };

  it('half a second apart, or not at all, what arrives is later than it left, there and back', async () => {
    for (const [turn, aheadMs] of [500, -500, 0].entries()) {
      spot.clock.nowMs = Math.max(spot.clock.nowMs, futures.clock.nowMs) + 10_000;
      futures.clock.nowMs = spot.clock.nowMs - aheadMs;
      await must(spot, gift(`had ${turn}`, 'coin', 300n));
      expect(await spot.transfer(300n, 'contract')).toMatchObject({ ok: true });
      await must(futures, taken(`spent ${turn}`, 'contract', 300n));
      expect(await held()).toBe(0n);
      await must(futures, gift(`won ${turn}`, 'contract', 200n));
      expect(await futures.transfer(200n, 'coin')).toMatchObject({ ok: true });
      await must(spot, taken(`gone ${turn}`, 'coin', 200n));
      expect(await held()).toBe(0n);
    }
    for (const side of [spot, futures]) {
      const times = await timesOf(side);
      expect(times).toEqual(times.toSorted((left, right) => left - right));
    }
  });

  it('a moment behind the home its samples are taken all the same, and what waits for them runs', async () => {
    const lost: unknown[] = [];
    const nobody = { sequencer: { run: async () => ({ ok: true }) } as never };
    const joined = new JoinedSequencer({
      members: {
        spot: { sequencer: spot.sequencer },
        futures: { sequencer: futures.sequencer },
        options: nobody,
        wealth: nobody,
      },
      engineOfCall,
      onTickLost: (_, reason) => lost.push(reason),
    });
    const taken = async (aheadMs: number): Promise<number | undefined> => {
      // Neither goes back.
      spot.clock.nowMs += 10_000 + (aheadMs < HOUR_MS ? 0 : HOUR_MS);
      futures.clock.nowMs = spot.clock.nowMs - aheadMs;
      const { marketId } = BTC_USDT;
      const sampleTimeMs = spot.clock.nowMs;
      const waiting = futures.sequencer.submit({
        command: { kind: 'cancel_position', owner: ADA, positionId: 1 },
        afterSamplesOf: [marketId],
        render: (result) => ({ status: 200, body: JSON.stringify(result) }),
      });
      const price = priceE8(100_00000000n);
      await joined.run({ kind: 'index_tick', marketId, sampleTimeMs, price });
      if (aheadMs < HOUR_MS) await waiting;
      else await vi.waitUntil(() => lost.length > 0);
      waiting.catch(() => undefined);
      const [last] = await futures.books.query<{ last: bigint | null }>(
        'SELECT max(sample_time_ms) AS last FROM index_samples',
      );
      return last?.last === null ? undefined : Number(last?.last);
    };
    for (const aheadMs of [500, 1_000, 0, -500]) {
      lost.length = 0;
      expect([await taken(aheadMs), lost]).toEqual([spot.clock.nowMs, []]);
    }
    // No engine goes by a clock that is an hour ahead.
    const before = await taken(HOUR_MS);
    expect(before).toBeLessThan(spot.clock.nowMs);
    expect(new Set(lost)).toEqual(new Set(['terms_invalid']));
  });

  it('what a clock sent that was an hour ahead and was put right arrives, and so does what is sent from then on', async () => {
    spot.clock.nowMs += HOUR_MS;
    await must(spot, gift('had', 'coin', 300n));
    expect(await spot.transfer(200n, 'contract')).toMatchObject({ ok: true });
    expect(await futures.total()).toBe(0n);
    await spot.end();
    spot.clock.nowMs -= HOUR_MS;
    await spot.begin(() => [futures]);
    for (let look = 0; look < 4; look += 1) await spot.carrier.look();
    expect(await futures.total()).toBe(200n);
    expect(await spot.transfer(100n, 'contract')).toMatchObject({ ok: true });
    expect(await futures.total()).toBe(300n);
    expect(await readSentTransfers(spot.books)).toEqual([]);
    // The other's own time is dragged along by neither.
    expect((await timesOf(futures)).at(-1)).toBe(futures.clock.nowMs);
  });

  it('an hour apart it waits where the time has not come, and nobody’s time is dragged along', async () => {
    spot.clock.nowMs += HOUR_MS;
    await must(spot, gift('had', 'coin', 300n));
    expect(await spot.transfer(300n, 'contract')).toMatchObject({ ok: true });
    await spot.carrier.look();
    expect([await futures.total(), (await readSentTransfers(spot.books)).length]).toEqual([0n, 1]);
    await must(futures, gift('meanwhile', 'contract', 1n));
    expect((await timesOf(futures)).at(-1)).toBe(futures.clock.nowMs);
    // Nor has what was refused for its time an end.
    expect(await futures.books.query('SELECT FROM received_transfers')).toEqual([]);

    futures.clock.nowMs = spot.clock.nowMs - 1_000;
    for (let look = 0; look < 4; look += 1) await spot.carrier.look();
    expect(await futures.total()).toBe(301n);
    expect((await timesOf(futures)).at(-1)).toBe(spot.clock.nowMs + 1);
    await must(futures, taken('spent', 'contract', 301n));
    expect(await held()).toBe(0n);
    expect(await readSentTransfers(spot.books)).toEqual([]);
  });
});
