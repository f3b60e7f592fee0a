/** Whether an account has a fund password and a second factor: said in one place, whoever says it. */
import { useApi } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { useUser } from './session.ts';

type Security = Pick<ResponseOf<'security'>, 'has_otp' | 'passkeys'>;
type Known = { readonly has_otp?: boolean | undefined; readonly has_passkey?: boolean | undefined };

/** An app's codes or a passkey, as the user or the page of their security says. */
export function hasSecondFactor(of: Security | Known | undefined): boolean {
  if (of === undefined) return false;
  return of.has_otp === true || ('passkeys' in of ? of.passkeys > 0 : of.has_passkey === true);
}

/** What the server says last counts. */
export function useSecurity(): { readonly hasFundPassword: boolean; readonly hasFactor: boolean } {
  const user = useUser();
  const { data } = useApi('security', {});
  return {
    hasFundPassword: data?.has_fund_password ?? user?.has_fund_password ?? false,
    hasFactor: hasSecondFactor(data ?? user),
  };
}
