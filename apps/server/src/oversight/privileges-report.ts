/** Once a day the log says what of terms and rights was changed: nothing privileged changes quietly (L7). */
import { DAY_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import { auditPage } from '../core/acts/audit-queries.ts';
import type { Database } from '../core/store/database.ts';
import { PAGE_ROWS_MAX } from '../core/store/limits.ts';
import { termsVersionsPage } from '../core/terms/version-queries.ts';

/** Acts on operators and on what two decide. */
const ACTIONS = ['operator.created', 'operator.changed', 'operator.reset', 'proposal.'] as const;

export interface PrivilegesReportOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'info'>;
}

/** Tells the log of the last day's changes, the newest first; the console has the rest of a long day. */
export async function reportPrivileges(options: PrivilegesReportOptions): Promise<void> {
  const { database, clock, log } = options;
  const fromMs = clock.now() - DAY_MS;
  const newest = { page: 1, limit: PAGE_ROWS_MAX };
  const versions = await termsVersionsPage(database, {}, newest);
  const terms = versions.list
    .filter(({ timeMs }) => timeMs >= fromMs)
    .map(({ subject, before, after, operatorName }) => ({
      subject,
      before,
      after,
      operator: operatorName,
    }));
  const acts: { action: string; subject: string; operator: string | undefined }[] = [];
  for (const action of ACTIONS) {
    const { list } = await auditPage(database, { action, fromMs }, newest);
    for (const row of list)
      acts.push({ action: row.action, subject: row.subject, operator: row.operatorName });
  }
  log.info({ terms, acts }, 'terms and rights that changed in the last day');
}
