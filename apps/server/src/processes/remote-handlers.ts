/** A gateway's handlers: its own where it may answer, otherwise the engine's through Redis. */
import type { RouteName } from '@fairlead/contract';
import type { Call, Handler, Handlers } from '../routes/handler.ts';
import type { CallClient } from './call-client.ts';
import { servedBy } from './served-by.ts';

export function gatewayHandlers(own: Handlers, client: Pick<CallClient, 'call'>): Handlers {
  const entries = Object.entries(own) as [RouteName, Handler<RouteName>][];
  return Object.fromEntries(
    entries.map(([name, handler]) => [
      name,
      servedBy(name) === 'gateway' ? handler : (call: Call) => client.call(name, call),
    ]),
  ) as unknown as Handlers;
}
