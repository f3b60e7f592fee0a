/** What waits for the provider's word, for Prometheus. */
import { SECOND_MS } from '@fairlead/units';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../core/operations/gauge.ts';
import { answered } from '../core/operations/metrics.ts';
import type { Database } from '../core/store/database.ts';
import { waiting } from './queries.ts';

export interface ScreeningGaugeNeeds {
  readonly database: Database;
  readonly clock: { now(): number };
}

export function gaugeScreenings(registry: Registry, needs: ScreeningGaugeNeeds): void {
  const gauge = gaugesOf(registry);
  gauge(
    { name: 'fairlead_screenings_waiting', help: 'Deposits, payees and withdrawals unanswered' },
    async () => (await answered(waiting(needs.database)))?.count,
  );
  gauge(
    { name: 'fairlead_screenings_age_seconds', help: 'Since when the oldest of them waits' },
    async () => {
      const found = await answered(waiting(needs.database));
      if (found === undefined) return undefined;
      const { sinceMs } = found;
      return sinceMs === undefined ? 0 : Math.max(needs.clock.now() - sinceMs, 0) / SECOND_MS;
    },
  );
}
