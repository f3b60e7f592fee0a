/** What the live socket asks of steps: where users stand, and what was before. */
import { type Language, PAGE_LIMIT_MAX, type ResponseOf } from '@fairlead/contract';
import type { EngineName } from '../core/config/engines.ts';
import { readStepHead, type StepHead } from '../core/steps/queries.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { StepsNeeds } from './needs.ts';
import { stepBooks, stepEngines, stepsAfter } from './routes.ts';

export interface StepSource {
  /** One where one engine is everything. */
  readonly engines: readonly EngineName[];
  /** Where the steps of an owner stand at an engine. */
  readHead(owner: number, engine: EngineName): Promise<StepHead>;
}

/** A page of an owner's steps of an engine after a number. */
export type ReadSteps = (asked: {
  readonly owner: number;
  readonly engine: EngineName;
  readonly after: number;
  readonly language: Language;
}) => Promise<ResponseOf<'steps'>>;

export const stepSource = (
  needs: Omit<StepsNeeds, 'config'>,
): StepSource & { readonly read: ReadSteps } => ({
  engines: stepEngines(needs),
  readHead: async (owner, engine) => readStepHead(stepBooks(needs, engine).books, owner),
  read: ({ owner, engine, after, language }) =>
    stepsAfter(needs, { owner, after, product: engine, limit: PAGE_LIMIT_MAX }, textsOf(language)),
});
