import * as z from 'zod/mini';
import { zBalance, zPosting } from './ledger.ts';
import { zOptionOrder } from './options.ts';
import { zOrderListState } from './order-lists.ts';
import { zPosition } from './positions.ts';
import { zOrder } from './spot.ts';
import { zTriggerOrder } from './triggers.ts';
import { route } from './wire/route.ts';
import { zAccount, zInteger, zLimit, zStepProduct } from './wire/scalars.ts';

const tag = 'Assets';

/** Days that steps are kept, and in a demo. */
export const STEPS_KEPT_DAYS = 30;
export const STEPS_KEPT_DAYS_IN_DEMO = 1;

/** What steps tell of. */
export const STEP_EVENTS = [
  'order',
  'trigger_order',
  'order_list',
  'position',
  'option',
  'balance',
  'record',
] as const satisfies readonly StepEvent['event'][];
export type StepEventName = (typeof STEP_EVENTS)[number];

/** What the live socket tells under the same names. */
const zStepEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('order'), data: zOrder }),
  z.object({ event: z.literal('trigger_order'), data: zTriggerOrder }),
  z.object({ event: z.literal('order_list'), data: zOrderListState }),
  z.object({ event: z.literal('position'), data: zPosition }),
  z.object({ event: z.literal('option'), data: zOptionOrder }),
  z.object({
    event: z.literal('balance'),
    data: z.extend(z.omit(zBalance, { converted: true }), { account: zAccount }),
  }),
  z.object({ event: z.literal('record'), data: zPosting }),
]);

export type StepEvent = z.infer<typeof zStepEvent>;

/** All that one commit did to a user. Between `previous` and `number` nothing else of that product did anything to them. */
export const zStep = z.object({
  /** Whose number it is; without it spot's. */
  product: z.optional(zStepProduct),
  number: z.number(),
  previous: z.number(),
  /** When it was committed, ms. */
  time: z.number(),
  events: z.array(zStepEvent),
});

export type Step = z.infer<typeof zStep>;

/** Why steps after a number cannot be given: they were removed, it is a number that there never was, or not any more, or they cannot be read. */
export const STEP_GAPS = ['removed', 'unknown'] as const;

export const stepRoutes = {
  steps: route({
    method: 'GET',
    path: 'user/steps',
    tag,
    summary: 'What happened to the user after a number, oldest first',
    access: 'user',
    request: z.strictObject({
      /** The number to go on from; without it from the oldest that is kept. */
      after: z.optional(zInteger),
      /** Whose steps, where each product has an engine of its own; without it spot's, which are all where one engine is everything. */
      product: z.optional(zStepProduct),
      limit: zLimit,
    }),
    response: z.object({
      steps: z.array(zStep),
      /** The number to go on from: after it there is nothing yet, or more where `has_more` says so. */
      number: z.number(),
      has_more: z.boolean(),
      /** Steps are missing: what is shown of the user must be read anew, after this answer, and goes on from `number`. */
      gap: z.optional(z.enum(STEP_GAPS)),
    }),
    errors: ['not_found'],
  }),
} as const;
