/** Sweeps: deposits that a signer of their own moves to the operator's wallets. */
import type { Capability } from '../core/capability.ts';
import { gaugeSweeps, type SweepGaugeNeeds } from './gauges.ts';
import { operatorSweepHandlers, type SweepNeeds, sweepHandlers } from './routes.ts';

export const sweeps = {
  routes: sweepHandlers,
  operatorRoutes: operatorSweepHandlers,
  gauges: gaugeSweeps,
} satisfies Capability<SweepNeeds & SweepGaugeNeeds>;
