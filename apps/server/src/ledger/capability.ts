/** The books: wallets, transfers, records, corrections, the balance sheet. */
import type { Capability } from '../core/capability.ts';
import { ledgerCommands } from './commands.ts';
import { type CorrectionNoticesParts, startCorrectionNotices } from './corrections.ts';
import { type EntryEffectNeeds, postEntry } from './effects.ts';
import { ledgerTableExports, ownLedgerExports } from './exports.ts';
import type { LedgerNeeds } from './needs.ts';
import { operatorLedgerHandlers } from './operator-routes.ts';
import { type ReturnNoticesParts, startReturnNotices } from './returned.ts';
import { assetExceptions, assetHandlers } from './routes.ts';
import { tellBooks } from './told.ts';

export const ledger = {
  readsAcross: true,
  routes: assetHandlers,
  commands: (_: object) => ledgerCommands,
  operatorRoutes: operatorLedgerHandlers,
  exceptions: assetExceptions,
  ownExports: ownLedgerExports,
  tableExports: ledgerTableExports,
  effects: (early) => ({ journal_entry: (proposal) => postEntry(early, proposal) }),
  told: tellBooks,
  notices: (needs) => [startCorrectionNotices(needs), startReturnNotices(needs)],
} satisfies Capability<LedgerNeeds & CorrectionNoticesParts & ReturnNoticesParts, EntryEffectNeeds>;
