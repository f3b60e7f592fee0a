/**
 * The engine from the tables, also where these do not add up: it then stands in cancel-only mode with the drift named, so that
 * people can cancel. What contradicts itself beyond that cannot be served at all, and the start is refused in one line.
 */
import { InvariantError } from '@fairlead/units';
import { driftWords, quickCheck } from '../checks/reconciliation.ts';
import { type Database, StartRefusedError } from '../store/database.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import type { TablesSnapshot } from '../store/snapshot-reader.ts';
import type { CreateEngine, EnginePort } from './ports.ts';

export interface RestoreParts {
  readonly database: Database;
  readonly createEngine: CreateEngine;
  readonly tables: ExchangeTables;
}

export async function restoreEngine(
  { database, createEngine, tables }: RestoreParts,
  snapshot: TablesSnapshot,
): Promise<EnginePort> {
  try {
    return await createEngine(snapshot);
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    const drifts = await quickCheck(database, tables);
    if (drifts.length === 0) throw error;
    const drift = driftWords(drifts);
    try {
      return await createEngine({ ...snapshot, drift });
    } catch (cause) {
      if (!(cause instanceof InvariantError)) throw cause;
      throw new StartRefusedError(
        `the tables contradict themselves (${drift}; ${cause.message}): nothing can be served from them, see docs/operating/runbooks.md#fairleadbooksunsound`,
      );
    }
  }
}
