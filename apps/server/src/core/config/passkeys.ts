/** Settings of passkeys: the domain that they belong to, and whose pages may ask for them (WebAuthn: RP id and origins). */
import { isIP } from 'node:net';
import type { Given } from './settings.ts';
import { ConfigError } from './values.ts';

export interface PasskeyConfig {
  readonly rpId: string;
  readonly origins: readonly string[];
}

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const THIS_MACHINE = /^(127(\.\d+){3}|\[::1\])$/;

/** Undefined where the public address is a number or not secure, and nothing else is given: browsers make no passkeys there. */
export function readPasskeys(given: Given, publicUrl: string): PasskeyConfig | undefined {
  const { PASSKEY_RP_ID: givenId, PASSKEY_ORIGINS: givenOrigins } = given;
  const own = pageOf(publicUrl);
  const isFit = !isNumber(own.hostname) && isSecure(own);
  if (givenId === undefined && givenOrigins === undefined && !isFit) return undefined;
  const rpId = givenId ?? own.hostname;
  const origins = givenOrigins ?? [own.origin];
  if (!DOMAIN.test(rpId) || isNumber(rpId))
    throw new ConfigError('PASSKEY_RP_ID', `"${rpId}" is not a domain like exchange.example`);
  for (const origin of origins) checkOrigin(origin, rpId);
  return { rpId, origins };
}

/** The public address as a browser must be given it: a number of this machine has the name localhost. */
export function pageOf(publicUrl: string): URL {
  const url = new URL(publicUrl);
  if (THIS_MACHINE.test(url.hostname)) url.hostname = 'localhost';
  return url;
}

const isNumber = (host: string): boolean => isIP(host.replaceAll(/[[\]]/g, '')) !== 0;

/** Browsers give passkeys to no other pages (secure contexts). */
const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || hostname === 'localhost';

function checkOrigin(origin: string, rpId: string): void {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.origin !== origin)
    throw new ConfigError(
      'PASSKEY_ORIGINS',
      `"${origin}" is not an origin like https://exchange.example`,
    );
  const { hostname } = url;
  if (hostname !== rpId && !hostname.endsWith(`.${rpId}`))
    throw new ConfigError('PASSKEY_ORIGINS', `"${origin}" is neither at ${rpId} nor below it`);
  if (!isSecure(url))
    throw new ConfigError('PASSKEY_ORIGINS', `"${origin}" must begin with https://`);
}
