import * as z from 'zod/mini';
import { mailRoutes, zMailSettings } from './mails.ts';
import { route } from './wire/route.ts';
import {
  nothing,
  pageOf,
  paging,
  zBoolean,
  zDecimal,
  zId,
  zLanguage,
  zPositiveDecimal,
  zSymbol,
  zText,
} from './wire/scalars.ts';

/** Kinds of personal message; texts are the server's, in the reader's language. */
export const MESSAGE_KINDS = [
  'new_device',
  'password_changed',
  'fund_password_set',
  'fund_password_changed',
  'otp_enabled',
  'otp_disabled',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'passkeys_left',
  'address_added',
  'card_added',
  'basic_verified',
  'basic_refused',
  'advanced_verified',
  'advanced_refused',
  'deposit_seen',
  'deposit_passed',
  'deposit_rejected',
  'deposit_reversed',
  'withdrawal_requested',
  'withdrawal_passed',
  'withdrawal_sent',
  'withdrawal_rejected',
  'transfer_returned',
  'hosting_completed',
  'subscription_passed',
  'subscription_rejected',
  'subscription_released',
  'account_frozen',
  'account_unfrozen',
  'withdrawals_held',
  'withdrawals_released',
  'hold_placed',
  'hold_extended',
  'hold_ended',
  'hold_answered',
  'account_locked',
  'recovery_begun',
  'recovery_waiting',
  'recovery_stopped',
  'recovery_refused',
  'account_recovered',
  'chat_answer',
  'order_filled',
  'order_expired',
  'recurring_bought',
  'recurring_not_bought',
  'recurring_stopped',
  'trigger_placed',
  'trigger_refused',
  'leg_refused',
  'option_delivered',
  'position_closed',
  'position_liquidated',
  'position_cancelled',
  'price_alert',
  'api_key_created',
  'api_key_changed',
  'api_keys_ended',
  'webhook_created',
  'webhook_changed',
  'webhook_disabled',
  'share_given',
  'share_received',
  'share_accepted',
  'share_ended',
  'balance_corrected',
  'terms_change',
  'data_lost',
] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const zMessage = z.object({
  id: z.number(),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  body: z.string(),
  /** The app's page that shows what it tells of: a route with its query. */
  link: z.optional(z.string()),
  /** The head of the chain of receipts when it was said. */
  receipts: z.optional(z.object({ count: z.number(), hash: z.string() })),
  is_read: z.boolean(),
  time: z.number(),
});

export type Message = z.infer<typeof zMessage>;

const tag = 'Notifications';

/**
 * `fills`: an order was completed; `deliveries`: an option was delivered; `liquidations`: a position was closed
 * without the user (liquidation, stop, take-profit, cap); `records`: a deposit, withdrawal, verification,
 * subscription or lock was decided or ended, or a recurring buy came due; `announcements`; `alerts`: a price was reached; `chat`: help answered
 * while the app was closed. What protects the account is always told and is not in the list.
 */
export const NOTIFICATION_KINDS = [
  'fills',
  'deliveries',
  'liquidations',
  'records',
  'announcements',
  'alerts',
  'chat',
] as const;

export const zNotificationKind = z.enum(NOTIFICATION_KINDS);

export type NotificationKind = z.infer<typeof zNotificationKind>;

export const zNotificationSetting = z.object({
  kind: zNotificationKind,
  /** Kept among the messages. */
  inbox: z.boolean(),
  /** Shown by the devices that take push messages. */
  push: z.boolean(),
});

export type NotificationSetting = z.infer<typeof zNotificationSetting>;

/**
 * What holds until a user says otherwise. Announcements are read in their own list: among the messages they are
 * never kept, so their `inbox` cannot be set.
 */
export const NOTIFICATION_DEFAULTS: Readonly<
  Record<NotificationKind, { readonly inbox: boolean; readonly push: boolean }>
> = {
  fills: { inbox: false, push: true },
  deliveries: { inbox: false, push: true },
  liquidations: { inbox: true, push: true },
  records: { inbox: true, push: true },
  announcements: { inbox: false, push: false },
  alerts: { inbox: true, push: true },
  chat: { inbox: true, push: true },
};

/** What a push message holds, encrypted for the device alone; already in its language. */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** A later message of the same tag takes the place of an earlier one on the device. */
  readonly tag: string;
  /** The app's page that shows what it tells of, below the app's own address: `#/pages/…`. */
  readonly url: string;
}

/** Devices of one user; the one added longest ago gives way to a new one. */
export const PUSH_DEVICES_MAX = 10;

export const ALERT_DIRECTIONS = ['above', 'below'] as const;

