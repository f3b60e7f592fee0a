/** What several processes tell of one another, for Prometheus. */
import type { Registry } from 'prom-client';
import { flag, gaugesOf } from '../operations/gauge.ts';
import type { CallClient } from './calls/call-client.ts';
import type { CallServer } from './calls/call-server.ts';
import type { Follower } from './follower.ts';

export function gaugeEngine(registry: Registry, calls: Pick<CallServer, 'workedOn'>): void {
  gaugesOf(registry)(
    { name: 'fairlead_gateway_calls', help: 'Calls of gateways being worked on' },
    () => calls.workedOn,
  );
}

export function gaugeGateway(
  registry: Registry,
  {
    client,
    follower,
  }: {
    readonly client: Pick<CallClient, 'hasEngine' | 'waiting'>;
    readonly follower: Pick<Follower, 'retaken'>;
  },
): void {
  const gauge = gaugesOf(registry);
  gauge({ name: 'fairlead_engine_known', help: 'Whether an engine takes calls' }, () =>
    flag(client.hasEngine),
  );
  gauge(
    { name: 'fairlead_engine_calls_waiting', help: 'Calls that wait for the engine' },
    () => client.waiting,
  );
  gauge(
    {
      name: 'fairlead_copies_retaken',
      help: 'Times that the copies of the market were taken from the tables again',
    },
    () => follower.retaken,
  );
}
