/**
 * What a demo keeps for how long, so that it runs for years on a small disk. Its money is none: outside demo nothing of
 * this is ever removed (the database itself refuses it, migration 0043).
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fairlead/units';
import { readCheckPlace, writeCheckPlace } from '../core/checks/check-places.ts';
import type { AnswersOf } from '../core/sequencer/answer-cache.ts';
import { removeStepsOf } from '../core/steps/queries.ts';
import type { Database } from '../core/store/database.ts';
import { CUT_TABLES, cutHistory, removeBeforeCut } from '../core/store/history-cut.ts';
import { reuseSpace } from '../core/store/maintenance.ts';
import {
  botOwners,
  type RetentionPlace,
  removeAnswers,
  removeMinuteCandles,
  removeUnfilledOrders,
  thinSamples,
} from './retention-queries.ts';

/** Nobody but a bot asks again under a bot's key, and it does so within seconds. */
const ANSWERS_KEEP_MS = 10 * MINUTE_MS;
/** Of the bots that came to nothing. */
const ORDERS_KEEP_MS = HOUR_MS;
/** After it one sample a minute stays, and what a receipt names. */
const SAMPLES_KEEP_MS = DAY_MS;
/** Longer than any sum of the last 30 days looks back. */
const HISTORY_KEEP_MS = 31 * DAY_MS;
/** A check that began before a cut is over when what was cut goes. */
const CUT_RESTS_MS = HOUR_MS;
const ROWS_PER_STEP = 2_000;
export const RETENTION_EVERY_MS = HOUR_MS;
export const ANSWERS_EVERY_MS = 10 * MINUTE_MS;
const THINNED = ['index_samples', 'candles', ...CUT_TABLES] as const;
const NAME = 'demo_retention';
const FROM_START: RetentionPlace = { lastOrderId: 0, samplesToMs: 0 };

/** Removes the bots' first answers; gives which are gone. */
export async function removeBotAnswers(database: Database, nowMs: number): Promise<AnswersOf> {
  const gone = { owners: await botOwners(database), untilMs: nowMs - ANSWERS_KEEP_MS };
  while (await removeAnswers(database, gone));
  // What was told of them alone nobody reads again.
  while (await removeStepsOf(database, gone));
  await reuseSpace(database, ['first_answers', 'batch_steps']);
  return gone;
}

/** One round, in steps that keep nobody waiting; goes on where the last one ended. */
export async function removeOld(database: Database, nowMs: number): Promise<void> {
  const { owners } = await removeBotAnswers(database, nowMs);
  const ofBots = { owners, untilMs: nowMs - ORDERS_KEEP_MS };
  let place = await readPlace(database);
  const keep = async (moved: Partial<RetentionPlace>): Promise<void> => {
    place = { ...place, ...moved };
    await writeCheckPlace(database, NAME, { place, nowMs });
  };
  for (;;) {
    const last = await removeUnfilledOrders(database, { ...ofBots, after: place.lastOrderId });
    if (last === undefined) break;
    await keep({ lastOrderId: last });
  }
  for (;;) {
    const untilMs = nowMs - SAMPLES_KEEP_MS;
    const toMs = await thinSamples(database, { fromMs: place.samplesToMs, untilMs });
    if (toMs === undefined) break;
    await keep({ samplesToMs: toMs });
  }
  // What the round before cut: by now no check is still on its way through it.
  while ((await removeBeforeCut(database, ROWS_PER_STEP, nowMs - CUT_RESTS_MS)) > 0);
  const beforeMs = Math.floor((nowMs - HISTORY_KEEP_MS) / DAY_MS) * DAY_MS;
  if (beforeMs > 0) await cutHistory(database, { beforeMs, nowMs });
  await removeMinuteCandles(database, beforeMs);
  await reuseSpace(database, THINNED);
}

async function readPlace(database: Database): Promise<RetentionPlace> {
  const place = (await readCheckPlace(database, NAME)) as Partial<RetentionPlace> | undefined;
  return { ...FROM_START, ...place };
}
