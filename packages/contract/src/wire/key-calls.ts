/**
 * What keys of users' programs may do, and by which permission: the one table that the server, the OpenAPI document, the reference
 * and the client follow. A call that is not here is made by no key: whatever takes money out, sets how an account is
 * secured or asks for a password, and what shows who its owner is. Nothing here may import a schema.
 */
import type { RouteName } from '../catalogue.ts';
import type { ApiKeyPermission } from './constants.ts';

export const API_KEY_CALLS = {
  order: 'read',
  orderFills: 'read',
  fills: 'read',
  amendments: 'read',
  orders: 'read',
  triggers: 'read',
  orderLists: 'read',
  cancelTimer: 'read',
  futuresDeal: 'read',
  positions: 'read',
  payableCurrencies: 'read',
  optionOrders: 'read',
  receipt: 'read',
  wallet: 'read',
  walletDetail: 'read',
  records: 'read',
  transfers: 'read',
  steps: 'read',
  webhooks: 'read',
  webhookDeliveries: 'read',
  vip: 'read',
  portfolio: 'read',
  statement: 'read',
  hostingReport: 'read',
  hostingProduct: 'read',
  hostingOrders: 'read',
  offering: 'read',
  subscriptions: 'read',
  placeOrder: 'trade',
  cancelOrder: 'trade',
  amendOrder: 'trade',
  replaceOrder: 'trade',
  placeOrders: 'trade',
  cancelOrders: 'trade',
  placeTrigger: 'trade',
  cancelTrigger: 'trade',
  amendTrigger: 'trade',
  placeOrderList: 'trade',
  cancelOrderList: 'trade',
  setCancelTimer: 'trade',
  conversionQuote: 'read',
  conversions: 'read',
  convert: 'trade',
  openPosition: 'futures',
  setStops: 'futures',
  closePosition: 'futures',
  addMargin: 'futures',
  reversePosition: 'futures',
  amendPosition: 'futures',
  setStopLevel: 'futures',
  removeStopLevel: 'futures',
  closePositions: 'futures',
  buyOption: 'options',
  buyHosting: 'earn',
  redeemHosting: 'earn',
  subscribe: 'earn',
  transfer: 'transfer',
} as const satisfies Partial<Record<RouteName, ApiKeyPermission>>;

/** A call that some key may make. */
export type ApiKeyCall = keyof typeof API_KEY_CALLS;

const BY_NAME: Readonly<Partial<Record<RouteName, ApiKeyPermission>>> = API_KEY_CALLS;

/** What a key needs for a call; undefined where none may make it. */
export const keyPermissionOf = (name: RouteName): ApiKeyPermission | undefined => BY_NAME[name];

/** Headers of a signed call. The window is optional. */
export const API_KEY_HEADERS = {
  key: 'api-key',
  timestamp: 'api-timestamp',
  window: 'api-window',
  signature: 'api-signature',
} as const;

/** How long after its timestamp a signed call is taken, and at most; and how far ahead of ours a caller's clock may be. */
export const API_KEY_WINDOW_MS = 5_000;
export const API_KEY_WINDOW_MAX_MS = 60_000;
export const API_KEY_AHEAD_MAX_MS = 1_000;

/** A signed call as it is sent, to the byte. */
export interface SignedParts {
  /** Of headers, as sent; '' for one that is not. */
  readonly timestamp: string;
  readonly window: string;
  readonly method: string;
  /** Path and query, from the slash of `/api/` on. */
  readonly target: string;
  readonly idempotencyKey: string;
  readonly body: string;
}

/** The text that is signed: six lines, of which only the last may hold a line's end. */
export const signedTextOf = (parts: SignedParts): string =>
  [
    parts.timestamp,
    parts.window,
    parts.method,
    parts.target,
    parts.idempotencyKey,
    parts.body,
  ].join('\n');
