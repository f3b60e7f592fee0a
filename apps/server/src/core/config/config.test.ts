/** One row per setting and wrong value, example secrets too (O5): the start is refused with one line that names it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_IN_BRAND, readBrand } from '../brand/brand.ts';
import { loadConfig } from './config.ts';
import { readEnvironment, withSecretFiles } from './environment.ts';
import { ignoredNames, refuseMistyped } from './names.ts';
import { ConfigError } from './values.ts';

let folder: string;
let csv: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-config-'));
  csv = path.join(folder, 'prices.csv');
  writeFileSync(csv, 'time,open,high,low,close,volume\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH';
const TRAVEL_RULE = {
  TRAVEL_RULE_URL: 'https://travel.example/',
  TRAVEL_RULE_SECRET: SECRET,
  TRAVEL_RULE_NAME: 'Example Ltd',
  TRAVEL_RULE_COUNTRY: 'IE',
  TRAVEL_RULE_ADDRESS: '1 Quay Street',
  TRAVEL_RULE_TOWN: 'Dublin',
};
const { TRAVEL_RULE_TOWN: _town, ...WITHOUT_TOWN } = TRAVEL_RULE;
const REAL = { FEED: 'live:kraken', SECRET_KEY: SECRET };
/** Ethereum, watched; the key is the first test vector of BIP 32. */
const IDENTITY = {
  IDENTITY_URL: 'https://id.example/',
  IDENTITY_SECRET: SECRET,
  IDENTITY_NAME: 'Examiner',
};
const EVM = {
  XPUB_EVM:
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
  RPC_EVM: 'https://node.example',
  CONFIRMATIONS_EVM: '32',
};
/** The sender's key of RFC 8291, section 5. */
const VAPID_KEYS = {
  publicKey:
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
};
const VAPID = {
  VAPID_PUBLIC_KEY: VAPID_KEYS.publicKey,
  VAPID_PRIVATE_KEY: VAPID_KEYS.privateKey,
};
const TRON_WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test('Q1: the notice of worse terms is a day at least outside demo', () => {
  expect(loadConfig({}).termsNoticeHours).toBe(0);
  expect(loadConfig({ TERMS_NOTICE_HOURS: '48' }).termsNoticeHours).toBe(48);
  const real = {
    DEMO: 'false',
    FEED: 'live:kraken,coinbase',
    SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
  };
  expect(loadConfig(real).termsNoticeHours).toBe(24);
  for (const hours of ['0', '23'])
    expect(() => loadConfig({ ...real, TERMS_NOTICE_HOURS: hours })).toThrow(/TERMS_NOTICE_HOURS/);
});

describe('without settings', () => {
  test('it is a demo with simulated prices on this machine', () => {
    expect(loadConfig({})).toEqual({
      brand: readBrand(BUILT_IN_BRAND),
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:8080',
      dataDir: path.resolve('./data'),
      disk: { limits: { openingsBytes: 2_000_000_000, endingsBytes: 500_000_000 } },
      uploadsDir: path.resolve('./data/uploads'),
      role: 'all',
      isDemo: true,
      isSandbox: false,
      hasBots: true,
      feed: { kind: 'simulated' },
      operator: { name: 'owner' },
      chains: { chains: [], ownAddresses: [], hotAddresses: [] },
      passkeys: { rpId: 'localhost', origins: ['http://localhost:8080'] },
      push: {
        hosts: [
          'fcm.googleapis.com',
          '*.push.services.mozilla.com',
          'web.push.apple.com',
          '*.notify.windows.com',
        ],
        subject: 'mailto:nobody@fairlead.invalid',
      },
      webhooks: { allowsHttp: true, privateHosts: [] },
      coolingOffHours: 24,
      recovery: { delayHours: 48, holdHours: 168 },
      reviewHours: 12,
      approvals: { dayFromUsdt: 20_000, weekFromUsdt: 10_000, claimHoldingHours: 0 },
      termsNoticeHours: 0,
      liabilitiesHours: 24,
      heads: { calendars: [], everyMinutes: 60 },
      options: { isSold: true, deniedCountries: [] },
      logLevel: 'info',
      rateLimitFactor: 1,
    });
  });

  test('an empty setting is one that is not set', () => {
    expect(loadConfig({ PORT: '', FEED: ' ', DEMO: '' })).toEqual(loadConfig({}));
  });
});

