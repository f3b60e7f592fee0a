/** What a user sees live of their conversation: on all their devices, in each one's language, and nobody else's. */
import type { PrivateData } from '@fairlead/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveFixture } from '../../../test/support/live-fixture.ts';
import { MAKER, TAKER } from '../../../test/support/test-sequencer.ts';
import { Presence } from '../../core/operations/presence.ts';
import type { ChatChange } from '../events.ts';

let live: LiveFixture;
let presence: Presence;
beforeEach(async () => {
  presence = new Presence();
  live = await LiveFixture.open({ presence });
  live.addSession('maker', MAKER);
  live.addSession('taker', TAKER);
});
afterEach(() => live.close());

const OPERATOR = { operatorId: 3, displayName: undefined };
const ANSWERED: ChatChange = {
  userId: MAKER,
  conversation: {
    row: {
      conversationId: 7,
      userId: MAKER,
      status: 'active',
      operator: OPERATOR,
      startedAtMs: 1_000,
      closedAtMs: undefined,
      waitsSinceMs: undefined,
      lastAtMs: 2_000,
      isOutOfHours: false,
      position: undefined,
      readByUser: 0,
      readByOperator: 11,
      unread: 1,
      unreadAtDesk: 0,
    },
    expectedWaitMs: undefined,
  },
  message: {
    messageId: 12,
    conversationId: 7,
    sender: 'operator',
    operator: OPERATOR,
    text: 'Hello',
    fileId: undefined,
    event: undefined,
    clientMessageId: 'a',
    createdAtMs: 2_000,
  },
};

const shown = (operator: string): PrivateData['chat'] => ({
  conversation: {
    id: 7,
    status: 'active',
    operator,
    started_at: 1_000,
    unread: 1,
    read_by_user: 0,
    read_by_operator: 11,
  },
  message: {
    id: 12,
    from: 'operator',
    operator,
    text: 'Hello',
    client_message_id: 'a',
    time: 2_000,
  },
});

test('an answer is shown on every device of its user, and on nobody else’s', async () => {
  const [phone, tablet, other, guest] = [
    await live.connect(),
    await live.connect(),
    await live.connect(),
    await live.connect(),
  ];
  await phone.ask('login', { token: 'maker' });
  await tablet.ask('login', { token: 'maker', lang: 'zh' });
  await other.ask('login', { token: 'taker' });
  live.events.emit('chat', ANSWERED);
  await phone.until(() => phone.of('chat').length === 1);
  await tablet.until(() => tablet.of('chat').length === 1);
  await other.settle();
  await guest.settle();
  expect(phone.of('chat')).toEqual([shown('Support 3')]);
  expect(tablet.of('chat')).toEqual([shown('客服 3')]);
  expect([other.of('chat'), guest.of('chat')]).toEqual([[], []]);
});

test('who is connected is known as soon as they log in, until their last device leaves', async () => {
  const phone = await live.connect();
  expect(await presence.isOnline(MAKER)).toBe(false);
  await phone.ask('login', { token: 'maker' });
  const tablet = await live.connect();
  await tablet.ask('login', { token: 'maker' });
  expect([await presence.isOnline(MAKER), await presence.isOnline(TAKER)]).toEqual([true, false]);
  live.endSession('maker');
  await phone.until(() => phone.of('disconnect').length === 1);
  await tablet.until(() => tablet.of('disconnect').length === 1);
  expect(await presence.isOnline(MAKER)).toBe(false);
});
