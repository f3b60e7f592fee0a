/** What the state's hash takes of deposits and withdrawals. */
import type { HashRecord } from '../state/hash-sum.ts';
import type { Approval, CustodySnapshot, DepositRow, WithdrawalRow } from './rows.ts';

export function custodyRecords(snapshot: CustodySnapshot): HashRecord[] {
  const { deposits, withdrawals, loneWords, vouches } = snapshot;
  return [
    ...deposits.map(depositRecord),
    ...withdrawals.map(withdrawalRecord),
    ...loneWords.map(({ kind, recordId, operatorId, owner, value, timeMs }): HashRecord => {
      return ['lone_word', kind, recordId, operatorId, owner, value, timeMs];
    }),
    ...vouches.map(({ owner, operatorId, untilMs, isOwn }): HashRecord => {
      return ['vouch', owner, operatorId, untilMs, isOwn];
    }),
  ];
}

function depositRecord(deposit: DepositRow): HashRecord {
  return [
    'deposit',
    deposit.depositId,
    deposit.owner,
    deposit.depositKind,
    deposit.currencyId,
    deposit.chain,
    deposit.txId,
    deposit.outputIndex,
    deposit.amount,
    deposit.credited,
    deposit.fee,
    deposit.proofFileId,
    deposit.isPriority,
    deposit.isSuspended,
    deposit.receivable,
    deposit.status,
    deposit.reason,
    deposit.reference,
    deposit.createdAtMs,
    deposit.updatedAtMs,
    deposit.decidedAtMs,
    ...deposit.approvals.flatMap(approvalFields),
  ];
}

function withdrawalRecord(withdrawal: WithdrawalRow): HashRecord {
  const { destination } = withdrawal;
  return [
    'withdrawal',
    withdrawal.withdrawalId,
    withdrawal.owner,
    withdrawal.currencyId,
    withdrawal.amount,
    withdrawal.fee,
    withdrawal.hold,
    ...(destination.kind === 'crypto'
      ? [destination.kind, destination.addressId, destination.chain, destination.address]
      : [destination.kind, destination.cardId, destination.text]),
    withdrawal.note,
    withdrawal.status,
    withdrawal.sendState,
    withdrawal.reason,
    withdrawal.txId,
    withdrawal.approvalsNeeded,
    withdrawal.valueMinor,
    withdrawal.createdAtMs,
    withdrawal.updatedAtMs,
    withdrawal.decidedAtMs,
    withdrawal.sentAtMs,
    ...withdrawal.approvals.flatMap(approvalFields),
    // What is not signed has the hash that it had before any was.
    ...(withdrawal.signedIntent === undefined ? [] : ['signed', withdrawal.signedIntent]),
  ];
}

const approvalFields = ({ operatorId, intentHash, timeMs }: Approval): HashRecord => [
  operatorId,
  intentHash,
  timeMs,
];
