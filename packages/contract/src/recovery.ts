/**
 * Recovering an account by two of what its owner has left: a passkey, the authenticator, a recovery code, their document. What was
 * begun is gone on with by a token of its own, which opens these calls and nothing else.
 */
import * as z from 'zod/mini';
import { zAccountType } from './identity.ts';
import { route } from './wire/route.ts';
import {
  nothing,
  zAreaCode,
  zCode,
  zId,
  zPasskeyTicket,
  zPassword,
  zRecoveryCode,
  zText,
} from './wire/scalars.ts';

const tag = 'Session and identity';

export const RECOVERY_WAYS = ['passkey', 'otp', 'recovery_code', 'identity'] as const;
export type RecoveryWay = (typeof RECOVERY_WAYS)[number];

export const zRecovery = z.object({
  /** `identity`: photos are missing; `review`: operators look at them; `waiting`: until `ready_at`; `ready`: for a new password. */
  state: z.enum(['identity', 'review', 'waiting', 'ready']),
  /** What stands. */
  ways: z.array(z.enum(RECOVERY_WAYS)),
  begun_at: z.number(),
  ready_at: z.optional(z.number()),
});

export type Recovery = z.infer<typeof zRecovery>;

export const recoveryRoutes = {
  beginRecovery: route({
    method: 'POST',
    path: 'user/recovery/begin',
    tag,
    rate: 'login',
    summary:
      'Begins to recover an account by two ways, or by one and the document to come; its owner is told everywhere',
    request: z.strictObject({
      account_type: zAccountType,
      area_code: z.optional(zAreaCode),
      account: z.string().check(z.minLength(3), z.maxLength(254)),
      /** A ticket of a passkey (`user/passkey/prove`). */
      passkey: z.optional(zPasskeyTicket),
      otp: z.optional(zCode),
      recovery_code: z.optional(zRecoveryCode),
    }),
    response: z.object({ token: z.string(), recovery: zRecovery }),
    errors: ['recovery_refused', 'recovery_needs_two'],
  }),
  recovery: route({
    method: 'GET',
    path: 'user/recovery',
    tag,
    access: 'recovery',
    summary: 'How far a recovery is',
    request: nothing,
    response: zRecovery,
  }),
  recoveryPhoto: route({
    method: 'POST',
    path: 'user/recovery/photo',
    tag,
    access: 'recovery',
    rate: 'upload',
    isMultipart: true,
    summary: 'Takes a picture for a recovery: jpeg, png or webp up to 8 MB, kept private',
    request: nothing,
    response: z.object({ file_id: z.number() }),
    errors: ['file_too_large', 'file_type', 'file_limit'],
  }),
  recoverByIdentity: route({
    method: 'POST',
    path: 'user/recovery/identity',
    tag,
    access: 'recovery',
    rate: 'write',
    summary:
      'The second way: photos of the document and of its owner holding it, which two operators look at',
    request: z.strictObject({ document_photo: zId, holding_photo: zId }),
    response: zRecovery,
  }),
  finishRecovery: route({
    method: 'POST',
    path: 'user/recovery/finish',
    tag,
    access: 'recovery',
    rate: 'login',
    summary:
      'Sets the new password once the time is over: ends sessions, API keys, the fund password and each factor that was not shown; withdrawals rest',
    request: z.strictObject({ password: zPassword, password_confirmation: zPassword }),
    response: z.object({
      /** New ones, where a factor is left. */
      recovery_codes: z.array(z.string()),
      withdrawals_usable_at: z.optional(z.number()),
    }),
    errors: ['recovery_waiting', 'password_too_common'],
  }),
  stopRecovery: route({
    method: 'POST',
    path: 'user/recovery/stop',
    tag,
    access: 'user',
    rate: 'write',
    summary: 'Stops the recovery of the own account',
    request: nothing,
    response: zText,
    errors: ['not_found'],
  }),
  stopRecoveryByMail: route({
    method: 'POST',
    path: 'user/recovery/stop_by_mail',
    tag,
    rate: 'login',
    summary: 'The same by the link that comes with the news of it',
    request: z.strictObject({
      token: z.string().check(z.regex(/^[0-9a-z]{1,11}\.[0-9a-z]{1,11}\.[A-Za-z0-9_-]{43}$/)),
    }),
    response: zText,
    errors: ['ticket_invalid'],
  }),
} as const;
