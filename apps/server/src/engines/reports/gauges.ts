/** What the reports tell of themselves, for Prometheus. */
import type { Registry } from 'prom-client';
import { gaugesOf } from '../../core/operations/gauge.ts';
import { ENGINE_STATES, type ReportReads } from './report-reads.ts';

export function gaugeReports(
  registry: Registry,
  reads: Pick<ReportReads, 'look' | 'answered'>,
): void {
  const gauge = gaugesOf(registry);
  gauge(
    {
      name: 'fairlead_reports_behind_bytes',
      help: "Of an engine's log, what the reports database has not applied yet",
      labelNames: ['engine'],
    },
    async () =>
      (await reads.look()).flatMap(({ name, behindBytes }) =>
        behindBytes === undefined ? [] : [[{ engine: name }, behindBytes] as const],
      ),
  );
  gauge(
    {
      name: 'fairlead_reports_engines',
      help: `Engines by how their rows are in the reports database: ${ENGINE_STATES.join(', ')}`,
      labelNames: ['state'],
    },
    async () => {
      const seen = await reads.look();
      return ENGINE_STATES.map((state) => [
        { state },
        seen.filter((each) => each.state === state).length,
      ]);
    },
  );
  gauge(
    {
      name: 'fairlead_report_reads',
      help: 'Reads across all engines since the start: answered by the reports, or refused',
      labelNames: ['at'],
    },
    () => Object.entries(reads.answered).map(([at, count]) => [{ at }, count]),
  );
}
