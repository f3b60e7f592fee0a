/**
 * Calls that change something. A money call's idempotency key is made before sending and kept while the
 * outcome is unknown, over a reload too, so that pressing the button again cannot do it twice.
 */
import { ApiError } from '@fairlead/client';
import type { RequestOf, ResponseOf, RouteName } from '@fairlead/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { keepOpenKey, nextKey, type OpenKey, readOpenKey, requestOf, slotOf } from './open-keys.ts';
import { refresh } from './query-client.ts';
import { useWiring } from './wiring.ts';

export interface ActionOptions<Name extends RouteName> {
  readonly onSuccess?: (data: ResponseOf<Name>, request: RequestOf<Name>) => void;
  /** Return true when the form shows it itself (`error.fields`); otherwise a toast does. */
  readonly onError?: (error: ApiError, request: RequestOf<Name>) => boolean | undefined;
  /** What did not happen, above the reason in the toast; without it the reason stands alone. */
  readonly failedText?: string;
  /** Reads that are out of date afterwards, by route name. */
  readonly invalidates?: readonly RouteName[];
}

export interface Action<Name extends RouteName> {
  /**
   * Resolves with DATA, or with undefined when it failed (and said so). A second press while it runs is dropped.
   * `meant` names what was asked for where the figures of a request change by themselves: as long as the outcome of
   * one is not known, the same meaning sends that one again, as it was.
   */
  readonly run: (request: RequestOf<Name>, meant?: string) => Promise<ResponseOf<Name> | undefined>;
  /** The request that `run` would send again for this meaning; undefined where it would send a new one. */
  readonly kept: (meant: string) => RequestOf<Name> | undefined;
  readonly isRunning: boolean;
  readonly error: ApiError | null;
  /** Forgets the last failure. */
  readonly reset: () => void;
}

/** Whether the outcome of the user's last call of a route is not known. */
export function useHasOpenCall(name: RouteName): boolean {
  const { callerId } = useWiring();
  return readOpenKey(slotOf(name, callerId?.())) !== undefined;
}

/** Whether the same key must be used again: it may have happened, or may still be running. */
const mayHaveHappened = (error: unknown): boolean =>
  error instanceof ApiError && (error.isOutcomeUnknown || error.code === 'in_progress');

export function useAction<Name extends RouteName>(
  name: Name,
  options: ActionOptions<Name> = {},
): Action<Name> {
  const { call, keepsKey, callerId, onDone, onFailed, say } = useWiring();
  const queryClient = useQueryClient();
  const { invalidates = [] } = options;
  const isKept = keepsKey?.(name) === true;
  const open = useRef<(OpenKey & { readonly slot: string }) | undefined>(undefined);
  const isRunning = useRef(false);
  const mutation = useMutation<ResponseOf<Name>, ApiError, RequestOf<Name>>({
    mutationKey: [name],
    mutationFn: (request) =>
      call(name, request, open.current ? { idempotencyKey: open.current.key } : {}),
  });
  const settle = (slot: string, next: OpenKey | undefined) => {
    open.current = next && { ...next, slot };
    if (isKept) keepOpenKey(slot, next);
  };
  const openOf = (slot: string): OpenKey | undefined =>
    open.current?.slot === slot ? open.current : readOpenKey(slot);
  const run: Action<Name>['run'] = async (asked, meant) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    const slot = slotOf(name, callerId?.());
    if (isKept) settle(slot, nextKey(openOf(slot), asked, meant));
    const request = open.current === undefined ? asked : requestOf(open.current, asked);
    try {
      const data = await mutation.mutateAsync(request);
      settle(slot, undefined);
      onDone?.(name);
      refresh(queryClient, invalidates);
      options.onSuccess?.(data, request);
      return data;
    } catch (error) {
      if (!mayHaveHappened(error)) settle(slot, undefined);
      if (!(error instanceof ApiError)) throw error;
      onFailed?.(error, invalidates);
      const isSaid = error.code === 'not_logged_in' || options.onError?.(error, request) === true;
      if (!isSaid) say(error, options.failedText);
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };
  const kept: Action<Name>['kept'] = (meant) => {
    const found = isKept ? openOf(slotOf(name, callerId?.())) : undefined;
    // It was made of a request of this route.
    return found?.meant === meant ? (JSON.parse(found.request) as RequestOf<Name>) : undefined;
  };
  return { run, kept, isRunning: mutation.isPending, error: mutation.error, reset: mutation.reset };
}
