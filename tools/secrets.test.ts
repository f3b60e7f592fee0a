/**
 * cases.md O5: no secret in the tree or in what browsers are given. Method: shapes of credentials over every file that
 * git knows and every built one; what looks like one and is none stands below with its reason. Out of scope: a secret
 * without a shape of its own, which review has to see.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const FILE_BYTES_MAX = 4 * 1024 * 1024;

const SHAPES: readonly (readonly [name: string, shape: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['an extended private key', /\b[xtyzuv]prv[1-9A-HJ-NP-Za-km-z]{100,}\b/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_[A-Za-z0-9_]{50,}/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=/],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a key of Stripe', /\b[sr]k_live_[0-9A-Za-z]{20,}/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
  [
    'a password in a URL',
    /\b(?:postgres(?:ql)?|redis|smtps?|https?):\/\/[^\s:@/'"`$…]+:(?!canary)[^\s:@/'"`$…]{3,}@[\w.-]/,
  ],
  [
    'a private key of a chain',
    /(?:private|secret|signing)[_a-z]*['"]?\s*[:=]\s*['"`](?:0x)?[0-9a-f]{64}['"`]/i,
  ],
];

/** Where a shape stands for no secret, and why. */
const KNOWN: Readonly<Record<string, string>> = {
  'apps/server/src/receipts/test/head-publisher.test.ts: a password in a URL':
    'made up, to see that it is shown to nobody',
};

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));

const built = ['apps/web/dist', 'apps/console/dist'].flatMap((folder) =>
  existsSync(path.join(root, folder))
    ? readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      )
    : [],
);

function findings(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const whole = path.join(root, file);
    const { size } = statSync(whole);
    if (!statSync(whole).isFile() || size > FILE_BYTES_MAX) return [];
    const text = readFileSync(whole, 'utf8');
    return SHAPES.filter(([, shape]) => shape.test(text)).map(([name]) => `${file}: ${name}`);
  });
}

describe('O5: no secret', () => {
  test('in any file of the tree, but for what is known to be none', () => {
    expect(findings(tracked).sort()).toEqual(Object.keys(KNOWN).sort());
  });

  test('in what browsers are given, nor a map of its sources', () => {
    expect(findings(built)).toEqual([]);
    expect(built.filter((file) => file.endsWith('.map'))).toEqual([]);
  });

  test('a file of settings is not in the tree, and git would not take one', () => {
    expect(tracked.filter((file) => /(^|\/)\.env(\.|$)/.test(file))).toEqual(['.env.example']);
    // Every line of it is a comment.
    const lines = readFileSync(path.join(root, '.env.example'), 'utf8').split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
    expect(readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n')).toContain('.env');
  });

  test.each([
    `-----BEGIN EC ${'PRIVATE'} KEY-----`,
    `ghp_${'a'.repeat(36)}`,
    `AKIA${'A'.repeat(16)}`,
    `postgres://owner:${'hunter2'}@db.example/x`,
    `const privateKey = '0x${'ab'.repeat(32)}'`,
  ])('the scan finds %s', (secret) => {
    expect(SHAPES.some(([, shape]) => shape.test(secret))).toBe(true);
  });
});
