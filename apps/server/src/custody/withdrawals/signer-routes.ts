/** The signer's calls. */

import type { Handlers } from '../../core/http/handler.ts';
import type { CustodyNeeds } from '../needs.ts';
import { SignerDesk } from './signer-desk.ts';

export function signerHandlers(
  context: CustodyNeeds,
): Pick<Handlers, 'signerJobs' | 'signerReport' | 'signerPasskeys'> {
  const { database, everyBooks, sequencer, audit, sentMarks, terms, trading } = context;
  const desk = new SignerDesk({
    database,
    everyBooks,
    sequencer,
    audit,
    sentMarks,
    trading,
    currencyOf: (currencyId) => terms.knownCurrency(currencyId),
  });
  return {
    signerJobs: ({ input }) => desk.jobs(input.chain),
    signerPasskeys: ({ input }) => desk.passkeys(input.after ?? 0),
    signerReport: async ({ input }) => {
      const { id, state, tx_id: txId, replaces, reason } = input;
      const report = {
        id,
        state,
        txId,
        ...(replaces !== undefined && { replaces }),
        ...(reason !== undefined && { reason }),
      };
      return { id, send_state: await desk.report(report) };
    },
  };
}
