/**
 * The settings as the server takes them: each is read by the table (settings.ts), what belongs together is checked here. The
 * first wrong one stops the start with one line that says what and why.
 */
import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { type Brand, BUILT_IN_BRAND, isSender, readBrand } from '../brand/brand.ts';
import type { DiskLimits } from '../operations/disk-watch.ts';
import { type ApprovalsConfig, readApprovals } from './approvals.ts';
import { type ChainsConfig, readChains } from './chains.ts';
import { checkDatabaseUrl, checkReadUrl } from './database.ts';
import { type EnginesConfig, readEngines } from './engines.ts';
import { parseSettings } from './environment.ts';
import { type FeedConfig, readFeed, refuseOtherPrices } from './feed.ts';
import { type HeadsConfig, readHeads } from './heads.ts';
import {
  type RecoveryConfig,
  readMode,
  readRecovery,
  readTermsNotice,
  refuseInSandbox,
} from './mode.ts';
import { type PasskeyConfig, readPasskeys } from './passkeys.ts';
import { readProcesses } from './processes.ts';
import {
  type IdentityProviderConfig,
  type ProviderConfig,
  readIdentityProvider,
  readScreening,
} from './providers.ts';
import { type PushConfig, readPush } from './push.ts';
import { readSecrets, type SecretsConfig } from './secrets.ts';
import type { Given, LogLevel, Role } from './settings.ts';
import { readSso, type SsoConfig } from './sso.ts';
import { readTravelRule, type TravelRuleConfig } from './travel-rule.ts';
import { ConfigError, type Environment } from './values.ts';
import { readWebhooks, type WebhookConfig } from './webhooks.ts';

const MB = 1_000_000;

export interface Config extends SecretsConfig {
  readonly port: number;
  readonly host: string;
  /** The origin that users see, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** What is watched of free space, and below how much what is stopped. */
  readonly disk: { readonly volume?: string; readonly limits: DiskLimits };
  /** Where pictures lie; all processes see the same folder. */
  readonly uploadsDir: string;
  /** One process for everything, or a part of several (docs/operating/processes.md). */
  readonly role: Role;
  /** What several processes speak to one another through; with a role other than `all` only. */
  readonly redisUrl?: string;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl?: string;
  /** All machines of it, for reads at its replicas. */
  readonly databaseReadUrl?: string;
  /** The engines by product, where there is more than one. */
  readonly engines?: EnginesConfig;
  readonly isDemo: boolean;
  /** A demo on real or recorded prices, for paper trading. */
  readonly isSandbox: boolean;
  /** Whether the demo's maker and taker trade. */
  readonly hasBots: boolean;
  readonly feed: FeedConfig;
  readonly operator: { readonly name: string; readonly password?: string };
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  readonly smsWebhookUrl?: string;
  /** Addresses or networks of the proxies in front, or how many there are; absent: none is believed. */
  readonly trustProxy?: readonly string[] | number;
  /** In small letters: where the trusted proxy names the caller's country; absent: it is not known. */
  readonly countryHeader?: string;
  /** Deposit addresses, chain watchers and the signer. */
  readonly chains: ChainsConfig;
  /** Absent where the public address admits none. */
  readonly passkeys?: PasskeyConfig;
  /** Operators' login by a provider of OIDC; absent: none. */
  readonly sso?: SsoConfig;
  /** The provider that screens; absent: nothing is. */
  readonly screening?: ProviderConfig;
  /** The provider that checks who users are; absent: operators do. */
  readonly identityProvider?: IdentityProviderConfig;
  /** The provider that carries travel rule messages; absent: none is sent. */
  readonly travelRule?: TravelRuleConfig;
  /** Push messages to browsers. */
  readonly push: PushConfig;
  readonly webhooks: WebhookConfig;
  /** How long new addresses and cards wait for their first use, and withdrawals after a change of security. */
  readonly coolingOffHours: number;
  readonly recovery: RecoveryConfig;
  /** Within how long people decide on a withdrawal. */
  readonly reviewHours: number;
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
  /** What the exchange is called and looks like. */
  readonly brand: Brand;
  readonly customerUrl?: string;
  readonly companyName?: string;
  readonly companyLicence?: string;
  readonly logLevel: LogLevel;
  /** Multiplies every rate limit; only in demo can it be other than 1. */
  readonly rateLimitFactor: number;
}

