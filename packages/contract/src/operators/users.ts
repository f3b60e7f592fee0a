/** The console: users, masked. */
import * as z from 'zod/mini';
import { zRecovery } from '../recovery.ts';
import { zVerification } from '../verification.ts';
import { OPERATORS, route } from '../wire/route.ts';
import { pageOf, paging, zBoolean, zDecimal, zHoldDays, zId, zReason } from '../wire/scalars.ts';
import { zDecision } from './queues.ts';

const READERS = ['reviewer', 'support', 'auditor'] as const;

export const REVEALED_FIELDS = ['account', 'name', 'id_number', 'address', 'cards'] as const;

export const TIMELINE_KINDS = [
  ...(['registered', 'password', 'fund_password', 'device', 'country', 'note', 'act'] as const),
  ...(['verification_asked', 'verification_passed', 'verification_rejected'] as const),
  ...(['deposit_asked', 'deposit_passed', 'deposit_rejected'] as const),
  ...(['withdrawal_asked', 'withdrawal_passed', 'withdrawal_rejected', 'withdrawal_sent'] as const),
  ...(['subscription_asked', 'subscription_passed', 'subscription_rejected'] as const),
] as const;

export const zOperatorUser = z.object({
  id: z.number(),
  /** Masked: `a***@example.com`, `+81 *** 1234`. */
  account: z.string(),
  nickname: z.string(),
  kind: z.enum(['phone', 'email']),
  created_at: z.number(),
  last_seen_at: z.optional(z.number()),
  basic_verification: zVerification,
  advanced_verification: zVerification,
  has_otp: z.boolean(),
  passkeys: z.number(),
  has_fund_password: z.boolean(),
  is_bot: z.boolean(),
  is_frozen: z.boolean(),
  /** Why all withdrawals are held. */
  withdrawal_hold: z.optional(z.string()),
  is_partner: z.boolean(),
});

export type OperatorUser = z.infer<typeof zOperatorUser>;

/** Of a hold: what the operator writes beside a ready-made reason, and for how long. */
const holding = { words: z.optional(zReason), days: z.optional(zHoldDays) };

