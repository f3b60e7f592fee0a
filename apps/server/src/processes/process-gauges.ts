/** What several processes tell of one another, for Prometheus. */
import { Gauge, type Registry } from 'prom-client';
import type { CallClient } from './call-client.ts';
import type { CallServer } from './call-server.ts';
import type { Follower } from './follower.ts';

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  const made: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => made.set(read()),
  });
}

export function gaugeEngine(registry: Registry, calls: Pick<CallServer, 'workedOn'>): void {
  gauge(
    registry,
    'fairlead_gateway_calls',
    'Calls of gateways being worked on',
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
  gauge(registry, 'fairlead_engine_known', 'Whether an engine takes calls', () =>
    client.hasEngine ? 1 : 0,
  );
  gauge(
    registry,
    'fairlead_engine_calls_waiting',
    'Calls that wait for the engine',
    () => client.waiting,
  );
  gauge(
    registry,
    'fairlead_copies_retaken',
    'Times that the copies of the market were taken from the tables again',
    () => follower.retaken,
  );
}
