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
