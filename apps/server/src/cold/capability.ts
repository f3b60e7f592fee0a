/** The cold wallet: m of the operators' own keys sign what leaves it. */
import type { Capability } from '../core/capability.ts';
import { COLD_MEASURE_MS, COLD_ROUND_MS } from '../core/http/limits.ts';
import { Chore } from '../core/operations/chore.ts';
import { Cold } from './cold.ts';
import { type ColdGaugeNeeds, gaugeCold } from './gauges.ts';
import type { ColdOptions } from './needs.ts';
import { type ColdNeeds, operatorColdHandlers } from './operator-routes.ts';

export const cold = {
  services: (parts: ColdOptions) => ({ cold: new Cold(parts) }),
  operatorRoutes: operatorColdHandlers,
  chores: ({ cold: kept, audit }) => [
    new Chore(COLD_ROUND_MS, () => kept.follow(audit)),
    new Chore(COLD_MEASURE_MS, () => Promise.all([kept.holdings(), kept.safe?.holdings()])),
  ],
  gauges: gaugeCold,
} satisfies Capability<ColdNeeds & ColdGaugeNeeds>;
