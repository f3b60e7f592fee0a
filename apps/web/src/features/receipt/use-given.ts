/** Checks what a reader brought, with nothing but what they brought: no call is made. */
import type { Receipt } from '@fairlead/contract';
import { useQuery } from '@tanstack/react-query';
import { canHash, loadVerifier } from '../../data/verifier.ts';
import { checkReceipt } from './check/check-receipt.ts';
import { beforeIdOf, changeIdOf, openingIdOf } from './check/fields.ts';
import type { Verdict } from './check/verdict.ts';

export interface GivenItem {
  /** Undefined for what is no receipt. */
  readonly receipt: Receipt | undefined;
  readonly opening: Receipt | undefined;
  readonly verdict: Verdict;
}

async function checkGiven(values: readonly unknown[]): Promise<readonly GivenItem[]> {
  // Said once for all of them, by the check of each.
  const verifier = canHash() ? await loadVerifier().catch(() => undefined) : undefined;
  const receiptOf = (value: unknown) =>
    verifier?.isReceipt(value) === true ? (value as Receipt) : undefined;
  const receipts = values.map(receiptOf);
  const byId = new Map(receipts.flatMap((each) => (each ? [[each.id, each] as const] : [])));
  const items: GivenItem[] = [];
  for (const [index, value] of values.entries()) {
    const receipt = receipts[index];
    const openingId = receipt && openingIdOf(receipt);
    const opening = openingId === undefined ? undefined : byId.get(openingId);
    const changeId = receipt && changeIdOf(receipt);
    const change = changeId === undefined ? undefined : byId.get(changeId);
    const previous = receipt && byId.get(beforeIdOf(receipt));
    items.push({
      receipt,
      opening,
      verdict: await checkReceipt(value, { previous, opening, change }),
    });
  }
  return items;
}

/** `round` tells one check from the next. */
export function useGiven(values: readonly unknown[], round: number) {
  return useQuery({
    queryKey: ['receiptGiven', round],
    queryFn: () => checkGiven(values),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isPrivate: true },
  });
}

/** One verdict over all: wrong as soon as one is. */
export function verdictOfAll(items: readonly GivenItem[]): Verdict {
  const failed = items.flatMap(({ receipt, verdict }) =>
    verdict.state === 'mismatch'
      ? verdict.failed.map((check) => ({
          name: check.name,
          detail: receipt === undefined ? check.detail : `receipt ${receipt.id}: ${check.detail}`,
        }))
      : [],
  );
  const total = items.reduce(
    (sum, { verdict }) => sum + (verdict.state === 'mismatch' ? verdict.total : 1),
    0,
  );
  if (failed.length > 0) return { state: 'mismatch', failed, total, atMs: Date.now() };
  const unchecked = items.find(({ verdict }) => verdict.state !== 'verified');
  if (unchecked !== undefined) return unchecked.verdict;
  const verified = items.flatMap(({ verdict }) => (verdict.state === 'verified' ? [verdict] : []));
  const sum = (name: 'quotes' | 'medians' | 'samples') =>
    verified
      .flatMap(({ parts }) => parts)
      .reduce((all, part) => all + (part.name === name ? (part.count ?? 0) : 0), 0);
  return {
    state: 'verified',
    parts: [
      { name: 'receipts', count: items.length },
      ...(['quotes', 'medians', 'samples'] as const)
        .map((name) => ({ name, count: sum(name) }))
        .filter(({ count }) => count > 0),
    ],
    limited: [],
    ms: verified.reduce((all, { ms }) => all + ms, 0),
    atMs: Math.max(...verified.map(({ atMs }) => atMs)),
  };
}
