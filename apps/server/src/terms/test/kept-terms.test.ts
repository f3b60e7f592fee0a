/** Issue 13, point 1: what was there before orders kept their fees and futures had a step of their own. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { migrate, readMigrations } from '../../core/store/migrator.ts';

const KEPT_TERMS = 29;
const all = readMigrations();
const before = all.filter(({ version }) => version < KEPT_TERMS);

describeDatabases('Q1: a database of before', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openTestDatabase(kind, { isEmpty: true });
    await migrate(test.database, before);
    await test.database.query("INSERT INTO currencies VALUES (1, 'BTC', 'Bitcoin', 8, true)");
    await test.database.query("INSERT INTO currencies VALUES (3, 'USDT', 'Tether', 6, true)");
  });
  afterEach(async () => {
    await test.remove();
  });

  /** A market of a tick, with futures of 0.01 % half the spread. */
  async function market(marketId: number, tickE8: bigint, priceE8?: bigint): Promise<void> {
    const { database } = test;
    await database.query(
      `INSERT INTO markets VALUES (${marketId}, 'M${marketId}', 1, 3, ${tickE8}, 1, 1, 800, 1000, 0,
         20000, 200000, 200, 'open')`,
    );
    await database.query(
      `INSERT INTO futures_terms VALUES (${marketId}, 1, 1, 10, '[]', 500, 500, 200000, 100, 10, 1, 1, true)`,
    );
    if (priceE8 === undefined) return;
    await database.query(`INSERT INTO index_samples VALUES (${marketId}, 1000, ${priceE8}, NULL)`);
    await database.query(`INSERT INTO index_samples VALUES (${marketId}, 2000, NULL, NULL)`);
  }

  async function order(orderId: number, status: 'waiting' | 'completed'): Promise<void> {
    await test.database.query(
      `INSERT INTO orders VALUES (${orderId}, 7, 1, 'sell', 'limit', 'gtc', NULL, 100, 1, NULL, 0, 0, 0,
         ${status === 'waiting' ? 1 : 0}, '${status}', NULL, 1, 1)`,
    );
  }

  it('gives waiting orders the rates of their market, which then never change', async () => {
    await market(1, 1_000_000n);
    await order(1, 'waiting');
    await order(2, 'completed');
    await migrate(test.database, all);
    const rates = await test.database.query(
      'SELECT order_id, maker_fee_ppm, taker_fee_ppm FROM orders ORDER BY order_id',
    );
    expect(rates).toEqual([
      { order_id: 1n, maker_fee_ppm: 800n, taker_fee_ppm: 1_000n },
      { order_id: 2n, maker_fee_ppm: null, taker_fee_ppm: null },
    ]);
    const change = test.database.query('UPDATE orders SET maker_fee_ppm = 1000000');
    await expect(change).rejects.toThrow();
  });

  it('gives futures the tick where it is fine enough, else a power of ten that is', async () => {
    // Half the spread is 6.6, 0.00066 and unknown.
    await market(1, 1_000_000n, 6_600_000_000_000n);
    await market(2, 100_000n, 660_000_000n);
    await market(3, 1_000_000n);
    await migrate(test.database, all);
    const steps = await test.database.query(
      'SELECT market_id, price_step_e8 FROM futures_terms ORDER BY market_id',
    );
    expect(steps).toEqual([
      { market_id: 1, price_step_e8: 1_000_000n },
      { market_id: 2, price_step_e8: 1_000n },
      { market_id: 3, price_step_e8: 1n },
    ]);
  });
});
