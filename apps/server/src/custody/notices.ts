/**
 * Tells users what became of their deposits and withdrawals, and that their account was frozen or opened, from committed
 * rows. A row is told of in all the states that it has gone through, each under a key of its own.
 */
import type { DepositRow, WithdrawalRow } from '@fairlead/engine';
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
import {
  holdNotice,
  missedStandings,
  newStandings,
  ownerNotice,
  type StandingNotice,
} from './state-notices.ts';

export interface CustodyNoticesParts extends CommitNoticesParts {
  readonly database: Database;
  readonly terms: Terms;
}

type Row = Notice | StandingNotice;

const isStanding = (row: Row): row is StandingNotice => 'notice' in row;
const isNotice = (row: Row): row is Notice => !isStanding(row);

export function startCustodyNotices(parts: CustodyNoticesParts): CommitNotices<Row> {
  const { database, terms } = parts;
  return startCommitNotices<Row>(parts, {
    name: 'deposits and withdrawals',
    rowsOf: ({ deposits, withdrawals, ownerStates, withdrawalHolds }) => [
      ...deposits.flatMap((row) => depositNotices(row, terms)),
      ...withdrawals.flatMap((row) => withdrawalNotices(row, terms)),
      ...ownerStates.map((row) => ownerNotice(row)),
      ...withdrawalHolds.map((row) => holdNotice(row)),
    ],
    missedRows: async (withinMs) => {
      const { deposits, withdrawals } = await latestCustody(database, withinMs);
      return [
        ...deposits.flatMap((row) => depositNotices(row, terms)),
        ...withdrawals.flatMap((row) => withdrawalNotices(row, terms)),
        ...(await missedStandings(database, withinMs)),
      ];
    },
    notices: async (rows) => [
      ...rows.filter(isNotice),
      ...(await newStandings(database, rows.filter(isStanding))),
    ],
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
    // Whoever did not ask for it can still cancel it, or lock the account by the mail's link.
    {
      userId,
      kind: 'withdrawal_requested',
      params,
      key: key('withdrawal_requested'),
      isMailed: true,
    },
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
