/** Holds: what an operator keeps from a user for a time, why, until when, and what the user says against it. */
import * as z from 'zod/mini';
import { HOLD_ENDS, HOLD_KINDS, HOLD_RECORDS } from './wire/constants.ts';
import { OPERATORS, route } from './wire/route.ts';
import { nothing, pageOf, paging, zHoldDays, zId, zReason } from './wire/scalars.ts';

const REVIEW = ['reviewer', 'auditor'] as const;

const zAppeal = z.object({
  text: z.string(),
  time: z.number(),
  /** By an operator other than who placed the hold; absent until then. */
  answer: z.optional(z.string()),
  answered_at: z.optional(z.number()),
});

export const zHold = z.object({
  id: z.number(),
  kind: z.enum(HOLD_KINDS),
  /** Of a withdrawal or a claim: its number. */
  record_id: z.optional(z.number()),
  /** In the caller's language. */
  reason: z.string(),
  /** What the operator wrote beside it. */
  words: z.optional(z.string()),
  placed_at: z.number(),
  /** It ends then by itself, when nobody ended it before. */
  ends_at: z.number(),
  appeal: z.optional(zAppeal),
  ended_at: z.optional(z.number()),
  end: z.optional(z.enum(HOLD_ENDS)),
});

export type Hold = z.infer<typeof zHold>;

export const zOperatorHold = z.object({
  ...zHold.shape,
  user_id: z.number(),
  /** Masked. */
  user: z.string(),
  /** Names; absent where it was found standing without a hold of its own. */
  placed_by: z.optional(z.string()),
  answered_by: z.optional(z.string()),
  /** What the provider that screens said of it; absent where it was not, or has not answered. */
  screening: z.optional(
    z.object({ verdict: z.enum(['clear', 'hit']), risk: z.number(), reference: z.string() }),
  ),
  /** Whether the caller may answer the appeal. */
  may_answer: z.boolean(),
});

export type OperatorHold = z.infer<typeof zOperatorHold>;

export const holdRoutes = {
  holds: route({
    method: 'GET',
    path: 'user/holds',
    tag: 'Account',
    summary:
      'What is held of the user, why and until when; those that ended in the last 90 days too',
    access: 'user',
    request: nothing,
    response: z.array(zHold),
  }),
  appealHold: route({
    method: 'POST',
    path: 'user/holds/appeal',
    tag: 'Account',
    summary: 'Says once what speaks against a hold; an operator other than who placed it answers',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ id: zId, text: zReason }),
    response: zHold,
    errors: ['appeal_made'],
  }),
} as const;

export const operatorHoldRoutes = {
  operatorHolds: route({
    method: 'GET',
    path: 'operator/holds',
    tag: OPERATORS,
    summary: 'Holds; those that stand by time left, others the newest first',
    access: REVIEW,
    request: z.strictObject({
      state: z.optional(z.enum(['open', 'appealed', 'ended'])),
      user_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zOperatorHold),
  }),
  placeHold: route({
    method: 'POST',
    path: 'operator/holds/place',
    tag: OPERATORS,
    summary: 'Holds a withdrawal or a claim under review at once: nobody passes it meanwhile',
    access: ['reviewer'],
    rate: 'write',
    /** The user reads reason and words. */
    request: z.strictObject({
      kind: z.enum(HOLD_RECORDS),
      id: zId,
      reason: zReason,
      words: z.optional(zReason),
      days: z.optional(zHoldDays),
    }),
    response: zOperatorHold,
    errors: ['already_decided', 'four_eyes'],
  }),
  answerAppeal: route({
    method: 'POST',
    path: 'operator/holds/answer',
    tag: OPERATORS,
    summary: 'Answers an appeal, which whoever placed the hold may not; the user reads it',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, answer: zReason }),
    response: zOperatorHold,
    errors: ['already_decided', 'four_eyes'],
  }),
  extendHold: route({
    method: 'POST',
    path: 'operator/holds/extend',
    tag: OPERATORS,
    summary: 'Proposes a later end, which a second operator decides; the user is told why',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, days: zHoldDays, reason: zReason }),
    response: z.object({ proposal_id: z.number() }),
    errors: ['already_decided'],
  }),
  endHold: route({
    method: 'POST',
    path: 'operator/holds/end',
    tag: OPERATORS,
    summary:
      'Proposes to let go of a withdrawal or a claim, which a second operator decides; it is reviewed as before',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason: zReason }),
    response: z.object({ proposal_id: z.number() }),
    errors: ['already_decided'],
  }),
} as const;
