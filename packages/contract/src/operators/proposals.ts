/** The console: what waits for a second operator. */
import * as z from 'zod/mini';
import { PROPOSAL_KINDS } from '../wire/constants.ts';
import { OPERATOR_ROLES, OPERATORS, route } from '../wire/route.ts';
import { approvalSignature, pageOf, paging, zId, zReason } from '../wire/scalars.ts';
import { zDecision } from './queues.ts';

export const zProposal = z.object({
  id: z.number(),
  kind: z.enum(PROPOSAL_KINDS),
  /** JSON text of what will be done. */
  payload: z.string(),
  reason: z.string(),
  status: z.enum(['open', 'passed', 'rejected']),
  proposed_by: z.string(),
  proposed_by_id: z.number(),
  decided_by: z.optional(z.string()),
  decision_reason: z.optional(z.string()),
  /** Why it could not be carried out after it passed; absent when it was. */
  failure: z.optional(z.string()),
  time: z.number(),
  /** Of an open one: from then on it can only be rejected. */
  expires_at: z.optional(z.number()),
  decided_at: z.optional(z.number()),
  /** Of terms: by whom it may be made, by the table of terms. */
  takes: z.optional(z.enum(['one', 'two', 'notice'])),
  /** What passing it announces: it begins so many hours later. */
  notice_hours: z.optional(z.number()),
  /** Passed and announced: when it is put in force. */
  starts_at: z.optional(z.number()),
  /** Absent while it waits for its start or is being carried out. */
  finished_at: z.optional(z.number()),
});

export type Proposal = z.infer<typeof zProposal>;

export const operatorProposalRoutes = {
  proposals: route({
    method: 'GET',
    path: 'operator/proposals',
    tag: OPERATORS,
    summary: 'What waits for a second operator, and what was decided',
    access: OPERATOR_ROLES,
    request: z.strictObject({
      /** `announced`: of those that passed, what has not begun. */
      status: z.optional(z.enum(['open', 'passed', 'rejected', 'announced'])),
      ...paging,
    }),
    response: pageOf(zProposal),
  }),
  decideProposal: route({
    method: 'POST',
    path: 'operator/proposals/decide',
    tag: OPERATORS,
    summary: 'Puts a proposal of another operator in force, or refuses it',
    access: ['reviewer', 'manager'],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      decision: zDecision,
      reason: z.optional(zReason),
      ...approvalSignature,
    }),
    response: zProposal,
    errors: [
      'already_decided',
      'four_eyes',
      'intent_changed',
      'signature_required',
      'passkey_refused',
    ],
  }),
} as const;
