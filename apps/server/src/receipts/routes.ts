/** Receipts: public by id and in the order of the chain, with owner and amounts for their owner alone; published heads. */

import { ProblemError } from '@fairlead/contract';
import type { Caller, Handlers } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import { countCorrections } from '../ledger/index.ts';
import { publicationView } from './head-publisher.ts';
import { publicationsPage } from './head-queries.ts';
import { hashesAt, headsPage, readChainHead, receiptsFrom } from './queries.ts';
import { refundDays } from './refund-queries.ts';
import { refundsView } from './refund-views.ts';
import { headView, receiptViews } from './views.ts';

type Names =
  | 'receipt'
  | 'receipts'
  | 'receiptHeads'
  | 'receiptHashes'
  | 'headPublications'
  | 'refunds'
  | 'corrections';

const viewerOf = (caller: Caller): number | undefined =>
  caller.kind === 'user' ? caller.userId : undefined;

export function settlementHandlers({
  database,
}: {
  readonly database: Database;
}): Pick<Handlers, Names> {
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
    refunds: async () => refundsView(await refundDays(database)),
    receiptHeads: async ({ input }) => {
      const found = await headsPage(database, input);
      return { ...found, list: found.list.map(headView) };
    },
    receiptHashes: async ({ input }) => {
      const counts = input.counts?.split(',').map(Number) ?? [];
      // The hashes first: the chain only grows.
      const list = await hashesAt(database, counts);
      const head = await readChainHead(database);
      return {
        count: head?.receiptId ?? 0,
        ...(head !== undefined && { hash: head.hash }),
        list: list.map(({ receiptId, hash }) => ({ count: receiptId, hash })),
      };
    },
    headPublications: async ({ input }) => {
      const found = await publicationsPage(database, input);
      return { ...found, list: found.list.map(publicationView) };
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
