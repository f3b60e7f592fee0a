/**
 * The live socket: Socket.IO on the site origin. The client sends `login {token}`, `subscribe {channels}`,
 * `unsubscribe {channels}`, each acknowledged with Ack, and calls of SOCKET_CALLS, each with CallAck; the server
 * sends `data` with DataMessage and the private events by name with the REST object of that name.
 */
import * as z from 'zod/mini';
import type { ChatConversation, ChatMessage } from '../chat.ts';
import type { Balance, PostingRecord } from '../ledger.ts';
import { type Candle, PERIODS, type Period, type PublicTrade, type Quotation } from '../market.ts';
import type { Message } from '../notices.ts';
import type { OptionOrder } from '../options.ts';
import type { OrderListState } from '../order-lists.ts';
import type { Position } from '../positions.ts';
import type { Order, spotRoutes } from '../spot.ts';
import type { STEP_GAPS } from '../steps.ts';
import type { TriggerOrder } from '../triggers.ts';
import {
  CANCEL_ON_DISCONNECT_SECONDS_MAX,
  CANCEL_ON_DISCONNECT_SECONDS_MIN,
  CANCEL_TIMERS_MAX,
  SUBSCRIPTIONS_MAX,
} from './constants.ts';
import type { ErrorCode } from './errors.ts';
import {
  type AccountName,
  type StepNumbers,
  type StepProduct,
  zId,
  zLanguage,
  zStepNumbers,
} from './scalars.ts';

const symbol = '[A-Z0-9]{1,12}/[A-Z0-9]{1,12}';
const CHANNEL = new RegExp(
  `^(ticker|(depth|trades|index):${symbol}|candle:${symbol}:(${PERIODS.join('|')})(:index)?)$`,
);

/** `ticker`, `depth:SYMBOL`, `trades:SYMBOL`, `index:SYMBOL`, `candle:SYMBOL:PERIOD` (index candles: `…:index`). */
export const zChannel = z.string().check(z.maxLength(48), z.regex(CHANNEL));
export const zChannels = z.strictObject({
  channels: z.array(zChannel).check(z.minLength(1), z.maxLength(SUBSCRIPTIONS_MAX)),
});
export const zSocketLogin = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Of the user whose token it is: the socket is told of this one, and calls as it. */
  sub_account: z.optional(zId),
  /** Language of the notes in records. */
  lang: z.optional(zLanguage),
  /** False for a socket that calls and listens to the market: it is told nothing of its user's own. */
  events: z.optional(z.boolean()),
  /** Whether it is told in steps, each under a number: what a batch did, in one message. */
  steps: z.optional(z.boolean()),
  /** With `steps`: whether those of every product are told under numbers of its own; without it spot's alone, and the others' events as they are. */
  products: z.optional(z.boolean()),
  /** With `steps`: what came after these numbers is told first. */
  from: z.optional(zStepNumbers),
});

/** Asks that orders be cancelled so many seconds after the socket has gone. */
export const zCancelOnDisconnect = z.strictObject({
  seconds: z.union([
    z.literal(0),
    z.int().check(z.gte(CANCEL_ON_DISCONNECT_SECONDS_MIN), z.lte(CANCEL_ON_DISCONNECT_SECONDS_MAX)),
  ]),
  timer: z.optional(z.int().check(z.gte(1), z.lt(CANCEL_TIMERS_MAX))),
  symbol: z.optional(z.string().check(z.maxLength(30))),
});

/**
 * `time` is the server's clock in ms, to set the client's by. `number` answers a login with `steps`: what was committed up to it
 * is in what REST answers from now on, and what comes after it is told. `numbers` says the same of each product, where each has an
 * engine of its own; one whose database could not be asked is not in it.
 */
export type Ack =
  | {
      readonly ok: true;
      readonly time: number;
      readonly number?: number;
      readonly numbers?: StepNumbers;
    }
  | { readonly ok: false; readonly error: ErrorCode };

