/**
 * Receipts that somebody took out of the tables, with every command left: no loss explains them. Trading stops for a drift,
 * numbers go on beyond, and whoever reads the chain finds the gap.
 */
import { verifyChain } from '@fairlead/receipt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { FakeClock, hashes, start } from '../../../test/support/test-sequencer.ts';
import { PastCheck } from '../../core/checks/past-check.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import { DerivativeStory, readChain, seedDerivatives } from './receipt-story.ts';
import { unguarded } from './rewrite-past.ts';

const ALICE = 11;

describeDatabases('Q10: receipts that are gone without a lost command', (kind) => {
  let opened: TestDatabase;
  let clock: FakeClock;
  let story: DerivativeStory;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    clock = new FakeClock();
    story = new DerivativeStory(await start(opened.database, { clock }), clock);
    await seedDerivatives(story.sequencer, [ALICE]);
    await story.tick('100.00');
    for (let count = 0; count < 4; count += 1) await story.buy(ALICE, 'rise');
  });
  afterEach(async () => {
    await story.sequencer.stop();
    await opened.remove();
  });

  /** Starts again on what `attack` left, with the memory of what was given out. */
  async function restartAfter(attack: string): Promise<Sequencer> {
    const { seen } = story.sequencer.committed;
    await story.sequencer.stop();
    await unguarded(opened.database, async (sql) => {
      await sql.query(attack);
    });
    story.sequencer = await start(opened.database, { clock, readSeen: async () => [seen] });
    return story.sequencer;
  }
  const drifts = async () =>
    (await new PastCheck({ database: opened.database, clock }).newest(1_000)).map(
      ({ check, subject }) => `${check} ${subject}`,
    );

  test('are a drift and no loss, and no number is given twice', async () => {
    const before = await readChain(opened.database, undefined);
    const last = before.at(-1)?.id ?? 0;
    const sequencer = await restartAfter(`DELETE FROM receipts WHERE receipt_id > ${last - 2}`);
    const missing = `receipt_missing receipts ${last - 1} to ${last}: given out and gone, though no command is`;
    expect(await drifts()).toEqual([missing]);
    await story.tick('100.00');
    await story.buy(ALICE, 'rise');
    const chain = await readChain(opened.database, undefined);
    expect(chain.map(({ kind: each }) => each)).not.toContain('loss');
    const added = chain.at(-1);
    expect(added?.id).toBeGreaterThan(last + 1_000_000);
    const { receipts } = await verifyChain(chain);
    expect(receipts.filter(({ isRight }) => !isRight).map(({ id }) => id)).toEqual([added?.id]);
    const { running, reloaded } = await hashes(sequencer, opened.database);
    expect(reloaded).toEqual(running);
    // The next start finds the same, though its numbers are beyond.
    await restartAfter('SELECT 1');
    expect(await drifts()).toContain(missing);
  });

  test('count no more once they are there again', async () => {
    const rows = await opened.database.query<{ row: string }>(
      'SELECT row_to_json(receipts)::text AS row FROM receipts',
    );
    await restartAfter('DELETE FROM receipts');
    expect(await drifts()).toEqual([expect.stringMatching(/^receipt_missing receipts 1 to /)]);
    await unguarded(opened.database, async (sql) => {
      for (const { row } of rows)
        await sql.query(
          'INSERT INTO receipts SELECT * FROM json_populate_record(NULL::receipts, $1::text::json)',
          [row],
        );
    });
    expect(await drifts()).toEqual([]);
  });

  test('other numbers without a lost command are passed by too, and stop trading once', async () => {
    const { seen } = story.sequencer.committed;
    await restartAfter('UPDATE leader SET last_entry_id = last_entry_id - 1');
    const stop = `counter_behind entries ${seen.entryId} to ${seen.entryId}: given out and gone, though no command is`;
    expect(await drifts()).toEqual([stop]);
    expect(story.sequencer.committed.seen.entryId).toBeGreaterThan(seen.entryId + 999_999);
    const asked = { kind: 'set_trading_mode', mode: 'cancel_only', cause: 'drift' } as const;
    await story.sequencer.run({ ...asked, reason: stop });
    expect(await drifts()).toEqual([]);
  });
});
