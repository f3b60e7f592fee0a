/** The console: what waits, and who looks at it. */
import * as z from 'zod/mini';
import { ENGINE_PRODUCTS } from '../wire/constants.ts';
import { OPERATOR_ROLES, OPERATORS, route } from '../wire/route.ts';
import { nothing, zBoolean, zId, zSignedDecimal } from '../wire/scalars.ts';

export const QUEUES = ['deposits', 'withdrawals', 'verifications', 'subscriptions'] as const;

export type Queue = (typeof QUEUES)[number];

export const zDecision = z.enum(['passed', 'rejected']);

/** Who has a record open right now, that two do not work on one. */
export const zOpenBy = z.object({
  operator_id: z.number(),
  operator: z.string(),
  since: z.number(),
});

/**
 * What speaks for or against a request, looked up beside it: how long account, passwords, device, country and destination
 * have been as they are, whether there is a second factor and a verified name, whether the card is in that name, the
 * picture is under no other claim, the login is from the document's country, and the books add up.
 */
export const REVIEW_CHECKS = [
  ...(['books', 'destination', 'card_name', 'picture', 'document_country', 'verified'] as const),
  ...(['account', 'password', 'fund_password', 'second_factor', 'device', 'country'] as const),
] as const;

export const zReviewCheck = z.object({
  check: z.enum(REVIEW_CHECKS),
  /** `look`: a person must; `unknown`: nobody can say. */
  state: z.enum(['passed', 'look', 'unknown']),
  /** Since when it is so. */
  time: z.optional(z.number()),
  /** Of a country: which, ISO 3166 alpha-2. */
  country: z.optional(z.string()),
});

export type ReviewCheck = z.infer<typeof zReviewCheck>;

/** Empty once it is decided. */
export const zReviewChecks = z.array(zReviewCheck);

const zDeskSum = z.object({ today: zSignedDecimal, week: zSignedDecimal });

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
      /** Hot wallets outside their limits, or with less than passed withdrawals need. */
      treasury: z.number(),
      is_sound: z.boolean(),
    }),
  }),
  operatorOverview: route({
    method: 'GET',
    path: 'operator/overview',
    tag: OPERATORS,
    summary:
      'What waits and since when, what was traded, what came in and went out, and what the house kept in fees',
    access: ['reviewer', 'manager', 'auditor'],
    request: nothing,
    response: z.object({
      time: z.number(),
      queues: z.array(
        z.object({
          queue: z.enum([
            ...(['withdrawals', 'to_send', 'unknown_sends', 'deposits', 'verifications'] as const),
            ...(['subscriptions', 'proposals', 'chats'] as const),
          ]),
          count: z.number(),
          /** When the oldest was asked for. */
          oldest_at: z.optional(z.number()),
          is_late: z.boolean(),
        }),
      ),
      /** In USDT at the index now; by UTC day, and the seven days that end with this one. */
      spot_traded: zDeskSum,
      /** What positions were opened and closed for, multiple and all; but openings without a fee. */
      futures_traded: zDeskSum,
      /** Stakes with their fees. */
      options_bought: zDeskSum,
      /** Credited to users, and passed out of their accounts less what was given back. */
      deposited: zDeskSum,
      withdrawn: zDeskSum,
      /** Withdrawal fees and rebates counted off; nothing that operators moved. */
      fees: zDeskSum,
      fees_by_reason: z.array(z.extend(zDeskSum, { reason: z.string() })),
      /** Currencies without an index, which are in none of the sums. */
      unpriced: z.array(z.string()),
      /** Nothing before it is counted; absent until the first count. */
      counted_since: z.optional(z.number()),
      /** Products whose database does not answer: what is theirs is in none of the sums. */
      missing: z.optional(z.array(z.enum(ENGINE_PRODUCTS))),
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
