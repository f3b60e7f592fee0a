/** Keeps what steps lie in: each engine does it in its own database. */
import { STEPS_KEPT_DAYS, STEPS_KEPT_DAYS_IN_DEMO } from '@fairlead/contract';
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { Chore } from '../core/operations/chore.ts';
import { indexSteps, removeSteps } from '../core/steps/queries.ts';
import type { StepsNeeds } from './needs.ts';

/** What is not in the index yet is looked through by each read: some hundred batches. */
const INDEX_EVERY_MS = 2_000;

export function stepChores({
  config,
  database,
  clock,
}: Pick<StepsNeeds, 'config' | 'database' | 'clock'>): readonly Chore[] {
  const days = config.isDemo ? STEPS_KEPT_DAYS_IN_DEMO : STEPS_KEPT_DAYS;
  return [
    new Chore(INDEX_EVERY_MS, () => indexSteps(database)),
    new Chore(HOUR_MS, () => removeSteps(database, clock.now() - days * DAY_MS)),
  ];
}
