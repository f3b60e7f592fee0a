/**
 * Tells users what became of their deposits, withdrawals, subscriptions and locked funds, from committed rows. A row is
 * told of in all the states that it has gone through, each under a key of its own: what a crash kept from being told is
 * told after the restart, and nothing twice.
 */
import type { Changes, DepositRow, OwnerStateRow, WithdrawalRow } from '@fairlead/engine';
import type { Logger } from 'pino';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { type CorrectedPosting, correctedPostings } from '../store/correction-queries.ts';
import { latestCustody } from '../store/custody-queries.ts';
import type { Database } from '../store/database.ts';
import { latestCompletions } from '../store/hosting-queries.ts';
import { latestSubscriptions } from '../store/offering-queries.ts';
import { correctedIn, correctionNotices } from './corrections.ts';
import { hostingNotices } from './hosting-notices.ts';
import type { Messages } from './messages.ts';
import type { Notice } from './notice.ts';
import { subscriptionNotices } from './offering-notices.ts';
import type { Terms } from './terms.ts';
import { amountText } from './views.ts';

/** Messages are told within moments of their commit; a crash loses those of the last ones only. */
const CATCH_UP_MS = 10 * 60_000;

export interface CustodyNoticesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly sequencer: Pick<Sequencer, 'onCommitted'>;
  readonly messages: Pick<Messages, 'tell' | 'tellAndMail'>;
  readonly terms: Terms;
  readonly log: Pick<Logger, 'warn'>;
}

export interface CustodyNotices {
  /** Resolves when all that was committed so far is told, or has failed to be. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Tells what was missed, then follows the commits. */
export function startCustodyNotices(options: CustodyNoticesOptions): CustodyNotices {
  const { database, clock, sequencer, terms, log } = options;
  let isBehind = true;
  let last: Promise<void> = Promise.resolve();

  const tell = async (notices: readonly Notice[], isRepeat = false): Promise<void> => {
    for (const { userId, kind, params, key, isMailed = false } of notices) {
      const telling = { key, isRepeat };
      if (isMailed) await options.messages.tellAndMail(userId, kind, params, telling);
      else await options.messages.tell(userId, kind, params, telling);
    }
  };
  const catchUp = async (): Promise<void> => {
    const { deposits, withdrawals } = await latestCustody(database, CATCH_UP_MS);
    const subscriptions = await latestSubscriptions(database, CATCH_UP_MS);
    const completions = await latestCompletions(database, CATCH_UP_MS);
    const corrected = await correctedPostings(database, clock.now() - CATCH_UP_MS);
    const missed = [
      ...(await correctionNotices(database, corrected, terms)),
      ...deposits.flatMap((row) => depositNotices(row, terms)),
      ...withdrawals.flatMap((row) => withdrawalNotices(row, terms)),
      ...subscriptions.flatMap((row) => subscriptionNotices(row, terms)),
      ...completions.flatMap((row) => hostingNotices(row, terms)),
    ];
    await tell(missed, true);
    isBehind = false;
  };
  const enqueue = (notices: readonly Notice[], corrected: readonly CorrectedPosting[]): void => {
    last = last
      .then(async () => {
        if (isBehind) await catchUp();
        await tell(notices);
        if (corrected.length > 0) await tell(await correctionNotices(database, corrected, terms));
      })
      .catch((error: unknown) => {
        // The next commit reads these rows again.
        isBehind = true;
        log.warn(
          { err: error },
          'users could not be told of their deposits, withdrawals, subscriptions and locked funds',
        );
      });
  };

  enqueue([], []);
  const stopListening = sequencer.onCommitted(({ changes, lastSequence }) => {
    const notices = noticesOf(changes, terms, lastSequence);
    const corrected = correctedIn(changes);
    if (notices.length + corrected.length > 0) enqueue(notices, corrected);
  });
  return {
    settled: () => last,
    async stop() {
      stopListening();
      await last;
    },
  };
}

function noticesOf(
  { deposits, withdrawals, subscriptions, hostings, ownerStates }: Changes,
  terms: Terms,
  sequence: number,
): Notice[] {
  return [
    ...deposits.flatMap((row) => depositNotices(row, terms)),
    ...withdrawals.flatMap((row) => withdrawalNotices(row, terms)),
    ...subscriptions.flatMap((row) => subscriptionNotices(row, terms)),
    ...hostings.flatMap((row) => hostingNotices(row, terms)),
    ...ownerStates.map((row) => ownerNotice(row, sequence)),
  ];
}

/** What a deposit's owner must have been told. A claim is news to nobody until it is decided. */
export function depositNotices(row: DepositRow, terms: Terms): Notice[] {
  const { owner: userId, depositId, depositKind, status, reason = '' } = row;
  const currency = terms.knownCurrency(row.currencyId);
  const money = (minor: bigint) => ({
    amount: amountText(minor, currency),
    currency: currency.name,
  });
  const seen = money(row.amount);
  const notices: Notice[] = [];
  if (depositKind === 'chain')
    notices.push({ userId, kind: 'deposit_seen', params: seen, key: `deposit_seen:${depositId}` });
  if (status === 'passed')
    notices.push({
      userId,
      kind: 'deposit_passed',
      params: money(row.credited ?? row.amount),
      key: `deposit_passed:${depositId}`,
    });
  if (status === 'rejected') {
    const wasCredited = depositKind === 'chain' && row.credited !== undefined;
    notices.push(
      wasCredited
        ? {
            userId,
            kind: 'deposit_reversed',
            params: seen,
            key: `deposit_reversed:${depositId}`,
            isMailed: true,
          }
        : {
            userId,
            kind: 'deposit_rejected',
            params: { ...seen, reason },
            key: `deposit_rejected:${depositId}`,
          },
    );
  }
  return notices;
}

/** What a withdrawal's owner must have been told. */
export function withdrawalNotices(row: WithdrawalRow, terms: Terms): Notice[] {
  const { owner: userId, withdrawalId, status, sendState, txId = '', reason = '' } = row;
  const currency = terms.knownCurrency(row.currencyId);
  const params = { amount: amountText(row.amount, currency), currency: currency.name };
  const key = (kind: string): string => `${kind}:${withdrawalId}`;
  const notices: Notice[] = [
    { userId, kind: 'withdrawal_requested', params, key: key('withdrawal_requested') },
  ];
  if (status === 'passed' || sendState === 'refunded')
    notices.push({ userId, kind: 'withdrawal_passed', params, key: key('withdrawal_passed') });
  if (sendState === 'sent') {
    const sent = { ...params, tx_id: txId };
    notices.push({ userId, kind: 'withdrawal_sent', params: sent, key: key('withdrawal_sent') });
  }
  if (status === 'rejected')
    notices.push({
      userId,
      kind: 'withdrawal_rejected',
      params: { ...params, reason },
      key: key('withdrawal_rejected'),
      // It had been debited: two operators gave it back.
      ...(sendState === 'refunded' && { isMailed: true }),
    });
  return notices;
}

/** An account may be frozen and opened again and again: each time is the batch that did it. */
function ownerNotice({ owner, isFrozen }: OwnerStateRow, sequence: number): Notice {
  const kind = isFrozen ? 'account_frozen' : 'account_unfrozen';
  return { userId: owner, kind, params: {}, key: `${kind}:${sequence}` };
}
