/** The console: operators' own session, operators, audit log, system, exports. */
import * as z from 'zod/mini';
import { zLoss } from './operation.ts';
import { zTrading } from './operator-trading.ts';
import { OPERATOR_ROLES, route } from './route.ts';
import {
  nothing,
  pageOf,
  paging,
  zBoolean,
  zCode,
  zEmail,
  zId,
  zLanguage,
  zTime,
} from './scalars.ts';

const tag = 'Operators';
const password = z.string().check(z.minLength(1), z.maxLength(256));
const newPassword = z.string().check(z.minLength(12), z.maxLength(256));
const operatorName = z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{1,39}$/));
const ALL = OPERATOR_ROLES;

export const zOperator = z.object({
  id: z.number(),
  name: z.string(),
  role: z.enum(OPERATOR_ROLES),
  is_active: z.boolean(),
  has_otp: z.boolean(),
  created_at: z.number(),
  last_seen_at: z.optional(z.number()),
  /** Ahead of us: from then on this operator counts as one of two. */
  approves_from: z.optional(z.number()),
  /** How the link stands by which this operator comes in; absent once it was used. */
  link: z.optional(z.enum(['open', 'expired'])),
  /** Who made that link. */
  link_by: z.optional(z.string()),
  /** Came in, and does not count as one of two before a third person has said that it was the right one. */
  needs_confirmation: z.optional(z.boolean()),
});
export type Operator = z.infer<typeof zOperator>;

