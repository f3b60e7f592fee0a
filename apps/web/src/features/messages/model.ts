/** How a personal message looks; pure. */
import type { MessageKind } from '@fairlead/contract';
import type { IconName } from '@fairlead/ui';

export type Tone = 'plain' | 'good' | 'bad' | 'warn';

export interface Look {
  readonly icon: IconName;
  readonly tone: Tone;
}

const look = (icon: IconName, tone: Tone): Look => ({ icon, tone });

export const LOOKS: Readonly<Record<MessageKind, Look>> = {
  new_device: look('device', 'warn'),
  password_changed: look('key', 'warn'),
  fund_password_set: look('lock', 'good'),
  fund_password_changed: look('lock', 'warn'),
  otp_enabled: look('shield', 'good'),
  otp_disabled: look('shield', 'warn'),
  recovery_code_used: look('shield', 'warn'),
  passkey_added: look('key', 'warn'),
  passkey_removed: look('key', 'warn'),
  account_locked: look('lock', 'warn'),
  recovery_begun: look('shield', 'bad'),
  recovery_waiting: look('shield', 'bad'),
  recovery_stopped: look('shield', 'good'),
  recovery_refused: look('shield', 'warn'),
  account_recovered: look('shield', 'warn'),
  passkey_copied: look('shield', 'warn'),
  passkeys_left: look('key', 'warn'),
  address_added: look('wallet', 'warn'),
  card_added: look('bank', 'warn'),
  basic_verified: look('check', 'good'),
  basic_refused: look('close', 'bad'),
  advanced_verified: look('check', 'good'),
  advanced_refused: look('close', 'bad'),
  deposit_seen: look('deposit', 'plain'),
  deposit_passed: look('deposit', 'good'),
  deposit_rejected: look('deposit', 'bad'),
  deposit_reversed: look('deposit', 'bad'),
  withdrawal_requested: look('withdraw', 'plain'),
  withdrawal_passed: look('withdraw', 'good'),
  withdrawal_sent: look('withdraw', 'good'),
  withdrawal_rejected: look('withdraw', 'bad'),
  transfer_returned: look('swap', 'warn'),
  hosting_completed: look('wallet', 'good'),
  subscription_passed: look('check', 'good'),
  subscription_rejected: look('close', 'bad'),
  subscription_released: look('wallet', 'good'),
  account_frozen: look('warn', 'bad'),
  account_unfrozen: look('check', 'good'),
  withdrawals_held: look('warn', 'bad'),
  withdrawals_released: look('check', 'good'),
  hold_placed: look('lock', 'warn'),
  hold_extended: look('clock', 'warn'),
  hold_ended: look('check', 'good'),
  hold_answered: look('support', 'plain'),
  chat_answer: look('support', 'plain'),
  order_filled: look('spot', 'good'),
  order_expired: look('spot', 'warn'),
  recurring_bought: look('spot', 'good'),
  recurring_not_bought: look('spot', 'warn'),
  recurring_stopped: look('clock', 'warn'),
  trigger_placed: look('spot', 'plain'),
  trigger_refused: look('spot', 'warn'),
  leg_refused: look('spot', 'warn'),
  option_delivered: look('receipt', 'plain'),
  position_closed: look('contract', 'plain'),
  position_liquidated: look('warn', 'bad'),
  position_cancelled: look('contract', 'warn'),
  price_alert: look('alert', 'plain'),
  api_key_created: look('key', 'warn'),
  api_key_changed: look('key', 'warn'),
  api_keys_ended: look('key', 'warn'),
  webhook_created: look('key', 'warn'),
  webhook_changed: look('key', 'warn'),
  webhook_disabled: look('key', 'warn'),
  share_given: look('eye', 'warn'),
  share_received: look('eye', 'plain'),
  share_accepted: look('eye', 'warn'),
  share_ended: look('eye', 'plain'),
  balance_corrected: look('warn', 'warn'),
  terms_change: look('clock', 'warn'),
  data_lost: look('warn', 'warn'),
};

const UNKNOWN = look('mail', 'plain');

/** Where a message leads that says of no page. */
export const NOWHERE = 'pages/notice/index';

/** How a message looks; one of a kind that a newer server made looks like any. */
export const lookOf = (kind: string): Look =>
  (LOOKS as Readonly<Partial<Record<string, Look>>>)[kind] ?? UNKNOWN;
