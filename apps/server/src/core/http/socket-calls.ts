/** Calls of the contract that come over the socket: the way of HTTP's, with an acknowledgement in place of a reply. */
import {
  type CallAck,
  ERRORS,
  ProblemError,
  type RouteName,
  routes,
  SOCKET_CALLS,
  type SocketCall,
} from '@fairlead/contract';
import type { Logger } from 'pino';
import { type Asked, AskedRoute, type RouteServices } from './asked-route.ts';
import { failureBody, successBody, toProblem } from './envelope.ts';
import { Answer, type Handler, type Handlers, PictureAnswer } from './handler.ts';

export interface AskedOverSocket extends Omit<Asked, 'deviceId' | 'country'> {
  /** As it came, read by the route's schema. */
  readonly fields: Record<string, unknown>;
}

export class SocketCalls {
  readonly #routes: ReadonlyMap<SocketCall, AskedRoute>;
  readonly #log: Pick<Logger, 'error' | 'warn'>;
  #isStopped = false;

  constructor(
    handlers: Pick<Handlers, (typeof SOCKET_CALLS)[SocketCall]>,
    services: RouteServices,
    log: Pick<Logger, 'error' | 'warn'>,
  ) {
    this.#log = log;
    this.#routes = new Map(
      (Object.entries(SOCKET_CALLS) as [SocketCall, (typeof SOCKET_CALLS)[SocketCall]][]).map(
        ([event, name]) => {
          const handler = handlers[name] as unknown as Handler<RouteName>;
          return [event, new AskedRoute(name, routes[name], handler, services)];
        },
      ),
    );
  }

  /** Answers a call; what refuses it is its answer too. */
  async answer(event: SocketCall, asked: AskedOverSocket): Promise<CallAck> {
    const route = this.#routes.get(event);
    if (route === undefined) throw new TypeError(`${event} is no call of the socket`);
    const startedAt = performance.now();
    try {
      if (this.#isStopped) throw new ProblemError('unavailable');
      const call = { ...asked, deviceId: undefined, country: undefined };
      const caller = await route.admit(call);
      const data = await route.answer(call, caller, { fields: asked.fields, file: undefined });
      if (data instanceof PictureAnswer) throw new TypeError('the socket sends no pictures');
      const { status, body, isReplay } =
        data instanceof Answer ? data : new Answer(200, successBody(data), false);
      route.tellAnswered(status, body, startedAt);
      return { status, body, is_replay: isReplay };
    } catch (error) {
      route.tellThrown(error, startedAt);
      return this.#refusal(error, asked, event);
    }
  }

  /** From here on calls are refused. */
  stop(): void {
    this.#isStopped = true;
  }

  #refusal(error: unknown, { language }: AskedOverSocket, event: SocketCall): CallAck {
    const problem = toProblem(error);
    if (problem === undefined) this.#log.error({ err: error, event }, 'fault');
    const { code, fields, cause, retryAfterMs } = problem ?? new ProblemError('internal');
    const { status } = ERRORS[code];
    if (problem !== undefined && status >= 500)
      this.#log.warn({ code, err: cause, event }, 'refused');
    const refused = { status, body: failureBody(code, language, { fields }), is_replay: false };
    return retryAfterMs === undefined ? refused : { ...refused, retry_after_ms: retryAfterMs };
  }
}