export const zAuditEntry = z.object({
  id: z.number(),
  time: z.number(),
  operator_id: z.optional(z.number()),
  /** Absent for what the server did by itself. */
  operator: z.optional(z.string()),
  action: z.string(),
  subject: z.string(),
  /** JSON text. */
  detail: z.string(),
  ip: z.optional(z.string()),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof zAuditEntry>;

/** A link by which an operator comes in: shown once to whoever made it, unless it was sent to the person. */
const zMadeLink = {
  link: z.optional(z.string()),
  /** Masked. */
  sent_to: z.optional(z.string()),
  expires_at: z.number(),
};
const zLinkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

const zCheck = z.object({
  name: z.string(),
  checked_at: z.optional(z.number()),
  is_sound: z.boolean(),
  drifts: z.array(z.object({ check: z.string(), subject: z.string(), difference: z.string() })),
});

export const zWatcherStatus = z.object({
  chain: z.string(),
  is_open: z.boolean(),
  height: z.optional(z.number()),
  head: z.optional(z.number()),
  lag_blocks: z.optional(z.number()),
  lag_seconds: z.optional(z.number()),
  /** Why it stands still; absent while it runs. */
  paused: z.optional(z.string()),
  last_error: z.optional(z.string()),
  /** Seen and not credited for longer than an hour. */
  stuck_deposits: z.number(),
  confirmations: z.number(),
});

export const EXPORTS = [
  'deposits',
  'withdrawals',
  'verifications',
  'users',
  'postings',
  'audit',
  'balance_sheet',
  'orders',
  'trades',
] as const;

export const operatorSessionRoutes = {
  operatorMe: route({
    method: 'GET',
    path: 'operator/me',
    tag,
    summary: 'The operator who is logged in',
    access: ALL,
    request: nothing,
    response: z.object({
      id: z.number(),
      name: z.string(),
      role: z.enum(OPERATOR_ROLES),
      has_otp: z.boolean(),
      demo: z.boolean(),
      session_ends_at: z.number(),
      idle_ms: z.number(),
      /** Outside demo nothing but operators can be changed before there are two. */
      needs_second_operator: z.boolean(),
      /** How long a change of terms that is worse for users is announced; 0: not at all. */
      notice_hours: z.number(),
      /** Ahead of us: from then on this operator counts as one of two. */
      approves_from: z.optional(z.number()),
    }),
  }),
  operatorEnrol: route({
    method: 'POST',
    path: 'operator/enrol',
    tag,
    summary: 'First step of a second factor, with the password: gives the secret',
    rate: 'login',
    request: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(60)), password }),
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['login_failed', 'locked_out', 'otp_already_set'],
  }),
  operatorConfirmEnrol: route({
    method: 'POST',
    path: 'operator/enrol/confirm',
    tag,
    summary: 'Turns the second factor on and logs in; gives the recovery codes once',
    rate: 'login',
    request: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(60)),
      password,
      otp: zCode,
    }),
    response: z.object({
      token: z.string(),
      roles: z.array(z.enum(OPERATOR_ROLES)),
      recovery_codes: z.array(z.string()),
    }),
    errors: ['login_failed', 'locked_out', 'code_wrong', 'otp_already_set', 'otp_not_begun'],
  }),
  operatorPassword: route({
    method: 'POST',
    path: 'operator/password',
    tag,
    summary: 'Changes the own password; ends all other own sessions',
    rate: 'login',
    access: ALL,
    request: z.strictObject({
      old_password: password,
      password: newPassword,
      password_confirmation: z.string(),
    }),
    response: z.string(),
    errors: ['password_wrong', 'password_too_common', 'locked_out'],
  }),
  operators: route({
    method: 'GET',
    path: 'operator/operators',
    tag,
    summary: 'All operators',
    access: ['auditor'],
    request: nothing,
    response: z.array(zOperator),
  }),
  createOperator: route({
    method: 'POST',
    path: 'operator/operators/create',
    tag,
    summary:
      'Adds an operator, who comes in by a link that is good once; it goes by mail where mail is set up',
    access: [],
    rate: 'write',
    request: z.strictObject({
      name: operatorName,
      role: z.enum(OPERATOR_ROLES),
      /** Where the link goes; needed where mail is set up. */
      email: z.optional(zEmail),
    }),
    response: z.object({ operator_id: z.number(), ...zMadeLink }),
    errors: ['name_taken', 'four_eyes'],
  }),
  changeOperator: route({
    method: 'POST',
    path: 'operator/operators/change',
    tag,
    summary: "Changes an operator's role or stops the account; ends its sessions",
    access: [],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      role: z.optional(z.enum(OPERATOR_ROLES)),
      is_active: z.optional(zBoolean),
      reason: z.string().check(z.minLength(3), z.maxLength(500)),
    }),
    response: z.string(),
    errors: ['last_owner', 'four_eyes'],
  }),
  resetOperator: route({
    method: 'POST',
    path: 'operator/operators/reset',
    tag,
    summary: 'Takes password and second factor away, to be set anew by a link that is good once',
    access: [],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      reason: z.string().check(z.minLength(3), z.maxLength(500)),
      /** Where the link goes; needed where mail is set up. */
      email: z.optional(zEmail),
    }),
    response: z.object(zMadeLink),
    errors: ['four_eyes'],
  }),
  confirmOperator: route({
    method: 'POST',
    path: 'operator/operators/confirm',
    tag,
    summary:
      'Says that the right person came in by a link; whoever made it only where nobody else was there for long',
    access: ['reviewer', 'manager'],
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: z.string(),
    errors: ['four_eyes', 'already_decided'],
  }),
  operatorLink: route({
    method: 'POST',
    path: 'operator/link',
    tag,
    summary: 'Whose link it is, while it is good',
    rate: 'login',
    request: z.strictObject({ token: zLinkToken }),
    response: z.object({
      name: z.string(),
      role: z.enum(OPERATOR_ROLES),
      expires_at: z.number(),
    }),
    errors: ['ticket_invalid'],
  }),
  useOperatorLink: route({
    method: 'POST',
    path: 'operator/link/use',
    tag,
    summary: "Sets the person's own password and uses the link up",
    rate: 'login',
    request: z.strictObject({
      token: zLinkToken,
      password: newPassword,
      password_confirmation: z.string(),
    }),
    response: z.object({ name: z.string() }),
    errors: ['ticket_invalid', 'password_too_common'],
  }),
  auditLog: route({
    method: 'GET',
    path: 'operator/audit',
    tag,
    summary: 'The audit log, newest first',
    access: ['auditor'],
    request: z.strictObject({
      operator_id: z.optional(zId),
      action: z.optional(z.string().check(z.maxLength(60))),
      subject: z.optional(z.string().check(z.maxLength(120))),
      from: z.optional(zTime),
      to: z.optional(zTime),
      ...paging,
    }),
    response: pageOf(zAuditEntry),
  }),
  verifyAudit: route({
    method: 'POST',
    path: 'operator/audit/verify',
    tag,
    summary: 'Recomputes the chain of the audit log',
    access: ['auditor'],
    rate: 'write',
    request: nothing,
    response: z.object({
      is_intact: z.boolean(),
      rows: z.number(),
      /** Id of the first row that does not fit. */
      broken_at: z.optional(z.number()),
      head: z.optional(z.string()),
    }),
  }),
  system: route({
    method: 'GET',
    path: 'operator/system',
    tag,
    summary: 'How the exchange is running',
    access: ALL,
    request: nothing,
    response: z.object({
      time: z.number(),
      started_at: z.number(),
      version: z.string(),
      demo: z.boolean(),
      is_sound: z.boolean(),
      trading: zTrading,
      durability: z.string(),
      /** Machines that hold a commit before it is answered, and replicas that are connected; absent without a server. */
      commit_machines: z.optional(z.number()),
      replicas: z.optional(z.number()),
      /** Losses of commits that were declared, newest first; absent where there was none. */
      losses: z.optional(z.array(zLoss)),
      database: z.string(),
      sequencer: z.object({
        state: z.string(),
        queued: z.number(),
        in_flight: z.number(),
        sequence: z.number(),
        epoch: z.number(),
        /** How long the oldest batch has waited for its commit; absent without one. */
        commit_wait_ms: z.optional(z.number()),
        commit_p50_ms: z.optional(z.number()),
        commit_p99_ms: z.optional(z.number()),
      }),
      feed: z.object({
        kind: z.string(),
        markets: z.array(
          z.object({
            symbol: z.string(),
            state: z.string(),
            index_price: z.optional(z.string()),
            index_time: z.optional(z.number()),
            is_stale: z.boolean(),
            sources: z.array(
              z.object({
                venue: z.string(),
                host: z.optional(z.string()),
                price: z.string(),
                time: z.number(),
              }),
            ),
          }),
        ),
      }),
      watchers: z.array(zWatcherStatus),
      checks: z.array(zCheck),
      outbox_unsent: z.number(),
      /** Legal texts that no operator has written yet, in any language. */
      legal_placeholders: z.number(),
      sockets: z.number(),
    }),
  }),
  rescanChain: route({
    method: 'POST',
    path: 'operator/watchers/rescan',
    tag,
    summary: 'Reads a chain again from a height and resumes a paused watcher',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({
      chain: z.string().check(z.maxLength(20)),
      from_height: z.optional(z.pipe(zTime, z.number())),
      reason: z.string().check(z.minLength(3), z.maxLength(500)),
    }),
    response: z.string(),
    errors: ['chain_closed'],
  }),
  exportRows: route({
    method: 'POST',
    path: 'operator/export',
    tag,
    summary: 'A table as CSV, at most 10,000 rows; personal fields stay masked',
    access: ['reviewer', 'manager', 'auditor'],
    rate: 'write',
    request: z.strictObject({
      what: z.enum(EXPORTS),
      from: z.optional(zTime),
      to: z.optional(zTime),
      status: z.optional(z.string().check(z.maxLength(20))),
      lang: z.optional(zLanguage),
    }),
    response: z.object({ filename: z.string(), csv: z.string(), rows: z.number() }),
  }),
} as const;
