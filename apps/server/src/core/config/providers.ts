/** Providers that are asked: who screens addresses and persons, and who checks identities; each off where none is named. */
import { optional } from './setting.ts';
import { anyText, ConfigError, secret, url } from './values.ts';

const KEY_CHARACTERS_MIN = 32;
const NAME_LENGTH_MAX = 60;

export const providerSettings = {
  SCREENING_URL: optional(url('http:', 'https:'), {
    meaning:
      'the provider that screens deposits, payees and withdrawals ([screening](screening.md)); `https://` except on this machine',
  }),
  SCREENING_SECRET: optional(secret(KEY_CHARACTERS_MIN), {
    meaning:
      '32 or more random characters: signs what is asked of that provider and what it answers; belongs to `SCREENING_URL`',
    isSecret: true,
  }),
  IDENTITY_URL: optional(url('http:', 'https:'), {
    meaning:
      'the provider that checks who users are ([identity provider](identity-provider.md)); `https://` except on this machine',
  }),
  IDENTITY_SECRET: optional(secret(KEY_CHARACTERS_MIN), {
    meaning:
      '32 or more random characters: signs what is asked of that provider, what it answers and what it calls back with; belongs to `IDENTITY_URL`',
    isSecret: true,
  }),
  IDENTITY_NAME: optional(anyText, {
    meaning: 'what users read who checks them; belongs to `IDENTITY_URL`',
  }),
};

export interface ProviderConfig {
  readonly url: URL;
  readonly secret: string;
}

export interface IdentityProviderConfig extends ProviderConfig {
  readonly name: string;
}

/** Hosts of addresses that never leave it. */
export const THIS_MACHINE: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether nobody between reads along. */
export const isPrivateWay = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.has(hostname));

interface Given {
  readonly SCREENING_URL?: URL | undefined;
  readonly SCREENING_SECRET?: string | undefined;
  readonly IDENTITY_URL?: URL | undefined;
  readonly IDENTITY_SECRET?: string | undefined;
  readonly IDENTITY_NAME?: string | undefined;
}

export const readScreening = (given: Given): ProviderConfig | undefined =>
  readProvider('SCREENING', { address: given.SCREENING_URL, key: given.SCREENING_SECRET });

export function readIdentityProvider(given: Given): IdentityProviderConfig | undefined {
  const { IDENTITY_NAME: name } = given;
  const provider = readProvider('IDENTITY', {
    address: given.IDENTITY_URL,
    key: given.IDENTITY_SECRET,
  });
  if (provider === undefined) {
    if (name !== undefined) throw new ConfigError('IDENTITY_URL', 'belongs to IDENTITY_NAME');
    return undefined;
  }
  if (name === undefined || name.length > NAME_LENGTH_MAX)
    throw new ConfigError(
      'IDENTITY_NAME',
      `must say in at most ${NAME_LENGTH_MAX} characters who it is`,
    );
  return { ...provider, name };
}

function readProvider(
  prefix: 'SCREENING' | 'IDENTITY',
  { address, key }: { readonly address: URL | undefined; readonly key: string | undefined },
): ProviderConfig | undefined {
  if (address === undefined && key === undefined) return undefined;
  if (address === undefined) throw new ConfigError(`${prefix}_URL`, `belongs to ${prefix}_SECRET`);
  if (key === undefined) throw new ConfigError(`${prefix}_SECRET`, `belongs to ${prefix}_URL`);
  if (!isPrivateWay(address)) throw new ConfigError(`${prefix}_URL`, 'must begin with https://');
  return { url: address, secret: key };
}
