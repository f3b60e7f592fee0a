/** Figures of what the clock makes due for Prometheus. */
import { Gauge, type Registry } from 'prom-client';
import type { Schedules } from './schedules.ts';

/** Registers the gauges; each reading asks anew. */
export function gaugeSchedules(
  registry: Registry,
  schedules: Pick<Schedules, 'nextDueAtMs' | 'overdueMs' | 'ran'>,
): void {
  const gauge = (name: string, help: string, read: () => number) => {
    const watched: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => watched.set(read()),
    });
  };
  gauge(
    'fairlead_schedules_due_at_seconds',
    'When the next interest, release or rebate is due, in seconds since 1970; 0 while none is',
    () => (schedules.nextDueAtMs ?? 0) / 1_000,
  );
  gauge(
    'fairlead_schedules_overdue_seconds',
    'How long what is due first has been waiting',
    () => schedules.overdueMs / 1_000,
  );
  gauge(
    'fairlead_schedules_done',
    'Interest days, releases and rebates posted since the start',
    () => schedules.ran,
  );
}
