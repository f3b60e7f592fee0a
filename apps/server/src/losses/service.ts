/**
 * A loss takes back what protects people too: a changed password, a frozen account, an ended key, a stopped operator. Nobody
 * knows which, so before anybody is served all access ends, and everybody is told to look (docs/internals/storage.md).
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../core/store/database.ts';
import type { Messages } from '../notices/index.ts';
import { readLosses } from '../receipts/index.ts';
import { endAllAccess, peopleAfter, readSettledLoss, writeSettledLoss } from './queries.ts';

/** Told of in one go; then others have a turn, and the place is kept. */
const PEOPLE_PER_STEP = 50;

interface Parts {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** Ends all access once for the newest loss. Runs before anybody is served, and before gateways hear of the new epoch. */
export async function endAccessAfterLoss({ database, clock, log }: Parts): Promise<void> {
  const [loss] = await readLosses(database);
  if (loss === undefined) return;
  const { receiptId } = loss;
  await database.transaction(async (transaction) => {
    const settled = await readSettledLoss(transaction);
    if (settled?.receiptId === receiptId) return;
    const ended = await endAllAccess(transaction, clock.now());
    await writeSettledLoss(transaction, { receiptId, toldTo: 0, ended }, clock.now());
    log.warn({ receiptId, ...ended }, 'after the loss all sessions and API keys have ended');
  });
}

export interface LossNotices {
  /** Resolves when everybody is told, or the rest waits for the next start. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface LossNoticesParts extends Parts {
  readonly messages: Pick<Messages, 'tellAndMail'>;
}

/** Tells everybody in the background, by message and mail, and goes on after a restart where it was. */
export function startLossNotices(parts: LossNoticesParts): LossNotices {
  const { database, clock, log, messages } = parts;
  let isStopping = false;
  const run = async (): Promise<void> => {
    const [loss] = await readLosses(database);
    let settled = await readSettledLoss(database);
    if (loss === undefined || settled?.receiptId !== loss.receiptId) return;
    const params = {
      from: timeText(Number(loss.terms['time_from'])),
      to: timeText(loss.timeMs),
      receipt: String(loss.receiptId),
    };
    while (!isStopping) {
      const people = await peopleAfter(database, {
        after: settled.toldTo,
        limit: PEOPLE_PER_STEP,
      });
      const last = people.at(-1);
      if (last === undefined) return;
      for (const userId of people)
        await messages.tellAndMail(userId, 'data_lost', params, { key: `loss:${loss.receiptId}` });
      settled = { ...settled, toldTo: last };
      await writeSettledLoss(database, settled, clock.now());
      await turn();
    }
  };
  const running = run().catch((error: unknown) =>
    log.error({ err: error }, 'users could not be told of the loss: it goes on at the next start'),
  );
  return {
    settled: () => running,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

/** A mail knows no zone of its reader. */
const timeText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
