/** What login, registration and passwords ask for, checked with the contract's own schemas; pure. */
import type { RequestOf } from '@fairlead/contract';
import { zCode, zEmail, zInviteCode, zPassword, zPhone, zSentCode } from '@fairlead/contract';
import { CODE_LENGTH, PASSWORD_LENGTH_MIN } from '@fairlead/contract/constants';
import { isTicket } from '../../data/passkey/place.ts';
import type { AppMessages } from '../../i18n/messages.ts';

export type AccountType = 'phone' | 'email';

/** How a person names the account, beside the text of it. */
export interface Identity {
  readonly type: AccountType;
  /** Digits of the calling code; counts for phones only. */
  readonly areaCode: string;
}

/** A key of `login.invalid`. */
export type Problem = keyof AppMessages['login']['invalid'];
export type Problems<Values> = { [Field in keyof Values]?: Problem | undefined };

export interface LoginValues {
  account: string;
  password: string;
  /** Of the authenticator app, once it was asked for. */
  otp: string;
  /** For a device that is locked out. */
  code: string;
}

export interface CodeValues {
  account: string;
  code: string;
}

export interface PasswordValues {
  password: string;
  password_confirmation: string;
}

/** With the second factor, once it was asked for. */
export interface ResetValues extends PasswordValues {
  otp: string;
}

export interface RegisterValues extends CodeValues, PasswordValues {
  invite_code: string;
  agreed: boolean;
}

export interface ChangeValues extends ResetValues {
  old_password: string;
}

export function accountProblem({ type }: Identity, account: string): Problem | undefined {
  const text = account.trim();
  if (type === 'email') {
    if (text === '') return 'emailRequired';
    return zEmail.safeParse(text).success ? undefined : 'email';
  }
  if (text === '') return 'phoneRequired';
  return zPhone.safeParse(text).success ? undefined : 'phone';
}

const codeProblem = (code: string, schema = zSentCode): Problem | undefined => {
  if (code.trim() === '') return 'codeRequired';
  return schema.safeParse(code.trim()).success ? undefined : 'code';
};

function newPasswordProblem(password: string): Problem | undefined {
  if (password === '') return 'passwordRequired';
  if (zPassword.safeParse(password).success) return undefined;
  return password.length < PASSWORD_LENGTH_MIN ? 'passwordShort' : 'passwordLong';
}

const checkPasswords = (values: PasswordValues): Problems<PasswordValues> => ({
  password: newPasswordProblem(values.password),
  password_confirmation:
    values.password_confirmation === values.password ? undefined : 'confirmation',
});

export const checkCode = (values: CodeValues, identity: Identity): Problems<CodeValues> => ({
  account: accountProblem(identity, values.account),
  code: codeProblem(values.code),
});

/** Six digits of the app, a ticket of a passkey, or ten letters and digits of a recovery code however they are typed. */
function factorProblem(otp: string): Problem | undefined {
  const text = otp.trim();
  if (isTicket(text)) return undefined;
  if (text === '') return 'codeRequired';
  if (/^\d*$/.test(text) && text.length <= CODE_LENGTH) return codeProblem(text, zCode);
  return /^[0-9a-z]{10}$/i.test(text.replaceAll(/[\s-]/g, '')) ? undefined : 'recovery';
}

export function checkLogin(
  values: LoginValues,
  identity: Identity,
  { needsOtp }: { readonly needsOtp: boolean },
): Problems<LoginValues> {
  return {
    account: accountProblem(identity, values.account),
    password: values.password === '' ? 'passwordRequired' : undefined,
    otp: needsOtp ? factorProblem(values.otp) : undefined,
    code: values.code.trim() === '' ? undefined : codeProblem(values.code),
  };
}

export function checkRegister(
  values: RegisterValues,
  identity: Identity,
): Problems<RegisterValues> {
  const invite = values.invite_code.trim();
  return {
    ...checkCode(values, identity),
    ...checkPasswords(values),
    invite_code: invite === '' || zInviteCode.safeParse(invite).success ? undefined : 'inviteCode',
    agreed: values.agreed ? undefined : 'agreed',
  };
}

export function checkChange(
  values: ChangeValues,
  asked: { readonly needsOtp: boolean },
): Problems<ChangeValues> {
  const problems = checkReset(values, asked);
  const isSame = values.password !== '' && values.password === values.old_password;
  return {
    old_password: values.old_password === '' ? 'passwordRequired' : undefined,
    ...problems,
    password: problems.password ?? (isSame ? 'same' : undefined),
  };
}

export const checkReset = (
  values: ResetValues,
  { needsOtp }: { readonly needsOtp: boolean },
): Problems<ResetValues> => ({
  ...checkPasswords(values),
  otp: needsOtp ? factorProblem(values.otp) : undefined,
});

/** The account as the wire has it. */
export function accountFields({ type, areaCode }: Identity, account: string) {
  const common = { account_type: type, account: account.trim() };
  return type === 'phone' ? { ...common, area_code: areaCode } : common;
}

const optional = <Name extends string>(name: Name, text: string) =>
  text.trim() === '' ? {} : ({ [name]: text.trim() } as { [Key in Name]: string });

export const resetFields = ({ otp, ...passwords }: ResetValues) => ({
  ...passwords,
  ...optional('otp', otp),
});

export const changeRequest = (
  { old_password, ...values }: ChangeValues,
  { keepsKeys }: { readonly keepsKeys: boolean },
): RequestOf<'changePassword'> => ({
  old_password,
  ...resetFields(values),
  ...(keepsKeys && { keep_api_keys: true }),
});

export const loginRequest = (values: LoginValues, identity: Identity): RequestOf<'login'> => ({
  ...accountFields(identity, values.account),
  password: values.password,
  ...optional('otp', values.otp),
  ...optional('code', values.code),
});

export const registerRequest = (
  values: RegisterValues,
  identity: Identity,
): RequestOf<'register'> => ({
  ...accountFields(identity, values.account),
  code: values.code.trim(),
  password: values.password,
  password_confirmation: values.password_confirmation,
  ...optional('invite_code', values.invite_code),
  agreed: true,
});

/** As a person would read it: "+81 90 1234 5678" or the address. */
export const accountText = ({ type, areaCode }: Identity, account: string): string =>
  type === 'phone' ? `+${areaCode} ${account.trim()}` : account.trim();

/** Countries that keep the leading zero after their calling code. */
const KEEPS_ZERO: ReadonlySet<string> = new Set(['39', '225', '241']);

/** The name messages to this account lie under: E.164, or the address in lower case. */
export function inboxName({ type, areaCode }: Identity, account: string): string {
  if (type === 'email') return account.trim().toLowerCase();
  const digits = account.replace(/\D/g, '');
  return `+${areaCode}${KEEPS_ZERO.has(areaCode) ? digits : digits.replace(/^0+/, '')}`;
}
