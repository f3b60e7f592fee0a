/** Whether an account has a fund password and a second factor: said in one place, whoever says it. */
import { useApi } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { useUser } from './session.ts';

type Factors = Pick<ResponseOf<'security'>, 'has_otp' | 'passkeys'>;
type Known = { readonly has_otp?: boolean | undefined; readonly has_passkey?: boolean | undefined };

/** An app's codes or a passkey, as the user or the page of their security says. */
export function hasSecondFactor(of: Factors | Known | undefined): boolean {
  if (of === undefined) return false;
  return of.has_otp === true || ('passkeys' in of ? of.passkeys > 0 : of.has_passkey === true);
}

export interface Security {
  readonly hasFundPassword: boolean;
  /** Whether a second factor is asked for by itself where money leaves or a payee is saved. */
  readonly hasFactor: boolean;
  /** Whether a passkey signs what is done there, which does for that. */
  readonly signs: boolean;
}

/** What the server says last counts. */
export function useSecurity(): Security {
  const user = useUser();
  const { data } = useApi('security', {});
  const signs = data === undefined ? user?.has_passkey === true : data.passkeys > 0;
  return {
    hasFundPassword: data?.has_fund_password ?? user?.has_fund_password ?? false,
    hasFactor: !signs && hasSecondFactor(data ?? user),
    signs,
  };
}
