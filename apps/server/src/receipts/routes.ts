/** Receipts: public by id and in the order of the chain, with owner and amounts for their owner alone; published heads. */

import { ProblemError } from '@fairlead/contract';
import { CHAIN_IDS } from '@fairlead/receipt';
import type { Caller, Handlers } from '../core/http/handler.ts';
import type { Database, Reads } from '../core/store/database.ts';
import { countCorrections } from '../ledger/index.ts';
import { publicationView } from './head-publisher.ts';
import { publicationsPage } from './head-queries.ts';
import { hashesAt, headsPage, readChainHeads, receiptsFrom } from './queries.ts';
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

/** Of all engines' chains: where one engine is everything there is one. */
export function settlementHandlers({
  database,
  reports,
}: {
  readonly database: Database;
  readonly reports: Reads;
}): Pick<Handlers, Names> {
  return {
    receipt: async ({ input, caller }) => {
      const read = await receiptsFrom(reports, { from: input.id, limit: 1 });
      const [receipt] = receiptViews(read, viewerOf(caller));
      if (receipt?.id !== input.id) throw new ProblemError('not_found');
      return receipt;
    },
    receipts: async ({ input, caller }) => {
      const read = await receiptsFrom(reports, input);
      return { list: receiptViews(read, viewerOf(caller)) };
    },
    refunds: async () => refundsView(await refundDays(reports)),
    receiptHeads: async ({ input }) => {
      const found = await headsPage(reports, input);
      return { ...found, list: found.list.map(headView) };
    },
    receiptHashes: async ({ input }) => {
      const counts = input.counts?.split(',').map(Number) ?? [];
      // The hashes first: chains only grow.
      const list = await hashesAt(reports, counts);
      const heads = await readChainHeads(reports);
      const home = heads.find(({ receiptId }) => receiptId <= CHAIN_IDS);
      const others = heads.filter((head) => head !== home);
      return {
        count: home?.receiptId ?? 0,
        ...(home !== undefined && { hash: home.hash }),
        ...(others.length > 0 && {
          chains: others.map(({ receiptId, hash }) => ({ count: receiptId, hash })),
        }),
        list: list.map(({ receiptId, hash }) => ({ count: receiptId, hash })),
      };
    },
    headPublications: async ({ input }) => {
      const found = await publicationsPage(reports, input);
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
