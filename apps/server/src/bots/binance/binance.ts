/** The Binance-compatible interface (docs/operating/bots.md): its calls, over HTTP and over its WebSocket API. */

import { toProblem } from '../../core/http/envelope.ts';
import type { Rates } from '../../core/http/rates.ts';
import type { SwitchAsked } from '../../realtime/index.ts';
import { accountEndpoints } from './account-calls.ts';
import { changeEndpoints } from './change-calls.ts';
import type { Endpoint, KeyedCall, Used } from './endpoint.ts';
import { BinanceError, binanceErrorOf, errorOf } from './errors.ts';
import { Gate } from './gate.ts';
import { listEndpoints } from './list-calls.ts';
import { marketEndpoints } from './market-calls.ts';
import type { BinanceNeeds } from './needs.ts';
import { orderEndpoints } from './order-calls.ts';
import { OrderDesk, type OrderHandlers } from './order-desk.ts';
import { otherEndpoints } from './other-calls.ts';
import type { Parameters } from './parameters.ts';
import { RecentFills } from './recent-fills.ts';
import { checkSignature, checkTime } from './signature.ts';
import { marketNamed } from './symbols.ts';

/** A call as it came, by whichever way. */
export interface Request {
  readonly parameters: Parameters;
  /** What a caller of this way signs. */
  readonly signedText: string;
  readonly apiKey: string | undefined;
  readonly ip: string;
  readonly weight: number;
  readonly used: Used;
  /** Key with which the connection was logged on. */
  readonly session?: string | undefined;
  /** Which of a caller's messages it is, where it signs none of them. */
  readonly messageName?: string;
}

export class Binance {
  readonly endpoints: readonly Endpoint[];
  readonly gate: Gate;
  readonly #context: BinanceNeeds;
  readonly #fills: RecentFills;
  readonly #desk: OrderDesk;

  constructor(
    context: BinanceNeeds,
    rates: Pick<Rates, 'count' | 'used' | 'counter'>,
    handlers: OrderHandlers,
  ) {
    const { apiKeys, config, log, marketData } = context;
    this.#context = context;
    this.#desk = new OrderDesk(handlers);
    this.gate = new Gate({
      ...{ apiKeys, rates },
      limitFactor: config.rateLimitFactor,
      onRefused: ({ ip, reason }) =>
        log.info({ event: 'api_key_refused', ip, reason }, 'key refused'),
    });
    this.#fills = new RecentFills(marketData);
    const orders = { context, rates, handlers, fills: this.#fills };
    this.endpoints = [
      ...marketEndpoints(context, this.gate),
      ...orderEndpoints(orders),
      ...changeEndpoints(orders),
      ...listEndpoints(orders),
      ...accountEndpoints(context),
      ...otherEndpoints(context),
    ];
  }

  /** Checks who calls, then runs. Throws BinanceError or a fault. */
  async run(endpoint: Endpoint, request: Request): Promise<unknown> {
    const { parameters, ip, used } = request;
    const nowMs = this.#context.clock.now();
    if (endpoint.security === 'none') {
      const result = await endpoint.run({ parameters, ip, nowMs, name: '', used });
      parameters.finish();
      return result;
    }
    const { security } = endpoint;
    const { session } = request;
    // A socket that was logged on signs no more; whether its key still lives is looked at in each call.
    const isLoggedOn = session !== undefined && request.apiKey === undefined;
    const apiKey = isLoggedOn ? session : request.apiKey;
    const key = await this.gate.admit({ ...request, apiKey, security }, ({ signer }) => {
      if (security !== 'key' && !isLoggedOn) checkSignature(request.signedText, signer, parameters);
    });
    if (security !== 'key') checkTime(parameters, nowMs);
    // The words by which clients know what is missing.
    if (security === 'trade' && !key.canTrade)
      throw new BinanceError(-2010, 'Rest API trading is not enabled.', { status: 403 });
    const name =
      security === 'key'
        ? ''
        : isLoggedOn
          ? `${key.apiKeyId} ${request.messageName} ${request.signedText}`
          : signatureName(parameters);
    const call = { parameters, ip, nowMs, name, key, used };
    const result = await endpoint.run(call);
    if (endpoint.method === 'GET') parameters.finish();
    return result;
  }

  /** The listed market that `symbol` names, as the app writes it. */
  symbolIn(parameters: Parameters): string | undefined {
    const name = parameters.text('symbol');
    return name === undefined ? undefined : marketNamed(this.#context.terms, name).symbol;
  }

  /** Sets a timer that cancels orders of a key's owner. */
  setTimer(by: Pick<KeyedCall, 'key' | 'ip'>, asked: SwitchAsked): Promise<void> {
    return this.#desk.setTimer(by, asked);
  }

  /** What to answer for whatever was thrown; a fault is told to the log. */
  errorOf(error: unknown): BinanceError {
    const known = binanceErrorOf(error, toProblem);
    if (known !== undefined) return known;
    this.#context.log.error({ err: error }, 'fault');
    return errorOf('internal');
  }

  stop(): void {
    this.#fills.stop();
  }
}

/** Hex is the same in capitals. */
function signatureName(parameters: Parameters): string {
  const signature = parameters.required('signature');
  return signature.length === 64 ? signature.toLowerCase() : signature.replaceAll(' ', '+');
}

export const weightOf = ({ weight }: Endpoint, parameters: Parameters): number =>
  typeof weight === 'number' ? weight : weight(parameters);
