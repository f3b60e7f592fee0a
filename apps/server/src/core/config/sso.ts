/** Settings of operators' login by a provider of OIDC; off where none is named. */
import { pageOf } from './passkeys.ts';
import type { Given } from './settings.ts';
import { ConfigError } from './values.ts';

export interface SsoConfig {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button calls it. */
  readonly name: string;
  /** The console's own address, where passkeys work too: the only one that the provider sends anybody back to. */
  readonly redirectUri: string;
}

const THIS_MACHINE = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function readSso(given: Given, publicUrl: string): SsoConfig | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = given;
  const parts = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  const missing = Object.entries(parts).find(([, value]) => value === undefined)?.[0];
  if (
    OIDC_ISSUER === undefined ||
    OIDC_CLIENT_ID === undefined ||
    OIDC_CLIENT_SECRET === undefined
  ) {
    if (Object.values(parts).every((value) => value === undefined)) return undefined;
    throw new ConfigError(missing ?? '', `${Object.keys(parts).join(', ')} belong together`);
  }
  const issuer = new URL(OIDC_ISSUER);
  if (issuer.protocol !== 'https:' && !THIS_MACHINE.has(issuer.hostname))
    throw new ConfigError('OIDC_ISSUER', `"${OIDC_ISSUER}" must begin with https://`);
  return {
    issuer,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: OIDC_NAME ?? issuer.hostname,
    redirectUri: new URL('/console/', pageOf(publicUrl)).href,
  };
}
