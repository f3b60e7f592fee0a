/** Figures of options for Prometheus. */
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { shortSince } from '../store/refund-queries.ts';
import type { DueOptions } from './due-options.ts';
import { answered } from './operation-gauges.ts';

const DAY_MS = 86_400_000;

/** Registers the gauges; each reading asks anew. */
export function gaugeOptions(
  registry: Registry,
  due: Pick<DueOptions, 'open' | 'overdue'>,
  { database, clock }: Pick<Context, 'database' | 'clock'>,
): void {
  const short: Gauge<'shortfall'> = new Gauge({
    name: 'fairlead_options_short_day',
    help: 'Options settled within a day whose window had too few samples, by whose doing',
    labelNames: ['shortfall'],
    registers: [registry],
    collect: async () => {
      const counts = await answered(shortSince(database, clock.now() - DAY_MS));
      short.reset();
      if (counts === undefined) return;
      short.set({ shortfall: 'house' }, counts.house);
      short.set({ shortfall: 'market' }, counts.market);
    },
  });
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
