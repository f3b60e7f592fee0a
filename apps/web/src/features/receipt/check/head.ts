/** Follows the chain from a receipt to the first published head at or after it. */
import type { Receipt, ReceiptHead } from '@fairlead/contract';
import { loadVerifier } from '../../../data/verifier.ts';
import type { FailedCheck } from './verdict.ts';

/** One answer of the chain's calls. */
export const CHAIN_PAGE = 100;
/** So many are followed without being asked; more are a matter of some hundred kilobytes. */
export const FOLLOWED_UNASKED_MAX = 50;
/** So many when asked. The command follows any number. */
export const FOLLOWED_MAX = 2_000;

export interface HeadPage {
  readonly list: readonly ReceiptHead[];
  readonly limit: number;
  readonly total: number;
}
type LoadHeads = (page: number) => Promise<HeadPage>;
type LoadReceipts = (from: number, limit: number) => Promise<readonly Receipt[]>;

/** The oldest head that counts the receipt in; undefined while none does. Heads come newest first. */
export async function findHead(id: number, load: LoadHeads): Promise<ReceiptHead | undefined> {
  const reaches = ({ count }: ReceiptHead): boolean => count >= id;
  let found = await load(1);
  if (found.list[0] === undefined || !reaches(found.list[0])) return undefined;
  // On every page up to `low` the first head counts it in.
  let low = 1;
  let high = Math.max(1, Math.ceil(found.total / found.limit));
  if (found.list.every(reaches))
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const page = await load(middle);
      if (page.list[0] !== undefined && reaches(page.list[0])) {
        low = middle;
        found = page;
      } else high = middle - 1;
    }
  return found.list.findLast(reaches);
}

export type HeadState =
  | { readonly state: 'looking' }
  /** Published heads do not reach it yet. */
  | { readonly state: 'none' }
  /** Heads or receipts could not be had. */
  | { readonly state: 'unknown' }
  /** Too many receipts lie between to follow them unasked. */
  | { readonly state: 'far'; readonly head: ReceiptHead; readonly distance: number }
  | { readonly state: 'matches'; readonly head: ReceiptHead; readonly distance: number }
  | {
      readonly state: 'differs';
      readonly head: ReceiptHead;
      readonly distance: number;
      readonly failed: FailedCheck;
    };

const failed = (detail: string): FailedCheck => ({ name: 'head', detail });

/** Recomputes each receipt after this one up to the head, and compares the last hash with the published one. */
export async function followToHead(
  receipt: Receipt,
  head: ReceiptHead,
  load: LoadReceipts,
): Promise<HeadState> {
  const distance = head.count - receipt.id;
  const base = { head, distance };
  const { receiptHash, verifyChain } = await loadVerifier();
  let last = receipt;
  while (last.id < head.count) {
    const limit = Math.min(CHAIN_PAGE, head.count - last.id);
    // A declared loss leaves ids out: what is asked for may reach beyond the head.
    const receipts = (await load(last.id + 1, limit)).filter(({ id }) => id <= head.count);
    const chain = await verifyChain(receipts, { previous: last });
    const wrong = chain.receipts.find(({ isRight }) => !isRight);
    if (wrong !== undefined) {
      const check = wrong.checks.find(({ status }) => status === 'failed');
      const detail = `receipt ${wrong.id ?? last.id + 1}: ${check?.name}: ${check?.detail ?? ''}`;
      return { state: 'differs', ...base, failed: failed(detail) };
    }
    const next = receipts.at(-1);
    if (next === undefined)
      return { state: 'differs', ...base, failed: failed(`receipt ${last.id + 1} is missing`) };
    last = next;
  }
  const hash = await receiptHash({ ...last });
  if (hash === head.hash) return { state: 'matches', ...base };
  const detail = `the head of ${head.count} receipts is ${head.hash}, the chain comes to ${hash}`;
  return { state: 'differs', ...base, failed: failed(detail) };
}
