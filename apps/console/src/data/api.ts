/** The one door to the server's HTTP API. */
import type { Call } from '@fairlead/calls';
import { type ApiClientOptions, type ApiError, createApiClient } from '@fairlead/client';
import { OPERATOR_ROUTE_PATHS } from '@fairlead/contract/operator-paths';
import { ROUTE_PATHS } from '@fairlead/contract/paths';
import { endSession, sessionToken } from './session.ts';

/** 999: the session has ended. Late answers to an older token do nothing. */
function onNotLoggedIn(_error: ApiError, token: string | undefined): void {
  if (token !== undefined && token === sessionToken()) endSession('expired');
}

const { config, currencies, quotations, refunds } = ROUTE_PATHS;
/** Whose calls these are; what sends and fetches pictures takes it too. */
export const apiOptions: ApiClientOptions = {
  baseUrl: '',
  // Public reads beside the operators' own calls; nothing of a user's is reachable from here.
  paths: { ...OPERATOR_ROUTE_PATHS, config, currencies, quotations, refunds },
  getToken: sessionToken,
  getLanguage: () => 'en',
  onNotLoggedIn,
};
const client = createApiClient(apiOptions);

/** Calls a route by its name. The client's own type makes an empty request optional; here it is always given. */
export const callApi: Call = client.call as Call;