describe('a right value', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535', HOST: '::1' }, { publicUrl: 'http://[::1]:65535' }],
    [{ HOST: '0.0.0.0' }, { publicUrl: 'http://localhost:8080' }],
    [{ PUBLIC_URL: 'https://fair.example/' }, { publicUrl: 'https://fair.example' }],
    [{ DATABASE_URL: 'postgres://a@b/c' }, { databaseUrl: 'postgres://a@b/c' }],
    [
      { DATABASE_URL: 'postgres://a@b/c', DATABASE_READ_URL: 'postgres://a@b,d:1/c' },
      { databaseUrl: 'postgres://a@b/c', databaseReadUrl: 'postgres://a@b,d:1/c' },
    ],
    [{ FEED_SEED: '7', FEED_SEED_PREDICTABLE: 'true' }, { feed: { kind: 'simulated', seed: 7 } }],
    [
      { DEMO: 'true', FEED: 'live:kraken' },
      { isDemo: true, hasBots: true },
    ],
    [{ BOTS: 'false' }, { hasBots: false }],
    [REAL, { isDemo: false, hasBots: false, secretKey: SECRET }],
    [
      { SECRET_KEY: SECRET, SECRET_KEYS_PREVIOUS: `${SECRET}1,${SECRET}2` },
      { secretKey: SECRET, previousSecretKeys: [`${SECRET}1`, `${SECRET}2`] },
    ],
    [
      { FEED: 'live:kraken,okx,kraken', FEED_URLS: 'kraken=http://127.0.0.1:1', DEMO: '1' },
      {
        feed: {
          kind: 'live',
          venues: ['kraken', 'okx'],
          urls: new Map([['kraken', 'http://127.0.0.1:1']]),
        },
      },
    ],
    [
      { ...REAL, SMTP_URL: 'smtps://a:b@mail.example', MAIL_FROM: 'Fair <a@b.example>' },
      { mail: { smtpUrl: 'smtps://a:b@mail.example', from: 'Fair <a@b.example>' } },
    ],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: ['loopback', '10.0.0.0/8'] }],
    [{ TRUST_PROXY: 'false' }, {}],
    [
      { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' },
      { trustProxy: 1, countryHeader: 'cf-ipcountry' },
    ],
    [{ COMPANY_NAME: 'Harbour Ltd' }, { companyName: 'Harbour Ltd' }],
    [{ LOG_LEVEL: 'warn' }, { logLevel: 'warn' }],
    [{ PUBLIC_URL: 'https://fair.example' }, { push: { subject: 'https://fair.example' } }],
    [
      { PUSH_HOSTS: '127.0.0.1, *.Push.example', VAPID_SUBJECT: 'mailto:a@b.example' },
      { push: { hosts: ['127.0.0.1', '*.push.example'], subject: 'mailto:a@b.example' } },
    ],
    [VAPID, { push: { keys: VAPID_KEYS } }],
    [
      { PUBLIC_URL: 'https://fair.example' },
      { passkeys: { rpId: 'fair.example', origins: ['https://fair.example'] } },
    ],
    [
      {
        PUBLIC_URL: 'https://app.fair.example',
        PASSKEY_RP_ID: 'fair.example',
        PASSKEY_ORIGINS: 'https://app.fair.example, https://fair.example',
      },
      {
        passkeys: {
          rpId: 'fair.example',
          origins: ['https://app.fair.example', 'https://fair.example'],
        },
      },
    ],
    [{ RATE_LIMIT_FACTOR: '50' }, { rateLimitFactor: 50 }],
    [{}, { coolingOffHours: 24 }],
    [{ COOLING_OFF_HOURS: '0' }, { coolingOffHours: 0 }],
    [{ REVIEW_HOURS: '48' }, { reviewHours: 48 }],
    [
      { RECOVERY_DELAY_HOURS: '0', RECOVERY_HOLD_HOURS: '1' },
      { recovery: { delayHours: 0, holdHours: 1 } },
    ],
    [
      { ...REAL },
      { approvals: { dayFromUsdt: 20_000, weekFromUsdt: 10_000, claimHoldingHours: 168 } },
    ],
    [
      {
        HEADS_CALENDARS: 'https://a.example/, http://127.0.0.1:9000',
        HEADS_POST_URL: 'https://b.example/x?y=1',
        HEADS_POST_SECRET: 'a lantern on the quay',
        HEADS_GIT_REMOTE: 'git@c.example:heads.git',
        HEADS_GIT_BRANCH: 'fairlead/heads',
        HEADS_MINUTES: '5',
      },
      {
        heads: {
          calendars: ['https://a.example', 'http://127.0.0.1:9000'],
          https: { url: 'https://b.example/x?y=1', secret: 'a lantern on the quay' },
          git: { remote: 'git@c.example:heads.git', branch: 'fairlead/heads' },
          everyMinutes: 5,
        },
      },
    ],
    [{ OPTIONS: 'off' }, { options: { isSold: false, deniedCountries: [] } }],
    [
      { OPTIONS: 'on', OPTIONS_COUNTRIES: 'us, GB,us' },
      { options: { isSold: true, deniedCountries: ['GB', 'US'] } },
    ],
  ])('%j', (environment, expected) => {
    expect(loadConfig(environment as Record<string, string>)).toMatchObject(expected);
  });

  test.each([
    'http://192.0.2.7:8080',
    'https://192.0.2.7',
    'http://fair.example',
    'https://[2001:db8::1]',
  ])('at %s there are no passkeys', (url) => {
    expect(loadConfig({ PUBLIC_URL: url }).passkeys).toBeUndefined();
  });

  test('a replay names its files, its start and its speed', () => {
    const environment = {
      FEED: `replay:BTC/USDT=${csv},ETH/USDT=${csv}`,
      FEED_START: '2020-03-12T00:00:00Z',
      FEED_SPEED: '60',
    };
    expect(loadConfig(environment).feed).toEqual({
      kind: 'replay',
      files: [
        { symbol: 'BTC/USDT', file: csv },
        { symbol: 'ETH/USDT', file: csv },
      ],
      startMs: Date.UTC(2020, 2, 12),
      speed: 60,
    });
    expect(loadConfig({ FEED: `replay:${csv}` }).feed).toMatchObject({
      files: [{ symbol: 'BTC/USDT', file: csv }],
      speed: 1,
    });
  });
});

