/**
 * Keys of users' programs (docs/internals/bots.md). The key names, the secret signs: the table holds a digest of
 * the one and the other encrypted, and both are shown once. A key in memory is looked up anew after a second, so
 * that one that ended works nowhere any longer than that, whichever process ended it.
 */

import { hash, randomInt } from 'node:crypto';
import {
  API_KEY_IPS_MAX,
  API_KEYS_MAX,
  type ApiKey,
  type ApiKeyPermission,
  ProblemError,
} from '@fairlead/contract';
import { familyOf } from '@fairlead/engine';
import { NewestMap } from '@fairlead/units';
import { endSharesOf } from '../account-shares/index.ts';
import { networkCheck, readNetwork } from '../core/http/ip-list.ts';
import { API_KEY_CACHE_MAX, API_KEY_FRESH_MS, SESSION_SEEN_STEP_MS } from '../core/http/limits.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import { lockOpenAccount, lockUser } from '../identity/users/index.ts';
import {
  type ApiKeyRow,
  type ApiKeyTerms,
  apiKeysOf,
  findApiKey,
  insertApiKey,
  type KeyProduct,
  livingApiKeys,
  revokeApiKeys,
  touchApiKeys,
  updateApiKey,
} from './api-key-queries.ts';
import { ed25519Signer, hmacSigner, publicKeyText, readPublicKey, type Signer } from './signers.ts';
import { pauseWebhooksOf } from './webhooks/queries.ts';

/** As many characters as programs for Binance expect: 381 random bits. */
const KEY_LENGTH = 64;
const PREFIX_LENGTH = 8;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** What a key looks like. */
export const API_KEY_FORM = /^[A-Za-z0-9]{64}$/;

const newKey = (): string =>
  Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A digest that a random key can be found by; nobody guesses 381 bits. */
export const keyHash = (key: string): Uint8Array => hash('sha256', key, 'buffer');
const sealPlace = (prefix: string): string => `api key ${prefix}`;

/** A key as calls know it. */
export interface OpenApiKey {
  readonly apiKeyId: number;
  readonly userId: number;
  readonly canTrade: boolean;
  /** Whether it opens the product's own calls. */
  readonly opensApi: boolean;
  readonly permissions: ReadonlySet<ApiKeyPermission>;
  readonly signer: Signer;
  /** Whether it may be used from an address. */
  admits(ip: string): boolean;
}

interface CachedKey {
  readonly key: OpenApiKey;
  readonly expiresAtMs: number;
  /** Until when it may be taken from memory. */
  readonly freshUntilMs: number;
}

/** In the order in which they are told. */
const PRODUCTS = ['futures', 'options', 'earn', 'transfer'] as const satisfies KeyProduct[];

/** As typed. */
export interface ApiKeyInput extends Readonly<Record<KeyProduct, boolean>> {
  readonly label: string;
  readonly trade: boolean;
  readonly ips?: string | undefined;
  readonly expires_at?: number | undefined;
}

export interface NewApiKeyInput extends ApiKeyInput {
  /** Of Ed25519; without it a secret is made. */
  readonly public_key?: string | undefined;
}

export interface ApiKeysOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Pick<Secrets, 'keyId' | 'wrap' | 'unwrap'>;
  readonly onEnded: (ended: {
    readonly userId: number;
    readonly apiKeyId: number;
    readonly isEdited?: boolean;
  }) => void;
}

export class ApiKeys {
  readonly #options: ApiKeysOptions;
  readonly #open = new NewestMap<string, CachedKey>(API_KEY_CACHE_MAX);
  /** Those that are being looked up. */
  readonly #finding = new Map<string, Promise<OpenApiKey | undefined>>();
  readonly #uses = new Map<number, { readonly atMs: number; readonly ip: string }>();
  /** When each key's use was last noted to be written. */
  readonly #noted = new Map<number, number>();
  /** Rises when keys end: what a query read before that may be over. */
  #generation = 0;

  constructor(options: ApiKeysOptions) {
    this.#options = options;
  }

