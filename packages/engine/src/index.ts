export * from './changes.ts';
export * from './command.ts';
export * from './custody-rows.ts';
export { type Depth, type DepthLevel, Engine } from './engine.ts';
export { type LedgerAccount, ledgerAccount, ledgerAccountId } from './ledger/account-id.ts';
export type { Balance } from './ledger/ledger.ts';
export * from './result.ts';
export * from './terms.ts';
