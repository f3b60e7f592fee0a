/** Orders of the app, called by programs: its handlers, under keys of their own, and what they answer. */
import { randomUUID } from 'node:crypto';
import type {
  ErrorCode,
  Order,
  OrderList,
  ParsedOf,
  RouteName,
  TriggerOrder,
} from '@fairlead/contract';
import { Answer, type Call, type Handlers, keySession } from '../../core/http/handler.ts';
import { textsOf } from '../../core/texts/texts.ts';
import type { SwitchAsked } from '../../realtime/index.ts';
import type { KeyedCall } from './endpoint.ts';
import { errorOf } from './errors.ts';
import { inOurWords, LANGUAGE } from './order-words.ts';
import type { StopInput } from './stop-orders.ts';

type PlaceInput = ParsedOf<'placeOrder'>;
export type FilledSoFar = NonNullable<ParsedOf<'cancelOrder'>['only_filled']>;

type OrderRoute =
  | 'placeOrder'
  | 'cancelOrder'
  | 'amendOrder'
  | 'replaceOrder'
  | 'placeTrigger'
  | 'cancelTrigger'
  | 'amendTrigger'
  | 'placeOrderList'
  | 'cancelOrderList'
  | 'setCancelTimer';
export type OrderHandlers = Pick<Handlers, OrderRoute>;

/** One half of a replacement, as the app gets it. */
export type Half =
  | { readonly type: 'ok'; readonly message: { readonly order: Order } }
  | { readonly type: 'error'; readonly error: ErrorCode };

/** Orders of the app, called by programs. */
export class OrderDesk {
  readonly #handlers: OrderHandlers;

  /** In a gateway these are the engine's. */
  constructor(handlers: OrderHandlers) {
    this.#handlers = handlers;
  }

  /** Places an order once by its client's id, whatever becomes of the call. */
  async place(call: KeyedCall, input: PlaceInput): Promise<Order> {
    const key = `binance:${input.client_order_id}`;
    return orderOf(await this.#run('placeOrder', call, { input, key }));
  }

  /** Under a key once, whatever becomes of the call. */
  async cancel(
    call: KeyedCall,
    orderId: number,
    {
      onlyFilled,
      key = randomUUID(),
    }: {
      readonly onlyFilled?: FilledSoFar | undefined;
      readonly key?: string | undefined;
    } = {},
  ): Promise<Order> {
    const input = { order_id: orderId, ...(onlyFilled && { only_filled: onlyFilled }) };
    return orderOf(await this.#run('cancelOrder', call, { input, key }));
  }

  /** Changes an order's quantity in its place. */
  async amend(call: KeyedCall, input: ParsedOf<'amendOrder'>): Promise<Order> {
    return orderOf(await this.#run('amendOrder', call, { input, key: `binance:${call.name}` }));
  }

  /** Cancels one order and places another, once by its client's id; each half for itself. */
  async replace(
    call: KeyedCall,
    input: ParsedOf<'replaceOrder'>,
  ): Promise<{ readonly cancelled: Half; readonly placed: Half }> {
    const key = `binance:${input.client_order_id}`;
    return messageOf(await this.#run('replaceOrder', call, { input, key })) as never;
  }

  /** Likewise one that waits for a price. */
  async placeStop(call: KeyedCall, input: StopInput): Promise<TriggerOrder> {
    const key = `binance/stop/${input.client_order_id}`;
    return stopOf(await this.#run('placeTrigger', call, { input, key }));
  }

  async cancelStop(
    call: KeyedCall,
    triggerId: number,
    key: string = randomUUID(),
  ): Promise<TriggerOrder> {
    const input = { trigger_id: triggerId };
    return stopOf(await this.#run('cancelTrigger', call, { input, key }));
  }

  /** Makes one that waits, or is pending, smaller. */
  async amendStop(call: KeyedCall, input: ParsedOf<'amendTrigger'>): Promise<TriggerOrder> {
    return stopOf(await this.#run('amendTrigger', call, { input, key: `binance:${call.name}` }));
  }

  /** Likewise a list of orders that depend on one another. */
  async placeList(call: KeyedCall, input: ParsedOf<'placeOrderList'>): Promise<OrderList> {
    const key = `binance/list/${input.client_order_id}`;
    return listOf(await this.#run('placeOrderList', call, { input, key }));
  }

  async cancelList(call: KeyedCall, listId: number): Promise<OrderList> {
    const input = { list_id: listId };
    return listOf(await this.#run('cancelOrderList', call, { input, key: randomUUID() }));
  }

  /** Sets a timer that cancels. */
  async setTimer(
    call: Pick<KeyedCall, 'key' | 'ip'>,
    { seconds, timer, symbol }: SwitchAsked,
  ): Promise<void> {
    const input = { seconds, timer, ...(symbol !== undefined && { symbol }) };
    messageOf(await this.#run('setCancelTimer', call, { input, key: randomUUID() }));
  }

  async #run<Name extends OrderRoute>(
    name: Name,
    { key: { userId, apiKeyId }, ip }: Pick<KeyedCall, 'key' | 'ip'>,
    asked: { readonly input: ParsedOf<Name>; readonly key: string },
  ): Promise<unknown> {
    const call: Call<RouteName> = {
      input: asked.input as Call['input'],
      caller: { kind: 'user', userId, sessionId: 0, sessionKey: keySession(apiKeyId) },
      language: LANGUAGE,
      say: textsOf(LANGUAGE),
      ip,
      deviceId: undefined,
      userAgent: undefined,
      country: undefined,
      idempotencyKey: asked.key,
      file: Buffer.alloc(0),
    };
    try {
      return await this.#handlers[name](call as never);
    } catch (error) {
      throw inOurWords(error);
    }
  }
}

/** The order out of an answer as the app gets it. */
const orderOf = (answer: unknown): Order => (messageOf(answer) as { readonly order: Order }).order;

const stopOf = (answer: unknown): TriggerOrder =>
  (messageOf(answer) as { readonly trigger_order: TriggerOrder }).trigger_order;

const listOf = (answer: unknown): OrderList =>
  (messageOf(answer) as { readonly order_list: OrderList }).order_list;

function messageOf(answer: unknown): unknown {
  if (!(answer instanceof Answer)) throw new TypeError('an order is answered by the sequencer');
  const envelope = JSON.parse(answer.body);
  if (answer.status !== 200) throw errorOf(envelope.error);
  return envelope.message;
}
