import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeDatabases, openTestDatabase, type TestDatabase } from '../store/test-database.ts';
import { hashes, limit, MAKER, seed, start, submitKeyed, TAKER } from './test-sequencer.ts';

describeDatabases('sequencer', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openTestDatabase(kind);
  });
  afterEach(() => test.remove());

  it('answers after the commit, and a reload gives the hash of the running engine', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const made = await sequencer.run(limit(MAKER, 'sell', [10_000, 50]));
    expect(made.ok).toBe(true);
    const answer = await submitKeyed(sequencer, 'a-first-key', limit(TAKER, 'buy', [10_100, 20]));
    expect(answer).toMatchObject({ status: 200, isReplay: false });
    const { running, reloaded } = await hashes(sequencer, test.database);
    expect(reloaded).toEqual(running);
    await sequencer.stop();
  });

  it('repeats the first answer to the byte for the same key, also after a restart', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const order = limit(MAKER, 'sell', [10_000, 50]);
    const first = await submitKeyed(sequencer, 'one', order);
    expect(await submitKeyed(sequencer, 'one', order)).toEqual({ ...first, isReplay: true });
    await sequencer.stop();
    const next = await start(test.database);
    expect(await submitKeyed(next, 'one', order)).toEqual({ ...first, isReplay: true });
    expect(await test.database.query('SELECT count(*) FROM orders')).toEqual([{ count: 1n }]);
    await next.stop();
  });
});