test('D21: a signer beside a watched Ethereum starts with its wallet named', () => {
  const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const { chains } = loadConfig({
    ...REAL,
    ...EVM,
    SIGNER_TOKEN: SECRET,
    OWN_ADDRESSES: `${TRON_WALLET}, ${wallet}`,
  });
  expect(chains).toMatchObject({ signerToken: SECRET, ownAddresses: [TRON_WALLET, wallet] });
});

test('hot wallets are named among the own ones; without that all own ones are taken for hot', () => {
  const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const both = { OWN_ADDRESSES: `${TRON_WALLET}, ${wallet}` };
  expect(loadConfig({ ...REAL, ...both }).chains.hotAddresses).toEqual([TRON_WALLET, wallet]);
  // However it is written.
  const named = { ...both, HOT_ADDRESSES: wallet.toLowerCase() };
  expect(loadConfig({ ...REAL, ...named }).chains.hotAddresses).toEqual([wallet]);
});

test('the Safe is an own wallet and never a hot one, wherever it is named', () => {
  const safe = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const given = { ...REAL, ...EVM, COLD_EVM: safe, OWN_ADDRESSES: `${TRON_WALLET}, ${safe}` };
  for (const named of [given, { ...given, HOT_ADDRESSES: `${TRON_WALLET}, ${safe}` }]) {
    const { chains } = loadConfig(named);
    expect(chains.hotAddresses).toEqual([TRON_WALLET]);
    expect(chains.ownAddresses).toEqual([TRON_WALLET, safe]);
  }
});

