/** The provider that screens addresses and persons; off where none is named. */
import { optional } from './setting.ts';
import { ConfigError, secret, THIS_MACHINE, url } from './values.ts';

const KEY_CHARACTERS_MIN = 32;

export const screeningSettings = {
  SCREENING_URL: optional(url('http:', 'https:'), {
    meaning:
      'the provider that screens deposits, payees and withdrawals ([screening](screening.md)); `https://` except on this machine',
  }),
  SCREENING_SECRET: optional(secret(KEY_CHARACTERS_MIN), {
    meaning:
      '32 or more random characters: signs what is asked of that provider and what it answers; belongs to `SCREENING_URL`',
    isSecret: true,
  }),
};

export interface ScreeningConfig {
  readonly url: URL;
  readonly secret: string;
}

export function readScreening({
  SCREENING_URL: address,
  SCREENING_SECRET: key,
}: {
  readonly SCREENING_URL?: URL | undefined;
  readonly SCREENING_SECRET?: string | undefined;
}): ScreeningConfig | undefined {
  if (address === undefined && key === undefined) return undefined;
  if (address === undefined) throw new ConfigError('SCREENING_URL', 'belongs to SCREENING_SECRET');
  if (key === undefined) throw new ConfigError('SCREENING_SECRET', 'belongs to SCREENING_URL');
  if (address.protocol !== 'https:' && !THIS_MACHINE.has(address.hostname))
    throw new ConfigError('SCREENING_URL', 'must begin with https://');
  return { url: address, secret: key };
}
