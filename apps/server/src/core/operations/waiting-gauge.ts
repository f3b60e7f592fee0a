/** What waits for somebody outside, for Prometheus: how many, and since when the oldest. */
import { SECOND_MS } from '@fairlead/units';
import type { Registry } from 'prom-client';
import type { Database, Queryable } from '../store/database.ts';
import { gaugesOf } from './gauge.ts';
import { answered } from './metrics.ts';

export interface WaitingGaugeNeeds {
  readonly database: Database;
  readonly clock: { now(): number };
}

export function gaugeWaiting(
  registry: Registry,
  { database, clock }: WaitingGaugeNeeds,
  of: {
    /** `_waiting` and `_age_seconds` are put behind it. */
    readonly name: string;
    readonly help: string;
    readonly waiting: (
      source: Queryable,
    ) => Promise<{ readonly count: number; readonly sinceMs: number | undefined }>;
  },
): void {
  const gauge = gaugesOf(registry);
  const { name, help } = of;
  gauge({ name: `${name}_waiting`, help }, async () => {
    return (await answered(of.waiting(database)))?.count;
  });
  gauge({ name: `${name}_age_seconds`, help: 'Since when the oldest of them waits' }, async () => {
    const found = await answered(of.waiting(database));
    if (found === undefined) return undefined;
    const { sinceMs } = found;
    return sinceMs === undefined ? 0 : Math.max(clock.now() - sinceMs, 0) / SECOND_MS;
  });
}
