import { type Form, inWords, useForm } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import { useTranslations } from 'use-intl';
import type { Problems } from './model.ts';

/** Which field a refusal without `fields` is about. */
const FIELD_OF: Readonly<Partial<Record<ApiError['code'], string>>> = {
  login_failed: 'password',
  password_wrong: 'old_password',
  password_too_common: 'password',
  code_wrong: 'code',
  code_expired: 'code',
  account_exists: 'account',
  channel_closed: 'account',
  invite_code_unknown: 'invite_code',
};

/** The wire's other names for the account's field. */
const ALIAS: Readonly<Record<string, string>> = {
  email: 'account',
  phone: 'account',
  area_code: 'account',
};

export interface AuthFormOptions<Values extends object> {
  readonly initial: Values;
  readonly check: (values: Values) => Problems<Values>;
}

/** A form whose refusals, ours and the server's, stand under their fields. */
export function useAuthForm<Values extends object>({
  initial,
  check,
}: AuthFormOptions<Values>): Form<Values> {
  const t = useTranslations('login');
  const form = useForm<Values>(initial, {
    check: (values) => inWords(check(values), (problem) => t(`invalid.${problem}`)),
  });
  const refuse = (error: ApiError): boolean => {
    const field = FIELD_OF[error.code];
    const told =
      field === undefined
        ? Object.entries(error.fields).map(([name, text]) => [ALIAS[name] ?? name, text])
        : [[field, error.message]];
    // Names that are none of the form's are left out there.
    return form.show(Object.fromEntries(told) as Partial<Record<keyof Values & string, string>>);
  };
  return { ...form, refuse };
}

/** As much of such a form as its account and the code for it need. */
export interface CodeForm {
  readonly draft: { readonly account: string; readonly code: string };
  readonly set: (part: { account?: string; code?: string }) => void;
  readonly text: (name: 'account' | 'code') => TextInput;
  readonly isFine: (name: 'account') => boolean;
  readonly forget: (name: 'code') => void;
  readonly refuse: (error: ApiError) => boolean;
}

/** For a field of text. */
export type TextInput = ReturnType<Form<{ text: string }>['text']>;
