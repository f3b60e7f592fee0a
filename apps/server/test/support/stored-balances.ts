/** All balances as a start finds them in the tables. */
import { type BalanceRow, Engine } from '@fairlead/engine';
import type { Database } from '../../src/core/store/database.ts';
import { readSnapshot } from '../../src/core/store/snapshot-reader.ts';
import { EXCHANGE_TABLES } from '../../src/tables.ts';

export const storedBalances = async (database: Database): Promise<readonly BalanceRow[]> =>
  new Engine(await readSnapshot(database, EXCHANGE_TABLES)).takeSnapshot().balances;
