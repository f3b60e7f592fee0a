/**
 * The only reader of the environment. Every setting is read and checked once, here; the first wrong one
 * stops the start with one line that says what and why. docs/operating/configure.md lists them.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { type ApprovalsConfig, readApprovals } from './config-approvals.ts';
import { readBackupKey } from './config-backup.ts';
import { type ChainsConfig, readChains } from './config-chains.ts';
import { readDatabaseUrl } from './config-database.ts';
import { type FeedConfig, readFeed, refuseOtherPrices } from './config-feed.ts';
import { type HeadsConfig, readHeads } from './config-heads.ts';
import { readMode, readTermsNotice, refuseInSandbox } from './config-mode.ts';
import { type Role, readProcesses } from './config-processes.ts';
import { type PushConfig, readPush } from './config-push.ts';
import { withSecretFiles } from './config-secrets.ts';
import {
  boolean,
  ConfigError,
  countries,
  type Environment,
  integer,
  isExample,
  oneOf,
  text,
  url,
} from './config-values.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type { FeedConfig } from './config-feed.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The origin that users see, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Where pictures lie; all processes see the same folder. */
  readonly uploadsDir: string;
  /** One process for everything, or a part of several (docs/operating/processes.md). */
  readonly role: Role;
  /** What several processes speak to one another through; with a role other than `all` only. */
  readonly redisUrl?: string;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl?: string;
  readonly isDemo: boolean;
  /** A demo on real or recorded prices, for paper trading. */
  readonly isSandbox: boolean;
  /** Whether the demo's maker and taker trade. */
  readonly hasBots: boolean;
  readonly feed: FeedConfig;
  readonly operator: { readonly name: string; readonly password?: string };
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  readonly smsWebhookUrl?: string;
  /** Keys the digests of codes and devices. Absent in demo unless set: one is made and kept in the database. */
  readonly secretKey?: string;
  /** Earlier secrets, by which what they encrypted still opens. */
  readonly previousSecretKeys?: readonly string[];
  /** Seals backups. */
  readonly backupKey?: string;
  /** Addresses or networks of the proxies in front, or how many there are; absent: none is believed. */
  readonly trustProxy?: readonly string[] | number;
  /** Deposit addresses, chain watchers and the signer. */
  readonly chains: ChainsConfig;
  /** Push messages to browsers. */
  readonly push: PushConfig;
  /** How long new addresses and cards wait for their first use, and withdrawals after a change of security. */
  readonly coolingOffHours: number;
  /** What one operator may pass alone. */
  readonly approvals: ApprovalsConfig;
  /** How long changes of terms that are worse for users are announced before they begin; 0: not at all. */
  readonly termsNoticeHours: number;
  /** Whether options are sold at all, and to whom not: ISO codes of verified countries. */
  readonly options: { readonly isSold: boolean; readonly deniedCountries: readonly string[] };
  /** How often what is owed to users is published by itself; 0: never. */
  readonly liabilitiesHours: number;
  /** Who else keeps the heads of the chain of receipts. */
  readonly heads: HeadsConfig;
  /** Lets others than the machine itself read /metrics. */
  readonly metricsToken?: string;
  readonly customerUrl?: string;
  readonly companyName?: string;
  readonly companyLicence?: string;
  readonly logLevel: LogLevel;
  /** Multiplies every rate limit; only in demo can it be other than 1. */
  readonly rateLimitFactor: number;
}

/** The process's environment over the `.env` file of the working folder, if there is one, with secrets from files. */
export function readEnvironment(folder = process.cwd()): Environment {
  const file = path.join(folder, '.env');
  return withSecretFiles(
    existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env,
  );
}

/**
 * Reads and checks all settings; throws ConfigError at the first that is wrong. `nodeArguments` are what Node itself was
 * started with.
 */
