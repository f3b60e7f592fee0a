/** What stands before the queue is asked of every call that moves money, whether its handler says what it opens or not. */
import { ProblemError } from '@fairlead/contract';
import type { Command } from '@fairlead/engine';
import { expect, test } from 'vitest';
import type { Knocking } from '../../commands/gate.ts';
import type { Call } from '../handler.ts';
import { answerOnce } from '../money.ts';

const command = { kind: 'cancel_position', owner: 7, positionId: 3 } as const satisfies Command;

function asking(stored?: string) {
  const asked: Knocking[] = [];
  const sent: Command[] = [];
  const steps: string[] = [];
  const sequencer = {
    replay: () => undefined,
    replayStored: async () =>
      stored === undefined ? undefined : { status: 200, body: stored, isReplay: true },
    submit: async ({ command: sending }: { readonly command: Command }) => {
      sent.push(sending);
      return { status: 200, body: 'done', isReplay: false };
    },
  };
  const gate = {
    refusalOf: (knocking: Knocking) => {
      asked.push(knocking);
      return new ProblemError('sub_account_product');
    },
  };
  const caller = { kind: 'user', userId: 7, sessionId: 1, sessionKey: '' };
  const call = { caller, input: {}, idempotencyKey: 'key', language: 'en' } as unknown as Call;
  const answer = (opens?: Command['kind']) =>
    answerOnce(
      {
        ...{ sequencer: sequencer as never, gate, call, route: 'route' },
        ...(opens !== undefined && { opens }),
      },
      (submit) => {
        steps.push('read');
        return submit({ command, view: () => undefined });
      },
    );
  return { answer, asked, sent, steps };
}

test('one that says what it opens is refused before anything of it is read', async () => {
  const { answer, asked, sent, steps } = asking();
  await expect(answer('open_position')).rejects.toThrow('sub_account_product');
  expect(asked).toEqual([{ kind: 'open_position', owner: 7 }]);
  expect([steps, sent]).toEqual([[], []]);
});

test('one that says nothing is refused by the command that it sends', async () => {
  const { answer, asked, sent, steps } = asking();
  await expect(answer()).rejects.toThrow('sub_account_product');
  expect(asked).toEqual([command]);
  expect([steps, sent]).toEqual([['read'], []]);
});

test('what was done before the door was shut is answered as it was', async () => {
  const { answer, sent } = asking('as before');
  expect(await answer('open_position')).toMatchObject({ body: 'as before', isReplay: true });
  expect(sent).toEqual([]);
});
