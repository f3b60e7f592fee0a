import * as z from 'zod/mini';
import { zFundPassword } from './custody/records.ts';
import { zIdentityCheck, zVerification } from './verification.ts';
import { route } from './wire/route.ts';
import {
  nothing,
  zAgreed,
  zAreaCode,
  zBoolean,
  zCode,
  zEmail,
  zFactor,
  zId,
  zInviteCode,
  zLanguage,
  zOtp,
  zPassword,
  zPhone,
  zSentCode,
  zText,
  zTicket,
  zWork,
} from './wire/scalars.ts';

const tag = 'Session and identity';

export const SCENES = [
  'register',
  'forget',
  'withdraw_address',
  'login_new_device',
  'change_contact',
  'fund_password',
] as const;

export type Scene = (typeof SCENES)[number];

export const zScene = z.enum(SCENES);

export const zAccountType = z.enum(['phone', 'email']);

const zAccountText = z.string().check(z.minLength(3), z.maxLength(254));

export const zUser = z.object({
  id: z.number(),
  nickname: z.string(),
  account: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  avatar: z.optional(z.string()),
  invite_code: z.string(),
  is_partner: z.boolean(),
  created_at: z.number(),
  basic_verification: zVerification,
  advanced_verification: zVerification,
  has_fund_password: z.boolean(),
  has_otp: z.boolean(),
  /** Whether a passkey is registered: it is a second factor too. */
  has_passkey: z.boolean(),
  lang: zLanguage,
});

export type User = z.infer<typeof zUser>;

export const zLoggedIn = z.object({ token: z.string(), user: zUser });

const account = {
  account_type: zAccountType,
  area_code: z.optional(zAreaCode),
  account: zAccountText,
};

const passwordPair = { password: zPassword, password_confirmation: z.string() };

