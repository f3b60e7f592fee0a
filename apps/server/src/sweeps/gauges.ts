/** How sweeping stands, for Prometheus: nothing where no sweeping signer ever said a word. */
import { SECOND_MS } from '@fairlead/units';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../core/operations/gauge.ts';
import { answered } from '../core/operations/metrics.ts';
import type { Database } from '../core/store/database.ts';
import { openSweeps, sweepers } from './queries.ts';

export interface SweepGaugeNeeds {
  readonly database: Database;
  readonly clock: { now(): number };
}

export function gaugeSweeps(registry: Registry, { database, clock }: SweepGaugeNeeds): void {
  const add = gaugesOf(registry);
  const since = (timeMs: number | undefined) =>
    timeMs === undefined ? 0 : Math.max(clock.now() - timeMs, 0) / SECOND_MS;
  const open = { labelNames: ['chain'] };
  add(
    { ...open, name: 'fairlead_sweeps', help: 'Sweeps that are signed and not final' },
    async () =>
      ((await answered(openSweeps(database))) ?? []).map(
        ({ chain, count }) => [{ chain }, count] as const,
      ),
  );
  add(
    { ...open, name: 'fairlead_sweep_age_seconds', help: 'Since when the oldest of them is' },
    async () =>
      ((await answered(openSweeps(database))) ?? []).map(
        ({ chain, sinceMs }) => [{ chain }, since(sinceMs)] as const,
      ),
  );
  add({ ...open, name: 'fairlead_sweeper_quiet_seconds', help: 'Since its last round' }, async () =>
    ((await answered(sweepers(database))) ?? []).map(
      ({ chain, toldAtMs }) => [{ chain }, since(toldAtMs)] as const,
    ),
  );
  add(
    {
      name: 'fairlead_sweeper_waits_seconds',
      help: 'Since when a sweeping signer takes nothing new, by why',
      labelNames: ['chain', 'why'],
    },
    async () =>
      ((await answered(sweepers(database))) ?? [])
        .filter(({ standing }) => standing !== 'ready')
        .map(({ chain, standing, sinceMs }) => [{ chain, why: standing }, since(sinceMs)] as const),
  );
}
