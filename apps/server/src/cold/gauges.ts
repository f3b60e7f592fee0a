/** What is open of the cold wallet, for Prometheus. */
import { SECOND_MS } from '@fairlead/units';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../core/operations/gauge.ts';
import { answered } from '../core/operations/metrics.ts';
import type { Database } from '../core/store/database.ts';
import { type OpenState, openStates } from './queries.ts';

export interface ColdGaugeNeeds {
  readonly database: Database;
  readonly clock: { now(): number };
}

export function gaugeCold(registry: Registry, { database, clock }: ColdGaugeNeeds): void {
  const add = gaugesOf(registry);
  const gauge = (name: string, help: string, read: (open: OpenState) => number) =>
    add({ name, help, labelNames: ['state'] }, async () =>
      ((await answered(openStates(database))) ?? []).map(
        (open) => [{ state: open.state }, read(open)] as const,
      ),
    );
  gauge(
    'fairlead_cold_payments',
    'Payments of the cold wallet to sign, or sent',
    (open) => open.count,
  );
  gauge(
    'fairlead_cold_payment_age_seconds',
    'Since when the oldest of them is so',
    ({ sinceMs }) => (sinceMs === undefined ? 0 : Math.max(clock.now() - sinceMs, 0) / SECOND_MS),
  );
}
