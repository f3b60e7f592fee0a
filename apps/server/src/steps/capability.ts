/** What users were told of their own, kept under numbers and read again from any of them. */
import type { Capability } from '../core/capability.ts';
import { stepChores } from './chores.ts';
import type { StepsNeeds } from './needs.ts';
import { stepHandlers } from './routes.ts';

export const steps = {
  routes: stepHandlers,
  chores: stepChores,
} satisfies Capability<StepsNeeds>;