describe('a wrong value stops the start with one line', () => {
  const rows: [string, Record<string, string>][] = [
    ['PASSKEY_RP_ID', { PASSKEY_RP_ID: 'https://fair.example' }],
    ['PASSKEY_RP_ID', { PASSKEY_RP_ID: '192.0.2.7' }],
    ['PASSKEY_ORIGINS', { PASSKEY_RP_ID: 'fair.example' }],
    ['PASSKEY_ORIGINS', { PUBLIC_URL: 'https://fair.example', PASSKEY_RP_ID: 'air.example' }],
    ['PASSKEY_ORIGINS', { PASSKEY_ORIGINS: 'localhost' }],
    ['PASSKEY_ORIGINS', { PASSKEY_ORIGINS: 'https://localhost/app' }],
    ['PASSKEY_ORIGINS', { PASSKEY_RP_ID: 'fair.example', PASSKEY_ORIGINS: 'http://fair.example' }],
    ['VAPID_PRIVATE_KEY', { VAPID_PUBLIC_KEY: VAPID_KEYS.publicKey }],
    ['VAPID_PUBLIC_KEY', { VAPID_PRIVATE_KEY: VAPID_KEYS.privateKey }],
    ['VAPID_PRIVATE_KEY', { ...VAPID, VAPID_PRIVATE_KEY: SECRET }],
    ['VAPID_PRIVATE_KEY', { ...VAPID, VAPID_PUBLIC_KEY: 'B'.repeat(87) }],
    ['VAPID_SUBJECT', { VAPID_SUBJECT: 'somebody' }],
    ['PUSH_HOSTS', { PUSH_HOSTS: 'https://push.example' }],
    ['PUSH_HOSTS', { PUSH_HOSTS: '*' }],
    ['WEBHOOK_PRIVATE_HOSTS', { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }],
    ['WEBHOOK_PRIVATE_HOSTS', { ...REAL, WEBHOOK_PRIVATE_HOSTS: '10.0.0.1:80' }],
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '80.5' }],
    ['HOST', { HOST: 'not a host' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'fair.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://fair.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://fair.example/app' }],
    ['PUBLIC_URL', { ...REAL, PUBLIC_URL: 'http://fair.example' }],
    ['PUBLIC_URL', { ...REAL, HOST: '0.0.0.0' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://a/b' }],
    ['DATABASE_URL', { DATABASE_URL: 'localhost' }],
    ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgres://a@b/c' }],
    [
      'DATABASE_READ_URL',
      {
        DATABASE_URL: 'postgres://a@b/c',
        DATABASE_READ_URL: 'postgres://a@b/c?target_session_attrs=read-write',
      },
    ],
    [
      'DATABASE_READ_URL',
      {
        FEED: 'live:kraken',
        SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
        DATABASE_URL: 'postgres://a@127.0.0.1/c',
        DATABASE_READ_URL: 'postgres://a@127.0.0.1,b/c?target_session_attrs=standby',
      },
    ],
    ['ROLE', { ROLE: 'boss' }],
    ['DATABASE_URL', { ROLE: 'gateway', REDIS_URL: 'redis://127.0.0.1' }],
    ['DATABASE_URL', { ROLE: 'engine', REDIS_URL: 'redis://127.0.0.1' }],
    ['REDIS_URL', { ROLE: 'gateway', DATABASE_URL: 'postgres://a/b' }],
    ['REDIS_URL', { ROLE: 'engine', DATABASE_URL: 'postgres://a/b', REDIS_URL: 'http://a' }],
    [
      'BOTS',
      { ROLE: 'gateway', DATABASE_URL: 'postgres://a/b', REDIS_URL: 'redis://a', BOTS: 'true' },
    ],
    ['REDIS_URL', { REDIS_URL: 'redis://127.0.0.1' }],
    ['FEED', { FEED: 'random' }],
    ['FEED', { FEED: 'live' }],
    ['FEED', { FEED: 'live:' }],
    ['FEED', { FEED: 'live:Kraken!' }],
    ['FEED', { FEED: 'replay:' }],
    ['FEED', { FEED: 'replay:/no/such/file.csv' }],
    ['FEED', { FEED: 'replay:btc=/no/such/file.csv' }],
    ['FEED_SEED', { FEED_SEED: 'x', FEED_SEED_PREDICTABLE: 'true' }],
    ['FEED_SEED', { FEED_SEED: '7' }],
    ['FEED_SEED', { FEED: 'live:kraken', FEED_SEED: '7', FEED_SEED_PREDICTABLE: 'true' }],
    ['FEED_START', { FEED_START: '2020-01-01' }],
    ['FEED_SPEED', { FEED_SPEED: '2' }],
    ['FEED_URLS', { FEED_URLS: 'kraken=http://127.0.0.1' }],
    ['FEED_URLS', { FEED: 'live:kraken', DEMO: '1', FEED_URLS: 'kraken' }],
    ['FEED_URLS', { FEED: 'live:kraken', DEMO: '1', FEED_URLS: 'kraken=nowhere' }],
    ['DEMO', { DEMO: 'maybe' }],
    ['DEMO', { DEMO: 'false' }],
    ['BOTS', { ...REAL, BOTS: 'true' }],
    ['OPERATOR_NAME', { OPERATOR_NAME: 'the owner' }],
    ['OPERATOR_PASSWORD', { OPERATOR_PASSWORD: 'short' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }],
    ['SMS_WEBHOOK_URL', { SMS_WEBHOOK_URL: 'https://sms.example' }],
    ['MAIL_FROM', { ...REAL, SMTP_URL: 'smtp://mail.example' }],
    ['SMTP_URL', { ...REAL, MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL', { ...REAL, SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' }],
    ['MAIL_FROM', { ...REAL, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }],
    ['SECRET_KEY', { FEED: 'live:kraken' }],
    ['SECRET_KEY', { SECRET_KEY: 'short' }],
    ['SECRET_KEYS_PREVIOUS', { SECRET_KEYS_PREVIOUS: SECRET }],
    ['SECRET_KEYS_PREVIOUS', { SECRET_KEY: SECRET, SECRET_KEYS_PREVIOUS: `${SECRET}x,short` }],
    ['SECRET_KEY', { SECRET_KEY: 'changeme-changeme-changeme-changeme' }],
    ['SECRET_KEY', { SECRET_KEY: 'x'.repeat(40) }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['SIGNER_TOKEN', { SIGNER_TOKEN: 'short' }],
    ['SIGNER_TOKEN', { SIGNER_TOKEN: 'changeme-changeme-changeme-changeme' }],
    ['SWEEPER_TOKEN', { SWEEPER_TOKEN: 'short' }],
    ['SWEEPER_TOKEN', { SIGNER_TOKEN: SECRET, SWEEPER_TOKEN: SECRET }],
    ['OWN_ADDRESSES', { ...REAL, ...EVM, SIGNER_TOKEN: SECRET }],
    ['OWN_ADDRESSES', { ...REAL, ...EVM, SWEEPER_TOKEN: SECRET }],
    ['OWN_ADDRESSES', { ...REAL, ...EVM, SIGNER_TOKEN: SECRET, OWN_ADDRESSES: TRON_WALLET }],
    ['HOT_ADDRESSES', { HOT_ADDRESSES: TRON_WALLET }],
    ['HOT_ADDRESSES', { OWN_ADDRESSES: TRON_WALLET, HOT_ADDRESSES: 'nobody' }],
    ['TRAVEL_RULE_URL', { TRAVEL_RULE_NAME: 'Example Ltd' }],
    ['TRAVEL_RULE_SECRET', { TRAVEL_RULE_URL: 'https://travel.example/' }],
    ['TRAVEL_RULE_URL', { ...TRAVEL_RULE, TRAVEL_RULE_URL: 'http://travel.example/' }],
    ['TRAVEL_RULE_TOWN', WITHOUT_TOWN],
    ['TRAVEL_RULE_COUNTRY', { ...TRAVEL_RULE, TRAVEL_RULE_COUNTRY: 'EU' }],
    ['TRAVEL_RULE_LEI', { ...TRAVEL_RULE, TRAVEL_RULE_LEI: '123' }],
    ['TRAVEL_RULE_THRESHOLD', { ...TRAVEL_RULE, TRAVEL_RULE_THRESHOLD: '-1' }],
    ['SCREENING_SECRET', { SCREENING_URL: 'https://screen.example/' }],
    ['SCREENING_SECRET', { SCREENING_URL: 'https://screen.example/', SCREENING_SECRET: 'short' }],
    ['SCREENING_URL', { SCREENING_SECRET: SECRET }],
    ['SCREENING_URL', { SCREENING_URL: 'http://screen.example/', SCREENING_SECRET: SECRET }],
    ['IDENTITY_SECRET', { IDENTITY_URL: 'https://id.example/', IDENTITY_NAME: 'Examiner' }],
    ['IDENTITY_URL', { IDENTITY_SECRET: SECRET, IDENTITY_NAME: 'Examiner' }],
    ['IDENTITY_URL', { IDENTITY_NAME: 'Examiner' }],
    ['IDENTITY_URL', { ...IDENTITY, IDENTITY_URL: 'http://id.example/' }],
    ['IDENTITY_NAME', { ...IDENTITY, IDENTITY_NAME: '' }],
    ['IDENTITY_NAME', { ...IDENTITY, IDENTITY_NAME: 'x'.repeat(61) }],
    ['COUNTRY_HEADER', { COUNTRY_HEADER: 'cf-ipcountry' }],
    ['COUNTRY_HEADER', { TRUST_PROXY: '1', COUNTRY_HEADER: 'cf ipcountry' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'proxy.example' }],
    ['CUSTOMER_URL', { CUSTOMER_URL: 'javascript:alert(1)' }],
    ['COMPANY_NAME', { COMPANY_NAME: 'x'.repeat(201) }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['RATE_LIMIT_FACTOR', { RATE_LIMIT_FACTOR: '0' }],
    ['RATE_LIMIT_FACTOR', { ...REAL, RATE_LIMIT_FACTOR: '2' }],
    ['HEADS_CALENDARS', { HEADS_CALENDARS: 'http://a.example' }],
    ['HEADS_CALENDARS', { HEADS_CALENDARS: 'https://a.example,' }],
    ['HEADS_CALENDARS', { HEADS_CALENDARS: Array(11).fill('https://a.example').join(',') }],
    ['HEADS_POST_URL', { HEADS_POST_URL: 'http://b.example' }],
    ['HEADS_POST_SECRET', { HEADS_POST_SECRET: 'a lantern on the quay' }],
    ['HEADS_POST_SECRET', { HEADS_POST_URL: 'https://b.example', HEADS_POST_SECRET: 'short' }],
    ['HEADS_GIT_REMOTE', { HEADS_GIT_REMOTE: '--upload-pack=touch /tmp/x' }],
    ['HEADS_GIT_REMOTE', { HEADS_GIT_REMOTE: 'ext::sh -c date' }],
    ['HEADS_GIT_BRANCH', { HEADS_GIT_BRANCH: '--force' }],
    ['HEADS_MINUTES', { HEADS_MINUTES: '0' }],
    ['OPTIONS', { OPTIONS: 'false' }],
    ['OPTIONS_COUNTRIES', { OPTIONS_COUNTRIES: 'GB,' }],
    ['OPTIONS_COUNTRIES', { OPTIONS_COUNTRIES: 'GBR' }],
    ['OPTIONS_COUNTRIES', { OPTIONS_COUNTRIES: 'UK' }],
    ['OPTIONS_COUNTRIES', { OPTIONS_COUNTRIES: 'EU' }],
    ['OPTIONS_COUNTRIES', { OPTIONS_COUNTRIES: 'QQ' }],
    ['CLAIM_HOLDING_HOURS', { ...REAL, CLAIM_HOLDING_HOURS: '23' }],
    ['TWO_APPROVALS_DAY_USDT', { TWO_APPROVALS_DAY_USDT: '0' }],
    ['COOLING_OFF_HOURS', { COOLING_OFF_HOURS: '-1' }],
    ['RECOVERY_DELAY_HOURS', { ...REAL, RECOVERY_DELAY_HOURS: '23' }],
    ['RECOVERY_HOLD_HOURS', { ...REAL, RECOVERY_HOLD_HOURS: '0' }],
    ['REVIEW_HOURS', { REVIEW_HOURS: '0' }],
    ['COOLING_OFF_HOURS', { ...REAL, COOLING_OFF_HOURS: '0' }],
  ];
  test.each(rows)('%s of %j', (name, environment) => {
    const attempt = () => loadConfig(environment);
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(new RegExp(`^${name}: [^\n]+$`));
  });

  const URLS = { FEED_URLS: 'kraken=https://127.0.0.1' };
  test.each([
    ['FEED_URLS', { ...REAL, ...URLS }],
    ['FEED_URLS', { SANDBOX: 'true', FEED: 'live:kraken', ...URLS }],
    ['NODE_EXTRA_CA_CERTS', { ...REAL, NODE_EXTRA_CA_CERTS: '/etc/ours.pem' }],
    ['SSL_CERT_FILE', { ...REAL, SSL_CERT_FILE: '/etc/ours.pem' }],
    ['NODE_TLS_REJECT_UNAUTHORIZED', { ...REAL, NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['NODE_OPTIONS', { ...REAL, NODE_OPTIONS: '--max-old-space-size=900 --require ./other.cjs' }],
    ['NODE_USE_SYSTEM_CA', { ...REAL, NODE_USE_SYSTEM_CA: '1' }],
    ['SSL_CERT_DIR', { ...REAL, SSL_CERT_DIR: '/etc/ours' }],
    ['OPENSSL_CONF', { ...REAL, OPENSSL_CONF: '/etc/ours.cnf' }],
    ['OPENSSL_MODULES', { ...REAL, OPENSSL_MODULES: '/etc/ours' }],
    ['NODE_PATH', { ...REAL, NODE_PATH: '/etc/ours' }],
  ])('Q5: %s of %j would put another host in a venue’s place', (name, environment) => {
    expect(() => loadConfig(environment)).toThrow(new RegExp(`^${name}: [^\n]+$`));
  });

  test.each([
    '--use-openssl-ca',
    '--use-system-ca',
    '"--use-system-ca"',
    '--use_system_ca',
    '--openssl-config=/etc/ours.cnf',
    '--openssl-shared-config',
    '--tls-keylog=/tmp/keys',
    '--env-file=.other',
    '--experimental-default-config-file',
    '--import=./other.mjs',
  ])('Q5: so would %s, in NODE_OPTIONS or on its own line', (option) => {
    expect(() => loadConfig({ ...REAL, NODE_OPTIONS: option })).toThrow(/^NODE_OPTIONS: /);
    expect(() => loadConfig(REAL, [option])).toThrow(/^node: /);
  });

  test('Q5: what leaves the venues as they are is taken', () => {
    const harmless = {
      NODE_OPTIONS: '--max-semi-space-size=8 --v8-pool-size=2 --enable-source-maps',
    };
    expect(loadConfig({ ...REAL, ...harmless }).isDemo).toBe(false);
    const bundled = { NODE_OPTIONS: '--use-bundled-ca', NODE_USE_SYSTEM_CA: '0' };
    expect(loadConfig({ ...REAL, ...bundled }, ['--max-old-space-size=900']).isDemo).toBe(false);
  });

  test('Q5: Node started with other authorities on its own line', () => {
    expect(() => loadConfig(REAL, ['--use-system-ca'])).toThrow(/^node: --use-system-ca [^\n]+$/);
    expect(loadConfig({}, ['--use-system-ca']).isDemo).toBe(true);
  });

  test('a secret that is too short, or that can be guessed, says how one is made', () => {
    expect(() => loadConfig({ SECRET_KEY: 'k3Jd9sLq0x' })).toThrow(
      /^SECRET_KEY: must be 32 or more random characters, and has 10: openssl rand -hex 32/,
    );
    expect(() => loadConfig({ SECRET_KEY: 'this-is-my-own-secret-key-for-the-exchange' })).toThrow(
      /^SECRET_KEY: looks as if it could be guessed; make a random one: openssl rand -hex 32$/,
    );
  });

  test('DATA_DIR that is a file', () => {
    expect(() => loadConfig({ DATA_DIR: csv })).toThrow(/^DATA_DIR: .* is not a folder$/);
  });

  test('FEED that names a symbol twice, and a start that is no time', () => {
    expect(() => loadConfig({ FEED: `replay:${csv},BTC/USDT=${csv}` })).toThrow(/twice/);
    const replay = { FEED: `replay:${csv}` };
    expect(() => loadConfig({ ...replay, FEED_START: 'noon' })).toThrow(/^FEED_START: /);
    expect(() => loadConfig({ ...replay, FEED_SPEED: '0' })).toThrow(/^FEED_SPEED: /);
    expect(() => loadConfig({ ...replay, FEED_SPEED: 'fast' })).toThrow(/^FEED_SPEED: /);
  });

  test('no line shows a secret', () => {
    const secrets = {
      SECRET_KEY: 'canary',
      OPERATOR_PASSWORD: 'canary',
      METRICS_TOKEN: 'canary',
      DATABASE_URL: 'mysql://canary@x',
      SMTP_URL: 'canary',
    };
    for (const [name, value] of Object.entries(secrets))
      expect(() => loadConfig({ [name]: value })).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('canary') }),
      );
  });
});

test('.env stands behind the environment', () => {
  writeFileSync(path.join(folder, '.env'), 'COMPANY_NAME="From the file"\nPATH=nowhere\n');
  const environment = readEnvironment(folder);
  expect(environment['COMPANY_NAME']).toBe('From the file');
  expect(environment['PATH']).not.toBe('nowhere');
});

describe('a name that is almost one of ours', () => {
  test.each([
    ['FEED_SPEDE', 'FEED_SPEED'],
    ['DATABSE_ULR', 'DATABASE_URL'],
    ['COOLNG_OFF_HOURS', 'COOLING_OFF_HOURS'],
    ['DATABSAE_URL', 'DATABASE_URL'],
    ['HEADS_CALENDAR', 'HEADS_CALENDARS'],
    ['TERMS_NOTICE_HOURSS', 'TERMS_NOTICE_HOURS'],
    ['SECRET_KEY_FIL', 'SECRET_KEY_FILE'],
  ])('%s stops the start: nobody would read it', (name, meant) => {
    expect(() => refuseMistyped({ [name]: '1' })).toThrow(
      new ConfigError(name, `is no setting; did you mean ${meant}?`),
    );
    expect(() => refuseMistyped({ [name]: '' })).not.toThrow();
    // A platform's own name for what is given as well.
    expect(() => refuseMistyped({ [name]: '1', [meant]: '2' })).not.toThrow();
  });

  test.each([
    [
      { FEED_SPEDE: '10', FEED_SPEED: '2' },
      {},
      'FEED_SPEDE: is no setting; the nearest is FEED_SPEED',
    ],
    [{ OPTIONS_STATE: 'off' }, {}, 'OPTIONS_STATE: is no setting; the nearest is OPTIONS'],
    [{ PROT: '81' }, { PROT: '81' }, 'PROT: is no setting; the nearest is PORT'],
  ])('%j, written as %j, is told of', (environment, written, line) => {
    expect(ignoredNames(environment as Record<string, string>, written)).toEqual([line]);
  });

  test('names of the machine, of the signer and settings are not', () => {
    const machine = { HOME: '/', HOSTNAME: 'x', PATH: '/bin', PROT: '1', DATABASE_POOL: '5' };
    const own = { SIGNER_KEY_FILE: '/key', PORT: '81', SMTP_URL_FILE: '/run/smtp' };
    expect(ignoredNames({ ...machine, ...own }, own)).toEqual([]);
  });

  test.each(['HOME', 'HOSTNAME', 'PATH', 'ROLES', 'npm_config_feed', 'XDG_DATA_DIRS', 'PORTS'])(
    "%s is the machine's own",
    (name) => expect(() => refuseMistyped({ [name]: '1' })).not.toThrow(),
  );
});

describe('a secret from a file', () => {
  const file = (name: string, value: string): string => {
    const written = path.join(folder, name);
    writeFileSync(written, value);
    return written;
  };

  test('is read without the line end that editors add', () => {
    const SECRET_KEY_FILE = file('key', `${'k3y-'.repeat(10)}\n`);
    expect(loadConfig(withSecretFiles({ SECRET_KEY_FILE })).secretKey).toBe('k3y-'.repeat(10));
  });

  test.each([
    ['SECRET_KEY_FILE', { SECRET_KEY_FILE: '/nowhere/key' }, /cannot be read: ENOENT$/],
    ['SMTP_URL_FILE', { SMTP_URL_FILE: '' }, undefined],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'x', METRICS_TOKEN_FILE: '/nowhere' }, /given twice/],
  ])('%s that is wrong is a line that says so', (name, environment, line) => {
    if (line === undefined) expect(withSecretFiles(environment)).toEqual(environment);
    else
      expect(() => withSecretFiles(environment)).toThrow(new RegExp(`^${name}: .*${line.source}`));
  });

  test('that is empty is refused', () => {
    expect(() => withSecretFiles({ SMTP_URL_FILE: file('empty', '\n') })).toThrow(
      /^SMTP_URL_FILE: .* is empty$/,
    );
  });
});
