/** A gateway's handlers: its own where it may answer or reads what the engine executes, otherwise the engine's through Redis. */
import type { RouteName } from '@fairlead/contract';
import type { Call, Handler, Handlers } from '../../http/handler.ts';
import type { CallClient } from './call-client.ts';
import type { ServedBy } from './served-by.ts';

export interface GatewayHandlersParts {
  readonly client: Pick<CallClient, 'call'>;
  readonly servedBy: (name: RouteName) => ServedBy;
}

export function gatewayHandlers(
  own: Handlers,
  { client, servedBy }: GatewayHandlersParts,
): Handlers {
  const entries = Object.entries(own) as [RouteName, Handler<RouteName>][];
  return Object.fromEntries(
    entries.map(([name, handler]) => [
      name,
      servedBy(name) === 'engine' ? (call: Call) => client.call(name, call) : handler,
    ]),
  ) as unknown as Handlers;
}
