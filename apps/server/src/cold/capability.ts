/** The cold wallet: m of the operators' own keys sign what leaves it. */
import type { Registry } from 'prom-client';
import type { Capability } from '../core/capability.ts';
import { COLD_ROUND_MS } from '../core/http/limits.ts';
import { Chore } from '../core/operations/chore.ts';
import { gaugesOf } from '../core/operations/gauge.ts';
import { answered } from '../core/operations/metrics.ts';
import { Cold, type ColdOptions } from './cold.ts';
import { type ColdNeeds, operatorColdHandlers } from './operator-routes.ts';
import { openCounts } from './queries.ts';

export const cold = {
  services: (parts: ColdOptions) => ({ cold: new Cold(parts) }),
  operatorRoutes: operatorColdHandlers,
  chores: ({ cold: kept, audit }) => [new Chore(COLD_ROUND_MS, () => kept.follow(audit))],
  gauges: (registry: Registry, { database }: ColdNeeds) => {
    const gauge = gaugesOf(registry);
    gauge(
      {
        name: 'fairlead_cold_payments_signing',
        help: 'Payments of the cold wallet that too few have signed',
      },
      async () => (await answered(openCounts(database)))?.signing,
    );
    gauge(
      {
        name: 'fairlead_cold_payments_sent',
        help: 'Payments of the cold wallet in no final block',
      },
      async () => (await answered(openCounts(database)))?.sent,
    );
  },
} satisfies Capability<ColdNeeds>;
