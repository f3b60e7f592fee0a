/** cases.md O7: who stands between the server and its database on another machine neither reads nor writes. */
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { checkDatabaseUrl } from './database.ts';
import { ConfigError } from './values.ts';

const read = (value: string, isDemo = false) =>
  checkDatabaseUrl(new URL(value), { name: 'DATABASE_URL', isDemo });

describe('outside demo (O7)', () => {
  test.each([
    'postgres://a@db.example/x',
    'postgres://a@10.0.0.7/x',
    'postgres://a@[2001:db8::1]/x',
    'postgres://a@db.example/x?sslmode=require',
    'postgres://a@db.example/x?sslmode=verify-ca',
    'postgres://a@db.example/x?sslmode=no-verify',
    'postgres://a@db.example/x?ssl=true',
    'postgres://a@db.example/x?sslmode=verify-full&sslmode=disable',
    'postgres://a@localhost/x?host=db.example',
    'postgres://a@localhost/x?host=127.0.0.1&host=db.example',
    'postgres://a@localhost.example/x',
    'postgres://a@127.example/x',
  ])('%s is refused, in one line', (value) => {
    expect(() => read(value)).toThrow(ConfigError);
    expect(() => read(value)).toThrow(/^DATABASE_URL: [^\n]+sslmode=verify-full[^\n]+$/);
    expect(read(value, true)).toBe(value);
  });

  test.each([
    ['postgres://a@127.0.0.1/x', '127.0.0.1'],
    ['postgres://a@127.8.8.8/x', '127.8.8.8'],
    ['postgres://a@localhost:5433/x', 'localhost'],
    ['postgres://a@[::1]/x', '::1'],
    ['postgres://a@localhost/x?host=/run/postgresql', '/run/postgresql'],
    ['postgres://a@%2Frun%2Fpostgresql/x', '/run/postgresql'],
  ])('%s is this machine, to the client too', (value, host) => {
    expect(read(value)).toBe(value);
    expect(new pg.Client({ connectionString: value }).host).toBe(host);
  });

  test('with sslmode=verify-full the client checks the certificate', () => {
    const value = 'postgres://a@db.example/x?ssl=0&sslmode=require&sslmode=verify-full';
    expect(read(value)).toBe(value);
    const { ssl } = new pg.Client({ connectionString: value });
    expect(ssl).toBeTruthy();
    expect(ssl).not.toMatchObject({ rejectUnauthorized: false });
  });
});

test('no line shows the password', () => {
  expect(() => read('postgres://a:canary@db.example/x')).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('canary') }),
  );
});