/**
 * Reads and checks all settings; throws ConfigError at the first that is wrong. `nodeArguments` are what Node itself was
 * started with.
 */
export function loadConfig(
  environment: Environment,
  nodeArguments: readonly string[] = [],
): Config {
  const given = parseSettings(environment);
  const { HOST: host, PORT: port } = given;
  if (isIP(host) === 0 && !/^[A-Za-z0-9.-]{1,253}$/.test(host))
    throw new ConfigError('HOST', `"${host}" is neither an address nor a host name`);
  const feed = readFeed(given);
  const { isDemo, isSandbox } = readMode(given, feed);
  if (!isDemo || isSandbox) refuseOtherPrices(environment, feed, nodeArguments);
  const databaseUrl =
    given.DATABASE_URL && checkDatabaseUrl(given.DATABASE_URL, { name: 'DATABASE_URL', isDemo });
  const publicUrl = readPublicUrl(given, isDemo);
  const brand = readBrand(given.BRAND === undefined ? BUILT_IN_BRAND : path.resolve(given.BRAND));
  const passkeys = readPasskeys(given, publicUrl);
  const sso = readSso(given, publicUrl);
  const screening = readScreening(given);
  const identityProvider = readIdentityProvider(given);
  const travelRule = readTravelRule(given);
  const dataDir = path.resolve(given.DATA_DIR);
  const engines = readEngines(given, { isDemo, databaseUrl });
  const config: Config = {
    port,
    host,
    publicUrl,
    dataDir,
    disk: {
      ...(given.DATABASE_VOLUME !== undefined && { volume: path.resolve(given.DATABASE_VOLUME) }),
      limits: {
        openingsBytes: given.DISK_OPENINGS_MB * MB,
        endingsBytes: given.DISK_ENDINGS_MB * MB,
      },
    },
    uploadsDir: path.resolve(given.UPLOADS_DIR ?? path.join(dataDir, 'uploads')),
    ...readProcesses(given, databaseUrl),
    isDemo,
    isSandbox,
    hasBots: given.BOTS ?? isDemo,
    feed,
    operator: {
      name: given.OPERATOR_NAME,
      ...(given.OPERATOR_PASSWORD !== undefined && { password: given.OPERATOR_PASSWORD }),
    },
    chains: refuseInSandbox(readChains(given, isDemo), isSandbox),
    ...(passkeys !== undefined && { passkeys }),
    ...(sso !== undefined && { sso }),
    ...(screening !== undefined && { screening }),
    ...(identityProvider !== undefined && { identityProvider }),
    ...(travelRule !== undefined && { travelRule }),
    push: readPush(given, publicUrl),
    webhooks: readWebhooks(given, isDemo),
    coolingOffHours: given.COOLING_OFF_HOURS,
    recovery: readRecovery(given, isDemo),
    reviewHours: given.REVIEW_HOURS,
    approvals: readApprovals(given, isDemo),
    termsNoticeHours: readTermsNotice(given, isDemo),
    liabilitiesHours: given.LIABILITIES_HOURS,
    heads: readHeads(given),
    options: { isSold: given.OPTIONS === 'on', deniedCountries: given.OPTIONS_COUNTRIES ?? [] },
    logLevel: given.LOG_LEVEL,
    rateLimitFactor: given.RATE_LIMIT_FACTOR,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(given.DATABASE_READ_URL !== undefined && {
      databaseReadUrl: checkReadUrl(given.DATABASE_READ_URL, { isDemo, databaseUrl }),
    }),
    ...(engines !== undefined && { engines }),
    brand,
    ...readChannels(given, { isDemo, brand }),
    ...readSecrets(given, isDemo),
    ...readTrustProxy(given),
    ...readCountryHeader(given),
    ...readTexts(given, brand),
  };
  if (!isDemo) refuseDemoOnly(config);
  checkDataDir(config);
  return config;
}

