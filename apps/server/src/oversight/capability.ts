/** How the whole is run and watched: its state, stops, exports, figures for alarms. */
import { DAY_MS, MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { type CertificateParts, watchCertificate } from './certificate.ts';
import { countDeskDays } from './desk-day-queries.ts';
import { type GaugedContext, gaugeOperation } from './gauges.ts';
import type { OversightNeeds } from './needs.ts';
import { operatorSystemHandlers } from './operator-routes.ts';
import { type PrivilegesReportOptions, reportPrivileges } from './privileges-report.ts';
import { type ConfigNeeds, configHandlers } from './routes.ts';
import { operatorTradingHandlers, type ResumeNeeds, resumeTrading } from './trading-routes.ts';

export const oversight = {
  routes: configHandlers,
  operatorRoutes: (needs, exports) => ({
    ...operatorSystemHandlers(needs, exports),
    ...operatorTradingHandlers(needs),
  }),
  effects: (early) => ({ resume_trading: (proposal) => resumeTrading(early, proposal) }),
  begin: watchCertificate,
  gauges: gaugeOperation,
  chores: (needs) => [
    new Chore(DAY_MS, () => reportPrivileges(needs)),
    new Chore(MINUTE_MS, () => countAll(needs)),
  ],
} satisfies Capability<
  OversightNeeds & ConfigNeeds & GaugedContext & CertificateParts & PrivilegesReportOptions,
  ResumeNeeds
>;

/** One database that is away keeps no other from being counted. */
async function countAll({ clock, everyBooks }: OversightNeeds): Promise<void> {
  const counted = everyBooks().map((database) => countDeskDays({ database, clock }));
  const failed = (await Promise.allSettled(counted)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