export function loadConfig(
  environment: Environment,
  nodeArguments: readonly string[] = [],
): Config {
  const host = text(environment, 'HOST') ?? '127.0.0.1';
  if (isIP(host) === 0 && !/^[A-Za-z0-9.-]{1,253}$/.test(host))
    throw new ConfigError('HOST', `"${host}" is neither an address nor a host name`);
  const port = integer(environment, { name: 'PORT', fallback: 8080, min: 0, max: 65_535 });
  const feed = readFeed(environment);
  const { isDemo, isSandbox } = readMode(environment, feed);
  if (!isDemo || isSandbox) refuseOtherPrices(environment, feed, nodeArguments);
  const databaseUrl = readDatabaseUrl(environment, { name: 'DATABASE_URL', isDemo });
  const publicUrl = readPublicUrl(environment, { host, port, isDemo });
  const dataDir = path.resolve(text(environment, 'DATA_DIR') ?? './data');
  const config: Config = {
    port,
    host,
    publicUrl,
    dataDir,
    uploadsDir: path.resolve(text(environment, 'UPLOADS_DIR') ?? path.join(dataDir, 'uploads')),
    ...readProcesses(environment, databaseUrl),
    isDemo,
    isSandbox,
    hasBots: readBots(environment, isDemo),
    feed,
    operator: readOperator(environment),
    chains: refuseInSandbox(readChains(environment, isDemo), isSandbox),
    push: readPush(environment, publicUrl),
    coolingOffHours: readCoolingOff(environment, isDemo),
    approvals: readApprovals(environment, isDemo),
    termsNoticeHours: readTermsNotice(environment, isDemo),
    liabilitiesHours: integer(environment, {
      name: 'LIABILITIES_HOURS',
      fallback: 24,
      min: 0,
      max: 720,
    }),
    heads: readHeads(environment),
    options: {
      isSold: (oneOf(environment, 'OPTIONS', ['on', 'off']) ?? 'on') === 'on',
      deniedCountries: countries(environment, 'OPTIONS_COUNTRIES'),
    },
    logLevel: oneOf(environment, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    rateLimitFactor: readRateLimitFactor(environment, isDemo),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...readChannels(environment, isDemo),
    ...readSecrets(environment, isDemo),
    ...readBackupKey(environment),
    ...readTrustProxy(environment),
    ...readTexts(environment),
  };
  checkDataDir(config);
  return config;
}

function readBots(environment: Environment, isDemo: boolean): boolean {
  const hasBots = boolean(environment, 'BOTS') ?? isDemo;
  if (hasBots && !isDemo) throw new ConfigError('BOTS', 'true is possible in demo mode only');
  return hasBots;
}

function readPublicUrl(
  environment: Environment,
  listen: { readonly host: string; readonly port: number; readonly isDemo: boolean },
): string {
  const { host, port, isDemo } = listen;
  const given = url(environment, 'PUBLIC_URL', ['http:', 'https:']);
  const isEverywhere = host === '0.0.0.0' || host === '::';
  if (given === undefined) {
    if (!isDemo && isEverywhere)
      throw new ConfigError('PUBLIC_URL', `must be set outside demo mode when HOST is ${host}`);
    const name = isEverywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
    return `http://${name}:${port}`;
  }
  if (given.pathname !== '/' || given.search !== '' || given.hash !== '' || given.username !== '')
    throw new ConfigError(
      'PUBLIC_URL',
      'must be an origin only, for example https://exchange.example',
    );
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(given.hostname);
  if (!isDemo && given.protocol !== 'https:' && !isLoopback)
    throw new ConfigError('PUBLIC_URL', 'must begin with https:// outside demo mode');
  return given.origin;
}

function readOperator(environment: Environment): Config['operator'] {
  const name = text(environment, 'OPERATOR_NAME') ?? 'owner';
  if (!/^[A-Za-z0-9._-]{1,60}$/.test(name))
    throw new ConfigError('OPERATOR_NAME', 'may have 1 to 60 letters, digits, dots, dashes');
  const password = text(environment, 'OPERATOR_PASSWORD');
  if (password === undefined) return { name };
  if (password.length < 12 || password.length > 128)
    throw new ConfigError('OPERATOR_PASSWORD', 'must have 12 to 128 characters');
  return { name, password };
}

function readChannels(
  environment: Environment,
  isDemo: boolean,
): Pick<Config, 'mail' | 'smsWebhookUrl'> {
  const smtpUrl = url(environment, 'SMTP_URL', ['smtp:', 'smtps:'])?.href;
  const from = text(environment, 'MAIL_FROM');
  const smsWebhookUrl = url(environment, 'SMS_WEBHOOK_URL', ['http:', 'https:'])?.href;
  if (isDemo) {
    const name = smtpUrl !== undefined ? 'SMTP_URL' : 'SMS_WEBHOOK_URL';
    if (smtpUrl !== undefined || smsWebhookUrl !== undefined)
      throw new ConfigError(name, 'is refused in demo mode, where codes go to the inbox only');
  }
  if ((smtpUrl === undefined) !== (from === undefined))
    throw new ConfigError(
      from === undefined ? 'MAIL_FROM' : 'SMTP_URL',
      'SMTP_URL and MAIL_FROM belong together',
    );
  if (from !== undefined && !/^[^\r\n@]*[^\s@<>]@[^\s@<>]+>?$/.test(from))
    throw new ConfigError('MAIL_FROM', `"${from}" is not an e-mail address`);
  return {
    ...(smtpUrl === undefined || from === undefined ? {} : { mail: { smtpUrl, from } }),
    ...(smsWebhookUrl === undefined ? {} : { smsWebhookUrl }),
  };
}

function readSecrets(
  environment: Environment,
  isDemo: boolean,
): Pick<Config, 'secretKey' | 'previousSecretKeys' | 'metricsToken'> {
  const secretKey = text(environment, 'SECRET_KEY');
  if (secretKey === undefined && !isDemo)
    throw new ConfigError(
      'SECRET_KEY',
      'must be set outside demo mode: 32 or more random characters',
    );
  if (secretKey !== undefined && (secretKey.length < 32 || isExample(secretKey)))
    throw new ConfigError('SECRET_KEY', 'must be 32 or more random characters');
  const previous = text(environment, 'SECRET_KEYS_PREVIOUS')?.split(',');
  if (previous !== undefined && secretKey === undefined)
    throw new ConfigError('SECRET_KEYS_PREVIOUS', 'needs SECRET_KEY, the present one');
  if (previous?.some((key) => key.length < 32) === true)
    throw new ConfigError('SECRET_KEYS_PREVIOUS', 'must be earlier values of SECRET_KEY');
  const metricsToken = text(environment, 'METRICS_TOKEN');
  if (metricsToken !== undefined && (metricsToken.length < 16 || isExample(metricsToken)))
    throw new ConfigError('METRICS_TOKEN', 'must be 16 or more random characters');
  return {
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(previous === undefined ? {} : { previousSecretKeys: previous }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
  };
}

function readTrustProxy(environment: Environment): Pick<Config, 'trustProxy'> {
  const value = text(environment, 'TRUST_PROXY');
  if (value === undefined || value === 'false' || value === '0') return {};
  if (/^[1-9]$/.test(value)) return { trustProxy: Number(value) };
  const networks = value.split(',').map((network) => network.trim());
  if (!networks.every((network) => isNetwork(network)))
    throw new ConfigError(
      'TRUST_PROXY',
      `"${value}" is neither a number of proxies (1 to 9) nor their addresses or networks`,
    );
  return { trustProxy: networks };
}

function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...more] = value.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function readTexts(
  environment: Environment,
): Pick<Config, 'customerUrl' | 'companyName' | 'companyLicence'> {
  const customerUrl = url(environment, 'CUSTOMER_URL', ['http:', 'https:'])?.href;
  const companyName = text(environment, 'COMPANY_NAME');
  const companyLicence = text(environment, 'COMPANY_LICENCE');
  for (const [name, value] of Object.entries({
    COMPANY_NAME: companyName,
    COMPANY_LICENCE: companyLicence,
  }))
    if (value !== undefined && value.length > 200)
      throw new ConfigError(name, 'may have 200 characters');
  return {
    ...(customerUrl === undefined ? {} : { customerUrl }),
    ...(companyName === undefined ? {} : { companyName }),
    ...(companyLicence === undefined ? {} : { companyLicence }),
  };
}

/** A stolen session must not be able to empty an account before its owner notices. */
function readCoolingOff(environment: Environment, isDemo: boolean): number {
  const hours = integer(environment, {
    name: 'COOLING_OFF_HOURS',
    fallback: 24,
    min: 0,
    max: 720,
  });
  if (hours === 0 && !isDemo)
    throw new ConfigError('COOLING_OFF_HOURS', '0 is possible in demo mode only');
  return hours;
}

function readRateLimitFactor(environment: Environment, isDemo: boolean): number {
  const factor = integer(environment, {
    name: 'RATE_LIMIT_FACTOR',
    fallback: 1,
    min: 1,
    max: 1_000_000,
  });
  if (factor !== 1 && !isDemo)
    throw new ConfigError('RATE_LIMIT_FACTOR', 'can be changed in demo mode only');
  return factor;
}

function checkDataDir(config: Config): void {
  if (existsSync(config.dataDir) && !statSync(config.dataDir).isDirectory())
    throw new ConfigError('DATA_DIR', `"${config.dataDir}" is not a folder`);
}
