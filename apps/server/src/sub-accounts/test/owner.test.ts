/** What an owner can see, prove and say of a sub-account, and what of it reaches the owner without asking. */

import { SUB_ACCOUNT_HEADER } from '@fairlead/contract';
import { verifyLiabilityProof } from '@fairlead/receipt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { operator } from '../../operators/test/fixture.ts';

let server: TestServer;
let ada: TestUser;
let sub: number;
let own: { readonly token: string; readonly headers: Record<string, string> };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.trader();
  sub = (await server.data('createSubAccount', { name: 'Grid' }, ada)).id;
  own = { token: ada.token, headers: { [SUB_ACCOUNT_HEADER]: String(sub) } };
  const move = { id: sub, direction: 'in', currency_id: 3, amount: '100' };
  await server.data('moveSubAccount', move, ada);
});
afterAll(() => server.stop());

test('its leaf among what the exchange owes is proven, apart from the main account’s', async () => {
  await server.context.liabilities.take();
  const main = await server.data('liabilityProof', {}, ada);
  const proof = await server.data('liabilityProof', {}, own);
  expect([main.owner, proof.owner]).toEqual([ada.userId, sub]);
  expect(proof.paths.map(({ currency, amount }) => `${amount} ${currency}`)).toEqual([
    '100.000000 USDT',
  ]);
  expect(await verifyLiabilityProof(proof, { owner: sub })).toMatchObject({ isRight: true });
});

test('a freeze of it alone is seen by its owner, who appeals once', async () => {
  const first = await operator(server, 'reviewer');
  const frozen = { id: sub, is_frozen: true, reason: 'hold_identity', days: 3 };
  const isFrozen = async () => (await server.data('subAccounts', {}, ada))[0]?.is_frozen;
  expect(await isFrozen()).toBe(false);
  await server.data('freezeUser', frozen, first);
  expect(await isFrozen()).toBe(true);
  expect(await server.data('holds', {}, ada)).toEqual([]);
  const [hold] = await server.data('holds', {}, own);
  expect(hold).toMatchObject({ kind: 'account', ends_at: expect.any(Number) });
  const said = { id: hold?.id, text: 'It trades by a grid.' };
  expect(await server.call('appealHold', said, ada)).toMatchObject({ error: 'not_found' });
  expect(await server.data('appealHold', said, own)).toMatchObject({
    appeal: { text: said.text },
  });
  expect(await server.call('appealHold', said, own)).toMatchObject({ error: 'appeal_made' });
});

test('its keys are in its owner’s log of acts', async () => {
  await server.data('createApiKey', { label: 'of the grid', password: PASSWORD }, own);
  const { list } = await server.data('securityActs', {}, ada);
  expect(list[0]).toMatchObject({ kind: 'api_key_created', detail: 'of the grid' });
});

test('its events are told, pushed and mailed as its owner wishes', async () => {
  const { wishes, mailWishes, messages, database } = server.context;
  expect(wishes.of(sub, 'order_filled')).toEqual({ inbox: false, push: false });
  wishes.addDevice(ada.userId);
  await server.data('saveNotification', { kind: 'fills', inbox: true }, ada);
  expect(wishes.of(sub, 'order_filled')).toEqual({ inbox: true, push: true });
  expect(mailWishes.wants(sub, 'order_filled')).toBe(false);
  const wish = { kind: 'fills', timing: 'digest' } as const;
  await mailWishes.save(ada.userId, { wish, hours: {} });
  expect(mailWishes.wants(sub, 'order_filled')).toBe(true);
  const filled = {
    ...{ order_id: '1', symbol: 'BTC/USDT', side: 'buy', currency: 'BTC' },
    ...{ amount: '1', price: '80' },
  } as const;
  const pushed = vi.spyOn(server.context.push, 'tell');
  // Of either, under one name.
  for (const userId of [ada.userId, sub])
    await messages.tell(userId, 'order_filled', filled, { key: 'one' });
  const rows = await database.query<{ user_id: bigint }>(
    "SELECT user_id FROM mail_items WHERE kind = 'order_filled'",
  );
  expect(rows.map(({ user_id }) => Number(user_id))).toEqual([ada.userId, ada.userId]);
  const { list } = await server.data('messages', {}, own);
  expect(list.map(({ kind, title }) => [kind, title])).toContainEqual([
    ...['order_filled', 'Order filled'],
  ]);
  // Neither takes the other's place on a device, and each says whose it is.
  expect(pushed.mock.calls.map(([to, { tag, words }]) => [to, tag, words('en').title])).toEqual([
    [ada.userId, 'one', 'Order filled'],
    [ada.userId, `one:${sub}`, 'Grid · Order filled'],
  ]);
  pushed.mockRestore();
  const params = await database.query<{ name: string | null }>(
    "SELECT params->>'sub_account' AS name FROM mail_items WHERE kind = 'order_filled' ORDER BY 1",
  );
  expect(params).toEqual([{ name: 'Grid' }, { name: null }]);
});
