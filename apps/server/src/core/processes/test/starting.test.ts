/** An engine that is long at reading the tables: whoever waits for the lead sees in the database that it lives. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canDeploy, Deployment } from '../../../../test/support/deployment-fixture.ts';
import type { Database } from '../../store/database.ts';
import { leaderSigns } from '../../store/leader-queries.ts';
import { openPostgres } from '../../store/postgres/database.ts';
import { readLeader } from '../../store/snapshot-reader.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

describe.skipIf(!canDeploy)('a start that takes long (PostgreSQL, Redis)', () => {
  let deployment: Deployment;
  let database: Database;
  beforeAll(async () => {
    deployment = await Deployment.open();
    await (await deployment.engine()).stop();
    database = await openPostgres({ url: deployment.databaseUrl });
  });
  afterAll(async () => {
    await database?.close();
    await deployment?.remove();
  });

  test('is no silence', async () => {
    const before = await readLeader(database);
    const starting = await database.transaction(async (transaction) => {
      // What every start reads after its epoch has begun.
      await transaction.query('LOCK TABLE balances IN ACCESS EXCLUSIVE MODE');
      const engine = deployment.engine();
      const beat = async () => {
        const [row] = await transaction.query<{ beat: bigint }>(
          'SELECT beat FROM leader_beats JOIN leader USING (leader_id, nonce) WHERE nonce <> $1',
          [before.nonce],
        );
        return Number(row?.beat ?? 0);
      };
      await expect.poll(beat, PATIENCE).toBeGreaterThan(2);
      return { engine };
    });
    const engine = await starting.engine;
    expect((await fetch(`${engine.address}/health/ready`)).status).toBe(200);
    // From here on it is said by what leads.
    const { beat = 0 } = (await leaderSigns(database)) ?? {};
    await expect
      .poll(async () => (await leaderSigns(database))?.beat, PATIENCE)
      .toBeGreaterThan(beat);
  }, 600_000);
});
