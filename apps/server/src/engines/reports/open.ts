/** Opens the reports database for what reads across, as it is: `npm run reports` made it. */
import { Chore } from '../../core/operations/chore.ts';
import { ensurePartitions } from '../../core/store/maintenance.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { type ReportedEngine, ReportReads } from './report-reads.ts';

/** Months are made this often, three ahead. */
const MONTHS_EVERY_MS = 3_600_000;

export interface OpenReportsOptions {
  /** All four, each at its primary. */
  readonly engines: readonly ReportedEngine[];
  readonly url: string;
  readonly clock: { now(): number };
  readonly onIdleError?: (error: Error) => void;
  /** Told why months could not be made: rows go to the default partitions meanwhile. */
  readonly onFailure: (error: unknown) => void;
}

export interface OpenedReports {
  readonly reads: ReportReads;
  close(): Promise<void>;
}

/**
 * Throws StartRefusedError where the server refuses. Reports that are away, not set up, or behind, are no problem: what reads
 * across is `unavailable` until they are there.
 */
export async function openReports(options: OpenReportsOptions): Promise<OpenedReports> {
  const { engines, url, clock, onIdleError, onFailure } = options;
  const onAway = onFailure;
  const reports = await openPostgres({ url, onAway, ...(onIdleError && { onIdleError }) });
  const months = new Chore(MONTHS_EVERY_MS, () => ensurePartitions(reports, clock.now()));
  months.start(onFailure);
  return {
    reads: new ReportReads({ engines, reports }),
    async close() {
      await months.stop();
      await reports.close();
    },
  };
}
