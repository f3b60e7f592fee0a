/** Receipts: public by id and in the order of the chain, with owner and amounts for their owner alone; published heads. */
import { ProblemError } from '@fairlead/contract';
import type { Context } from '../context.ts';
import { headView, receiptViews } from '../services/receipt-views.ts';
import { countCorrections } from '../store/correction-queries.ts';
import { headsPage, receiptsFrom } from '../store/receipt-queries.ts';
import type { Caller, Handlers } from './handler.ts';

const viewerOf = (caller: Caller): number | undefined =>
  caller.kind === 'user' ? caller.userId : undefined;

export function settlementHandlers({
  database,
}: Pick<Context, 'database'>): Pick<
  Handlers,
  'receipt' | 'receipts' | 'receiptHeads' | 'corrections'
> {
  return {
    receipt: async ({ input, caller }) => {
      const read = await receiptsFrom(database, { from: input.id, limit: 1 });
      const [receipt] = receiptViews(read, viewerOf(caller));
      if (receipt?.id !== input.id) throw new ProblemError('not_found');
      return receipt;
    },
    receipts: async ({ input, caller }) => {
      const read = await receiptsFrom(database, input);
      return { list: receiptViews(read, viewerOf(caller)) };
    },
    receiptHeads: async ({ input }) => {
      const found = await headsPage(database, input);
      return { ...found, list: found.list.map(headView) };
    },
    corrections: async () => {
      const { operators, chain, refunds, lastAtMs } = await countCorrections(database);
      return {
        count: operators,
        refunds,
        reversals: chain,
        ...(lastAtMs !== undefined && { last_at: lastAtMs }),
      };
    },
  };
}
