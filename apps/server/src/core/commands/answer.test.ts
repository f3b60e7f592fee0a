/** What a call's handler does around the port: the first answer before its own refusal, and reading once more. */
import { ProblemError } from '@fairlead/contract';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { answerCommand } from './answer.ts';
import { answerEach } from './elements.ts';
import type { CommandPort } from './port.ts';
import { type Asked, ReadAgainError } from './rules.ts';

const call = {
  input: { order_id: 5 },
  caller: { kind: 'user', userId: 3, sessionId: 1, sessionKey: 'x' },
  language: 'en',
  say: (key: string) => key,
  idempotencyKey: 'k',
} as never;
const ASKED: Asked = { command: { kind: 'cancel_order', owner: 3, order: { orderId: 5 } } };
const FIRST = { status: 200, body: '"first"', isReplay: true };

const portOf = (parts: Partial<CommandPort>): CommandPort => ({
  submit: () => Promise.reject(new Error('nothing is to be submitted')),
  submitEach: () => Promise.reject(new Error('nothing is to be submitted')),
  find: () => Promise.reject(new Error('nothing is to be looked for')),
  ...parts,
});
const answered = (parts: Partial<CommandPort>, read: () => Asked = () => ASKED) =>
  answerCommand({ commands: portOf(parts), name: 'cancelOrder', call }, read);

test('what is refused when it is read has the first answer of its key, where there is one', async () => {
  const refuse = () => {
    throw new ProblemError('market_closed');
  };
  expect(await answered({ find: async () => FIRST }, refuse)).toEqual(FIRST);
  const nothing = answered({ find: async () => undefined }, refuse);
  await expect(nothing).rejects.toMatchObject({ code: 'market_closed' });
});

test('what was read by terms of before is read once more, and not for ever', async () => {
  const read = vi.fn(() => ASKED);
  const submit = vi.fn(async () => FIRST);
  submit.mockRejectedValueOnce(new ReadAgainError());
  expect(await answered({ submit }, read)).toEqual(FIRST);
  expect([read, submit].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  submit.mockRejectedValue(new ReadAgainError());
  await expect(answered({ submit }, read)).rejects.toMatchObject({ code: 'unavailable' });
  // Any other failure is the caller's.
  submit.mockRejectedValue(new ProblemError('overloaded'));
  await expect(answered({ submit }, read)).rejects.toMatchObject({ code: 'overloaded' });
});

test('elements are all read again, and those that cannot be read are sent as they are refused', async () => {
  const submitEach = vi.fn<CommandPort['submitEach']>(async () => FIRST);
  submitEach.mockRejectedValueOnce(new ReadAgainError());
  let reading = 0;
  const elements = [null, {}];
  await answerEach(
    { commands: portOf({ submitEach }), name: 'cancelOrders', call },
    { schema: z.object({}), elements },
    () => {
      reading += 1;
      return { ...ASKED, reading: String(reading) };
    },
  );
  const sent = submitEach.mock.calls.map(([origin, all]) => [origin.idempotency.fingerprint, all]);
  expect(sent[1]?.[0]).toBe(sent[0]?.[0]);
  const refused = { status: 422, body: expect.stringContaining('"error":"validation_failed"') };
  expect(sent.map(([, all]) => all)).toEqual([
    [{ refused }, { ...ASKED, reading: '1' }],
    [{ refused }, { ...ASKED, reading: '2' }],
  ]);
});