/** Where prices come from, whatever else is wrong; undefined where that is. */
export function readFeedAlone(environment: Environment): FeedConfig | undefined {
  try {
    const { FEED, FEED_URLS } = environment;
    return readFeed(parseSettings({ FEED, FEED_URLS }));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return undefined;
  }
}

/** What would weaken a real exchange. */
function refuseDemoOnly({ hasBots, coolingOffHours, rateLimitFactor }: Config): void {
  if (hasBots) throw new ConfigError('BOTS', 'true is possible in demo mode only');
  // A stolen session must not be able to empty an account before its owner notices.
  if (coolingOffHours === 0)
    throw new ConfigError('COOLING_OFF_HOURS', '0 is possible in demo mode only');
  if (rateLimitFactor !== 1)
    throw new ConfigError('RATE_LIMIT_FACTOR', 'can be changed in demo mode only');
}

function readPublicUrl(
  { HOST: host, PORT: port, PUBLIC_URL: given }: Given,
  isDemo: boolean,
): string {
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

function readChannels(
  { SMTP_URL, MAIL_FROM, SMS_WEBHOOK_URL }: Given,
  { isDemo, brand }: Pick<Config, 'isDemo' | 'brand'>,
): Pick<Config, 'mail' | 'smsWebhookUrl'> {
  const smtpUrl = SMTP_URL?.href;
  const smsWebhookUrl = SMS_WEBHOOK_URL?.href;
  if (isDemo) {
    const name = smtpUrl !== undefined ? 'SMTP_URL' : 'SMS_WEBHOOK_URL';
    if (smtpUrl !== undefined || smsWebhookUrl !== undefined)
      throw new ConfigError(name, 'is refused in demo mode, where codes go to the inbox only');
  }
  // A brand may name a sender without there being a way for mail.
  const from = MAIL_FROM ?? (smtpUrl === undefined ? undefined : brand.mailFrom);
  if ((smtpUrl === undefined) !== (from === undefined))
    throw new ConfigError(
      from === undefined ? 'MAIL_FROM' : 'SMTP_URL',
      'SMTP_URL and MAIL_FROM belong together',
    );
  if (from !== undefined && !isSender(from))
    throw new ConfigError('MAIL_FROM', `"${from}" is not an e-mail address`);
  return {
    ...(smtpUrl === undefined || from === undefined ? {} : { mail: { smtpUrl, from } }),
    ...(smsWebhookUrl === undefined ? {} : { smsWebhookUrl }),
  };
}

function readTrustProxy({ TRUST_PROXY: value }: Given): Pick<Config, 'trustProxy'> {
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

/** Without a proxy that is believed it would be the caller's own word. */
function readCountryHeader(given: Given): Pick<Config, 'countryHeader'> {
  const { COUNTRY_HEADER: value } = given;
  if (value === undefined) return {};
  const header = value.toLowerCase();
  if (!/^[a-z0-9-]{1,60}$/.test(header))
    throw new ConfigError('COUNTRY_HEADER', `"${value}" is no name of a header`);
  if (readTrustProxy(given).trustProxy === undefined)
    throw new ConfigError('COUNTRY_HEADER', 'needs TRUST_PROXY');
  return { countryHeader: header };
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

/** Of this deployment, or as its brand has them. */
function readTexts(
  { CUSTOMER_URL, COMPANY_NAME, COMPANY_LICENCE: companyLicence }: Given,
  { supportUrl, legalName }: Brand,
): Pick<Config, 'customerUrl' | 'companyName' | 'companyLicence'> {
  const customerUrl = CUSTOMER_URL?.href ?? supportUrl;
  const companyName = COMPANY_NAME ?? legalName;
  return {
    ...(customerUrl !== undefined && { customerUrl }),
    ...(companyName !== undefined && { companyName }),
    ...(companyLicence !== undefined && { companyLicence }),
  };
}

function checkDataDir(config: Config): void {
  if (existsSync(config.dataDir) && !statSync(config.dataDir).isDirectory())
    throw new ConfigError('DATA_DIR', `"${config.dataDir}" is not a folder`);
}
