/** Figures of what the clock makes due for Prometheus. */
import type { Registry } from 'prom-client';
import { gaugesOf } from './gauge.ts';
import type { Schedules } from './schedules.ts';

/** Registers the gauges; each reading asks anew. */
export function gaugeSchedules(
  registry: Registry,
  schedules: Pick<Schedules, 'nextDueAtMs' | 'overdueMs' | 'ran'>,
): void {
  const gauge = gaugesOf(registry);
  gauge(
    {
      name: 'fairlead_schedules_due_at_seconds',
      help: 'When the next interest, release or rebate is due, in seconds since 1970; 0 while none is',
    },
    () => (schedules.nextDueAtMs ?? 0) / 1_000,
  );
  gauge(
    {
      name: 'fairlead_schedules_overdue_seconds',
      help: 'How long what is due first has been waiting',
    },
    () => schedules.overdueMs / 1_000,
  );
  gauge(
    {
      name: 'fairlead_schedules_done',
      help: 'Interest days, releases and rebates posted since the start',
    },
    () => schedules.ran,
  );
}
