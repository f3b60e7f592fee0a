/** What has to be done now and then: nothing here moves money, and nothing waits for it. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { AuditLog } from '../acts/audit.ts';
import type { Capability } from '../capability.ts';
import type { Reconciler } from '../checks/reconciler.ts';
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
} from '../http/limits.ts';
import { learnKeys } from '../sequencer/learn-keys.ts';
import type { SequencerPort } from '../sequencer/sequencer.ts';
import type { Database } from '../store/database.ts';
import { maintain, vacuumEmbedded } from '../store/maintenance.ts';
import { Chore } from './chore.ts';

/** How late what capabilities write late may be. */
export const FLUSH_MS = 10_000;

export interface Housekeeping {
  /** Waits for what is under way, then writes what is unsaved. */
  stop(): Promise<void>;
}

interface HousekeepingParts {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
  readonly reconciler: Reconciler;
  readonly audit: Pick<AuditLog, 'written'>;
  readonly sequencer: Pick<SequencerPort, 'answers'>;
}

export function startHousekeeping<Needs extends HousekeepingParts>(
  needs: Needs,
  capabilities: readonly Capability<Needs, Needs>[],
): Housekeeping {
  const { database, clock, log, reconciler, audit, sequencer } = needs;
  const flushes = capabilities.flatMap(({ flush }) => (flush ? [() => flush(needs)] : []));
  const chores = [
    new Chore(MINUTE_MS, async () =>
      sequencer.answers.forgetBefore(await maintain(database, clock.now())),
    ),
    new Chore(SECOND_MS, () => learnKeys(sequencer.answers, database)),
    ...capabilities.flatMap(({ chores: own }) => own?.(needs) ?? []),
    new Chore(DAY_MS, () => vacuumEmbedded(database)),
    ...flushes.map((flush) => new Chore(FLUSH_MS, flush)),
    new Chore(CHECK_QUICK_MS, () => reconciler.checkQuick()),
    new Chore(CHECK_ENGINE_MS, () => reconciler.checkEngine()),
    new Chore(CHECK_BALANCES_MS, () => reconciler.goOnWithBalances(CHECK_BALANCES_PART_MS)),
    new Chore(CHECK_RECOUNT_MS, () =>
      reconciler.goOnWithRecount(CHECK_RECOUNT_STEPS, CHECK_RECOUNT_REST_MS),
    ),
    new Chore(CHECK_QUICK_MS, () => reconciler.checkNewest()),
    new Chore(CHECK_PAST_MS, () => reconciler.goOnWithPast(CHECK_PAST_STEPS)),
    new Chore(CHECK_QUICK_MS, () => reconciler.checkNewestExchange()),
    new Chore(CHECK_PAST_MS, () => reconciler.goOnWithExchange(CHECK_PAST_STEPS)),
  ];
  for (const chore of chores) chore.start((error) => log.warn({ err: error }, 'a chore failed'));
  return {
    async stop() {
      await Promise.all(chores.map((chore) => chore.stop()));
      for (const { settle } of capabilities) await settle?.(needs);
      for (const flush of flushes) await flush();
      await audit.written();
    },
  };
}
