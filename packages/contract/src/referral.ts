import * as z from 'zod/mini';
import { zTermsSaved } from './terms.ts';
import { OPERATORS, route } from './wire/route.ts';
import { nothing, pageOf, paging, zDecimal, zId, zReason } from './wire/scalars.ts';
import { TERM_ROWS_MAX } from './wire/term-texts.ts';

const tag = 'Referral';

export const zReferralLevel = z.object({
  /** In the caller's language, e.g. "Level 2". */
  name: z.string(),
  ratio: zDecimal,
  /** Invitees that it takes. */
  needs: z.number(),
});

export type ReferralLevelView = z.infer<typeof zReferralLevel>;

export const zRank = z.object({
  rank: z.number(),
  /** Masked. */
  account: z.string(),
  invite_count: z.number(),
  /** In USDT, at the day's index: as they were when the day's ranking was first asked for. */
  earnings: zDecimal,
  /** The caller's own line, as it is now; it comes last where it is not among the ten. */
  is_own: z.optional(z.boolean()),
});

export type Rank = z.infer<typeof zRank>;

/** Levels as operators set them. JSON. */
export const zReferralTerms = z.strictObject({
  levels: z
    .array(z.strictObject({ ratio: zDecimal, needs: z.number().check(z.gte(0)) }))
    .check(z.minLength(1), z.maxLength(TERM_ROWS_MAX)),
});

export type ReferralTermsView = z.infer<typeof zReferralTerms>;

const READERS = ['reviewer', 'manager', 'auditor'] as const;

export const zPartner = z.object({
  user_id: z.number(),
  /** Masked. */
  user: z.string(),
  ratio: zDecimal,
  invite_count: z.number(),
  since: z.number(),
});

export type Partner = z.infer<typeof zPartner>;

export const referralRoutes = {
  invite: route({
    method: 'GET',
    path: 'user/invite',
    tag,
    summary: "The user's code, link and earnings, in USDT at the index",
    access: 'user',
    request: nothing,
    response: z.object({
      invite_code: z.string(),
      share_url: z.string(),
      invite_count: z.number(),
      rebate_ratio: zDecimal,
      is_partner: z.boolean(),
      /** The level's name; of a partner the badge's. */
      level: z.string(),
      currency: z.string(),
      total_earnings: zDecimal,
      paid: zDecimal,
      pending: zDecimal,
      /** When what is pending is paid. */
      next_payout_at: z.number(),
    }),
  }),
  share: route({
    method: 'GET',
    path: 'user/my_share',
    tag,
    summary: 'Levels and rules',
    access: 'user',
    request: nothing,
    response: z.object({ levels: z.array(zReferralLevel), rules: z.array(z.string()) }),
  }),
  poster: route({
    method: 'GET',
    path: 'user/my_poster',
    tag,
    summary: 'A poster with the QR code of the link, as SVG',
    access: 'user',
    isBinary: true,
    request: nothing,
    response: z.string(),
  }),
  inviteRanking: route({
    method: 'POST',
    path: 'user/invite_list',
    tag,
    summary: 'The ten inviters who earned most, and the caller',
    access: 'user',
    request: nothing,
    response: z.array(zRank),
  }),
  invitees: route({
    method: 'POST',
    path: 'user/my_invite_list',
    tag,
    summary: 'Whom the user invited, newest first',
    access: 'user',
    request: z.strictObject({ ...paging }),
    response: pageOf(
      z.object({
        /** Masked. */
        account: z.string(),
        joined_at: z.number(),
        /** In USDT at the index. */
        fees: zDecimal,
        rebate: zDecimal,
      }),
    ),
  }),
  rebates: route({
    method: 'POST',
    path: 'user/my_account_return',
    tag,
    summary: "The user's rebates, newest first",
    access: 'user',
    request: z.strictObject({ ...paging }),
    response: pageOf(
      z.object({
        id: z.number(),
        /** Masked. */
        from_account: z.string(),
        currency_id: z.number(),
        currency: z.string(),
        amount: zDecimal,
        status: z.enum(['pending', 'paid']),
        time: z.number(),
      }),
    ),
  }),
} as const;

export const operatorReferralRoutes = {
  operatorReferral: route({
    method: 'GET',
    path: 'operator/referral',
    tag: OPERATORS,
    summary: 'Levels, and what rebates come to',
    access: READERS,
    request: nothing,
    response: z.extend(zReferralTerms, {
      inviters: z.number(),
      invitees: z.number(),
      pending: z.array(
        z.object({ currency_id: z.number(), currency: z.string(), amount: zDecimal }),
      ),
    }),
  }),
  operatorSaveReferral: route({
    method: 'POST',
    path: 'operator/referral/save',
    tag: OPERATORS,
    summary: 'Saves levels; less, and what the house gives more, becomes a proposal',
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ terms: zReferralTerms, reason: zReason }),
    response: zTermsSaved,
    errors: ['terms_invalid'],
  }),
  partners: route({
    method: 'GET',
    path: 'operator/partners',
    tag: OPERATORS,
    summary: 'Users with a ratio of their own',
    access: READERS,
    request: z.strictObject({ ...paging }),
    response: pageOf(zPartner),
  }),
  savePartner: route({
    method: 'POST',
    path: 'operator/partners/save',
    tag: OPERATORS,
    summary:
      "Sets a user's own ratio; without one the user is no partner any more. A smaller share becomes a proposal",
    access: ['manager'],
    rate: 'write',
    request: z.strictObject({ user_id: zId, ratio: z.optional(zDecimal), reason: zReason }),
    response: z.extend(zTermsSaved, { user_id: z.number(), ratio: z.optional(zDecimal) }),
    errors: ['terms_invalid'],
  }),
} as const;
