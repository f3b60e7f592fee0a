/** A loss and a drift at once: neither ends the other, whichever came first, and one resume ends both. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { seed, start } from '../../../../test/support/test-sequencer.ts';
import { AuditLog } from '../../acts/audit.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import { isAnyHeldForLoss, openTrading } from '../trading-mode.ts';

describeDatabases('a loss and a drift at once', (kind) => {
  let home: TestDatabase;
  let futures: TestDatabase;
  let sequencer: Sequencer;

  beforeEach(async () => {
    home = await openTestDatabase(kind);
    futures = await openTestDatabase(kind);
    sequencer = await start(futures.database);
    await seed(sequencer);
  });

  afterEach(async () => {
    await sequencer.stop();
    await futures.remove();
    await home.remove();
  });

  const loses = async () => {
    const { seen } = sequencer.committed;
    await sequencer.stop();
    const known = { ...seen, sequence: seen.sequence + 5 };
    sequencer = await start(futures.database, { readSeen: () => Promise.resolve([known]) });
  };
  const drifts = () =>
    sequencer.run({
      kind: 'set_trading_mode',
      mode: 'cancel_only',
      cause: 'drift',
      reason: 'a sum',
    });
  const audit = { add: async () => undefined };
  const log = { error: () => undefined } as never;
  const trading = () =>
    openTrading({
      ...{ database: futures.database, sequencer, audit, log },
      resumes: { home: home.database, product: 'futures' },
    });
  /** As whoever asks for a withdrawal does, at a home that nothing holds. */
  const isHeld = async () => [
    (await trading()).isHeldForLoss,
    await isAnyHeldForLoss({
      trading: { isHeldForLoss: false },
      everyBooks: () => [home.database, futures.database],
    }),
  ];

  it.each([
    ['a drift is found after a loss', [loses, drifts]],
    ['a loss comes upon a drift', [drifts, loses]],
  ])('%s: nothing leaves until that is resumed from', async (_what, stops) => {
    for (const stop of stops) await stop();
    expect(await isHeld()).toEqual([true, true]);
    const now = await trading();
    const books = { results: new Map(), checkEverything: async () => undefined };
    expect(now.view(books)).toMatchObject({ cause: 'drift', is_resumable: false });
    expect(now.view(books).reason).toMatch(/^a sum; the database lost commits/);
  });

  it('a drift alone holds no withdrawal, nor does one after a loss was resumed from', async () => {
    await drifts();
    expect(await isHeld()).toEqual([false, false]);
    await loses();
    expect(await isHeld()).toEqual([true, true]);
    const acts = new AuditLog(home.database, { now: () => 9e15 }, () => undefined);
    await acts.add({
      ...{ action: 'trading.resumed', subject: 'exchange' },
      detail: { product: 'futures' },
    });
    expect(await isHeld()).toEqual([false, false]);
  });
});
