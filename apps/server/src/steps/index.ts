/** What other capabilities may use of steps. */
export type { StepsNeeds } from './needs.ts';
export { stepsAfter } from './routes.ts';
