/**
 * Tells the recipient's provider by which transaction a withdrawal left, once it is sent: what is to be told is found in the tables, so a
 * crash loses none, and each is told under an id of its own that is the same for every try. Nothing waits for it.
 */
import type { Logger } from 'pino';
import type { TravelRuleConfig } from '../core/config/travel-rule.ts';
import type { Database } from '../core/store/database.ts';
import { retryAfter, tellTravel } from './provider.ts';
import { type DueTelling, dueTellings, keepTold, postponeTelling } from './telling-queries.ts';

const AT_ONCE = 20;

export interface TellingNeeds {
  readonly database: Database;
  readonly clock: { now(): number };
}

export async function tellSent(
  provider: TravelRuleConfig,
  { database, clock }: TellingNeeds,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const due = await dueTellings(database, { nowMs: clock.now(), limit: AT_ONCE });
  const tell = async ({ messageId, attempts, chain, txId }: DueTelling): Promise<void> => {
    try {
      const message = `travel_${messageId}`;
      const telling = { id: `${message}_sent`, message, transaction: { chain, tx_id: txId } };
      if (await tellTravel(provider, telling, () => clock.now())) {
        await keepTold(database, { messageId, txId, nowMs: clock.now() });
        return;
      }
    } catch (error) {
      log.warn({ err: error, message: messageId }, 'a provider was not told of a transaction');
    }
    const nextTryMs = clock.now() + retryAfter(attempts);
    await postponeTelling(database, { messageId, nextTryMs });
  };
  await Promise.all(due.map(tell));
}
