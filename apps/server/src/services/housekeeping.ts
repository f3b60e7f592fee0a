/** What has to be done now and then: nothing here moves money, and nothing waits for it. */

import {
  CHECK_BALANCES_MS,
  CHECK_BALANCES_PART_MS,
  CHECK_ENGINE_MS,
  CHECK_PAST_MS,
  CHECK_PAST_STEPS,
  CHECK_QUICK_MS,
  CHECK_RECOUNT_MS,
  CHECK_RECOUNT_REST_MS,
  CHECK_RECOUNT_STEPS,
  SEND_RETRY_MS,
} from '../limits.ts';
import { pruneListenKeys } from '../store/api-key-queries.ts';
import { maintain, vacuumEmbedded } from '../store/maintenance.ts';
import { publishHead } from '../store/receipt-queries.ts';
import { Chore } from './chore.ts';
import type { Services } from './create-services.ts';
import { reportPrivileges } from './privileges-report.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SESSIONS_FLUSH_MS = 10_000;

export interface Housekeeping {
  /** Waits for what is under way, then writes what is unsaved. */
  stop(): Promise<void>;
}

type Needs = Pick<
  Services,
  | 'database'
  | 'clock'
  | 'log'
  | 'codes'
  | 'files'
  | 'outbox'
  | 'sessions'
  | 'apiKeys'
  | 'config'
  | 'reconciler'
  | 'proposals'
  | 'chat'
  | 'audit'
  | 'liabilities'
  | 'headPublisher'
>;

export function startHousekeeping(services: Needs): Housekeeping {
  const {
    database,
    clock,
    log,
    codes,
    files,
    outbox,
    sessions,
    apiKeys,
    config,
    reconciler,
    proposals,
    chat,
    audit,
    liabilities,
    headPublisher,
  } = services;
  const chores = [
    new Chore(MINUTE_MS, () => maintain(database, clock.now())),
    new Chore(MINUTE_MS, () => publishHead(database, clock.now())),
    new Chore(MINUTE_MS, () => headPublisher.publishDue()),
    new Chore(MINUTE_MS, () => liabilities.takeDue()),
    new Chore(MINUTE_MS, () => codes.prune()),
    new Chore(HOUR_MS, () => files.prune()),
    new Chore(MINUTE_MS, () => proposals.finishAll()),
    new Chore(MINUTE_MS, () => chat.closeSilent()),
    new Chore(DAY_MS, () => vacuumEmbedded(database)),
    new Chore(DAY_MS, () => reportPrivileges(services)),
    new Chore(SESSIONS_FLUSH_MS, () => sessions.flush()),
    new Chore(SESSIONS_FLUSH_MS, () => apiKeys.flush()),
    new Chore(MINUTE_MS, () => pruneListenKeys(database, clock.now())),
    new Chore(CHECK_QUICK_MS, () => reconciler.checkQuick()),
    new Chore(CHECK_ENGINE_MS, () => reconciler.checkEngine()),
    new Chore(CHECK_BALANCES_MS, () => reconciler.goOnWithBalances(CHECK_BALANCES_PART_MS)),
    new Chore(CHECK_RECOUNT_MS, () =>
      reconciler.goOnWithRecount(CHECK_RECOUNT_STEPS, CHECK_RECOUNT_REST_MS),
    ),
    new Chore(CHECK_QUICK_MS, () => reconciler.checkNewest()),
    new Chore(CHECK_PAST_MS, () => reconciler.goOnWithPast(CHECK_PAST_STEPS)),
  ];
  if (!config.isDemo) chores.push(new Chore(SEND_RETRY_MS, () => outbox.deliver()));
  for (const chore of chores) chore.start((error) => log.warn({ err: error }, 'a chore failed'));
  return {
    async stop() {
      await Promise.all(chores.map((chore) => chore.stop()));
      await liabilities.stop();
      await sessions.flush();
      await apiKeys.flush();
      await audit.written();
    },
  };
}
