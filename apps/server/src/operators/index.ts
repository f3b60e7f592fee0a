/** What other capabilities may use of operators. */
export { lostPasskeyDomain } from './access/passkey-domain.ts';
export { type SignedApprovalRow, signedOfWithdrawals } from './access/passkey-queries.ts';
export { checkCountAsTwo } from './access/second-operators.ts';
export type { SignedApprovals } from './access/signed-approvals.ts';
export { PROPOSAL_OPEN_MS, type Proposals } from './proposals.ts';
export { coolingOperators, hasActiveOperators, operatorNames } from './queries.ts';
