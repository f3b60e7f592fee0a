/**
 * Tells users what became of their deposits and withdrawals, and that their account was frozen or opened, from committed
 * rows. A row is told of in all the states that it has gone through, each under a key of its own.
 */
import type { DepositRow, OwnerStateRow, WithdrawalHoldRow, WithdrawalRow } from '@fairlead/engine';
import { amountText } from '../core/http/figures.ts';
import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import {
  type CommitNotices,
  type CommitNoticesParts,
  type Notice,
  startCommitNotices,
} from '../notices/index.ts';
import { latestCustody } from './queries.ts';

export interface CustodyNoticesParts extends CommitNoticesParts {
  readonly database: Database;
  readonly terms: Terms;
}

export function startCustodyNotices(parts: CustodyNoticesParts): CommitNotices<Notice> {
  const { database, terms } = parts;
  return startCommitNotices(parts, {
    name: 'deposits and withdrawals',
    rowsOf: ({ deposits, withdrawals, ownerStates, withdrawalHolds }, sequence) => [
      ...deposits.flatMap((row) => depositNotices(row, terms)),
      ...withdrawals.flatMap((row) => withdrawalNotices(row, terms)),
      ...ownerStates.map((row) => ownerNotice(row, sequence)),
      ...withdrawalHolds.map((row) => holdNotice(row, sequence)),
    ],
    missedRows: async (withinMs) => {
      const { deposits, withdrawals } = await latestCustody(database, withinMs);
      return [
        ...deposits.flatMap((row) => depositNotices(row, terms)),
        ...withdrawals.flatMap((row) => withdrawalNotices(row, terms)),
      ];
    },
    notices: (rows) => rows,
  });
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

function holdNotice({ owner: userId, reason }: WithdrawalHoldRow, sequence: number): Notice {
  if (reason === undefined)
    return {
      userId,
      kind: 'withdrawals_released',
      params: {},
      key: `withdrawals_released:${sequence}`,
    };
  return {
    userId,
    kind: 'withdrawals_held',
    params: { reason },
    key: `withdrawals_held:${sequence}`,
    isMailed: true,
  };
}
