/** What the API's document says of calls that programs sign: who may, by which headers, and an example of each. */
import {
  API_KEY_CALLS,
  API_KEY_HEADERS,
  API_KEY_PERMISSIONS,
  API_KEY_WINDOW_MAX_MS,
  API_KEY_WINDOW_MS,
  type ApiKeyCall,
  type ErrorCode,
  keyPermissionOf,
  type RequestOf,
  type RouteName,
  type RouteSpec,
} from '@fairlead/contract';

type Json = Readonly<Record<string, unknown>>;

/** Refusals of a signed call before it is looked at. */
export const SIGNED_ERRORS = [
  'api_key_refused',
  'api_time_outside',
  'api_signature_wrong',
  'api_call_repeated',
] as const satisfies ErrorCode[];

/** What a signed call is refused with, beside what refuses it in the app. */
export function keyErrorsOf(name: RouteName, { access }: RouteSpec): readonly ErrorCode[] {
  if (keyPermissionOf(name) !== undefined) return [...SIGNED_ERRORS, 'api_permission_missing'];
  return access.who === 'user' ? [...SIGNED_ERRORS, 'api_not_for_keys'] : [];
}

const HOW =
  'The signature is over six lines, joined by \\n: api-timestamp, api-window (empty if it is not sent), the method in capitals, path and query as ' +
  'they are sent, idempotency-key (empty if it is not sent), and the body as it is sent. HMAC-SHA256 with the secret as hex, or Ed25519 as base64. ' +
  'A signed call is taken once.';

/** By the names of the document. */
export const KEY_SCHEMES: Readonly<Record<string, Json>> = {
  key: {
    type: 'apiKey',
    in: 'header',
    name: API_KEY_HEADERS.key,
    description: `Of a program, as the app showed it. What it may is named beside it: ${API_KEY_PERMISSIONS.join(', ')}.`,
  },
  keyTimestamp: {
    type: 'apiKey',
    in: 'header',
    name: API_KEY_HEADERS.timestamp,
    description: 'When the call was signed, ms since 1970 UTC.',
  },
  keySignature: {
    type: 'apiKey',
    in: 'header',
    name: API_KEY_HEADERS.signature,
    description: HOW,
  },
};

/** Who may make a call, each line by itself enough. */
export function securityOf(name: RouteName, { access: { who } }: RouteSpec): readonly Json[] {
  const permission = keyPermissionOf(name);
  const signed =
    permission === undefined ? [] : [{ key: [permission], keyTimestamp: [], keySignature: [] }];
  if (who !== 'public') return [{ [who]: [] }, ...signed];
  return signed.length === 0 ? [] : [{}, { user: [] }, ...signed];
}

/** The header of a signed call that may be left out. */
export const WINDOW_HEADER: Json = {
  name: API_KEY_HEADERS.window,
  in: 'header',
  description: 'Of a signed call: how long after its timestamp it is taken, ms.',
  schema: {
    type: 'integer',
    minimum: 1,
    maximum: API_KEY_WINDOW_MAX_MS,
    default: API_KEY_WINDOW_MS,
  },
};

const LIMIT = { symbol: 'BTC/USDT', side: 'buy', type: 'limit' } as const;

