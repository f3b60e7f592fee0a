/** Figures of options for Prometheus. */

import { DAY_MS } from '@fairlead/units';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../core/operations/gauge.ts';
import { answered } from '../core/operations/metrics.ts';
import type { Database } from '../core/store/database.ts';
import { shortSince } from '../receipts/index.ts';
import type { DueOptions } from './due.ts';

/** Registers the gauges; each reading asks anew. */
export function gaugeOptions(
  registry: Registry,
  due: Pick<DueOptions, 'open' | 'overdue'>,
  { books, clock }: { readonly books: Database; readonly clock: { now(): number } },
): void {
  const gauge = gaugesOf(registry);
  gauge(
    {
      name: 'fairlead_options_short_day',
      help: 'Options settled within a day whose window had too few samples, by whose doing',
      labelNames: ['shortfall'],
    },
    async () => {
      const counts = await answered(shortSince(books, clock.now() - DAY_MS));
      if (counts === undefined) return [];
      return [
        [{ shortfall: 'house' }, counts.house],
        [{ shortfall: 'market' }, counts.market],
      ];
    },
  );
  gauge({ name: 'fairlead_open_options', help: 'Option orders not yet settled' }, () => due.open);
  gauge(
    { name: 'fairlead_overdue_options', help: 'Option orders that should have been settled' },
    () => due.overdue,
  );
}
