/** Q9: users hold heads of the receipts without doing anything: in mails, in messages, in publications. */
import { headLine, readHeadLines, verifySnapshot } from '@fairlead/receipt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { ask, buyer, startOptionServer } from '../../options/test/fixture.ts';
import { DerivativeStory } from './receipt-story.ts';

const mails: { readonly to: string; readonly text: string }[] = [];
const texts: string[] = [];
let server: TestServer;
let alice: TestUser;

beforeAll(async () => {
  const open = {
    email: {
      send: async ({ to, text }: { readonly to: string; readonly text: string }) => {
        mails.push({ to, text });
      },
    },
    sms: {
      send: async ({ text }: { readonly text: string }) => {
        texts.push(text);
      },
    },
  };
  server = await startOptionServer({ channels: open });
  alice = await buyer(server);
});
afterAll(() => server.stop());

const tell = async (): Promise<void> => {
  const { messages } = server.context;
  await messages.tell(alice.userId, 'password_changed', {});
};
const last = async () => (await server.data('messages', {}, { token: alice.token })).list[0];
const headNow = async () => {
  const { count, hash = '' } = await server.data('receiptHashes', {});
  return { count, hash };
};

test('Q9: before the first receipt there is none to name', async () => {
  await tell();
  expect(await last()).not.toHaveProperty('receipts');
  const { hash, receipts } = await published();
  expect([hash.length, receipts]).toEqual([64, undefined]);
});

const published = async () => {
  await server.context.liabilities.take();
  return (await server.data('liabilities', {})).list[0] as Awaited<
    ReturnType<typeof server.data<'liabilities'>>
  >['list'][number];
};

test('Q9: messages and publications name the head', async () => {
  const { answer } = await ask(server, alice);
  await new DerivativeStory(server.sequencer, server.clock).tick('100.00');
  expect((await answer).type).toBe('ok');
  await tell();
  const head = await headNow();
  expect(head.count).toBe(1);
  expect(await last()).toMatchObject({ receipts: head });
  const before = (await server.data('liabilities', {})).list[0];
  const now = await published();
  expect(now.receipts).toEqual(head);
  expect((await verifySnapshot(now, { previous: before })).isRight).toBe(true);
  // It is hashed: another head is another publication.
  const forged = { ...now, receipts: { ...head, hash: 'a'.repeat(64) } };
  expect((await verifySnapshot(forged, { previous: before })).isRight).toBe(false);
});

test('Q9: a mail ends with the head, in a line that fairlead-verify reads; a text message does not', async () => {
  // The demo sends nothing by itself: what waits is handed over here.
  const { outbox, database } = server.context;
  await database.query('UPDATE outbox_messages SET sent_at_ms = NULL, tries = 0');
  await outbox.deliver();
  const head = await headNow();
  expect(mails.length).toBeGreaterThan(0);
  for (const { text } of mails) {
    expect(text.endsWith(`\n\n${headLine(head)}\n`)).toBe(true);
    expect(readHeadLines(text)).toEqual([head]);
  }
  expect(texts).toEqual([]);
});
