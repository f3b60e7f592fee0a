/** Verification, uploads, fund password, second factor, messages. */
import * as z from 'zod/mini';
import { zFundPassword } from './custody.ts';
import { route } from './route.ts';
import {
  nothing,
  pageOf,
  paging,
  zBoolean,
  zCode,
  zContactAddress,
  zCountry,
  zId,
  zIdNumber,
  zRealName,
  zText,
} from './scalars.ts';

const tag = 'Session and identity';

export const UPLOAD_PURPOSES = ['kyc', 'deposit_proof', 'avatar', 'chat'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** Kinds of personal message; texts are the server's, in the reader's language. */
export const MESSAGE_KINDS = [
  'new_device',
  'password_changed',
  'fund_password_set',
  'fund_password_changed',
  'otp_enabled',
  'otp_disabled',
  'recovery_code_used',
  'address_added',
  'card_added',
  'basic_verified',
  'basic_refused',
  'advanced_verified',
  'advanced_refused',
  'deposit_seen',
  'deposit_passed',
  'deposit_rejected',
  'deposit_reversed',
  'withdrawal_requested',
  'withdrawal_passed',
  'withdrawal_sent',
  'withdrawal_rejected',
  'hosting_completed',
  'subscription_passed',
  'subscription_rejected',
  'subscription_released',
  'account_frozen',
  'account_unfrozen',
  'chat_answer',
  'order_filled',
  'option_delivered',
  'position_closed',
  'position_liquidated',
  'position_cancelled',
  'price_alert',
  'api_key_created',
  'api_key_changed',
  'api_keys_ended',
  'balance_corrected',
  'terms_change',
  'data_lost',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const zMessage = z.object({
  id: z.number(),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  body: z.string(),
  /** The app's page that shows what it tells of: a route with its query. */
  link: z.optional(z.string()),
  /** The head of the chain of receipts when it was said. */
  receipts: z.optional(z.object({ count: z.number(), hash: z.string() })),
  is_read: z.boolean(),
  time: z.number(),
});
export type Message = z.infer<typeof zMessage>;

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

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
  hasFundPassword: route({
    method: 'POST',
    path: 'user/has_password',
    tag,
    summary: 'Whether a fund password is set',
    access: 'user',
    request: nothing,
    response: z.object({ has_fund_password: z.boolean() }),
  }),
  saveFundPassword: route({
    method: 'POST',
    path: 'safe/update_password',
    tag,
    summary: 'Sets, changes or resets the fund password; a change starts the cooling-off',
    access: 'user',
    rate: 'login',
    request: z.strictObject({
      /** Once one is set; or the reset's three below. */
      old_password: z.optional(zFundPassword),
      password: zFundPassword,
      password_confirmation: z.string(),
      /** Sent with scene fund_password. */
      code: z.optional(zCode),
      /** Reset without the old one: login password and code. */
      login_password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
      /** Wherever one is set. */
      otp: z.optional(zCode),
    }),
    response: zText,
    errors: [
      'fund_password_wrong',
      'fund_password_locked',
      'password_wrong',
      'password_too_common',
      'code_wrong',
      'code_expired',
      'mfa_required',
      'locked_out',
    ],
  }),
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
    request: z.strictObject({ password: text(256) }),
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['password_wrong', 'otp_already_set', 'locked_out'],
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
    /** `otp`: six digits, or a recovery code. */
    request: z.strictObject({ password: text(256), otp: text(40) }),
    response: zText,
    errors: ['password_wrong', 'code_wrong', 'otp_not_set', 'locked_out'],
  }),
  messages: route({
    method: 'GET',
    path: 'user/messages',
    tag,
    summary: 'Personal messages, newest first',
    access: 'user',
    request: z.strictObject({ ...paging }),
    response: z.object({
      ...pageOf(zMessage).shape,
      unread: z.number(),
    }),
  }),
  readMessages: route({
    method: 'POST',
    path: 'user/messages/read',
    tag,
    summary: 'Marks one message, or all, as read',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ id: z.optional(zId), all: z.optional(zBoolean) }),
    response: zText,
  }),
} as const;
