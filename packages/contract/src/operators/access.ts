/** The console: operators' own sessions, and who is one. */
import * as z from 'zod/mini';
import { zPasskey, zPasskeyName, zPasskeyOptions } from '../security.ts';
import { OPERATOR_ROLES, OPERATORS, route } from '../wire/route.ts';
import {
  approvalSignature,
  nothing,
  zBoolean,
  zCode,
  zCredential,
  zEmail,
  zId,
  zNonce,
  zOtp,
  zReason,
} from '../wire/scalars.ts';

const password = z.string().check(z.minLength(1), z.maxLength(256));

const newPassword = z.string().check(z.minLength(12), z.maxLength(256));

const operatorName = z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{1,39}$/));

export const zOperator = z.object({
  id: z.number(),
  name: z.string(),
  role: z.enum(OPERATOR_ROLES),
  is_active: z.boolean(),
  has_otp: z.boolean(),
  has_passkey: z.boolean(),
  /** Who they are at the provider of OIDC; absent where they are not bound to one. */
  subject: z.optional(z.string()),
  created_at: z.number(),
  last_seen_at: z.optional(z.number()),
  /** Ahead of us: from then on this operator counts as one of two. */
  approves_from: z.optional(z.number()),
  /** How the link stands by which this operator comes in; absent once it was used. */
  link: z.optional(z.enum(['open', 'expired'])),
  /** Who made that link; absent where it was made on the server's machine. */
  link_by: z.optional(z.string()),
  /** Came in, and does not count as one of two before a third person has said that it was the right one. */
  needs_confirmation: z.optional(z.boolean()),
});

export type Operator = z.infer<typeof zOperator>;

/** A link by which an operator comes in: shown once to whoever made it, unless it was sent to the person. */
const zMadeLink = {
  link: z.optional(z.string()),
  /** Masked. */
  sent_to: z.optional(z.string()),
  expires_at: z.number(),
};

export const zOpened = z.object({ token: z.string(), roles: z.array(z.enum(OPERATOR_ROLES)) });

export const zLinkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

