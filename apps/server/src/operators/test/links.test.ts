/**
 * Q4: whoever makes a link could open it, and be two people. Goal: where mail is set up nobody but the person sees the
 * link; and whoever came in by one that another made counts as one of two only once a third has said who it was.
 */
import { newOperatorApproval } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { type Holder, holder } from '../../custody/test/fixture.ts';
import { SoftAuthenticator } from '../../identity/test/authenticator.ts';
import { bankClaim, loginAs, operator, type TestOperator, useLink } from './fixture.ts';
import { signed } from './signer.ts';

let server: TestServer;
let owner: TestOperator;
let third: TestOperator;
let newcomer: TestOperator;
let user: Holder;
const again = async (by: TestOperator) => ({ ...by, token: await loginAs(server, by.name) });
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
  [owner, third] = [await operator(server, 'owner'), await operator(server, 'reviewer')];
  const request = { name: 'newcomer', role: 'reviewer' };
  const made = await server.data('createOperator', request, owner);
  const name = await useLink(server, made.link);
  newcomer = { operatorId: made.operator_id, name, token: await loginAs(server, name) };
});
afterAll(() => server.stop());

const large = async () => {
  const id = await bankClaim(server, user, { amount: '20000' });
  return (by: TestOperator) => server.call('decideDeposit', { id, decision: 'passed' }, by);
};
const confirm = (by: TestOperator) =>
  server.call('confirmOperator', { id: newcomer.operatorId }, by);

describe('Q4: who came in by a link that another made', () => {
  test('does not count as one of two, however long ago, and the list says why', async () => {
    await server.pass(10 * DAY_MS);
    [owner, third, newcomer] = [await again(owner), await again(third), await again(newcomer)];
    const refused = await (await large())(newcomer);
    expect(refused).toMatchObject({
      error: 'four_eyes',
      fields: { confirmation: expect.stringContaining('a third person must confirm') },
    });
    const list = await server.data('operators', {}, owner);
    expect(list.find(({ id }) => id === newcomer.operatorId)).toMatchObject({
      needs_confirmation: true,
      link_by: owner.name,
    });
  });

  test('is confirmed neither by whoever made the link nor by themselves, but by a third, once', async () => {
    for (const by of [owner, newcomer]) expect((await confirm(by)).error).toBe('four_eyes');
    expect((await confirm(await operator(server, 'support'))).error).toBe('forbidden');
    expect((await confirm(third)).status).toBe(200);
    expect((await confirm(third)).error).toBe('already_decided');
    expect((await (await large())(newcomer)).message).toMatchObject({ status: 'under_review' });
    const [found] = (await server.data('operators', {}, owner)).filter(
      ({ id }) => id === newcomer.operatorId,
    );
    expect(found?.needs_confirmation).toBeUndefined();
  });

  test('one who was made by the confirmed can be confirmed by nobody whom the maker made alone', async () => {
    const names = ['sock.one', 'sock.two'];
    const socks: TestOperator[] = [];
    for (const name of names) {
      const made = await server.data('createOperator', { name, role: 'reviewer' }, owner);
      await useLink(server, made.link);
      socks.push({ operatorId: made.operator_id, name, token: await loginAs(server, name) });
    }
    await server.pass(2 * DAY_MS);
    owner = await again(owner);
    const [one, two] = [await again(socks[0] ?? owner), await again(socks[1] ?? owner)];
    const asked = await server.call('confirmOperator', { id: two.operatorId }, one);
    expect([asked.error, Object.keys(asked.fields ?? {})]).toEqual(['four_eyes', ['confirmation']]);
  });
});

test('Q4: the second operator of all, whom nobody else could confirm, counts after the cooling-off', async () => {
  const fresh = await startTestServer();
  const token = await fresh.ownerToken();
  const request = { name: 'second', role: 'manager' };
  const { link } = await fresh.data('createOperator', request, { token });
  await useLink(fresh, link);
  const list = await fresh.data('operators', {}, { token });
  const second = list.find(({ name }) => name === 'second');
  expect(second?.needs_confirmation).toBeUndefined();
  expect(second?.approves_from).toBe(fresh.clock.now() + DAY_MS);
  await fresh.stop();
});

test('Q4: where mail is set up the link goes to the person, and whoever adds them never sees it', async () => {
  const sent: { readonly to: string; readonly subject: string; readonly text: string }[] = [];
  const real = await startTestServer({
    environment: {
      DEMO: 'false',
      FEED: 'live:kraken,coinbase',
      SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
      SMTP_URL: 'smtps://a:b@mail.example',
      MAIL_FROM: 'Fairlead <a@b.example>',
      PUBLIC_URL: 'https://exchange.example',
    },
    channels: { email: { send: async (message) => void sent.push(message) } },
  });
  const first = { name: 'owner', password: 'a lighthouse keeper' };
  const { options } = await real.data('beginOperatorPasskey', first);
  const [origin, rpId] = ['https://exchange.example', 'exchange.example'];
  const device = new SoftAuthenticator({ origin, rpId });
  const credential = device.make(options);
  const made = { credential, label: 'Key ring' };
  const { token } = await real.data('confirmOperatorPasskey', made);
  const request = { name: 'maya', role: 'reviewer' };
  expect(await real.call('createOperator', request, { token })).toMatchObject({
    error: 'validation_failed',
    fields: { email: 'Required' },
  });
  const { id: operatorId } = await real.data('operatorMe', {}, { token });
  const owner = { operatorId, name: 'owner', token, device };
  const added = { ...request, email: 'maya@x.example' };
  const signature = await signed(real, owner, newOperatorApproval(added));
  const sentTo = await real.data('createOperator', { ...added, ...signature }, { token });
  expect(sentTo).toMatchObject({ sent_to: 'ma•••@x.example' });
  expect(sentTo.link).toBeUndefined();
  await real.context.outbox.deliver();
  expect(sent).toMatchObject([{ to: 'maya@x.example' }]);
  const [link] = /https:\S+/.exec(sent[0]?.text ?? '') ?? [];
  expect(link).toMatch(/^https:\/\/exchange\.example\/console\/#\/enrol\/[\w-]{43}$/);
  expect(await useLink(real, link)).toBe('maya');
  await real.stop();
});
