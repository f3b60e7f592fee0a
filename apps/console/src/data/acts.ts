/** Who may make the calls that change something, `owner` always besides; a test holds it equal to the contract. */
import type { OperatorRole, RouteName } from '@fairlead/contract';
import { useMe } from './use-config.ts';

export const ACT_ROLES = {
  operatorSearch: ['reviewer', 'support', 'auditor'],
  addUserNote: ['reviewer', 'support'],
  revealUser: ['reviewer', 'support'],
  withdrawalCard: ['reviewer'],
  placeHold: ['reviewer'],
  revokeVerification: ['reviewer'],
  answerAppeal: ['reviewer'],
  freezeUser: ['reviewer'],
  judgeRecovery: ['reviewer'],
  holdWithdrawals: ['reviewer'],
  endUserSessions: ['reviewer', 'support'],
  proposeEntry: ['reviewer', 'manager'],
  decideProposal: ['reviewer', 'manager'],
  operatorSaveMarket: ['manager'],
  operatorSaveCurrency: ['manager'],
  operatorHalt: ['manager'],
  markFinding: ['reviewer', 'manager'],
  saveChainTerms: ['manager'],
  saveCustodySettings: ['manager'],
  saveBankAccount: ['manager'],
  operatorSaveFutures: ['manager'],
  operatorSaveOptions: ['manager'],
  operatorSaveOptionCurrency: ['manager'],
  operatorSaveHosting: ['manager'],
  operatorSaveOffering: ['manager'],
  operatorSaveReferral: ['manager'],
  savePartner: ['manager'],
  decideSubscription: ['reviewer'],
  saveNews: ['support', 'manager'],
  deleteNews: ['support', 'manager'],
  saveLegal: ['manager'],
  saveOffice: ['manager'],
  deleteOffice: ['manager'],
  takeLiabilities: ['manager'],
  proposeReserve: ['manager'],
  proposeReserveEnd: ['manager'],
  proposeColdSpend: ['manager'],
  signColdSpend: ['reviewer', 'manager'],
  cancelColdSpend: ['manager'],
  proposeTreasuryLimits: ['manager'],
  takeChat: ['support'],
  saveChatSettings: ['manager'],
  createOperator: [],
  changeOperator: [],
  resetOperator: [],
  bindOperator: [],
  unbindOperator: [],
  confirmOperator: ['reviewer', 'manager'],
  rescanChain: ['manager'],
  stopTrading: ['manager'],
  resumeTrading: ['manager'],
  recountBooks: ['manager'],
  exportRows: ['reviewer', 'manager', 'auditor'],
} as const satisfies Partial<Record<RouteName, readonly OperatorRole[]>>;

export type Act = keyof typeof ACT_ROLES;

/** Whether this operator's role opens a call. False until the operator is known. */
export function useMay(act: Act): boolean {
  const role = useMe().data?.role;
  const roles: readonly OperatorRole[] = ACT_ROLES[act];
  return role !== undefined && (role === 'owner' || roles.includes(role));
}
