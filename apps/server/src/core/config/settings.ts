/**
 * Every setting, once: how it is read, what it means, what stands where it is not given. Parsing, `.env.example`, the tables of
 * docs/operating/configure.md and signer.md, secrets from files and the check of unknown names all follow from this.
 */
import { chainSettings as chains } from './chain-settings.ts';
import { engineSettings } from './engine-settings.ts';
import { providerSettings } from './providers.ts';
import { optional, preset, type Setting } from './setting.ts';
import { ssoSettings } from './sso-settings.ts';
import { travelRuleSettings } from './travel-rule.ts';
import {
  anyText,
  boolean,
  countries,
  databaseUrl,
  integer,
  list,
  matching,
  oneOf,
  pairs,
  secret,
  upTo,
  url,
} from './values.ts';

const WEB = ['http:', 'https:'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const ROLES = ['all', 'gateway', 'engine'] as const;
export type Role = (typeof ROLES)[number];
const KEY_CHARACTERS_MIN = 32;
const TOKEN_CHARACTERS_MIN = 16;
const USDT_MAX = 1_000_000;
const HOURS_OF_30_DAYS = 720;
const HOURS_OF_A_YEAR = 8_760;
const DISK_MB_MAX = 1_000_000;
const entries = list((entry) => entry);

const listening = {
  HOST: preset(anyText, {
    meaning: 'where the one HTTP server listens: the app at `/`, the API at `/api`',
    fallback: '127.0.0.1',
  }),
  PORT: preset(integer(0, 65_535), { meaning: 'its port; 0 takes any free one', fallback: '8080' }),
  PUBLIC_URL: optional(url(...WEB), {
    meaning:
      'the origin users see, without a path: links, and the only other origin that may read the API. `https://` outside demo mode, except on this machine',
    otherwise: 'from host and port',
  }),
  TRUST_PROXY: optional(anyText, {
    meaning:
      'the proxies in front whose `x-forwarded-for` is believed: how many there are (1 to 9), or their addresses and networks, comma-separated (`loopback`, `linklocal`, `uniquelocal`, `10.0.0.0/8`). Without it nobody is believed',
  }),
  COUNTRY_HEADER: optional(anyText, {
    meaning:
      'the header in which the trusted proxy names the country of the caller, such as `cf-ipcountry`: operators are shown a login from a new one. Needs `TRUST_PROXY`; the proxy must set the header itself and drop what callers send in it',
  }),
  DATA_DIR: preset(anyText, {
    meaning:
      'folder of the embedded database and of what the server writes, for its own user alone (0700; a start on one that others may enter is refused). One process at a time; not on a network file system',
    fallback: './data',
  }),
  DATABASE_VOLUME: optional(anyText, {
    meaning:
      "a folder on the volume of PostgreSQL's data, where this machine has it: its free space is watched like that of `DATA_DIR`",
    otherwise: 'only `DATA_DIR` is watched, and what PostgreSQL says of a full disk is heeded',
  }),
  DISK_OPENINGS_MB: preset(integer(0, DISK_MB_MAX), {
    meaning:
      'below so much free space, or 5 % of the volume if that is less, nothing opens; it goes on by itself a quarter above',
    fallback: '2000',
  }),
  DISK_ENDINGS_MB: preset(integer(0, DISK_MB_MAX), {
    meaning:
      'below so much free space, or 1.25 % of the volume if that is less, only cancels and closes are taken',
    fallback: '500',
  }),
  DATABASE_URL: optional(databaseUrl, {
    meaning:
      'a PostgreSQL server instead, `postgres://user@host:5432/name`. Outside demo mode one on another machine needs `?sslmode=verify-full`; a Unix socket is `postgres://user@localhost/name?host=/run/postgresql`. Several hosts, of which the primary is found: `postgres://user@a:5432,b:5432/name` ([processes.md](processes.md#a-database-on-several-hosts))',
    isSecret: true,
  }),
  DATABASE_READ_URL: optional(databaseUrl, {
    meaning:
      'every machine of the database at its own address, `postgres://user@a:5432,b:5432,c:5432/name`: lists and histories are read at the replicas among them, and go on while the primary is away ([processes.md](processes.md#reads-at-replicas)). Needs `DATABASE_URL`',
    otherwise: 'everything is read at the primary',
    isSecret: true,
  }),
  DATABASE_MIGRATE_URL: optional(databaseUrl, {
    meaning:
      'read by `npm run migrate`, `restore` and `move-to-postgres` only: the same database as its owner ([database roles](database-roles.md))',
    isSecret: true,
  }),
  ...engineSettings,
  UPLOADS_DIR: optional(anyText, {
    meaning:
      "folder of users' pictures, each sealed with a key of its own, for the server's user alone. Several processes share it",
    otherwise: '`uploads` in `DATA_DIR`',
  }),
  ROLE: preset(oneOf(...ROLES), {
    meaning:
      '`all` does everything in one process. `engine` and `gateway` are parts of several, see [processes.md](processes.md); they need `DATABASE_URL` and `REDIS_URL`',
    fallback: 'all',
  }),
  REDIS_URL: optional(url('redis:', 'rediss:'), {
    meaning:
      'what several processes speak through, `redis://:…@host:6379` or `rediss://…`; refused with `ROLE=all`',
    isSecret: true,
  }),
};

const mode = {
  DEMO: optional(boolean, {
    meaning:
      'test funds, the code inbox, bots, a banner on every page. Fixed at the first start: the data of one mode never runs in the other',
    otherwise: '`true` unless `FEED` is live',
  }),
  SANDBOX: preset(boolean, {
    meaning:
      '`true` for paper trading: a demo on real or recorded prices (`FEED` live or replay), without chains, labelled so on every page and in every answer to programs ([bots.md](bots.md)). A mode of its own, fixed at the first start like `DEMO`',
    fallback: 'false',
  }),
  BOTS: optional(boolean, {
    meaning: "whether the demo's maker and taker trade",
    otherwise: '`true` in demo',
  }),
  TWO_APPROVALS_DAY_USDT: preset(integer(1, USDT_MAX), {
    meaning:
      'from so many USDT on, passed by one operator alone within 24 hours, a claim or a withdrawal takes a second operator, whatever the threshold of its currency and network; claims and withdrawals are counted apart',
    fallback: '20000',
  }),
  TWO_APPROVALS_WEEK_USDT: preset(integer(1, USDT_MAX), {
    meaning: 'likewise of one user within 7 days',
    fallback: '10000',
  }),
  CLAIM_HOLDING_HOURS: optional(integer(0, HOURS_OF_A_YEAR), {
    meaning:
      "how long whoever passed a claim alone lets nobody's money out alone whom it may have reached; at least 24 outside demo, where 0 takes the bar away",
    otherwise: '168, demo 0',
  }),
  COOLING_OFF_HOURS: preset(integer(0, HOURS_OF_30_DAYS), {
    meaning:
      "how long a new withdrawal address or card waits for its first use, and withdrawals after a change of password, fund password or second factor, and an operator who was added, reset, let in again or given another role until they count as one of two; 0 in demo only. With 0 nobody confirms who comes in by an operator's link either, so a demo's sole owner can be two people",
    fallback: '24',
  }),
  RECOVERY_DELAY_HOURS: preset(integer(0, HOURS_OF_30_DAYS), {
    meaning:
      'how long the recovery of an account by two ways waits, while its owner is told and can stop it, until a new password can be set; at least 24 outside demo',
    fallback: '48',
  }),
  RECOVERY_HOLD_HOURS: preset(integer(0, HOURS_OF_30_DAYS), {
    meaning:
      'how long withdrawals rest after an account was recovered; at least 24 outside demo, and never shorter than `COOLING_OFF_HOURS`',
    fallback: '168',
  }),
  REVIEW_HOURS: preset(integer(1, HOURS_OF_30_DAYS), {
    meaning:
      'within how long people decide on a withdrawal: what its owner is told, and what the console counts down; it alarms when a sixth of it is left',
    fallback: '12',
  }),
  TERMS_NOTICE_HOURS: optional(integer(0, HOURS_OF_30_DAYS), {
    meaning:
      'how long a change of terms that is worse for users is announced before it begins ([honesty.md](../internals/honesty.md)); at least 24 outside demo; 0, in demo only, announces nothing',
    otherwise: '24, in demo 0',
  }),
  LIABILITIES_HOURS: preset(integer(0, HOURS_OF_30_DAYS), {
    meaning:
      'how often what is owed to users is published by itself ([liabilities](liabilities.md)), 0 to 720; 0: only when an operator has it taken',
    fallback: '24',
  }),
  HEADS_CALENDARS: optional(entries, {
    meaning:
      'OpenTimestamps calendars that stamp the head of the receipts, comma-separated: `https://a.pool.opentimestamps.org,https://b.pool.opentimestamps.org` (at most 10)',
  }),
  HEADS_POST_URL: optional(url(...WEB), {
    meaning:
      'an HTTPS address that each head is posted to as `{"exchange", "time", "count", "hash"}`; anything from 200 to 299 means taken. Everybody is told its origin only',
    isSecret: true,
  }),
  HEADS_POST_SECRET: optional(anyText, {
    meaning:
      'signs those posts: `X-Fairlead-Signature: sha256=` and the HMAC-SHA256 of the body as hex; 16 or more characters',
    isSecret: true,
  }),
  HEADS_GIT_REMOTE: optional(anyText, {
    meaning:
      "a git remote (`https://…`, `ssh://…`, `user@host:path`, a path) whose file `receipts.heads` gets a line for each head, by the system's `git` and its own credentials; never by force",
    isSecret: true,
  }),
  HEADS_GIT_BRANCH: preset(anyText, { meaning: 'the branch of it', fallback: 'main' }),
  HEADS_MINUTES: preset(integer(1, 1_440), {
    meaning: 'how often the newest head is published to these, if there is a new one: 1 to 1440',
    fallback: '60',
  }),
  OPTIONS: preset(oneOf('on', 'off'), {
    meaning:
      '`off` sells no rise/fall options: the app hides them and buying is refused with `options_closed`. Orders that are open are settled all the same',
    fallback: 'on',
  }),
  OPTIONS_COUNTRIES: optional(countries, {
    meaning:
      'whom options are not sold to, by verified country: ISO codes, comma-separated (`GB,US`). Retail sale of options is forbidden in some countries; which ones you may serve is for you to find out',
  }),
  RATE_LIMIT_FACTOR: preset(integer(1, 1_000_000), {
    meaning: "multiplies rate limits, code budgets and the faucet's limits; demo only",
    fallback: '1',
  }),
};

const prices = {
  FEED: preset(anyText, {
    meaning:
      '`simulated`; `replay:FILE` or `replay:BTC/USDT=FILE,ETH/USDT=FILE` (CSV of one-minute candles: time, open, high, low, close, volume; gzip too); `live:binance,kraken,…`',
    fallback: 'simulated',
  }),
  FEED_SEED: optional(integer(0, 2 ** 32 - 1), {
    meaning:
      'a fixed seed of the simulated walk, for tests; needs `FEED_SEED_PREDICTABLE=true`, since whoever knows it computes every price to come',
    otherwise: 'drawn at the first start, sealed',
  }),
  FEED_SEED_PREDICTABLE: optional(boolean, { meaning: '`true` admits `FEED_SEED`' }),
  FEED_START: optional(anyText, {
    meaning:
      'replay: the recorded time that is "now" at the first start, e.g. `2020-03-12T00:00:00Z`',
    otherwise: 'a third into the file',
  }),
  FEED_SPEED: optional(anyText, {
    meaning: 'replay: how many times faster than real time, 0.001 to 10000',
    otherwise: '1',
  }),
  FEED_URLS: optional(pairs, {
    meaning:
      "live: base URLs instead of the venues' own, `kraken=http://127.0.0.1:9001`; for tests. Refused outside demo and in a sandbox",
  }),
};

const people = {
  OPERATOR_NAME: preset(
    matching(/^[A-Za-z0-9._-]{1,60}$/, 'may have 1 to 60 letters, digits, dots, dashes'),
    {
      meaning: 'the first owner, made at the first start',
      fallback: 'owner',
    },
  ),
  OPERATOR_PASSWORD: optional(matching(/^[\s\S]{12,128}$/, 'must have 12 to 128 characters'), {
    meaning:
      'its password. Outside demo mode operators log in with a passkey, which the first login makes ([console.md](console.md)). A lost one: `npm run operator -- reset NAME`',
    otherwise: 'one is generated and printed once',
    isSecret: true,
  }),
  PASSKEY_RP_ID: optional(anyText, {
    meaning:
      'the domain that passkeys belong to: the host of `PUBLIC_URL` or a domain above it. With another one all are lost ([passkeys](configure.md#passkeys))',
    otherwise: 'the host of `PUBLIC_URL`; none where that is a number',
  }),
  PASSKEY_ORIGINS: optional(entries, {
    meaning: 'whose pages may ask for them, at that domain or below it, comma-separated',
    otherwise: 'that of `PUBLIC_URL`',
  }),
  ...ssoSettings,
  ...providerSettings,
  ...travelRuleSettings,
  SMTP_URL: optional(url('smtp:', 'smtps:'), {
    meaning: 'where codes by e-mail go, `smtps://user:…@host`; refused in demo mode',
    isSecret: true,
  }),
  MAIL_FROM: optional(anyText, {
    meaning: 'whom they come from; belongs to `SMTP_URL`',
    otherwise: "the brand's `mail_from`",
  }),
  SMS_WEBHOOK_URL: optional(url(...WEB), {
    meaning:
      'where codes by SMS go: a POST of `{"to","text"}` as JSON; any 2xx means taken. Refused in demo mode',
    isSecret: true,
  }),
  CUSTOMER_URL: optional(url(...WEB), {
    meaning:
      'where help answers, unless a manager sets another address ([console.md](console.md#the-chat))',
    otherwise: "the brand's `support_url`, or the app's chat page",
  }),
  BRAND: optional(anyText, {
    meaning:
      'folder of the name, colours, drawings and words that pages, mails, posters and exports wear ([brand.md](brand.md)). The same for all processes',
    otherwise: 'our own',
  }),
  COMPANY_NAME: optional(upTo(200), {
    meaning: 'who operates the exchange, shown in the app',
    otherwise: "the brand's `legal_name`",
  }),
  COMPANY_LICENCE: optional(upTo(200), { meaning: 'shown in the app' }),
  VAPID_PUBLIC_KEY: optional(anyText, {
    meaning:
      'with `VAPID_PRIVATE_KEY` the key pair by which push services know this server (RFC 8292): P-256, base64url. A new pair ends all subscriptions',
    otherwise: 'one is made at the first start and kept sealed in the database',
  }),
  VAPID_PRIVATE_KEY: optional(anyText, {
    meaning: 'its private half',
    otherwise: 'as above',
    isSecret: true,
  }),
  VAPID_SUBJECT: optional(anyText, {
    meaning: 'whom a push service may turn to, `mailto:…` or `https://…`',
    otherwise: '`PUBLIC_URL` where it is https',
  }),
  PUSH_HOSTS: optional(entries, {
    meaning:
      'push services that are spoken to, comma-separated; `*.` stands for what is below a name. The machine itself only where it is named',
    otherwise: 'those of Chrome, Firefox, Safari and Edge',
  }),
  WEBHOOK_PRIVATE_HOSTS: optional(entries, {
    meaning:
      "receivers of users' webhooks in private networks, `host:port`, comma-separated; all users can have requests sent there. Refused outside demo mode",
    otherwise: 'none: public networks only',
  }),
};

const secrets = {
  SECRET_KEY: optional(secret(KEY_CHARACTERS_MIN), {
    meaning:
      '32 or more random characters: keys the digests of codes and devices, encrypts at rest what is personal: pictures, verifications, second factors, bank cards, messages. Changing it makes open codes void and devices unknown; name the old one in `SECRET_KEYS_PREVIOUS`. Required outside demo mode; in demo one is made and kept with the data',
    isSecret: true,
  }),
  SECRET_KEYS_PREVIOUS: optional(entries, {
    meaning:
      'earlier values of `SECRET_KEY`, comma-separated, after it was changed: at the start everything they encrypted (keys of pictures, verifications, second factors, bank cards) is encrypted anew. Leave them there while recovery codes from before the change should work',
    isSecret: true,
  }),
  BACKUP_KEY: optional(secret(KEY_CHARACTERS_MIN), {
    meaning:
      "32 or more random characters, not those of `SECRET_KEY`: seals backups ([backup.md](backup.md)). Required for them outside demo mode; a demo's backup without it can be read by anybody",
    isSecret: true,
  }),
  LOG_LEVEL: preset(oneOf(...LOG_LEVELS), {
    meaning:
      '`fatal` `error` `warn` `info` `debug` `trace` `silent`; JSON lines on standard output, or in `server.log` of `DATA_DIR` where that is a terminal (that of the run before is `server.log.1`)',
    fallback: 'info',
  }),
  METRICS_TOKEN: optional(secret(TOKEN_CHARACTERS_MIN), {
    meaning:
      '16 or more random characters: `/metrics` for others than this machine, as `authorization: Bearer …`',
    isSecret: true,
  }),
};

/** By the place that tells of them. */
export const SECTIONS = { listening, mode, prices, people, chains, secrets } as const;
export const SETTINGS = {
  ...listening,
  ...mode,
  ...prices,
  ...people,
  ...chains,
  ...secrets,
} as const;
export type SettingName = keyof typeof SETTINGS;

/** All settings as they were given, each read by itself; what belongs together is checked by who uses it. */
export type Given = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer Value>
    ? Value
    : never;
};