export const operatorUserRoutes = {
  operatorUsers: route({
    method: 'GET',
    path: 'operator/users',
    tag: OPERATORS,
    summary: 'Users, masked; searched by id or exact account',
    access: READERS,
    request: z.strictObject({
      query: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
      is_frozen: z.optional(zBoolean),
      ...paging,
    }),
    response: pageOf(zOperatorUser),
  }),
  operatorSearch: route({
    method: 'POST',
    path: 'operator/search',
    tag: OPERATORS,
    summary:
      'Users, records and transactions by one text: an id, an account or its mask, a nickname, a transaction, an address, a reference; audited',
    access: READERS,
    rate: 'write',
    request: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(254)) }),
    response: z.object({
      /** What the text was taken for. */
      by: z.enum(['id', 'account', 'mask', 'name', 'transaction', 'address']),
      /** Masked; at most ten. */
      users: z.array(z.object({ id: z.number(), account: z.string() })),
      /** At most ten of each kind, the newest first; none for support. */
      records: z.array(
        z.object({
          kind: z.enum(['deposit', 'withdrawal', 'verification', 'subscription']),
          id: z.number(),
          user_id: z.number(),
          user: z.string(),
          status: z.string(),
          send_state: z.optional(z.string()),
          time: z.number(),
        }),
      ),
    }),
  }),
  operatorUser: route({
    method: 'GET',
    path: 'operator/user',
    tag: OPERATORS,
    summary: 'One user, masked, with balances and last records',
    access: READERS,
    request: z.strictObject({ id: zId }),
    response: z.object({
      user: zOperatorUser,
      balances: z.array(
        z.object({
          account: z.string(),
          currency: z.string(),
          available: zDecimal,
          frozen: zDecimal,
          total: zDecimal,
        }),
      ),
      sessions: z.number(),
      /** The accounts of the same person, the main account first, by id; absent where there is one only. Freezing the main account freezes all. */
      family: z.optional(z.array(z.object({ id: z.number(), name: z.string() }))),
      receivables: z.array(z.object({ currency: z.string(), amount: zDecimal })),
      withdrawals_usable_at: z.optional(z.number()),
      /** Locked by its owner, and what they ask with to have it undone. */
      lock: z.optional(
        z.object({
          locked_at: z.number(),
          by_mail: z.boolean(),
          asked_at: z.optional(z.number()),
          document_photo: z.optional(z.number()),
          holding_photo: z.optional(z.number()),
        }),
      ),
      /** Somebody recovers the account; `state` as the asker reads it, with the photos where identity is one of two. */
      recovery: z.optional(
        z.object({
          ...zRecovery.shape,
          id: z.number(),
          document_photo: z.optional(z.number()),
          holding_photo: z.optional(z.number()),
        }),
      ),
      /** What a reviewer weighs a request by. */
      background: z.object({
        /** Absent since registration. */
        password_changed_at: z.optional(z.number()),
        /** When it was set or last changed. */
        fund_password_changed_at: z.optional(z.number()),
        devices: z.number(),
        /** When a device was first seen beside an older one. */
        new_device_at: z.optional(z.number()),
        /** From where the last login came, and when a country was first seen beside an older one; absent where no proxy names it. */
        country: z.optional(z.string()),
        new_country_at: z.optional(z.number()),
        /** Masked; absent where basic verification has not passed. */
        verified_name: z.optional(z.string()),
        /** By currency, all time: credited, and passed and not refunded. */
        totals: z.array(
          z.object({ currency: z.string(), deposited: zDecimal, withdrawn: zDecimal }),
        ),
      }),
    }),
  }),
  operatorTimeline: route({
    method: 'GET',
    path: 'operator/user/timeline',
    tag: OPERATORS,
    summary:
      'What happened to a user, with notes of operators, the newest first; at most a hundred',
    access: READERS,
    request: z.strictObject({ id: zId }),
    response: z.array(
      z.object({
        kind: z.enum(TIMELINE_KINDS),
        time: z.number(),
        /** Of a record; none are there for support. */
        id: z.optional(z.number()),
        operator: z.optional(z.string()),
        /** Of a deposit what was claimed or credited, of a withdrawal what was asked for, of a subscription what is bought. */
        amount: z.optional(zDecimal),
        currency: z.optional(z.string()),
        /** A note; of an act what the audit log calls it; of a refusal its reason; of a country which. */
        text: z.optional(z.string()),
      }),
    ),
  }),
  addUserNote: route({
    method: 'POST',
    path: 'operator/user/note',
    tag: OPERATORS,
    summary:
      'Leaves a note about a user for other operators; it stays, and the user never reads it',
    access: ['reviewer', 'support'],
    rate: 'write',
    request: z.strictObject({ id: zId, text: zReason }),
    response: z.string(),
  }),
  revealUser: route({
    method: 'POST',
    path: 'operator/user/reveal',
    tag: OPERATORS,
    summary: 'Shows masked fields for a stated reason; counted and audited',
    access: ['reviewer', 'support'],
    rate: 'write',
    request: z.strictObject({ id: zId, field: z.enum(REVEALED_FIELDS), reason: zReason }),
    response: z.object({ field: z.string(), value: z.string(), views_left: z.number() }),
    errors: ['view_limit'],
  }),
  freezeUser: route({
    method: 'POST',
    path: 'operator/user/freeze',
    tag: OPERATORS,
    summary:
      'Freezes an account at once, for days of which one operator has 14; unfreezing becomes a proposal for a second operator',
    access: ['reviewer'],
    rate: 'write',
    /** The user reads why it is frozen and until when; why it is opened is for the second operator. */
    request: z.strictObject({ id: zId, is_frozen: zBoolean, reason: zReason, ...holding }),
    response: z.object({ is_effective: z.boolean(), proposal_id: z.optional(z.number()) }),
    errors: ['already_decided', 'four_eyes'],
  }),
  judgeRecovery: route({
    method: 'POST',
    path: 'operator/user/recovery',
    tag: OPERATORS,
    summary:
      'Proposes that the photos of a recovery show the owner, which a second reviewer decides; or refuses them at once',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, recovery: zId, decision: zDecision, reason: zReason }),
    response: z.object({ is_effective: z.boolean(), proposal_id: z.optional(z.number()) }),
  }),
  holdWithdrawals: route({
    method: 'POST',
    path: 'operator/user/hold_withdrawals',
    tag: OPERATORS,
    summary:
      'Stops all that leaves of a user, and nothing else, at once, for days of which one operator has 14; letting go becomes a proposal for a second operator',
    access: ['reviewer'],
    rate: 'write',
    /** The user reads why it is held; why it is let go is for the second operator. */
    request: z.strictObject({ id: zId, is_held: zBoolean, reason: zReason, ...holding }),
    response: z.object({ is_effective: z.boolean(), proposal_id: z.optional(z.number()) }),
    errors: ['already_decided', 'four_eyes'],
  }),
  endUserSessions: route({
    method: 'POST',
    path: 'operator/user/end_sessions',
    tag: OPERATORS,
    summary: 'Logs a user out everywhere',
    access: ['reviewer', 'support'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason: zReason }),
    response: z.string(),
  }),
} as const;
