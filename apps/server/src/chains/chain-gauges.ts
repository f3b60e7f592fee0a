/** Figures of the watchers for Prometheus: what an operator sets alarms on. */
import type { Registry } from 'prom-client';
import { flag, gaugesOf } from '../core/operations/gauge.ts';
import type { ChainStatus } from './chains.ts';

/** Registers the gauges; each reading asks for the status anew. */
export function gaugeChains(registry: Registry, status: () => readonly ChainStatus[]): void {
  const add = gaugesOf(registry);
  const gauge = (name: string, help: string, read: (chain: ChainStatus) => number | undefined) =>
    add({ name, help, labelNames: ['chain'] }, () =>
      status().flatMap((one) => {
        const value = read(one);
        return value === undefined ? [] : [[{ chain: one.chain }, value] as const];
      }),
    );
  gauge('fairlead_chain_height', 'Last block that was read', ({ height }) => height);
  gauge('fairlead_chain_lag_blocks', 'Blocks not read yet', ({ lagBlocks }) => lagBlocks);
  gauge(
    'fairlead_chain_paused',
    '1 while a chain stands still until an operator resumes it',
    ({ paused }) => flag(paused !== undefined),
  );
  gauge('fairlead_chain_failing', '1 while the last poll failed', ({ lastError }) =>
    flag(lastError !== undefined),
  );
  gauge(
    'fairlead_chain_stuck_deposits',
    'Payments seen for longer than an hour and not credited',
    ({ stuckDeposits }) => stuckDeposits,
  );
}
