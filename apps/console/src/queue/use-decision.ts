/** The call that decides: what a conflict shows, and that the lists and counts are read again. */
import type { RequestOf, ResponseOf, RouteName } from '@fairlead/contract';
import { useState } from 'react';
import { refresh, useAction } from '../data/use-action.ts';

type Deciding = 'decideDeposit' | 'decideWithdrawal' | 'decideVerification' | 'decideSubscription';

export interface Decision<Name extends Deciding> {
  readonly run: (request: RequestOf<Name>) => Promise<ResponseOf<Name> | undefined>;
  readonly isRunning: boolean;
  /** Id of the record that somebody else decided first, or that was not there any more. */
  readonly takenId: number | undefined;
  /** Refusals by field of the last try. */
  readonly fields: Readonly<Record<string, string>>;
}

const GONE = new Set(['already_decided', 'not_found']);

export function useDecision<Name extends Deciding>(
  name: Name,
  {
    reads,
    onDone,
  }: {
    readonly reads: RouteName;
    readonly onDone: (record: ResponseOf<Name>, request: RequestOf<Name>) => void;
  },
): Decision<Name> {
  const [takenId, setTaken] = useState<number>();
  const invalidates = [reads, 'queueCounts'] as const;
  const action = useAction(name, {
    invalidates,
    onSuccess: onDone,
    onError: (error, request) => {
      // Whatever spoke against it, the record is not what was shown.
      refresh(invalidates);
      if (GONE.has(error.code)) {
        setTaken(Number(request.id));
        return true;
      }
      // Shown beside the fields they belong to.
      return error.code === 'validation_failed' && Object.keys(error.fields).length > 0;
    },
  });
  return {
    run: action.run,
    isRunning: action.isRunning,
    takenId,
    fields: action.error?.code === 'validation_failed' ? action.error.fields : {},
  };
}
