/**
 * Operators' login by a provider of OIDC (cases.md A6, V1, V8). Goal: it tells who somebody is and no more. Method: the real
 * `oidc-provider` on this machine, and every call of an operator with a session that it opened.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bindingApproval, type RouteName, routeEntries } from '@fairlead/contract';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { isFresh } from '../access/sso.ts';
import { coolOff, lastActs, operator, type TestOperator } from './fixture.ts';
import { signed, signer } from './signer.ts';

const SECRET = 'what the provider knows the exchange by';
const reason = 'a test of it';
let server: TestServer;
let home: Server;
let issuer: string;
let owner: TestOperator;
let second: TestOperator;

beforeAll(async () => {
  home = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => home.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(home.address() as AddressInfo).port}`;
  const environment = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: SECRET,
    OIDC_NAME: 'Harbour ID',
  };
  server = await startTestServer({ environment });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'console',
        client_secret: SECRET,
        redirect_uris: [server.context.config.sso?.redirectUri ?? ''],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  });
  handle = provider.callback();
  owner = await operator(server, 'owner');
  second = await operator(server, 'manager');
  await coolOff(server);
});
afterAll(async () => {
  await server.stop();
  home.closeAllConnections();
  await new Promise((resolve) => home.close(resolve));
});
let handle: ReturnType<Provider['callback']>;

let addresses = 0;
const elsewhere = () => {
  addresses += 1;
  return { ip: `203.1.${addresses >> 8}.${addresses & 255}` };
};

interface Back extends Readonly<Record<string, unknown>> {
  readonly code: string;
  readonly state: string;
  readonly iss: string;
  readonly browser: string;
}

/** A browser's way to the provider, through its own pages, and back to the console's address. */
async function cameBack(
  subject: string,
  change: (url: URL) => void = () => undefined,
): Promise<Back> {
  const { url, browser } = await server.data('beginOperatorSso', {}, elsewhere());
  const jar = new Map<string, string>();
  const first = new URL(url);
  change(first);
  let next: { readonly url: string; readonly form?: Record<string, string> } = { url: first.href };
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form && { method: 'POST', body: new URLSearchParams(next.form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/);
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      const page = await response.text();
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
      if (action === '') throw new Error(page);
      next = {
        url: new URL(action, issuer).href,
        form: prompt === 'login' ? { prompt, login: subject, password: 'x' } : { prompt },
      };
      continue;
    }
    const to = new URL(location, issuer);
    if (to.origin === issuer) {
      next = { url: to.href };
      continue;
    }
    const given = (name: string) => to.searchParams.get(name) ?? '';
    return { code: given('code'), state: given('state'), iss: given('iss'), browser };
  }
  throw new Error('the provider leads nowhere');
}

const logIn = (back: Back) => server.call('operatorSsoLogin', back, elsewhere());

async function bound(subject: string, role: 'owner' | 'support' = 'owner') {
  const person = await signer(server, role);
  await coolOff(server);
  const asked = { id: person.operatorId, subject, reason };
  const { proposal_id: id } = await server.data('bindOperator', asked, owner);
  const pass = { id, decision: 'passed', reason };
  const decided = await server.data('decideProposal', pass, second);
  return { person, decided };
}

test('nobody is bound by one person, and the unbound are told who they are there', async () => {
  const person = await operator(server, 'support');
  await coolOff(server);
  const refused = await logIn(await cameBack('sub-alone'));
  expect(refused).toMatchObject({
    status: 403,
    error: 'sso_unbound',
    fields: { subject: 'sub-alone' },
  });
  const asked = { id: person.operatorId, subject: 'sub-alone', reason };
  const { proposal_id: id } = await server.data('bindOperator', asked, owner);
  const pass = { id, decision: 'passed', reason };
  expect((await server.call('decideProposal', pass, owner)).error).toBe('four_eyes');
  expect((await logIn(await cameBack('sub-alone'))).error).toBe('sso_unbound');
});

test('nor do they decide who they are', async () => {
  const asked = { id: second.operatorId, subject: 'sub-self', reason };
  const { proposal_id: id } = await server.data('bindOperator', asked, owner);
  const pass = { id, decision: 'passed', reason };
  expect((await server.call('decideProposal', pass, second)).error).toBe('four_eyes');
});

