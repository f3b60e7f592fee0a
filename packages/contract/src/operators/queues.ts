/** The console: what waits, and who looks at it. */
import * as z from 'zod/mini';
import { OPERATOR_ROLES, OPERATORS, route } from '../wire/route.ts';
import { nothing, zBoolean, zId } from '../wire/scalars.ts';

export const QUEUES = ['deposits', 'withdrawals', 'verifications', 'subscriptions'] as const;

export type Queue = (typeof QUEUES)[number];

export const zDecision = z.enum(['passed', 'rejected']);

/** Who has a record open right now, that two do not work on one. */
export const zOpenBy = z.object({
  operator_id: z.number(),
  operator: z.string(),
  since: z.number(),
});

export const operatorQueueRoutes = {
  queueCounts: route({
    method: 'GET',
    path: 'operator/counts',
    tag: OPERATORS,
    summary: 'What waits in each queue',
    access: OPERATOR_ROLES,
    request: nothing,
    response: z.object({
      deposits: z.number(),
      priority_deposits: z.number(),
      withdrawals: z.number(),
      /** Waiting longer than 10 hours. */
      late_withdrawals: z.number(),
      to_send: z.number(),
      unknown_sends: z.number(),
      verifications: z.number(),
      subscriptions: z.number(),
      proposals: z.number(),
      /** Conversations that nobody has taken, and own ones in which the user waits for an answer. */
      chats: z.number(),
      is_sound: z.boolean(),
    }),
  }),
  openRecord: route({
    method: 'POST',
    path: 'operator/queue/open',
    tag: OPERATORS,
    summary: 'Says that this operator is looking at a record, for two minutes or until closed',
    access: ['reviewer'],
    request: z.strictObject({
      queue: z.enum(QUEUES),
      id: zId,
      is_open: z._default(zBoolean, true),
    }),
    response: z.object({ open_by: z.optional(zOpenBy) }),
  }),
} as const;