export const zAlert = z.object({
  id: z.number(),
  symbol: zSymbol,
  /** Fires when the index is at the price or beyond it in this direction. */
  direction: z.enum(ALERT_DIRECTIONS),
  price: zDecimal,
  is_fired: z.boolean(),
  created_at: z.number(),
  fired_at: z.optional(z.number()),
  /** The index that fired it. */
  fired_price: z.optional(zDecimal),
});

export type Alert = z.infer<typeof zAlert>;

export const FAVOURITES_MAX = 200;

const symbols = z._default(z.array(zSymbol).check(z.maxLength(FAVOURITES_MAX)), []);

const favourites = z.object({ favourites: z.array(zSymbol) });

const base64url = (min: number, max: number) =>
  z.string().check(z.minLength(min), z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+=*$/));

export const noticeRoutes = {
  messages: route({
    method: 'GET',
    path: 'user/messages',
    tag,
    summary: 'Personal messages, newest first',
    access: 'user',
    request: z.strictObject({ ...paging }),
    response: z.object({
      ...pageOf(zMessage).shape,
      unread: z.number(),
    }),
  }),
  readMessages: route({
    method: 'POST',
    path: 'user/messages/read',
    tag,
    summary: 'Marks one message, or all, as read',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ id: z.optional(zId), all: z.optional(zBoolean) }),
    response: zText,
  }),
  notificationSettings: route({
    method: 'GET',
    path: 'user/notifications',
    tag,
    summary: 'Which kinds are told, and where',
    access: 'user',
    request: nothing,
    response: z.object({
      kinds: z.array(zNotificationSetting),
      /** The server's key for push subscriptions (RFC 8292), base64url. */
      push_key: z.string(),
      /** Devices that take push messages. */
      devices: z.number(),
      /** What is told by mail; servers of before 2.6 do not say. */
      mail: z.optional(zMailSettings),
    }),
  }),
  saveNotification: route({
    method: 'POST',
    path: 'user/notifications/save',
    tag,
    summary: 'Switches a kind on or off',
    access: 'user',
    rate: 'write',
    /** What is left out stays as it is. */
    request: z.strictObject({
      kind: zNotificationKind,
      inbox: z.optional(zBoolean),
      push: z.optional(zBoolean),
    }),
    response: zNotificationSetting,
  }),
  subscribePush: route({
    method: 'POST',
    path: 'user/push/subscribe',
    tag,
    summary: 'Lets this device take push messages (RFC 8030, RFC 8291)',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      endpoint: z.string().check(z.maxLength(1_000), z.regex(/^https?:\/\/\S+$/)),
      p256dh: base64url(80, 100),
      auth: base64url(20, 32),
      lang: z.optional(zLanguage),
    }),
    response: z.object({ devices: z.number() }),
    errors: ['push_refused'],
  }),
  unsubscribePush: route({
    method: 'POST',
    path: 'user/push/unsubscribe',
    tag,
    summary: 'Ends push messages to this device',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ endpoint: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
    response: z.object({ devices: z.number() }),
  }),
  testPush: route({
    method: 'POST',
    path: 'user/push/test',
    tag,
    summary: 'Sends a push message to all own devices',
    access: 'user',
    rate: 'code',
    request: nothing,
    response: zText,
    errors: ['push_refused'],
  }),
  alerts: route({
    method: 'GET',
    path: 'user/alerts',
    tag,
    summary: 'Own price alerts: all that wait and the last that fired; newest first of each',
    access: 'user',
    request: z.strictObject({ symbol: z.optional(zSymbol) }),
    response: z.array(zAlert),
  }),
  createAlert: route({
    method: 'POST',
    path: 'user/alerts/create',
    tag,
    summary: 'Tells when the index reaches a price, once',
    access: 'user',
    rate: 'write',
    request: z.strictObject({
      symbol: zSymbol,
      price: zPositiveDecimal,
      /** Absent: whichever side of the index the price is on. */
      direction: z.optional(z.enum(ALERT_DIRECTIONS)),
    }),
    response: zAlert,
    errors: ['alert_limit', 'price_stale', 'price_reached'],
  }),
  deleteAlert: route({
    method: 'POST',
    path: 'user/alerts/delete',
    tag,
    summary: 'Deletes an alert',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ id: zId }),
    response: zText,
  }),
  favourites: route({
    method: 'GET',
    path: 'user/favourites',
    tag,
    summary: 'Own favourite markets, in the order they were added',
    access: 'user',
    request: nothing,
    response: favourites,
  }),
  saveFavourites: route({
    method: 'POST',
    path: 'user/favourites/save',
    tag,
    summary: 'Adds and takes away; devices that change at once both keep their changes',
    access: 'user',
    rate: 'write',
    request: z.strictObject({ add: symbols, remove: symbols }),
    response: favourites,
  }),
  ...mailRoutes,
} as const;
