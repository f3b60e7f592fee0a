/** What protects an account beside its passwords: the second factor and passkeys. */
import * as z from 'zod/mini';
import { zLoggedIn } from './identity.ts';
import { zRecovery } from './recovery.ts';
import { route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zCode,
  zCredential,
  zId,
  zNonce,
  zOtp,
  zText,
} from './wire/scalars.ts';

const tag = 'Session and identity';

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** Of a person, for themselves. */
export const zPasskeyName = z.string().check(z.minLength(1), z.maxLength(60));
/** For `navigator.credentials`: PublicKeyCredentialCreationOptionsJSON or …RequestOptionsJSON (WebAuthn level 3). */
export const zPasskeyOptions = z.looseObject({ challenge: z.string() });

export const zPasskey = z.object({
  id: z.number(),
  name: z.string(),
  /** Its provider keeps it for several devices. */
  is_synced: z.boolean(),
  created_at: z.number(),
  last_used_at: z.optional(z.number()),
});

export type Passkey = z.infer<typeof zPasskey>;

export const SECURITY_ACT_KINDS = [
  'registered',
  'logged_in',
  'logged_in_passkey',
  'login_refused',
  'logged_out',
  'session_ended',
  'password_reset',
  'password_changed',
  'fund_password_saved',
  'otp_enabled',
  'otp_disabled',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'mail_word_saved',
  'account_locked',
  'unlock_asked',
  'recovery_begun',
  'recovery_stopped',
  'account_recovered',
  'api_key_created',
  'api_key_changed',
  'api_key_revoked',
  'webhook_created',
  'webhook_changed',
  'webhook_secret_changed',
  'webhook_removed',
  'share_given',
  'share_received',
  'share_accepted',
  'share_ended',
  'address_added',
  'address_removed',
  'card_saved',
  'card_removed',
  'withdrawal_requested',
  'withdrawal_cancelled',
] as const;

export type SecurityActKind = (typeof SECURITY_ACT_KINDS)[number];

export const zSecurityAct = z.object({
  id: z.number(),
  kind: z.enum(SECURITY_ACT_KINDS),
  /** Which one: a name, a label, an address, an amount. */
  detail: z.optional(z.string()),
  ip: z.string(),
  device: z.string(),
  time: z.number(),
});

export type SecurityAct = z.infer<typeof zSecurityAct>;

/** Letters of any language, digits and spaces: nothing that a mail could take for more. */
const zMailWord = z.string().check(z.regex(/^[\p{L}\p{M}\p{N} ]{3,40}$/u));

