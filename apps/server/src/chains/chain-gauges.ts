/** Figures of the watchers for Prometheus: what an operator sets alarms on. */
import { Gauge, type Registry } from 'prom-client';
import type { ChainStatus } from './chains.ts';

/** Registers the gauges; each reading asks for the status anew. */
export function gaugeChains(registry: Registry, status: () => readonly ChainStatus[]): void {
  const gauge = (name: string, help: string, read: (chain: ChainStatus) => number | undefined) => {
    const watched: Gauge<'chain'> = new Gauge({
      name,
      help,
      labelNames: ['chain'],
      registers: [registry],
      collect: () => {
        for (const one of status()) {
          const value = read(one);
          if (value !== undefined) watched.set({ chain: one.chain }, value);
        }
      },
    });
  };
  gauge('fairlead_chain_height', 'Last block that was read', ({ height }) => height);
  gauge('fairlead_chain_lag_blocks', 'Blocks not read yet', ({ lagBlocks }) => lagBlocks);
  gauge(
    'fairlead_chain_paused',
    '1 while a chain stands still until an operator resumes it',
    (one) => (one.paused === undefined ? 0 : 1),
  );
  gauge('fairlead_chain_failing', '1 while the last poll failed', ({ lastError }) =>
    lastError === undefined ? 0 : 1,
  );
  gauge(
    'fairlead_chain_stuck_deposits',
    'Payments seen for longer than an hour and not credited',
    ({ stuckDeposits }) => stuckDeposits,
  );
}
