/** What other capabilities may use of steps. */

export { stepChores } from './chores.ts';
export type { StepsNeeds } from './needs.ts';
export { stepBooks, stepEngines, stepsAfter } from './routes.ts';
export { type ReadSteps, type StepSource, stepSource } from './source.ts';
