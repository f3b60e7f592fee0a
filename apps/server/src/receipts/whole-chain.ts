/** Every receipt re-computed as whoever verifies it does, from the first to the last. */
import { ChainVerifier } from '@fairlead/receipt';
import type { Queryable } from '../core/store/database.ts';
import { receiptsFrom } from './queries.ts';
import { receiptViews } from './views.ts';

const RECEIPTS_PER_PAGE = 1_000;

/** What is wrong with the first one that does not check; undefined where all do. */
export async function wrongReceipt(source: Queryable): Promise<string | undefined> {
  const verifier = new ChainVerifier();
  for (let from = 1; ; ) {
    const page = receiptViews(
      await receiptsFrom(source, { from, limit: RECEIPTS_PER_PAGE }),
      undefined,
    );
    for (const receipt of page) {
      const { isRight, checks } = await verifier.next(receipt);
      const failed = checks.find(({ status }) => status === 'failed');
      if (!isRight) return `receipt ${receipt.id}: ${failed?.name} ${failed?.detail ?? ''}`;
    }
    const last = page.at(-1);
    if (last === undefined) return undefined;
    from = last.id + 1;
  }
}
