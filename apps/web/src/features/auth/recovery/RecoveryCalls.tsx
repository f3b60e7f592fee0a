import { type Call, CallsProvider, useWiring } from '@fairlead/calls';
import { type ApiClientOptions, createApiClient } from '@fairlead/client';
import { type ReactNode, useMemo } from 'react';
import { apiOptions } from '../../../data/calls/api.ts';
import { forgetRecovery, recoveryToken } from './token.ts';

/** Calls by the token of the recovery, whoever is logged in beside it. */
export const recoveryOptions: ApiClientOptions = {
  ...apiOptions,
  getToken: recoveryToken,
  onNotLoggedIn: (_error, token) => {
    if (token !== undefined && token === recoveryToken()) forgetRecovery({ hasEnded: true });
  },
};
const client = createApiClient(recoveryOptions);

/** Everything below calls as whoever recovers an account. */
export function RecoveryCalls({ children }: { children: ReactNode }) {
  const wiring = useWiring();
  const own = useMemo(
    () => ({ ...wiring, call: client.call as Call, mayAsk: () => true }),
    [wiring],
  );
  return <CallsProvider value={own}>{children}</CallsProvider>;
}