/** A request of each call that a key may make; `{}` where none has a field that must be. */
export const KEY_EXAMPLES: { readonly [Name in ApiKeyCall]: RequestOf<Name> } = {
  order: { order_id: 4711 },
  orderFills: { order_id: 4711 },
  fills: { symbol: 'BTC/USDT', from: 1_800_000_000_000, limit: 100 },
  amendments: { order_id: 4711 },
  orders: { symbol: 'BTC/USDT', status: 'waiting', page: 1, limit: 50 },
  triggers: { symbol: 'BTC/USDT' },
  orderLists: { symbol: 'BTC/USDT' },
  cancelTimer: {},
  conversions: { page: 1, limit: 20 },
  futuresDeal: { symbol: 'BTC/USDT' },
  positions: { status: 'holding' },
  payableCurrencies: {},
  optionOrders: { status: 'open' },
  receipt: { id: 10815 },
  wallet: {},
  walletDetail: { account: 'coin', currency_id: 3 },
  records: { account: 'coin', page: 1, limit: 100 },
  transfers: { page: 1 },
  steps: { after: 0, limit: 100 },
  webhooks: {},
  webhookDeliveries: { id: 5 },
  vip: {},
  portfolio: { days: 30, time_zone: 'UTC' },
  statement: { from: '2027-01-01', to: '2027-01-31', time_zone: 'UTC' },
  hostingReport: {},
  hostingProduct: { id: 1 },
  hostingOrders: { status: 'hosting' },
  offering: { id: 1 },
  subscriptions: { page: 1 },
  placeOrder: { ...LIMIT, price: '60000', quantity: '0.001', client_order_id: 'grid-1' },
  cancelOrder: { order_id: 4711 },
  amendOrder: { symbol: 'BTC/USDT', order_id: 4711, quantity: '0.0005' },
  replaceOrder: { cancel_order_id: 4711, ...LIMIT, price: '59900', quantity: '0.001' },
  placeOrders: { orders: [{ ...LIMIT, price: '60000', quantity: '0.001' }] },
  cancelOrders: { orders: [{ order_id: 4711 }, { client_order_id: 'grid-1' }] },
  placeTrigger: {
    symbol: 'BTC/USDT',
    side: 'sell',
    type: 'market',
    quantity: '0.001',
    trigger: 'stop',
    trigger_price: '58000',
  },
  cancelTrigger: { trigger_id: 12 },
  amendTrigger: { symbol: 'BTC/USDT', trigger_id: 12, trigger_price: '58000' },
  placeOrderList: {
    kind: 'oco',
    symbol: 'BTC/USDT',
    legs: [
      { side: 'sell', type: 'limit', price: '70000', quantity: '0.001' },
      { side: 'sell', type: 'market', quantity: '0.001', trigger: 'stop', trigger_price: '58000' },
    ],
  },
  cancelOrderList: { list_id: 3 },
  setCancelTimer: { seconds: 60 },
  conversionQuote: { from_currency_id: 1, to_currency_id: 2, amount: '0.01' },
  convert: {
    ...{ from_currency_id: 1, to_currency_id: 2, amount: '0.01' },
    ...{ worst_sale_price: '59800', worst_purchase_price: '3015' },
    ...{ expires_at: 1_800_000_010_000, shown_fee_rate: '0.001' },
  },
  openPosition: { symbol: 'BTC/USDT', side: 'long', type: 'market', lots: 2, multiple: 10 },
  setStops: { position_id: 88, take_profit: '70000', stop_loss: '58000' },
  closePosition: { position_id: 88 },
  addMargin: { position_id: 88, amount: '25' },
  reversePosition: { position_id: 88 },
  amendPosition: { position_id: 88, price: '59000', lots: 3 },
  setStopLevel: { position_id: 88, stop: 'stop_loss', price: '58500', lots: 1 },
  removeStopLevel: { position_id: 88, level_id: 5 },
  closePositions: { symbol: 'BTC/USDT', side: 'long' },
  buyOption: {
    symbol: 'BTC/USDT',
    direction: 'rise',
    seconds: 60,
    currency_id: 3,
    amount: '10',
    shown_price: '60000',
  },
  buyHosting: { product_id: 1, amount: '100', agreed: true },
  redeemHosting: { id: 21 },
  subscribe: { offering_id: 1, amount: '5' },
  transfer: { from_account: 'coin', to_account: 'contract', currency_id: 3, amount: '250' },
};

const EXAMPLES: Readonly<Partial<Record<RouteName, Json>>> = KEY_EXAMPLES;

/** A right request of a call; undefined for those without an example. */
export const exampleOf = (name: RouteName): Json | undefined => EXAMPLES[name];

/** Calls by what they need, for lists of them. */
export const callsOf = (permission: (typeof API_KEY_PERMISSIONS)[number]): readonly ApiKeyCall[] =>
  (Object.keys(API_KEY_CALLS) as ApiKeyCall[]).filter((name) => API_KEY_CALLS[name] === permission);
