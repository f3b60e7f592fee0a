/**
 * Calls that change something. A money call's idempotency key is made before sending and kept while the
 * outcome is unknown, over a reload too, so that pressing the button again cannot do it twice.
 */
import { ApiError, makeIdempotencyKey } from '@fairlead/client';
import type { RequestOf, ResponseOf, RouteName } from '@fairlead/contract';
import { ROUTE_PATHS, type RoutePath } from '@fairlead/contract/paths';
import { haptic, toast } from '@fairlead/ui';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from './api.ts';
import { errorText } from './error-text.ts';
import { keepOpenKey, type OpenKey, readOpenKey } from './open-keys.ts';
import { queryClient } from './query.ts';

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
  /** Resolves with DATA, or with undefined when it failed (and said so). A second press while it runs is dropped. */
  readonly run: (request: RequestOf<Name>) => Promise<ResponseOf<Name> | undefined>;
  readonly isRunning: boolean;
  readonly error: ApiError | null;
}

/**
 * The same request after an unknown outcome keeps its key; anything else gets a new one. A code typed anew
 * does not make it another request.
 */
export function nextKey(open: OpenKey | undefined, request: object): OpenKey {
  const text = JSON.stringify(request, (name, value) =>
    name === 'fund_password' || name === 'otp' ? undefined : value,
  );
  return open?.request === text ? open : { request: text, key: makeIdempotencyKey() };
}

const PATHS: Readonly<Partial<Record<RouteName, RoutePath>>> = ROUTE_PATHS;
const isMoney = (name: RouteName): boolean => PATHS[name]?.[2] === 'money';

/** Whether the same key must be used again: it may have happened, or may still be running. */
const mayHaveHappened = (error: unknown): boolean =>
  error instanceof ApiError && (error.isOutcomeUnknown || error.code === 'in_progress');

/** Reads that show terms: whoever is told that they changed looks at the new ones. */
const TERMS: readonly RouteName[] = [
  ...(['futuresDeal', 'optionTimes', 'payableCurrencies'] as const),
  ...(['hostingProducts', 'hostingProduct', 'offerings', 'offering'] as const),
];

const forgetTerms = (): void => {
  for (const read of TERMS) void queryClient.invalidateQueries({ queryKey: [read] });
};

const sayFailure = (what: string | undefined, why: string): number =>
  toast({ kind: 'bad', ...(what === undefined ? { text: why } : { text: what, detail: why }) });

export function useAction<Name extends RouteName>(
  name: Name,
  options: ActionOptions<Name> = {},
): Action<Name> {
  const open = useRef<OpenKey | undefined>(undefined);
  const isRunning = useRef(false);
  const mutation = useMutation<ResponseOf<Name>, ApiError, RequestOf<Name>>({
    mutationKey: [name],
    mutationFn: (request) =>
      callApi(name, request, open.current ? { idempotencyKey: open.current.key } : {}),
  });
  const settle = (next: OpenKey | undefined) => {
    open.current = next;
    if (isMoney(name)) keepOpenKey(name, next);
  };
  const run = async (request: RequestOf<Name>): Promise<ResponseOf<Name> | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    if (isMoney(name)) settle(nextKey(open.current ?? readOpenKey(name), request));
    try {
      const data = await mutation.mutateAsync(request);
      settle(undefined);
      if (isMoney(name)) haptic('done');
      for (const read of options.invalidates ?? [])
        void queryClient.invalidateQueries({ queryKey: [read] });
      options.onSuccess?.(data, request);
      return data;
    } catch (error) {
      if (!mayHaveHappened(error)) settle(undefined);
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'terms_changed') forgetTerms();
      const isSaid = error.code === 'not_logged_in' || options.onError?.(error, request) === true;
      if (!isSaid) sayFailure(options.failedText, errorText(error));
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };
  return { run, isRunning: mutation.isPending, error: mutation.error };
}