export const identityRoutes = {
  setLang: route({
    method: 'POST',
    path: 'set/lang',
    tag,
    summary: 'Sets the language of texts',
    request: z.strictObject({ lang: zLanguage }),
    response: z.object({ lang: zLanguage }),
  }),
  getLang: route({
    method: 'POST',
    path: 'get/lang',
    tag,
    summary: 'The current and all languages',
    request: nothing,
    response: z.object({
      lang: zLanguage,
      languages: z.array(z.object({ key: zLanguage, name: z.string() })),
    }),
  }),
  areaCode: route({
    method: 'POST',
    path: 'area_code',
    tag,
    summary: 'Calling codes of countries',
    request: nothing,
    response: z.array(z.object({ area_code: z.string(), country: z.string(), name: z.string() })),
  }),
  smsSend: route({
    method: 'POST',
    path: 'sms_send',
    tag,
    summary: 'Sends a code to a phone',
    rate: 'code',
    request: z.strictObject({
      area_code: zAreaCode,
      phone: zPhone,
      scene: zScene,
      work: z.optional(zWork),
    }),
    response: zText,
    errors: ['code_too_soon', 'work_required', 'channel_closed'],
  }),
  smsMail: route({
    method: 'POST',
    path: 'sms_mail',
    tag,
    summary: 'Sends a code to an e-mail address',
    rate: 'code',
    request: z.strictObject({ email: zEmail, scene: zScene, work: z.optional(zWork) }),
    response: zText,
    errors: ['code_too_soon', 'work_required', 'channel_closed'],
  }),
  smsOtherMail: route({
    method: 'POST',
    path: 'set/sms_other_mail',
    tag,
    rate: 'code',
    access: 'user',
    summary: "Sends a code to the user's own phone or e-mail",
    request: z.strictObject({ scene: zScene }),
    response: zText,
    errors: ['code_too_soon', 'channel_closed'],
  }),
  register: route({
    method: 'POST',
    path: 'user/register',
    tag,
    summary: 'Opens an account',
    rate: 'login',
    request: z.strictObject({
      ...account,
      code: zSentCode,
      ...passwordPair,
      invite_code: z.optional(zInviteCode),
      agreed: zAgreed,
    }),
    response: zLoggedIn,
    errors: [
      'code_wrong',
      'code_expired',
      'account_exists',
      'invite_code_unknown',
      'password_too_common',
      'channel_closed',
    ],
  }),
  login: route({
    method: 'POST',
    path: 'user/login',
    tag,
    summary: 'Logs in',
    rate: 'login',
    request: z.strictObject({
      ...account,
      password: z.string().check(z.minLength(1), z.maxLength(256)),
      /** Of the second factor: six digits, or a recovery code. */
      otp: z.optional(zOtp),
      code: z.optional(zSentCode),
    }),
    response: zLoggedIn,
    errors: ['login_failed', 'locked_out', 'mfa_required', 'code_wrong'],
  }),
  logout: route({
    method: 'POST',
    path: 'user/logout',
    tag,
    summary: 'Ends this session',
    access: 'user',
    rate: 'write',
    request: nothing,
    response: zText,
  }),
  checkMobile: route({
    method: 'POST',
    path: 'user/check_mobile',
    tag,
    summary: 'Trades a phone code for a ticket',
    rate: 'login',
    request: z.strictObject({
      area_code: zAreaCode,
      account: zPhone,
      code: zSentCode,
      scene: zScene,
    }),
    response: z.object({ ticket: z.string() }),
    errors: ['code_wrong', 'code_expired'],
  }),
  checkEmail: route({
    method: 'POST',
    path: 'user/check_email',
    tag,
    summary: 'Trades an e-mail code for a ticket',
    rate: 'login',
    request: z.strictObject({
      area_code: z.optional(zAreaCode),
      account: zEmail,
      code: zSentCode,
      scene: zScene,
    }),
    response: z.object({ ticket: z.string() }),
    errors: ['code_wrong', 'code_expired'],
  }),
  forget: route({
    method: 'POST',
    path: 'user/forget',
    tag,
    rate: 'login',
    summary: 'Sets a new login password with a code or ticket; ends all sessions and API keys',
    request: z.strictObject({
      ...account,
      code: z.optional(zSentCode),
      ticket: z.optional(zTicket),
      ...passwordPair,
      /** A reset does not go around the second factor. */
      otp: z.optional(zOtp),
    }),
    response: zText,
    errors: ['code_wrong', 'code_expired', 'ticket_invalid', 'password_too_common', 'mfa_required'],
  }),
  center: route({
    method: 'GET',
    path: 'user/center',
    tag,
    summary: 'The logged-in user',
    access: 'user',
    request: nothing,
    response: z.object({ user: zUser }),
  }),
  center2: route({
    method: 'GET',
    path: 'user/center2',
    tag,
    summary: 'Verification of the user, masked',
    access: 'user',
    request: nothing,
    response: z.object({
      basic: z.object({
        status: zVerification,
        reason: z.optional(z.string()),
        country: z.optional(z.string()),
        name: z.optional(z.string()),
        id_number: z.optional(z.string()),
        check: z.optional(zIdentityCheck),
      }),
      advanced: z.object({
        status: zVerification,
        reason: z.optional(z.string()),
        address: z.optional(z.string()),
        check: z.optional(zIdentityCheck),
      }),
      /** Who checks what is sent, where it is not this exchange itself. */
      provider: z.optional(z.string()),
    }),
  }),
  changePassword: route({
    method: 'POST',
    path: 'user/e_pwd',
    tag,
    access: 'user',
    rate: 'login',
    summary:
      'Changes the login password; ends all other sessions, and the API keys unless they are kept',
    request: z.strictObject({
      old_password: z.string().check(z.minLength(1), z.maxLength(256)),
      ...passwordPair,
      otp: z.optional(zOtp),
      /** API keys end with the old password unless this is true. */
      keep_api_keys: z.optional(zBoolean),
    }),
    response: zText,
    errors: ['password_wrong', 'password_too_common', 'locked_out', 'mfa_required', 'code_wrong'],
  }),
  sessions: route({
    method: 'GET',
    path: 'user/sessions',
    tag,
    access: 'user',
    summary: 'Open sessions of the user',
    request: nothing,
    response: z.array(
      z.object({
        id: z.number(),
        device: z.string(),
        ip: z.string(),
        created_at: z.number(),
        last_seen_at: z.number(),
        is_current: z.boolean(),
      }),
    ),
  }),
  endSession: route({
    method: 'POST',
    path: 'user/end_session',
    tag,
    access: 'user',
    rate: 'write',
    summary: 'Ends a session, or all others',
    request: z.strictObject({ id: z.optional(zId), all_others: z.optional(zBoolean) }),
    response: zText,
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
      /** To set the first one with a session of more than 15 minutes, and to reset it without the old one, then with the code. */
      login_password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
      /** Wherever a second factor is set. */
      otp: z.optional(zFactor),
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
} as const;
