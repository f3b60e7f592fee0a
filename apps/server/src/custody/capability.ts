/** Money in and out: addresses, claims, withdrawals, payees and their terms. */
import type { Capability } from '../core/capability.ts';
import { custodyTableExports, ownCustodyExports } from './exports.ts';
import type { CustodyNeeds } from './needs.ts';
import { type CustodyNoticesParts, startCustodyNotices } from './notices.ts';
import { operatorCustodyHandlers } from './operator-routes.ts';
import { operatorPayeeHandlers } from './payees/operator-routes.ts';
import { custodyPayeeHandlers, payeeExceptions } from './payees/routes.ts';
import { custodyExceptions, custodyHandlers } from './routes.ts';
import { createCustody } from './services.ts';
import {
  type CustodyTermsEffectNeeds,
  saveBankAccount,
  saveChainTerms,
  saveSettings,
} from './terms/effects.ts';
import { operatorTermsHandlers } from './terms/operator-routes.ts';
import { markSent, moveSend, type SendEffectNeeds } from './withdrawals/effects.ts';
import { signerHandlers } from './withdrawals/signer-routes.ts';

export const custody = {
  services: createCustody,
  routes: (needs) => ({
    ...custodyHandlers(needs),
    ...custodyPayeeHandlers(needs),
    ...signerHandlers(needs),
  }),
  operatorRoutes: (needs) => ({
    ...operatorCustodyHandlers(needs),
    ...operatorPayeeHandlers(needs),
    ...operatorTermsHandlers(needs),
  }),
  exceptions: { ...custodyExceptions, ...payeeExceptions },
  ownExports: ownCustodyExports,
  tableExports: custodyTableExports,
  effects: (early) => ({
    chain_terms: (asked, phase) => saveChainTerms(early, asked, phase),
    custody_settings: (asked, phase) => saveSettings(early, asked, phase),
    bank_account: (asked, phase) => saveBankAccount(early, asked, phase),
    refund_withdrawal: (proposal) => moveSend(early, proposal, 'refunded'),
    resend_withdrawal: (proposal) => moveSend(early, proposal, 'idle'),
    mark_sent: (proposal) => markSent(early, proposal),
  }),
  seed: ({ custodyTerms, isDemo }) => custodyTerms.seed({ isDemo }),
  notices: (needs) => [startCustodyNotices(needs)],
} satisfies Capability<
  CustodyNeeds & CustodyNoticesParts,
  CustodyTermsEffectNeeds & SendEffectNeeds & { readonly isDemo: boolean }
>;
