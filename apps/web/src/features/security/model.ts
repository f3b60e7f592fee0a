/** What fund password and second factor ask for; pure. */
import type { RequestOf } from '@fairlead/contract';
import { isTicket } from '../../data/passkey/place.ts';
import type { AppMessages } from '../../i18n/messages.ts';

/** set: there is none yet, with the login password; change: with the present one; reset: with login password and a code. */
export type FundMode = 'set' | 'change' | 'reset';

const FUND_FIELDS = [
  'old_password',
  'login_password',
  'code',
  'otp',
  'password',
  'password_confirmation',
] as const;
export type FundField = (typeof FUND_FIELDS)[number];
export type FundValues = Readonly<Record<FundField, string>>;

export const NO_FUND_VALUES: FundValues = {
  old_password: '',
  login_password: '',
  code: '',
  otp: '',
  password: '',
  password_confirmation: '',
};

/** A key of `security.invalid`. */
export type Problem = keyof AppMessages['security']['invalid'];
export type Problems<FieldName extends string> = Partial<Record<FieldName, Problem>>;

const SIX_DIGITS = /^\d{6}$/;
const isSix = (text: string): boolean => SIX_DIGITS.test(text);

const isStepped = (pin: string): boolean => {
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  return steps.every((step) => step === steps[0]);
};
/** Equal steps, a repeat, a mirror: what is tried first. The server knows a few more. */
const isCommonPin = (pin: string): boolean =>
  isStepped(pin) || /^(\d{2,3})\1+$/.test(pin) || pin === [...pin].reverse().join('');

function newPasswordProblems(values: FundValues, mode: FundMode): Problems<FundField> {
  const { password, password_confirmation: again, old_password: old } = values;
  if (!isSix(password)) return { password: 'six' };
  if (isCommonPin(password)) return { password: 'common' };
  if (mode === 'change' && password === old) return { password: 'same' };
  return again === password ? {} : { password_confirmation: 'again' };
}

export function checkFund(
  mode: FundMode,
  values: FundValues,
  { hasFactor }: { readonly hasFactor: boolean },
): Problems<FundField> {
  const isReset = mode === 'reset';
  const asksLogin = isReset || mode === 'set';
  return {
    ...(mode === 'change' && !isSix(values.old_password) && { old_password: 'six' as const }),
    ...(asksLogin && values.login_password === '' && { login_password: 'login' as const }),
    ...(isReset && !isSix(values.code) && { code: 'code' as const }),
    ...(hasFactor && !isSix(values.otp) && !isTicket(values.otp) && { otp: 'code' as const }),
    ...newPasswordProblems(values, mode),
  };
}

export function fundRequest(
  mode: FundMode,
  values: FundValues,
  { hasFactor }: { readonly hasFactor: boolean },
): RequestOf<'saveFundPassword'> {
  const { password, password_confirmation, login_password, code, otp } = values;
  const pair = { password, password_confirmation };
  const factor = hasFactor ? { otp } : {};
  if (mode === 'change') return { ...pair, old_password: values.old_password, ...factor };
  return mode === 'set'
    ? { ...pair, login_password, ...factor }
    : { ...pair, login_password, code, ...factor };
}

/** Six digits of the app, a ticket of a passkey, or a recovery code of ten letters and digits however it is typed. */
export const isFactor = (text: string): boolean =>
  isTicket(text) || isSix(text.trim()) || /^[0-9a-z]{10}$/i.test(text.replaceAll(/[\s-]/g, ''));

/** A secret in fours, as it is read aloud and typed. */
export const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');
