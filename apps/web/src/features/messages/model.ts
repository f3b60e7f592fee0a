/** How a personal message looks and where it leads; pure. */
import type { MessageKind } from '@fairlead/contract';
import type { IconName } from '@fairlead/ui';

export type Tone = 'plain' | 'good' | 'bad' | 'warn';

export interface Look {
  readonly icon: IconName;
  readonly tone: Tone;
  /** The page where more is said. */
  readonly path: string;
}

const VERIFICATION = 'pages/verification/index';
const SECURITY = 'pages/settings/security/index';
const DEVICES = 'pages/settings/security/devices';
const RECORDS = 'pages/assets/record';

const look = (icon: IconName, tone: Tone, path: string): Look => ({ icon, tone, path });

export const LOOKS: Readonly<Record<MessageKind, Look>> = {
  new_device: look('device', 'warn', DEVICES),
  password_changed: look('key', 'warn', SECURITY),
  fund_password_set: look('lock', 'good', SECURITY),
  fund_password_changed: look('lock', 'warn', SECURITY),
  otp_enabled: look('shield', 'good', SECURITY),
  otp_disabled: look('shield', 'warn', SECURITY),
  recovery_code_used: look('shield', 'warn', SECURITY),
  address_added: look('wallet', 'warn', SECURITY),
  card_added: look('bank', 'warn', SECURITY),
  basic_verified: look('check', 'good', VERIFICATION),
  basic_refused: look('close', 'bad', VERIFICATION),
  advanced_verified: look('check', 'good', VERIFICATION),
  advanced_refused: look('close', 'bad', VERIFICATION),
  deposit_seen: look('deposit', 'plain', RECORDS),
  deposit_passed: look('deposit', 'good', RECORDS),
  deposit_rejected: look('deposit', 'bad', RECORDS),
  deposit_reversed: look('deposit', 'bad', RECORDS),
  withdrawal_requested: look('withdraw', 'plain', RECORDS),
  withdrawal_passed: look('withdraw', 'good', RECORDS),
  withdrawal_sent: look('withdraw', 'good', RECORDS),
  withdrawal_rejected: look('withdraw', 'bad', RECORDS),
  account_frozen: look('warn', 'bad', 'pages/help/center/center'),
  account_unfrozen: look('check', 'good', 'pages/assets/index'),
};

const UNKNOWN = look('mail', 'plain', 'pages/notice/index');

/** How a message looks; one of a kind that a newer server made looks like any. */
export const lookOf = (kind: string): Look =>
  (LOOKS as Readonly<Partial<Record<string, Look>>>)[kind] ?? UNKNOWN;
