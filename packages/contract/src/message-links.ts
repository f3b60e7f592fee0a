/** What each personal message belongs to: the kind that a user switches on and off, and the page of the app it leads to. */
import type { MessageKind, NotificationKind } from './notices.ts';

/** `security` protects the account: always told, never in the list of switches. */
export const NOTIFICATION_OF: Readonly<Record<MessageKind, NotificationKind | 'security'>> = {
  new_device: 'security',
  password_changed: 'security',
  fund_password_set: 'security',
  fund_password_changed: 'security',
  otp_enabled: 'security',
  otp_disabled: 'security',
  recovery_code_used: 'security',
  passkey_added: 'security',
  passkey_removed: 'security',
  passkey_copied: 'security',
  passkeys_left: 'security',
  address_added: 'security',
  card_added: 'security',
  basic_verified: 'records',
  basic_refused: 'records',
  advanced_verified: 'records',
  advanced_refused: 'records',
  deposit_seen: 'records',
  deposit_passed: 'records',
  deposit_rejected: 'records',
  deposit_reversed: 'records',
  // Whoever did not ask for it can still cancel it.
  withdrawal_requested: 'security',
  withdrawal_passed: 'records',
  withdrawal_sent: 'records',
  withdrawal_rejected: 'records',
  transfer_returned: 'records',
  hosting_completed: 'records',
  subscription_passed: 'records',
  subscription_rejected: 'records',
  subscription_released: 'records',
  account_frozen: 'security',
  account_unfrozen: 'security',
  withdrawals_held: 'security',
  withdrawals_released: 'security',
  account_locked: 'security',
  recovery_begun: 'security',
  recovery_waiting: 'security',
  recovery_stopped: 'security',
  recovery_refused: 'security',
  account_recovered: 'security',
  chat_answer: 'chat',
  order_filled: 'fills',
  order_expired: 'fills',
  trigger_placed: 'liquidations',
  trigger_refused: 'liquidations',
  leg_refused: 'liquidations',
  option_delivered: 'deliveries',
  position_closed: 'liquidations',
  position_liquidated: 'liquidations',
  position_cancelled: 'liquidations',
  price_alert: 'alerts',
  api_key_created: 'security',
  api_key_changed: 'security',
  api_keys_ended: 'security',
  webhook_created: 'security',
  webhook_changed: 'security',
  webhook_disabled: 'security',
  // Nobody switches off to be told that others changed what is theirs.
  balance_corrected: 'security',
  // Whoever holds something under the terms must learn it before they change.
  terms_change: 'security',
  // What it took back may be what protects the account.
  data_lost: 'security',
};

const VERIFICATION = 'pages/verification/index';
const SECURITY = 'pages/settings/security/index';
const PASSKEYS = 'pages/settings/security/passkeys';
const API_KEYS = 'pages/settings/security/apiKeys';
const WEBHOOKS = 'pages/settings/security/webhooks';
const RECORDS = 'pages/assets/record';
const SUBSCRIPTIONS = 'pages/publication/index?tab=records';
const ORDER = 'pages/trade/orders?order={order_id}';
const RECEIPT = 'pages/settlement/receipt?id={receipt_id}';

/** Routes of the app, with the names of the message's values that belong into them. */
const LINKS: Readonly<Record<MessageKind, string>> = {
  new_device: 'pages/settings/security/devices',
  password_changed: SECURITY,
  fund_password_set: SECURITY,
  fund_password_changed: SECURITY,
  otp_enabled: SECURITY,
  otp_disabled: SECURITY,
  recovery_code_used: SECURITY,
  passkey_added: PASSKEYS,
  passkey_removed: PASSKEYS,
  passkey_copied: PASSKEYS,
  passkeys_left: PASSKEYS,
  address_added: SECURITY,
  card_added: SECURITY,
  basic_verified: VERIFICATION,
  basic_refused: VERIFICATION,
  advanced_verified: VERIFICATION,
  advanced_refused: VERIFICATION,
  deposit_seen: RECORDS,
  deposit_passed: RECORDS,
  deposit_rejected: RECORDS,
  deposit_reversed: RECORDS,
  withdrawal_requested: RECORDS,
  withdrawal_passed: RECORDS,
  withdrawal_sent: RECORDS,
  withdrawal_rejected: RECORDS,
  transfer_returned: 'pages/assets/transfer/record',
  hosting_completed: 'pages/finance/ordersPage',
  subscription_passed: SUBSCRIPTIONS,
  subscription_rejected: SUBSCRIPTIONS,
  subscription_released: SUBSCRIPTIONS,
  account_frozen: 'pages/help/center/center',
  account_unfrozen: 'pages/assets/index',
  withdrawals_held: 'pages/help/center/center',
  withdrawals_released: 'pages/assets/index',
  account_locked: SECURITY,
  recovery_begun: SECURITY,
  recovery_waiting: SECURITY,
  recovery_stopped: SECURITY,
  recovery_refused: SECURITY,
  account_recovered: SECURITY,
  chat_answer: 'pages/help/center/chat',
  order_filled: ORDER,
  order_expired: ORDER,
  trigger_placed: RECEIPT,
  trigger_refused: RECEIPT,
  leg_refused: 'pages/trade/orders',
  option_delivered: RECEIPT,
  position_closed: RECEIPT,
  position_liquidated: RECEIPT,
  position_cancelled: 'pages/lever/index',
  price_alert: 'pages/trade/kline?symbol={symbol}',
  api_key_created: API_KEYS,
  api_key_changed: API_KEYS,
  data_lost: SECURITY,
  api_keys_ended: API_KEYS,
  webhook_created: WEBHOOKS,
  webhook_changed: WEBHOOKS,
  webhook_disabled: WEBHOOKS,
  balance_corrected: RECORDS,
  terms_change: 'pages/notice/index',
};

/** The page that shows what a message tells of: a route of the app with its query, without the leading `#/`. */
export const messageLink = (
  kind: MessageKind,
  values: Readonly<Record<string, string>> = {},
): string =>
  LINKS[kind].replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
