/** Holds: each with its reason, its end and its user's word against it. */
import { MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { endHold, extendHold, type HoldEffectNeeds } from './effects.ts';
import { Holds, type HoldsOptions } from './holds.ts';
import type { HoldsNeeds } from './needs.ts';
import { operatorHoldHandlers } from './operator-routes.ts';
import { holdHandlers } from './routes.ts';

export const holds = {
  services: (parts: HoldsOptions) => ({ holds: new Holds(parts) }),
  routes: holdHandlers,
  operatorRoutes: operatorHoldHandlers,
  effects: (early) => ({
    extend_hold: (proposal) => extendHold(early, proposal),
    end_hold: (proposal) => endHold(early, proposal),
  }),
  chores: ({ holds: kept, audit }) => [new Chore(MINUTE_MS, () => kept.sweep(audit))],
} satisfies Capability<HoldsNeeds, HoldEffectNeeds>;
