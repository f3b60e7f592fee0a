import * as z from 'zod/mini';
import { SUB_ACCOUNTS_MAX } from './sub-accounts.ts';
import { route } from './wire/route.ts';
import { nothing, zEmail, zId, zOtp, zText, zTime } from './wire/scalars.ts';

const tag = 'Account shares';

/** Of one owner that are neither ended nor over. */
export const ACCOUNT_SHARES_MAX = 10;
/** Of one owner in 24 hours, ended ones too. */
export const ACCOUNT_SHARES_OFFERED_DAY_MAX = 20;
/** Of those that an owner gave, open ones first, and that a user was offered, the newest; older ones are in the log of security acts. */
export const ACCOUNT_SHARES_SHOWN_MAX = 50;
/** Of those that a user accepted. */
export const ACCOUNT_SHARES_ACCEPTED_SHOWN_MAX = 500;
/** The longest that one lasts. */
export const ACCOUNT_SHARE_DAYS_MAX = 366;

/** `offered`: not accepted yet. `over`: its time came. */
export const ACCOUNT_SHARE_STATES = ['offered', 'active', 'ended', 'over'] as const;
export type AccountShareState = (typeof ACCOUNT_SHARE_STATES)[number];

/** `protection`: with the lock of an account, or a new password. */
export const ACCOUNT_SHARE_ENDERS = ['owner', 'reader', 'protection'] as const;
export type AccountShareEnder = (typeof ACCOUNT_SHARE_ENDERS)[number];

/** As its owner sees it. */
export const zGivenShare = z.object({
  id: z.number(),
  /** To whom, as its owner wrote it; whether anybody has it nobody says before it is accepted. */
  email: z.string(),
  /** The main account has no name. */
  accounts: z.array(z.object({ id: z.number(), name: z.string() })),
  until: z.number(),
  created_at: z.number(),
  state: z.enum(ACCOUNT_SHARE_STATES),
  accepted_at: z.optional(z.number()),
  ended_at: z.optional(z.number()),
  ended_by: z.optional(z.enum(ACCOUNT_SHARE_ENDERS)),
  /** Calls that read with it, and the last one; some seconds late. */
  reads: z.number(),
  last_read_at: z.optional(z.number()),
});

export type GivenShare = z.infer<typeof zGivenShare>;

/** As its reader sees it: of its owner a masked name, and nothing else. */
export const zReceivedShare = z.object({
  id: z.number(),
  owner: z.string(),
  /** `share` is what the header names it by. The main account has no name. */
  accounts: z.array(z.object({ share: z.string(), name: z.string() })),
  until: z.number(),
  created_at: z.number(),
  state: z.enum(['offered', 'active']),
});

export type ReceivedShare = z.infer<typeof zReceivedShare>;

export const accountShareRoutes = {
  accountShares: route({
    method: 'GET',
    path: 'user/account_shares',
    tag,
    access: 'user',
    summary:
      'Reading of accounts that one gave, and that one was given: open and accepted ones first, newest first',
    request: nothing,
    response: z.object({ given: z.array(zGivenShare), received: z.array(zReceivedShare) }),
  }),
  createAccountShare: route({
    method: 'POST',
    path: 'user/account_shares/create',
    tag,
    access: 'user',
    rate: 'login',
    summary:
      'Offers another user reading of own accounts until a moment; the answer is the same whether anybody has that address',
    request: z.strictObject({
      email: zEmail,
      /** The main account by its user’s id, sub-accounts by theirs. */
      accounts: z.array(zId).check(z.minLength(1), z.maxLength(SUB_ACCOUNTS_MAX + 1)),
      /** At most 366 days ahead, ms. */
      until: zTime,
      /** Of the login. */
      password: z.string().check(z.minLength(1), z.maxLength(256)),
      otp: z.optional(zOtp),
    }),
    response: zGivenShare,
    errors: ['share_limit', 'password_wrong', 'locked_out', 'mfa_required', 'code_wrong'],
  }),
  acceptAccountShare: route({
    method: 'POST',
    path: 'user/account_shares/accept',
    tag,
    access: 'user',
    rate: 'write',
    summary: 'Accepts reading of accounts that one was offered',
    request: z.strictObject({ id: zId }),
    response: zReceivedShare,
  }),
  endAccountShare: route({
    method: 'POST',
    path: 'user/account_shares/end',
    tag,
    access: 'user',
    rate: 'write',
    summary: 'Ends at once a share that one gave, was given or was offered',
    request: z.strictObject({ id: zId }),
    response: zText,
  }),
} as const;
