/** What the form of a key asks for; pure. */
import type { ApiKey, RequestOf } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import type { AppMessages } from '../../i18n/messages.ts';

export const LIFETIMES = ['never', '30', '90', '365'] as const;
/** Days from now; `kept` leaves the end of a key as it is. */
export type Lifetime = (typeof LIFETIMES)[number] | 'kept';

/** What may be chosen of a key; every key reads. */
export const POWERS = ['trade', 'futures', 'options', 'earn', 'transfer'] as const;
export type Power = (typeof POWERS)[number];

export interface KeyDraft extends Readonly<Record<Power, boolean>> {
  readonly label: string;
  readonly ips: string;
  /** Of Ed25519; of a new key only. */
  readonly public_key: string;
  readonly lifetime: Lifetime;
  readonly password: string;
  readonly otp: string;
}

export const KEY_FIELDS = ['label', 'ips', 'public_key', 'expires_at', 'password', 'otp'] as const;
export type KeyField = (typeof KEY_FIELDS)[number];
/** A key of `apiKeys.invalid`. */
export type KeyProblem = keyof AppMessages['apiKeys']['invalid'];

/** What can be chosen of a key: one of before there was more has spot alone. */
export const powersOf = (key: ApiKey | undefined): readonly Power[] =>
  key?.opens_api === false ? ['trade'] : POWERS;

/** Whether whoever gets hold of the key can act with it from anywhere. */
export const isUnbound = (draft: KeyDraft): boolean =>
  POWERS.some((power) => draft[power]) && draft.ips.trim() === '';

const chosen = (may: (power: Power) => boolean): Record<Power, boolean> => ({
  trade: may('trade'),
  futures: may('futures'),
  options: may('options'),
  earn: may('earn'),
  transfer: may('transfer'),
});

/** What the form begins with: a new key reads only. */
export const draftOf = (key: ApiKey | undefined): KeyDraft => ({
  label: key?.label ?? '',
  ...chosen((power) => key?.permissions.includes(power) ?? false),
  ips: key?.ips.join(', ') ?? '',
  public_key: '',
  lifetime: key?.expires_at === undefined ? 'never' : 'kept',
  password: '',
  otp: '',
});

export const problemsOf = (
  { label, password, otp }: KeyDraft,
  hasFactor: boolean,
): Partial<Record<KeyField, KeyProblem>> => ({
  ...(label.trim() === '' && { label: 'label' as const }),
  ...(password === '' && { password: 'password' as const }),
  ...(hasFactor && otp.trim().length < 6 && { otp: 'otp' as const }),
});

/** As the server takes it; `key` is the one that is edited. */
export function requestOf(
  draft: KeyDraft,
  { key, nowMs }: { readonly key: ApiKey | undefined; readonly nowMs: number },
): Omit<RequestOf<'createApiKey'>, 'public_key'> {
  const { label, ips, lifetime, password, otp } = draft;
  const expiresAt =
    lifetime === 'kept'
      ? key?.expires_at
      : lifetime === 'never'
        ? undefined
        : nowMs + Number(lifetime) * DAY_MS;
  return {
    label: label.trim(),
    ...chosen((power) => draft[power]),
    password,
    ...(ips.trim() !== '' && { ips: ips.trim() }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(otp.trim() !== '' && { otp: otp.trim() }),
  };
}
