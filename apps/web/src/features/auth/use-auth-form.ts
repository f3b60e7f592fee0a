import type { ApiError } from '@fairlead/client';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { Problem, Problems } from './model.ts';

/** Set by `showError`: the message is the server's sentence and no key of ours. */
const FROM_SERVER = 'server';

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

function resolverOf<Values extends FieldValues>(
  check: (values: Values) => Problems<Values>,
): Resolver<Values> {
  return (values) => {
    const found = Object.entries(check(values)).filter(([, problem]) => problem !== undefined);
    if (found.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(
      found.map(([field, message]) => [field, { type: 'invalid', message }]),
    );
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

export interface AuthFormOptions<Values extends FieldValues> {
  readonly initial: DefaultValues<Values>;
  readonly check: (values: Values) => Problems<Values>;
}

/** A form whose refusals, ours and the server's, stand under their fields. */
export function useAuthForm<Values extends FieldValues>({
  initial,
  check,
}: AuthFormOptions<Values>) {
  const t = useTranslations('login');
  const form = useForm<Values>({
    defaultValues: initial,
    resolver: resolverOf(check),
    shouldUnregister: false,
  });
  const { errors } = form.formState;
  const errorOf = (field: Path<Values>): string | undefined => {
    const error = errors[field];
    if (typeof error?.message !== 'string') return undefined;
    return error.type === FROM_SERVER ? error.message : t(`invalid.${error.message as Problem}`);
  };
  /** Puts the server's sentence under one field. */
  const showAt = (field: Path<Values>, message: string) =>
    form.setError(field, { type: FROM_SERVER, message }, { shouldFocus: true });
  /** Puts a refusal under its fields; false when it is about none of them. */
  const showError = (error: ApiError): boolean => {
    const known = Object.keys(form.getValues());
    const single = FIELD_OF[error.code];
    const fields = Object.entries(error.fields).map(([field, text]): readonly [string, string] => [
      ALIAS[field] ?? field,
      text,
    ]);
    const shown = (single === undefined ? fields : [[single, error.message] as const]).filter(
      ([field]) => known.includes(field),
    );
    for (const [index, [field, message]] of shown.entries())
      form.setError(
        field as Path<Values>,
        { type: FROM_SERVER, message },
        { shouldFocus: index === 0 },
      );
    return shown.length > 0;
  };
  return { ...form, errorOf, showError, showAt };
}
