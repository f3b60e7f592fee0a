/** The grids of markets: written with their batch, and filled in for markets of before. */
import type { GridRow } from '@fairlead/engine';
import { BTC, BTC_USDT, ETH, ETH_USDT, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { BatchEncoder } from '../../core/store/batch/encoder.ts';
import { type BatchRows, encodeBatch } from '../../core/store/batch/writer.ts';
import { BatchAbortedError } from '../../core/store/database.ts';
import { migrate, readMigrations } from '../../core/store/migrator.ts';
import { batchOf, entry, NO_CHANGES, posting } from '../../core/store/test/batch-rows.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { readGrids } from '../grid-queries.ts';

const FIRST: GridRow = {
  marketId: 1,
  afterOrderId: 0,
  afterTradeId: 0,
  tickSizeE8: BTC_USDT.tickSizeE8,
  lotBaseMinor: BTC_USDT.lotBaseMinor,
  tickLotQuoteMinor: BTC_USDT.tickLotQuoteMinor,
};
const OTHER: GridRow = { ...FIRST, marketId: 2 };
const COARSE: GridRow = {
  ...FIRST,
  afterOrderId: Number.MAX_SAFE_INTEGER,
  afterTradeId: 7,
  tickSizeE8: 10n ** 30n,
  lotBaseMinor: amountMinor(2n ** 62n),
  tickLotQuoteMinor: amountMinor(100n),
};
const TERMS = { currencies: [BTC, ETH, USDT], markets: [BTC_USDT, ETH_USDT] };

describeDatabases('market grids', (kind) => {
  const withDatabase =
    (options: { isEmpty?: boolean }, run: (test: TestDatabase) => Promise<void>) => async () => {
      const test = await openTestDatabase(kind, options);
      try {
        await run(test);
      } finally {
        await test.remove();
      }
    };
  const write = async ({ database }: TestDatabase, batches: readonly BatchRows[]) => {
    const writer = await database.openWriter();
    try {
      for (const batch of batches)
        await writer.write(encodeBatch(new BatchEncoder(), EXCHANGE_TABLES, batch));
    } finally {
      await writer.close();
    }
  };
  const second = (grids: readonly GridRow[], more: Partial<BatchRows['changes']> = {}) => {
    const counters = { ...NO_CHANGES.counters, sequence: 2 };
    return batchOf({ counters, grids, ...more }, { previousSequence: 1 });
  };

  it(
    'read back equal, those of a market in their order',
    withDatabase({}, async (test) => {
      await write(test, [batchOf({ ...TERMS, grids: [FIRST, OTHER] }), second([COARSE])]);
      expect(await readGrids(test.database)).toEqual([FIRST, COARSE, OTHER]);
    }),
  );

  it(
    'give way to one that begins at the same ids',
    withDatabase({}, async (test) => {
      const instead = { ...FIRST, tickSizeE8: 5n, tickLotQuoteMinor: amountMinor(3n) };
      await write(test, [batchOf({ ...TERMS, grids: [FIRST] }), second([instead])]);
      expect(await readGrids(test.database)).toEqual([instead]);
    }),
  );

  it(
    'are not there when their batch is refused',
    withDatabase({}, async (test) => {
      await write(test, [batchOf({ ...TERMS, grids: [FIRST] })]);
      const unbalanced = { entries: [entry(1)], postings: [posting(1, 7, { amount: 5n })] };
      await expect(write(test, [second([COARSE], unbalanced)])).rejects.toThrow(BatchAbortedError);
      expect(await readGrids(test.database)).toEqual([FIRST]);
    }),
  );

  it(
    'are filled in from the terms of a database of before',
    withDatabase({ isEmpty: true }, async (test) => {
      const migrations = readMigrations();
      await migrate(
        test.database,
        migrations.filter(({ version }) => version < 9),
      );
      // What writes now knows a column that came later.
      const later = 'COLUMN iceberg_parts_max';
      await test.database.query(`ALTER TABLE markets ADD ${later} integer`);
      await write(test, [batchOf(TERMS)]);
      await test.database.query(`ALTER TABLE markets DROP ${later}`);
      await migrate(test.database, migrations);
      expect(await readGrids(test.database)).toEqual([FIRST, OTHER]);
    }),
  );
});