export const operatorAccessRoutes = {
  operatorLogin: route({
    method: 'POST',
    path: 'operator/login',
    tag: OPERATORS,
    summary: "An operator's login",
    rate: 'login',
    request: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(60)),
      password: z.string().check(z.minLength(1), z.maxLength(256)),
      otp: z.optional(z.string()),
    }),
    response: zOpened,
    errors: ['login_failed', 'locked_out', 'mfa_required'],
  }),
  operatorLogout: route({
    method: 'POST',
    path: 'operator/logout',
    tag: OPERATORS,
    summary: 'Ends the session',
    rate: 'write',
    access: OPERATOR_ROLES,
    request: nothing,
    response: z.string(),
  }),
  operatorMe: route({
    method: 'GET',
    path: 'operator/me',
    tag: OPERATORS,
    summary: 'The operator who is logged in',
    access: OPERATOR_ROLES,
    request: nothing,
    response: z.object({
      id: z.number(),
      name: z.string(),
      role: z.enum(OPERATOR_ROLES),
      has_otp: z.boolean(),
      has_passkey: z.boolean(),
      /** Opened by the provider of OIDC alone: it only reads. */
      is_sso: z.optional(z.boolean()),
      demo: z.boolean(),
      session_ends_at: z.number(),
      idle_ms: z.number(),
      /** Outside demo nothing but operators can be changed before there are two. */
      needs_second_operator: z.boolean(),
      /** How long a change of terms that is worse for users is announced; 0: not at all. */
      notice_hours: z.number(),
      /** Ahead of us: from then on this operator counts as one of two. */
      approves_from: z.optional(z.number()),
      /** Owners only: whom the server's machine let in anew within the last 30 days, newest first; absent where nobody. */
      machine_resets: z.optional(z.array(z.object({ name: z.string(), time: z.number() }))),
    }),
  }),
  operatorEnrol: route({
    method: 'POST',
    path: 'operator/enrol',
    tag: OPERATORS,
    summary: 'First step of a second factor, with the password: gives the secret',
    rate: 'login',
    request: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(60)), password }),
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['login_failed', 'locked_out', 'otp_already_set', 'passkey_required'],
  }),
  operatorConfirmEnrol: route({
    method: 'POST',
    path: 'operator/enrol/confirm',
    tag: OPERATORS,
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
    errors: [
      'login_failed',
      'locked_out',
      'code_wrong',
      'otp_already_set',
      'otp_not_begun',
      'passkey_required',
    ],
  }),
  operatorPasskeyOptions: route({
    method: 'POST',
    path: 'operator/passkey/options',
    tag: OPERATORS,
    summary:
      'A challenge for an operator’s passkey, good once and for five minutes; what is signed is SHA-256 of `login`, a line feed and it',
    rate: 'login',
    request: nothing,
    response: z.object({ options: zPasskeyOptions }),
    errors: ['passkeys_closed'],
  }),
  operatorPasskeyLogin: route({
    method: 'POST',
    path: 'operator/passkey/login',
    tag: OPERATORS,
    summary: "An operator's login with a passkey alone",
    rate: 'login',
    request: z.strictObject({ credential: zCredential }),
    response: zOpened,
    errors: ['passkey_refused', 'passkeys_closed', 'locked_out', 'login_failed'],
  }),
  beginOperatorPasskey: route({
    method: 'POST',
    path: 'operator/passkey/begin',
    tag: OPERATORS,
    summary: 'What to make a passkey with, for the password and whatever factor is there',
    rate: 'login',
    request: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(60)),
      password,
      /** Where an authenticator is set. */
      otp: z.optional(zOtp),
      /** Where passkeys are: what one of them answered to a challenge of a login. */
      credential: z.optional(zCredential),
    }),
    response: z.object({ options: zPasskeyOptions }),
    errors: [
      'login_failed',
      'locked_out',
      'mfa_required',
      'code_wrong',
      'passkey_refused',
      'passkey_limit',
      'passkeys_closed',
    ],
  }),
  confirmOperatorPasskey: route({
    method: 'POST',
    path: 'operator/passkey/confirm',
    tag: OPERATORS,
    summary:
      'Registers the passkey and logs in with it; ends all other own sessions, and an authenticator with its codes',
    rate: 'login',
    request: z.strictObject({ credential: zCredential, label: zPasskeyName }),
    response: zOpened,
    errors: ['passkey_refused', 'passkey_limit', 'passkeys_closed', 'login_failed'],
  }),
  operatorIntent: route({
    method: 'POST',
    path: 'operator/passkey/intent',
    tag: OPERATORS,
    summary:
      'What a passkey signs what is passed with: the challenge is the SHA-256 of the intent, which the caller writes',
    rate: 'write',
    access: OPERATOR_ROLES,
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
  operatorPasskeys: route({
    method: 'GET',
    path: 'operator/passkeys',
    tag: OPERATORS,
    summary: "The operator's own passkeys",
    access: OPERATOR_ROLES,
    request: nothing,
    response: z.array(zPasskey),
  }),
  removeOperatorPasskey: route({
    method: 'POST',
    path: 'operator/passkey/remove',
    tag: OPERATORS,
    summary:
      'Removes an own passkey, for the password and a passkey; outside demo not the last one. Ends all other own sessions',
    rate: 'login',
    access: OPERATOR_ROLES,
    request: z.strictObject({ id: zId, password, credential: zCredential }),
    response: z.string(),
    errors: [
      'password_wrong',
      'passkey_refused',
      'passkey_required',
      'passkeys_closed',
      'locked_out',
    ],
  }),
  operatorPassword: route({
    method: 'POST',
    path: 'operator/password',
    tag: OPERATORS,
    summary: 'Changes the own password; ends all other own sessions',
    rate: 'login',
    access: OPERATOR_ROLES,
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
    tag: OPERATORS,
    summary: 'All operators',
    access: ['auditor'],
    request: nothing,
    response: z.array(zOperator),
  }),
  createOperator: route({
    method: 'POST',
    path: 'operator/operators/create',
    tag: OPERATORS,
    summary:
      'Adds an operator, who comes in by a link that is good once; it goes by mail where mail is set up',
    access: [],
    rate: 'write',
    request: z.strictObject({
      name: operatorName,
      role: z.enum(OPERATOR_ROLES),
      /** Where the link goes; needed where mail is set up. */
      email: z.optional(zEmail),
      ...approvalSignature,
    }),
    response: z.object({ operator_id: z.number(), ...zMadeLink }),
    errors: ['name_taken', 'four_eyes', 'signature_required', 'passkey_refused'],
  }),
  changeOperator: route({
    method: 'POST',
    path: 'operator/operators/change',
    tag: OPERATORS,
    summary: "Changes an operator's role or stops the account; ends its sessions",
    access: [],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      role: z.optional(z.enum(OPERATOR_ROLES)),
      is_active: z.optional(zBoolean),
      reason: zReason,
    }),
    response: z.string(),
    errors: ['last_owner', 'four_eyes'],
  }),
  resetOperator: route({
    method: 'POST',
    path: 'operator/operators/reset',
    tag: OPERATORS,
    summary:
      'Takes password, second factor and passkeys away, to be set anew by a link that is good once',
    access: [],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      reason: zReason,
      /** Where the link goes; needed where mail is set up. */
      email: z.optional(zEmail),
    }),
    response: z.object(zMadeLink),
    errors: ['four_eyes'],
  }),
  confirmOperator: route({
    method: 'POST',
    path: 'operator/operators/confirm',
    tag: OPERATORS,
    summary:
      'Says that the right person came in by a link; whoever made it only where nobody else was there for long',
    access: ['reviewer', 'manager'],
    rate: 'write',
    request: z.strictObject({ id: zId, ...approvalSignature }),
    response: z.string(),
    errors: ['four_eyes', 'already_decided', 'signature_required', 'passkey_refused'],
  }),
  operatorLink: route({
    method: 'POST',
    path: 'operator/link',
    tag: OPERATORS,
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
    tag: OPERATORS,
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
} as const;
