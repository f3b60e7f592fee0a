import type { Metrics } from '../core/operations/metrics.ts';
import type { ServerOptions, Teardown } from '../core/processes/lifetime.ts';
import type { Reads } from '../core/store/database.ts';
import { gaugeReports, openReports, type ReportedEngine } from '../engines/reports/index.ts';

/** What reads across several engines: their tables together, as PostgreSQL brings them there. */
export async function bringUpReports(
  { config, log }: ServerOptions,
  parts: {
    readonly books: readonly ReportedEngine[];
    readonly clock: { now(): number };
    readonly metrics: Metrics;
  },
  teardown: Teardown,
): Promise<Reads | undefined> {
  const { engines } = config;
  if (engines === undefined) return undefined;
  const reports = await openReports({
    engines: parts.books,
    url: engines.reportsUrl,
    clock: parts.clock,
    onIdleError: (error) => log.warn({ err: error }, 'a connection to the reports was lost'),
    onFailure: (error) => log.warn({ err: error }, 'the reports could not be looked after'),
  });
  teardown.add('reports', () => reports.close());
  gaugeReports(parts.metrics.registry, reports.reads);
  return reports.reads;
}
