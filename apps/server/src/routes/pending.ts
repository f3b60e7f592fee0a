/** Routes whose handlers are being written: take a name out when its handler exists. */
import { ProblemError, type RouteName } from '@fairlead/contract';
import type { Handlers } from './handler.ts';

const PENDING = [
  'operatorMe',
  'operatorEnrol',
  'operatorConfirmEnrol',
  'operatorPassword',
  'operators',
  'createOperator',
  'changeOperator',
  'resetOperator',
  'auditLog',
  'verifyAudit',
  'system',
  'rescanChain',
  'exportRows',
  'queueCounts',
  'openRecord',
  'operatorDeposits',
  'decideDeposit',
  'operatorWithdrawals',
  'decideWithdrawal',
  'withdrawalSent',
  'operatorSubscriptions',
  'chainTerms',
  'saveChainTerms',
  'termsHistory',
  'custodySettings',
  'saveCustodySettings',
  'saveBankAccount',
  'operatorUsers',
  'operatorUser',
  'revealUser',
  'freezeUser',
  'endUserSessions',
  'operatorNews',
  'saveNews',
  'deleteNews',
  'ledgerEntries',
  'ledgerHolds',
  'balanceSheet',
  'proposeEntry',
  'proposeSend',
  'proposals',
  'decideProposal',
] as const satisfies readonly RouteName[];

export function pendingHandlers(): Pick<Handlers, (typeof PENDING)[number]> {
  const refuse = () => {
    throw new ProblemError('unavailable');
  };
  return Object.fromEntries(PENDING.map((name) => [name, refuse])) as unknown as Pick<
    Handlers,
    (typeof PENDING)[number]
  >;
}
