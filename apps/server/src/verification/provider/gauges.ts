/** Checks that wait, and a provider that is away, for Prometheus. */
import { SECOND_MS } from '@fairlead/units';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../../core/operations/gauge.ts';
import { answered } from '../../core/operations/metrics.ts';
import type { Database } from '../../core/store/database.ts';
import { waitingChecks } from './queries.ts';

interface Needs {
  readonly database: Database;
  readonly clock: { now(): number };
}

export function gaugeIdentityChecks(registry: Registry, { database, clock }: Needs): void {
  const gauge = gaugesOf(registry);
  gauge(
    {
      name: 'fairlead_identity_checks_waiting',
      help: 'Verifications whose provider or user has not finished',
    },
    async () => (await answered(waitingChecks(database)))?.count,
  );
  gauge(
    {
      name: 'fairlead_identity_away_seconds',
      help: 'Since when the provider of verifications leaves a call without an answer',
    },
    async () => {
      const found = await answered(waitingChecks(database));
      if (found === undefined) return undefined;
      const { awaySinceMs } = found;
      return awaySinceMs === undefined ? 0 : Math.max(clock.now() - awaySinceMs, 0) / SECOND_MS;
    },
  );
}
