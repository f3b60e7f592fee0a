/** The console: verifications, users, announcements and help articles. */
import * as z from 'zod/mini';
import { zBankCard } from './custody.ts';
import { zHelpTopic } from './markets.ts';
import { zDecision, zOpenBy } from './operator-custody.ts';
import { route } from './route.ts';
import { pageOf, paging, zBoolean, zDecimal, zId, zLanguage, zTime } from './scalars.ts';
import { zVerification } from './session.ts';

const tag = 'Operators';
const reason = z.string().check(z.minLength(3), z.maxLength(500));
const READERS = ['reviewer', 'support', 'auditor'] as const;

export const zOperatorVerification = z.object({
  id: z.number(),
  user_id: z.number(),
  user: z.string(),
  level: z.enum(['basic', 'advanced']),
  status: z.enum(['under_review', 'passed', 'rejected']),
  /** Masked but in the opened record of a reviewer: see verificationDetail. */
  country: z.string(),
  name: z.string(),
  reason: z.optional(z.string()),
  open_by: z.optional(zOpenBy),
  decided_by: z.optional(z.string()),
  time: z.number(),
  decided_at: z.optional(z.number()),
});
export type OperatorVerification = z.infer<typeof zOperatorVerification>;

export const REVEALED_FIELDS = ['account', 'name', 'id_number', 'address', 'cards'] as const;

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
  has_fund_password: z.boolean(),
  is_bot: z.boolean(),
  is_frozen: z.boolean(),
  is_partner: z.boolean(),
});
export type OperatorUser = z.infer<typeof zOperatorUser>;

export const zOperatorNews = z.object({
  id: z.number(),
  category: z.enum(['notice', 'banner', 'help']),
  cover: z.optional(z.string()),
  published_at: z.number(),
  topic: z.optional(zHelpTopic),
  /** By language key. */
  translations: z.array(
    z.object({ lang: zLanguage, title: z.string(), summary: z.string(), body: z.string() }),
  ),
});
export type OperatorNews = z.infer<typeof zOperatorNews>;

export const operatorPeopleRoutes = {
  operatorVerifications: route({
    method: 'GET',
    path: 'operator/verifications',
    tag,
    summary: 'Verifications; those under review the oldest first',
    access: ['reviewer', 'auditor'],
    request: z.strictObject({
      status: z.optional(z.enum(['under_review', 'passed', 'rejected'])),
      level: z.optional(z.enum(['basic', 'advanced'])),
      user_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zOperatorVerification),
  }),
  verificationDetail: route({
    method: 'POST',
    path: 'operator/verifications/detail',
    tag,
    summary: 'One verification with its fields and photos, for the decision; each view is audited',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: z.object({
      ...zOperatorVerification.shape,
      id_number: z.optional(z.string()),
      contact_address: z.optional(z.string()),
      photos: z.array(
        z.object({ kind: z.enum(['front', 'back', 'holding']), file_id: z.number() }),
      ),
    }),
    errors: ['view_limit'],
  }),
  decideVerification: route({
    method: 'POST',
    path: 'operator/verifications/decide',
    tag,
    summary: 'Passes, or refuses with a reason the user reads',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, decision: zDecision, reason: z.optional(reason) }),
    response: zOperatorVerification,
    errors: ['already_decided'],
  }),
  openFile: route({
    method: 'POST',
    path: 'operator/files/open',
    tag,
    summary: 'A signed path to a picture, valid 60 s in this session; audited',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ file_id: zId }),
    response: z.object({ url: z.string(), expires_at: z.number() }),
    errors: ['view_limit'],
  }),
  readFile: route({
    method: 'GET',
    path: 'operator/file',
    tag,
    summary: 'The picture of a signed path',
    access: ['reviewer'],
    isBinary: true,
    request: z.strictObject({
      id: zId,
      expires: zTime,
      signature: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    }),
    response: z.unknown(),
  }),
  operatorUsers: route({
    method: 'GET',
    path: 'operator/users',
    tag,
    summary: 'Users, masked; searched by id or exact account',
    access: READERS,
    request: z.strictObject({
      query: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
      is_frozen: z.optional(zBoolean),
      ...paging,
    }),
    response: pageOf(zOperatorUser),
  }),
  operatorUser: route({
    method: 'GET',
    path: 'operator/user',
    tag,
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
      receivables: z.array(z.object({ currency: z.string(), amount: zDecimal })),
      withdrawals_usable_at: z.optional(z.number()),
    }),
  }),
  revealUser: route({
    method: 'POST',
    path: 'operator/user/reveal',
    tag,
    summary: 'Shows masked fields for a stated reason; counted and audited',
    access: ['reviewer', 'support'],
    rate: 'write',
    request: z.strictObject({ id: zId, field: z.enum(REVEALED_FIELDS), reason }),
    response: z.object({ field: z.string(), value: z.string(), views_left: z.number() }),
    errors: ['view_limit'],
  }),
  withdrawalCard: route({
    method: 'POST',
    path: 'operator/withdrawals/card',
    tag,
    summary:
      'Everything on the bank card that a withdrawal is paid to, whatever became of it in the book; counted and audited',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason }),
    response: z.object({
      ...z.omit(zBankCard, { id: true, usable_at: true }).shape,
      /** Of the withdrawal as it stands with this card: refused with intent_changed when another was approved. */
      intent_hash: z.string(),
    }),
    errors: ['view_limit', 'intent_changed'],
  }),
  freezeUser: route({
    method: 'POST',
    path: 'operator/user/freeze',
    tag,
    summary: 'Freezes an account at once; unfreezing becomes a proposal for a second operator',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, is_frozen: zBoolean, reason }),
    response: z.object({ is_effective: z.boolean(), proposal_id: z.optional(z.number()) }),
  }),
  endUserSessions: route({
    method: 'POST',
    path: 'operator/user/end_sessions',
    tag,
    summary: 'Logs a user out everywhere',
    access: ['reviewer', 'support'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason }),
    response: z.string(),
  }),
  operatorNews: route({
    method: 'GET',
    path: 'operator/news',
    tag,
    summary: 'Announcements, banners and help articles, also those not yet published',
    access: ['support', 'manager', 'auditor'],
    request: z.strictObject({
      category: z.optional(z.enum(['notice', 'banner', 'help'])),
      ...paging,
    }),
    response: pageOf(zOperatorNews),
  }),
  saveNews: route({
    method: 'POST',
    path: 'operator/news/save',
    tag,
    summary: 'Adds or changes an article in Markdown; shown from its publish time on',
    access: ['support', 'manager'],
    rate: 'write',
    isLong: true,
    request: z.strictObject({
      id: z.optional(zId),
      category: z.enum(['notice', 'banner', 'help']),
      published_at: zTime,
      /** Of a help article; the others have none. */
      topic: z.optional(zHelpTopic),
      /** JSON text: [{lang, title, summary, body}], English at least. */
      translations: z.string().check(z.maxLength(200_000)),
    }),
    response: z.object({ id: z.number() }),
  }),
  deleteNews: route({
    method: 'POST',
    path: 'operator/news/delete',
    tag,
    summary: 'Takes an article away',
    access: ['support', 'manager'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason }),
    response: z.string(),
  }),
} as const;
