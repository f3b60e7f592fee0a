/** cases.md O7: who stands between the server and its database on another machine neither reads nor writes. */
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { checkDatabaseUrl } from './database.ts';
import { type DatabaseUrl, hostOf, nameOf, parseDatabaseUrl } from './database-url.ts';
import { ConfigError } from './values.ts';

function parsed(value: string): DatabaseUrl {
  const url = parseDatabaseUrl(value);
  if ('why' in url) throw new Error(url.why);
  return url;
}
const read = (value: string, isDemo = false) =>
  checkDatabaseUrl(parsed(value), { name: 'DATABASE_URL', isDemo });

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

describe('several hosts, as libpq takes them', () => {
  test.each([
    ['postgres://u:p@a:5432,b:5433,c/db', 'a:5432 b:5433 c:5432'],
    ['postgresql://u@a,b:1/db?sslmode=verify-full', 'a:5432 b:1'],
    [
      'postgres://u:p%2Cq@[::1]:5433,[2001:db8::1],10.0.0.7/db',
      '[::1]:5433 [2001:db8::1]:5432 10.0.0.7:5432',
    ],
    ['postgres://u:p@x@a,b/db', 'a:5432 b:5432'],
    ['postgres://u@a:7/db?host=b,c', 'b:7 c:7'],
    ['postgres://u@a/db?host=b,c,/run/postgresql&port=1,,3', 'b:1 c:5432 /run/postgresql:3'],
    ['postgres://u@a/db?host=b,c&port=6', 'b:6 c:6'],
    ['postgres://u@a/db?host=x&host=b,c', 'b:5432 c:5432'],
    ['postgres://u@a,b/db?target_session_attrs=read-write', 'a:5432 b:5432'],
    ['postgres://u@a/db', 'a:5432'],
  ])('%s: %s, to the client too', (value, names) => {
    const { hosts } = parsed(value);
    expect(hosts.map(nameOf).join(' ')).toBe(names);
    for (const host of hosts) {
      const client = new pg.Client({ connectionString: host.href });
      expect([client.host, client.database]).toEqual([hostOf(host), 'db']);
      expect(nameOf(host).endsWith(`:${client.port}`)).toBe(true);
      expect(host.searchParams.has('target_session_attrs')).toBe(false);
    }
  });

  test.each([
    ['postgres://u:canary@a:5432,/db', 'empty or wrong'],
    ['postgres://u:canary@,b/db', 'empty or wrong'],
    ['postgres://u:canary@a:99999,b/db', 'empty or wrong'],
    ['postgres://u:canary@a:x,b/db', 'empty or wrong'],
    ['postgres://u:canary@a,b/db?host=c', 'twice'],
    ['postgres://u:canary@a,b/db?port=1,2', 'twice'],
    ['postgres://u:canary@a/db?host=b,c&port=1,2,3', 'as many ports as hosts'],
    ['postgres://u:canary@a/db?port=1,2', 'as many ports as hosts'],
    ['postgres://u:canary@a/db?host=b,', 'is empty'],
    ['postgres://u:canary@a,b,c,d,e,f,g,h,i/db', 'more than 8'],
    ['postgres://u:canary@a,b/db?target_session_attrs=master', 'target_session_attrs must be one'],
    ['mysql://u:canary@a,b/db', 'begins with postgres://'],
    ['postgres://', 'begins with postgres://'],
    ['postgres://u:p@db.example/x?ssl%6Dode=verify-full&x=%zz', 'two hexadecimal digits'],
    ['postgres://u:p@db.example/x y?sslmode=verify-full', 'has a blank'],
  ])('%s is refused: %s', (value, why) => {
    const url = parseDatabaseUrl(value);
    expect(url).toMatchObject({ why: expect.stringContaining(why) });
    expect(JSON.stringify(url)).not.toContain('canary');
  });

  test.each([
    'postgres://u@127.0.0.1,db.example/x',
    'postgres://u@db.example:5432,localhost/x',
    'postgres://u@localhost/x?host=/run/postgresql,db.example',
    'postgres://u@localhost,db.example/x?sslmode=require',
  ])('O7: one of %s on another machine is enough to need its certificate checked', (value) => {
    expect(() => read(value)).toThrow(/^DATABASE_URL: .*\(db\.example:5432\).*sslmode=verify-full/);
    expect(read(value, true)).toBe(value);
    const proved = `${value.replace('?sslmode=require', '')}${value.includes('host=') ? '&' : '?'}sslmode=verify-full`;
    expect(read(proved)).toBe(proved);
    for (const host of parsed(proved).hosts)
      expect(new pg.Client({ connectionString: host.href }).ssl).toBeTruthy();
  });

  test.each(['any', 'standby', 'prefer-standby', 'read-only'])(
    'target_session_attrs=%s is refused: the exchange writes',
    (target) => {
      expect(() => read(`postgres://u@localhost/x?target_session_attrs=${target}`)).toThrow(
        /^DATABASE_URL: target_session_attrs=.*read-write or primary$/,
      );
    },
  );
});
