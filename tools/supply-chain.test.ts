/**
 * cases.md O10, G19: what others wrote and we run. Goal: nothing comes in unseen. Every version is exact, every direct
 * dependency and every package that would run code while it is installed is named here, and the bill of materials is
 * made of the lock file alone. A new dependency fails here until somebody has looked at it.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** Looked at: licence, who keeps it, what it brings along. */
const DIRECT = `
  @base-ui/react @binance/connector @binance/spot @biomejs/biome @electric-sql/pglite @fastify/compress @fastify/cors @fastify/multipart
  @fastify/static @foundry-rs/anvil @gnosis.pm/safe-contracts @noble/curves @noble/hashes @node-rs/argon2 @redis/client @safe-global/safe-contracts @scure/base
  @scure/bip32 @scure/btc-signer @simplewebauthn/browser @simplewebauthn/server @socket.io/redis-streams-adapter @swc/core @tailwindcss/vite @tanstack/react-query
  @testing-library/react @types/node @types/oidc-provider @types/pg @types/react @types/react-dom
  @types/web-push @types/ws @vitejs/plugin-react async axe-core binance bitcoinjs-lib canonicalize ccxt dependency-cruiser fast-check
  fastify icu-minify ibantools ivms101 jsdom klinecharts knip libphonenumber-js markdown-it node node-binance-api nodemailer oidc-provider opencc-js openid-client otpauth pg pino
  playwright-core prom-client rate-limiter-flexible react react-dom react-router recheck sharp
  socket.io socket.io-client solc standardwebhooks swagger-ui-dist tailwindcss temporal-polyfill typescript uqr use-intl viem vite vitest
  web-push ws yaml zod zustand`
  .trim()
  .split(/\s+/);

/** Whose scripts the set-up runs: it installs without any, and then these by name. */
const setup = readFileSync(path.join(root, 'tools/setup.mjs'), 'utf8');
const allowed = JSON.parse(
  /INSTALL_SCRIPTS = (\[[^\]]+\])/.exec(setup)?.[1]?.replaceAll("'", '"') ?? '[]',
) as readonly string[];

/** Would run code while they are installed, and may not. */
const KEPT_FROM_RUNNING: Readonly<Record<string, string>> = {
  '@scarf/scarf': 'counts installations',
  '@swc/core': 'looks whether its binary fits, which the first use shows too',
  bufferutil: 'compiles what it brings along compiled',
  ccxt: 'prints a message',
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
const manifests = [
  'package.json',
  'e2e/package.json',
  'bench/package.json',
  ...['packages', 'apps'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}/package.json`),
  ),
];
const dependencies = manifests.flatMap((file) => {
  const manifest = read(file) as Manifest;
  return (['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const)
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .map(([name, version]) => ({ file, name, version }));
});

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}
const locked = Object.entries(
  (read('package-lock.json') as { packages: Record<string, Locked> }).packages,
);
const foreign = locked.filter(([place, { link }]) => place.includes('node_modules/') && !link);
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 13);

describe('O10', () => {
  test('every version is exact', () => {
    const loose = dependencies.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });

  test('every direct dependency is on the list, and the list has no other', () => {
    const names = new Set(dependencies.map(({ name }) => name));
    expect([...names].filter((name) => !name.startsWith('@fairlead/')).sort()).toEqual(
      DIRECT.toSorted(),
    );
  });

  test('every installed package is locked by its content, and comes from the registry', () => {
    const open = foreign.filter(
      ([, { version, integrity, resolved }]) =>
        version === undefined ||
        !/^sha512-/.test(integrity ?? '') ||
        // Where it is named at all: which registry serves it is the machine's own setting.
        !/^(https:\/\/registry\.npmjs\.org\/|$)/.test(resolved ?? ''),
    );
    expect(open.map(([place]) => place)).toEqual([]);
  });

  test('what would run while it is installed is known, and only what must does', () => {
    const runs = foreign.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = runs.map(([place]) => nameOf(place)).sort();
    expect(names).toEqual([...allowed, ...Object.keys(KEPT_FROM_RUNNING)].sort());
    expect(setup).toMatch(/\['install',[^\]]*'--ignore-scripts'\]/);
  });

  test('the bill of materials names every package of the lock file', () => {
    const bill = JSON.parse(
      execFileSync('npm', ['run', '--silent', 'sbom'], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: process.env,
      }),
    ) as { bomFormat: string; components: readonly { purl?: string }[] };
    expect(bill.bomFormat).toBe('CycloneDX');
    const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl ?? '')));
    const wanted = foreign.map(([place, { version }]) => `pkg:npm/${nameOf(place)}@${version}`);
    expect(wanted.filter((name) => !listed.has(name))).toEqual([]);
  }, 60_000);
});
