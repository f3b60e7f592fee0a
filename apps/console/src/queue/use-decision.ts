/** The call that decides: what a conflict shows, and that the lists and counts are read again. */
import { useAction } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { RequestOf, ResponseOf } from '@fairlead/contract';
import { useRef, useState } from 'react';
import { refresh } from '../data/query.ts';
import { type DecidesOf, QUEUES, type QueueName } from './queues.ts';

/** A form's: puts a refusal at its fields; false when it is about none of them. */
export type Refuse = (error: ApiError) => boolean;

export interface Decision<Name extends QueueName> {
  readonly run: (
    request: RequestOf<DecidesOf<Name>>,
    refuse?: Refuse,
  ) => Promise<ResponseOf<DecidesOf<Name>> | undefined>;
  readonly isRunning: boolean;
  /** Id of the record that somebody else decided first, or that was not there any more. */
  readonly takenId: number | undefined;
}

const GONE = new Set(['already_decided', 'not_found']);

export function useDecision<Name extends QueueName>(
  name: Name,
  onDone: (record: ResponseOf<DecidesOf<Name>>) => void,
): Decision<Name> {
  const [takenId, setTaken] = useState<number>();
  const asked = useRef<Refuse>(undefined);
  const { reads, decides } = QUEUES[name];
  const invalidates = [reads, 'queueCounts'] as const;
  const action = useAction(decides as DecidesOf<Name>, {
    invalidates,
    onSuccess: onDone,
    onError: (error, request) => {
      // Whatever spoke against it, the record is not what was shown.
      refresh(invalidates);
      if (GONE.has(error.code)) {
        setTaken(Number(request.id));
        return true;
      }
      return asked.current?.(error) === true;
    },
  });
  return {
    run: (request, refuse) => {
      asked.current = refuse;
      return action.run(request);
    },
    isRunning: action.isRunning,
    takenId,
  };
}