/** Calls that a socket takes once it has logged in, by their event: the same as over HTTP, under the same keys. */
export const SOCKET_CALLS = {
  trade: 'placeOrder',
  trade_cancel: 'cancelOrder',
  trade_amend: 'amendOrder',
  trade_replace: 'replaceOrder',
  trade_bulk: 'placeOrders',
  trade_cancel_bulk: 'cancelOrders',
  cancel_after: 'setCancelTimer',
} as const satisfies Record<string, keyof typeof spotRoutes>;
export type SocketCall = keyof typeof SOCKET_CALLS;

/** `key` is what the header idempotency-key is over HTTP, `request` what the body is; both are read as there. */
export const zSocketCall = z.strictObject({
  key: z.optional(z.string()),
  request: z.record(z.string(), z.unknown()),
});

/** What HTTP would have answered: its status, its body to the byte, and whether it is a first answer again. */
export interface CallAck {
  readonly status: number;
  readonly body: string;
  readonly is_replay: boolean;
  /** Of `rate_limited`: when it may be tried again. */
  readonly retry_after_ms?: number;
}

type Level = readonly [price: string, quantity: string];

/** Snapshot (`is_snapshot`) and then differences; `previous` connects to the last `sequence`. Quantity "0" removes a level. */
export interface DepthMessage {
  readonly symbol: string;
  readonly is_snapshot: boolean;
  readonly previous?: number;
  readonly sequence: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}
export interface IndexMessage {
  readonly symbol: string;
  readonly time: number;
  readonly price?: string;
  readonly is_stale: boolean;
  readonly sources: readonly {
    readonly venue: string;
    /** The host it was read from. */
    readonly host?: string;
    readonly price: string;
    readonly time: number;
  }[];
}
export interface CandleMessage {
  readonly symbol: string;
  readonly period: Period;
  readonly kind: 'trade' | 'index';
  readonly candle: Candle;
}

/** By the channel's first word. `ticker` carries the markets that changed. */
export interface ChannelData {
  readonly ticker: readonly Quotation[];
  readonly depth: DepthMessage;
  readonly trades: readonly PublicTrade[];
  readonly candle: CandleMessage;
  readonly index: IndexMessage;
}
export interface DataMessage<Kind extends keyof ChannelData = keyof ChannelData> {
  readonly channel: string;
  readonly sequence?: number;
  readonly data: ChannelData[Kind];
}

export const PRIVATE_EVENTS = [
  'order',
  'trigger_order',
  'order_list',
  'position',
  'option',
  'balance',
  'record',
  'notice',
  'chat',
] as const;
export type PrivateEvent = (typeof PRIVATE_EVENTS)[number];

/** What a private event carries; the others come with their products. */
export interface PrivateData {
  readonly order: Order;
  readonly trigger_order: TriggerOrder;
  readonly order_list: OrderListState;
  readonly position: Position;
  readonly option: OptionOrder;
  /** Without `converted`: what it is worth follows from `ticker`. */
  readonly balance: Omit<Balance, 'converted'> & { readonly account: AccountName };
  readonly record: PostingRecord;
  /** A personal message, in the language of the socket's login; says also that deposits, withdrawals and subscriptions changed. */
  readonly notice: Message;
  /** A new message, or a conversation that changed: taken, read, closed. */
  readonly chat: { readonly conversation: ChatConversation; readonly message?: ChatMessage };
}
/** What a socket that asked for steps is told in place of the events that a step has. */
export const STEP_EVENT = 'step';
/** To a socket that asked for what came after numbers: of these steps are missing, and it goes on from `number`. */
export const STEP_GAP_EVENT = 'step_gap';
export interface StepGapMessage {
  /** Whose number; without it spot's. */
  readonly product?: StepProduct;
  readonly number: number;
  readonly gap: (typeof STEP_GAPS)[number];
}

/** Sent before a connection whose session has ended is closed. */
export const SESSION_ENDED_EVENT = 'session_ended';

/** A channel's name as text. */
export type Channel =
  | 'ticker'
  | `depth:${string}`
  | `trades:${string}`
  | `index:${string}`
  | `candle:${string}`;
/** What a channel carries. */
export type DataOf<Name extends Channel> = Name extends `${infer Kind}:${string}`
  ? Kind extends keyof ChannelData
    ? ChannelData[Kind]
    : never
  : ChannelData['ticker'];
