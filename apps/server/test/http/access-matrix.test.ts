/**
 * Every route of the contract × every kind of caller (reliability.md G15; security.md V5). The table is the
 * contract's own declaration; the test is that the server does what it says, and nothing else gets through.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  OPERATOR_ROLES,
  type OperatorRole,
  type RouteName,
  routeEntries,
} from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerCatalogue } from '../../src/plugins/catalogue.ts';
import type { Handlers } from '../../src/routes/handler.ts';
import { Passwords } from '../../src/services/identity-passwords.ts';
import { insertOperator } from '../../src/store/operator-queries.ts';
import { startTestServer, type TestServer, type TestUser } from './fixture.ts';

let server: TestServer;
let user: TestUser;
const operators = new Map<OperatorRole, string>();

beforeAll(async () => {
  server = await startTestServer();
  user = await server.register();
  const passwords = new Passwords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
  const passwordHash = await passwords.hash('a long enough one');
  for (const role of OPERATOR_ROLES) {
    await insertOperator(server.context.database, {
      name: role === 'owner' ? 'second-owner' : role,
      role,
      passwordHash,
      createdAtMs: 0,
    });
    const name = role === 'owner' ? 'second-owner' : role;
    const login = await server.data('operatorLogin', { name, password: 'a long enough one' });
    operators.set(role, login.token);
  }
});
afterAll(() => server.stop());

/** Empty requests: whoever gets past the access check meets the schema or succeeds. */
const refusalOf = async (name: RouteName, token: string | undefined): Promise<string> => {
  const { status, error } = await server.call(name, {}, { token });
  if (status === 401 && error === 'not_logged_in') return 'not_logged_in';
  if (status === 403 && error === 'forbidden') return 'forbidden';
  return 'through';
};

// Ending a session would end it for the rows after it.
const names = routeEntries
  .map(([name]) => name)
  .filter((name) => name !== 'logout' && name !== 'operatorLogout');

describe.each(names)('%s', (name) => {
  const access = routeEntries.find(([each]) => each === name)?.[1].access;

  test('guest', async () => {
    expect(await refusalOf(name, undefined)).toBe(
      access?.who === 'public' ? 'through' : 'not_logged_in',
    );
  });

  test('a token that is none', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), "' OR 1=1 --", 'x'.repeat(500)])
      expect(await refusalOf(name, token)).toBe(
        access?.who === 'public' ? 'through' : 'not_logged_in',
      );
  });

  test('user', async () => {
    expect(await refusalOf(name, user.token)).toBe(
      access?.who === 'operator' ? 'not_logged_in' : 'through',
    );
  });

  test.each(OPERATOR_ROLES)('%s', async (role) => {
    const refusal = await refusalOf(name, operators.get(role));
    if (access?.who === 'public') expect(refusal).toBe('through');
    else if (access?.who === 'user') expect(refusal).toBe('not_logged_in');
    else {
      const isAllowed = role === 'owner' || access?.roles.includes(role);
      expect(refusal).toBe(isAllowed ? 'through' : 'forbidden');
    }
  });
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
});

test('a route without a handler, or a handler without a route, stops the start', () => {
  const services = { rates: undefined, findCaller: undefined, answered: undefined };
  const handlers = Object.fromEntries(routeEntries.map(([name]) => [name, () => ({})]));
  const app = { route: () => undefined };
  const register = (given: object) =>
    registerCatalogue(
      { app, publicReads: app } as never,
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
    ...['/health/live', '/health/ready', '/metrics', '/', '*'],
  ]);
  const folder = path.resolve(import.meta.dirname, '../../../web/dist');
  for (const address of addresses(server.app.printRoutes({ commonPrefix: false })))
    if (!declared.has(address)) expect(existsSync(path.join(folder, address)), address).toBe(true);
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