  list(userId: number): Promise<ApiKeyRow[]> {
    return apiKeysOf(this.#options.database, userId);
  }

  /**
   * Makes a key; key and secret are known nowhere else. `verifiedHash` is the password that was asked for: one that was
   * changed meanwhile made all keys end, this one too. Throws `api_key_limit`, `password_wrong` and field errors.
   */
  async create(
    { userId, verifiedHash }: { readonly userId: number; readonly verifiedHash: string },
    input: NewApiKeyInput,
    say: Say,
  ): Promise<{ readonly row: ApiKeyRow; readonly key: string; readonly secret?: string }> {
    const { database, clock, secrets } = this.#options;
    const terms = this.#read(input, say);
    const publicKey = readGivenKey(input, say);
    const [key, secret] = [newKey(), publicKey === undefined ? newKey() : ''];
    const prefix = key.slice(0, PREFIX_LENGTH);
    const row = await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, userId, verifiedHash);
      if ((await apiKeysOf(transaction, userId)).length >= API_KEYS_MAX)
        throw new ProblemError('api_key_limit');
      return insertApiKey(transaction, {
        ...terms,
        userId,
        prefix,
        keyHash: keyHash(key),
        sealedSecret: secrets.wrap(Buffer.from(secret), sealPlace(prefix)),
        keyId: secrets.keyId,
        createdAtMs: clock.now(),
        ...(publicKey !== undefined && { publicKey }),
      });
    });
    return { row, key, ...(publicKey === undefined && { secret }) };
  }

  /** Sets a key's terms anew; what was opened with it is closed. Throws `not_found` and field errors. */
  async edit(
    key: { readonly userId: number; readonly apiKeyId: number },
    input: ApiKeyInput,
    say: Say,
  ): Promise<ApiKeyRow> {
    const { database } = this.#options;
    const terms = this.#read(input, say);
    const [asked] = terms.products;
    if (asked !== undefined) {
      const own = (await apiKeysOf(database, key.userId)).find(
        ({ apiKeyId }) => apiKeyId === key.apiKeyId,
      );
      // What it opens was settled when it was made.
      if (own?.opensApi === false) throw fieldProblem(asked, say('fields.key_of_before'));
    }
    const row = await updateApiKey(database, key, terms);
    if (row === undefined) throw new ProblemError('not_found');
    this.#ended(key.userId, [key.apiKeyId], true);
    return row;
  }

  /** Ends a key at once. Throws `not_found`. */
  async revoke(key: { readonly userId: number; readonly apiKeyId: number }): Promise<void> {
    const { database, clock } = this.#options;
    const ended = await revokeApiKeys(
      database,
      { userIds: [key.userId], apiKeyId: key.apiKeyId },
      clock.now(),
    );
    if (ended.length === 0) throw new ProblemError('not_found');
    this.#ended(key.userId, ended);
  }

  /**
   * Ends all keys of a user and of the user's sub-accounts and all reading that the user gave, and pauses the webhooks, in the running
   * transaction: whoever had the account may have made some. With its commit
   * `forgetEnded` must follow. The user's row is locked, so no key is made in between.
   */
  async revokeAll(transaction: Queryable, userId: number): Promise<readonly number[]> {
    await lockUser(transaction, userId);
    await pauseWebhooksOf(transaction, userId, this.#options.clock.now());
    await endSharesOf(transaction, userId, { nowMs: this.#options.clock.now() });
    return revokeApiKeys(transaction, { userIds: familyOf(userId) }, this.#options.clock.now());
  }

  /** What ended with a commit works nowhere any more, and what was opened with it is closed. */
  forgetEnded(userId: number, apiKeyIds: readonly number[]): void {
    this.#ended(userId, apiKeyIds);
  }

  /** A key that is in memory and works now. */
  findOpen(key: string): OpenApiKey | undefined {
    const nowMs = this.#options.clock.now();
    const cached = this.#open.get(key);
    if (cached !== undefined && nowMs < cached.freshUntilMs && nowMs < cached.expiresAtMs)
      return cached.key;
    return undefined;
  }

  /** Whether memory knows of a key of this name, which may have ended since it was looked up. */
  isKnown(key: string): boolean {
    return this.#open.has(key);
  }

  /** The key that works now; undefined for one that is unknown, revoked or over. */
  async find(key: string): Promise<OpenApiKey | undefined> {
    const open = this.findOpen(key);
    if (open !== undefined) return open;
    // A socket with hundreds of calls under way asks once, and they go on in their order.
    const known = this.#finding.get(key);
    if (known !== undefined) return known;
    const finding = this.#lookUp(key, this.#options.clock.now()).finally(() =>
      this.#finding.delete(key),
    );
    this.#finding.set(key, finding);
    return finding;
  }

  async #lookUp(key: string, nowMs: number): Promise<OpenApiKey | undefined> {
    const generation = this.#generation;
    const row = await findApiKey(this.#options.database, keyHash(key));
    // Keys ended while this was read: only a second look is sure.
    if (generation !== this.#generation) return this.#lookUp(key, this.#options.clock.now());
    this.#open.delete(key);
    const expiresAtMs = row?.expiresAtMs ?? Number.POSITIVE_INFINITY;
    if (row === undefined || expiresAtMs <= nowMs) return undefined;
    const opened = this.#openRow(row);
    this.#open.set(key, { key: opened, expiresAtMs, freshUntilMs: nowMs + API_KEY_FRESH_MS });
    return opened;
  }

  /** Notes a use; it is written every now and then. */
  noteUse(apiKeyId: number, ip: string): void {
    const nowMs = this.#options.clock.now();
    if (nowMs - (this.#noted.get(apiKeyId) ?? 0) < SESSION_SEEN_STEP_MS) return;
    if (this.#noted.size >= API_KEY_CACHE_MAX) this.#noted.clear();
    this.#noted.set(apiKeyId, nowMs);
    this.#uses.set(apiKeyId, { atMs: nowMs, ip });
  }

  /** Writes when keys were last used. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = [...this.#uses].map(([apiKeyId, use]) => ({ apiKeyId, ...use }));
    this.#uses.clear();
    await touchApiKeys(this.#options.database, uses);
  }

  /** Those of the keys that work still, as the tables say. */
  living(apiKeyIds: readonly number[]): Promise<Set<number>> {
    const { database, clock } = this.#options;
    return livingApiKeys(database, apiKeyIds, clock.now());
  }

  #openRow(row: ApiKeyRow): OpenApiKey {
    const { apiKeyId, userId, canTrade, opensApi, ips, prefix, sealedSecret, publicKey } = row;
    const { secrets } = this.#options;
    const isListed = networkCheck(ips);
    return {
      apiKeyId,
      userId,
      canTrade,
      opensApi,
      permissions: new Set(permissionsOf(row)),
      signer:
        publicKey === undefined
          ? hmacSigner(Buffer.from(secrets.unwrap(sealedSecret, sealPlace(prefix))).toString())
          : ed25519Signer(publicKey),
      admits: (ip) => ips.length === 0 || isListed(ip),
    };
  }

  #read(input: ApiKeyInput, say: Say): ApiKeyTerms {
    const { label, trade, ips, expires_at: expiresAtMs } = input;
    if (expiresAtMs !== undefined && expiresAtMs <= this.#options.clock.now())
      throw fieldProblem('expires_at', say('fields.time_past'));
    const products = PRODUCTS.filter((product) => input[product]);
    return { label: label.trim(), canTrade: trade, products, ips: readIps(ips, say), expiresAtMs };
  }

  /** They ended, here or in another process: memory no longer knows them. */
  forget(apiKeyIds: readonly number[]): void {
    this.#generation += 1;
    const gone = new Set(apiKeyIds);
    for (const [name, { key }] of this.#open) if (gone.has(key.apiKeyId)) this.#open.delete(name);
  }

  #ended(userId: number, apiKeyIds: readonly number[], isEdited = false): void {
    if (apiKeyIds.length === 0) return;
    this.forget(apiKeyIds);
    for (const apiKeyId of apiKeyIds)
      this.#options.onEnded({ userId, apiKeyId, ...(isEdited && { isEdited }) });
  }
}

function readGivenKey({ public_key: text }: NewApiKeyInput, say: Say): Uint8Array | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const publicKey = readPublicKey(text);
  if (publicKey === undefined) throw fieldProblem('public_key', say('fields.public_key'));
  return publicKey;
}

function readIps(text: string | undefined, say: Say): string[] {
  const typed = (text ?? '').split(/[\s,;]+/).filter((part) => part !== '');
  if (typed.length > API_KEY_IPS_MAX)
    throw fieldProblem('ips', say('fields.count_max', { count: API_KEY_IPS_MAX }));
  const networks = typed.map((part) => {
    const network = readNetwork(part);
    if (network === undefined)
      throw fieldProblem('ips', say('fields.ip_list', { text: part.slice(0, 50) }));
    return network;
  });
  return [...new Set(networks)];
}

const fieldProblem = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });

const permissionsOf = ({ canTrade, products }: ApiKeyRow): ApiKeyPermission[] => [
  'read',
  ...(canTrade ? (['trade'] as const) : []),
  ...PRODUCTS.filter((product) => products.includes(product)),
];

/** A key as its owner sees it. */
export function apiKeyView(row: ApiKeyRow): ApiKey {
  return {
    id: row.apiKeyId,
    label: row.label,
    prefix: row.prefix,
    permissions: permissionsOf(row),
    opens_api: row.opensApi,
    ips: [...row.ips],
    created_at: row.createdAtMs,
    ...(row.expiresAtMs !== undefined && { expires_at: row.expiresAtMs }),
    ...(row.lastUsedAtMs !== undefined && { last_used_at: row.lastUsedAtMs }),
    ...(row.lastUsedIp !== undefined && { last_used_ip: row.lastUsedIp }),
    ...(row.publicKey !== undefined && { public_key: publicKeyText(row.publicKey) }),
  };
}