export const securityRoutes = {
  security: route({
    method: 'GET',
    path: 'user/security',
    tag,
    summary: 'How the account is protected',
    access: 'user',
    request: nothing,
    response: z.object({
      has_fund_password: z.boolean(),
      has_otp: z.boolean(),
      passkeys: z.number(),
      /** Stands at the top of every mail to the user. */
      mail_word: z.optional(z.string()),
      /** Locked by its owner; `asked_at`: when they last asked to have it undone. */
      lock: z.optional(z.object({ locked_at: z.number(), asked_at: z.optional(z.number()) })),
      /** Somebody recovers the account. */
      recovery: z.optional(zRecovery),
      recovery_codes_left: z.number(),
      password_changed_at: z.optional(z.number()),
      /** Withdrawals are cooling off until then. */
      withdrawals_usable_at: z.optional(z.number()),
      sessions: z.number(),
    }),
  }),
  beginOtp: route({
    method: 'POST',
    path: 'user/otp/begin',
    tag,
    summary: 'Makes a new second-factor secret to be confirmed',
    access: 'user',
    rate: 'login',
    request: z.strictObject({
      /** Not with a ticket of a passkey. */
      password: z.optional(text(256)),
      /** Wherever a second factor is set: a passkey. */
      otp: z.optional(zOtp),
    }),
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['password_wrong', 'mfa_required', 'code_wrong', 'otp_already_set', 'locked_out'],
  }),
  confirmOtp: route({
    method: 'POST',
    path: 'user/otp/confirm',
    tag,
    summary: 'Turns the second factor on; gives the recovery codes once',
    access: 'user',
    rate: 'login',
    request: z.strictObject({ otp: zCode }),
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['code_wrong', 'otp_already_set', 'otp_not_begun', 'locked_out'],
  }),
  disableOtp: route({
    method: 'POST',
    path: 'user/otp/disable',
    tag,
    summary: 'Turns the second factor off with password and a code; starts the cooling-off',
    access: 'user',
    rate: 'login',
    /** `otp`: six digits, a recovery code, or a ticket of a passkey. */
    request: z.strictObject({ password: text(256), otp: zOtp }),
    response: zText,
    errors: ['password_wrong', 'code_wrong', 'otp_not_set', 'locked_out'],
  }),
  passkeyOptions: route({
    method: 'POST',
    path: 'user/passkey/options',
    tag,
    rate: 'login',
    summary:
      'A challenge for a passkey, good once and for five minutes; what is signed is SHA-256 of `login`, a line feed and it',
    request: nothing,
    response: z.object({ options: zPasskeyOptions }),
    errors: ['passkeys_closed'],
  }),
  passkeyLogin: route({
    method: 'POST',
    path: 'user/passkey/login',
    tag,
    rate: 'login',
    summary: 'Logs in with a passkey alone',
    request: z.strictObject({ credential: zCredential }),
    response: zLoggedIn,
    errors: ['passkey_refused', 'passkeys_closed', 'locked_out'],
  }),
  passkeyProve: route({
    method: 'POST',
    path: 'user/passkey/prove',
    tag,
    rate: 'login',
    summary:
      'Trades a passkey for a ticket: what `otp` takes in place of a code, once and for five minutes',
    request: z.strictObject({ credential: zCredential }),
    response: z.object({ ticket: z.string() }),
    errors: ['passkey_refused', 'passkeys_closed', 'locked_out'],
  }),
  passkeyIntent: route({
    method: 'POST',
    path: 'user/passkey/intent',
    tag,
    access: 'user',
    rate: 'write',
    summary:
      'What a passkey signs a withdrawal or a new payee with: the challenge is the SHA-256 of the intent, which the caller writes',
    request: nothing,
    response: z.object({
      /** Of the intent, good once and for five minutes. */
      nonce: zNonce,
      /** Of the intent: the exchange's id. */
      deployment: z.string(),
      /** PublicKeyCredentialRequestOptionsJSON but for its challenge. */
      options: z.looseObject({ rpId: z.string() }),
    }),
    errors: ['passkeys_closed'],
  }),
  passkeys: route({
    method: 'GET',
    path: 'user/passkeys',
    tag,
    access: 'user',
    summary: 'Passkeys of the user',
    request: nothing,
    response: z.array(zPasskey),
  }),
  beginPasskey: route({
    method: 'POST',
    path: 'user/passkey/begin',
    tag,
    access: 'user',
    rate: 'login',
    summary: 'What to make a new passkey with',
    request: z.strictObject({
      /** Not with a ticket of another passkey. */
      password: z.optional(text(256)),
      /** Wherever a second factor is set. */
      otp: z.optional(zOtp),
    }),
    response: z.object({ options: zPasskeyOptions }),
    errors: [
      'password_wrong',
      'mfa_required',
      'code_wrong',
      'passkey_limit',
      'passkeys_closed',
      'locked_out',
    ],
  }),
  confirmPasskey: route({
    method: 'POST',
    path: 'user/passkey/confirm',
    tag,
    access: 'user',
    rate: 'login',
    summary:
      'Registers a passkey; the first second factor of an account comes with recovery codes, once',
    request: z.strictObject({ credential: zCredential, name: zPasskeyName }),
    response: z.object({ passkey: zPasskey, recovery_codes: z.optional(z.array(z.string())) }),
    errors: ['passkey_refused', 'passkey_limit', 'passkeys_closed'],
  }),
  renamePasskey: route({
    method: 'POST',
    path: 'user/passkey/rename',
    tag,
    access: 'user',
    rate: 'write',
    summary: 'Names a passkey anew',
    request: z.strictObject({ id: zId, name: zPasskeyName }),
    response: zPasskey,
  }),
  removePasskey: route({
    method: 'POST',
    path: 'user/passkey/remove',
    tag,
    access: 'user',
    rate: 'login',
    summary: 'Removes a passkey; starts the cooling-off',
    request: z.strictObject({ id: zId, password: z.optional(text(256)), otp: zOtp }),
    response: zText,
    errors: ['password_wrong', 'code_wrong', 'locked_out'],
  }),
  securityActs: route({
    method: 'GET',
    path: 'user/security/acts',
    tag,
    access: 'user',
    summary:
      'What was done about the security of the account, and who was refused, newest first; for a year',
    request: z.strictObject({ ...paging }),
    response: pageOf(zSecurityAct),
  }),
  saveMailWord: route({
    method: 'POST',
    path: 'user/mail_word',
    tag,
    access: 'user',
    rate: 'login',
    summary: 'Sets the word that stands at the top of every mail to the user; without one, none',
    request: z.strictObject({
      word: z.optional(zMailWord),
      password: z.optional(text(256)),
      otp: z.optional(zOtp),
    }),
    response: zText,
    errors: ['password_wrong', 'mfa_required', 'code_wrong', 'locked_out'],
  }),
  lockAccount: route({
    method: 'POST',
    path: 'user/lock',
    tag,
    access: 'user',
    rate: 'write',
    summary:
      'Freezes the own account at once, ends all sessions and API keys; two operators undo it by identity',
    request: nothing,
    response: zText,
  }),
  lockByMail: route({
    method: 'POST',
    path: 'user/lock_by_mail',
    tag,
    rate: 'login',
    summary: 'The same by the link of a security mail',
    request: z.strictObject({
      token: z.string().check(z.regex(/^[0-9a-z]{1,11}\.[0-9a-z]{1,11}\.[A-Za-z0-9_-]{43}$/)),
    }),
    response: zText,
    errors: ['ticket_invalid'],
  }),
  askUnlock: route({
    method: 'POST',
    path: 'user/unlock/ask',
    tag,
    access: 'user',
    rate: 'write',
    summary:
      'Asks to have the lock undone, with photos of the document and of its owner holding it',
    request: z.strictObject({ document_photo: zId, holding_photo: zId }),
    response: zText,
  }),
} as const;
