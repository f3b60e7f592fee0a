/** Refusals of a form, ours and the server's, under the fields they are about. */
import type { ApiError } from '@fairlead/client';
import { useState } from 'react';

/** What a refusal without `fields` is about. */
const FIELD_OF: Readonly<Partial<Record<ApiError['code'], string>>> = {
  fund_password_wrong: 'fund_password',
  fund_password_locked: 'fund_password',
  fund_password_not_set: 'fund_password',
  code_wrong: 'code',
  code_expired: 'code',
  mfa_required: 'otp',
};

export type Problems<Field extends string> = Readonly<Partial<Record<Field, string>>>;

export interface Refusals<Field extends string> {
  readonly problems: Problems<Field>;
  /** Shows ours; true when there is none. */
  readonly check: (found: Problems<Field>) => boolean;
  /** Shows the server's; false when it is about none of the fields. */
  readonly show: (error: ApiError) => boolean;
  /** A field that is typed in is not refused any more. */
  readonly forget: (field: Field) => void;
}

export function useRefusals<Field extends string>(fields: readonly Field[]): Refusals<Field> {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const isKnown = (name: string): boolean => fields.some((field) => field === name);
  const show = (found: readonly (readonly [string, string | undefined])[]): number => {
    const shown = found.filter(
      (each): each is readonly [string, string] => each[1] !== undefined && isKnown(each[0]),
    );
    setTexts(Object.fromEntries(shown));
    return shown.length;
  };
  return {
    // Only names of fields get in.
    problems: texts as Problems<Field>,
    check: (found) => show(Object.entries<string | undefined>(found)) === 0,
    show: (error) => {
      const single = FIELD_OF[error.code];
      return single !== undefined && isKnown(single)
        ? show([[single, error.message]]) > 0
        : show(Object.entries(error.fields)) > 0;
    },
    forget: (field) =>
      setTexts((before) =>
        before[field] === undefined
          ? before
          : Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)),
      ),
  };
}
