import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

const secrets = new Secrets('a secret');

test('what was sealed opens again, and only unchanged and with the same secret', () => {
  const sealed = secrets.seal('482913');
  expect(secrets.open(sealed)).toBe('482913');
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('482913');
  expect(() => new Secrets('another').open(sealed)).toThrow();
  const changed = Uint8Array.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(() => secrets.open(changed)).toThrow();
});

test('a digest depends on purpose, parts and secret', () => {
  const digests = [
    secrets.digest('code', 'a', 'b'),
    secrets.digest('code', 'ab', ''),
    secrets.digest('device', 'a', 'b'),
    new Secrets('another').digest('code', 'a', 'b'),
  ].map((digest) => Buffer.from(digest).toString('hex'));
  expect(new Set(digests).size).toBe(4);
});

test('a previous secret opens what it sealed, and what is sealed now is sealed with the present one (O9)', () => {
  const rotated = new Secrets('another', ['a secret']);
  const sealed = secrets.seal('482913');
  expect(rotated.open(sealed)).toBe('482913');
  expect([rotated.isCurrent(sealed), secrets.isCurrent(sealed)]).toEqual([false, true]);
  expect(new Secrets('another').open(rotated.seal('x'))).toBe('x');
  expect(rotated.keyId).toBe(new Secrets('another').keyId);
  expect(rotated.keyId).not.toBe(secrets.keyId);
  const wanted = Buffer.from(secrets.digest('recovery code', '1')).toString('hex');
  const found = rotated
    .digests('recovery code', '1')
    .map((each) => Buffer.from(each).toString('hex'));
  expect(found[1]).toBe(wanted);
});

test('what is wrapped for one place opens at no other (U7)', () => {
  const wrapped = secrets.wrap(new Uint8Array(32), 'one');
  expect(secrets.unwrap(wrapped, 'one')).toHaveLength(32);
  expect(() => secrets.unwrap(wrapped, 'two')).toThrow();
});
