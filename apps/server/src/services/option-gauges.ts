/** Figures of options for Prometheus. */
import { Gauge, type Registry } from 'prom-client';
import type { DueOptions } from './due-options.ts';

/** Registers the gauges; each reading asks anew. */
export function gaugeOptions(registry: Registry, due: Pick<DueOptions, 'open' | 'overdue'>): void {
  const gauge = (name: string, help: string, read: () => number) => {
    const watched: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => watched.set(read()),
    });
  };
  gauge('fairlead_open_options', 'Option orders not yet settled', () => due.open);
  gauge(
    'fairlead_overdue_options',
    'Option orders that should have been settled',
    () => due.overdue,
  );
}
