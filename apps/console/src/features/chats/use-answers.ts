/** Answers on their way: shown at once, and the same answer when they are sent again. */
import { makeIdempotencyKey } from '@fairlead/client';
import { useRef, useState } from 'react';
import { callApi } from '../../data/api.ts';
import { errorText, refresh } from '../../data/query.ts';

export interface Answer {
  readonly clientId: string;
  readonly text?: string;
  readonly fileId?: number;
  readonly state: 'sending' | 'failed';
  readonly problem?: string;
}

const READS = ['operatorChat', 'operatorChats', 'queueCounts'] as const;

/** Of one conversation; it forgets them when it is left. */
export function useAnswers(id: number) {
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const line = useRef<Promise<void>>(Promise.resolve());
  const change = (clientId: string, to: (one: Answer) => readonly Answer[]) =>
    setAnswers((now) => now.flatMap((one) => (one.clientId === clientId ? to(one) : [one])));
  const deliver = async ({ clientId, text, fileId }: Answer) => {
    try {
      await callApi('answerChat', {
        id,
        client_message_id: clientId,
        ...(text !== undefined && { text }),
        ...(fileId !== undefined && { file_id: fileId }),
      });
    } catch (error) {
      change(clientId, (one) => [{ ...one, state: 'failed', problem: errorText(error) }]);
    }
    refresh(READS);
  };
  const submit = (answer: Answer) => {
    line.current = line.current.then(() => deliver(answer));
  };
  return {
    answers,
    send: (written: Pick<Answer, 'text' | 'fileId'>) => {
      const answer: Answer = { ...written, clientId: makeIdempotencyKey(), state: 'sending' };
      setAnswers((now) => [...now, answer]);
      submit(answer);
    },
    retry: (answer: Answer) => {
      change(answer.clientId, ({ problem: _problem, ...one }) => [{ ...one, state: 'sending' }]);
      submit(answer);
    },
    discard: (clientId: string) => change(clientId, () => []),
  };
}
