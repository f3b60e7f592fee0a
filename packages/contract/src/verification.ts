/** Identity verification, pictures, and the console's queue of both. */
import * as z from 'zod/mini';
import { zDecision, zOpenBy, zReviewChecks } from './operators/queues.ts';
import { OPERATORS, route } from './wire/route.ts';
import {
  pageOf,
  paging,
  zContactAddress,
  zCountry,
  zId,
  zIdNumber,
  zRealName,
  zReason,
  zText,
  zTime,
} from './wire/scalars.ts';

export const zVerification = z.enum(['unverified', 'under_review', 'verified']);

export type Verification = z.infer<typeof zVerification>;

const tag = 'Session and identity';

/** What the provider that checks identities says. */
export const IDENTITY_VERDICTS = ['approved', 'rejected', 'review', 'expired', 'revoked'] as const;

/** Why it refused; another word is taken for `other`. */
export const IDENTITY_REASONS = [
  'document_unreadable',
  'document_expired',
  'document_unsupported',
  'document_altered',
  'data_mismatch',
  'face_mismatch',
  'underage',
  'other',
] as const;

/** A word by which a provider names something of its own. */
export const zProviderWord = z.string().check(z.maxLength(100), z.regex(/^[\x21-\x7e]+$/));

/** What it said of a submission: called back with, or asked for. */
export const zIdentityWord = z.object({
  verification: z.string().check(z.regex(/^verification_[1-9]\d{0,14}$/)),
  user: z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  session: zProviderWord,
  verdict: z.enum(IDENTITY_VERDICTS),
  reason: z.optional(z.string().check(z.maxLength(100))),
});

/** Where a submission stands that a provider checks: it is asked, its page waits for the user, or a person of the exchange looks. */
export const zIdentityCheck = z.object({
  provider: z.string(),
  state: z.enum(['asked', 'open', 'person']),
  since: z.number(),
  /** Of what waits for the provider or its page; then a person looks. */
  until: z.optional(z.number()),
  /** The provider's page for this user. */
  url: z.optional(z.string()),
});

export const UPLOAD_PURPOSES = ['kyc', 'deposit_proof', 'avatar', 'chat'] as const;

export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

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
  /** Where a provider checks it: what it said, by which name it finds it, and until when it is waited for. */
  identity: z.optional(
    z.object({
      verdict: z.optional(z.enum(['approved', 'rejected', 'review', 'expired', 'unanswered'])),
      reason: z.optional(z.string()),
      session: z.optional(z.string()),
      since: z.number(),
      until: z.number(),
      answered_at: z.optional(z.number()),
      revoked_at: z.optional(z.number()),
    }),
  ),
  checks: zReviewChecks,
  open_by: z.optional(zOpenBy),
  decided_by: z.optional(z.string()),
  time: z.number(),
  decided_at: z.optional(z.number()),
});

export type OperatorVerification = z.infer<typeof zOperatorVerification>;

export const verificationRoutes = {
  realName: route({
    method: 'POST',
    path: 'user/real_name',
    tag,
    summary: 'Asks for basic verification',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      country: zCountry,
      name: zRealName,
      id_number: zIdNumber,
    }),
    response: zText,
    errors: ['already_under_review', 'already_verified', 'id_number_used'],
  }),
  realName2: route({
    method: 'POST',
    path: 'user/real_name2',
    tag,
    summary: 'Asks for advanced verification with three photos',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      contact_address: zContactAddress,
      front_photo: zId,
      back_photo: zId,
      holding_photo: zId,
    }),
    response: zText,
    errors: ['advanced_requires_basic', 'already_under_review', 'already_verified'],
  }),
  identityCallback: route({
    method: 'POST',
    path: 'identity/callback',
    tag,
    summary:
      'What the provider that checks identities says of a submission; signed as Standard Webhooks has it, by `webhook-id`, `webhook-timestamp` and `webhook-signature`',
    request: z.strictObject(zIdentityWord.shape),
    response: z.object({}),
    errors: ['api_signature_wrong', 'idempotency_conflict', 'not_found'],
  }),
  upload: route({
    method: 'POST',
    path: 'upload',
    tag,
    summary: 'Takes a picture: jpeg, png or webp up to 8 MB, kept private',
    access: 'user',
    rate: 'upload',
    isMultipart: true,
    request: z.strictObject({ purpose: z.enum(UPLOAD_PURPOSES) }),
    response: z.object({ file_id: z.number() }),
    errors: ['file_too_large', 'file_type', 'file_limit'],
  }),
  ownFile: route({
    method: 'GET',
    path: 'user/file',
    tag,
    summary: 'One of the own pictures',
    access: 'user',
    isBinary: true,
    request: z.strictObject({ id: zId }),
    response: z.unknown(),
  }),
} as const;

export const operatorVerificationRoutes = {
  operatorVerifications: route({
    method: 'GET',
    path: 'operator/verifications',
    tag: OPERATORS,
    summary: 'Verifications; those under review the oldest first',
    access: ['reviewer', 'auditor'],
    request: z.strictObject({
      status: z.optional(z.enum(['under_review', 'passed', 'rejected'])),
      level: z.optional(z.enum(['basic', 'advanced'])),
      id: z.optional(zId),
      user_id: z.optional(zId),
      ...paging,
    }),
    response: pageOf(zOperatorVerification),
  }),
  verificationDetail: route({
    method: 'POST',
    path: 'operator/verifications/detail',
    tag: OPERATORS,
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
    tag: OPERATORS,
    summary: 'Passes, or refuses with a reason the user reads',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, decision: zDecision, reason: z.optional(zReason) }),
    response: zOperatorVerification,
    errors: ['already_decided', 'screening_waits'],
  }),
  revokeVerification: route({
    method: 'POST',
    path: 'operator/verifications/revoke',
    tag: OPERATORS,
    summary:
      'Proposes to take back what was passed, which a second operator decides; the user reads why and may send it again',
    access: ['reviewer'],
    rate: 'write',
    request: z.strictObject({ id: zId, reason: zReason }),
    response: z.object({ proposal_id: z.number() }),
    errors: ['already_decided'],
  }),
  openFile: route({
    method: 'POST',
    path: 'operator/files/open',
    tag: OPERATORS,
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
    tag: OPERATORS,
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
} as const;
