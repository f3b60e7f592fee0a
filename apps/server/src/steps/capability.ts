/** What users were told of their own, kept under numbers and read again from any of them. */
import { STEPS_KEPT_DAYS, STEPS_KEPT_DAYS_IN_DEMO } from '@fairlead/contract';
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { indexSteps, removeSteps } from '../core/steps/queries.ts';
import type { StepsNeeds } from './needs.ts';
import { stepHandlers } from './routes.ts';

/** What is not in the index yet is looked through by each read: some hundred batches. */
const INDEX_EVERY_MS = 2_000;

export const steps = {
  routes: stepHandlers,
  chores: ({ config, database, clock }) => {
    const days = config.isDemo ? STEPS_KEPT_DAYS_IN_DEMO : STEPS_KEPT_DAYS;
    return [
      new Chore(INDEX_EVERY_MS, () => indexSteps(database)),
      new Chore(HOUR_MS, () => removeSteps(database, clock.now() - days * DAY_MS)),
    ];
  },
} satisfies Capability<StepsNeeds>;
