/** A receipt of this exchange with everything its proof needs: the one before, its opening, the published head. */
import type { Receipt } from '@fairlead/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../data/calls/api.ts';
import { canHash } from '../../data/verifier.ts';
import { checkReceipt } from './check/check-receipt.ts';
import { beforeIdOf, changeIdOf, openingIdOf } from './check/fields.ts';
import {
  CHAIN_PAGE,
  FOLLOWED_MAX,
  FOLLOWED_UNASKED_MAX,
  findHead,
  followToHead,
  type HeadState,
} from './check/head.ts';
import type { Verdict } from './check/verdict.ts';

export interface Proof {
  readonly verdict: Verdict;
  /** As far as they could be had. */
  readonly opening: Receipt | undefined;
  /** Undefined where no exchange was asked. */
  readonly head: HeadState | undefined;
  /** Follows a head that is far. */
  readonly follow: () => void;
  readonly again: () => void;
}

const HEAD_AGAIN_MS = 20_000;

const CHECKING: Verdict = { state: 'checking' };

/** What a call gives; undefined where it fails, since the check says then what it could not look at. */
const orNothing = <Value>(call: Promise<Value>): Promise<Value | undefined> =>
  call.catch(() => undefined);

async function loadNeighbours(receipt: Receipt, signal: AbortSignal) {
  const openingId = openingIdOf(receipt);
  const changeId = changeIdOf(receipt);
  const [before, opening, change] = await Promise.all([
    beforeIdOf(receipt) > 0
      ? orNothing(callApi('receipts', { from: beforeIdOf(receipt), limit: 1 }, { signal }))
      : undefined,
    openingId === undefined
      ? undefined
      : orNothing(callApi('receipt', { id: openingId }, { signal })),
    changeId === undefined
      ? undefined
      : orNothing(callApi('receipt', { id: changeId }, { signal })),
  ]);
  return { previous: before?.list[0], opening, change };
}

async function lookUpHead(receipt: Receipt, followedMax: number, signal: AbortSignal) {
  const loadHeads = (page: number) =>
    callApi('receiptHeads', { page, limit: CHAIN_PAGE }, { signal });
  const loadReceipts = async (from: number, limit: number) =>
    (await callApi('receipts', { from, limit }, { signal })).list;
  const head = await findHead(receipt.id, loadHeads);
  if (head === undefined) return { state: 'none' } as const;
  const distance = head.count - receipt.id;
  if (distance > followedMax) return { state: 'far', head, distance } as const;
  return followToHead(receipt, head, loadReceipts);
}

/** Another receipt than the one that was asked for proves nothing about it, however right it is. */
const otherThanAsked = (receipt: Receipt, askedId: number | undefined): Verdict => ({
  state: 'mismatch',
  failed: [{ name: 'shape', detail: `receipt ${askedId} was asked for, ${receipt.id} was given` }],
  total: 1,
  atMs: Date.now(),
});

/** Checks as soon as the receipt is there, and again when asked. */
export function useProof(receipt: Receipt | undefined, askedId: number | undefined): Proof {
  const [followedMax, setFollowedMax] = useState(FOLLOWED_UNASKED_MAX);
  const key = [askedId, receipt?.id, receipt?.hash, receipt?.own !== undefined];
  const check = useQuery({
    queryKey: ['receiptCheck', ...key],
    queryFn: async ({ signal }) => {
      if (receipt === undefined) return undefined;
      if (receipt.id !== askedId)
        return { verdict: otherThanAsked(receipt, askedId), opening: undefined };
      const { opening, ...neighbours } = await loadNeighbours(receipt, signal);
      return { verdict: await checkReceipt(receipt, { ...neighbours, opening }), opening };
    },
    enabled: receipt !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isPrivate: true },
  });
  const head = useQuery({
    queryKey: ['receiptHead', ...key, followedMax],
    queryFn: async ({ signal }): Promise<HeadState> => {
      if (receipt === undefined) return { state: 'looking' };
      return (await orNothing(lookUpHead(receipt, followedMax, signal))) ?? { state: 'unknown' };
    },
    enabled: receipt !== undefined && canHash(),
    staleTime: Number.POSITIVE_INFINITY,
    // A head is published each minute while receipts are made.
    refetchInterval: ({ state: { data } }) => (data?.state === 'none' ? HEAD_AGAIN_MS : false),
    meta: { isPrivate: true },
  });
  const isChecking = check.isFetching || check.data === undefined;
  const looking: HeadState = { state: 'looking' };
  // While it is asked again by itself nothing flickers.
  const isLooking = head.isFetching && head.data?.state !== 'none';
  const shownHead = isLooking ? looking : (head.data ?? looking);
  const verdict = isChecking ? CHECKING : withHead(check.data?.verdict ?? CHECKING, shownHead);
  return {
    verdict,
    opening: check.data?.opening,
    head: canHash() ? shownHead : { state: 'unknown' },
    follow: () => setFollowedMax(FOLLOWED_MAX),
    again: () => {
      void check.refetch();
      void head.refetch();
    },
  };
}

/** A head that differs is a mismatch, whatever the receipt says of itself. */
function withHead(verdict: Verdict, head: HeadState): Verdict {
  if (head.state !== 'differs' || verdict.state === 'unchecked' || verdict.state === 'checking')
    return verdict;
  if (verdict.state === 'mismatch')
    return { ...verdict, failed: [...verdict.failed, head.failed], total: verdict.total + 1 };
  return {
    state: 'mismatch',
    failed: [head.failed],
    total: verdict.parts.length + 1,
    atMs: verdict.atMs,
  };
}
