/**
 * Every route of the contract × every kind of caller (cases.md G15, H6, V1, V4, V5). Who may call
 * is the contract's own declaration; the test is that the server does what it says, and nothing else gets
 * through. On the engines of several products: engines/test/access.test.ts.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  OPERATOR_ROLES,
  type OperatorRole,
  type RouteName,
  type RouteSpec,
  routeEntries,
  routes,
} from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Reply,
  readReply,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../../test/support/fixture.ts';
import { newToken, tokenHash } from '../../../identity/index.ts';
import { insertRecovery } from '../../../identity/recovery/queries.ts';
import { operator } from '../../../operators/test/fixture.ts';
import { upload } from '../../../verification/test/upload-fixture.ts';
import { BUILT_IN_BRAND } from '../../brand/brand.ts';
import { registerCatalogue } from '../docs/catalogue.ts';
import type { Handlers } from '../handler.ts';
import {
  describeAccess,
  entries,
  refusalOf as refusalAt,
  SIGNER_TOKEN,
  SWEEPER_TOKEN,
} from './access-suite.ts';

let server: TestServer;
let user: TestUser;
/** Of a recovery that is open. */
let recoveryToken: string;
const operators = new Map<OperatorRole, string>();

beforeAll(async () => {
  server = await startTestServer({ environment: { SIGNER_TOKEN, SWEEPER_TOKEN }, hasPages: true });
  user = await server.register();
  recoveryToken = newToken();
  await insertRecovery(server.context.database, {
    userId: (await server.register()).userId,
    tokenHash: tokenHash(recoveryToken),
    passkeyId: undefined,
    hasOtp: true,
    hasCode: true,
    begunAtMs: server.clock.now(),
    readyAtMs: server.clock.now() + 1,
  });
  for (const role of OPERATOR_ROLES) operators.set(role, (await operator(server, role)).token);
});
afterAll(() => server.stop());

const emptyCall = (name: RouteName, token: string | undefined): Promise<Reply> => {
  const { isMultipart, path: uploadPath } = routes[name];
  if (isMultipart) return upload(server, { token }, { bytes: new Uint8Array(), path: uploadPath });
  // Without an address the inbox is the caller's own.
  return server.call(name, name === 'inbox' ? { to: 'nobody@example.com' } : {}, { token });
};
const refusalOf = (name: RouteName, token: string | undefined) =>
  refusalAt({ emptyCall }, name, token);

describeAccess({
  emptyCall,
  user: () => user.token,
  recovery: () => recoveryToken,
  operator: (role) => operators.get(role),
});

test('signers that pay have three calls, those that sweep three others, and no operator has them', () => {
  const callsOf = (who: string) =>
    routeEntries.filter(([, { access }]) => access.who === who).map(([name]) => name);
  expect(callsOf('signer')).toEqual(['signerPasskeys', 'signerJobs', 'signerReport']);
  expect(callsOf('sweeper')).toEqual(['signerDeposits', 'signerSweep', 'signerSweepStanding']);
});

test('the token of a recovery has four calls', () => {
  const calls = routeEntries.filter(([, { access }]) => access.who === 'recovery');
  expect(calls.map(([name]) => name)).toEqual([
    ...['recovery', 'recoveryPhoto', 'recoverByIdentity', 'finishRecovery'],
  ]);
});

test('auditors change nothing: what they may call reads, or recomputes', () => {
  const changes = routeEntries.filter(
    ([name, { access, method }]) =>
      access.who === 'operator' &&
      access.roles.includes('auditor') &&
      method !== 'GET' &&
      // A search names people: its words stand in no address, and its look in the log.
      ![
        'operatorLogout',
        'operatorPassword',
        // Their own passkeys, and what one of them is to sign.
        'operatorIntent',
        'removeOperatorPasskey',
        'operatorSearch',
        'verifyAudit',
        'exportRows',
      ].includes(name),
  );
  expect(changes.map(([name]) => name)).toEqual([]);
});

/** A token that a route takes. */
function tokenFor({ access }: RouteSpec): string | undefined {
  if (access.who === 'operator') return operators.get('owner');
  if (access.who === 'signer') return SIGNER_TOKEN;
  if (access.who === 'sweeper') return SWEEPER_TOKEN;
  if (access.who === 'recovery') return recoveryToken;
  return access.who === 'user' ? user.token : undefined;
}

