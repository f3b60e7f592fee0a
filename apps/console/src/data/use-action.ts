/** Calls that change something. */
import { ApiError } from '@fairlead/client';
import type { RequestOf, ResponseOf, RouteName } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { sharedTexts } from '../texts/shared.ts';
import { callApi } from './api.ts';
import { errorText } from './error-text.ts';
import { queryClient } from './query.ts';

export interface ActionOptions<Name extends RouteName> {
  readonly onSuccess?: (data: ResponseOf<Name>, request: RequestOf<Name>) => void;
  /** Return true when the form shows it itself (`error.fields`); otherwise a toast does. */
  readonly onError?: (error: ApiError, request: RequestOf<Name>) => boolean | undefined;
  /** Reads that are out of date afterwards, by route name. */
  readonly invalidates?: readonly RouteName[];
}

export interface Action<Name extends RouteName> {
  /** Resolves with DATA, or with undefined when it failed (and said so). A second press while it runs is dropped. */
  readonly run: (request: RequestOf<Name>) => Promise<ResponseOf<Name> | undefined>;
  readonly isRunning: boolean;
  readonly error: ApiError | null;
  /** Forgets the last failure. */
  readonly reset: () => void;
}

/** Asks all reads of these routes again. */
export function refresh(names: readonly RouteName[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
}

export function useAction<Name extends RouteName>(
  name: Name,
  options: ActionOptions<Name> = {},
): Action<Name> {
  const isRunning = useRef(false);
  const mutation = useMutation<ResponseOf<Name>, ApiError, RequestOf<Name>>({
    mutationKey: [name],
    mutationFn: (request) => callApi(name, request),
  });
  const run = async (request: RequestOf<Name>): Promise<ResponseOf<Name> | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      const data = await mutation.mutateAsync(request);
      refresh(options.invalidates ?? []);
      options.onSuccess?.(data, request);
      return data;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // It may have happened: what is shown must be read again before anyone tries once more.
      if (error.isOutcomeUnknown) refresh(options.invalidates ?? []);
      const isSaid = error.code === 'not_logged_in' || options.onError?.(error, request) === true;
      if (!isSaid) {
        const text = error.isOutcomeUnknown ? sharedTexts.outcomeUnknown : errorText(error);
        toast({ kind: 'bad', text });
      }
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };
  return { run, isRunning: mutation.isPending, error: mutation.error, reset: mutation.reset };
}