test('V1: a session of it reads, and every call that writes, or reads what users say and show, is refused', async () => {
  const { person, decided } = await bound('sub-reader');
  expect(decided).toMatchObject({ status: 'passed' });
  const { token } = await server.data(
    'operatorSsoLogin',
    await cameBack('sub-reader'),
    elsewhere(),
  );
  expect(await server.data('operatorMe', {}, { token })).toMatchObject({
    id: person.operatorId,
    is_sso: true,
  });
  expect((await lastActs(server, 1))[0]).toMatchObject({ action: 'operator.sso_login' });
  expect((await server.call('operatorWithdrawals', {}, { token })).status).toBe(200);
  const closed = new Set<RouteName>(['readFile', 'operatorChats', 'operatorChat', 'chatFile']);
  closed.add('operatorChatTranscript');
  const walked = routeEntries.filter(
    ([name, { access, method }]) =>
      access.who === 'operator' &&
      name !== 'operatorLogout' &&
      (method !== 'GET' || closed.has(name)),
  );
  expect(walked.length).toBeGreaterThan(60);
  for (const [name, { path, method, isMultipart }] of walked) {
    const response = await server.app.inject({
      method,
      url: `/api/${path}`,
      headers: {
        authorization: token,
        'idempotency-key': `sso-${name}`,
        'content-type': isMultipart ? 'multipart/form-data; boundary=x' : 'application/json',
      },
      ...(method !== 'GET' && { payload: isMultipart ? '--x--\r\n' : '{}' }),
    });
    const { status, error } = JSON.parse(response.body);
    expect([name, response.statusCode, error ?? status, response.body]).toEqual([
      name,
      403,
      expect.anything(),
      expect.stringContaining('step_up_required'),
    ]);
  }
  // Their own passkey opens what acts.
  const { options } = await server.data('operatorPasskeyOptions', {}, elsewhere());
  const credential = person.device.logIn(options);
  const own = await server.data('operatorPasskeyLogin', { credential }, elsewhere());
  expect((await server.call('stopTrading', {}, own)).error).toBe('validation_failed');
  expect((await server.call('operatorIntent', {}, own)).status).toBe(200);
  expect((await server.call('operatorLogout', {}, { token })).status).toBe(200);
});