describe('mass assignment (V1, X8)', () => {
  const keys = ['role', 'balance', 'status', 'userId', 'user_id', 'is_frozen'];
  test.each(entries.filter(([, { isMultipart }]) => !isMultipart))('%s', async (name, spec) => {
    const { def } = spec.request as unknown as { readonly def: { readonly shape?: object } };
    for (const key of keys.filter((each) => !(each in (def.shape ?? {})))) {
      const reply = await server.call(name, { [key]: 'owner' }, { token: tokenFor(spec) });
      expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
      expect(Object.keys(reply.fields ?? {})).toContain(key);
    }
  });

  test.each(entries.filter(([, { method, isMultipart }]) => method !== 'GET' && !isMultipart))(
    '%s with a prototype',
    async (_name, spec) => {
      const token = tokenFor(spec);
      for (const payload of [
        '{"__proto__":{"role":"owner"}}',
        '{"constructor":{"prototype":{}}}',
      ]) {
        const response = await server.app.inject({
          method: spec.method,
          url: `/api/${spec.path}`,
          payload,
          headers: {
            'content-type': 'application/json',
            'idempotency-key': 'a-prototype',
            ...(token !== undefined && { authorization: token }),
          },
        });
        const { status, type } = readReply(response);
        expect([400, 422]).toContain(status);
        expect(type).toBe('error');
      }
      expect(({} as { role?: string }).role).toBeUndefined();
    },
  );
});

describe('logging out', () => {
  test('needs a session of its own kind', async () => {
    const [role] = OPERATOR_ROLES;
    expect(await refusalOf('logout', undefined)).toBe('not_logged_in');
    expect(await refusalOf('logout', operators.get(role))).toBe('not_logged_in');
    expect(await refusalOf('operatorLogout', user.token)).toBe('not_logged_in');
    const other = await server.register();
    expect(await refusalOf('logout', other.token)).toBe('through');
  });

  test('so does locking the account', async () => {
    const [role] = OPERATOR_ROLES;
    expect(await refusalOf('lockAccount', undefined)).toBe('not_logged_in');
    expect(await refusalOf('lockAccount', operators.get(role))).toBe('not_logged_in');
    const other = await server.register();
    expect(await refusalOf('lockAccount', other.token)).toBe('through');
  });
});

test('a route without a handler, or a handler without a route, stops the start', () => {
  const services = { rates: undefined, findCaller: undefined, answered: undefined };
  const handlers = Object.fromEntries(routeEntries.map(([name]) => [name, () => ({})]));
  const app = { route: () => undefined };
  const register = (given: object) =>
    registerCatalogue(
      { app, publicReads: app, uploads: app } as never,
      given as unknown as Handlers,
      services as never,
    );
  register(handlers);
  const { config: _config, ...missing } = handlers;
  expect(() => register(missing)).toThrow('route config of the contract has no handler');
  expect(() => register({ ...handlers, backdoor: () => ({}) })).toThrow(
    'handlers without a contract route: backdoor',
  );
});

test('every address the server answers at is declared, or a file of the app', () => {
  const declared = new Set([
    ...routeEntries.map(([, { path }]) => `/api/${path}`),
    ...['openapi.json', 'docs', 'docs/', 'docs/start.js'].map((path) => `/api/${path}`),
    ...['swagger-ui.css', 'swagger-ui-bundle.js'].map((file) => `/api/docs/${file}`),
    ...server.binance.endpoints.map(({ path }) => `/binance/${path}`),
    ...['config', 'time', 'symbols', 'search', 'history'].map((path) => `/udf/${path}`),
    ...['/brand.css', '/icon.svg', '/console/brand.css', '/console/icon.svg'],
    ...['/health/live', '/health/ready', '/metrics', '/', '/console', '/console/', '*'],
    // Of mails, for their readers' programs (RFC 8058).
    '/mail/unsubscribe',
  ]);
  const [web, console] = ['web', 'console'].map((app) =>
    path.resolve(import.meta.dirname, `../../../../../${app}/dist`),
  );
  const fileOf = (address: string): string =>
    address.startsWith('/console/')
      ? path.join(console ?? '', address.slice('/console'.length))
      : path.join(web ?? '', address);
  // Launchers' icons and the manifest's pictures.
  const isOfBrand = (address: string): boolean => existsSync(path.join(BUILT_IN_BRAND, address));
  for (const address of addresses(server.app.printRoutes({ commonPrefix: false })))
    if (!declared.has(address) && !isOfBrand(address))
      expect(existsSync(fileOf(address)), address).toBe(true);
});

/** Whole paths out of the router's drawing of its tree. */
function addresses(tree: string): string[] {
  const parts: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const drawn = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (drawn === null) return [];
    const [, indent = '', part = '', methods] = drawn;
    const depth = indent.length / 4;
    parts.splice(depth, parts.length, part);
    return methods === undefined ? [] : [parts.join('')];
  });
}
