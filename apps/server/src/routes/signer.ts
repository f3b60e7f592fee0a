/** The signer's two calls. */
import type { Context } from '../context.ts';
import { SignerDesk } from '../services/signer-desk.ts';
import type { Handlers } from './handler.ts';

export function signerHandlers(context: Context): Pick<Handlers, 'signerJobs' | 'signerReport'> {
  const { database, sequencer, audit, sentMarks, terms, trading } = context;
  const desk = new SignerDesk({
    database,
    sequencer,
    audit,
    sentMarks,
    trading,
    currencyOf: (currencyId) => terms.knownCurrency(currencyId),
  });
  return {
    signerJobs: ({ input }) => desk.jobs(input.chain),
    signerReport: async ({ input }) => {
      const { id, state, tx_id: txId, reason } = input;
      const report = { id, state, txId, ...(reason !== undefined && { reason }) };
      return { id, send_state: await desk.report(report) };
    },
  };
}