test('one answer counts once, in the browser that began it, for ten minutes', async () => {
  await bound('sub-once', 'support');
  const back = await cameBack('sub-once');
  const other = await cameBack('sub-once');
  expect((await logIn({ ...back, browser: other.browser })).error).toBe('sso_refused');
  // That used it up.
  expect((await logIn(back)).error).toBe('sso_refused');
  expect((await logIn({ ...other, code: 'made-up' })).error).toBe('sso_refused');
  const both = await cameBack('sub-once');
  const replies = await Promise.all([logIn(both), logIn(both)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  const late = await cameBack('sub-once');
  server.clock.nowMs += 10 * 60_000;
  expect((await logIn(late)).error).toBe('sso_refused');
  const elsewhereFrom = await cameBack('sub-once');
  expect((await logIn({ ...elsewhereFrom, iss: 'https://evil.example' })).error).toBe(
    'sso_refused',
  );
});

test('another nonce, another challenge or another state than ours opens nothing', async () => {
  await bound('sub-words', 'support');
  for (const name of ['nonce', 'code_challenge', 'state']) {
    const value = 'x'.repeat(43);
    const back = await cameBack('sub-words', (url) => url.searchParams.set(name, value));
    expect([name, (await logIn(back)).error]).toEqual([name, 'sso_refused']);
  }
});

test('whoever is stopped, reset or unbound is out, and cannot come back', async () => {
  for (const [at, end] of (['stop', 'reset', 'unbind'] as const).entries()) {
    const subject = `sub-end-${at}`;
    const { person } = await bound(subject, 'support');
    const { token } = await server.data('operatorSsoLogin', await cameBack(subject), elsewhere());
    const { operatorId: id } = person;
    if (end === 'stop')
      await server.data('changeOperator', { id, is_active: false, reason }, owner);
    else if (end === 'unbind') await server.data('unbindOperator', { id, subject, reason }, owner);
    else
      await server.context.operatorAdmin.reset(await server.context.operatorAdmin.find(id), {
        createdBy: owner.operatorId,
        email: undefined,
        lang: 'en',
      });
    expect([end, (await server.call('operatorMe', {}, { token })).error]).toEqual([
      end,
      'not_logged_in',
    ]);
    expect([end, (await logIn(await cameBack(subject))).error]).toEqual([end, 'sso_unbound']);
  }
});

test('nothing ends a binding but the act that names it', async () => {
  const { person } = await bound('sub-kept', 'support');
  const { operatorId: id } = person;
  for (const [name, request, error] of [
    ['bindOperator', { id, reason }, 'validation_failed'],
    ['bindOperator', { id, subject: '', reason }, 'validation_failed'],
    ['unbindOperator', { id, reason }, 'validation_failed'],
    ['unbindOperator', { id, subject: 'sub-other', reason }, 'intent_changed'],
    ['unbindOperator', { id: owner.operatorId, subject: 'sub-kept', reason }, 'not_found'],
  ] as const)
    expect([name, request, (await server.call(name, request, owner)).error]).toEqual([
      name,
      request,
      error,
    ]);
  expect((await logIn(await cameBack('sub-kept'))).status).toBe(200);
});

test('C5: who has a passkey signs whom they propose and whose binding they end, each for that alone', async () => {
  const by = await signer(server, 'owner');
  const person = await operator(server, 'support');
  await coolOff(server);
  const { name, operatorId: id } = person;
  const asked = { id, subject: 'sub-signed', reason };
  const draft = { id, act: 'bind', name, subject: 'sub-signed' } as const;
  expect((await server.call('bindOperator', asked, by)).error).toBe('signature_required');
  for (const wrong of [
    bindingApproval({ ...draft, subject: 'sub-other' }),
    bindingApproval({ ...draft, act: 'unbind' }),
    bindingApproval({ ...draft, id: second.operatorId }),
  ]) {
    const signature = await signed(server, by, wrong);
    const refused = await server.call('bindOperator', { ...asked, ...signature }, by);
    expect(refused.error).toBe('passkey_refused');
  }
  const signature = await signed(server, by, bindingApproval(draft));
  const made = await server.data('bindOperator', { ...asked, ...signature }, by);
  expect((await server.call('bindOperator', { ...asked, ...signature }, by)).error).toBe(
    'passkey_refused',
  );
  await server.data('decideProposal', { id: made.proposal_id, decision: 'passed', reason }, second);
  expect((await server.call('unbindOperator', asked, by)).error).toBe('signature_required');
  const bind = await signed(server, by, bindingApproval(draft));
  expect((await server.call('unbindOperator', { ...asked, ...bind }, by)).error).toBe(
    'passkey_refused',
  );
  const end = await signed(server, by, bindingApproval({ ...draft, act: 'unbind' }));
  await server.data('unbindOperator', { ...asked, ...end }, by);
  expect((await logIn(await cameBack('sub-signed'))).error).toBe('sso_unbound');
});

test('a subject is one operator only, and printable', async () => {
  await bound('sub-shared', 'support');
  const { decided } = await bound('sub-shared', 'support');
  expect(decided).toMatchObject({ failure: 'name_taken' });
  for (const subject of ['é', 'a\nb', 'x'.repeat(256)])
    expect(
      (await server.call('bindOperator', { id: second.operatorId, subject, reason }, owner)).error,
    ).toBe('validation_failed');
});

test('tokens of the past and of the future are none', () => {
  expect(isFresh({ iat: 1_000, exp: 1_600 }, 1_000)).toBe(true);
  expect(isFresh({ iat: 1_031, exp: 1_600 }, 1_000)).toBe(false);
  expect(isFresh({ iat: 700, exp: 1_600 }, 1_000)).toBe(false);
  expect(isFresh({ iat: 900, exp: 970 }, 1_000)).toBe(false);
});

test('it is off unless it is set up, and says what it is called', async () => {
  expect((await server.data('config')).operator_sso).toBe('Harbour ID');
  const plain = await startTestServer();
  try {
    expect((await plain.data('config')).operator_sso).toBeUndefined();
    for (const [name, request] of [
      ['beginOperatorSso', {}],
      ['operatorSsoLogin', { code: 'x', state: 'x'.repeat(43), browser: 'x'.repeat(43) }],
    ] as const)
      expect((await plain.call(name, request)).error).toBe('sso_closed');
  } finally {
    await plain.stop();
  }
});
